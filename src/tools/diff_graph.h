/* The graph behind a diff: the index as of both states. */
#pragma once

#include "change/consequences.h"
#include "tools/diff_sides.h"

/* What the change does to code that it leaves as it is. The session, which was opened, gets a
   catalog as of the new state. */
bool diff_graph_consequences(ToolCall *call, IndexSession *session, const DiffSides *sides,
                             ConsequenceVec *found, Err *err) MUST_USE;
