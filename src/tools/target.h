/* Naming a file or a part of it, wherever a tool takes a PATH:
       src/a.py                     the file
       src/a.py:12-40  src/a.py:12  lines (also src/a.py:12: and :12:5, as compilers write it)
       src/a.py::Class.method       a symbol, by name or qualified name

   A file whose own name looks like that is found first. */
#pragma once

#include "lang/lang.h"
#include "tools/tool.h"

typedef struct Target {
    Str path;
    uint64_t first, last; /* 1-based lines; 0: none given; last may be UINT64_MAX */
    Str symbol;           /* empty: none given */
} Target;

/* Takes the suffix off; a text without one is all path. */
Target target_parse(Str text);

/* Opens what the text names. */
bool target_open(ToolCall *call, Str text, Target *target, FsFile *file, Err *err) MUST_USE;

/* The one symbol that a name means: an exact qualified name before the end of one, a definition
   before its own declarations, and those before additions (`impl`). Otherwise ERR_NOT_FOUND with
   what was near, or ERR_FAILED with up to CANDIDATES_MAX symbols that it could be. */
bool target_find_symbol(Arena *arena, const Outline *outline, Str path, Str name,
                        const Symbol **symbol, Err *err) MUST_USE;
