/* Two phases. All names are matched first, since a repository has fewer names than symbols. Then
   only the symbols of the best names are ordered and the rest are counted. If the query filters by
   more than the name, all matching symbols are examined. */
#include "search/symbols.h"

#include "index/catalog/catalog_lazy.h"
#include "index/catalog/counterparts.h"
#include "index/graph/levels.h"
#include "search/cross_field.h"
#include "search/handle.h"
#include "search/match_names.h"

#include <stdlib.h>

/* If fewer symbols than this match by name, cross-field matches are added. */
#define SPREAD_BELOW 100

/* ---- symbols ---- */

/* Order of kinds: types, then functions, then modules, then their parts. */
static unsigned kind_order(SymbolKind kind)
{
    switch (kind) {
    case SYMBOL_CLASS:
    case SYMBOL_STRUCT:
    case SYMBOL_INTERFACE:
    case SYMBOL_TRAIT:
    case SYMBOL_ENUM:
    case SYMBOL_TYPE: return 0;
    case SYMBOL_FUNCTION:
    case SYMBOL_METHOD:
    case SYMBOL_CONSTRUCTOR:
    case SYMBOL_MACRO: return 1;
    case SYMBOL_DOCUMENT:
    case SYMBOL_MODULE:
    case SYMBOL_NAMESPACE:
    case SYMBOL_TABLE: return 2;
    default: return 3;
    }
}

typedef struct Candidate {
    uint32_t symbol;
    uint8_t class;
    bool cased; /* differs from the query by letter case or separators, which do not count */
} Candidate;
typedef VEC(Candidate) CandidateVec;

/* A query in lower case means a type or a function of that name in any case, rather than a field
   spelled exactly so: `queryset` is QuerySet. */
static uint64_t exact_order(uint64_t kind, bool cased)
{
    static const uint8_t orders[2][4] = {{0, 1, 4, 5}, {2, 3, 6, 7}};
    return orders[cased][kind];
}

/* Sort key of a hit, the smaller the better; ties go by file and index. */
typedef struct Key {
    uint64_t order;
    SymbolPlace place;
    uint8_t class;
} Key;

static bool is_alike(unsigned class)
{
    return class == MATCH_EXACT || class == MATCH_EXACT_CASE;
}

/* The least order of any symbol with a name of that length. */
static uint64_t least_order(unsigned class, uint64_t len)
{
    uint64_t order = (uint64_t) class << 40;
    return is_alike(class) ? order : order | MIN(len, (uint64_t)255) << 20;
}

/* Headings and data keys of exactly that name rank after code that contains it. */
static unsigned class_in(const CatalogFile *file, uint8_t class)
{
    bool code = file->class == FILE_SOURCE || file->class == FILE_TEST;
    return !code && is_alike(class) ? MATCH_SUBSTRING : class;
}

static Key make_key(const Catalog *catalog, SymbolPlace place, Candidate one)
{
    const CatalogFile *file = catalog_row(catalog, place.file);
    uint32_t index = place.index;
    const Entry *entry = &file->entries[index];
    uint64_t rank = file->metrics ? file->metrics[index].rank : 0;
    uint64_t kind = kind_order((SymbolKind)entry->kind);
    uint64_t order =
        least_order(class_in(file, one.class), catalog_name(catalog, entry->name).len) |
        (uint64_t)file->class << 32 | (uint64_t)counterpart_is_announced(file, entry) << 31 |
        (is_alike(one.class) ? exact_order(kind, one.cased) : kind) << 28 | (UINT16_MAX - rank);
    return (Key){order, place, one.class};
}

/* Order of cross-field hits: file class, distance, name length. If words may be missing, at equal
   distances members and data come after types and functions. */
static Key make_spread_key(const Catalog *catalog, CrossFieldHit hit, bool partly)
{
    uint8_t class = hit.qualified ? MATCH_QUALIFIED : MATCH_SPREAD;
    SymbolPlace place = catalog_place(catalog, hit.symbol);
    const CatalogFile *file = catalog_row(catalog, place.file);
    const Entry *entry = &file->entries[place.index];
    uint64_t rank = file->metrics ? file->metrics[place.index].rank : 0;
    uint64_t len = MIN(catalog_name(catalog, entry->name).len, (size_t)127);
    uint64_t kind = kind_order((SymbolKind)entry->kind);
    uint64_t order = (uint64_t) class << 40 | (uint64_t)file->class << 36 |
                     (uint64_t)hit.distance << 31 | (uint64_t)(partly && kind > 1) << 30 |
                     len << 23 | (uint64_t)counterpart_is_announced(file, entry) << 22 |
                     kind << 20 | (UINT16_MAX - rank);
    return (Key){order, place, class};
}
_Static_assert(FILE_CLASS_COUNT <= 1 << 4 && CROSS_FIELD_FARTHEST < 1 << 5, "each has its bits");

static int compare_keys(const void *a, const void *b)
{
    const Key *x = a, *y = b;
    if (x->order != y->order)
        return x->order < y->order ? -1 : 1;
    if (x->place.file != y->place.file)
        return x->place.file < y->place.file ? -1 : 1;
    return (x->place.index > y->place.index) - (x->place.index < y->place.index);
}

bool symbols_read_kind(Str text, unsigned *kind, Err *err)
{
    *kind = SYMBOL_KIND_COUNT;
    if (!text.len)
        return true;
    for (*kind = 0; *kind < SYMBOL_KIND_COUNT; ++*kind)
        if (str_equal_nocase(symbol_kind_name((SymbolKind)*kind), text))
            return true;
    err_set(err, ERR_USAGE, "kind: there is no '%.*s'", STR_ARG(str_slice(text, 0, 60)));
    return err_hint(err, "function, method, class, struct, enum, interface, field, macro, …");
}

/* ---- keeping the best ---- */

/* Bounded selection. The array holds twice the number wanted. When it is full, it is sorted and the
   worse half dropped; from then on, keys worse than the worst kept are rejected. */
typedef struct Best {
    Key *keys;
    size_t len, wanted;
    size_t joined; /* declarations dropped in favour of their definitions */
    bool cut;
    Key worst;
} Best;

static uint32_t symbol_of(const Catalog *catalog, const Key *key)
{
    return catalog->files.ptr[key->place.file].first + key->place.index;
}

/* Drops declarations whose definition is among the better hits. */
static void drop_joined(const Catalog *catalog, Best *best)
{
    size_t kept = 0;
    for (size_t i = 0; i < best->len; i++) {
        uint32_t symbol = symbol_of(catalog, &best->keys[i]);
        bool part = counterpart_is_part(catalog, symbol), joined = false;
        uint32_t name = catalog_entry(catalog, symbol)->name;
        for (size_t k = 0; k < kept && part && !joined; k++) {
            uint32_t other = symbol_of(catalog, &best->keys[k]);
            joined = catalog_entry(catalog, other)->name == name &&
                     counterpart_stands_for(catalog, other, symbol);
        }
        if (!joined)
            best->keys[kept++] = best->keys[i];
    }
    best->joined += best->len - kept;
    best->len = kept;
}

static void keep_best(const Catalog *catalog, Best *best)
{
    if (best->len)
        qsort(best->keys, best->len, sizeof *best->keys, compare_keys);
    drop_joined(catalog, best);
    best->len = MIN(best->len, best->wanted);
}

static void add_key(const Catalog *catalog, Best *best, Key key)
{
    if (best->cut && compare_keys(&key, &best->worst) > 0)
        return;
    best->keys[best->len++] = key;
    if (best->len < 2 * best->wanted)
        return;
    keep_best(catalog, best);
    best->cut = best->len == best->wanted;
    if (best->cut)
        best->worst = best->keys[best->wanted - 1];
}

typedef struct Search {
    Catalog *catalog;
    const SymbolQuery *query;
    unsigned kind; /* SYMBOL_KIND_COUNT: any */
    size_t classes[MATCH_NONE];
    HandleMatch meant; /* symbols meant by a qualified name, a path or a hash */
    bool partly;       /* words of the query may be missing */
    bool caseless; /* the query has no capital letter: matches that ignore case count as exact */
    bool words;    /* the query has several words, so a prefix match says little */
    Best best;
} Search;

static Candidate candidate_of(const Search *search, uint32_t symbol, uint8_t class)
{
    bool cased = search->caseless && class == MATCH_EXACT_CASE;
    if (search->words && class == MATCH_PREFIX)
        class = MATCH_WORDS;
    return (Candidate){symbol, cased ? (uint8_t)MATCH_EXACT : class, cased};
}

static bool is_of_risk(const Catalog *catalog, const CatalogFile *file, uint32_t index, Str risk)
{
    uint8_t score = file->metrics && risk.len ? file->metrics[index].risk : 0;
    return !risk.len || (score && str_equal(risk_level(risk_levels(catalog), score), risk));
}

static bool is_chosen_file(const Search *search, uint32_t file)
{
    const SymbolQuery *query = search->query;
    return (!query->modules || query->modules->of_file[file] == query->module) &&
           (!query->path.len ||
            str_find(search->catalog->files.ptr[file].path, query->path) != STR_NONE);
}

static bool is_chosen(const Search *search, SymbolPlace place)
{
    const CatalogFile *file = catalog_row(search->catalog, place.file);
    return (search->kind == SYMBOL_KIND_COUNT || file->entries[place.index].kind == search->kind) &&
           is_of_risk(search->catalog, file, place.index, search->query->risk);
}

/* `count`: count the symbol in its class here. */
static void look_at(Search *search, Candidate candidate, bool count)
{
    Catalog *catalog = search->catalog;
    SymbolPlace place = catalog_place(catalog, candidate.symbol);
    if (!is_chosen_file(search, place.file) || !is_chosen(search, place))
        return;
    search->classes[candidate.class] += count;
    add_key(search->catalog, &search->best, make_key(catalog, place, candidate));
}

/* The class at which the number wanted is reached. */
static MatchClass last_class(const Search *search)
{
    size_t sum = 0;
    for (unsigned level = 0; level < MATCH_NONE; level++) {
        sum += search->classes[level];
        if (sum >= search->best.wanted)
            return (MatchClass)level;
    }
    return MATCH_NONE;
}

static bool chooses(const Search *search)
{
    const SymbolQuery *query = search->query;
    return search->kind != SYMBOL_KIND_COUNT || query->path.len || query->modules ||
           query->risk.len;
}

/* Whether no symbol of that name can be among the best any more. */
static bool is_too_late(const Search *search, MatchedName one)
{
    uint64_t len = names_get(&search->catalog->names, one.name).len;
    uint8_t class = candidate_of(search, 0, one.class).class;
    return search->best.cut && least_order(class, len) > search->best.worst.order;
}

static void look_at_named(Search *search, const NamesMatched *matched)
{
    const MatchedVec *list = &matched->list;
    bool count = chooses(search);
    for (unsigned level = 0; level < MATCH_NONE && !count; level++)
        search->classes[candidate_of(search, 0, (uint8_t)level).class] += matched->counts[level];
    MatchClass last = count ? MATCH_NONE : last_class(search);
    for (size_t i = 0; i < list->len; i++) {
        MatchedName one = list->ptr[i];
        if (candidate_of(search, 0, one.class).class > last || (!count && is_too_late(search, one)))
            continue;
        IdSpan ids = catalog_named(search->catalog, one.name);
        for (size_t k = 0; k < ids.len; k++)
            look_at(search, candidate_of(search, ids.ptr[k], one.class), count);
    }
}

/* In a lazy catalog, symbols of more names than this are found by one pass over the name ids of all
   symbols. */
#define NAMED_MAX 50

static uint8_t *list_classes(Arena *arena, const Catalog *catalog, const MatchedVec *matched)
{
    uint32_t names = names_count(&catalog->names);
    uint8_t *classes = (uint8_t *)arena_bytes(arena, names);
    memset(classes, MATCH_NONE, names);
    for (size_t i = 0; i < matched->len; i++)
        classes[matched->ptr[i].name] = matched->ptr[i].class;
    return classes;
}

static void list_candidates(const Search *search, Arena *arena, const MatchedVec *matched,
                            CandidateVec *candidates)
{
    const Catalog *catalog = search->catalog;
    const uint8_t *classes = list_classes(arena, catalog, matched);
    catalog_fetch_symbol_names(catalog);
    for (uint32_t i = 0; i < catalog->symbol_count; i++) {
        uint8_t class = classes[catalog->symbol_names[i]];
        if (class != MATCH_NONE)
            *VEC_PUSH(arena, candidates) = candidate_of(search, i, class);
    }
}

static void look_at_listed(Search *search, Arena scratch, const MatchedVec *matched)
{
    CandidateVec candidates = {0};
    bool count = chooses(search);
    list_candidates(search, &scratch, matched, &candidates);
    for (size_t i = 0; i < candidates.len && !count; i++)
        search->classes[candidates.ptr[i].class]++;
    MatchClass last = count ? MATCH_NONE : last_class(search);
    for (size_t i = 0; i < candidates.len; i++)
        if (candidates.ptr[i].class <= last)
            look_at(search, candidates.ptr[i], count);
}

/* Scans files in memory order. */
static void look_through_files(Search *search, Arena scratch, const MatchedVec *matched)
{
    const Catalog *catalog = search->catalog;
    const uint8_t *classes = list_classes(&scratch, catalog, matched);
    for (uint32_t f = 0; f < catalog->files.len; f++) {
        const CatalogFile *file = &catalog->files.ptr[f];
        if (!is_chosen_file(search, f))
            continue;
        for (uint32_t i = 0; i < file->count; i++) {
            uint8_t class = classes[file->entries[i].name];
            if (class == MATCH_NONE || !is_chosen(search, (SymbolPlace){f, i}))
                continue;
            Candidate candidate = candidate_of(search, file->first + i, class);
            search->classes[candidate.class]++;
            add_key(search->catalog, &search->best,
                    make_key(catalog, (SymbolPlace){f, i}, candidate));
        }
    }
}

/* Whether a scan of all symbols is quicker than going by name. */
static bool are_many(const Search *search, const MatchedVec *matched)
{
    return chooses(search) && matched->len > search->catalog->symbol_count / 16;
}

static void look_at_matching(Search *search, Arena *arena, const Matcher *matcher, bool nearly)
{
    Catalog *catalog = search->catalog;
    NamesQuery query = {.matcher = matcher, .nearly = nearly, .wanted = search->best.wanted};
    /* Classes that candidate_of merges must be listed together. */
    query.least = search->words ? MATCH_WORDS : search->caseless ? MATCH_EXACT_CASE : MATCH_EXACT;
    NamesMatched matched;
    if (!catalog->lazy && !chooses(search)) {
        (void)catalog_named(catalog, 0); /* builds the list by name before threads use it */
        query.symbols = catalog;
    }
    match_names(&catalog->names, &query, arena, &matched);
    for (size_t i = 0; i < matched.list.len && catalog->lazy && matched.list.len <= NAMED_MAX; i++)
        matched.counts[matched.list.ptr[i].class] +=
            catalog_named(catalog, matched.list.ptr[i].name).len;
    if (catalog->lazy && matched.list.len > NAMED_MAX)
        look_at_listed(search, *arena, &matched.list);
    else if (!catalog->lazy && are_many(search, &matched.list))
        look_through_files(search, *arena, &matched.list);
    else
        look_at_named(search, &matched);
}

static bool is_matched(const Search *search, const Matcher *matcher, uint32_t symbol)
{
    const Catalog *catalog = search->catalog;
    Str name = catalog_name(catalog, catalog_entry(catalog, symbol)->name);
    return match_whole(matcher, name, 0, MATCH_SUBSTRING) != MATCH_NONE;
}

static bool has_any(Str text, Str bytes)
{
    for (size_t i = 0; i < text.len; i++)
        if (str_find_byte(bytes, text.ptr[i]) != STR_NONE)
            return true;
    return false;
}

/* Handles such as `Class.method` and `path::name`: no name matches them, but a symbol does. */
static void look_at_meant(Search *search, Arena *arena, const Matcher *matcher)
{
    bool qualified = false;
    for (size_t i = 0; i < matcher->text.len; i++)
        qualified = qualified || memchr(".:#/>", matcher->text.ptr[i], 5);
    if (!qualified || matcher->wildcard)
        return;
    handle_find(search->catalog, arena, matcher->text, &search->meant);
    for (size_t i = 0; i < search->meant.symbols.len; i++)
        if (!is_matched(search, matcher, search->meant.symbols.ptr[i]))
            look_at(search, candidate_of(search, search->meant.symbols.ptr[i], MATCH_EXACT), true);
}

static bool is_meant(const Search *search, uint32_t symbol)
{
    for (size_t i = 0; i < search->meant.symbols.len; i++)
        if (search->meant.symbols.ptr[i] == symbol)
            return true;
    return false;
}

/* Adds cross-field hits. `far` false: only those that match as a qualified name. */
static void look_at_spread(Search *search, Arena *arena, const Matcher *matcher, bool far)
{
    const Catalog *catalog = search->catalog;
    CrossFieldHitVec hits = {0};
    cross_field_find(search->catalog, arena, matcher->text, search->partly, &hits);
    for (size_t i = 0; i < hits.len; i++) {
        uint32_t symbol = hits.ptr[i].symbol;
        SymbolPlace place = catalog_place(catalog, symbol);
        if ((!far && !hits.ptr[i].qualified) || !is_chosen_file(search, place.file) ||
            !is_chosen(search, place) || is_meant(search, symbol) ||
            is_matched(search, matcher, symbol))
            continue;
        Key key = make_spread_key(catalog, hits.ptr[i], search->partly);
        search->classes[key.class]++;
        add_key(search->catalog, &search->best, key);
    }
}

static size_t total(const Search *search)
{
    size_t sum = 0;
    for (unsigned level = 0; level < MATCH_NONE; level++)
        sum += search->classes[level];
    return sum;
}

bool symbols_search(Catalog *catalog, Arena *arena, const SymbolQuery *query, SymbolHits *hits,
                    Err *err)
{
    *hits = (SymbolHits){0};
    Arena work SCOPED(arena_close) = {0};
    if (query->text.len > SEARCH_QUERY_BYTES_MAX)
        return err_set(err, ERR_USAGE, "the query is longer than %d bytes", SEARCH_QUERY_BYTES_MAX);
    Search search = {.catalog = catalog,
                     .query = query,
                     .caseless = !has_any(query->text, STR("*ABCDEFGHIJKLMNOPQRSTUVWXYZ")),
                     .words = str_find_byte(query->text, ' ') != STR_NONE,
                     .best.wanted = 2 * MAX(query->limit, 1)}; // some are dropped later
    if (!symbols_read_kind(query->kind, &search.kind, err))
        return false;
    arena_open(&work, 0);
    search.best.keys = NEW(&work, Key, 2 * search.best.wanted);
    Matcher matcher = match_prepare(&work, query->text);
    look_at_matching(&search, &work, &matcher, false);
    look_at_meant(&search, &work, &matcher);
    size_t whole = total(&search);
    if (!whole && query->go_on && !query->go_on(query->context))
        return true;
    bool apart = has_any(query->text, STR(" .:#/>"));
    if (apart && whole < SPREAD_BELOW)
        look_at_spread(&search, &work, &matcher,
                       !whole || str_find_byte(query->text, ' ') != STR_NONE);
    if (!total(&search)) { /* typing errors are tried only if nothing else matches */
        look_at_matching(&search, &work, &matcher, true);
        if (!apart)
            look_at_spread(&search, &work, &matcher, true);
    }
    if (!total(&search) && search.words) {
        search.partly = hits->partly = true;
        look_at_spread(&search, &work, &matcher, true);
    }
    keep_best(catalog, &search.best);
    hits->total = total(&search) - search.best.joined;
    for (size_t i = 0; i < MIN(search.best.len, query->limit); i++) {
        const Key *key = &search.best.keys[i];
        *VEC_PUSH(arena, &hits->list) = (SymbolHit){
            catalog->files.ptr[key->place.file].first + key->place.index, (MatchClass)key->class};
    }
    return true;
}
