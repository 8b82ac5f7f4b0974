/* The modules of a repository as a picture that a person can read: tests and other people's code
   are hidden, and too many modules are folded by directory. */
#pragma once

#include "index/graph/folders.h"
#include "tools/query.h"
#include "view/graph.h"

/* More boxes are no picture. */
#define PICTURE_MODULES_MAX 60

/* Fills what shows the modules in and below a directory, of which empty is the whole: nodes, edges,
   title, hidden and what is left out, and with `views` what a page shows of the folders in it.
   False when there is no such directory. */
bool module_picture(ToolCall *call, const Catalog *catalog, const Modules *modules, Str inside,
                    bool views, GraphModel *model);
/* By module: whether --exclude and --no-tests speak of all of its files. */
const bool *module_left_out(ToolCall *call, const Catalog *catalog, const Modules *modules);
/* A module's box, wherever it stands. */
GraphNode module_box(Arena *arena, const Module *module);
