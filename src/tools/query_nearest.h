/* What somebody probably meant who named a symbol that is not there. */
#pragma once

#include "session/session.h"
#include "tools/tool.h"

/* `url_for (src/flask/helpers.py:192-242), …`: at most three, those nearest in spelling first,
   whatever their kinds; no headings of documents, which nobody calls. Empty when nothing is near.
 */
Str query_nearest(ToolCall *call, IndexSession *session, Str text);
