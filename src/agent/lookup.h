/* Looks up what a text names: files, lines and symbols of the repository's index. */
#pragma once

#include "tools/tool.h"

typedef enum LookupAnswer {
    LOOKUP_UNKNOWN, /* there is no index to ask */
    LOOKUP_FOUND,
    LOOKUP_NO_FILE, /* no file of that path is in the index: it is missing, or ignored */
    LOOKUP_NO_LINE, /* the file is shorter */
    LOOKUP_NO_SYMBOL
} LookupAnswer;

typedef struct Lookup {
    Str path;      /* relative to the root; empty: a symbol anywhere */
    Str symbol;    /* name or qualified name; empty: a file or its lines */
    uint32_t line; /* 0: none */
    LookupAnswer answer;
    uint32_t lines; /* LOOKUP_NO_LINE: how many the file has */
    Str place;      /* LOOKUP_FOUND, a symbol: `path:12-40` of the first */
} Lookup;

/* Sets the answers of all; strings are allocated in `arena`. */
void lookup_all(Arena *arena, const ToolContext *context, Lookup *items, size_t count);
/* Whether a file of the index has this path. */
bool lookup_has_file(Arena scratch, const ToolContext *context, Str path);
/* Lists up to `max` paths of the index that begin with the prefix, or whose last component does, in
   byte order; returns how many. */
size_t lookup_paths(Arena *arena, const ToolContext *context, Str prefix, Str *paths, size_t max);
