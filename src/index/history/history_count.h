/* From the log of commits to facts about files. */
#pragma once

#include "index/history/history.h"
#include "index/history/history_log.h"

/* Fills in the history; its strings point into the log. */
void history_count(Arena *arena, Arena scratch, const HistoryLog *log, History *history);
