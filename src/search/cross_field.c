/* First every word must occur somewhere, in a name or a path, which rules out most queries at once.
   Then symbols are visited on several threads: those whose names have a word, if they are few, or
   all of them. Sets of words are bits, so combining name, containers and path is an OR. */
#include "search/cross_field.h"

#include "base/parallel.h"
#include "base/path.h"
#include "index/catalog/catalog_around.h"
#include "index/catalog/symbol.h"
#include "search/match_names.h"

#include <stdlib.h>

/* Symbols above which a second thread pays. */
#define SHARE_SYMBOLS_MIN 100000
#define SHARES_MAX CATALOG_THREADS_MAX
/* If more than this fraction of the names contains a word, a scan of all symbols is quicker. */
#define MANY_NAMES 16

/* Bit k: word k of the query. */
typedef uint8_t WordSet;

/* Number of symbols whose entries are prefetched together. */
#define WAITING_MAX 16

typedef struct Waiting {
    uint32_t symbol, name;
    SymbolPlace place;
} Waiting;

/* A hit, as one thread finds it. */
typedef struct Found {
    uint32_t symbol, name;
    WordSet own, outside, path; /* words in its own name, in containers, in the path */
} Found;

typedef struct Finder {
    uint32_t from, to; /* range of files or of names */
    Str directory;     /* the last one examined */
    WordSet of_directory;
    WordSet of_path; /* for the current file */
    Waiting waiting[WAITING_MAX];
    unsigned waiting_count;
    Arena arena;
    VEC(Found) found;
} Finder;

typedef struct Spread {
    Catalog *catalog;
    Arena *arena;
    Str words[CROSS_FIELD_WORDS_MAX];
    unsigned count;
    WordSet all;
    bool partly;
    int missing;       /* words that may be found nowhere */
    WordSet *of_names; /* by name id */
    WordSet *of_paths; /* by file id, filled in by visit_files; or NULL */
    Finder finders[SHARES_MAX];
} Spread;

/* Digits stay with the letters before them: `ext4`. */
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

/* Splits the query into words. Single letters and digits are ignored, as they occur everywhere. */
static bool take_words(Spread *spread, Str query)
{
    Str words = symbol_words(spread->arena, query), word;
    while (str_take_until(&words, ' ', &word)) {
        if (word.len && belongs_to_last(spread, query, word)) {
            Str *last = &spread->words[spread->count - 1];
            *last = str_format(spread->arena, "%.*s%.*s", STR_ARG(*last), STR_ARG(word));
        } else if (word.len > 1 && !(spread->partly && is_joining(word))) {
            if (spread->count == CROSS_FIELD_WORDS_MAX)
                return false;
            spread->words[spread->count++] = word;
        }
    }
    spread->all = (WordSet)((1u << spread->count) - 1);
    return spread->count && str_find_byte(query, '*') == STR_NONE;
}

static bool stands_in(Str text, Str word)
{
    for (size_t at = 0; (at = match_find(text, at, word)) != STR_NONE; at++)
        if (word.len >= MATCH_ANYWHERE_MIN || symbol_word_begins(text, at))
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
    Str word = spread->words[number], before = {0};
    bool found = false;
    for (size_t i = 0; i < catalog->files.len && !found; i++) {
        Str path = catalog->files.ptr[i].path, directory = path_directory(path);
        found = stands_in(path_base(path), word) ||
                (!str_equal(directory, before) && stands_in(directory, word));
        before = directory;
    }
    return found;
}

/* Number of the words [from, to) that occur nowhere. */
static int look_for_words(const Spread *spread, unsigned from, unsigned to)
{
    const Names *names = &spread->catalog->names;
    MatchWords words = {spread->words, from, to};
    WordSet found = 0;
    int nowhere = 0;
    match_words(names, *spread->arena, &words, spread->of_names);
    for (uint32_t name = 0; name < names_count(names); name++)
        found |= spread->of_names[name];
    for (unsigned i = from; i < to; i++)
        nowhere += !(found >> i & 1) && !stands_in_a_path(spread, i);
    return nowhere;
}

static int longest_first(const void *a, const void *b)
{
    const Str *x = a, *y = b;
    return (x->len < y->len) - (x->len > y->len);
}

/* False when too many words occur nowhere. The longest is tried first, as it is the rarest. */
static bool look_for_all(Spread *spread)
{
    qsort(spread->words, spread->count, sizeof *spread->words, longest_first);
    int nowhere = look_for_words(spread, 0, 1);
    if (nowhere <= spread->missing)
        nowhere += look_for_words(spread, 1, spread->count);
    return nowhere <= spread->missing;
}

/* Caches the directory, since files of one directory follow one another. */
static WordSet words_in_path(const Spread *spread, Finder *finder, Str path)
{
    Str directory = path_directory(path);
    if (!str_equal(directory, finder->directory)) {
        finder->directory = directory;
        finder->of_directory = words_in(spread, directory);
    }
    return finder->of_directory | words_in(spread, path_base(path));
}

static WordSet words_around(const Spread *spread, const AroundColumns *around, uint32_t index)
{
    WordSet set = 0;
    for (uint32_t i = index; i; i = around_get(around->parents, i)) {
        set |= spread->of_names[around_get(around->owners, i)];
        if (i != index)
            set |= spread->of_names[around_get(around->names, i)];
    }
    return set;
}

/* Whether the name has the letters and digits of the words in it, no more and no fewer. `scanner`
   and `scan` do not both match `Scanner`. */
static bool is_all_of(const Spread *spread, Str name, WordSet own)
{
    size_t letters = 0, wanted = 0;
    for (size_t i = 0; i < name.len; i++)
        letters += byte_is_alpha(name.ptr[i]) || byte_is_digit(name.ptr[i]);
    for (unsigned i = 0; i < spread->count; i++)
        wanted += own >> i & 1 ? spread->words[i].len : 0;
    return letters == wanted;
}

static CrossFieldHit make_hit(const Spread *spread, const Found *found)
{
    if (!found->own) /* a file */
        return (CrossFieldHit){found->symbol, false, CROSS_FIELD_FARTHEST};
    bool whole = is_all_of(spread, catalog_name(spread->catalog, found->name), found->own);
    WordSet missing = spread->all & (WordSet)~found->own;
    WordSet far = missing & (WordSet)~found->outside, nowhere = far & (WordSet)~found->path;
    int distance = __builtin_popcount(missing) + __builtin_popcount(far) +
                   __builtin_popcount(nowhere) + (whole ? 0 : 2);
    return (CrossFieldHit){found->symbol, whole && !far, (uint8_t)distance};
}

static void look_at(const Spread *spread, Finder *finder, uint32_t symbol,
                    const AroundColumns *around, uint32_t index, uint32_t name)
{
    WordSet own = spread->of_names[name], path = finder->of_path;
    WordSet outside = own ? words_around(spread, around, index) : 0;
    WordSet nowhere = spread->all & (WordSet) ~(own | outside | path);
    if (own && __builtin_popcount(nowhere) <= spread->missing)
        *VEC_PUSH(&finder->arena, &finder->found) = (Found){symbol, name, own, outside, path};
}

/* `around` NULL: only the file itself is a candidate. */
static void visit_file(void *context, unsigned thread, uint32_t id, const AroundColumns *around)
{
    Spread *spread = context;
    Finder *finder = &spread->finders[thread];
    const CatalogFile *file = &spread->catalog->files.ptr[id];
    WordSet path = words_in_path(spread, finder, file->path) | spread->of_names[file->package];
    finder->of_path = path;
    if (path == spread->all && file->count)
        *VEC_PUSH(&finder->arena, &finder->found) = (Found){.symbol = file->first, .path = path};
    for (uint32_t i = 1; i < file->count && around; i++)
        look_at(spread, finder, file->first + i, around, i, around_get(around->names, i));
}

/* ---- a catalog in memory ---- */

static void visit_files(void *context, unsigned thread)
{
    Spread *spread = context;
    const Finder *finder = &spread->finders[thread];
    for (uint32_t id = finder->from; id < finder->to; id++) {
        AroundColumns around;
        bool looks = !spread->of_paths && spread->catalog->files.ptr[id].count;
        if (looks)
            around = around_of_entries(catalog_row(spread->catalog, id)->entries);
        visit_file(spread, thread, id, looks ? &around : NULL);
        if (spread->of_paths)
            spread->of_paths[id] = finder->of_path;
    }
}

static bool is_any(const WordSet sets[static 8])
{
    uint64_t all;
    memcpy(&all, sets, sizeof all);
    return all;
}

static void look_at_waiting(Spread *spread, unsigned thread)
{
    const Catalog *catalog = spread->catalog;
    Finder *finder = &spread->finders[thread];
    for (unsigned i = 0; i < finder->waiting_count; i++) {
        SymbolPlace place = finder->waiting[i].place;
        __builtin_prefetch(&catalog_row(catalog, place.file)->entries[place.index]);
    }
    for (unsigned i = 0; i < finder->waiting_count; i++) {
        const Waiting *one = &finder->waiting[i];
        AroundColumns around = around_of_entries(catalog_row(catalog, one->place.file)->entries);
        finder->of_path = spread->of_paths[one->place.file];
        if (one->place.index)
            look_at(spread, finder, one->symbol, &around, one->place.index, one->name);
    }
    finder->waiting_count = 0;
}

static void look_at_named(Spread *spread, unsigned thread, uint32_t name)
{
    const Catalog *catalog = spread->catalog;
    Finder *finder = &spread->finders[thread];
    IdSpan ids = catalog_named(spread->catalog, name);
    for (size_t i = 0; i < ids.len; i++) {
        SymbolPlace place = catalog_place(catalog, ids.ptr[i]);
        __builtin_prefetch(&catalog->files.ptr[place.file].entries);
        finder->waiting[finder->waiting_count++] = (Waiting){ids.ptr[i], name, place};
        if (finder->waiting_count == WAITING_MAX)
            look_at_waiting(spread, thread);
    }
}

/* Looks at names with words, which are few, eight sets at a time; the table has eight sets to
   spare. */
static void look_at_names(void *context, unsigned thread)
{
    Spread *spread = context;
    const Finder *finder = &spread->finders[thread];
    for (uint32_t from = finder->from; from < finder->to; from += 8)
        for (uint32_t i = 0; i < 8 && is_any(spread->of_names + from); i++)
            if (spread->of_names[from + i] && from + i < finder->to)
                look_at_named(spread, thread, from + i);
    look_at_waiting(spread, thread);
}

/* Splits the work among threads; a lean catalog allows only one. */
static void share(Spread *spread, uint32_t count, void (*work)(void *context, unsigned thread))
{
    const Catalog *catalog = spread->catalog;
    bool many = catalog->symbol_count >= SHARE_SYMBOLS_MIN && !catalog->lean;
    unsigned shares = many ? MIN(parallel_cores(), SHARES_MAX) : 1;
    for (unsigned i = 0; i < shares; i++) {
        spread->finders[i].from = i ? spread->finders[i - 1].to : 0;
        spread->finders[i].to = (uint32_t)((uint64_t)count * (i + 1) / shares);
    }
    parallel_run(shares, work, spread);
}

static bool are_few(const Spread *spread)
{
    uint32_t names = names_count(&spread->catalog->names), with = 0;
    for (uint32_t name = 0; name < names; name++)
        with += spread->of_names[name] != 0;
    return with <= names / MANY_NAMES;
}

/* Looks at the symbols of names that contain words if these are few, else at the symbols of all
   files. */
static void find_in_memory(Spread *spread)
{
    Catalog *catalog = spread->catalog;
    bool few = are_few(spread);
    (void)catalog_named(catalog, 0); // builds the list by name before threads use it
    if (few)
        spread->of_paths = NEW(spread->arena, WordSet, catalog->files.len + 1);
    share(spread, (uint32_t)catalog->files.len, visit_files);
    if (few)
        share(spread, names_count(&catalog->names), look_at_names);
}

void cross_field_find(Catalog *catalog, Arena *arena, Str query, bool partly,
                      CrossFieldHitVec *hits)
{
    Spread spread = {.catalog = catalog, .arena = arena, .partly = partly};
    if (!take_words(&spread, query) || (partly && spread.count < 2))
        return;
    spread.missing = partly ? (int)spread.count - 2 : 0;
    spread.of_names = NEW(arena, WordSet, names_count(&catalog->names) + 8);
    if (!look_for_all(&spread))
        return;
    for (unsigned i = 0; i < SHARES_MAX; i++)
        arena_open(&spread.finders[i].arena, 0);
    if (catalog->lazy)
        catalog_visit_around(catalog, visit_file, &spread);
    else
        find_in_memory(&spread);
    for (unsigned i = 0; i < SHARES_MAX; i++) {
        Finder *finder = &spread.finders[i];
        for (size_t k = 0; k < finder->found.len; k++)
            *VEC_PUSH(arena, hits) = make_hit(&spread, &finder->found.ptr[k]);
        arena_close(&finder->arena);
    }
}
