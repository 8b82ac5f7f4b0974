/* The catalog: everything that the index derives from the facts of one work tree's files. It
   holds the name table, the files, their symbols, the resolved imports and the edges of the call
   graph.

   In memory these are plain arrays. In the store they are compressed segments of 256 files each
   (catalog_store.h). Whatever is not needed to find, resolve or rank a symbol (signature,
   comment, byte ranges) stays in the file's facts and is decoded by catalog_outline.

   A symbol is identified in two ways. Its place, (file id, index in the file), is stored on disk.
   Its dense id, file->first + index, is valid until the catalog changes. Entry 0 of every file is
   the file itself: it owns the imports and all code outside any symbol. After
   catalog_number_changed some ids below symbol_count have no symbol.

   Everything is in the catalog's arena, except what a lean catalog keeps in arenas of its own. */
#pragma once

#include "base/id_map.h"
#include "git/attributes.h"
#include "index/catalog/names.h"
#include "index/store/extent.h"
#include "index/store/facts.h"

#define SYMBOL_NOWHERE UINT32_MAX
#define FILE_NOWHERE UINT32_MAX
#define ENTRY_ARITY_UNKNOWN 255

/* Parts of a catalog that are stored and loaded separately, and two flags for catalog_load. */
typedef enum CatalogPart {
    CATALOG_FILES = 1,   /* always loaded first */
    CATALOG_SYMBOLS = 2, /* implies CATALOG_NAMED */
    CATALOG_METRICS = 4, /* implies CATALOG_SYMBOLS; the metrics */
    CATALOG_LINKS = 8,
    CATALOG_MENTIONS = 16,
    CATALOG_SHAPES = 32,
    CATALOG_NAMED = 64, /* names, owners and parents of symbols */
    CATALOG_ALL = 127,
    CATALOG_LAZY = 128,  /* fetch the requested parts segment by segment, on first use */
    CATALOG_BEGUN = 256, /* CATALOG_FILES alone; catalog_load_rest will load the rest */
} CatalogPart;

/* Bits of Entry.modifiers above those of outline.h. */
#define ENTRY_HAS_BODY (1u << 31)
#define ENTRY_FLEXIBLE (1u << 30)   /* some parameters are optional or variadic */
#define ENTRY_TAKES_SELF (1u << 29) /* the first parameter is the receiver */
#define ENTRY_DISTINCT \
    ENTRY_TAKES_SELF /* of a type, in Go: a type of its own (`type A B`), not an alias */
#define ENTRY_INDIRECT (1u << 24) /* its type is a pointer or a smart pointer */
#define ENTRY_EXPLICIT \
    ENTRY_INDIRECT /* of a method, in C#: only calls through the interface that it names mean it \
                    */
/* Number of errors that the function ignores (lang/walk/flow.h), capped at ENTRY_UNGUARDED_MAX. */
#define ENTRY_UNGUARDED_SHIFT 25
#define ENTRY_UNGUARDED_MAX 15u
_Static_assert(MODIFIER_COUNT <= 24, "modifiers must leave room");

typedef struct Entry {
    uint32_t name;   /* name id, 0 for an anonymous symbol */
    uint32_t owner;  /* name id of the scope written in the declaration itself (A::b), or 0 */
    uint32_t type;   /* name id of its type or return type, or 0 */
    uint32_t parent; /* index in the file; 0 is the file itself */
    uint32_t start_line, end_line;
    uint32_t modifiers; /* MODIFIER(…) and ENTRY_… bits */
    uint16_t complexity;
    uint8_t kind;  /* SymbolKind; SYMBOL_DOCUMENT for the file itself */
    uint8_t arity; /* number of parameters, or ENTRY_ARITY_UNKNOWN */
} Entry;

/* Metrics of a symbol that need the whole graph (index/graph/metrics.h). */
typedef struct SymbolMetrics {
    uint32_t fan_in; /* number of distinct symbols that call or use it */
    uint16_t rank;   /* PageRank on a logarithmic scale, 0 lowest, 65535 highest */
    uint8_t risk;    /* 0 to 100 */
    uint8_t effects; /* EFFECT_… bits (effects.h) of its own calls, without those of callees */
} SymbolMetrics;

/* One file of the tree. Its entries are in one of three states: in memory (`entries`), packed
   (`packed`, lean catalogs) or still in the store (lazy catalogs). catalog_row makes them
   available in all three cases. */
typedef struct CatalogFile {
    Str path; /* relative to the root; empty in a free slot */
    uint64_t size;
    uint64_t stamp;
    uint64_t inode;
    Str hash; /* of the content, HASH_CONTENT_BYTES long; empty if the file was never read */
    const Language *language;
    const Language *included; /* of the C files that include it in their code; or NULL */
    uint32_t lines;
    uint32_t package; /* name id of the namespace that the file declares, or 0 */
    FileClass class;
    FileState state;
    bool degraded;
    bool disguised;         /* may spell names otherwise than letter by letter (lang/disguise.h) */
    bool calls_are_unknown; /* see lang/outline.h */
    bool has_routes;        /* offers routes or sends requests (lang/route/route_facts.h) */
    bool has_addresses;     /* has constants that may be addresses of such routes */
    Str reason;             /* why it failed; only of FILE_FAILED */
    uint32_t first;         /* dense id of its entry 0 */
    uint32_t count;         /* number of entries, entry 0 included */
    Entry *entries;         /* NULL while packed or not fetched; use catalog_row */
    SymbolMetrics *metrics; /* one per entry; NULL if not computed or not fetched */
    Str links;              /* packed imports and edges, for catalog_imports and catalog_edges */
    Str mentions; /* packed ids of the names that its references use, for catalog_mentions */
    Str shape;    /* packed, for catalog_shape */
    Str packed;   /* packed entries, in a lean catalog (catalog_lean.h) */
    uint16_t *hash_prefixes;         /* one per entry (hash_prefixes.h); NULL until computed */
    const struct FileFilter *filter; /* Bloom filter (file_filter.h); NULL until computed */
    unsigned changed; /* CATALOG_… parts that changed since the last load or save */
    /* After a file changed and before it is resolved again, packed links still use its old
       indices. moved[old] is the new index, or SYMBOL_NOWHERE (catalog_moved.c). NULL: links use
       present indices. */
    const uint32_t *moved;
    uint32_t moved_count;
} CatalogFile;

/* Facts that are not in the store yet; catalog_facts looks here first. */
typedef struct FreshFacts {
    Str hash; /* of the content */
    Facts facts;
    Str text; /* only for a content that is not in the work tree (as_of.h) */
} FreshFacts;
typedef VEC(FreshFacts) FactsVec;

/* Reverse index of edges: for each symbol the files that have edges into it. `files` holds packed
   ascending file ids; a symbol's ids begin at starts[symbol]. The two lists at the end record
   changes since the index was built (catalog_callers.h). */
typedef struct CallerFiles {
    bool ready;
    uint32_t *starts;
    char *files;
    VEC(uint32_t) changed;          /* files whose links changed, ascending */
    VEC(struct CallerPlace) former; /* files whose symbols changed, with the ids these had before */
} CallerFiles;

/* Files that were not indexed because the memory limit would have been exceeded (memory.h). */
typedef struct LeftOut {
    uint32_t files;
    uint64_t limit; /* bytes */
} LeftOut;

/* Maps dense ids to files. Ids below `end` were given by catalog_number, in the order of the
   files. A file that changed later and outgrew its range of ids has a new range above `end`. */
typedef struct Numbering {
    uint32_t *places; /* file of every PLACE_STEP-th symbol */
    uint32_t *firsts; /* first id by file id, `files` entries */
    size_t places_room, firsts_room;
    uint32_t files, end;
    VEC(struct NumberedFile) behind; /* ranges above `end`, ascending */
    uint32_t empty;                  /* number of ids without a symbol */
    bool scattered;                  /* something changed since catalog_number */
} Numbering;

/* Replacements for the lists of catalog_named: names whose symbols changed since `by_name` was
   made. */
typedef struct Relisted {
    IdMap at; /* from name id to an index in `lists` */
    VEC(struct RelistedName) lists;
    VEC(uint32_t) ids;
} Relisted;

/* Scores at which the risk levels begin (index/graph/levels.h). */
typedef struct RiskLevels {
    uint8_t medium, high;               /* 0: not computed yet */
    uint8_t wanted_medium, wanted_high; /* set by the user; 0: chosen to fit the repository */
} RiskLevels;

/* History of the repository (index/history/history.h), read from the store on first use. */
typedef struct HistoryFacts {
    bool asked;
    const struct History *facts; /* NULL: no history is available */
} HistoryFacts;

/* For a catalog of files from other repositories (org/tree.h), with only some of their symbols:
   data of the whole repositories. */
typedef struct CatalogElsewhere {
    const Str *paths;         /* by file id: the path within its repository */
    const uint64_t *identity; /* by dense id: second half of the symbol's hash */
    const bool *known;        /* by dense id: has that; others are computed */
    /* how often terms occur in all of them (index/terms/term_index.h); or NULL */
    const struct TermTotals *totals;
} CatalogElsewhere;

/* Directories whose .gitattributes changed since the catalog was built. Files below them may have
   another class, though their content is the same. */
typedef struct Reclassified {
    VEC(Str) directories;
} Reclassified;

/* Groups of fields: `names`, `files` and `numbering` are the tables themselves. `by_name`
   with `relisted` answers "which symbols have this name", `callers` answers "which files have
   edges into this symbol"; both survive small changes. `modules`, `layout`, `terms`, `levels`
   and `history` cache results of other folders.

   A catalog has one of three forms. A plain one (`lean` and `lazy` NULL) has everything in
   memory. A lean one (catalog_lean.h) packs entries during a full rebuild. A lazy one
   (catalog_lazy.h) fetches segments from the store on first use.

   Three fields report missing data. `damaged`: the store could not be read, and nothing made
   from this catalog may be used. `absent`: parts that were not loaded and cannot be fetched.
   `*lacks`: somebody read an absent part, so its answer is worthless. */
typedef struct Catalog {
    Arena *arena;
    Store *store; /* the source of its facts; NULL: none */
    Names names;
    VEC(CatalogFile) files; /* by file id */
    uint32_t symbol_count;  /* upper bound of dense ids */
    /* name id by dense id, in a lazy catalog: valid for fetched segments; else NULL */
    uint32_t *symbol_names;
    uint32_t saved_names;     /* number of names in the store */
    bool names_saved_quickly; /* names are stored with quick compression and will be rewritten */
    bool names_diverged; /* from id saved_names on, the store has other names than this catalog */
    uint64_t generation; /* of the store at the time of loading; 0: nothing was stored */
    Extent extent;       /* the part of the tree that is indexed */
    LeftOut left_out;    /* files of the extent without room in memory */
    bool thrifty;        /* memory is scarce: caches stay small */
    bool damaged;        /* the stored catalog could not be read; this one is empty or incomplete */
    /* of the work tree while files are taken in; else NULL */
    const GitAttributes *attributes;
    struct Reclassified *reclassified; /* for build_compare; a pointer, like `lacks` */
    unsigned absent; /* CATALOG_… parts that are neither loaded nor fetched on demand */
    /* set when an absent part is read; a pointer, so that readers of a const catalog can set it */
    bool *lacks;
    FactsVec fresh;      /* facts that are not in the store yet */
    Numbering numbering; /* for catalog_place */
    uint32_t *by_name;   /* dense ids by name (catalog_named); made on first use */
    uint32_t *name_starts;
    uint32_t by_name_count; /* number of names when by_name was made */
    size_t by_name_room, name_starts_room;
    bool by_name_ready;
    Relisted relisted;
    bool renumber;          /* symbols were added or removed since the last numbering */
    bool has_hash_prefixes; /* every file has its hash_prefixes */
    CallerFiles callers;    /* for catalog_edges_into; made by catalog_warm_callers */
    RiskLevels *levels;
    HistoryFacts *history;
    /* made by modules_warm; NULL: callers of modules_of compute their own */
    const struct Modules *modules;
    /* older modules: only their names and files are still right; or NULL */
    const struct Modules *layout;
    /* made by term_index_warm; NULL: term_index_open reads its own */
    const struct TermIndex *terms;
    struct CatalogLean *lean; /* both NULL: entries, metrics and links are in memory */
    struct CatalogLazy *lazy;
    const CatalogElsewhere *elsewhere; /* NULL: the files are of one work tree here */
} Catalog;

/* Whether the entry only declares a symbol that is defined elsewhere: a C prototype or a forward
   declaration. */
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

/* An empty catalog in the arena, which must outlive it. */
Catalog *catalog_open(Arena *arena);

/* ---- symbols ---- */

typedef struct SymbolPlace {
    uint32_t file, index;
} SymbolPlace;

/* The file and index of a dense id, which must be below symbol_count and have a symbol. */
SymbolPlace catalog_place(const Catalog *catalog, uint32_t symbol);
/* catalog_row for entries that are not in memory: unpacks or fetches them. */
const CatalogFile *catalog_unpack(const Catalog *catalog, uint32_t id);
/* A file's row with its entries. In a lean catalog the entries are valid until catalog_trim. All
   entries are zero in a catalog without CATALOG_SYMBOLS. */
static inline const CatalogFile *catalog_row(const Catalog *catalog, uint32_t id)
{
    const CatalogFile *file = &catalog->files.ptr[id];
    return file->entries ? file : catalog_unpack(catalog, id);
}
/* Must precede every read of a file's part. Sets *lacks if the part was not loaded, because the
   reader then sees nothing where there may be something. */
static inline void catalog_need(const Catalog *catalog, CatalogPart part)
{
    if (catalog->absent & part)
        *catalog->lacks = true;
}
/* Builds the tables that name look-ups otherwise build on first use. */
void catalog_warm(Catalog *catalog);
const Entry *catalog_entry(const Catalog *catalog, uint32_t symbol);
/* All zero before metrics are computed. */
SymbolMetrics catalog_metrics(const Catalog *catalog, uint32_t symbol);
/* Number of a file's functions by risk level (index/graph/levels.h). */
typedef struct RiskCounts {
    uint32_t low, medium, high;
} RiskCounts;
RiskCounts catalog_risks(const Catalog *catalog, uint32_t id);
/* Dense ids of the symbols with that name, ascending. Valid until the catalog changes. */
typedef VEC(uint32_t) IdVec;
typedef struct IdSpan {
    const uint32_t *ptr;
    size_t len;
} IdSpan;
IdSpan catalog_named(Catalog *catalog, uint32_t name);
/* Number of those symbols. Thread-safe; catalog_named or catalog_warm must have been called
   before. */
size_t catalog_count_named(const Catalog *catalog, uint32_t name);

static inline Str catalog_name(const Catalog *catalog, uint32_t name)
{
    return names_get(&catalog->names, name);
}
/* The name with its owner and ancestors, joined by the language's separator: `Class.method`. For
   the file itself its path. */
Str catalog_qualified_name(const Catalog *catalog, Arena *arena, uint32_t symbol);
/* The portable symbol hash, `1a2b3c4d:0123456789abcdef`: hash of the path, then hash of package,
   qualified name, kind, arity and ordinal (symbol.h). */
Str catalog_symbol_hash(const Catalog *catalog, Arena *arena, uint32_t symbol);
/* Second halves of the symbol hashes of all entries of a file, in one pass. `hashes` has room
   for file->count. */
void catalog_file_hashes(const Catalog *catalog, Arena scratch, uint32_t id, uint64_t *hashes);

/* ---- files ---- */

/* Whether it lists any file: rows that removed files have left do not count. */
bool catalog_has_files(const Catalog *catalog);
/* Whether any file was parsed: false for a mere list of files. */
bool catalog_has_symbols(const Catalog *catalog);
/* Whether calls are known: some file has links, or all files were parsed and contain no links.
   False while an index is being built. */
bool catalog_calls_known(const Catalog *catalog);
/* Whether calls in the file are followed; the other names its kind in `calls are not followed in
 * …`.
 */
bool catalog_follows_calls(const CatalogFile *file);
Str catalog_unfollowed(const CatalogFile *file);
/* Whether any file's language ignores the case of names. */
bool catalog_folds_case(const Catalog *catalog);
/* File id of a path, or FILE_NOWHERE. Linear in the number of files. */
uint32_t catalog_find_file(const Catalog *catalog, Str path);
/* The same through catalog_named, for callers that ask often. Finds only files with entries. */
uint32_t catalog_find_listed(Catalog *catalog, Str path);
/* All files in byte order of their paths; *count is their number. */
typedef struct CatalogPath {
    uint32_t id;
    Str path;
} CatalogPath;
CatalogPath *catalog_by_path(Arena *arena, const Catalog *catalog, size_t *count);
/* Ensures room for `count` files in all. Growing by doubling would leave the old arrays in the
   arena. */
void catalog_reserve_files(Catalog *catalog, size_t count);
/* Appends a row for the path and returns its id. The caller fills it in and numbers the catalog. */
uint32_t catalog_put_file(Catalog *catalog, Str path);
/* Frees the file's slot; ids of other files do not change. */
void catalog_remove_file(Catalog *catalog, uint32_t file);
/* Sets a file's entries, mentions and shape from its outline; NULL means that it has none. Its
   links are cleared and must be set afterwards. A lazy catalog gets entries only, since nothing
   is resolved in it. */
void catalog_set_outline(Catalog *catalog, Arena scratch, uint32_t id, const Outline *outline);
/* Makes entries for a file that has no outline: entry 0 and `symbols` more, which the caller
   fills in. Returns the entries. */
Entry *catalog_set_entries(Catalog *catalog, uint32_t id, uint32_t lines, uint32_t symbols);
/* Keeps a file's previous links after catalog_set_outline or catalog_remove_file, through a map
   from old to new indices. `before` is a copy of its row from before the change. */
void catalog_keep_links(Catalog *catalog, uint32_t file, const CatalogFile *before);
/* Facts of a content by its hash, from `fresh` or the store; empty if neither has them. False if
   the store cannot be read. */
bool catalog_facts(const Catalog *catalog, Arena *arena, Str hash, bool references, Facts *facts,
                   Err *err) MUST_USE;
/* The text of a content that is not in the work tree (as_of.h); NULL for all other contents. */
const Str *catalog_given_text(const Catalog *catalog, Str hash);
/* Facts of a file. Unlike with catalog_facts it is an error if facts should exist but are gone;
 *catalog->lacks is then set. */
bool catalog_file_facts(const Catalog *catalog, Arena *arena, uint32_t id, Facts *facts,
                        Err *err) MUST_USE;
/* The same, decoded into an outline with references. */
bool catalog_whole_outline(const Catalog *catalog, Arena *arena, uint32_t id, Outline *outline,
                           Err *err) MUST_USE;
/* Assigns dense ids to all symbols, after files were put, removed or given outlines. */
void catalog_number(Catalog *catalog);
/* Assigns dense ids after few files changed, in time proportional to these. Ids of symbols in
   other files stay; some ids have no symbol until the next catalog_number. Falls back to
   catalog_number when too much changed. */
typedef struct FormerFile {
    uint32_t id;
    CatalogFile was; /* a copy of its row from before the change */
} FormerFile;
typedef VEC(FormerFile) FormerFileVec;
void catalog_number_changed(Catalog *catalog, Arena scratch, const FormerFileVec *files);

/* ---- imports, edges, mentions ---- */

typedef enum EdgeConfidence {
    EDGE_EXTERNAL,  /* leaves the repository; see `external` */
    EDGE_AMBIGUOUS, /* one of several candidates, at most EDGE_CANDIDATES_MAX; each is an edge */
    EDGE_LIKELY,
    EDGE_EXACT,
} EdgeConfidence;
/* With more candidates a call says too little to be an edge. */
#define EDGE_CANDIDATES_MAX 5
/* Kind of the edge from a block that extends a type (SYMBOL_IMPL) to that type. It is no use of
   the type, so functions skip it unless they say otherwise. */
#define EDGE_PART 7
/* Kind of the edge from what sends a request to the handler of the route that it reaches. It is
   made for an answer (relations/route_edges.h) and never stored. */
#define EDGE_ROUTE 8
Str edge_confidence_name(unsigned confidence);

/* Which step of the resolver found the callee: edge_steps.def. */
typedef enum EdgeStep {
#define STEP(id, name, reason) EDGE_STEP_##id,
#include "index/catalog/edge_steps.def"
#undef STEP
    EDGE_STEP_COUNT,
} EdgeStep;
/* `member`, and `the type of the receiver declares it`; of UNKNOWN for any other number. */
Str edge_step_name(unsigned step);
Str edge_step_reason(unsigned step);

typedef struct Edge {
    uint32_t caller;   /* dense id */
    uint32_t callee;   /* dense id, or SYMBOL_NOWHERE */
    uint32_t external; /* name id of `ext:package:name` when it leaves the repository, else 0 */
    uint32_t line;     /* of the first such reference */
    uint32_t count;    /* number of such references between the two */
    uint8_t kind;      /* ReferenceKind: CALL, TYPE, BASE, USE; or EDGE_PART */
    uint8_t confidence;
    uint8_t step;  /* EdgeStep: how the most confident of these references was resolved */
    bool compiled; /* exact, because an imported index of a compiler says so */
} Edge;
typedef VEC(Edge) EdgeVec;
/* The name of its confidence with the source: `exact (scip)`. */
Str edge_confidence(const Edge *edge);

/* One resolved import of a file; an import statement that binds several names has several rows. */
typedef struct ImportLink {
    uint32_t target;  /* file id, or FILE_NOWHERE */
    uint32_t package; /* name id: the external package (`os`), or the import as written */
    uint32_t name;    /* name id of the imported name: `*` for all, 0 for the module itself */
    uint32_t alias;   /* name id under which the file sees it, or 0 for its own name */
    uint32_t line;
    uint32_t flags; /* BINDING_… bits */
} ImportLink;
typedef VEC(ImportLink) ImportLinkVec;

/* Sets a file's imports and edges. Edges must be sorted by caller, then line. Both are packed,
   so the vectors may be dropped afterwards. */
void catalog_set_links(Catalog *catalog, Arena scratch, uint32_t file, const ImportLinkVec *imports,
                       const EdgeVec *edges);
/* Sets links that another process has packed; the bytes are copied. */
void catalog_take_links(Catalog *catalog, uint32_t file, Str packed);
/* Appends the file's imports. */
void catalog_imports(const Catalog *catalog, Arena *arena, uint32_t file, ImportLinkVec *imports);
/* Appends the edges that start in the file, without those of EDGE_PART. */
void catalog_edges(const Catalog *catalog, Arena *arena, uint32_t file, EdgeVec *edges);
/* Appends the edges that start in the file, with those of EDGE_PART. */
void catalog_all_edges(const Catalog *catalog, Arena *arena, uint32_t file, EdgeVec *edges);
typedef bool (*EdgeVisit)(void *context, const Edge *edge);
/* Calls back for each edge of at least that confidence; stops when `visit` returns false. */
void catalog_visit_edges(const Catalog *catalog, uint32_t file, EdgeConfidence least,
                         EdgeVisit visit, void *context);
/* Appends the edges that start in one symbol. */
void catalog_edges_of(const Catalog *catalog, Arena *arena, uint32_t symbol, EdgeVec *edges);
/* Builds catalog->callers in `arena`: for each symbol the files that have edges into it. One
   pass over all edges, worthwhile before many questions. Dropped when the catalog is renumbered
   or much of it has changed. */
void catalog_warm_callers(Arena *arena, Arena scratch, Catalog *catalog);
/* Appends every edge that ends in a symbol of the set, which is a bit set over dense ids. Reads
   the packed edges of all files, or only of the files that catalog->callers or the filters of a
   lazy catalog name. */
void catalog_edges_into(const Catalog *catalog, Arena *arena, const uint64_t *set, EdgeVec *edges);
/* Which files have edges into which, as far as searches have read them. `arena` must be set, the
   rest zero; links must not change while it is used. */
typedef struct FileLead {
    uint32_t from, next; /* next: 1 + index of the next one into the same file, or 0 */
} FileLead;
typedef struct FileLeads {
    Arena *arena;
    bool *read;       /* by segment: the leads of its files are noted */
    uint32_t *first;  /* by file: 1 + index of the first lead into it, or 0 */
    uint32_t *latest; /* by file: 1 + the last file that was noted for it */
    VEC(FileLead) leads;
} FileLeads;
/* The same for a walk, which asks several times: later searches read only files that have edges
   into the symbols' files. */
void catalog_edges_into_next(const Catalog *catalog, FileLeads *leads, Arena *arena,
                             const uint64_t *set, EdgeVec *edges);
/* Calls back for each edge that ends in the symbol, file by file; stops when `visit` returns
   false. */
void catalog_edges_to(const Catalog *catalog, uint32_t symbol, EdgeVisit visit, void *context);
/* Calls back for the EDGE_PART edges of a file: its blocks that extend types. */
void catalog_visit_parts(const Catalog *catalog, uint32_t file, EdgeVisit visit, void *context);
/* The type that a block extends, or SYMBOL_NOWHERE. */
uint32_t catalog_part_of(const Catalog *catalog, uint32_t symbol);
/* Calls back for the EDGE_PART edges that end in the type, as catalog_edges_to does. */
void catalog_parts_to(const Catalog *catalog, uint32_t symbol, EdgeVisit visit, void *context);
/* Calls back for the callee of each edge that starts in the file, in the stored form: file id
   and the index at the time of packing. Stops when `visit` returns false. */
typedef bool (*CalleeVisit)(void *context, uint32_t file, uint32_t index);
void catalog_visit_callees(const Catalog *catalog, uint32_t file, CalleeVisit visit, void *context);
/* Calls back for each name id that the file's references use, ascending; stops when `visit`
   returns false. */
typedef bool (*MentionVisit)(void *context, uint32_t name);
void catalog_mentions(const Catalog *catalog, uint32_t file, MentionVisit visit, void *context);
/* Whether means[id] is set for a mentioned name id below `count`. */
bool catalog_mentions_any(const Catalog *catalog, uint32_t file, const uint8_t *means,
                          size_t count);

/* ---- the rest of a file ---- */

/* The shape of a file: the part of its facts, besides entries, that the resolution of other
   files depends on. It has the imports with their bindings, but without details. It has these
   references: the bases of types, bindings outside functions or to members (`self.x`), and what
   macro bodies call or use. In languages whose overloads differ by types, a reference of kind TYPE
   without a name lists a method's parameter types as its receiver: `int,Foo[],List`. */
void catalog_shape(const Catalog *catalog, Arena *arena, uint32_t id, Outline *outline);
/* Only the imports of the shape. */
void catalog_shape_imports(const Catalog *catalog, Arena *arena, uint32_t id, Outline *outline);

/* Decodes the file's outline from its facts, with references if wanted. False with *err set if
   the store cannot be read. The outline is empty if the facts are gone. */
bool catalog_outline(const Catalog *catalog, Arena *arena, uint32_t id, bool references,
                     Outline *outline, Err *err) MUST_USE;
