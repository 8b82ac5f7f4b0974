/* Names are matched first (a repository has far fewer names than symbols), all of them; a name's
   set of letters tells nearly all of them apart from the query in a nanosecond. Then the symbols of
   the names that match best are put in order; the others are only counted, unless they have to be
   looked at because the query chooses by more than the name. */
#include "search/symbols.h"

#include "index/risk.h"
#include "index/symbol.h"

#include <stdlib.h>

#define FUZZY_LETTERS 4
#define FUZZY_NAME_MAX 64

/* ---- matching one name ---- */

static bool equal_nocase_at(Str text, size_t at, Str part)
{
    if (at < text.len && part.len && (text.ptr[at] | 32) != (part.ptr[0] | 32))
        return false;
    return str_equal_nocase(str_slice(text, at, at + part.len), part);
}

static char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c + 32) : c;
}

/* The next place from `at` where a lower-case part stands in any case; STR_NONE: nowhere. */
static size_t find_nocase(Str text, size_t at, Str part)
{
    for (; part.len && at + part.len <= text.len; at++) {
        size_t i = 0;
        if (lower(text.ptr[at]) != part.ptr[0])
            continue;
        while (i < part.len && lower(text.ptr[at + i]) == part.ptr[i])
            i++;
        if (i == part.len)
            return at;
    }
    return STR_NONE;
}

/* Whether a sub-word of the name begins with the word. */
static bool has_word(Str name, Str word)
{
    for (size_t at = 0; (at = find_nocase(name, at, word)) != STR_NONE; at++) {
        bool whole = symbol_word_begins(name, at);
        for (size_t i = 1; i < word.len && whole; i++)
            whole = !symbol_word_begins(name, at + i);
        if (whole)
            return true;
    }
    return false;
}

/* Every word of the query begins a sub-word of the name, in any order. */
static bool has_words(Str name, Str words)
{
    Str word;
    bool any = false;
    while (str_take_until(&words, ' ', &word)) {
        if (!has_word(name, word))
            return false;
        any = true;
    }
    return any;
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

/* A query, made ready to be held against many names. */
typedef struct Matcher {
    Str text, folded, words;
    uint32_t letters; /* that a name must have, but for typing errors */
    uint32_t all;     /* those, and what may stand between words */
    size_t typos;
    bool wildcard;
} Matcher;

static bool fuzzy_match(const Matcher *matcher, Arena scratch, Str name)
{
    size_t len = matcher->text.len;
    size_t gap = len > name.len ? len - name.len : name.len - len;
    return matcher->typos && gap <= matcher->typos &&
           within_distance(matcher->folded, str_lower(&scratch, name), matcher->typos);
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

#define LETTERS_OTHER (~0x3FFFFFFu)

static Matcher make_matcher(Arena *arena, Str text)
{
    Matcher matcher = {.text = text,
                       .folded = str_lower(arena, text),
                       .words = symbol_words(arena, text),
                       .typos = text.len / FUZZY_LETTERS,
                       .wildcard = str_find_byte(text, '*') != STR_NONE};
    /* The words stand together in the name in any spelling, so separators may be missing. */
    uint32_t between = names_letters(STR(" _-:.*")) & LETTERS_OTHER;
    matcher.all = names_letters(text);
    matcher.letters = names_letters(matcher.words) & ~between;
    return matcher;
}

/* With all the query's letters in the name. */
static MatchClass match_whole(const Matcher *matcher, Str name)
{
    Str text = matcher->text;
    if (matcher->wildcard)
        return wildcard_match(text, name) ? MATCH_PREFIX : MATCH_NONE;
    if (name.len == text.len && str_equal_nocase(text, name))
        return str_equal(text, name) ? MATCH_EXACT : MATCH_EXACT_CASE;
    if (name.len > text.len && equal_nocase_at(name, 0, text))
        return MATCH_PREFIX;
    if (has_words(name, matcher->words))
        return MATCH_WORDS;
    return find_nocase(name, 0, matcher->folded) != STR_NONE ? MATCH_SUBSTRING : MATCH_NONE;
}

/* Whether more than so many bits are set. */
static inline bool has_more(uint32_t bits, size_t limit)
{
    for (; limit && bits; limit--)
        bits &= bits - 1;
    return bits;
}

/* A typing error takes at most one letter away and brings at most one in. */
static MatchClass match_nearly(const Matcher *matcher, Arena scratch, Str name, uint32_t letters)
{
    bool near = !matcher->wildcard && !has_more(matcher->letters & ~letters, matcher->typos) &&
                !has_more(letters & ~(matcher->all | LETTERS_OTHER), matcher->typos) &&
                fuzzy_match(matcher, scratch, name);
    return near ? MATCH_FUZZY : MATCH_NONE;
}

MatchClass symbols_match(Arena scratch, Str query, Str name)
{
    Matcher matcher = make_matcher(&scratch, query);
    uint32_t letters = names_letters(name);
    MatchClass class = matcher.letters & ~letters ? MATCH_NONE : match_whole(&matcher, name);
    return class == MATCH_NONE ? match_nearly(&matcher, scratch, name, letters) : class;
}

/* ---- all names ---- */

typedef struct Matched {
    uint32_t name;
    uint8_t class;
} Matched;
typedef VEC(Matched) MatchedVec;

/* `nearly`: those with typing errors instead of all others. */
static void match_names(const Names *names, const Matcher *matcher, bool nearly, Arena *arena,
                        Arena scratch, MatchedVec *matched)
{
    uint32_t count = names_count(names);
    matched->len = 0;
    for (uint32_t id = 1; id < count; id++) {
        bool known = id < names->letters.len;
        uint32_t letters = known ? names->letters.ptr[id] : names_letters(names_get(names, id));
        if (!nearly && matcher->letters & ~letters)
            continue;
        Str name = names_get(names, id);
        MatchClass class =
            nearly ? match_nearly(matcher, scratch, name, letters) : match_whole(matcher, name);
        if (class != MATCH_NONE)
            *VEC_PUSH(arena, matched) = (Matched){id, (uint8_t) class};
    }
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
    uint8_t class;
} Key;

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
    return (Key){order, file->first + index, class};
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

/* ---- the best ---- */

/* Twice as many as are wanted fit; when it is full the worse half goes. */
typedef struct Best {
    Key *keys;
    size_t len, wanted;
} Best;

static void keep_best(Best *best)
{
    if (best->len)
        qsort(best->keys, best->len, sizeof *best->keys, compare_keys);
    best->len = MIN(best->len, best->wanted);
}

static void add_key(Best *best, Key key)
{
    if (best->len == 2 * best->wanted)
        keep_best(best);
    best->keys[best->len++] = key;
}

typedef struct Search {
    Catalog *catalog;
    const SymbolQuery *query;
    unsigned kind; /* SYMBOL_KIND_COUNT: any */
    size_t classes[MATCH_NONE];
    Best best;
} Search;

static bool is_of_risk(const CatalogFile *file, uint32_t index, Str risk)
{
    uint8_t score = file->standings ? file->standings[index].risk : 0;
    return !risk.len || (score && str_equal(risk_level(score), risk));
}

static bool is_chosen(const Search *search, SymbolPlace place)
{
    const SymbolQuery *query = search->query;
    const CatalogFile *file = &search->catalog->files.ptr[place.file];
    return (search->kind == SYMBOL_KIND_COUNT || file->entries[place.index].kind == search->kind) &&
           (!query->modules || query->modules->of_file[place.file] == query->module) &&
           is_of_risk(file, place.index, query->risk) &&
           (!query->path.len || str_find(file->path, query->path) != STR_NONE);
}

static void look_at(Search *search, const Matched *matched, bool count)
{
    const Catalog *catalog = search->catalog;
    IdSpan ids = catalog_named(search->catalog, matched->name);
    for (size_t i = 0; i < ids.len; i++) {
        SymbolPlace place = catalog_place(catalog, ids.ptr[i]);
        if (!is_chosen(search, place))
            continue;
        search->classes[matched->class] += count;
        add_key(&search->best,
                make_key(catalog, &catalog->files.ptr[place.file], place.index, matched->class));
    }
}

/* The class with which there are as many as are wanted. */
static MatchClass last_class(const Search *search)
{
    size_t sum = 0;
    for (unsigned class = 0; class < MATCH_NONE; class ++) {
        sum += search->classes[class];
        if (sum >= search->best.wanted)
            return (MatchClass) class;
    }
    return MATCH_NONE;
}

static void look_at_all(Search *search, const MatchedVec *matched)
{
    const SymbolQuery *query = search->query;
    bool chooses =
        search->kind != SYMBOL_KIND_COUNT || query->path.len || query->modules || query->risk.len;
    for (size_t i = 0; i < matched->len && !chooses; i++)
        search->classes[matched->ptr[i].class] +=
            catalog_named(search->catalog, matched->ptr[i].name).len;
    MatchClass last = chooses ? MATCH_NONE : last_class(search);
    for (size_t i = 0; i < matched->len; i++)
        if (matched->ptr[i].class <= last)
            look_at(search, &matched->ptr[i], chooses);
}

static size_t total(const Search *search)
{
    size_t sum = 0;
    for (unsigned class = 0; class < MATCH_NONE; class ++)
        sum += search->classes[class];
    return sum;
}

bool symbols_search(Catalog *catalog, Arena *arena, Arena scratch, const SymbolQuery *query,
                    SymbolHits *hits, Err *err)
{
    *hits = (SymbolHits){0};
    MatchedVec matched = {0};
    Arena work SCOPED(arena_close) = {0};
    if (query->text.len > SEARCH_QUERY_BYTES_MAX)
        return err_set(err, ERR_USAGE, "the query is longer than %d bytes", SEARCH_QUERY_BYTES_MAX);
    Search search = {.catalog = catalog, .query = query, .best.wanted = MAX(query->limit, 1)};
    if (!parse_kind(query->kind, &search.kind, err))
        return false;
    arena_open(&work, 0);
    search.best.keys = NEW(&work, Key, 2 * search.best.wanted);
    Matcher matcher = make_matcher(&work, query->text);
    match_names(&catalog->names, &matcher, false, &work, scratch, &matched);
    look_at_all(&search, &matched);
    if (!total(&search)) { /* typing errors are thought of when nothing else is like the query */
        match_names(&catalog->names, &matcher, true, &work, scratch, &matched);
        look_at_all(&search, &matched);
    }
    keep_best(&search.best);
    hits->total = total(&search);
    for (size_t i = 0; i < MIN(search.best.len, query->limit); i++) {
        const Key *key = &search.best.keys[i];
        *VEC_PUSH(arena, &hits->list) = (SymbolHit){key->symbol, (MatchClass)key->class};
    }
    return true;
}
