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

/* The rule where a language has none of its own. */
void imports_path(ImportQuery *query);

/* What is known of a language: languages/<id>/imports.def. Its functions are in imports*.c of the
   same folder or, where languages share them, here; the build declares them in
   languages_imports.h. */
typedef struct ImportFacts {
    const char *language;
    ImportRule rule;
    ImportRule own; /* adds the rows that no import says, once a file */
    /* The files that form one package with this one (imports_package_files). */
    IdSpan (*package_files)(Imports *imports, uint32_t id);
    /* The package of a file, by its path, where no declaration says it. */
    Str (*package_name)(Str path);
    /* What rows of other files read of a file besides its package (imports_face). */
    uint64_t (*face)(const CatalogFile *file);
    const char *packages;  /* languages with the same word see one another's packages */
    bool names_namespaces; /* rows say which namespace is meant: a file may open several */
    /* Where an import names a file: */
    const char *joint;      /* between components; `/` is one as well */
    const char *ends[4];    /* what may be missing at the name's end */
    bool files_begin_small; /* the file's name with a small letter, the module's with a capital */
    /* Peculiarities: */
    bool has_module_tree;            /* files are modules of a tree, which `mod` declares */
    bool has_module_units;           /* several files may be units of one module */
    bool imports_pass_on;            /* what a file imports others can import from it */
    bool links_depend_on_block;      /* only the block around an import sees what it brings */
    bool prefers_typed_files;        /* of index.ts and index.js the first is meant */
    bool scripts_share_a_scope;      /* files without imports and exports do */
    bool star_replaces_names_before; /* `import *` of what nobody knows does */
} ImportFacts;
/* Never NULL. */
const ImportFacts *import_facts(const Language *language);

/* Sums of names, for ImportFacts.face: of what is at the top of a file or in a namespace of it, in
   whatever order; of its modules (imports_modules_key). */
uint64_t imports_top_names(const CatalogFile *file);

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
