/* The routes of a tree and the requests that reach them: facts of all files (lang/route) joined.
   Routers are followed through variables and imports to their mounts, so that paths are whole; a
   handler is the symbol to which the registration has an edge. The table is made for one answer. */
#pragma once

#include "index/catalog/catalog.h"

typedef struct Route {
    uint32_t file, line;
    uint32_t handler;    /* dense id, or SYMBOL_NOWHERE */
    uint32_t around;     /* dense id of the symbol around the registration */
    Str method;          /* `GET`, `GET,POST`; empty: any */
    Str path;            /* whole template */
    Str target;          /* the handler as it is written; empty: without a name */
    bool by_name;        /* the path is a name: of a topic, a task, a procedure */
    bool base_unknown;   /* a prefix before the path is not followed */
    bool handler_unsure; /* one of several symbols of its name */
} Route;
typedef VEC(Route) RouteVec;

typedef struct RouteRequest {
    uint32_t file, line;
    uint32_t sender; /* dense id */
    Str method;
    Str path;          /* whole, without the host */
    Str host;          /* of the address; empty: unknown, or that of the page */
    bool local;        /* of a test, to the program that it is in */
    bool by_name;      /* as of Route */
    bool base_unknown; /* what comes before the path is not followed */
} RouteRequest;
typedef VEC(RouteRequest) RouteRequestVec;

/* A request that reaches a route. */
typedef struct RouteLink {
    uint32_t route, request;
    EdgeConfidence confidence;
} RouteLink;
typedef VEC(RouteLink) RouteLinkVec;

typedef struct RouteTable {
    RouteVec routes; /* by path, then method, then place */
    RouteRequestVec requests;
    RouteLinkVec links;
    uint32_t unread;   /* requests with computed paths, which are not followed */
    uint32_t foreign;  /* requests to other hosts */
    uint32_t unjoined; /* requests that are not compared with routes: there are too many */
    uint32_t cut;      /* files with more routes and requests than are read */
} RouteTable;

/* Whether any file has such facts: cheap. */
bool route_table_any(const Catalog *catalog);
/* Whether the symbol is the handler of a route. */
bool route_table_handles(const RouteTable *table, uint32_t symbol);
/* Needs the catalog's symbols and links. */
bool route_table_make(Arena *arena, Catalog *catalog, RouteTable *table, Err *err) MUST_USE;
