/* Uses that have no edge, found when they are asked for. A constant, a field, an enum member or a
   variable is read where its name is written, and a construction runs the constructor that its
   arguments choose. Edges of all of these would be most of an index. */
#pragma once

#include "index/resolve/resolve.h"

typedef enum PlaceVerdict {
    PLACE_OTHER,  /* it means something else, or a local variable */
    PLACE_MAYBE,  /* what is before the name is of unknown type */
    PLACE_LIKELY, /* the symbol, unless something that is not known comes first */
    PLACE_MEANS,  /* the symbol */
} PlaceVerdict;

typedef enum PlaceAccess {
    PLACE_READ,
    PLACE_WRITTEN, /* `x = 1` */
    PLACE_CHANGED, /* both: `x += 1` */
} PlaceAccess;

/* A place where a name is written. */
typedef struct NamePlace {
    uint32_t start, line;
    uint32_t around; /* the symbol around it in the outline, index + 1; 0: none */
    Str receiver;    /* what is before it, as in lang/walk/expression.h; empty: nothing */
    bool joined;     /* a `.` or `::` is before it, even if the receiver is empty */
    bool called;     /* an opening bracket is after it */
    PlaceAccess access;
    PlaceVerdict verdict;
    bool several;  /* what is before it may have one of several values */
    bool rebound;  /* … is a variable that was bound before, perhaps to another value */
    bool guessed;  /* … comes from a call of code outside of the repository, or has no class */
    bool lacks;    /* what is before it is of a type that declares no such member */
    bool leaves;   /* what is before it is of a type from outside of the repository … */
    uint32_t type; /* … of this name, if it is known; or 0 */
    uint32_t variable; /* JavaScript: the variable whose object it is, without a class of the tree;
                          `type` is what its declaration says. SYMBOL_NOWHERE for other values */
} NamePlace;
typedef VEC(NamePlace) NamePlaceVec;

/* Judges places of a name in one file, which are in order. `symbols`, at least one, have the name
   and are asked for as one: a getter and its setter. The outline is of the file as the catalog has
   it, with references and all bindings (OutlineOptions.want_bindings). */
void resolve_places(Resolver *resolver, Arena *arena, uint32_t file, const Outline *outline,
                    const IdVec *symbols, NamePlaceVec *places);

/* A call that constructs an object with the constructor. */
typedef struct Construction {
    uint32_t caller; /* dense id */
    uint32_t line;
    EdgeConfidence confidence; /* ambiguous: the arguments fit several constructors */
} Construction;
typedef VEC(Construction) ConstructionVec;

/* Whether constructions of its type run the constructor; others are called by their own names. */
bool resolve_is_made(const Resolver *resolver, uint32_t constructor);
/* Appends the constructions that run a constructor: those of its type, and of types that inherit
   it. Its own edges, of calls by its name, are not among them. */
bool resolve_constructions(Resolver *resolver, Arena *arena, uint32_t constructor,
                           ConstructionVec *found, Err *err) MUST_USE;
