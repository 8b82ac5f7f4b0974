/* Consequences of a change for code outside it: calls not updated, references to symbols that are
   gone, overrides that no longer match.

   Edges of both states are compared (index/update/as_of.h). A use is reported if an edge of the old
   state led to the symbol, surely or likely, and its line is unchanged. Uses that the new state
   shows to be right are left out. */
#pragma once

#include "change/uses.h"

#define USE_FAULTS(X) \
    X(UNFIT, "call not updated")           /* its arguments no longer fit */ \
    X(GONE, "still referenced")            /* the symbol it names is gone */ \
    X(MISMATCH, "override does not match") /* its override has another parameter count */ \
    X(AFFECTED, "may no longer fit")       /* what it uses is of another type, kind or view */ \
    X(UNPROVED, "not proved to fit")       /* what it uses has a head whose change may break it */ \
    X(UNROUTED, "request reaches no route") /* the route that it reached is gone */ \
    X(NAMED, "still named")                 /* a text that is not followed names what is gone */ \
    X(MENTIONED, "still mentioned")         /* a comment or a document does */

typedef enum UseFault {
#define X(name, text) USE_##name,
    USE_FAULTS(X)
#undef X
    USE_FAULT_COUNT
} UseFault;

Str use_fault_name(UseFault fault);

/* Consequence.reported for an import of a file that is no longer at its path, for an import of the
   file that moved, and for a name that came with an import which the file no longer has … */
#define REPORTED_FILE UINT32_MAX
#define REPORTED_IMPORTS (UINT32_MAX - 1)
#define REPORTED_PASSED (UINT32_MAX - 2)
/* … for a request to a route (route_uses.h): it is about the file's routes. */
#define REPORTED_ROUTE (UINT32_MAX - 3)

typedef struct Consequence {
    UseFault fault;
    uint32_t file, reported; /* the changed symbol: set->files.ptr[file].symbols.ptr[reported];
                                or REPORTED_… */
    Str path;                /* file with the use, in the new state */
    uint32_t line;
    Str target;  /* REPORTED_…: the file that the import led to; the route: `POST /login` */
    Str user;    /* qualified name of the symbol it is in; the path if it is in none */
    bool likely; /* the old edge was likely, not exact */
    Str why;     /* `2 arguments, 3 are needed` */
} Consequence;
typedef VEC(Consequence) ConsequenceVec;

/* The number of those that may be broken: all but mentions. */
size_t consequences_count_breaks(const ConsequenceVec *found);
/* Whether it is about a file's place or its routes, not a symbol. */
bool consequence_is_of_file(const Consequence *row);
/* What it is about: the qualified name of the old symbol, or of the new one if it was added; or the
   path that an import led to. */
Str consequence_subject(Arena *arena, const ChangeSet *set, const Consequence *row);

typedef struct TextUses TextUses;

/* What is asked about a change. */
typedef struct ConsequenceQuestion {
    const ChangeSet *set;
    Catalog *catalog;
    const OldUseVec *uses;
    TextUses *texts;
} ConsequenceQuestion;

/* Finds the consequences, sorted by path and line. `catalog` is as of the new state; `texts` reads
   what only the text of a file says (text_uses.h). False with an
   error when an outline cannot be read. */
bool consequences_find(Arena *arena, const ConsequenceQuestion *question, ConsequenceVec *found,
                       Err *err) MUST_USE;

/* Sorts them by path and line; several references on one line count once. */
void consequences_drop_repeated(ConsequenceVec *found);
