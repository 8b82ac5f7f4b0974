/* Members by the name of a type that only inherits them: Flask.route is Scaffold.route. */
#pragma once

#include "index/catalog/catalog.h"

typedef struct Inherited {
    uint32_t type;   /* the one that was named */
    uint32_t member; /* the nearest base's; SYMBOL_NOWHERE: none */
    bool within;     /* no base's: of something that the type holds */
} Inherited;

/* `text`: a type by any of its names, a separator, a member. Needs the catalog's symbols and links.
 */
Inherited inherited_find(Catalog *catalog, Arena *arena, Str text);
