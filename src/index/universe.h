/* All definitions of a repository in compact arrays, and the resolution of references against them.
   Filled file by file from outlines; sealed once (imports, inheritance); then each file's
   references are resolved on their own, so that only one outline is in memory at a time.
   Independent of the store.

   Memory: about 40 bytes a symbol plus its names. Ids are given by the caller and must be dense. */
#pragma once

#include "lang/lang.h"

typedef struct Universe Universe;

typedef enum EdgeConfidence {
    EDGE_EXTERNAL,
    EDGE_AMBIGUOUS,
    EDGE_LIKELY,
    EDGE_EXACT
} EdgeConfidence;

typedef struct Edge {
    uint32_t caller; /* symbol id; 0 for code at file level */
    uint32_t callee; /* symbol id; 0 when external */
    Str external;    /* ext:package:name, or empty */
    ReferenceKind kind;
    EdgeConfidence confidence;
    uint32_t line;
    uint32_t candidates; /* how many there were when ambiguous; one Edge for each of the first 5 */
} Edge;
typedef VEC(Edge) EdgeVec;

typedef struct ImportEdge {
    uint32_t target_file; /* 0 when it leaves the repository */
    Str package;          /* then its package name */
    uint32_t line;
} ImportEdge;
typedef VEC(ImportEdge) ImportEdgeVec;

Universe *universe_open(Arena *arena);
/* Settings that decide imports: go.mod, tsconfig.json, package.json, Cargo.toml, pyproject.toml …
   handed over as text before universe_seal. */
void universe_add_manifest(Universe *universe, Str path, Str text);
/* `first_symbol` is the id of the outline's first symbol; the others follow in order. Ids start
   at 1. The outline's strings are copied as far as needed. Files are added in any order, ids
   ascending. */
void universe_add_file(Universe *universe, uint32_t file, Str path, const Outline *outline,
                       uint32_t first_symbol);
void universe_remove_file(Universe *universe, uint32_t file);
/* Resolves imports and inheritance; call again after adding or removing files. */
void universe_seal(Universe *universe);

void universe_resolve_imports(const Universe *universe, Arena *arena, uint32_t file,
                              const Outline *outline, ImportEdgeVec *imports);
void universe_resolve_file(const Universe *universe, Arena *arena, uint32_t file,
                           const Outline *outline, EdgeVec *edges);
