/* Users of a symbol that the graph has no edges of: those that read or write data, a property or an
   accessor, and those that construct an object with a constructor. The files that have the name are
   read for the one answer. */
#pragma once

#include "search/neighbours.h"
#include "session/session.h"

typedef struct FoundUse {
    uint32_t user; /* dense id */
    uint32_t as;   /* the method that is called, which the symbol overrides, + 1; 0: itself */
    uint32_t line, count;
    uint8_t kind; /* ReferenceKind */
    EdgeConfidence confidence;
} FoundUse;

typedef struct FoundUses {
    bool looked;     /* all places were judged; else `reason` says why not, if they are asked for */
    Str reason;      /* `the tree is too large`, or empty: the kind has edges alone */
    bool dispatched; /* the callers of overridden methods are in the list, if it has any */
    uint32_t excluded;  /* such callers that the caller's exclusion leaves out */
    uint64_t unclear;   /* places that are not listed, since too many symbols have the name */
    uint64_t elsewhere; /* places in code of other languages, which are not judged */
    VEC(FoundUse) list;
} FoundUses;

/* Whether users of such a symbol are looked for. */
bool found_uses_apply(const Catalog *catalog, uint32_t symbol);
/* Looks for them. Fails only when it is cancelled. `joined`: symbols that are one with it, or NULL.
 */
bool found_uses_of(SessionRequest *request, IndexSession *session, uint32_t symbol,
                   const IdVec *joined, FoundUses *uses, Err *err) MUST_USE;

/* How much may be read. */
typedef struct FoundLimits {
    size_t files;
    uint64_t bytes;
} FoundLimits;
/* The same within limits; if the files with the name exceed them, nothing is looked for. Of a
   method, calls by receivers of unknown type, which have no edges: they are ambiguous, and found
   only where no other symbol has the name. */
bool found_uses_within(SessionRequest *request, IndexSession *session, uint32_t symbol,
                       const FoundLimits *limits, FoundUses *uses, Err *err) MUST_USE;

/* What they add to the counts of callers. */
typedef struct FoundCounts {
    uint32_t sure, ambiguous, tests; /* symbols */
    uint64_t sites;
} FoundCounts;
/* Adds them to the callers of the first node. */
FoundCounts found_uses_join(Arena *arena, const Catalog *catalog, const FoundUses *uses,
                            const Exclusion *exclude, Neighbourhood *found);
