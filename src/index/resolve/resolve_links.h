/* Which imports of a file give a name its meaning at a place. */
#pragma once

#include "index/resolve/resolve_scope.h"

/* The name under which what an import row brings is seen, or 0. */
uint32_t link_visible_name(Catalog *catalog, const ImportLink *link);
/* The imports that give a name its meaning at a place: those of the innermost function around it
   that has any, else those that all of the file sees. Several are alternatives (`try: import a …
   except: import b …`), what leads into the repository first. */
typedef struct LinksSeen {
    uint32_t links[4];
    uint32_t len;
    bool maybe;        /* Python: under a condition or in `try` */
    uint32_t function; /* entry of the function that has them, 0: the file */
} LinksSeen;
void links_seen(Resolver *resolver, SymbolPlace at, uint32_t name, LinksSeen *seen);

/* The entry of the last symbol that begins before the import; 0: none. */
uint32_t links_symbol_before(const CatalogFile *file, const ImportLink *link);
/* The entry of the symbol that the import stands in, as far as its file can be read; 0: none. */
uint32_t links_symbol_around(const CatalogFile *file, const ImportLink *link);
/* Whether the place is in what the import stands in. */
bool links_stands_around(const CatalogFile *file, uint32_t index, const ImportLink *link);
/* Whether what the import brings is seen at the place. Scala: only in what it stands in. */
bool links_is_seen(const Resolver *resolver, SymbolPlace at, const ImportLink *link);

void resolve_lua_reference(Scope *scope, const Reference *reference);
void resolve_perl_reference(Scope *scope, const Reference *reference);
