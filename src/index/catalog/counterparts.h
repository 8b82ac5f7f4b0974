/* Symbols that are one thing although they stand in several places: a prototype and its definition,
   `typedef struct Name {…} Name`, a class and its implementation (Objective-C), what a stub or an
   interface file (`.pyi`, `.d.ts`, `.mli`, `.ads`) announces and what stands in the source beside
   it, a tree of stubs and the package that it is of, hand-written declarations of a package and its
   sources (ambient.h). One has the body; the others announce it. */
#pragma once

#include "index/catalog/catalog.h"

/* Others that are looked at: a repository has more of `main` or `init`. */
#define JOINED_NAMESAKES_MAX 2000
#define JOINED_MAX 64

/* Only announces what stands elsewhere: a prototype, an `extern` variable, all of a stub's. */
bool counterpart_announces(const Catalog *catalog, uint32_t symbol);
bool counterpart_is_announced(const CatalogFile *file, const Entry *entry);
/* Whether an answer says of it that it is a declaration: where there are definitions apart from
   declarations, so not of an interface's methods. */
bool counterpart_is_declaration(const Catalog *catalog, uint32_t symbol);
/* Whether a language is one of C's, which link each other's functions. */
bool counterpart_is_linked(const Language *language);
/* Whether that file's symbols announce those of the other: `core.pyi` those of `core.py`. */
bool counterpart_is_stub(Str path);
bool counterpart_is_stub_of(Str stub, Str path);
/* Of a stub in a tree of its own (`stubs/pkg/core.pyi`) one of the paths that its source may have;
   empty of others. It is the source's if that is the only one there. */
#define JOINED_STUB_PLACES 4
Str counterpart_stub_source(Arena *arena, Str stub, size_t place);
/* Whether a source's path is one of these. */
bool counterpart_has_tree_stub(Catalog *catalog, Str path);
/* CommonJS: the function or class that `exports.f = f` exports under its own name, else
   SYMBOL_NOWHERE. */
uint32_t counterpart_exported(const Catalog *catalog, uint32_t symbol);
/* Whether another symbol may stand for it, told without looking for one. */
bool counterpart_is_part(const Catalog *catalog, uint32_t symbol);
/* Whether `other` only announces `symbol`, or is another part of it, so that who asks for either
   means `symbol`. False for two that both have a body. */
bool counterpart_stands_for(const Catalog *catalog, uint32_t symbol, uint32_t other);
/* Appends all that the symbol stands for, by file and line, at most JOINED_MAX. Needs the catalog's
   symbols. */
void counterpart_find(Catalog *catalog, Arena *arena, uint32_t symbol, IdVec *found);
