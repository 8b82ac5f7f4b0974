/* A diff as an HTML page: what the page says in addition to the diff. */
#pragma once

#include "tools/diff_sides.h"
#include "view/diff_page.h"

/* Fills in who uses what changed, and the module of each file. Without a catalog in the session,
   users are unknown and directories are taken for modules. */
void diff_page_fill(ToolCall *call, const IndexSession *session, const DiffSides *sides,
                    DiffPage *page);
