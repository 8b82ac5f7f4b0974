/* What the import rules of the languages share. Only imports*.c include this. */
#pragma once

#include "index/imports/imports.h"
#include "index/imports/imports_paths.h"

#include "base/json.h"

typedef struct ImportScripts ImportScripts; /* TypeScript and JavaScript */
typedef struct ImportPythons ImportPythons;
typedef struct ImportPackages ImportPackages; /* namespaces by name: Java and its kin */
typedef struct ImportCrates ImportCrates;
typedef struct ImportModules ImportModules; /* of Rust */
typedef struct ImportGo ImportGo;
typedef struct ImportUnits ImportUnits;     /* of modules of C++ */
typedef struct ImportGlobals ImportGlobals; /* files of TypeScript that are no modules */

struct Imports {
    Arena *arena;
    Catalog *catalog;
    Str root;
    ImportPaths paths;
    /* Made when a file of the language first asks; NULL before. */
    ImportScripts *scripts;
    ImportPythons *pythons;
    ImportPackages *packages;
    ImportCrates *crates;
    ImportModules *modules;
    ImportGo *go;
    ImportUnits *units;
    ImportGlobals *globals;
};

/* One import of one file, and where its rows go. */
typedef struct ImportQuery {
    Imports *imports;
    Arena *arena; /* of the rows */
    Arena *scratch;
    uint32_t file;
    Str path, folder; /* of the file */
    const Outline *outline;
    const Import *import;
    ImportLinkVec *links;
} ImportQuery;

/* Adds the rows of query->import. */
typedef void (*ImportRule)(ImportQuery *query);

void imports_python(ImportQuery *query);
void imports_script(ImportQuery *query);
void imports_c(ImportQuery *query);
void imports_go(ImportQuery *query);
void imports_rust(ImportQuery *query);
void imports_package(ImportQuery *query);
void imports_scala(ImportQuery *query);
void imports_path(ImportQuery *query);
void imports_modules(ImportQuery *query);

/* Rows for the modules that a file of Rust declares without body. */
void imports_rust_modules(ImportQuery *query);
/* imports_package_files of their languages; empty for others. */
IdSpan imports_go_package(Imports *imports, uint32_t id);
IdSpan imports_script_globals(Imports *imports, uint32_t file);
IdSpan imports_package_of(Imports *imports, uint32_t id);

/* Scala: the row for what the package object of the file's own package has. */
void imports_scala_own(ImportQuery *query);

/* Java and its kin: the first file that is in the package or opens it; the nearest that declares
   the name, a whole path, at its top; the longest front of a path that is declared so, and its
   file. */
uint32_t imports_package_first(const ImportQuery *query, Str package);
uint32_t imports_package_named(const ImportQuery *query, Str path);
Str imports_package_front(const ImportQuery *query, Str path, uint32_t *file);

/* `a` of `a.b.c`. */
static inline Str imports_first_part(Str dotted)
{
    return str_slice(dotted, 0, str_find_byte(dotted, '.'));
}

/* Whether nothing but namespaces is around the entry. */
bool imports_is_outer(const CatalogFile *file, uint32_t entry);

/* ---- rows ---- */

void imports_add(ImportQuery *query, const Binding *binding, uint32_t target, Str package);
/* One row for each name of the import, or one without: all lead to the target. */
void imports_add_all(ImportQuery *query, uint32_t target, Str package);

/* ---- settings ---- */

/* A settings file of the catalog as text; empty when it cannot be read, is no file of the tree, or
   its path is not of one that may hold settings. */
Str imports_settings_text(Imports *imports, Arena *arena, uint32_t file);
/* The same as JSON with comments and trailing commas, or TOML; NULL when it is neither. */
const Json *imports_settings_json(Imports *imports, Arena *arena, uint32_t file);
const Json *imports_settings_toml(Imports *imports, Arena *arena, uint32_t file);
/* The string at the key, or empty. */
Str imports_settings_string(const Json *object, const char *key);
