/* What `fovea cache` reports about stored answers of search (index/store/answers.h). */
#pragma once

#include "base/json.h"
#include "index/store/answers.h"

/* Counts the answers stored for an index in a directory; all 0 without answers. */
AnswersInfo cache_answers_info(Arena *arena, Str index, Str directory);
/* Deletes them. */
void cache_answers_clear(Arena *arena, Str index, Str directory);
Json *cache_answers_value(Arena *arena, const AnswersInfo *info);
