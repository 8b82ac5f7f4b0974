/* What a change does to code that it leaves as it is: who still calls what is called otherwise now,
   who names what is gone. Both states' edges are compared
   (index/update/as_of.h): a use counts when an edge of the old state led to the symbol, surely or
   likely, its line is the same in both states, and nothing in the new state says that it is right.
 */
#pragma once

#include "change/uses.h"

#define USE_FAULTS(X) \
    X(UNFIT, "call not updated")           /* its arguments do not fit any more */ \
    X(GONE, "still referenced")            /* what it names is gone */ \
    X(MISMATCH, "override does not match") /* its method has another number of parameters */

typedef enum UseFault {
#define X(name, text) USE_##name,
    USE_FAULTS(X)
#undef X
    USE_FAULT_COUNT
} UseFault;

Str use_fault_name(UseFault fault);

typedef struct Consequence {
    UseFault fault;
    uint32_t file, told; /* the symbol that changed: set->files.ptr[file].symbols.ptr[told] */
    Str path;            /* where the use is, in the new state */
    uint32_t line;
    Str user;    /* qualified name of what it is in; the path where it is in nothing */
    bool likely; /* the edge was; else it was exact */
    Str why;     /* `2 arguments, 3 are needed` */
} Consequence;
typedef VEC(Consequence) ConsequenceVec;

/* `catalog` as of the new state. By path and line. */
bool consequences_find(Arena *arena, const ChangeSet *set, Catalog *catalog, const OldUseVec *uses,
                       ConsequenceVec *found, Err *err) MUST_USE;
