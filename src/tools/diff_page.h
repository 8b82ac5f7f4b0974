/* A diff as a page: what the page says beyond what a diff answers. */
#pragma once

#include "tools/diff_sides.h"
#include "view/diff_page.h"

/* Who uses what changed, and in which module each file is. The session may have no catalog: then
   nothing is known of who uses it, and directories stand for modules. */
void diff_page_fill(ToolCall *call, const IndexSession *session, const DiffSides *sides,
                    DiffPage *page);
