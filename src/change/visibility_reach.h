/* Who else sees a declaration that fewer can see: the files of its package or module. */
#pragma once

#include "change/change.h"
#include "index/catalog/catalog.h"

/* The folders of a catalog that have a manifest, which each hold a module. */
typedef struct ModuleFolders {
    bool read;
    StrVec folders;
} ModuleFolders;

/* Whether code of the file still sees the new form of a symbol: it is in the module, or in the
   package, to which the symbol is visible now. `folders` is filled in when it is needed. */
bool visibility_reach_has(Arena *arena, const Catalog *catalog, ModuleFolders *folders,
                          const ChangeSet *set, const ChangedSymbol *changed, Str path);
