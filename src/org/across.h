/* Links across repositories: what a name of a package means that one repository imports and others
   publish. A link is at best likely, since the version that is imported need not be the one that is
   published. */
#pragma once

#include "org/tree.h"

/* With more candidates a name says too little (EDGE_CANDIDATES_MAX in the catalog). */
#define ACROSS_CANDIDATES_MAX 5

/* A name that leaves a repository. */
typedef struct AcrossName {
    Str repository; /* from which it leaves */
    Str system;     /* fovea.system_of its language */
    Str package;    /* as imported; in C a header */
    Str name;
    OrgPlaceVec candidates; /* found by across_resolve; empty: it stays outside */
    Str label;              /* the package as people call it */
} AcrossName;
typedef VEC(AcrossName) AcrossNameVec;

/* Finds the candidates of the names. */
bool across_resolve(Org *org, Arena *arena, Str branch, AcrossNameVec *names, Err *err) MUST_USE;
/* EDGE_LIKELY or EDGE_AMBIGUOUS, for a name that has candidates. */
unsigned across_confidence(const AcrossName *name);
/* What separates a package from one beneath it, as code imports it; empty: there are none. */
Str across_beneath(Str system);
