/* The resolver's state, and the table of contents of this folder. Files outside of it include only
   resolve.h, resolve_workers.h, file_scope.h, rules.h and the *_signature.h; files in languages/
   may include any.

   Words. A symbol is a dense id of the catalog, a name an id of catalog->names. The place of a
   reference, `at`, is the symbol whose code it is written in. The home of a symbol is the scope
   that declares it: a type, a namespace, a function or a unit, named by a symbol as well. The unit
   of a file is the file itself (its entry 0), the first file of its package in languages whose
   packages have several files, or HOME_GLOBAL for names that a linker resolves. Finds are the
   candidates of a lookup. A Value is the value of an expression, as far as it can be inferred.

   How a reference becomes edges: the language's folder lists the steps for types, bare names,
   receivers and members (calls.def). attempt.h asks them in order, until one has candidates or
   knows that no symbol is meant; targets.c chooses among the candidates and adds edges, each of
   which remembers its step. Python, JavaScript and TypeScript have steps of their own (dynamic.c),
   and so have C (c_code.c), C++ (cpp.c), and Java, Rust, Perl and Lua (languages/<id>/resolve.c).

   Header            Question
   - scopes and members
   home.h            which scope declares a symbol; which type is around it?
   lookup.h          what does a scope, or a type with its bases, have under a name?
   bases.h           what are the bases of a type?
   aliases.h         which names are only other names of types?
   linked.h          which symbols does a linker know by a name (C and its kin)?
   includes.h        which headers does a file of C include, directly or not?
   fragments.h       what do the files see that include a part of their code?
   namespaces.h      what is in a namespace that has a full name (C#, PHP)?
   packages.h        what does a path that begins with a package name (Java, Kotlin, Scala)?
   partial.h         which declarations are parts of one type?
   reopen.h          which classes are opened again by other files (Ruby, Perl)?
   package_variable.h  which variable does its package and name mean (Perl)?
   stubs.h           which source does a stub or interface file declare?
   - names
   visible.h         what does a bare name mean at a place?
   unit.h            what does a file offer under a name, re-exports included?
   file_scope.h      which imports of a file apply to a name at a place?
   nested_import.h   what does an import of a path within a file lead to?
   wildcard.h        what do imports of everything (`import a.*`) bring?
   module_exports.h  what does a module of Python or JavaScript export?
   types.h           what does a type as written mean?
   fold_case.h       which spellings are one name where case does not count?
   test_code.h       which symbols of tests may other code not mean?
   unknown_bases.h   may a base outside the repository hide what was found?
   - values
   value.h           what is a member, or a name, as a value?
   infer.h           what is an expression?
   variables.h       what is a local variable?
   bounds.h          what is a type parameter bounded by?
   generics.h        what are type arguments for a member of a generic type?
   fixtures.h        what does a parameter of a pytest function mean by its name?
   elements.h        what is in a value that holds others?
   unwrap.h          what is in a list, an option or a result?
   callbacks.h       what is a function called with that is passed to another?
   signatures.h      which type arguments do the arguments of a call give?
   call_signature.h  what is the signature of a function, with the types of functions it takes?
   attributes.h      which members come by assignment (`self.x = …`)?
   extensions.h      which methods extend a type from outside (C#, Kotlin, Swift)?
   file_shape.h      what does a file's stored shape say of parameters and assignments?
   - choice and edges
   finds.h           sets of candidates and how they are narrowed
   closest.h         which candidate is closest to a place?
   overloads.h       which overloads take the arguments of a call?
   targets.h         which candidates does a reference mean; which edges follow?
   constructors.h    which constructor does a construction call?
   alternatives.h    which of several does the run decide on?
   type_mentions.h   which types does code name as values?
   attempt.h         which steps are there, and what does one say of a reference?
   steps.h           which step found a target?
   place_uses.h      what do the places of a name mean; which calls run a constructor?
   by_name.h         what can a call mean by its name alone?
   compiled_marks.h  what does a compiler say that a reference means?
   - languages
   rules.h           facts of a language that decide among all of this
   reference.h, dynamic.h, constants.h, function_methods.h, macros.h, cpp.h, cpp_overloads.h,
   specialisations.h
   Code for a single language is in languages/<id>/resolve*.c, and rules.h names its functions. */
#pragma once

#include "base/id_map.h"
#include "base/limits.h"
#include "base/map.h"
#include "index/graph/effects.h"
#include "index/imports/imports.h"
#include "index/resolve/resolve.h"
#include "index/resolve/rules.h"
#include "index/resolve/value.h"

#define HOME_GLOBAL (UINT32_MAX - 2)

typedef struct FileScope FileScope; /* file_scope.h */
typedef struct Compiled Compiled;   /* compiled_marks.h */

/* Facts about each symbol of the repository, so that entries need not be unpacked for them. */
typedef enum TraitBit {
    TRAIT_KIND = 63, /* mask of the SymbolKind */
    TRAIT_BODY = 64,
    TRAIT_STATIC = 128,
    TRAIT_GLOBAL = 256, /* its home is HOME_GLOBAL */
    TRAIT_OWNED = 512,  /* its declaration or impl block names its home: Resolver.owned */
    TRAIT_KNOWN = 1024, /* the other bits are set */
} TraitBit;
_Static_assert((int)SYMBOL_KIND_COUNT <= (int)TRAIT_KIND, "kinds must fit");

/* One symbol in the chain of those with the same home and name. */
typedef struct Member {
    uint32_t symbol;
    uint32_t next; /* index + 1, 0 at the end */
} Member;

/* A base of a type, or a `using` of C++, as it is written. */
typedef struct BaseRow {
    uint32_t symbol; /* the place where it is written */
    Str name, receiver;
    uint32_t next;  /* row of the same type + 1, 0 at the end */
    uint32_t space; /* `using`: its namespace + 1, SYMBOL_NOWHERE: none, 0: not looked up yet */
    uint8_t flags;  /* ReferenceFlag bits */
} BaseRow;

/* The resolved bases of one type. */
typedef struct BaseSpan {
    uint32_t first, len; /* in base_ids */
    bool has_foreign;    /* one is not of the repository */
    bool is_doubtful;
} BaseSpan;

/* Cache of linked.c: candidates of one name and kind. */
typedef struct LinkedFinds {
    uint32_t first, len; /* in ids */
    bool too_many;
} LinkedFinds;

typedef struct Linked {
    Arena arena;
    bool is_open;
    bool has_nested_functions; /* GNU C: functions within functions */
    uint32_t file;             /* whose answers are cached */
    IdMap known;               /* kind, name → index in finds */
    VEC(LinkedFinds) finds;
    VEC(uint32_t) ids;
} Linked;

struct Resolver {
    Arena *arena;
    Arena work, made; /* temporary, while the imports of one file are resolved */
    Catalog *catalog;
    Imports *imports;
    const Rules **rules; /* by file */
    FileScope *files;
    Arena shapes; /* of FileShapes and `shaped` */
    VEC(uint32_t) shaped;
    Compiled *compiled; /* what a compiler says about references, or NULL */
    bool *is_test_code; /* by file: tests, fixtures, examples */
    uint32_t *units;    /* by file */

    /* homes and members: home.c, lookup.c */
    uint16_t *traits; /* by symbol: TraitBit */
    IdMap owned;      /* symbol with TRAIT_OWNED → its home */
    IdMap members; /* home, name → index in member_rows; members that an entry holds are not there
                      but found through the entry (lookup_members) */
    VEC(Member) member_rows;
    IdMap leads;     /* part of a type → the part that leads (partial.h) */
    IdMap parts;     /* part → the next part */
    IdMap merged;    /* TypeScript: merged declaration → the one that leads */
    IdMap announced; /* symbol of a stub → its source (stubs.h) */

    /* namespaces */
    IdMap space_leads;  /* block of a namespace → the symbol that represents the namespace */
    IdMap spaces;       /* home, name → that symbol */
    IdMap named_spaces; /* hash of language and full name → that symbol (namespaces.h, reopen.h) */
    IdMap space_names;  /* that symbol → index in space_texts */
    VEC(Str) space_texts;
    IdMap hidden; /* C++: name of a namespace that only a macro opens → 1 */
    IdMap opens;  /* C++: symbol with a `using` in it → its first row in base_rows */

    /* names without case: fold_case.c */
    IdMap folds;     /* hash_nocase → the spelling that leads */
    IdMap spellings; /* spelling → the next */

    /* bases: bases.c, generics.c, languages/java/resolve.c, unknown_bases.c */
    IdMap bases; /* type → its first row in base_rows */
    VEC(BaseRow) base_rows;
    IdMap found_bases; /* ignores_doubt, type → index in base_spans */
    VEC(BaseSpan) base_spans;
    VEC(uint32_t) base_ids;
    IdMap open_types; /* type → whether one of its bases is not of the repository */
    IdMap lineages;   /* Java: type → index in lineage_spans */
    VEC(IdSpan) lineage_spans;

    /* types as written: types.c */
    Arena typed; /* of the next four */
    IdMap types; /* hash of place and text → index in type_values */
    VEC(Value) type_values;
    VEC(Value) others; /* alternatives: Value.others */
    IdMap returned;    /* function → its result: index + 1 in type_values; 0: being found */
    const struct Value *lambda; /* parameters of the function whose result is being inferred */
    uint32_t lambda_count;
    uint32_t depth; /* of types whose meaning depends on other types */

    /* the current evaluation */
    uint32_t companion_depth; /* Kotlin: companions around the look-up that is going on */
    uint32_t fits;            /* Java: arguments compared with parameters for this file */
    uint32_t defaults_asked;  /* files whose default_is_asked is set */
    bool resolving_using;     /* C++: the namespace of a `using` is being looked up */
    bool ignores_doubt;       /* bases are looked up without asking unknown_bases.c */
    bool bases_are_complete;  /* all base_rows are there, so bases may be cached */
    bool depth_was_exceeded;  /* a lookup ended at RESOLVE_DEPTH_MAX */
    bool is_doubtful; /* something that is not known may be meant: edges are likely at most */

    /* includes.c: breadth-first search over includes */
    uint32_t closure_file; /* whose includes have closure_stamp */
    uint32_t closure_stamp;
    uint32_t *stamps; /* by file */
    uint32_t *queue;
    struct Fragments *fragments; /* fragments.c; NULL until first use */
    uint32_t fragment_depth;     /* includes of fragments around the search that is going on */
    uint32_t module_depth;       /* Rust: modules in a row that re-export what is searched for */

    IdMap qualified;     /* hash of language, package, receiver, name → whether all say more of
                            effects than the name alone */
    EffectRules effects; /* of the language asked about last */
    Linked linked;
};

/* Resolving the references of one file. */
struct Scope {
    Resolver *resolver;
    Catalog *catalog;
    const Rules *rules;
    Arena *arena; /* until the file is done */
    uint32_t file;
    const Outline *outline;
    Map local_names; /* names of variables → ids of their own */
    IdMap locals;    /* symbol, that id → index in values */
    VEC(Value) values;
    bool names_only; /* edges only to what a name says: no constructors, no members of receivers */
    EdgeStep step;   /* of the reference that is being resolved; UNKNOWN: steps.h decides */
    VEC(uint32_t)
    earlier;       /* of each value that narrows another: the index of that, or ID_MAP_NONE */
    EdgeVec edges; /* in the order of their first references */
    IdMap edge_at; /* caller, callee, kind → index in edges */
};

/* The place of a reference. */
static inline uint32_t scope_symbol(const Scope *scope, const Reference *reference)
{
    return scope->catalog->files.ptr[scope->file].first + reference->symbol;
}
/* The scope of a file whose references are to be resolved in order. */
Scope resolve_begin_file(Resolver *resolver, Arena *arena, uint32_t file, const Outline *outline);
/* Resolves a reference, except a BIND, by the rules of its language. */
void resolve_by_rules(Scope *scope, const Reference *reference);

static inline uint32_t resolver_file_of(const Resolver *resolver, uint32_t symbol)
{
    return catalog_place(resolver->catalog, symbol).file;
}
static inline const Rules *resolver_rules(const Resolver *resolver, uint32_t symbol)
{
    return resolver->rules[resolver_file_of(resolver, symbol)];
}
/* Of the language of a file, of that of the scope. */
static inline const LangFacts *resolver_facts(const Resolver *resolver, uint32_t file)
{
    return lang_facts(catalog_row(resolver->catalog, file)->language);
}
static inline const LangFacts *scope_facts(const Scope *scope)
{
    return resolver_facts(scope->resolver, scope->file);
}
static inline const Entry *resolver_entry(const Resolver *resolver, uint32_t symbol)
{
    return catalog_entry(resolver->catalog, symbol);
}
/* Sets the traits of all symbols of the symbol's file and returns its own; use resolver_traits. */
uint16_t home_find_traits(const Resolver *resolver, uint32_t symbol);
static inline uint16_t resolver_traits(const Resolver *resolver, uint32_t symbol)
{
    uint16_t traits = resolver->traits[symbol];
    return traits & TRAIT_KNOWN ? traits : home_find_traits(resolver, symbol);
}
static inline SymbolKind resolver_kind(const Resolver *resolver, uint32_t symbol)
{
    return (SymbolKind)(resolver_traits(resolver, symbol) & TRAIT_KIND);
}
static inline bool resolver_has(const Resolver *resolver, uint32_t symbol, TraitBit trait)
{
    return resolver_traits(resolver, symbol) & trait;
}
/* C: a macro, with parameters or without. */
static inline bool resolver_is_macro(const Resolver *resolver, uint32_t symbol)
{
    SymbolKind kind = resolver_kind(resolver, symbol);
    return kind == SYMBOL_MACRO || kind == SYMBOL_CONSTANT;
}
