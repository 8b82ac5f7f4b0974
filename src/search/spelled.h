/* Alternative spellings of symbol names: with a keyword, as a call, with the separators of another
   language, in quotes. */
#pragma once

#include "index/catalog/catalog.h"

/* Room for all the spellings that are made of one name. */
#define SPELLED_MAX 12

/* Other texts that `text` may mean, the most likely first, without `text` itself. Returns their
   number. */
size_t spelled_variants(Arena *arena, Str text, Str list[SPELLED_MAX]);
/* Completes a partial path: `net/db.py::Repo.get` becomes src/net/db.py::Repo.get if exactly one
   path ends with it; else empty. */
Str spelled_path(const Catalog *catalog, Arena *arena, Str text);
/* `m.run`: the symbol `run` in the only file `m.*` that has one; SYMBOL_NOWHERE: none, or several.
   Needs the catalog's symbols. */
uint32_t spelled_by_stem(Catalog *catalog, Str text);
