/* Manifests: what package.json, Cargo.toml, go.mod, pyproject.toml and others of their kind say of
   a package and of the workspace around it. A row of languages/<id>/manifest.def for each file name
   leads to one reader, which turns the text into a Manifest. A manifest is data of a repository:
   nothing is executed, unknown syntax is skipped, and a file that cannot be parsed says nothing. */
#pragma once

#include "base/json.h"
#include "base/vec.h"

/* ---- dependencies ---- */

/* How many versions a requirement allows, ascending. */
typedef enum Openness {
    OPEN_NOT,
    OPEN_PATCH, /* ~1.2 */
    OPEN_MINOR, /* ^1.2 */
    OPEN_UP,    /* >=1.2, ranges */
    OPEN_ALL,   /* *, latest, or no version */
    OPEN_PLACE, /* an address: whatever is there */
} Openness;

typedef struct Dependency {
    Str name;
    Str version; /* as written; empty: none */
    Str package; /* its own name where the manifest gives it another one; else empty */
    Openness openness;
    uint32_t line;
    Str group; /* the member of a JSON manifest that lists it: `devDependencies`; else empty */
    bool own;  /* part of this repository: a path, a workspace */
    bool peer; /* required of the user's project, so no lock has it */
} Dependency;
typedef VEC(Dependency) DependencyVec;

/* ---- one manifest ---- */

/* A command or a program: its name, and what it runs. */
typedef struct ManifestItem {
    Str name, text;
} ManifestItem;
typedef VEC(ManifestItem) ManifestItemVec;
typedef VEC(Str) ManifestPatternVec;

typedef struct ManifestKind ManifestKind;

/* All texts point into `text` or are in the arena of manifest_read. */
typedef struct Manifest {
    const ManifestKind *kind; /* NULL: the path is that of no manifest */
    Str path;
    Str text;         /* of JSON without comments, in the same places */
    const Json *root; /* of JSON and TOML; NULL: another format, or it cannot be parsed */
    Str name;         /* under which the package is published; empty: none is given */
    Str library;      /* under which code imports it, where that is another name */
    Str description;
    Str manager;                /* the program that installs its packages, where it says so */
    bool is_private;            /* the package is never published */
    ManifestItemVec commands;   /* of developers: `test` → `jest` */
    ManifestItemVec programs;   /* that the package installs: `fovea` → `bin/fovea.js` */
    ManifestPatternVec members; /* directories of the workspace's packages; `!` negates */
    Arena *arena;
    DependencyVec required; /* manifest_dependencies */
} Manifest;

Manifest manifest_read(Arena *arena, Str path, Str text);
/* The packages that the manifest requires, in the order of its text, as it was read for the first
   time: the list is kept. */
const DependencyVec *manifest_dependencies(Manifest *manifest);
/* The text of a command; empty: it has no command of that name. */
Str manifest_command(const Manifest *manifest, const char *name);
/* Whether the manifest requires the package in the group; NULL: in any. */
bool manifest_requires(Manifest *manifest, const char *group, const char *name);

/* The dependency of another state that corresponds to `wanted`: a manifest may list a package in
   several groups. Prefers the same version, else the one that allows most. NULL: none of that
   name. */
const Dependency *dependency_find(const DependencyVec *list, const Dependency *wanted);
/* The version as written, or `(none)`. */
Str dependency_shown(const Dependency *dependency);
const char *openness_name(Openness openness);

/* ---- rows of languages/<id>/manifest.def ---- */

typedef enum ManifestFormat {
    MANIFEST_LINES,
    MANIFEST_JSON,
    MANIFEST_TOML
} ManifestFormat;
typedef void (*ManifestReader)(Manifest *manifest);

struct ManifestKind {
    const char *name;   /* of the file; `*.txt`: of every file with that end */
    const char *within; /* has to be in the path; or NULL */
    ManifestFormat format;
    ManifestReader read; /* all except dependencies; of JSON and TOML that could be parsed */
    ManifestReader read_required; /* the dependencies, likewise; NULL: it lists none */
    const char *system;   /* of packages, to which its package belongs; NULL: it declares none */
    const char *members;  /* what the manifests of a workspace's packages are called, or NULL */
    const char *locks[7]; /* lock files; NULL-terminated */
    bool locks_names;     /* the lock has packages under the manifest's names */
    bool locks_ranges;    /* the lock records the versions that the manifest requires */
};

#define MANIFEST_FILE(...) {.name = __VA_ARGS__},

/* The rows of one language, in the order of its file. */
typedef struct ManifestTable {
    const char *language;
    const ManifestKind *rows;
    size_t count;
} ManifestTable;

/* The kind of manifest; NULL: the path is that of no manifest. */
const ManifestKind *manifest_kind(Str path);
/* The same of one that lists dependencies. */
const ManifestKind *manifest_kind_with_dependencies(Str path);
/* Whether the path is that of a lock file, which records the versions that a manifest got. */
bool manifest_is_lock(Str path);
/* Whether packages of a workspace have manifests of that name. */
bool manifest_is_of_member(Str path);
