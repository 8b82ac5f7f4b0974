/* Who means whom: imports to files, references to symbols. Works on the catalog's entries and one
   file's outline at a time, so that the memory is that of the catalog. Every edge says how sure it
   is; what cannot be told apart is left out or named as candidates, never guessed.

   Rules, from the most to the least certain (docs/edges.md): scope and receiver,
   then imports, then the same package, then a name that is unique in the repository among what is
   visible. A receiver of a foreign type never leads into the repository. */
#pragma once

#include "git/repo.h"
#include "index/catalog/catalog.h"

typedef struct Resolver Resolver;

/* Prepares for many files: reads the settings that decide imports (tsconfig.json, go.mod,
   package.json, Cargo.toml …) and resolves the imports of every file of the catalog whose links
   are not set yet. The catalog must be numbered and must not change until resolve_close. */
Resolver *resolve_open(Arena *arena, Arena scratch, Catalog *catalog, const GitRepo *repo);
void resolve_close(Resolver **resolver); /* works as SCOPED(resolve_close) */
/* A file's imports, and the file that stands for the package of a file, as the catalog is now. */
const ImportLinkVec *resolve_imports(Resolver *resolver, uint32_t file);
uint32_t resolve_unit(Resolver *resolver, uint32_t file);
/* C and its kin: what is included is part of the text, what is not static is seen by all. */
bool resolve_is_linked(const Language *language);
/* Python, TypeScript, JavaScript: modules export themselves, anything may stand for a type. */
bool resolve_is_dynamic(const Language *language);
/* Java and its kin: paths in code may begin with a package. */
bool resolve_has_packages(const Language *language);
/* Whether blocks add to types there: Rust's impl, Swift's extensions. */
bool resolve_has_blocks(const Language *language);
/* Calls that lead nowhere else go by their names, where that is likely to what a file imports. */
bool resolve_is_named(const Language *language);
/* Whether a call through a value of unknown type makes no edge, not even an ambiguous one. */
bool resolve_is_strict(const Language *language);
/* What the references in a file's facts lead to; the edges are in the arena. */
typedef struct FileLinks {
    const ImportLinkVec *imports;
    EdgeVec edges;
} FileLinks;
bool resolve_links(Resolver *resolver, Arena *arena, uint32_t file, FileLinks *links,
                   Err *err) MUST_USE;
/* Sets the file's links (imports and edges) from the references in its facts. */
bool resolve_file(Resolver *resolver, Arena scratch, uint32_t file, Err *err) MUST_USE;
