/* From what was noted of commits to what is told of files. */
#pragma once

#include "index/history/history.h"
#include "index/history/history_log.h"

/* Texts point into the log. */
void history_count(Arena *arena, Arena scratch, const HistoryLog *log, History *history);
