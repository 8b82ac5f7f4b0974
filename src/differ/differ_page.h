/* A diff as an HTML page: what the page says in addition to the diff. */
#pragma once

#include "differ/diff_sides.h"
#include "view/diff_page.h"

/* `again`: the call that shows a part of the change. Fills in who uses what changed, and the module
   of each file. Without a catalog in the session, users are unknown and directories are taken for
   modules. */
void differ_page_fill(SessionRequest *request, const IndexSession *session, const DiffSides *sides,
                      Str again, DiffPage *page);
