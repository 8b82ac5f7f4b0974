/* The modules of a repository as a picture that a person can read. Tests and third-party code are
   hidden, and modules are merged by directory if there are too many. */
#pragma once

#include "index/graph/folders.h"
#include "query/query.h"
#include "view/graph.h"

/* More boxes cannot be read. */
#define PICTURE_MODULES_MAX 60

typedef struct ModulePicture {
    Str inside; /* the directory; empty: the whole repository */
    bool views; /* adds a picture of each folder, for a page */
    bool all;   /* also tests and third-party code */
    QueryFilter filter;
} ModulePicture;

/* Fills in nodes, edges, title and omissions for the modules in and below the directory. False when
   there is no such directory. */
bool module_picture(SessionRequest *request, const Catalog *catalog, const Modules *modules,
                    const ModulePicture *picture, GraphModel *model);
/* By module: whether the filter leaves out all of its files. */
const bool *module_left_out(Arena *arena, const Catalog *catalog, const Modules *modules,
                            QueryFilter filter);
/* The box of a module. */
GraphNode module_box(Arena *arena, const Module *module);
