/* Which file of the repository an import means, or which package outside. Each language's own
   rules, on the paths, names and packages that the catalog knows; settings of the repository
   (tsconfig.json, package.json, go.mod, Cargo.toml …) are read as data, and what is wrong with them
   only means that they say nothing. No file outside the catalog is ever a target.

   A row's package is what the import is called outside the repository: a Python module
   (`os.path`), an npm package (`react`), a Go path, a crate, a Java package, a header; it is 0 when
   the target is a file of the repository, but for C# and PHP: there it is the namespace that is
   meant, since a file may open several. What one import makes visible is one row each; an import
   that names nothing is one row without name and alias. A package of several files (Go, Java, C#)
   has as target the first of them in path order: imports_package_files gives the others.

   Rows beside what is written: `from pkg import module` leads to the module's file (name 0), and
   Rust's `mod x;` is a row whose target is the module's file. */
#pragma once

#include "git/repo.h"
#include "index/catalog/catalog.h"

typedef struct Imports Imports;

/* The catalog must outlive it and its list of files must not change; settings are read when
   they are first needed. New names are put into the catalog. */
Imports *imports_open(Arena *arena, Catalog *catalog, const GitRepo *repo);
/* Appends the rows of the file in the order of its imports. `arena` may not be that of `scratch`.
 */
void imports_resolve(Imports *imports, Arena *arena, Arena scratch, uint32_t file,
                     const Outline *outline, ImportLinkVec *links);
/* Rust: a module, which is a file or, with an entry, a block in it. */
typedef struct ImportModule {
    uint32_t file, entry;
} ImportModule;
/* Rust: takes `crate`, `self`, `super`, a module that is declared there, or a crate of the
   repository off the front of a path in code, and the modules that follow. Gives how many parts of
   the path these are; 0: it begins otherwise, or leads out of the repository. */
size_t imports_rust_path(Imports *imports, Arena scratch, ImportModule here, Str path,
                         ImportModule *module);
/* Rust: where a module without a body is. False when there is no such file. */
bool imports_rust_declared(Imports *imports, ImportModule declaration,
                           ImportModule *module) MUST_USE;
/* Rust: the files that one name stands for under different conditions: `#[cfg(unix)] mod sys;` and
   `#[cfg_attr(…, path = …)]`. The file itself among them; at most `max`, which is not 0. */
size_t imports_rust_variants(Imports *imports, uint32_t file, uint32_t *files, size_t max);
/* The files of the same language that form one package with this one, itself included, in path
   order: Go's folder, a Java, Kotlin, Scala, C# or PHP namespace, TypeScript's files without
   imports and exports. Just the file where there are no such packages. */
IdSpan imports_package_files(Imports *imports, uint32_t file);
/* Java, C# and their kin: the namespace that the file declares, or that of its first block. */
Str imports_package_name(const Catalog *catalog, const CatalogFile *file);
/* Java and its kin, as code in the file says it: whether packages begin with the name; the first
   file of a package; the nearest that declares the name, a whole path, at its top. Else
   FILE_NOWHERE. */
bool imports_has_root(Imports *imports, Arena scratch, uint32_t file, Str name);
uint32_t imports_find_package(Imports *imports, Arena scratch, uint32_t file, Str package);
uint32_t imports_find_named(Imports *imports, Arena scratch, uint32_t file, Str path);
/* TypeScript: a file without imports and exports, and no test. */
bool imports_is_script(const CatalogFile *file);
/* What a file itself says of the package that it is in: while it is the same, and its path and the
   folders of package.json are, so are imports_package_files. */
uint64_t imports_unit_key(const Catalog *catalog, const CatalogFile *file);
/* Rust: its modules, below which files may stand, and where `#[path]` puts them; 0 of others. */
uint64_t imports_modules_key(const CatalogFile *file);
/* Facts of a language that updates depend on (ImportFacts in imports_rules.h). */
bool imports_have_module_tree(const Language *language);
bool imports_pass_on(const Language *language);
bool imports_links_depend_on_block(const Language *language);
bool imports_star_replaces_names(const Language *language);
/* All that rows of other files read of a file beside its path: its package, the names at its top
   where rules ask for these, its text where it is settings. While the faces of all files and the
   list of paths are the same, rows are. */
uint64_t imports_face(const Catalog *catalog, const CatalogFile *file);
/* All files, in path order. */
IdSpan imports_files(const Imports *imports);
/* Where a file stands in it. */
uint32_t imports_place(const Imports *imports, uint32_t file);
/* File id of a path, or FILE_NOWHERE. */
uint32_t imports_find_file(const Imports *imports, Str path);
