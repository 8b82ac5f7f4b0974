/* Everything about one work tree that is derived from its files' facts: names, files, symbols,
   imports, edges. In memory it is plain arrays; on disk compressed segments of the store
   (catalog_store.h). What is not needed to find, resolve or rank a symbol (signature, comment,
   byte ranges) stays in the file's facts (catalog_outline).

   A symbol has two names for the machine: (file id, index in the file), which is what the disk
   knows, and a dense id, file->first + index, which holds until the catalog changes. Entry 0 of
   every file is the file itself: the code outside any symbol, and the node of its imports. In a
   catalog that lives on not every number below symbol_count has a symbol (catalog_number_changed).

   Fields are for reading; only the functions below and catalog_store write. */
#pragma once

#include "base/id_map.h"
#include "index/catalog/names.h"
#include "index/store/extent.h"
#include "index/store/facts.h"

#define SYMBOL_NOWHERE UINT32_MAX
#define FILE_NOWHERE UINT32_MAX
#define ENTRY_ARITY_UNKNOWN 255

/* What of a file is kept together on disk and loaded only when needed. */
typedef enum CatalogPart {
    CATALOG_FILES = 1,     /* always loaded first */
    CATALOG_SYMBOLS = 2,   /* with CATALOG_NAMED */
    CATALOG_STANDINGS = 4, /* with CATALOG_SYMBOLS */
    CATALOG_LINKS = 8,
    CATALOG_MENTIONS = 16,
    CATALOG_SHAPES = 32,
    CATALOG_NAMED = 64, /* how symbols are called, and what they stand in */
    CATALOG_ALL = 127,
    CATALOG_LAZY = 128,  /* the rest of what is asked for is fetched when it is looked at */
    CATALOG_BEGUN = 256, /* with CATALOG_FILES: for catalog_load_rest */
} CatalogPart;

/* Bits of an entry's modifiers above those of outline.h. */
#define ENTRY_HAS_BODY (1u << 31)
#define ENTRY_FLEXIBLE (1u << 30)   /* parameters may be left out or repeated */
#define ENTRY_TAKES_SELF (1u << 29) /* the first parameter is the receiver */
#define ENTRY_DISTINCT \
    ENTRY_TAKES_SELF              /* of a type, in Go: no other name for another, `type A B` */
#define ENTRY_INDIRECT (1u << 24) /* its type is that of a pointer, or of what holds one */
/* Errors that it drops (lang/walk/flow.h), at most so many are told. */
#define ENTRY_UNGUARDED_SHIFT 25
#define ENTRY_UNGUARDED_MAX 15u
_Static_assert(MODIFIER_COUNT <= 24, "modifiers must leave room");

typedef struct Entry {
    uint32_t name;   /* name id; 0 for one without a name */
    uint32_t owner;  /* name id of the scope named in the declaration itself (A::b), or 0 */
    uint32_t type;   /* name id of its type or of what it returns, or 0 */
    uint32_t parent; /* index in the file; 0: the file itself */
    uint32_t start_line, end_line;
    uint32_t modifiers; /* MODIFIER(…) and ENTRY_… bits */
    uint16_t complexity;
    uint8_t kind;  /* SymbolKind; SYMBOL_DOCUMENT for the file itself */
    uint8_t arity; /* parameters, or ENTRY_ARITY_UNKNOWN */
} Entry;

/* What the whole graph says about a symbol. */
typedef struct SymbolMetrics {
    uint32_t fan_in; /* different symbols that call or use it */
    uint16_t rank;   /* of PageRank: 0 least, 65535 most, logarithmic */
    uint8_t risk;    /* 0 to 100 */
    uint8_t effects; /* EFFECT_… bits (effects.h) of what it calls itself */
} SymbolMetrics;

typedef struct CatalogFile {
    Str path; /* relative to the root; empty: a free slot */
    uint64_t size;
    uint64_t stamp;
    uint64_t inode;
    Str hash; /* of the content, HASH_CONTENT_BYTES; empty: never read */
    const Language *language;
    uint32_t lines;
    uint32_t package; /* name id of the namespace that the file declares, or 0 */
    FileClass class;
    FileState state;
    bool degraded;
    Str reason;              /* why it failed */
    uint32_t first;          /* dense id of its entry 0 */
    uint32_t count;          /* of entries */
    Entry *entries;          /* NULL while packed or not fetched: catalog_row */
    SymbolMetrics *metrics;  /* with entries; NULL: none yet */
    Str links;               /* packed imports and edges: catalog_imports, catalog_edges */
    Str mentions;            /* packed name ids that its references name: catalog_mentions */
    Str shape;               /* packed: catalog_shape */
    Str packed;              /* entries, in a lean catalog (catalog_lean.h) */
    uint16_t *hash_prefixes; /* of its symbols' hashes (hash_prefixes.h); NULL: none yet */
    const struct FileFilter *filter; /* file_filter.h; NULL: none yet */
    unsigned changed;                /* CATALOG_… parts, since it was loaded or saved */
    /* Between a change and the resolving that follows, links are those from before it: here is what
       became of the indices that they use (live.h). NULL: links are of now. */
    const uint32_t *moved;
    uint32_t moved_count;
} CatalogFile;

typedef struct FreshFacts {
    Str hash; /* of the content */
    Facts facts;
    Str text; /* of a state that the work tree does not have (as_of.h), or empty */
} FreshFacts;
typedef VEC(FreshFacts) FactsVec;

/* Which files have edges that end in a symbol: packed, from starts[symbol] on, ascending; and what
   changed since they were listed (catalog_callers.h). */
typedef struct CallerFiles {
    bool ready;
    uint32_t *starts;
    char *files;
    VEC(uint32_t) changed;          /* files with other links, ascending */
    VEC(struct CallerPlace) former; /* files with other symbols, and where these were */
} CallerFiles;

/* Files that found no room within a limit of memory (memory.h). */
typedef struct LeftOut {
    uint32_t files;
    uint64_t limit; /* bytes */
} LeftOut;

/* Where dense ids lie. Those below `end` are as catalog_number gave them, file behind file; behind
   come those of files that have changed since and did not fit in their places any more. */
typedef struct Numbering {
    uint32_t *places; /* files of some symbols */
    uint32_t *firsts; /* by file, for `files` of them */
    size_t places_room, firsts_room;
    uint32_t files, end;
    VEC(struct NumberedFile) behind; /* by their places */
    uint32_t empty;                  /* numbers without a symbol */
    bool scattered;                  /* something has changed since */
} Numbering;

/* Names whose symbols have changed since all were listed by name: their lists. */
typedef struct Relisted {
    IdMap at; /* by name, into `lists` */
    VEC(struct RelistedName) lists;
    VEC(uint32_t) ids;
} Relisted;

/* Where levels of risk begin (index/graph/levels.h). */
typedef struct RiskLevels {
    uint8_t medium, high;               /* 0: not worked out yet */
    uint8_t wanted_medium, wanted_high; /* 0: by what the repository has */
} RiskLevels;

/* What is known of the repository's history (index/history/history.h): read when it is asked for.
 */
typedef struct HistoryShelf {
    bool asked;
    const struct History *facts; /* NULL: nothing */
} HistoryShelf;

typedef struct Catalog {
    Arena *arena;
    Store *store; /* where its facts are; NULL: nowhere */
    Names names;
    VEC(CatalogFile) files; /* by file id */
    uint32_t symbol_count;  /* dense ids are below */
    uint32_t *symbol_names; /* by dense id, of segments that were fetched; or NULL */
    uint32_t saved_names;   /* how many the store has */
    bool names_in_haste;    /* it has them, for now, in a larger form than need be */
    bool names_diverged;    /* behind these it has others than there are here */
    uint64_t generation;    /* of the store when loaded; 0: nothing stored */
    Extent extent;          /* the part of the tree that it is about */
    LeftOut left_out;       /* of that part */
    bool thrifty;           /* memory is scarce: what is kept to be quicker stays small */
    bool damaged;           /* what was stored could not be read: this one is empty */
    unsigned absent;        /* CATALOG_… parts that were not loaded, and cannot be fetched */
    bool *lacks;            /* one of these was looked at: what was made of it is worth nothing */
    FactsVec fresh;         /* not in the store yet: looked at before it */
    Numbering numbering;    /* for catalog_place */
    uint32_t *by_name;      /* dense ids by name (catalog_named); made when first asked for */
    uint32_t *name_starts;
    uint32_t by_name_count; /* names when it was made */
    size_t by_name_room, name_starts_room;
    bool by_name_ready;
    Relisted relisted;
    bool renumber;          /* symbols came or went since they were numbered */
    bool has_hash_prefixes; /* every file has them */
    CallerFiles callers;    /* for catalog_edges_into: made by catalog_warm_callers */
    RiskLevels *levels;
    HistoryShelf *history;
    const struct Modules *modules; /* made by modules_warm; NULL: each who asks makes them */
    const struct Modules *layout;  /* of these only names and files still hold; or NULL */
    const struct TermIndex *terms; /* made by term_index_warm; NULL: each who asks opens it */
    struct CatalogLean *lean;      /* these two NULL: entries, metrics and links are here */
    struct CatalogLazy *lazy;
} Catalog;

/* Whether it only announces something that stands elsewhere: a C prototype, a forward declaration.
 */
static inline bool entry_is_declaration(const Entry *entry)
{
    bool bodied = entry->kind == SYMBOL_FUNCTION || entry->kind == SYMBOL_METHOD ||
                  entry->kind == SYMBOL_CONSTRUCTOR || entry->kind == SYMBOL_STRUCT ||
                  entry->kind == SYMBOL_CLASS || entry->kind == SYMBOL_UNION;
    return bodied && !(entry->modifiers & ENTRY_HAS_BODY);
}

static inline uint32_t entry_unguarded(const Entry *entry)
{
    return entry->modifiers >> ENTRY_UNGUARDED_SHIFT & ENTRY_UNGUARDED_MAX;
}

Catalog *catalog_open(Arena *arena);

/* ---- symbols ---- */

typedef struct SymbolPlace {
    uint32_t file, index;
} SymbolPlace;

SymbolPlace catalog_place(const Catalog *catalog, uint32_t symbol);
const CatalogFile *catalog_unpack(const Catalog *catalog, uint32_t id);
/* A file's row with its entries, which in a lean catalog hold until catalog_trim. They are all 0 in
   a catalog without CATALOG_SYMBOLS. */
static inline const CatalogFile *catalog_row(const Catalog *catalog, uint32_t id)
{
    const CatalogFile *file = &catalog->files.ptr[id];
    return file->entries ? file : catalog_unpack(catalog, id);
}
/* Before a part of a file is read: nothing is there of one that was not loaded, and who reads it
   all the same has to be told that this is not what there is. */
static inline void catalog_need(const Catalog *catalog, CatalogPart part)
{
    if (catalog->absent & part)
        *catalog->lacks = true;
}
Str catalog_fetched_links(const Catalog *catalog, uint32_t id);
/* Packed imports and edges of a file. */
static inline Str catalog_links(const Catalog *catalog, uint32_t id)
{
    catalog_need(catalog, CATALOG_LINKS);
    return catalog->lazy ? catalog_fetched_links(catalog, id) : catalog->files.ptr[id].links;
}
/* Makes what look-ups make when first asked for. */
void catalog_warm(Catalog *catalog);
const Entry *catalog_entry(const Catalog *catalog, uint32_t symbol);
/* All 0 when there is none yet. */
SymbolMetrics catalog_metrics(const Catalog *catalog, uint32_t symbol);
/* Of a file's functions, by the levels of the repository (index/graph/levels.h). */
typedef struct RiskCounts {
    uint32_t low, medium, high;
} RiskCounts;
RiskCounts catalog_risks(const Catalog *catalog, uint32_t id);
/* Dense ids of the symbols with that name, ascending. */
typedef VEC(uint32_t) IdVec;
typedef struct IdSpan {
    const uint32_t *ptr;
    size_t len;
} IdSpan;
IdSpan catalog_named(Catalog *catalog, uint32_t name);
/* How many there are; after catalog_named or catalog_warm, in any thread. */
size_t catalog_count_named(const Catalog *catalog, uint32_t name);

static inline Str catalog_name(const Catalog *catalog, uint32_t name)
{
    return names_get(&catalog->names, name);
}
/* With its owner and ancestors, by the language's separator: `Class.method`. The file itself:
   its path. */
Str catalog_qualified_name(const Catalog *catalog, Arena *arena, uint32_t symbol);
/* `1a2b3c4d:0123456789abcdef` (spec: path hash; hash of package:qualified:kind:arity and ordinal).
 */
Str catalog_symbol_hash(const Catalog *catalog, Arena *arena, uint32_t symbol);
/* The second halves of the hashes of all entries of a file, in one pass. */
void catalog_file_hashes(const Catalog *catalog, Arena scratch, uint32_t id, uint64_t *hashes);

/* ---- files ---- */

/* Whether there is more than a list of files. */
bool catalog_has_symbols(const Catalog *catalog);
/* Whether it has links, loaded with CATALOG_LINKS, or will not get any: they come when all files
   are taken up. */
bool catalog_calls_known(const Catalog *catalog);
/* Whether a file's language compares names without case. */
bool catalog_folds_case(const Catalog *catalog);
/* File id of a path, or FILE_NOWHERE. Linear in the files. */
uint32_t catalog_find_file(const Catalog *catalog, Str path);
/* The same by the lists of names, of files that have symbols: for who asks often. */
uint32_t catalog_find_listed(Catalog *catalog, Str path);
/* All files in byte order of their paths. */
typedef struct CatalogPath {
    uint32_t id;
    Str path;
} CatalogPath;
CatalogPath *catalog_by_path(Arena *arena, const Catalog *catalog, size_t *count);
/* Room for so many in all: a list that grows by doubling leaves its former places behind. */
void catalog_reserve_files(Catalog *catalog, size_t count);
/* A slot for the path: the present one, a free one, or a new one. */
uint32_t catalog_put_file(Catalog *catalog, Str path);
void catalog_remove_file(Catalog *catalog, uint32_t file);
/* Takes a file's entries and mentions from its outline; NULL: it has none. Links stay to be set. A
   lazy catalog takes no mentions: nothing is resolved in it. */
void catalog_set_outline(Catalog *catalog, Arena scratch, uint32_t id, const Outline *outline);
/* Makes room for so many symbols of a file that nothing else is known of: those from entry 1 on are
   the caller's to fill. */
Entry *catalog_set_entries(Catalog *catalog, uint32_t id, uint32_t lines, uint32_t symbols);
/* After a file was given its outline, or was removed: keeps the links that it had before. `before`
   is a copy of its row from then. */
void catalog_keep_links(Catalog *catalog, uint32_t file, const CatalogFile *before);
/* Facts by content hash, from the fresh ones or the store; empty when there are none. */
bool catalog_facts(const Catalog *catalog, Arena *arena, Str hash, bool references, Facts *facts,
                   Err *err) MUST_USE;
/* The text of a content that the work tree does not have; NULL: it is not one of those. */
const Str *catalog_given_text(const Catalog *catalog, Str hash);
/* Facts of a file, for who cannot do without: it is an error, and catalog->lacks, when there should
   be some and they are gone. */
bool catalog_file_facts(const Catalog *catalog, Arena *arena, uint32_t id, Facts *facts,
                        Err *err) MUST_USE;
/* The same, decoded. */
bool catalog_whole_outline(const Catalog *catalog, Arena *arena, uint32_t id, Outline *outline,
                           Err *err) MUST_USE;
/* Numbers the symbols anew after files were put, removed or given outlines. */
void catalog_number(Catalog *catalog);
/* The same for a catalog that was numbered, in which little has changed: in proportion to that.
   Other symbols keep their numbers; some numbers have no symbol then, until catalog_number. */
typedef struct FormerFile {
    uint32_t id;
    CatalogFile was; /* its row before it changed */
} FormerFile;
typedef VEC(FormerFile) FormerFileVec;
void catalog_number_changed(Catalog *catalog, Arena scratch, const FormerFileVec *files);

/* ---- imports, edges, mentions ---- */

typedef enum EdgeConfidence {
    EDGE_EXTERNAL,  /* leaves the repository: see `external` */
    EDGE_AMBIGUOUS, /* one of several candidates; each is an edge, at most EDGE_CANDIDATES_MAX */
    EDGE_LIKELY,
    EDGE_EXACT,
} EdgeConfidence;
#define EDGE_CANDIDATES_MAX 5
/* From a block that adds to a type (SYMBOL_IMPL) to that type. Nothing uses anything there: only
   catalog_part_of and catalog_parts_to read it. */
#define EDGE_PART 7
Str edge_confidence_name(unsigned confidence);

typedef struct Edge {
    uint32_t caller;   /* dense id */
    uint32_t callee;   /* dense id, or SYMBOL_NOWHERE */
    uint32_t external; /* name id of `ext:package:name` when it leaves the repository, else 0 */
    uint32_t line;     /* of the first such reference */
    uint32_t count;    /* references of that kind between the two */
    uint8_t kind;      /* ReferenceKind: CALL, TYPE, BASE, USE; or EDGE_PART */
    uint8_t confidence;
} Edge;
typedef VEC(Edge) EdgeVec;

/* One import of a file, resolved; several rows when it makes several names visible. */
typedef struct ImportLink {
    uint32_t target;  /* file id, or FILE_NOWHERE */
    uint32_t package; /* name id: what it is outside the repository (`os`), or as written */
    uint32_t name;    /* name id of what is taken from it: `*` all, 0 the module itself */
    uint32_t alias;   /* name id under which the file sees it, or 0: as it is called there */
    uint32_t line;
    uint32_t flags; /* of its ImportBinding */
} ImportLink;
typedef VEC(ImportLink) ImportLinkVec;

/* Edges by caller, then line; both are packed, so the vectors may be dropped. */
void catalog_set_links(Catalog *catalog, Arena scratch, uint32_t file, const ImportLinkVec *imports,
                       const EdgeVec *edges);
/* As another process packed them. */
void catalog_take_links(Catalog *catalog, uint32_t file, Str packed);
void catalog_imports(const Catalog *catalog, Arena *arena, uint32_t file, ImportLinkVec *imports);
/* Appends the edges that start in the file. */
void catalog_edges(const Catalog *catalog, Arena *arena, uint32_t file, EdgeVec *edges);
/* The same with those of EDGE_PART. */
void catalog_all_edges(const Catalog *catalog, Arena *arena, uint32_t file, EdgeVec *edges);
typedef bool (*EdgeVisit)(void *context, const Edge *edge);
/* Calls back for each that is at least so sure; stops on false. */
void catalog_visit_edges(const Catalog *catalog, uint32_t file, EdgeConfidence least,
                         EdgeVisit visit, void *context);
/* Only those of one symbol. */
void catalog_edges_of(const Catalog *catalog, Arena *arena, uint32_t symbol, EdgeVec *edges);
/* Lists for each symbol, in `arena`, which files have edges into it, until the catalog is numbered
   anew or much in it has changed. A pass over all packed edges, which pays when many questions
   follow. */
void catalog_warm_callers(Arena *arena, Arena scratch, Catalog *catalog);
/* Appends every edge of the repository that ends in one of the symbols of the set (a bit a dense
   id). One pass over all packed edges, or over those of the files that catalog_warm_callers lists.
 */
void catalog_edges_into(const Catalog *catalog, Arena *arena, const uint64_t *set, EdgeVec *edges);
/* Calls back for each of those of one symbol, by file; stops on false. */
void catalog_edges_to(const Catalog *catalog, uint32_t symbol, EdgeVisit visit, void *context);
/* The blocks of a file that add to types. */
void catalog_visit_parts(const Catalog *catalog, uint32_t file, EdgeVisit visit, void *context);
/* The type that a block adds to, or SYMBOL_NOWHERE. */
uint32_t catalog_part_of(const Catalog *catalog, uint32_t symbol);
/* As catalog_edges_to, for the blocks that add to the type. */
void catalog_parts_to(const Catalog *catalog, uint32_t symbol, EdgeVisit visit, void *context);
/* Calls back for the callee of each edge that starts in the file, as it was packed: its file and
   its index then; stops on false. */
typedef bool (*CalleeVisit)(void *context, uint32_t file, uint32_t index);
void catalog_visit_callees(const Catalog *catalog, uint32_t file, CalleeVisit visit, void *context);
/* Calls back for each name id that the file's references name, ascending; stops on false. */
typedef bool (*MentionVisit)(void *context, uint32_t name);
void catalog_mentions(const Catalog *catalog, uint32_t file, MentionVisit visit, void *context);
/* Whether one of them, of the first `count` of all names, has a mark. */
bool catalog_mentions_any(const Catalog *catalog, uint32_t file, const uint8_t *means,
                          size_t count);

/* ---- the rest of a file ---- */

/* What resolving other files needs to know of a file besides its entries, as its facts have it: its
   imports with their names (no details), and of its references the bases of types, what is bound
   outside functions or as a member (`self.x`), and what the bodies of macros call or name. Where
   overloads are told apart by types, a TYPE without a name has those of a method's parameters as
   its receiver: `int,Foo[],List`. */
void catalog_shape(const Catalog *catalog, Arena *arena, uint32_t id, Outline *outline);
/* The imports alone. */
void catalog_shape_imports(const Catalog *catalog, Arena *arena, uint32_t id, Outline *outline);

/* The file's outline (without references when `references` is false) from its facts. False with
 *err when the store cannot be read; an outline without symbols when the facts are gone. */
bool catalog_outline(const Catalog *catalog, Arena *arena, uint32_t id, bool references,
                     Outline *outline, Err *err) MUST_USE;
