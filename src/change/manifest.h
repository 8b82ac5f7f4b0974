/* Dependencies of package manifests: the third-party packages they require, and in which versions.
   The format is known by the file's name. A manifest that cannot be parsed has no dependencies. */
#pragma once

#include "base/buf.h"
#include "base/vec.h"

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
    Openness openness;
    uint32_t line;
    bool own;  /* part of this repository: a path, a workspace */
    bool peer; /* required of the user's project, so no lock has it */
} Dependency;
typedef VEC(Dependency) DependencyVec;

typedef struct ManifestKind {
    const char *name; /* of the file; "requirements" covers any .txt file with that in its path */
    const char *locks[7]; /* lock files; NULL-terminated */
    bool locks_names;     /* the lock has packages under the manifest's names */
    bool locks_ranges;    /* the lock records the versions that the manifest requires */
} ManifestKind;

/* The kind of manifest; NULL: the path is no manifest. */
const ManifestKind *manifest_kind(Str path);
DependencyVec manifest_read(Arena *arena, Str path, Str text);
/* The dependency of another state that corresponds to `wanted`: a manifest may list a package in
   several groups. Prefers the same version, else the one that allows most. NULL: none of that
   name. */
const Dependency *dependency_find(const DependencyVec *list, const Dependency *wanted);

typedef struct DependencyChange {
    Str name;
    const Dependency *old, *new; /* NULL: not required */
} DependencyChange;
typedef VEC(DependencyChange) DependencyChangeVec;

/* Appends differences between two states of a manifest: new packages and versions first, then
   removed packages. Appends nothing if the path is no manifest. */
void manifest_compare(Arena *arena, Str path, Str old, Str new, DependencyChangeVec *changes);
/* The version as written, or `(none)`. */
Str dependency_shown(const Dependency *dependency);
const char *openness_name(Openness openness);
