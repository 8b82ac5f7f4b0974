/* Interface between the import rules of TypeScript and JavaScript and their settings. Only
   imports_script*.c include this. Functions that look for a file return FILE_NOWHERE if they find
   none. */
#pragma once

#include "index/imports/imports_rules.h"

/* The file of a path as written in an import: extension and index file may be omitted. */
uint32_t imports_script_file(const ImportQuery *query, Str path);
uint32_t imports_script_below(const ImportQuery *query, Str folder, Str name);

/* The file to which the settings of the importing file's folder map a name that is not a relative
   path. */
uint32_t imports_script_mapped(const ImportQuery *query, Str name);
/* The folder of the repository's package with that name; false if no package has it. */
bool imports_script_named(Imports *imports, Str package, Str *folder);
/* The nearest folder above the file with a package.json; false if no folder has one. */
bool imports_script_own_package(const ImportQuery *query, Str *folder);
/* The file that the folder's package.json gives for the subpath `below`; empty is the package
   itself. */
uint32_t imports_script_package(const ImportQuery *query, Str folder, Str below);
