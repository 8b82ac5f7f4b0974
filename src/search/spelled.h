/* Other ways in which people write the name of a symbol: with what declares it, as a call, with the
   separators of another language, with quotes around it. */
#pragma once

#include "index/catalog/catalog.h"

#define SPELLED_MAX 12

/* What the text may stand for beside itself, the most likely first; none of them is the text. */
size_t spelled_variants(Arena *arena, Str text, Str list[SPELLED_MAX]);
/* `net/db.py::Repo.get` as src/net/db.py::Repo.get, where one file alone ends so; else empty. */
Str spelled_path(const Catalog *catalog, Arena *arena, Str text);
/* `m.run`: what is called `run` in the one file `m.*` that has it; SYMBOL_NOWHERE: none, or
   several. Needs the catalog's symbols. */
uint32_t spelled_by_stem(Catalog *catalog, Str text);
