/* Requests over HTTP that a change breaks: in the old state they reach a route, in the new one they
   reach nothing, or a route of another path. Routes of both states are joined (route_table.h), so
   that a change of a prefix, a mount or a client's base counts, too. */
#pragma once

#include "change/consequences.h"
#include "search/route_table.h"

/* A request on a line that the change leaves, and the one route that it reached. */
typedef struct RouteUse {
    uint32_t file; /* the changed file: set->files.ptr[file] */
    Str path;      /* of the file with the request, in the new state */
    uint32_t line; /* in the new state */
    Str sender;
    Str method, address; /* of the request */
    Str offered, route;  /* the methods and the path of the route */
} RouteUse;
typedef VEC(RouteUse) RouteUseVec;

/* Notes the requests that surely reach one route. The catalog is as of the old state. Nothing is
   noted if the change leaves all routes, requests and their parts as they are. */
bool route_uses_note(Arena *arena, const ChangeSet *set, Catalog *catalog, RouteUseVec *uses,
                     Err *err) MUST_USE;
/* Adds those that no longer do. The catalog is as of the new state. */
bool route_uses_add_broken(Arena *arena, Catalog *catalog, const RouteUseVec *uses,
                           ConsequenceVec *found, Err *err) MUST_USE;
