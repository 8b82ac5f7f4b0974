/* What `fovea cache` says of the answers of search that are kept (index/store/answers.h). */
#pragma once

#include "base/json.h"
#include "index/store/answers.h"

/* Of an index, with the directory of the configuration; all 0 when nothing is kept of it. */
AnswersInfo cache_answers_info(Arena *arena, Str index, Str directory);
/* Forgets them. */
void cache_answers_clear(Arena *arena, Str index, Str directory);
/* A line, or nothing where nothing was asked. */
void cache_answers_put(Buf *out, const AnswersInfo *info);
Json *cache_answers_value(Arena *arena, const AnswersInfo *info);
