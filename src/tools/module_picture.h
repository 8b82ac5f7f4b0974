/* The modules of a repository as a picture that a person can read. Tests and third-party code are
   hidden, and modules are merged by directory if there are too many. */
#pragma once

#include "index/graph/folders.h"
#include "tools/query.h"
#include "view/graph.h"

/* More boxes cannot be read. */
#define PICTURE_MODULES_MAX 60

/* Fills in nodes, edges, title and omissions for the modules in and below a directory; empty: the
   whole repository. `views` adds a picture of each folder, for a page. False when there is no such
   directory. */
bool module_picture(ToolCall *call, const Catalog *catalog, const Modules *modules, Str inside,
                    bool views, GraphModel *model);
/* By module: whether --exclude and --no-tests leave out all of its files. */
const bool *module_left_out(ToolCall *call, const Catalog *catalog, const Modules *modules);
/* The box of a module. */
GraphNode module_box(Arena *arena, const Module *module);
