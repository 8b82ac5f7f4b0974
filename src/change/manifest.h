/* Which packages of others a manifest asks for, in which versions. By the file's name; what cannot
   be read asks for nothing. */
#pragma once

#include "base/buf.h"
#include "base/vec.h"

/* From one version to any. */
typedef enum Openness {
    OPEN_NOT,
    OPEN_PATCH, /* ~1.2 */
    OPEN_MINOR, /* ^1.2 */
    OPEN_UP,    /* >=1.2, ranges */
    OPEN_ALL,   /* *, latest, none said */
    OPEN_PLACE, /* an address: whatever stands there */
} Openness;

typedef struct Dependency {
    Str name;
    Str version; /* as written; empty: none */
    Openness openness;
    uint32_t line;
    bool own;  /* of this repository: a path, a workspace */
    bool peer; /* asked of who uses it: locked by nobody */
} Dependency;
typedef VEC(Dependency) DependencyVec;

typedef struct ManifestKind {
    const char *name;     /* of the file; `*` at both ends of what stands in it */
    const char *locks[7]; /* NULL-terminated */
    bool locks_names;     /* in the lock a package has the name that the manifest has */
    bool locks_ranges;    /* the lock says which versions the manifest asked for */
} ManifestKind;

/* NULL: it is none. */
const ManifestKind *manifest_kind(Str path);
DependencyVec manifest_read(Arena *arena, Str path, Str text);
/* What another state asks for by the name of one: a manifest may name a package in several groups.
   The same version before all, else the one that takes the most. NULL: there is none. */
const Dependency *dependency_find(const DependencyVec *list, const Dependency *wanted);

typedef struct DependencyChange {
    Str name;
    const Dependency *old, *new; /* NULL: not asked for */
} DependencyChange;
typedef VEC(DependencyChange) DependencyChangeVec;

/* Appends what one manifest asks for otherwise than before: what came or has another version, then
   what went. Nothing when the path is none of a manifest. */
void manifest_compare(Arena *arena, Str path, Str old, Str new, DependencyChangeVec *changes);
/* Its version as written, or `(none)`. */
Str dependency_shown(const Dependency *dependency);
const char *openness_name(Openness openness);
