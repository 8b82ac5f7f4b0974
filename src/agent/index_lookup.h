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
    uint32_t line; /* 0: no line */
    LookupAnswer answer;
    uint32_t lines; /* LOOKUP_NO_LINE: the file's number of lines */
    Str place;      /* LOOKUP_FOUND, a symbol: `path:12-40` of the first */
} Lookup;

/* Groups that are compared: as many as a set has bits. */
#define LOOKUP_GROUPS_MAX 32

typedef enum LookupKind {
    LOOKUP_TYPES, /* all targets are types */
    LOOKUP_CODE,
    LOOKUP_TESTS /* all targets are in files of tests, which may be new */
} LookupKind;

/* Targets that belong together, such as those of one subtask. */
typedef struct LookupGroup {
    const Str *targets; /* paths, or path::Name */
    size_t count;
    LookupKind kind;
    uint32_t uses; /* bit i: some target calls or uses one of group i, by the index */
    bool unknown;  /* some target is not in the index, so what it uses is not known */
} LookupGroup;

typedef struct LookupName {
    Str name; /* qualified */
    Str path;
} LookupName;

/* Sets all answers; strings are allocated in `arena`. */
void index_lookup_all(Arena *arena, const ToolContext *context, Lookup *items, size_t count);
/* Sets kind, uses and unknown of at most LOOKUP_GROUPS_MAX groups. False without an index. */
bool index_lookup_uses(const ToolContext *context, LookupGroup *groups, size_t count) MUST_USE;
/* Whether a file of the index has this path. */
bool index_lookup_has_file(Arena scratch, const ToolContext *context, Str path);
/* Lists up to `max` paths of the index that begin with the prefix, or whose last component does, in
   byte order; returns how many. */
size_t index_lookup_paths(Arena *arena, const ToolContext *context, Str prefix, Str *paths,
                          size_t max);
/* Lists symbols whose qualified names begin with the prefix, of the `max` that a search for it
   finds best; returns how many. */
size_t index_lookup_names(Arena *arena, const ToolContext *context, Str prefix, LookupName *names,
                          size_t max);
