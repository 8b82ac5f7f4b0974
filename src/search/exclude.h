/* Which files of a repository a question is not about: tests, or what matches patterns of paths. */
#pragma once

#include "index/catalog/catalog.h"

#define LEAVE_OUT_PATTERNS_MAX 32

typedef struct Exclusion {
    bool *files; /* by file id; NULL: none are left out */
} Exclusion;

/* `patterns`: one a line, as in an ignore file: a name of a file or directory, a path from the
   root, with wildcards. */
Exclusion exclude_files(const Catalog *catalog, Arena *arena, Str patterns, bool tests);
static inline bool exclude_has(const Exclusion *out, const Catalog *catalog, uint32_t symbol)
{
    return out && out->files && symbol != SYMBOL_NOWHERE &&
           out->files[catalog_place(catalog, symbol).file];
}
/* Whether a path matches one of the patterns. */
bool exclude_matches(Str patterns, Str path);
