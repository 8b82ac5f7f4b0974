/* A process of its own that brings an index up to date while answers come from what there is. */
#pragma once

#include "tools/session.h"

/* Unless one is at it already. False when the call may start none. */
bool indexer_start(ToolCall *call, const IndexSession *session) MUST_USE;
