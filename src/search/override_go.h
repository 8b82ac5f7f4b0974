/* Between override.c and what it knows of Go. */
#pragma once

#include "base/id_map.h"
#include "search/override.h"

typedef struct Namesakes {
    VEC(IdSpan) lists;
    IdMap places; /* by name id */
} Namesakes;

typedef struct Kin {
    Catalog *catalog;
    Arena *arena;
    Namesakes *known; /* a list of a name is a pass over many names */
    uint32_t focus, name;
    IdVec types; /* the focus's own first */
    IdVec found;
} Kin;

const CatalogFile *override_file(const Catalog *catalog, uint32_t symbol);
bool override_is_method(const Entry *entry);
IdSpan override_namesakes(const Kin *kin, uint32_t name);
/* Appends the type that holds a method, or those beside it that it names. */
void override_add_owners(Kin *kin, uint32_t method);
/* Whether a method is one of the type, by its place or by the owner that it names. */
bool override_is_of_type(const Catalog *catalog, uint32_t method, uint32_t type);
/* Whether it is a base that is sure enough. */
bool override_is_base(const Edge *edge);
void override_put(Kin *kin, uint32_t method);
/* What stands in for a method, to kin->found; false for what nothing can stand in for. */
bool override_look_down(Kin *kin, uint32_t method);

/* The methods of Go's interfaces whose every method the focus's type has. */
void override_add_asking(Kin *kin, uint32_t method);
/* Of a method of an interface of Go: those of types that have every method of the interface. */
void override_add_answering(Kin *kin, uint32_t method);
/* Whether two signatures of Go take parameters of the same types, as far as their last names tell:
   `(a, b int, c *pkg.T)` and `(int, int, T)` do. */
bool override_go_alike(Str a, Str b);
