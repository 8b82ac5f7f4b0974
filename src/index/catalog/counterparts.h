/* Counterparts: one symbol that is a definition, and others that declare it.
   - A prototype and its definition. A struct and its `typedef struct Name {…} Name`.
   - A class and its implementation (Objective-C).
   - A stub or interface file (`.pyi`, `.d.ts`, `.mli`, `.ads`) and the source next to it.
   - A tree of stubs and the package that it describes.
   - Hand-written declarations of a package and its sources (ambient.h). */
#pragma once

#include "index/catalog/catalog.h"

/* Number of symbols with one name that are examined; a repository has more of `main` or `init`. */
#define COUNTERPART_NAMESAKES_MAX 2000
#define COUNTERPART_MAX 64

/* Whether the symbol is only a declaration: a prototype, an `extern` variable, or anything in a
   stub. */
bool counterpart_announces(const Catalog *catalog, uint32_t symbol);
bool counterpart_is_announced(const CatalogFile *file, const Entry *entry);
/* Whether answers label the symbol a declaration. True only where declarations and definitions are
   separate, so not for methods of an interface. */
bool counterpart_is_declaration(const Catalog *catalog, uint32_t symbol);
/* Whether the language belongs to the C family, whose functions are linked together. */
bool counterpart_is_linked(const Language *language);
/* Whether the path names a stub; whether it is the stub of that source: `core.pyi` of `core.py`. */
bool counterpart_is_stub(Str path);
bool counterpart_is_stub_of(Str stub, Str path);
/* One of the paths where the source of a stub in a separate tree (`stubs/pkg/core.pyi`) may be;
   empty if the stub is in no such tree. `place` is below COUNTERPART_STUB_PLACES. The stub belongs
   to a source only if exactly one of these paths exists. */
#define COUNTERPART_STUB_PLACES 4
Str counterpart_stub_source(Arena *arena, Str stub, size_t place);
/* Whether some stub in a separate tree may belong to this source. */
bool counterpart_has_tree_stub(Catalog *catalog, Str path);
/* CommonJS: the function or class that the symbol `exports.f = f` exports under its own name, else
   SYMBOL_NOWHERE. */
uint32_t counterpart_exported(const Catalog *catalog, uint32_t symbol);
/* Whether the symbol may have a counterpart, judged without searching for one. */
bool counterpart_is_part(const Catalog *catalog, uint32_t symbol);
/* Whether `other` only declares `symbol` or is another part of it, so that a question about either
   means `symbol`. False for two symbols that both have a body. */
bool counterpart_stands_for(const Catalog *catalog, uint32_t symbol, uint32_t other);
/* Appends the counterparts that `symbol` represents, by file and line, at most COUNTERPART_MAX. The
   catalog must have its symbols. */
void counterpart_find(Catalog *catalog, Arena *arena, uint32_t symbol, IdVec *found);
