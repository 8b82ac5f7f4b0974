#include "relations/found_uses.h"

#include "base/hash.h"
#include "index/resolve/place_uses.h"
#include "lang/name_sites.h"
#include "lang/registry.h"
#include "query/mentions.h"
#include "query/query.h"
#include "relations/place_forms.h"
#include "relations/place_list.h"
#include "session/require.h"

/* What is read for one answer: some tenths of a second. */
#define READ_FILES_MAX 400
#define READ_BYTES_MAX (12 * MB)
/* Declarations and definitions of one method. */
#define NAMESAKES_MAX 8
/* The resolver lists all symbols of a tree before it resolves the first place. */
#define TREE_SYMBOLS_MAX 400000

typedef struct Looking {
    SessionRequest *request;
    IndexSession *session; /* a second one, with all parts of the catalog */
    Resolver *resolver;
    uint32_t symbol;
    IdVec symbols; /* with those that are one with it */
    Str word;
    size_t namesakes;
    FoundLimits limits;
    bool called; /* calls of a function are looked for, not uses of a value */
    FoundUses *uses;
} Looking;

/* ---- what is looked for ---- */

static bool is_data(const Entry *entry)
{
    bool accessor = entry->modifiers & (MODIFIER(GETTER) | MODIFIER(SETTER));
    switch ((SymbolKind)entry->kind) {
    case SYMBOL_FIELD:
    case SYMBOL_PROPERTY:
    case SYMBOL_VARIABLE:
    case SYMBOL_CONSTANT:
    case SYMBOL_ENUM_MEMBER: return true;
    default: return accessor;
    }
}

bool found_uses_apply(const Catalog *catalog, uint32_t symbol)
{
    const Entry *entry = catalog_entry(catalog, symbol);
    const CatalogFile *file = catalog_row(catalog, catalog_place(catalog, symbol).file);
    bool macro = entry->kind == SYMBOL_CONSTANT && resolve_is_linked(file->language);
    return entry->name && catalog_follows_calls(file) && !macro &&
           (is_data(entry) || entry->kind == SYMBOL_CONSTRUCTOR);
}

/* How many symbols that a place may mean have the name. */
static size_t count_namesakes(const Looking *looking)
{
    const Catalog *catalog = looking->session->catalog;
    IdSpan named = catalog_named((Catalog *)catalog, catalog_entry(catalog, looking->symbol)->name);
    const Language *language =
        catalog_row(catalog, catalog_place(catalog, looking->symbol).file)->language;
    size_t count = 0;
    for (size_t i = 0; i < named.len; i++)
        count +=
            catalog_row(catalog, catalog_place(catalog, named.ptr[i]).file)->language == language;
    return count;
}

/* ---- the places of a file ---- */

/* Whether a variable with a mark before its name, `$log`, is sought, and the place has none. */
static bool lacks_mark(const Looking *looking, Str text, uint32_t start)
{
    const Catalog *catalog = looking->session->catalog;
    const Entry *entry = catalog_entry(catalog, looking->symbol);
    Str name = catalog_name(catalog, entry->name);
    while (start && (byte_is_word(text.ptr[start - 1]) || text.ptr[start - 1] == ':'))
        start--; // Perl: `$Conf::depth`
    return entry->kind == SYMBOL_VARIABLE && str_starts(name, STR("$")) &&
           str_starts(looking->word, str_from_offset(name, 1)) &&
           !(start && byte_in(text.ptr[start - 1], "$@%{"));
}

/* Whether the place writes the other kind of name: `#level` is private, and not `level`. */
static bool is_other_name(const Looking *looking, Str text, uint32_t start)
{
    const Catalog *catalog = looking->session->catalog;
    Str name = catalog_name(catalog, catalog_entry(catalog, looking->symbol)->name);
    return place_forms_mark(text, start) != str_starts(name, STR("#"));
}

static void list_places(const Looking *looking, Str text, const Outline *outline,
                        const NameSiteVec *sites, NamePlaceVec *places)
{
    Arena *arena = looking->request->arena;
    for (size_t i = 0; i < sites->len; i++) {
        const NameSite *site = &sites->ptr[i];
        NamePlace place;
        if (!is_other_name(looking, text, site->start) && !lacks_mark(looking, text, site->start) &&
            place_list_read(arena, outline, text, site, looking->word, &place))
            *VEC_PUSH(arena, places) = place;
    }
}

static void add_use(const Looking *looking, const FoundUse *use)
{
    FoundUses *uses = looking->uses;
    for (size_t i = 0; i < looking->symbols.len; i++)
        if (looking->symbols.ptr[i] == use->user) // `@size.setter` before its own declaration
            return;
    for (size_t i = 0; i < uses->list.len; i++) {
        FoundUse *known = &uses->list.ptr[i];
        if (known->user != use->user || known->kind != use->kind)
            continue;
        known->line = use->confidence > known->confidence ? use->line : known->line;
        known->confidence = MAX(known->confidence, use->confidence);
        known->count += use->count;
        return;
    }
    *VEC_PUSH(looking->request->arena, &uses->list) = *use;
}

/* A place of unknown meaning is a candidate if few symbols have the name. */
static EdgeConfidence confidence_of(const Looking *looking, const NamePlace *place)
{
    switch (place->verdict) {
    case PLACE_MEANS: return EDGE_EXACT;
    case PLACE_LIKELY: return EDGE_LIKELY;
    case PLACE_MAYBE:
        if (looking->called)
            return place->called ? EDGE_AMBIGUOUS : EDGE_EXTERNAL;
        return looking->namesakes == 1                     ? EDGE_LIKELY
               : looking->namesakes <= EDGE_CANDIDATES_MAX ? EDGE_AMBIGUOUS
                                                           : EDGE_EXTERNAL;
    default: return EDGE_EXTERNAL;
    }
}

static bool read_file(const Looking *looking, const CatalogFile *row, Str *text)
{
    Err ignored = {0};
    FsFile file SCOPED(fs_close) = {.fd = -1};
    char hash[HASH_CONTENT_BYTES];
    if (!session_open_file(looking->request, looking->session, looking->request->arena, row->path,
                           &file, &ignored) ||
        !fs_read_all(looking->request->arena, &file, text, &ignored))
        return false;
    hash_content(row->language ? lang_id(row->language) : (Str){0}, *text, hash);
    return str_equal(row->hash, (Str){hash, sizeof hash});
}

/* False if the file cannot be judged: it changed, or has too many places. */
static bool look_in_file(const Looking *looking, uint32_t id)
{
    Arena *arena = looking->request->arena;
    const CatalogFile *row = catalog_row(looking->session->catalog, id);
    const OutlineOptions options = {
        .want_references = true, .want_bindings = true, .want_docs = true, .no_ctags = true};
    Outline outline = {.language = row->language};
    NameSiteVec sites = {0};
    NamePlaceVec places = {0};
    Str text;
    if (!read_file(looking, row, &text) || !lang_name_sites(arena, *looking->request->scratch,
                                                            &(NameQuery){.language = row->language,
                                                                         .text = text,
                                                                         .name = looking->word,
                                                                         .hints = {.arrows = true}},
                                                            &sites))
        return false;
    lang_outline(arena, *looking->request->scratch, row->language, text, &options, &outline);
    if (outline.symbols.len + 1 != row->count)
        return false;
    list_places(looking, text, &outline, &sites, &places);
    resolve_places(looking->resolver, arena, id, &outline, &looking->symbols, &places);
    for (size_t i = 0; i < places.len; i++) {
        const NamePlace *place = &places.ptr[i];
        EdgeConfidence confidence = confidence_of(looking, place);
        looking->uses->unclear += place->verdict == PLACE_MAYBE && confidence == EDGE_EXTERNAL;
        if (confidence != EDGE_EXTERNAL)
            add_use(looking, &(FoundUse){.user = row->first + place->around,
                                         .line = place->line,
                                         .count = 1,
                                         .kind = REFERENCE_USE,
                                         .confidence = confidence});
    }
    return true;
}

/* Files of code that have the word; false if they are too much for one answer. */
static bool list_files(const Looking *looking, IdVec *files)
{
    const Mentions *all = mentions_of_symbol(looking->request, looking->session, looking->symbol);
    uint64_t bytes = 0;
    uint32_t own = catalog_place(looking->session->catalog, looking->symbol).file;
    for (size_t i = 0; i < all->list.len; i++) {
        const MentionFile *file = &all->list.ptr[i];
        const CatalogFile *row = catalog_row(looking->session->catalog, file->file);
        if (file->kind != MENTION_CODE && file->kind != MENTION_TEST)
            continue;
        if (!resolve_is_kin(looking->resolver, file->file, own)) {
            looking->uses->elsewhere += file->places;
            continue;
        }
        bytes += row->size;
        *VEC_PUSH(looking->request->arena, files) = file->file;
    }
    return !all->missed && files->len <= looking->limits.files && bytes <= looking->limits.bytes;
}

static bool look_at_places(Looking *looking, Err *err)
{
    IdVec files = {0};
    size_t failed = 0;
    if (!list_files(looking, &files)) {
        looking->uses->reason = STR("too many files have the word");
        return true;
    }
    looking->namesakes = count_namesakes(looking);
    for (size_t i = 0; i < files.len; i++) {
        if (session_is_cancelled(looking->request))
            return err_interrupted(err);
        failed += !look_in_file(looking, files.ptr[i]);
    }
    if (failed)
        looking->uses->reason =
            str_format(looking->request->arena, "%zu file%s could not be read as the index has %s",
                       failed, failed == 1 ? "" : "s", failed == 1 ? "it" : "them");
    looking->uses->looked = !failed;
    return true;
}

/* ---- constructions ---- */

static bool look_at_constructions(Looking *looking, Err *err)
{
    ConstructionVec found = {0};
    for (size_t i = 0; i < looking->symbols.len; i++)
        if (!resolve_constructions(looking->resolver, looking->request->arena,
                                   looking->symbols.ptr[i], &found, err))
            return false;
    for (size_t i = 0; i < found.len; i++)
        add_use(looking, &(FoundUse){.user = found.ptr[i].caller,
                                     .line = found.ptr[i].line,
                                     .count = 1,
                                     .kind = REFERENCE_CALL,
                                     .confidence = found.ptr[i].confidence});
    looking->uses->looked = resolve_is_made(looking->resolver, looking->symbol);
    return true;
}

/* ---- all ---- */

static bool is_same(const Catalog *a, const Catalog *b, uint32_t symbol)
{
    if (symbol >= b->symbol_count || a->symbol_count != b->symbol_count)
        return false;
    SymbolPlace one = catalog_place(a, symbol), other = catalog_place(b, symbol);
    return one.file == other.file && one.index == other.index &&
           str_equal(catalog_row(a, one.file)->hash, catalog_row(b, other.file)->hash);
}

/* The word that places of the symbol have: its name, without a mark that is not part of names. */
static Str place_word(const IndexSession *session, uint32_t symbol)
{
    const Catalog *catalog = session->catalog;
    Str name = catalog_name(catalog, catalog_entry(catalog, symbol)->name);
    const Language *language = catalog_row(catalog, catalog_place(catalog, symbol).file)->language;
    return name.len && !byte_is_word(name.ptr[0]) && lang_is_name_byte(language, name.ptr[0])
               ? name
               : mentions_symbol_word(session, symbol);
}

/* Looks for all that `start` says. */
static bool look(SessionRequest *request, IndexSession *session, const IdVec *joined,
                 const Looking *start, Err *err)
{
    IndexSession whole SCOPED(session_close) = {0};
    Err ignored = {0};
    FoundUses *uses = start->uses;
    uint32_t symbol = start->symbol;
    uses->reason = STR("the tree is too large");
    if (session->catalog->symbol_count > TREE_SYMBOLS_MAX)
        return true;
    uses->reason = STR("the index is not complete");
    const SessionNeeds needs = {.parts = CATALOG_ALL, .calls = true};
    if (!session_begin(request, &whole, needs, &ignored) || whole.stale.len ||
        !is_same(session->catalog, whole.catalog, symbol))
        return true;
    Resolver *resolver SCOPED(resolve_close) =
        resolve_open(request->arena, *request->scratch, whole.catalog, &whole.repo);
    Looking looking = *start;
    looking.request = request;
    looking.session = &whole;
    looking.resolver = resolver;
    looking.word = place_word(&whole, symbol);
    uses->reason = (Str){0};
    *VEC_PUSH(request->arena, &looking.symbols) = symbol;
    for (size_t i = 0; joined && i < joined->len; i++)
        if (catalog_entry(whole.catalog, joined->ptr[i])->name ==
            catalog_entry(whole.catalog, symbol)->name)
            *VEC_PUSH(request->arena, &looking.symbols) = joined->ptr[i];
    bool constructor = catalog_entry(whole.catalog, symbol)->kind == SYMBOL_CONSTRUCTOR;
    return constructor ? look_at_constructions(&looking, err) : look_at_places(&looking, err);
}

bool found_uses_of(SessionRequest *request, IndexSession *session, uint32_t symbol,
                   const IdVec *joined, FoundUses *uses, Err *err)
{
    const Looking start = {
        .symbol = symbol, .uses = uses, .limits = {READ_FILES_MAX, READ_BYTES_MAX}};
    *uses = (FoundUses){0};
    return !found_uses_apply(session->catalog, symbol) ||
           look(request, session, joined, &start, err);
}

/* Whether the files of code with the name are few enough: asked before anything is opened. */
static bool are_few(SessionRequest *request, IndexSession *session, const Looking *start)
{
    const Mentions *all = mentions_of_symbol(request, session, start->symbol);
    size_t files = 0;
    uint64_t bytes = 0;
    for (size_t i = 0; i < all->list.len; i++) {
        const MentionFile *file = &all->list.ptr[i];
        if (file->kind != MENTION_CODE && file->kind != MENTION_TEST)
            continue;
        files++;
        bytes += session->catalog->files.ptr[file->file].size;
    }
    return files <= start->limits.files && bytes <= start->limits.bytes;
}

/* Appends the other symbols of the name; false: one of them is another method. A declaration and a
   definition apart from it are one. */
static bool take_alone(SessionRequest *request, Catalog *catalog, uint32_t symbol, IdVec *others)
{
    Str own = catalog_qualified_name(catalog, request->arena, symbol);
    IdSpan named = catalog_named(catalog, catalog_entry(catalog, symbol)->name);
    for (size_t i = 0; i < named.len && i < NAMESAKES_MAX; i++) {
        if (named.ptr[i] == symbol)
            continue;
        Str other = catalog_qualified_name(catalog, request->arena, named.ptr[i]);
        bool inside = other.len > own.len && byte_is_word(other.ptr[other.len - own.len - 1]);
        if (inside || !str_ends(other, own))
            return false;
        *VEC_PUSH(request->arena, others) = named.ptr[i];
    }
    return named.len <= NAMESAKES_MAX;
}

bool found_uses_within(SessionRequest *request, IndexSession *session, uint32_t symbol,
                       const FoundLimits *limits, FoundUses *uses, Err *err)
{
    Looking start = {.symbol = symbol, .uses = uses, .limits = *limits};
    const Entry *entry = catalog_entry(session->catalog, symbol);
    bool method = entry->kind == SYMBOL_METHOD;
    *uses = (FoundUses){0};
    start.called = !found_uses_apply(session->catalog, symbol);
    IdVec others = {0};
    if (start.called &&
        (!method || !entry->name || !take_alone(request, session->catalog, symbol, &others)))
        return true;
    return !are_few(request, session, &start) || look(request, session, &others, &start, err);
}

static uint32_t node_of(Arena *arena, Neighbourhood *found, uint32_t symbol)
{
    for (size_t i = 0; i < found->nodes.len; i++)
        if (found->nodes.ptr[i].symbol == symbol)
            return (uint32_t)i;
    *VEC_PUSH(arena, &found->nodes) = (Neighbour){.symbol = symbol, .steps = 1};
    return (uint32_t)found->nodes.len - 1;
}

/* The user's stored edge, or NULL. It counts the same places, except calls of an overridden method.
 */
static NeighbourEdge *stored_edge(const Neighbourhood *found, size_t edges, const FoundUse *use)
{
    for (size_t i = 0; i < edges; i++) {
        NeighbourEdge *edge = &found->edges.ptr[i];
        if (found->nodes.ptr[edge->from].symbol == use->user && edge->to < found->focus_count &&
            edge->kind != REFERENCE_TYPE && edge->confidence >= use->confidence)
            return edge;
    }
    return NULL;
}

FoundCounts found_uses_join(Arena *arena, const Catalog *catalog, const FoundUses *uses,
                            const Exclusion *exclude, Neighbourhood *found)
{
    FoundCounts counts = {0};
    size_t stored = found->edges.len;
    for (size_t i = 0; i < uses->list.len; i++) {
        const FoundUse *use = &uses->list.ptr[i];
        if (exclude_has(exclude, catalog, use->user))
            continue;
        NeighbourEdge *known = use->kind == EDGE_ROUTE ? NULL : stored_edge(found, stored, use);
        if (known) {
            known->count += use->as ? use->count : 0;
            counts.sites += use->as ? use->count : 0;
            continue;
        }
        size_t before = found->nodes.len;
        *VEC_PUSH(arena, &found->edges) =
            (NeighbourEdge){.from = node_of(arena, found, use->user),
                            .line = use->line,
                            .count = use->count,
                            .kind = use->kind,
                            .confidence = (uint8_t)use->confidence,
                            .as = use->as,
                            .step = use->kind == EDGE_ROUTE       ? EDGE_STEP_ROUTE
                                    : use->as                     ? EDGE_STEP_DISPATCH
                                    : use->kind == REFERENCE_CALL ? EDGE_STEP_CONSTRUCTION
                                                                  : EDGE_STEP_PLACE};
        bool sure = use->confidence != EDGE_AMBIGUOUS, fresh = found->nodes.len > before;
        counts.sites += use->count;
        counts.sure += fresh && sure;
        counts.ambiguous += fresh && !sure;
        counts.tests +=
            fresh && sure &&
            catalog_row(catalog, catalog_place(catalog, use->user).file)->class == FILE_TEST;
    }
    return counts;
}
