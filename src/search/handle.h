/* What a user calls a symbol, resolved: a symbol hash or a unique prefix of one (6 digits or more;
   the half after the colon alone will do), `path::Qualified.name`, `path:line`, a path (the file
   itself), a qualified name, a name. Where no name is written so, separators are all alike, and
   `()` or `/2` behind it does not count: `Class#method`, `Enum.map/2`. A path may hold `::`, the
   longest one that there is counts, and may be quoted (text/address.h). */
#pragma once

#include "index/catalog/catalog.h"

#define HANDLE_CANDIDATES_MAX 20

typedef struct HandleMatch {
    VEC(uint32_t) symbols; /* dense ids, best first, at most HANDLE_CANDIDATES_MAX */
    size_t total;          /* how many it could be */
    size_t parts;          /* of one type that a place names, beside the first */
    /* The first is meant: the only one, or of those of a name the only one that is no test, no one
       else's code and no mere member, or used far more than any other. */
    bool clear; /* a type rather than its constructors */
} HandleMatch;

/* Needs the catalog's symbols. No match is not an error. */
void handle_find(Catalog *catalog, Arena *arena, Str text, HandleMatch *match);
/* The file that the part before a `::` names, and what stands behind that; or FILE_NOWHERE. */
uint32_t handle_file(Catalog *catalog, Str text, Str *name);
/* Of a qualified name what stands behind its last separator, without `()` or an arity: `map` of
   `Enum.map/2`. */
Str handle_last_part(Str text);
