#include "search/spread.h"

#include "base/path.h"
#include "index/catalog/catalog_lazy.h"
#include "index/catalog/symbol.h"
#include "search/match_names.h"

#include <stdlib.h>

/* Shorter words stand in most names somewhere: there they must begin a sub-word. */
#define ANYWHERE_BYTES_MIN 3

/* Bit k: word k of the query. */
typedef uint8_t WordSet;

typedef struct Spread {
    Catalog *catalog;
    Arena *arena;
    Str words[SPREAD_WORDS_MAX];
    unsigned count;
    WordSet all;
    bool partly;
    int missing;       /* words that may stand nowhere */
    WordSet *of_names; /* by name id */
    WordSet *of_files; /* by file: of the names of its symbols */
    Str directory;     /* the last one that was looked at */
    WordSet of_directory;
    SpreadHitVec *hits;
} Spread;

/* Digits stay with the letters that they follow: `ext4`. */
static bool belongs_to_last(const Spread *spread, Str query, Str word)
{
    if (!spread->count || !byte_is_digit(word.ptr[0]))
        return false;
    Str last = spread->words[spread->count - 1];
    return match_find(query, 0,
                      str_format(spread->arena, "%.*s%.*s", STR_ARG(last), STR_ARG(word))) !=
           STR_NONE;
}

static bool is_joining(Str word)
{
    static const char *const words[] = {
        "the", "of",   "for",  "to", "in",   "an",  "is", "are", "does", "do", "on",   "where",
        "how", "what", "with", "by", "from", "and", "or", "at",  "it",   "be", "when", "that"};
    for (size_t i = 0; i < COUNT(words); i++)
        if (str_equal_nocase(word, str_from(words[i])))
            return true;
    return false;
}

/* Single letters and digits are left out: they stand everywhere. */
static bool take_words(Spread *spread, Str query)
{
    Str words = symbol_words(spread->arena, query), word;
    while (str_take_until(&words, ' ', &word)) {
        if (word.len && belongs_to_last(spread, query, word)) {
            Str *last = &spread->words[spread->count - 1];
            *last = str_format(spread->arena, "%.*s%.*s", STR_ARG(*last), STR_ARG(word));
        } else if (word.len > 1 && !(spread->partly && is_joining(word))) {
            if (spread->count == SPREAD_WORDS_MAX)
                return false;
            spread->words[spread->count++] = word;
        }
    }
    spread->all = (WordSet)((1u << spread->count) - 1);
    return spread->count && str_find_byte(query, '*') == STR_NONE;
}

/* False when no name has it. */
static bool look_for_word(Spread *spread, unsigned number)
{
    bool found = false;
    Arena work SCOPED(arena_close) = {0};
    Str word = spread->words[number];
    NamesMatched matched;
    arena_open(&work, 0);
    Matcher matcher = match_prepare(&work, word);
    NamesQuery query = {.matcher = &matcher, .anywhere = word.len >= ANYWHERE_BYTES_MIN};
    match_names(&spread->catalog->names, &query, &work, &matched);
    MatchClass last = query.anywhere ? MATCH_SUBSTRING : MATCH_WORDS;
    for (size_t i = 0; i < matched.list.len; i++)
        if (matched.list.ptr[i].class <= last) {
            spread->of_names[matched.list.ptr[i].name] |= (WordSet)(1u << number);
            found = true;
        }
    return found;
}

static bool stands_in(Str text, Str word)
{
    for (size_t at = 0; (at = match_find(text, at, word)) != STR_NONE; at++)
        if (word.len >= ANYWHERE_BYTES_MIN || symbol_word_begins(text, at))
            return true;
    return false;
}

static WordSet words_in(const Spread *spread, Str text)
{
    WordSet set = 0;
    for (unsigned i = 0; i < spread->count; i++)
        if (stands_in(text, spread->words[i]))
            set |= (WordSet)(1u << i);
    return set;
}

static bool stands_in_a_path(const Spread *spread, unsigned number)
{
    const Catalog *catalog = spread->catalog;
    bool found = false;
    for (size_t i = 0; i < catalog->files.len && !found; i++)
        found = stands_in(catalog->files.ptr[i].path, spread->words[number]);
    return found;
}

static int longest_first(const void *a, const void *b)
{
    const Str *x = a, *y = b;
    return (x->len < y->len) - (x->len > y->len);
}

/* Long ones first: false when more of them stand nowhere than may. */
static bool look_for_words(Spread *spread)
{
    int nowhere = 0;
    qsort(spread->words, spread->count, sizeof *spread->words, longest_first);
    for (unsigned i = 0; i < spread->count && nowhere <= spread->missing; i++)
        nowhere += !look_for_word(spread, i) && !stands_in_a_path(spread, i);
    return nowhere <= spread->missing;
}

/* Files of one directory follow one another. */
static WordSet words_in_path(Spread *spread, Str path)
{
    Str directory = path_directory(path);
    if (!str_equal(directory, spread->directory)) {
        spread->directory = directory;
        spread->of_directory = words_in(spread, directory);
    }
    return spread->of_directory | words_in(spread, path_base(path));
}

static WordSet words_around(const Spread *spread, const CatalogFile *file, uint32_t index)
{
    WordSet set = 0;
    for (uint32_t i = index; i; i = file->entries[i].parent) {
        set |= spread->of_names[file->entries[i].owner];
        if (i != index)
            set |= spread->of_names[file->entries[i].name];
    }
    return set;
}

/* Whether the name has the letters and digits of the words that stand in it, no more and no fewer:
   `scanner` and `scan` are not both `Scanner`. */
static bool is_all_of(const Spread *spread, Str name, WordSet own)
{
    size_t letters = 0, wanted = 0;
    for (size_t i = 0; i < name.len; i++)
        letters += byte_is_alpha(name.ptr[i]) || byte_is_digit(name.ptr[i]);
    for (unsigned i = 0; i < spread->count; i++)
        wanted += own >> i & 1 ? spread->words[i].len : 0;
    return letters == wanted;
}

/* `missing` in the name; of these `far` in what contains it, of these `nowhere` in the path. */
static SpreadHit make_hit(uint32_t symbol, WordSet missing, WordSet far, WordSet nowhere,
                          bool whole)
{
    int distance = __builtin_popcount(missing) + __builtin_popcount(far) +
                   __builtin_popcount(nowhere) + (whole ? 0 : 2);
    return (SpreadHit){.symbol = symbol, .qualified = whole && !far, .distance = (uint8_t)distance};
}

static void look_into(Spread *spread, uint32_t id, WordSet path)
{
    const CatalogFile *file = catalog_row(spread->catalog, id);
    for (uint32_t i = 1; i < file->count; i++) {
        uint32_t name = file->entries[i].name;
        WordSet own = spread->of_names[name];
        if (!own)
            continue;
        WordSet around = words_around(spread, file, i);
        WordSet nowhere = spread->all & (WordSet) ~(own | around | path);
        if (__builtin_popcount(nowhere) > spread->missing)
            continue;
        bool whole = is_all_of(spread, catalog_name(spread->catalog, name), own);
        *VEC_PUSH(spread->arena, spread->hits) =
            make_hit(file->first + i, spread->all & (WordSet)~own,
                     spread->all & (WordSet) ~(own | around), nowhere, whole);
    }
}

/* Where nothing is in memory, the names of all symbols are fetched in one pass. */
static void mark_files(Spread *spread)
{
    const Catalog *catalog = spread->catalog;
    if (catalog->lazy)
        catalog_fetch_symbol_names(catalog);
    for (uint32_t f = 0; f < catalog->files.len && catalog->lazy; f++)
        for (uint32_t i = 1; i < catalog->files.ptr[f].count; i++)
            spread->of_files[f] |=
                spread->of_names[catalog->symbol_names[catalog->files.ptr[f].first + i]];
    for (uint32_t name = 1; name < names_count(&catalog->names) && !catalog->lazy; name++) {
        IdSpan ids = {0};
        if (spread->of_names[name])
            ids = catalog_named(spread->catalog, name);
        for (size_t i = 0; i < ids.len; i++)
            spread->of_files[catalog_place(catalog, ids.ptr[i]).file] |= spread->of_names[name];
    }
}

/* Whether words enough stand in names of its symbols and in its path. Owners have words, too, and
   need not be symbols of the file. */
static bool may_have(const Spread *spread, uint32_t id, WordSet path)
{
    WordSet names = spread->of_files[id], nowhere = spread->all & (WordSet) ~(names | path);
    return names && (lang_names_owners(spread->catalog->files.ptr[id].language) ||
                     __builtin_popcount(nowhere) <= spread->missing);
}

void spread_find(Catalog *catalog, Arena *arena, Str query, bool partly, SpreadHitVec *hits)
{
    Spread spread = {.catalog = catalog, .arena = arena, .hits = hits, .partly = partly};
    if (!take_words(&spread, query) || (partly && spread.count < 2))
        return;
    spread.missing = partly ? (int)spread.count - 2 : 0;
    spread.of_names = NEW(arena, WordSet, names_count(&catalog->names) + 1);
    spread.of_files = NEW(arena, WordSet, catalog->files.len + 1);
    if (!look_for_words(&spread))
        return;
    mark_files(&spread);
    for (uint32_t f = 0; f < catalog->files.len; f++) {
        const CatalogFile *file = &catalog->files.ptr[f];
        WordSet path = words_in_path(&spread, file->path) | spread.of_names[file->package];
        if (path == spread.all && file->count)
            *VEC_PUSH(arena, hits) = (SpreadHit){file->first, false, SPREAD_FARTHEST};
        if (may_have(&spread, f, path))
            look_into(&spread, f, path);
    }
}
