/* Subtypes and overrides, transitively: symbols that derive from a type, implement it or override a
   method. */
#pragma once

#include "index/catalog/catalog.h"

typedef enum DerivedHow {
    DERIVED_BASE,   /* names it as its base */
    DERIVED_SHAPE,  /* has every method of the interface (Go) */
    DERIVED_METHOD, /* overrides the method */
    DERIVED_ALIAS,  /* is only another name of it */
    DERIVED_VALUE,  /* a variable of the type, as C has tables of functions */
} DerivedHow;

typedef struct Derived {
    uint32_t symbol;
    uint32_t part; /* the part that derives: the symbol itself, or a block that adds to it */
    uint32_t of;   /* its base among the results, or the symbol asked about */
    uint32_t steps;
    DerivedHow how;
    bool likely, ambiguous;
} Derived;
typedef VEC(Derived) DerivedVec;

/* Bounds the walk down from a root class such as Object. */
#define DERIVED_MAX 5000

/* Whether the edge is from a name that is only another name of the type: not an heir of it. */
bool subtypes_is_alias(const Catalog *catalog, const Edge *edge);
/* Finds them nearest first, each once, at most DERIVED_MAX. Needs the catalog's symbols and
   links. */
void subtypes_find(Catalog *catalog, Arena *arena, uint32_t symbol, DerivedVec *found);
/* Whether it is a block with the name of its class or protocol, or a member of one: a Haskell
   instance, an Elixir defimpl. */
bool subtypes_is_named_block(const Catalog *catalog, uint32_t symbol);
