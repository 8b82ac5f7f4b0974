/* Inherited members: resolves a member named through a type that only inherits it. Flask.route is
   Scaffold.route. */
#pragma once

#include "index/catalog/catalog.h"

typedef struct Inherited {
    uint32_t type;   /* the type that was named */
    uint32_t member; /* the nearest base's; SYMBOL_NOWHERE: none */
    bool within;     /* not inherited: a member of the type, or of something in it */
} Inherited;

/* `text`: a handle of a type, a separator, a member's name. Both fields are SYMBOL_NOWHERE if the
   type is not clear or no type has such a member. Needs the catalog's symbols and links. */
Inherited inherited_find(Catalog *catalog, Arena *arena, Str text);
