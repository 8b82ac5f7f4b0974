/* The graph behind a diff: the index as of both states. */
#pragma once

#include "change/consequences.h"
#include "tools/diff_sides.h"
#include "view/diff.h"

/* What the change does to code that it leaves as it is. The session, which was opened, gets a
   catalog as of the new state. */
bool diff_graph_consequences(ToolCall *call, IndexSession *session, GitObjects *objects,
                             DiffSides *sides, ConsequenceVec *found, Err *err) MUST_USE;
/* Which code the index does not have, so that uses in it are not seen; empty: it has all. */
Str diff_graph_unseen(ToolCall *call, const IndexSession *session);
/* Which tests reach what changed, nearest first, and what runs those that are shown. The session
   has a catalog as of the new state. */
void diff_graph_tests(ToolCall *call, IndexSession *session, const ChangeSet *set,
                      DiffTests *tests);
