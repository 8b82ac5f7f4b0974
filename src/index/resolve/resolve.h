/* The resolver: which files imports mean, and which symbols references mean. It works on the
   catalog and the outline of one file at a time, so that its memory is that of the catalog. Every
   edge has a confidence. An undecided reference makes no edge or ambiguous ones; it is never
   guessed.

   Evidence, from the most to the least certain (docs/edges.md): scope and receiver, imports, the
   package, then a visible name that is unique in the repository. A receiver of a type outside the
   repository never leads into it. resolver.h lists the parts. */
#pragma once

#include "git/repo.h"
#include "index/catalog/catalog.h"

typedef struct Resolver Resolver;

/* Reads the settings that decide imports (tsconfig.json, go.mod, package.json, Cargo.toml …) and
   indexes all symbols by home and name. The catalog must be numbered and must not change until
   resolve_close. */
Resolver *resolve_open(Arena *arena, Arena scratch, Catalog *catalog, const GitRepo *repo);
void resolve_close(Resolver **resolver); /* works as SCOPED(resolve_close) */
/* The resolved imports of a file. */
const ImportLinkVec *resolve_imports(Resolver *resolver, uint32_t file);
/* The file that represents a file's package: its first file, or the file itself. */
uint32_t resolve_unit(Resolver *resolver, uint32_t file);

/* Facts about a language (rules.h). C and its kin: names are resolved by a linker. */
bool resolve_is_linked(const Language *language);
/* C and its kin, shells: a file sees what its imports import in turn. */
bool resolve_sees_through_imports(const Language *language);
/* Python, TypeScript, JavaScript: modules re-export, and a value can serve as a type. */
bool resolve_is_dynamic(const Language *language);
/* Whether code of the one file may name symbols of the other: one language, or one family. */
bool resolve_is_kin(const Resolver *resolver, uint32_t file, uint32_t other);
/* Java and its kin: paths in code may begin with a package. */
bool resolve_has_packages(const Language *language);
/* Rust, Swift: blocks add to types. */
bool resolve_has_blocks(const Language *language);
/* A method names members of its object by their names alone: `this` may be left out. */
bool resolve_has_bare_members(const Language *language);
/* Reads and writes of fields, properties and constants have edges. */
bool resolve_follows_values(const Language *language);
/* Calls that lead nowhere are resolved by name. */
bool resolve_is_named(const Language *language);
/* A call on a value of unknown type has no edge, not even an ambiguous one. */
bool resolve_is_strict(const Language *language);
/* Whether calls through a field or a pointer, `ops->f()`, have edges. */
bool resolve_follows_pointers(const Language *language);

/* The imports and edges of one file. */
typedef struct FileLinks {
    const ImportLinkVec *imports;
    EdgeVec edges; /* in the arena */
} FileLinks;
/* Calls back for each file that an imported index of a compiler says something about, and each file
   that its references lead to: its path, and the content that it must have for that to count. */
typedef void (*CompiledVisit)(void *context, uint32_t file, Str path, Str hash);
void resolve_visit_compiled(const Resolver *resolver, CompiledVisit visit, void *context);
/* What an imported index does to the edges of a reference. */
typedef enum CompiledVerdict {
    COMPILED_CONFIRMS, /* the only edge is the same and exact */
    COMPILED_DECIDES,  /* it is likely, or one of several */
    COMPILED_CORRECTS, /* all edges lead elsewhere */
    COMPILED_ADDS,     /* the rules make no edge */
    COMPILED_DROPS,    /* the reference means a local variable: likely and ambiguous edges go */
    COMPILED_YIELDS,   /* the rules' exact edge stays */
} CompiledVerdict;
/* Judges the edges that the rules alone find for a reference; `target` is its meaning in the
   imported index: a symbol, or SYMBOL_NOWHERE for a local variable. */
CompiledVerdict resolve_judge(const Resolver *resolver, const Reference *reference,
                              const EdgeVec *own, uint32_t target);
/* Ignores imported indexes, so that edges are those of the rules alone. */
void resolve_alone(Resolver *resolver);
bool resolve_links(Resolver *resolver, Arena *arena, uint32_t file, FileLinks *links,
                   Err *err) MUST_USE;
/* One reference to a name, and the meaning of this reference alone. */
typedef struct NamedReference {
    const Reference *reference; /* of the outline */
    EdgeVec edges;              /* none: it cannot be decided, or it is a BIND */
    bool is_local;              /* a local variable of that name is visible there */
} NamedReference;
typedef VEC(NamedReference) NamedReferenceVec;
/* Appends the references of a file to a name, in order. A bound member counts by its last part:
   `self.x` is `x`. The outline must be the catalog's current one of the file, with references. */
void resolve_names(Resolver *resolver, Arena *arena, uint32_t file, const Outline *outline,
                   Str name, NamedReferenceVec *found);
/* Calls back for each reference of a file, in order, with the edges that it alone makes; the edges
   are valid during the call. The outline is as for resolve_names. Stops when `visit` returns
   false. */
typedef bool (*ReferenceVisit)(void *context, const Reference *reference, const EdgeVec *edges);
void resolve_references(Resolver *resolver, Arena *arena, uint32_t file, const Outline *outline,
                        ReferenceVisit visit, void *context);
/* The same with the edges of constructions to constructors. */
void resolve_constructors(Resolver *resolver, Arena *arena, uint32_t file, const Outline *outline,
                          ReferenceVisit visit, void *context);
/* What a name can be in some file. */
typedef struct NameMeaning {
    IdVec symbols;
    bool leaves;   /* it leads out of the repository */
    bool doubtful; /* something that is not known may have the name and would come first */
} NameMeaning;
/* What a file offers to its importers under a name, re-exports followed. */
NameMeaning resolve_offered(Resolver *resolver, uint32_t file, Str name, Arena *arena);
/* What a bare name means in the code of a symbol, local variables left out. */
NameMeaning resolve_visible(Resolver *resolver, uint32_t symbol, Str name, Arena *arena);
/* C: whether a file includes another, directly or not. *maybe: only under conditions that a build
   decides. */
bool resolve_includes(Resolver *resolver, uint32_t file, uint32_t included, bool *maybe);
/* C: whether sources include the file in their code (fragments.h). */
bool resolve_is_fragment(Resolver *resolver, uint32_t file);
/* C: `seen` marks files whose includes, direct or not, differ from before. Sets `chosen` for all
   fragments (fragments.h) that one of them includes. */
void resolve_choose_fragments(Resolver *resolver, const bool *seen, bool *chosen);
/* Whether one of a type's bases, however far up, is not of the repository. Those whose last part is
   one of the words in `plain` do not count. */
bool resolve_has_foreign_base(Resolver *resolver, uint32_t type, const char *plain);
/* Appends all types of the repository from which a type inherits, however far up, with those whose
   blocks, traits or modules it takes in. */
void resolve_ancestors(Resolver *resolver, Arena *arena, uint32_t type, IdVec *found);
/* Resolves a file and sets its links in the catalog. */
bool resolve_file(Resolver *resolver, Arena scratch, uint32_t file, Err *err) MUST_USE;
