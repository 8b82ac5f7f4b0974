/* Interface of the import rules of the languages. Only imports*.[ch] include this. */
#pragma once

#include "index/imports/imports.h"
#include "index/imports/imports_paths.h"

#include "base/json.h"
#include "manifest/manifest.h"

typedef struct ImportScripts ImportScripts; /* TypeScript and JavaScript */
typedef struct ImportPythons ImportPythons;
typedef struct ImportPackages ImportPackages; /* namespaces by name: Java and similar */
typedef struct ImportCrates ImportCrates;
typedef struct ImportModules ImportModules; /* module tree of Rust */
typedef struct ImportGo ImportGo;
typedef struct ImportUnits ImportUnits;     /* module units of C++ */
typedef struct ImportGlobals ImportGlobals; /* TypeScript files that are not modules */

struct Imports {
    Arena *arena;
    Catalog *catalog;
    Str root;
    ImportPaths paths;
    /* By language; created at the first request, NULL before. */
    ImportScripts *scripts;
    ImportPythons *pythons;
    ImportPackages *packages;
    ImportCrates *crates;
    ImportModules *modules;
    ImportGo *go;
    ImportUnits *units;
    ImportGlobals *globals;
};

/* One import of a file, and where its rows are added. */
typedef struct ImportQuery {
    Imports *imports;
    Arena *arena; /* for the rows */
    Arena *scratch;
    uint32_t file;
    Str path, folder; /* of the file */
    const Outline *outline;
    const Import *import;
    ImportLinkVec *links;
} ImportQuery;

/* Adds the rows of query->import. */
typedef void (*ImportRule)(ImportQuery *query);

/* The rule of languages without one of their own: an import names a file by its path. */
void imports_path(ImportQuery *query);

/* Facts about imports in a language: languages/<id>/imports.def. Its functions are in imports*.c
   of that folder or, when languages share them, here. The build declares them in
   languages_imports.h. */
typedef struct ImportFacts {
    const char *language;
    ImportRule rule;
    ImportRule own; /* adds rows that belong to no import; called once a file */
    /* The files that form one package with this one (imports_package_files); may be NULL. */
    IdSpan (*package_files)(Imports *imports, uint32_t id);
    /* The package of a file by its path, where no declaration gives it; may be NULL. */
    Str (*package_name)(Str path);
    /* Hash of the parts of a file that rows of other files read, except its package
       (imports_face); may be NULL. */
    uint64_t (*face)(const CatalogFile *file);
    const char *packages;  /* languages with the same word see one another's packages */
    bool names_namespaces; /* rows give the namespace, since a file may declare several */
    /* For languages whose imports name files: */
    const char *joint;      /* separator of components, besides `/` */
    const char *ends[4];    /* extensions that may be omitted */
    bool files_begin_small; /* files begin in lower case, modules with a capital */
    /* Special cases: */
    bool has_module_tree;            /* files form a tree of modules, which `mod` declares */
    bool has_module_units;           /* several files may be units of one module */
    bool imports_pass_on;            /* files re-export their imports */
    bool links_depend_on_block;      /* an import is visible only in the block around it */
    bool prefers_typed_files;        /* index.ts takes precedence over index.js */
    bool scripts_share_a_scope;      /* files without imports and exports share a scope */
    bool star_replaces_names_before; /* `import *` of an unknown module does */
} ImportFacts;
/* The facts of a language, never NULL. */
const ImportFacts *imports_facts(const Language *language);

/* C: the file that an include means, or FILE_NOWHERE. *is_near: its path from the including file's
   folder is the one that is written. */
uint32_t imports_c_target(const ImportPaths *paths, Arena *scratch, Str folder,
                          const Import *import, bool *is_near);

/* Hash of a file's top-level names, those in its namespaces included, independent of their
   order; for ImportFacts.face. */
uint64_t imports_top_names(const CatalogFile *file);

/* Look-ups for languages such as Java. `_first`: the first file that is in the package or declares
   it as a block. `_named`: the nearest file that declares a path at its top level. `_front`: the
   longest front of a path that is so declared, and its file. */
uint32_t imports_package_first(const ImportQuery *query, Str package);
uint32_t imports_package_named(const ImportQuery *query, Str path);
Str imports_package_front(const ImportQuery *query, Str path, uint32_t *file);

/* The first component: `a` of `a.b.c`. */
static inline Str imports_first_part(Str dotted)
{
    return str_slice(dotted, 0, str_find_byte(dotted, '.'));
}

/* Whether the entry is enclosed only by namespaces. */
bool imports_is_outer(const CatalogFile *file, uint32_t entry);

/* ---- rows ---- */

void imports_add(ImportQuery *query, const Binding *binding, uint32_t target, Str package);
/* Adds a row to the target for each name of the import, or one row without a name. */
void imports_add_all(ImportQuery *query, uint32_t target, Str package);

/* ---- settings ---- */

/* A settings file of the catalog as JSON (comments and trailing commas allowed). NULL when it
   cannot be read, is invalid, or is larger than IMPORT_SETTINGS_BYTES_MAX. */
const Json *imports_settings_json(Imports *imports, Arena *arena, uint32_t file);
/* What it says as a manifest of packages. */
Manifest imports_settings_manifest(Imports *imports, Arena *arena, uint32_t file);
