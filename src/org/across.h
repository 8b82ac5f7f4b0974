/* Links across repositories: resolve a package name that one repository imports and others publish.
   A link is at best likely, since the imported version may differ from the published one. */
#pragma once

#include "org/tree.h"

/* With more candidates a name is too vague (EDGE_CANDIDATES_MAX in the catalog). */
#define ACROSS_CANDIDATES_MAX 5

/* A name that leaves its repository. */
typedef struct AcrossName {
    Str repository; /* the one that it leaves */
    Str system;     /* fovea.system_of its language */
    Str package;    /* as imported; in C a header */
    Str name;
    OrgPlaceVec candidates; /* found by across_resolve; empty: it stays outside */
    Str label;              /* the package's usual name */
} AcrossName;
typedef VEC(AcrossName) AcrossNameVec;

/* Finds the candidates of the names. */
bool across_resolve(Org *org, Arena *arena, Str branch, AcrossNameVec *names, Err *err) MUST_USE;
/* EDGE_LIKELY or EDGE_AMBIGUOUS, for a name that has candidates. */
unsigned across_confidence(const AcrossName *name);
/* Separator of subpackages in imports; empty if the system has none. */
Str across_beneath(Str system);
