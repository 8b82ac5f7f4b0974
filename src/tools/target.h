/* Naming a file or a part of it, wherever a tool takes a PATH:
       src/a.py                     the file
       src/a.py:12-40  src/a.py:12  lines (also src/a.py:12: and :12:5, as compilers write it)
       src/a.py::Class.method       a symbol, by name or qualified name

   A file whose own name looks like that is found first, and of several ways to cut it the longest
   path that is there. A path may stand in quotes, as answers show it (text/address.h). */
#pragma once

#include "lang/lang.h"
#include "tools/tool.h"

/* Symbols offered when a name fits several, and names offered in a hint. */
#define CANDIDATES_MAX 20

typedef struct Target {
    Str path;
    uint64_t first, last; /* 1-based lines; 0: none given; last may be UINT64_MAX */
    Str symbol;           /* empty: none given */
    size_t start, end;    /* the symbol's bytes, once it is found */
} Target;

/* The ways to read a text as a path with lines or a symbol behind it, the longest path first. */
#define TARGET_READINGS_MAX 34
size_t target_readings(Str text, Target readings[TARGET_READINGS_MAX]);

/* Opens what the text names. */
bool target_open(ToolCall *call, Str text, Target *target, FsFile *file, Err *err) MUST_USE;

typedef struct TargetLines {
    uint32_t first, last;
    uint32_t start, end; /* bytes */
} TargetLines;

/* The lines of the one symbol that a name means: an exact qualified name before the end of one, a
   definition before its own declarations, and those before additions (`impl`); in TypeScript all
   that is merged, overloads with their body, a getter with its setter. Otherwise ERR_NOT_FOUND with
   what was near, or ERR_FAILED with up to CANDIDATES_MAX symbols that it could be. */
bool target_find_lines(Arena *arena, const Outline *outline, Str path, Str name, TargetLines *lines,
                       Err *err) MUST_USE;
