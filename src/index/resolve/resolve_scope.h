/* What the rules of all languages share: which scope a symbol belongs to, what a scope has under a
   name, what a name or an expression means at a place. Only resolve*.c include this.

   A scope is named by a dense symbol id, its home: a type, a namespace, a function, or a unit. The
   unit of a file is the file itself (its entry 0), the first file of its package where a language
   has packages of several files, and RESOLVE_GLOBAL for what C links by name. */
#pragma once

#include "base/id_map.h"
#include "base/limits.h"
#include "base/map.h"
#include "index/graph/effects.h"
#include "index/imports/imports.h"
#include "index/resolve/resolve.h"
#include "index/resolve/resolve_rules.h"

#define RESOLVE_GLOBAL (UINT32_MAX - 2)

/* ---- what something is ---- */

typedef enum ValueKind {
    VALUE_UNKNOWN,
    VALUE_FOREIGN,  /* of another repository; `package` says which, if known */
    VALUE_INSTANCE, /* something of the type `symbol` */
    VALUE_TYPE,     /* the type itself */
    VALUE_MODULE,   /* a unit or namespace: its home */
    VALUE_FUNCTION, /* named, not called */
} ValueKind;

typedef struct Value {
    ValueKind kind;
    uint32_t symbol;
    uint32_t package;       /* name id */
    uint32_t variant;       /* of an instance: the enum's member that it is, or 0 */
    uint32_t named;         /* name id of the type where that is not of the repository, or 0 */
    uint32_t argument;      /* Rust: name id of the text of the type's only argument, or 0 */
    uint32_t place;         /* where that is written */
    bool is_foreign_result; /* foreign: something made or given there, of whose members nothing is
                               known */
    bool was_rebound;       /* of a local name: it meant something else before */
    bool is_pointer;        /* C++: reached through a pointer, as far as its declaration says */
    bool is_doubtful; /* of a type, or a local name: Resolver.is_doubtful while it was found */
    Str suffix;       /* of `[]`, `[List]` and `?` that must be taken off before it is `symbol` */
} Value;

/* ---- the state ---- */

/* What others look for in one file; few files are asked. */
typedef struct FileShape {
    Outline outline; /* catalog_shape */
    bool attributes_are_ready;
    IdMap attributes; /* type, name → index in outline.references: `self.name = …` */
    IdMap bodies;     /* symbol → index in outline.references of the first in it */
    IdMap parameters; /* symbol → the row of its parameters' types */
} FileShape;

/* What has been worked out of one file for others. */
typedef struct FileScope {
    bool is_ready;
    ImportLinkVec links; /* its imports, resolved */
    IdMap visible;       /* name id → index in links: of several the one that counts for others */
    uint32_t *ring;      /* for each link the next that makes the same name visible */
    bool has_foreign_wildcard; /* one of them leads out of the repository and names nothing, or all
                                */
    bool has_dotted_names;     /* one of them makes a name with a dot visible */
    FileShape *shape;          /* NULL: nobody asked since resolve_trim */
    bool default_is_known;     /* find_default */
    uint32_t default_export;
    bool default_is_asked; /* what it exports as itself is being found out */
} FileScope;

/* What is asked of symbols all over the repository, so that their entries may stay packed. */
typedef enum TraitBit {
    TRAIT_KIND = 63, /* SymbolKind */
    TRAIT_BODY = 64,
    TRAIT_STATIC = 128,
    TRAIT_GLOBAL = 256, /* its home is RESOLVE_GLOBAL */
    TRAIT_OWNED = 512,  /* its home is named by its declaration or an impl block */
    TRAIT_KNOWN = 1024, /* the others were worked out */
} TraitBit;
_Static_assert((int)SYMBOL_KIND_COUNT <= (int)TRAIT_KIND, "kinds must fit");

/* One symbol among those of its home and name. */
typedef struct Member {
    uint32_t symbol;
    uint32_t next; /* index + 1 */
} Member;

/* `type` names a base, as written in the file of `symbol`, which stands where it is written. */
typedef struct BaseRow {
    uint32_t symbol;
    Str name, receiver;
    uint32_t next;  /* row of the same type + 1, or 0 */
    uint32_t space; /* of `using`: the namespace + 1 once it was looked for, SYMBOL_NOWHERE: none */
} BaseRow;

/* The bases of one type, once they were looked for. */
typedef struct BaseSpan {
    uint32_t first, len; /* in base_ids */
    bool has_foreign, is_doubtful;
} BaseSpan;

/* A file names the same functions again and again. */
typedef struct LinkedFinds {
    uint32_t first, len; /* in ids */
    bool too_many;
} LinkedFinds;

typedef struct Linked {
    Arena arena;
    bool is_open;
    bool has_nested_functions; /* functions hold functions there: GNU C */
    uint32_t file;
    IdMap known; /* kind, name → index in finds */
    VEC(LinkedFinds) finds;
    VEC(uint32_t) ids;
} Linked;

struct Resolver {
    Arena *arena;
    Arena work, made; /* while one file's imports are resolved */
    Catalog *catalog;
    Imports *imports;
    const Rules **rules; /* by file */
    FileScope *files;
    Arena shapes; /* of files, and their list */
    VEC(uint32_t) shaped;
    bool *is_test_code; /* by file: tests, fixtures, examples */
    uint32_t *units;    /* by file */
    uint16_t *traits;   /* by symbol: TraitBit */
    IdMap owned;        /* symbol with TRAIT_OWNED → its home */
    IdMap stands;       /* namespace with symbols in it → the one that stands for it */
    IdMap members; /* home, name → index in member_rows; those that a type's entry holds are not
                      there but in the file (find_members) */
    VEC(Member) member_rows;
    IdMap spaces;       /* home, name → the symbol that stands for a namespace */
    IdMap named_spaces; /* Rules.namespaces_have_full_names: hash of language and full name → the
                           symbol that stands for it */
    IdMap space_names;  /* that symbol → index in space_texts */
    VEC(Str) space_texts;
    IdMap folds;     /* fold_case: hash_nocase → the spelling that stands for all */
    IdMap spellings; /* one of several → the next */
    IdMap leads;     /* a part of a type → the part that stands for all */
    IdMap parts;     /* a part → the next */
    IdMap announced; /* a stub's symbol → what has its body: resolve_stub.c */
    IdMap merged;    /* TypeScript: a part of a merged declaration → the one that leads */
    IdMap bases;     /* type → first row */
    VEC(BaseRow) base_rows;
    IdMap found_bases; /* type, ignores_doubt → index in base_spans */
    VEC(BaseSpan) base_spans;
    VEC(uint32_t) base_ids;
    IdMap opens;      /* symbol in which `using` stands → first row */
    IdMap hidden;     /* name of a namespace that only a macro opens → 1 */
    IdMap qualified;  /* hash of language, package, receiver, name → whether all say more */
    IdMap open_types; /* type → whether a base of it is not of the repository: resolve_inherit.c */
    IdMap lineages;   /* type → index in lineage_spans */
    VEC(IdSpan) lineage_spans;
    Arena typed; /* the next two */
    IdMap types; /* hash of place and text → index in type_values */
    VEC(Value) type_values;
    uint32_t fits;           /* arguments compared with parameters for this file */
    uint32_t depth;          /* of types that depend on others */
    uint32_t defaults_asked; /* files whose `default_is_asked` is set */
    bool resolving_using;    /* a namespace that `using` names is looked for */
    bool ignores_doubt;      /* bases are looked for, whatever is in doubt: resolve_inherit.c */
    bool bases_are_complete; /* bases are all known: what was found of them stays */
    bool depth_was_exceeded; /* something was not looked for because of RESOLVE_DEPTH_MAX */
    bool is_doubtful;        /* for this reference something was found that may be another */
    uint32_t closure_file;   /* whose included files carry `closure_stamp` */
    uint32_t closure_stamp;
    uint32_t *stamps; /* by file */
    uint32_t *queue;
    EffectRules effects; /* of the language of the file before */
    Linked linked;       /* what find_linked found for the file at hand */
};

/* The home of every symbol, members, bases. */
void resolve_index(Resolver *resolver, Arena scratch);
const FileScope *resolve_file_scope(Resolver *resolver, uint32_t id);
/* Until resolve_trim. */
FileShape *resolve_file_shape(Resolver *resolver, uint32_t id);
/* What the shape says of a function's parameters (java_signature.h, plus_signature.h,
   callback_signature.h). */
Str resolve_parameters(Resolver *resolver, uint32_t symbol);
/* Between two files: forgets what can be made again when it has become much. */
void resolve_trim(Resolver *resolver);
/* The home of a symbol; SYMBOL_NOWHERE when it cannot be told. */
uint32_t resolve_home(const Resolver *resolver, uint32_t symbol);

static inline uint32_t resolve_file_of(const Resolver *resolver, uint32_t symbol)
{
    return catalog_place(resolver->catalog, symbol).file;
}
static inline const Entry *resolve_entry(const Resolver *resolver, uint32_t symbol)
{
    return catalog_entry(resolver->catalog, symbol);
}
/* Works out those of its file: resolve_traits. */
uint16_t resolve_find_traits(const Resolver *resolver, uint32_t symbol);
static inline uint16_t resolve_traits(const Resolver *resolver, uint32_t symbol)
{
    uint16_t traits = resolver->traits[symbol];
    return traits & TRAIT_KNOWN ? traits : resolve_find_traits(resolver, symbol);
}
static inline SymbolKind resolve_kind(const Resolver *resolver, uint32_t symbol)
{
    return (SymbolKind)(resolve_traits(resolver, symbol) & TRAIT_KIND);
}
static inline bool resolve_has(const Resolver *resolver, uint32_t symbol, TraitBit trait)
{
    return resolve_traits(resolver, symbol) & trait;
}
/* Of C: a name that is replaced before the compiler sees it. */
static inline bool resolve_is_macro(const Resolver *resolver, uint32_t symbol)
{
    SymbolKind kind = resolve_kind(resolver, symbol);
    return kind == SYMBOL_MACRO || kind == SYMBOL_CONSTANT;
}

/* ---- names without their case ---- */

bool fold_is_file(const Resolver *resolver, uint32_t file);
/* Notes the name of a symbol of such a file. */
void fold_add(Resolver *resolver, uint32_t name);
/* What stands for a name as it is written in the file; itself in other languages. */
uint32_t fold_name(const Resolver *resolver, uint32_t file, uint32_t name);
/* The spelling after this one, beginning with what fold_name gives; 0 at the end. */
uint32_t fold_next(const Resolver *resolver, uint32_t name);

/* ---- what a name means ---- */

typedef enum FindKind {
    FIND_SCOPES,    /* types, namespaces, modules */
    FIND_CALLABLES, /* functions, types and macros */
    FIND_EXPANDED,  /* C: the same, and macros without parameters */
    FIND_VALUES,    /* fields, variables, constants; methods too */
    FIND_METHODS,   /* functions only */
    FIND_FIELDS,    /* values that are no functions */
} FindKind;

/* More than that is no answer: `too_many` is set. */
#define FINDS_MAX 64
typedef struct Finds {
    uint32_t ids[FINDS_MAX];
    uint32_t len;
    bool too_many;
} Finds;

bool find_fits(SymbolKind symbol, FindKind kind);
typedef bool (*FindKeeps)(Resolver *resolver, uint32_t at, uint32_t symbol);
/* Keeps those that pass, unless none does. */
void find_narrow(Resolver *resolver, uint32_t at, Finds *finds, FindKeeps keeps);
/* Between the parts of a path, as any language writes it: `a.b`, `a::b`, `a/b`, `a\b`. */
static inline bool find_is_joint(char c)
{
    return c == '.' || c == ':' || c == '/' || c == '\\';
}
static inline Str find_last_part(Str path)
{
    size_t at = path.len;
    while (at && !find_is_joint(path.ptr[at - 1]))
        at--;
    return str_from_offset(path, at);
}
/* Declared in the scope itself, in any of its parts. */
void find_members(Resolver *resolver, uint32_t home, uint32_t name, FindKind kind, Finds *finds);
/* In the type or the nearest of its bases that has the name. True when a base is not of the
   repository, so that finding nothing means nothing. */
bool find_inherited(Resolver *resolver, uint32_t type, uint32_t name, FindKind kind, Finds *finds);
/* Where a field and a method have one name (Rust): a call means the method. */
void find_keep_called(const Resolver *resolver, bool called, Finds *finds);
/* A function that returns nothing has no members: it is not the one whose are asked for. */
void find_drop_void(Resolver *resolver, Finds *finds);
/* What one base is. */
Value find_base(Resolver *resolver, BaseRow *base);
/* The direct bases that are in the repository. */
bool find_bases(Resolver *resolver, uint32_t type, Finds *finds);
/* By name alone: what C links, or the whole repository when `linked` is false; the file's own only
   when it has any. */
void find_linked(Resolver *resolver, uint32_t file, uint32_t name, FindKind kind, Finds *finds);
/* From now on answers of find_linked about this file are remembered. */
void find_linked_in(Resolver *resolver, uint32_t file);

/* C++: a namespace that only a macro opens, so that what stands in it seems to stand outside. */
bool find_is_hidden(const Resolver *resolver, Str name);
/* The path without such namespaces in front. */
Str find_without_hidden(Resolver *resolver, uint32_t at, Str path);

/* Whether the symbol stands in tests, fixtures or examples, and the file is none of these and does
   not import it: what the file names by its name alone is something else. */
bool find_is_double(Resolver *resolver, uint32_t file, uint32_t symbol);
void find_drop_doubles(Resolver *resolver, uint32_t file, Finds *finds);

/* A bare name as seen at a symbol: symbols, or a value when it leads to a module or outside. */
typedef struct Meaning {
    Finds finds;
    Value value;
    bool is_imported, has_alternatives; /* of several that imports or the file say for the name */
    bool is_doubtful; /* something that nobody knows may have the name, and would come before */
} Meaning;
void find_visible(Resolver *resolver, uint32_t at, uint32_t name, FindKind kind, Meaning *meaning);

/* Rules.namespaces_have_full_names: the unit of a file and what stands for each namespace that it
 * opens. */
void space_open_all(Resolver *resolver, uint32_t id);
/* What stands for the namespace of a block. */
uint32_t space_of(const Resolver *resolver, uint32_t symbol);
/* In the namespace, else in the nearest around it that has the name and a name itself. */
void space_members(Resolver *resolver, uint32_t stand, uint32_t name, FindKind kind, Finds *finds);
/* What is in no namespace, of a file whose first symbol is `at`. */
void space_global(Resolver *resolver, uint32_t at, uint32_t name, FindKind kind, Finds *finds);
/* Takes a namespace with a type in it off the front of *rest; false when there is none. */
bool space_path(Resolver *resolver, uint32_t at, Str *rest, Value *value);
/* What an import's other name stands for. */
void space_follow(Resolver *resolver, uint32_t at, const ImportLink *link, FindKind kind,
                  Meaning *meaning);
/* What an import as a whole makes visible: of a namespace or, when static, of a type. */
void space_whole(Resolver *resolver, uint32_t at, const ImportLink *link, uint32_t name,
                 FindKind kind, Finds *finds);

/* In a file or, for a name that it passes on, where that leads. */
void find_in_unit(Resolver *resolver, uint32_t file, uint32_t name, FindKind kind,
                  Meaning *meaning);
/* Rust: a name imported from a module or an enum within a file, `state::Version`, `Kind::*`. */
bool rust_find_inside(Resolver *resolver, const ImportLink *link, uint32_t name, FindKind kind,
                      Finds *finds);
/* The same for all languages; Java's are `A.B.name` and `A.B.*`, where the file declares A. */
bool find_nested(Resolver *resolver, const ImportLink *link, uint32_t name, FindKind kind,
                 Finds *finds);
/* A type as written at a symbol, `a.b.C[]`; `T` of no known meaning is VALUE_UNKNOWN. */
Value find_type(Resolver *resolver, uint32_t at, Str text);
/* The type that another name of it stands for, unless that is a type of its own (ENTRY_DISTINCT).
 */
Value find_renamed(Resolver *resolver, Value value);
/* What a value of the entry's declared type is; for a function, what it returns. */
Value find_type_of(Resolver *resolver, uint32_t symbol);
/* The innermost type around the symbol, itself included, or SYMBOL_NOWHERE. */
uint32_t find_self(const Resolver *resolver, uint32_t at);
/* Keeps those that are nearest to the place: definitions before declarations, the same file, what
   is included (C), the same folder. True when those that are left are definitions of one thing, of
   which each build takes one. */
bool find_nearest(Resolver *resolver, uint32_t at, Finds *finds);
uint32_t find_twin(const Resolver *resolver,
                   uint32_t symbol); // see Rules.objects_and_types_share_names; SYMBOL_NOWHERE
/* The one type or namespace that is meant, or SYMBOL_NOWHERE when it cannot be told. */
uint32_t find_only_scope(Resolver *resolver, uint32_t at, const Finds *finds);

/* The part that stands for a type, and the parts behind it; the last is followed by SYMBOL_NOWHERE.
   What has no parts stands for itself. */
uint32_t join_lead(const Resolver *resolver, uint32_t symbol);
uint32_t join_next(const Resolver *resolver, uint32_t part);
/* Joins a new member, whose rules say so, to those of its home and name. */
void join_part(Resolver *resolver, const Member *member);
/* The same for the file's types within types with parts; `heads`: the first of each so far. */
void join_nested(Resolver *resolver, IdMap *heads, Arena *arena, uint32_t id);
/* What edges to the symbol lead to: of merged declarations the one that leads. */
uint32_t join_target(const Resolver *resolver, uint32_t symbol);
/* What stands for each, each once. */
void join_finds(const Resolver *resolver, Finds *finds);

/* ---- one file ---- */

struct Scope {
    Resolver *resolver;
    Catalog *catalog;
    const Rules *rules;
    Arena *arena; /* until the file is done */
    uint32_t file;
    const Outline *outline;
    Map local_names; /* of variables, whether anything of the repository is called so or not → id */
    IdMap locals;    /* symbol, id → index in values */
    VEC(Value) values;
    EdgeVec edges; /* in order of their first reference */
    IdMap edge_at; /* caller, callee, kind → index in edges */
};

/* What an expression (lang/walk/expression.h) is at the symbol; `scope` may be NULL: no local
 * names. */
Value value_of(Resolver *resolver, const Scope *scope, uint32_t at, Str expression);
/* C++: what an object's own `operator[]` or `operator->` gives; unknown when it has none. */
Value value_operated(Resolver *resolver, const Value *value, Str operator);
/* What a member is looked for in when the value itself has none: C++'s `operator->`, Rust's Deref.
 */
Value value_held(Resolver *resolver, const Value *value);
/* Rust: whether a function that no impl block of the type declares is derived and makes one. */
bool rust_is_derived(const Resolver *resolver, const Value *value, Str name);
/* Rust: what an impl block of the type says: `type Item = …`. */
Value value_associated(Resolver *resolver, uint32_t type, Str name);
/* Rust: what was found of something of the owner's type, with the owner's argument for its
 * parameter. */
Value value_filled(Resolver *resolver, Value found, const Value *owner);
/* Rust: what a call of the method gives of what guards something: `mutex.lock()`; unknown where it
   guards nothing. */
Value value_guarded(Resolver *resolver, const Value *value, Str method);
/* TypeScript: what a function that is given to another is called with: `other<0.1>`. */
Value value_of_callback(Resolver *resolver, const Scope *scope, uint32_t at, Str text);
/* Notes what a BIND declares. */
void value_bind(Scope *scope, const Reference *reference);
/* Something of a type parameter's type: what it is bound by. */
Value value_of_variable_type(const Scope *scope, const Reference *reference, Str name);
/* The same for a value that is bound by several: the one that has a function of the name. */
Value value_bound_by(const Scope *scope, uint32_t at, Value value, Str name);
/* Java: what `this` is in a method of an anonymous class, as far as its base says; NULL elsewhere.
 */
const Value *value_of_anonymous(const Scope *scope, uint32_t at);
/* The local variable of that name at the symbol, or NULL. */
const Value *value_local(const Scope *scope, uint32_t at, Str name);

/* ---- where a reference leads ---- */

typedef struct Targets {
    uint32_t ids[EDGE_CANDIDATES_MAX];
    uint32_t len;
    uint32_t external; /* name id, when there are no ids */
    EdgeConfidence confidence;
} Targets;

static inline uint32_t scope_symbol(const Scope *scope, const Reference *reference)
{
    return scope->catalog->files.ptr[scope->file].first + reference->symbol;
}
void resolve_reference(Scope *scope, const Reference *reference);
/* By name alone, for a call that led nowhere. */
void resolve_named(Scope *scope, const Reference *reference);
/* For one of what an import calls `package`, which is no file; true when there is such a symbol. */
bool resolve_named_import(Scope *scope, const Reference *reference, uint32_t package);
void resolve_c_reference(Scope *scope, const Reference *reference);
void resolve_plus_reference(Scope *scope, const Reference *reference);
/* C++: whether a call of what was found makes an object, and the edge to its class; a name of no
   class is only named. */
bool resolve_is_creation(Scope *scope, const Reference *reference, const Finds *finds);
void resolve_creation(Scope *scope, const Reference *reference);

/* Whether a function may be called with so many arguments. */
bool targets_takes(const Entry *entry, const Reference *reference);
/* Rust: of methods of `self` those in the same block; of functions in one block, of which each
   build takes one, the first, which then is likely. */
EdgeConfidence rust_choose(const Scope *scope, const Reference *reference, Finds *finds);
/* Rust: `fn min(self) { self.min() }` for u64 calls what u64 has of its own. */
bool rust_is_built_in(const Scope *scope, const Reference *reference, const Value *value);
/* Rust: of a call on a value of unknown type or of one of others: what a trait declares that the
   place sees, that is for a type of others, and that alone has a method of the name. */
bool rust_find_extension(const Scope *scope, const Reference *reference, Finds *finds);
/* Chooses among the found: by arguments, definitions before declarations, then nearness. */
void targets_choose(Scope *scope, const Reference *reference, const Finds *finds,
                    EdgeConfidence confidence, Targets *targets);
/* Adds edges to all that may be called, ambiguous when several; none when more than an edge has. */
void targets_list(Scope *scope, const Reference *reference, const Finds *finds,
                  EdgeConfidence confidence);
/* C++: keeps the functions that the call may mean by its arguments; with all declarations and
   definitions when only one function is left, else one of each function: then it returns true. */
bool resolve_overloads(Scope *scope, const Reference *reference, Finds *finds);
/* `ext:package:name`; the name has the receiver before it where only both together have an effect
   (effects.h): `ext:os:path.exists`, `ext:std:fs::read`. */
void targets_external(Scope *scope, Str package, const Reference *reference, Targets *targets);
/* Rules.blocks_add_to_types_add_to_types: from each block of the file to the type that it adds to.
 */
void targets_add_parts(Scope *scope);
/* An edge to each target, added to those that are there. */
void targets_add(Scope *scope, const Reference *reference, const Targets *targets);
