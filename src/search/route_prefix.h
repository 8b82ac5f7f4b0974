/* Prefixes of routers and clients: variables and imports followed to what makes and mounts them. */
#pragma once

#include "index/catalog/catalog.h"
#include "lang/outline.h"

/* A router that is mounted at more places has routes that are not listed. */
#define ROUTE_PREFIXES_MAX 8

typedef struct RouteFile {
    uint32_t file;
    RouteFactVec facts;
    SymbolVec symbols;
    ImportLinkVec imports;
} RouteFile;

/* A router or client, or nothing. */
typedef struct RouteMaker {
    const RouteFile *file;
    const RouteFact *fact;
} RouteMaker;

/* A place that puts a router below another one. */
typedef struct RouteMount {
    const RouteFile *file;
    const RouteFact *fact;
    RouteMaker target; /* the router; nothing: it is not followed, or is no router */
} RouteMount;

typedef struct RouteFiles {
    Arena *arena;
    Catalog *catalog;
    VEC(RouteFile) list;    /* files with facts, by file id */
    VEC(RouteMount) mounts; /* of all files */
} RouteFiles;

bool route_files_read(Arena *arena, Catalog *catalog, RouteFiles *files, Err *err) MUST_USE;

/* What makes the object that an expression names in a file; `symbol` is the function around it, as
   index + 1, or 0. */
RouteMaker route_maker_of(const RouteFiles *files, const RouteFile *file, Str name,
                          uint32_t symbol);

typedef struct RoutePrefix {
    Str path;
    bool unknown; /* a part of it is not followed */
} RoutePrefix;
typedef VEC(RoutePrefix) RoutePrefixVec;
/* The prefixes of a router: its own, and those of the places that mount it. */
void route_prefixes(const RouteFiles *files, RouteMaker maker, RoutePrefixVec *prefixes);
/* The prefixes of a router that is a parameter of the function around the fact: those of the
   routers that calls of the function pass. None if it is no parameter, or nothing passes one. */
void route_passed_prefixes(const RouteFiles *files, const RouteFile *file, const RouteFact *fact,
                           RoutePrefixVec *prefixes);
/* The prefixes of the places that mount a marked handler by its name. None if nothing does. */
void route_handler_prefixes(const RouteFiles *files, const RouteFile *file, Str handler,
                            RoutePrefixVec *prefixes);
/* The prefixes of a file whose routes belong to the file itself (Django's urlpatterns). */
void route_file_prefixes(const RouteFiles *files, const RouteFile *file, RoutePrefixVec *prefixes);
/* Replaces a base at the beginning of a path, `<API>/x`, by the constant of that name; false: it is
   not known. */
bool route_fill_base(const RouteFiles *files, const RouteFile *file, Str *path);
