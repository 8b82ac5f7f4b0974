/* Between the rules of TypeScript and JavaScript and their settings. Only imports_script*.c include
   this. */
#pragma once

#include "index/imports/imports_rules.h"

/* The file of a path as an import writes it: extension and index may be missing. */
uint32_t import_script_file(const ImportQuery *query, Str path);
uint32_t import_script_below(const ImportQuery *query, Str folder, Str name);

/* What the settings of the file's folder say about a name that is no relative path. */
uint32_t import_script_mapped(const ImportQuery *query, Str name);
/* The folder of the repository's package of that name. */
bool import_script_named(Imports *imports, Str package, Str *folder);
/* The nearest folder above the file that has a package.json. */
bool import_script_own_package(const ImportQuery *query, Str *folder);
/* What the package.json of the folder gives for `below` (empty: the package itself). */
uint32_t import_script_package(const ImportQuery *query, Str folder, Str below);
