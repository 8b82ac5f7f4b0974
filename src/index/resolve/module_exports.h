/* Exports of modules (files) of Python, TypeScript and JavaScript. */
#pragma once

#include "index/resolve/visible.h"

/* Adds to *meaning the symbols of a name in a module, through re-exports. */
void module_exports_find(Resolver *resolver, uint32_t file, uint32_t name, FindKind kind,
                         Meaning *meaning);
/* The same for its default export. */
void module_exports_find_default(Resolver *resolver, uint32_t file, FindKind kind,
                                 Meaning *meaning);
/* Whether `require` returns the default export (`module.exports =`, `export =`); false for `export
   default`. */
bool module_exports_is_module(Resolver *resolver, uint32_t file);
/* Whether the file has the name from `import * as name`. */
bool module_exports_is_space(Resolver *resolver, uint32_t file, Str name);
