/* Asking again what was asked most, so that the answers are there. */
#pragma once

#include "tools/tool.h"

typedef struct WarmReport {
    uint64_t asked, made; /* questions; answers that were not kept yet */
} WarmReport;

/* Of the repository of the call. */
bool cache_warm(ToolCall *call, WarmReport *report, Err *err) MUST_USE;
/* The same in a process of its own that goes on by itself. */
bool cache_warm_start(ToolCall *call, Err *err) MUST_USE;
