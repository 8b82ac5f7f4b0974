/* Import resolution: which file of the repository an import refers to, or which external
   package.

   Each language has its own rules. They use the paths, names and packages in the catalog, and
   settings of the repository (tsconfig.json, package.json, go.mod, Cargo.toml). Settings are
   read as data only; invalid ones are ignored. A target is always a file of the catalog.

   Each name that an import makes visible is a row. An import that names nothing is one row
   without name and alias. The target of a package with several files (Go, Java, C#) is its first
   file in path order; imports_package_files gives the others.

   A row's package is the import's external name: a Python module (`os.path`), an npm package
   (`react`), a Go path, a crate, a Java package, a header. It is 0 when the target is a file of
   the repository. In C# and PHP it is always the namespace meant, since a file may declare
   several.

   Two kinds of rows have no statement of their own: `from pkg import module` has one to the
   module's file (name 0), and Rust's `mod x;` one to the file of the module. */
#pragma once

#include "git/repo.h"
#include "index/catalog/catalog.h"

typedef struct Imports Imports;

/* Opens import resolution for a catalog, which must outlive it and whose list of files must not
   change. Settings are read when first needed. New names are added to the catalog. */
Imports *imports_open(Arena *arena, Catalog *catalog, const GitRepo *repo);
/* Appends the rows of the file, in the order of its imports. `arena` and `scratch` must differ. */
void imports_resolve(Imports *imports, Arena *arena, Arena scratch, uint32_t file,
                     const Outline *outline, ImportLinkVec *links);
/* The files of the same language that form one package with this one, itself included, in path
   order: Go's folder; a Java, Kotlin, Scala, C# or PHP namespace; TypeScript's files without
   imports and exports. In languages without such packages, only the file itself. */
IdSpan imports_package_files(Imports *imports, uint32_t file);
/* Languages with packages (Java, C# and similar): the namespace that the file or its first block
   declares. */
Str imports_package_name(const Catalog *catalog, const CatalogFile *file);
/* Look-ups for a name in the file's code, in languages such as Java: whether any package begins
   with the name; the first file of a package; the nearest file that declares a path at its top
   level. The last two return FILE_NOWHERE if no file matches. */
bool imports_has_root(Imports *imports, Arena scratch, uint32_t file, Str name);
uint32_t imports_find_package(Imports *imports, Arena scratch, uint32_t file, Str package);
uint32_t imports_find_named(Imports *imports, Arena scratch, uint32_t file, Str path);
/* TypeScript: whether the file has neither imports nor exports and is not a test. */
bool imports_is_script(const CatalogFile *file);
/* Hash of the file's statements about its package. While this, the file's path and the folders
   with a package.json stay the same, so does imports_package_files. */
uint64_t imports_unit_key(const Catalog *catalog, const CatalogFile *file);
/* Rust: hash of the file's modules and their `#[path]` attributes; 0 for other languages. */
uint64_t imports_modules_key(const CatalogFile *file);
/* Facts of a language on which updates depend (ImportFacts in imports_rules.h). */
bool imports_have_module_tree(const Language *language);
bool imports_pass_on(const Language *language);
bool imports_links_depend_on_block(const Language *language);
bool imports_star_replaces_names(const Language *language);
/* Hash of everything in a file, besides its path, on which rows of other files depend: its
   package, its top-level names where rules use these, its text if it holds settings. While these
   hashes and the list of paths stay the same, so do all rows. */
uint64_t imports_face(const Catalog *catalog, const CatalogFile *file);
/* All files, in path order. */
IdSpan imports_files(const Imports *imports);
/* The file's index in imports_files. */
uint32_t imports_place(const Imports *imports, uint32_t file);
/* The file id of a path, or FILE_NOWHERE. */
uint32_t imports_find_file(const Imports *imports, Str path);
