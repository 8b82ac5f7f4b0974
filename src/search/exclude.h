/* Exclusion of files from a question: tests, and files whose paths match patterns. */
#pragma once

#include "index/catalog/catalog.h"

/* Each pattern is tried on every path. */
#define EXCLUDE_PATTERNS_MAX 32

typedef struct Exclusion {
    bool *files; /* by file id; NULL: no file is excluded */
} Exclusion;

/* `patterns`: one per line, as in an ignore file: the name of a file or directory, or a path from
   the root, with wildcards. A leading `!` means nothing more: ripgrep's `-g '!x'` excludes x, too.
   The first EXCLUDE_PATTERNS_MAX count. `tests`: exclude test files. */
Exclusion exclude_files(const Catalog *catalog, Arena *arena, Str patterns, bool tests);
static inline bool exclude_has(const Exclusion *out, const Catalog *catalog, uint32_t symbol)
{
    return out && out->files && symbol != SYMBOL_NOWHERE &&
           out->files[catalog_place(catalog, symbol).file];
}
/* Whether the path or a directory above it matches one of the patterns. */
bool exclude_matches(Str patterns, Str path);
