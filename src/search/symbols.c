/* Names are found first (a repository has far fewer names than symbols): SQLite's indices give
   candidates of each class, and the class is then decided here, on the name itself. The symbols of
   the matching names are read and sorted. */
#include "search/symbols.h"

#include "base/map.h"
#include "index/symbol.h"

/* Candidates of one class; more names than this share a prefix or a trigram only for queries of one
   or two letters, and then any of them is as good. */
#define NAME_CANDIDATES_MAX 20000
/* Symbols read before sorting: overloads and methods of one name. */
#define SYMBOL_CANDIDATES_MAX 200000
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

/* ---- candidates ---- */

typedef struct Names {
    Arena *arena;
    Arena scratch;
    Store *store;
    Str query;
    Map found; /* name id as text -> class + 1 */
    VEC(uint32_t) ids;
    VEC(uint8_t) classes;
} Names;

static void consider(Names *names, uint32_t id, Str name)
{
    Str key = str_format(names->arena, "%u", id);
    bool added = false;
    map_put(&names->found, key, &added);
    if (!added)
        return;
    MatchClass class = symbols_match(names->scratch, names->query, name);
    if (class == MATCH_NONE)
        return;
    *VEC_PUSH(names->arena, &names->ids) = id;
    *VEC_PUSH(names->arena, &names->classes) = (uint8_t) class;
}

/* Runs a statement that gives id and text of names for one text parameter. */
static bool consider_all(Names *names, const char *literal, Str parameter, Err *err)
{
    Statement *rows = db_prepare(store_db(names->store), literal);
    db_bind_text(rows, 1, parameter);
    db_bind_u64(rows, 2, NAME_CANDIDATES_MAX);
    while (db_next(rows, err))
        consider(names, (uint32_t)db_u64(rows, 0), db_text(rows, 1));
    return !db_failed(rows);
}

/* `"get"* "user"*` for FTS5: all words, each as a prefix. */
static Str words_expression(Arena *arena, Str query)
{
    Str words = symbol_words(arena, query), word;
    Buf out = buf_open(arena, 0);
    while (str_take_until(&words, ' ', &word))
        buf_printf(&out, "%s\"%.*s\"*", out.len ? " " : "", STR_ARG(word));
    return buf_str(&out);
}

/* Any of the query's trigrams: what a name within the typing errors must share. */
static Str trigram_expression(Arena *arena, Str query)
{
    Buf out = buf_open(arena, 0);
    for (size_t i = 0; i + 3 <= query.len; i++) {
        Str part = str_slice(query, i, i + 3);
        bool plain = byte_is_word(part.ptr[0]) && byte_is_word(part.ptr[1]) &&
                     byte_is_word(part.ptr[2]) && str_is_utf8(part);
        if (plain)
            buf_printf(&out, "%s\"%.*s\"", out.len ? " OR " : "", STR_ARG(part));
    }
    return buf_str(&out);
}

static bool find_names(Names *names, Err *err)
{
    static const char by_name[] = "SELECT id, text FROM name WHERE text = ?1 LIMIT ?2";
    static const char by_glob[] = "SELECT id, text FROM name WHERE text LIKE ?1 LIMIT ?2";
    static const char by_words[] =
        "SELECT name.id, name.text FROM name_words JOIN name ON name.id = name_words.rowid"
        " WHERE name_words MATCH ?1 LIMIT ?2";
    static const char by_trigram[] =
        "SELECT name.id, name.text FROM name_trigram JOIN name ON name.id = name_trigram.rowid"
        " WHERE name_trigram MATCH ?1 LIMIT ?2";
    if (!consider_all(names, by_name, names->query, err))
        return false;
    if (str_find_byte(names->query, '*') != STR_NONE) {
        char *like = str_terminate(names->arena, names->query);
        for (char *p = like; *p; p++)
            *p = *p == '*' ? '%' : *p;
        return consider_all(names, by_glob, str_from(like), err);
    }
    Str words = words_expression(names->arena, names->query);
    Str trigrams = trigram_expression(names->arena, names->query);
    return (!words.len || consider_all(names, by_words, words, err)) &&
           (!trigrams.len || consider_all(names, by_trigram, trigrams, err));
}

/* ---- symbols ---- */

static bool hit_passes(const SymbolQuery *query, const SymbolHit *hit)
{
    return (!query->kind.len || str_equal(symbol_kind_name(hit->kind), query->kind)) &&
           (!query->path.len || str_find(hit->path, query->path) != STR_NONE);
}

static bool add_symbols(Names *names, const SymbolQuery *query, size_t index, SymbolHitVec *hits,
                        Err *err)
{
    Statement *rows = db_prepare(
        store_db(names->store),
        "SELECT symbol.id, name.text, file.path, symbol.kind, symbol.start_line, symbol.end_line,"
        " symbol.hash_symbol, file.class FROM symbol"
        " JOIN name ON name.id = symbol.name JOIN file ON file.id = symbol.file"
        " WHERE symbol.name = ?1");
    db_bind_u64(rows, 1, names->ids.ptr[index]);
    while (db_next(rows, err)) {
        SymbolHit hit = {
            .id = (uint32_t)db_u64(rows, 0),
            .name = db_text(rows, 1),
            .path = db_text(rows, 2),
            .kind = (SymbolKind)MIN(db_u64(rows, 3), (uint64_t)SYMBOL_KIND_COUNT - 1),
            .start_line = (uint32_t)db_u64(rows, 4),
            .end_line = (uint32_t)db_u64(rows, 5),
            .symbol_hash = db_u64(rows, 6),
            .class = (FileClass)MIN(db_u64(rows, 7), (uint64_t)FILE_BINARY),
            .match = (MatchClass)names->classes.ptr[index],
        };
        if (!hit_passes(query, &hit) || hits->len >= SYMBOL_CANDIDATES_MAX)
            continue;
        hit.name = str_copy(names->arena, hit.name);
        hit.path = str_copy(names->arena, hit.path);
        hit.file_hash = symbol_file_hash(hit.path);
        *VEC_PUSH(names->arena, hits) = hit;
    }
    return !db_failed(rows);
}

/* Types and functions before their parts; code before tests before documents and data. */
static int kind_order(SymbolKind kind)
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
    case SYMBOL_MODULE:
    case SYMBOL_NAMESPACE:
    case SYMBOL_TABLE: return 2;
    default: return 3;
    }
}

static int compare_hits(const void *a, const void *b)
{
    const SymbolHit *x = a, *y = b;
    int order = (int)x->match - (int)y->match;
    order = order ? order : (int)x->class - (int)y->class;
    order = order ? order : kind_order(x->kind) - kind_order(y->kind);
    order = order ? order : (x->name.len > y->name.len) - (x->name.len < y->name.len);
    order = order ? order : str_compare(x->name, y->name);
    order = order ? order : str_compare(x->path, y->path);
    return order ? order : (x->start_line > y->start_line) - (x->start_line < y->start_line);
}

bool symbols_search(Store *store, Arena *arena, Arena scratch, const SymbolQuery *query,
                    SymbolHits *hits, Err *err)
{
    *hits = (SymbolHits){0};
    Names names = {.arena = arena,
                   .scratch = scratch,
                   .store = store,
                   .query = query->text,
                   .found = map_open(arena)};
    if (query->text.len > SEARCH_QUERY_BYTES_MAX)
        return err_set(err, ERR_USAGE, "the query is longer than %d bytes", SEARCH_QUERY_BYTES_MAX);
    if (!find_names(&names, err))
        return false;
    for (size_t i = 0; i < names.ids.len; i++)
        if (!add_symbols(&names, query, i, &hits->list, err))
            return false;
    if (hits->list.len)
        qsort(hits->list.ptr, hits->list.len, sizeof *hits->list.ptr, compare_hits);
    hits->total = hits->list.len;
    hits->list.len = MIN(hits->list.len, query->limit);
    return true;
}
