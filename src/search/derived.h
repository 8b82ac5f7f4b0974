/* What is derived from a type, implements it or stands in for a method, however far down. */
#pragma once

#include "index/catalog/catalog.h"

typedef enum DerivedHow {
    DERIVED_BASE,   /* names it as its base */
    DERIVED_SHAPE,  /* has every method that the interface asks for (Go) */
    DERIVED_METHOD, /* stands in for the method */
    DERIVED_VALUE,  /* a variable of the type, as C has tables of functions */
} DerivedHow;

typedef struct Derived {
    uint32_t symbol;
    uint32_t part; /* of it that says so: the symbol itself, or a block that adds to it */
    uint32_t of;   /* its base among them, or the symbol that was asked about */
    uint32_t steps;
    DerivedHow how;
    bool likely, ambiguous;
} Derived;
typedef VEC(Derived) DerivedVec;

#define DERIVED_MAX 5000

/* Nearest first, each once, at most DERIVED_MAX. Needs the catalog's symbols and links. */
void derived_find(Catalog *catalog, Arena *arena, uint32_t symbol, DerivedVec *found);
