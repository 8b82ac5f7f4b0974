/* Internals of override.c, shared with its rules for Go (override_go.c). */
#pragma once

#include "base/id_map.h"
#include "search/override.h"

typedef struct Namesakes {
    VEC(IdSpan) lists;
    IdMap places;                     /* name id → index in `lists` */
    VEC(const struct Shape *) shapes; /* of override_shape.c: signatures that were read */
    IdMap shape_of;                   /* method → index in `shapes` */
} Namesakes;

typedef struct Kin {
    Catalog *catalog;
    Arena *arena;
    Namesakes *known; /* cache: listing a name's symbols may take a pass over many names */
    uint32_t focus, name;
    bool reads_types; /* signatures are compared by the types that are written */
    bool looks_down;  /* for overrides, not for what is overridden */
    IdVec types;      /* the focus's own types first */
    IdVec found;
} Kin;

const CatalogFile *override_file(const Catalog *catalog, uint32_t symbol);
bool override_is_method(const Entry *entry);
/* All symbols of a name, up to a limit; cached in kin->known. */
IdSpan override_namesakes(const Kin *kin, uint32_t name);
/* Appends the type that contains a method, or types in its directory that it names as its owner. */
void override_add_owners(Kin *kin, uint32_t method);
/* Whether a method belongs to the type, by nesting or by the owner it names. */
bool override_is_of_type(const Catalog *catalog, uint32_t method, uint32_t type);
/* Whether the edge leads to a base and is at least likely. */
bool override_is_base(const Edge *edge);
/* Adds a method to kin->found. */
void override_put(Kin *kin, uint32_t method);
/* Puts the overrides of a method into kin->found; false for symbols that cannot be overridden. */
bool override_look_down(Kin *kin, uint32_t method);

/* Adds the methods of Go interfaces that the focus's type satisfies. */
void override_add_asking(Kin *kin, uint32_t method);
/* For a method of a Go interface: adds the methods of types that satisfy the interface. */
void override_add_answering(Kin *kin, uint32_t method);
/* Whether the type has all methods of the interface, its own or promoted ones. False if the
   interface embeds one from outside, as its methods are then unknown. */
bool override_go_satisfies(Kin *kin, uint32_t type, uint32_t interface);
/* Whether the edge leads from a new name of a type to that type: `type Name Other`. */
bool override_go_is_underlying(const Catalog *catalog, const Edge *edge);
