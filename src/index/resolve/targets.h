/* Targets: which candidates a reference means, and the edges that follow. */
#pragma once

#include "index/resolve/finds.h"
#include "index/resolve/resolver.h"

typedef struct Targets {
    uint32_t ids[EDGE_CANDIDATES_MAX];
    uint32_t len;
    uint32_t external; /* name id of a symbol outside the repository, if `ids` is empty */
    EdgeConfidence confidence;
} Targets;

/* Whether a function takes the number of arguments of a call. */
/* Drops functions with another number of arguments, where that is part of the name. */
void targets_keep_arity(const Scope *scope, const Reference *reference, Finds *finds);
bool targets_takes(const Entry *entry, const Reference *reference);
/* Whether a constructor is called by its own name (Perl, Dart). Others are called by the name of
   their type, `home`, which then is the target. */
bool targets_is_of_own_name(const Resolver *resolver, uint32_t symbol, uint32_t home);
/* Dart, Kotlin: whether the function is declared outside of the type that it extends. */
bool targets_is_extension(const Resolver *resolver, uint32_t symbol);
/* Chooses among candidates: by arguments, definitions before declarations, then the closest.
   Several that are left are ambiguous; too many give no target. */
void targets_choose(Scope *scope, const Reference *reference, const Finds *finds,
                    EdgeConfidence confidence, Targets *targets);
/* Adds an edge to each target; repeated edges are counted, and the best confidence is kept. */
void targets_add(Scope *scope, const Reference *reference, const Targets *targets);
/* Adds an edge, or adds its count to an existing edge between the same symbols. */
void targets_merge(Scope *scope, const Edge *edge);
/* Adds edges to all candidates, ambiguous if there are several; no edge if there are more than
   EDGE_CANDIDATES_MAX. */
void targets_list(Scope *scope, const Reference *reference, const Finds *finds,
                  EdgeConfidence confidence);
/* Sets *targets to `ext:package:name`. The name includes the receiver where only both together have
   a known effect (graph/effects.h): `ext:os:path.exists`, `ext:std:fs::read`. */
void targets_external(Scope *scope, Str package, const Reference *reference, Targets *targets);
/* Adds edges from the blocks of a file (Rust's impl, Swift's extension) to the types that they add
   to. */
void targets_add_blocks(Scope *scope);
