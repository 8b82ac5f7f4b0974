/* Names are matched first (a repository has far fewer names than symbols), all of them, in one pass
   over their text; a name's set of letters tells most of them apart from the query in a few
   nanoseconds. Then one pass over the symbols collects those with a matching name, each as a sort
   key. */
#include "search/symbols.h"

#include "index/risk.h"
#include "index/symbol.h"

#include <stdlib.h>

#define FUZZY_LETTERS 4
#define FUZZY_NAME_MAX 64

/* ---- matching one name ---- */

static bool equal_nocase_at(Str text, size_t at, Str part)
{
    return str_equal_nocase(str_slice(text, at, at + part.len), part);
}

static bool contains_nocase(Str text, Str part)
{
    for (size_t i = 0; part.len && i + part.len <= text.len; i++)
        if (equal_nocase_at(text, i, part))
            return true;
    return false;
}

/* Every word of the query begins a sub-word of the name, in any order. */
static bool words_match(Str query_words, Str name_words)
{
    Str word;
    while (str_take_until(&query_words, ' ', &word)) {
        Str rest = name_words, candidate;
        bool found = false;
        while (!found && str_take_until(&rest, ' ', &candidate))
            found = str_starts(candidate, word);
        if (!found)
            return false;
    }
    return true;
}

/* Edit distance with transpositions (optimal string alignment), given up above `limit`. */
static bool within_distance(Str a, Str b, size_t limit)
{
    uint8_t rows[3][FUZZY_NAME_MAX + 1];
    if (a.len > FUZZY_NAME_MAX || b.len > FUZZY_NAME_MAX)
        return false;
    for (size_t j = 0; j <= b.len; j++)
        rows[0][j] = (uint8_t)j;
    for (size_t i = 1; i <= a.len; i++) {
        uint8_t *now = rows[i % 3], *above = rows[(i + 2) % 3], *two = rows[(i + 1) % 3];
        now[0] = (uint8_t)i;
        for (size_t j = 1; j <= b.len; j++) {
            bool same = a.ptr[i - 1] == b.ptr[j - 1];
            uint8_t best = (uint8_t)(above[j - 1] + !same);
            best = (uint8_t)MIN(best, MIN(above[j], now[j - 1]) + 1);
            if (i > 1 && j > 1 && a.ptr[i - 1] == b.ptr[j - 2] && a.ptr[i - 2] == b.ptr[j - 1])
                best = (uint8_t)MIN(best, two[j - 2] + 1);
            now[j] = best;
        }
    }
    return rows[a.len % 3][b.len] <= limit;
}

static bool fuzzy_match(Arena scratch, Str query, Str name)
{
    size_t limit = query.len / FUZZY_LETTERS;
    size_t gap = query.len > name.len ? query.len - name.len : name.len - query.len;
    return limit && gap <= limit &&
           within_distance(str_lower(&scratch, query), str_lower(&scratch, name), limit);
}

/* `*` stands for any characters; letter case does not count. */
static bool wildcard_match(Str pattern, Str name)
{
    size_t p = 0, n = 0, star = STR_NONE, star_name = 0;
    while (n < name.len) {
        if (p < pattern.len && pattern.ptr[p] == '*') {
            star = p++;
            star_name = n;
        } else if (p < pattern.len && equal_nocase_at(name, n, str_slice(pattern, p, p + 1))) {
            p++;
            n++;
        } else if (star != STR_NONE) {
            p = star + 1;
            n = ++star_name;
        } else {
            return false;
        }
    }
    while (p < pattern.len && pattern.ptr[p] == '*')
        p++;
    return p == pattern.len;
}

MatchClass symbols_match(Arena scratch, Str query, Str name)
{
    if (str_equal(query, name))
        return MATCH_EXACT;
    if (str_find_byte(query, '*') != STR_NONE)
        return wildcard_match(query, name) ? MATCH_PREFIX : MATCH_NONE;
    if (str_equal_nocase(query, name))
        return MATCH_EXACT_CASE;
    if (name.len > query.len && equal_nocase_at(name, 0, query))
        return MATCH_PREFIX;
    Str words = symbol_words(&scratch, query);
    if (words.len && words_match(words, symbol_words(&scratch, name)))
        return MATCH_WORDS;
    if (contains_nocase(name, query))
        return MATCH_SUBSTRING;
    return fuzzy_match(scratch, query, name) ? MATCH_FUZZY : MATCH_NONE;
}

/* ---- all names ---- */

/* A bit for each letter, one for digits, one for each of a few others: what a name is made of. */
static uint32_t letters_of(Str text)
{
    uint32_t set = 0;
    for (size_t i = 0; i < text.len; i++) {
        unsigned char c = (unsigned char)text.ptr[i];
        unsigned bit = byte_is_alpha((char)c) ? (c | 32u) - (unsigned)'a' : 26 + c % 6u;
        set |= c == '*' ? 0 : 1u << bit;
    }
    return set;
}

/* Whether a match is possible at all: the query's letters are there, but for typing errors. */
static bool may_match(uint32_t query_letters, size_t query_len, Str name)
{
    uint32_t missing = query_letters & ~letters_of(name);
    return (size_t)__builtin_popcount(missing) <= query_len / FUZZY_LETTERS;
}

/* The query's words stand together in the name in any spelling, so separators may be missing. */
static uint32_t query_letters(Arena scratch, Str query)
{
    return letters_of(symbol_words(&scratch, query)) & ~(letters_of(STR(" _-:.")) & ~0x3FFFFFFu);
}

/* A class for each name id. */
static const uint8_t *match_names(const Catalog *catalog, Arena *arena, Arena scratch, Str query)
{
    uint32_t count = names_count(&catalog->names);
    uint8_t *classes = NEW(arena, uint8_t, count);
    uint32_t letters = query_letters(scratch, query);
    classes[0] = MATCH_NONE;
    for (uint32_t id = 1; id < count; id++) {
        Str name = catalog_name(catalog, id);
        classes[id] =
            (uint8_t)(may_match(letters, query.len, name) ? symbols_match(scratch, query, name)
                                                          : MATCH_NONE);
    }
    return classes;
}

/* ---- symbols ---- */

/* Types and functions before their parts; code before tests before documents and data. */
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

/* The order of hits as one number: the smaller the better. Dense ids follow the paths. */
typedef struct Key {
    uint64_t order;
    uint32_t symbol;
} Key;
typedef VEC(Key) KeyVec;

static Key make_key(const Catalog *catalog, const CatalogFile *file, uint32_t index, uint8_t class)
{
    const Entry *entry = &file->entries[index];
    uint64_t rank = file->standings ? file->standings[index].rank : 0;
    uint64_t len = MIN(catalog_name(catalog, entry->name).len, (size_t)255);
    uint64_t order = (uint64_t) class << 40 | (uint64_t)file->class << 32 |
                     (uint64_t)entry_is_declaration(entry) << 31 |
                     (uint64_t)kind_order((SymbolKind)entry->kind) << 28;
    bool alike = class == MATCH_EXACT || class == MATCH_EXACT_CASE;
    order |= alike ? UINT16_MAX - rank : len << 20 | (UINT16_MAX - rank);
    return (Key){order, file->first + index};
}

static MatchClass class_of(const Key *key)
{
    return (MatchClass)(key->order >> 40);
}

/* Typing errors are thought of when nothing else is like the query. */
static void drop_fuzzy(KeyVec *sorted)
{
    while (sorted->len && class_of(&sorted->ptr[0]) != MATCH_FUZZY &&
           class_of(&sorted->ptr[sorted->len - 1]) == MATCH_FUZZY)
        sorted->len--;
}

static int compare_keys(const void *a, const void *b)
{
    const Key *x = a, *y = b;
    if (x->order != y->order)
        return x->order < y->order ? -1 : 1;
    return (x->symbol > y->symbol) - (x->symbol < y->symbol);
}

/* The kind's number, SYMBOL_KIND_COUNT for any. */
static bool parse_kind(Str text, unsigned *kind, Err *err)
{
    *kind = SYMBOL_KIND_COUNT;
    if (!text.len)
        return true;
    for (*kind = 0; *kind < SYMBOL_KIND_COUNT; ++*kind)
        if (str_equal_nocase(symbol_kind_name((SymbolKind)*kind), text))
            return true;
    err_set(err, ERR_USAGE, "kind: '%.*s' is not one", STR_ARG(str_slice(text, 0, 60)));
    return err_hint(err, "function, method, class, struct, enum, interface, field, macro, …");
}

typedef struct Search {
    const Catalog *catalog;
    const SymbolQuery *query;
    const uint8_t *classes; /* by name id */
    unsigned kind;
    Arena *arena;
    KeyVec keys;
} Search;

static bool is_of_risk(const CatalogFile *file, uint32_t index, Str risk)
{
    uint8_t score = file->standings ? file->standings[index].risk : 0;
    return !risk.len || (score && str_equal(risk_level(score), risk));
}

static void add_file(Search *search, uint32_t id)
{
    const CatalogFile *file = &search->catalog->files.ptr[id];
    const SymbolQuery *query = search->query;
    if ((query->path.len && str_find(file->path, query->path) == STR_NONE) ||
        (query->modules && query->modules->of_file[id] != query->module))
        return;
    for (uint32_t i = 0; i < file->count; i++) {
        const Entry *entry = &file->entries[i];
        uint8_t class = search->classes[entry->name];
        if (class == MATCH_NONE ||
            (search->kind != SYMBOL_KIND_COUNT && entry->kind != search->kind) ||
            !is_of_risk(file, i, query->risk))
            continue;
        *VEC_PUSH(search->arena, &search->keys) = make_key(search->catalog, file, i, class);
    }
}

bool symbols_search(const Catalog *catalog, Arena *arena, Arena scratch, const SymbolQuery *query,
                    SymbolHits *hits, Err *err)
{
    *hits = (SymbolHits){0};
    Arena work SCOPED(arena_close) = {0};
    if (query->text.len > SEARCH_QUERY_BYTES_MAX)
        return err_set(err, ERR_USAGE, "the query is longer than %d bytes", SEARCH_QUERY_BYTES_MAX);
    Search search = {.catalog = catalog, .query = query, .arena = &work};
    if (!parse_kind(query->kind, &search.kind, err))
        return false;
    arena_open(&work, 0);
    search.classes = match_names(catalog, arena, scratch, query->text);
    for (uint32_t i = 0; i < catalog->files.len; i++)
        add_file(&search, i);
    KeyVec *keys = &search.keys;
    if (keys->len)
        qsort(keys->ptr, keys->len, sizeof *keys->ptr, compare_keys);
    drop_fuzzy(keys);
    hits->total = keys->len;
    for (size_t i = 0; i < MIN(keys->len, query->limit); i++) {
        uint32_t symbol = keys->ptr[i].symbol;
        uint8_t class = search.classes[catalog_entry(catalog, symbol)->name];
        *VEC_PUSH(arena, &hits->list) = (SymbolHit){symbol, (MatchClass) class};
    }
    return true;
}
