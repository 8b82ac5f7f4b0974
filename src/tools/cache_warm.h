/* Warms the cache of search: asks the most frequent questions again after the index has changed. */
#pragma once

#include "tools/tool.h"

typedef struct WarmReport {
    uint64_t asked, made; /* questions; answers that were not stored before */
} WarmReport;

/* Asks them in the repository of the call. */
bool cache_warm(ToolCall *call, WarmReport *report, Err *err) MUST_USE;
/* Starts a background process that does so. */
bool cache_warm_start(ToolCall *call, Err *err) MUST_USE;
