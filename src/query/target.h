/* Parses the name of a file or a part of it, wherever a tool takes a PATH:
       src/a.py                     the file
       src/a.py:12-40  src/a.py:12  lines (also src/a.py:12: and :12:5, as compilers write it)
       src/a.py::Class.method       a symbol, by name or qualified name

   If the text can be split in several ways, the longest path that exists wins, so a file with such
   a name is found. A path may be quoted, as answers show it (text/address.h). */
#pragma once

#include "lang/lang.h"
#include "session/send.h"

/* Symbols offered when a name fits several, and names offered in a hint. */
#define CANDIDATES_MAX 20

typedef struct Target {
    Str path;
    uint64_t first, last; /* 1-based lines; 0: none given; last may be UINT64_MAX */
    Str symbol;           /* empty: none given */
    size_t start, end;    /* bytes of the symbol, once it is found */
    Str also;             /* where else the file declares it, in words; usually empty */
} Target;

/* Lists the ways to split a text into a path and lines or a symbol, longest path first. */
#define TARGET_READINGS_MAX 34
size_t target_readings(Str text, Target readings[TARGET_READINGS_MAX]);

/* Opens the file that the text names. */
bool target_open(SessionRequest *request, Str text, Target *target, FsFile *file,
                 Err *err) MUST_USE;

typedef struct TargetLines {
    uint32_t first, last;
    uint32_t start, end; /* bytes */
    Str also;            /* the lines of further declarations of that name; usually empty */
} TargetLines;

/* Finds the lines of the one symbol that a name means. An exact qualified name is preferred to the
   end of one, a definition to its declarations, and these to additions (`impl`). In TypeScript, the
   lines of all merged declarations count, of overloads and of getter and setter. Several of one
   qualified name are shown together if nothing is between them, else one of them, and `also` names
   the rest. ERR_NOT_FOUND with
   near names; ERR_FAILED with at most CANDIDATES_MAX candidates. */
bool target_find_lines(Arena *arena, const Outline *outline, Str path, Str name, TargetLines *lines,
                       Err *err) MUST_USE;
