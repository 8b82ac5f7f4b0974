/* Finds: the candidates of a lookup, as a small set of symbols. */
#pragma once

#include "index/resolve/resolve.h"

/* What a name is looked up as. */
typedef enum FindKind {
    FIND_SCOPES,    /* types, namespaces, modules */
    FIND_CALLABLES, /* functions, types, and macros with parameters */
    FIND_EXPANDED,  /* C: as FIND_CALLABLES, and macros without parameters */
    FIND_VALUES,    /* fields, variables, constants, objects, and methods */
    FIND_METHODS,   /* functions of any kind */
    FIND_FIELDS,    /* FIND_VALUES that are not functions */
} FindKind;

/* A name with more meanings than this identifies nothing: too_many is set. */
#define FINDS_MAX 64
typedef struct Finds {
    uint32_t ids[FINDS_MAX];
    uint32_t len;
    bool too_many; /* more than FINDS_MAX: no answer, whatever ids holds */
    bool builds;   /* each build has another of them */
} Finds;

/* Whether the look-up accepts symbols of this kind. */
bool finds_fits(SymbolKind symbol, FindKind kind);
/* Adds a symbol, or sets too_many when there is no room. */
void finds_add(Finds *finds, uint32_t symbol);
/* The same, unless it is there already. */
void finds_add_once(Finds *finds, uint32_t symbol);
bool finds_has(const Finds *finds, uint32_t symbol);

typedef bool (*FindsKeeps)(Resolver *resolver, uint32_t at, uint32_t symbol);
/* Keeps those that pass the test; keeps all if none passes. */
void finds_narrow(Resolver *resolver, uint32_t at, Finds *finds, FindsKeeps keeps);
/* Where a field and a method share a name (Rust): keeps methods for a call, else the fields. Keeps
   all when one kind is missing. */
void finds_keep_called(const Resolver *resolver, bool called, Finds *finds);
/* Drops functions that return nothing, which a chained call cannot mean; keeps all when nothing
   else is left. */
void finds_drop_void(Resolver *resolver, Finds *finds);
