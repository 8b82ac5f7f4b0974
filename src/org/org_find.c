/* Three queries within one snapshot: names that may match, the places of their symbols, the symbols
   with all that encloses them. Names are classified here by the local matching code, so that the
   database can order places by class and stop when it has enough. Candidates are a superset:
   symbols_search decides. */
#include "org/org_find.h"

#include "base/limits.h"
#include "base/map.h"
#include "base/path.h"
#include "index/catalog/symbol.h"
#include "org/org_text.h"
#include "search/cross_field.h"
#include "search/handle.h"

/* Names examined: each has a symbol, and an answer has at most 100. */
#define NAMES_MAX 1000
/* Minimum length of a name's part for the server's index of parts (pg_trgm). */
#define PART_CHARS_MIN 3
/* If fewer symbols than this match by name, spread words are searched (search/symbols.c). */
#define SPREAD_BELOW 100
/* If words of a query may be missing, at least this many must match (search/cross_field.h). */
#define PARTLY_WORDS 2

/* The group of names that do not match by themselves. */
#define GROUP_OTHER MATCH_SPREAD

typedef struct Asking {
    Org *org;
    Arena *arena;
    const SymbolQuery *query;
    Str branch;
    OrgFound *found;
    Matcher matcher;
    Map names; /* ids as text -> index in `ids` */
    VEC(Str) ids;
    VEC(uint8_t) groups;
    OrgPlaceVec places;
    PostgresRows spread; /* places by words, not added yet */
    bool no_trigrams;    /* all names are read for any part */
} Asking;

static bool query(Asking *asking, const char *sql, const PostgresValue *values, size_t count,
                  PostgresRows *rows, Err *err)
{
    const PostgresStatement statement = {.sql = sql, .values = values, .count = count};
    return postgres_query(asking->org->postgres, asking->arena, &statement, rows, err);
}

/* ---- names ---- */

/* A pattern of LIKE: `%part%`, or with `wild` the text with `*` as `%`. */
static Str like_pattern(Arena *arena, Str part, bool wild)
{
    Buf out = buf_open(arena, 0);
    buf_put(&out, wild ? STR("") : STR("%"));
    for (size_t i = 0; i < part.len; i++) {
        if (wild && part.ptr[i] == '*') {
            buf_put_byte(&out, '%');
            continue;
        }
        if (byte_in(part.ptr[i], "%_\\"))
            buf_put_byte(&out, '\\');
        buf_put_byte(&out, part.ptr[i]);
    }
    buf_put(&out, wild ? STR("") : STR("%"));
    return buf_str(&out);
}

typedef struct NamesAsked {
    Str equal[8];
    size_t equal_count;
    Str prefix;   /* empty: none */
    Str rarest;   /* a pattern; empty: none */
    Str patterns; /* array of further ones */
    uint64_t most;
} NamesAsked;

static PostgresValue text_or_null(Str text)
{
    return (PostgresValue){.text = text, .null = !text.len};
}

/* Adds a name whose symbols are fetched; *new_names counts. */
static void add_name(Asking *asking, Str id, Str name)
{
    bool added;
    uint64_t *at = map_put(&asking->names, id, &added);
    if (!added)
        return;
    *at = asking->ids.len;
    MatchClass class = match_whole(&asking->matcher, name, 0, MATCH_SUBSTRING);
    if (class == MATCH_EXACT_CASE)
        class = MATCH_EXACT;
    *VEC_PUSH(asking->arena, &asking->ids) = id;
    *VEC_PUSH(asking->arena, &asking->groups) =
        (uint8_t)(class == MATCH_NONE ? GROUP_OTHER : class);
}

static void add_equal(NamesAsked *asked, Str text)
{
    for (size_t i = 0; i < asked->equal_count; i++)
        if (str_equal(asked->equal[i], text))
            return;
    if (text.len && asked->equal_count < COUNT(asked->equal))
        asked->equal[asked->equal_count++] = text;
}

static bool has_any(Str text, const char *bytes)
{
    for (size_t i = 0; i < text.len; i++)
        if (byte_in(text.ptr[i], bytes))
            return true;
    return false;
}

/* A name and parts of it that may be names. */
static void add_parts(NamesAsked *asked, Arena *arena, Str text)
{
    Str folded = str_lower(arena, text);
    add_equal(asked, folded);
    if (has_any(folded, ".:#/>"))
        add_equal(asked, str_lower(arena, handle_last_part(text)));
    if (has_any(folded, "/"))
        add_equal(asked, path_base(folded));
}

static bool ask_names(Asking *asking, const NamesAsked *asked, Err *err)
{
    Arena *arena = asking->arena;
    PostgresRows rows;
    Buf equal = buf_open(arena, 0);
    buf_put_byte(&equal, '{');
    for (size_t i = 0; i < asked->equal_count; i++)
        org_array_put(&equal, org_text(arena, asked->equal[i]));
    buf_put_byte(&equal, '}');
    const PostgresValue values[] = {
        {.text = buf_str(&equal)},
        text_or_null(org_text(arena, asked->prefix)),
        text_or_null(org_text(arena, asked->rarest)),
        {.text = asked->patterns.len ? asked->patterns : STR("{}")},
        {.text = asking->branch},
        {.text = str_format(arena, "%llu", (unsigned long long)asked->most)}};
    static const char sql[] =
        "SELECT id, text FROM fovea.find_names($1::text[], $2, $3, $4::text[], $5, $6::int)";
    if (!query(asking, sql, values, COUNT(values), &rows, err))
        return false;
    asking->found->more = asking->found->more || rows.count >= asked->most;
    for (size_t i = 0; i < rows.count; i++)
        add_name(asking, postgres_text(&rows, i, 0),
                 org_text_back(arena, postgres_text(&rows, i, 1)));
    return true;
}

static Str join_words(Arena *arena, Str words, const char *separator)
{
    Buf out = buf_open(arena, 0);
    Str word;
    for (bool first = true; str_take_until(&words, ' ', &word); first = false)
        buf_printf(&out, "%s%.*s", first ? "" : separator, STR_ARG(word));
    return buf_str(&out);
}

/* The index cannot find parts of one or two characters; the server would read all names. Then the
   pattern finds names that begin with the text or equal it; names with it as a later word are found
   only after a `_`. */
static Str short_pattern(Asking *asking, Str folded, Str words)
{
    Arena *arena = asking->arena;
    bool apart = has_any(folded, " .:#/>");
    Str whole = apart ? join_words(arena, words, "_") : folded;
    asking->found->brief = true;
    if (str_count_chars(whole) >= PART_CHARS_MIN)
        return like_pattern(arena, whole, false);
    return like_pattern(arena, str_format(arena, "_%.*s", STR_ARG(whole)), false);
}

/* Names that match as a whole, by prefix, by sub-words or as a part. */
static bool ask_whole(Asking *asking, Err *err)
{
    Arena *arena = asking->arena;
    Str folded = str_lower(arena, asking->query->text);
    Str words = symbol_words(arena, asking->query->text), word;
    NamesAsked asked = {.most = NAMES_MAX};
    Buf patterns = buf_open(arena, 0);
    if (asking->matcher.wildcard) {
        asked.rarest = like_pattern(arena, folded, true);
        return ask_names(asking, &asked, err);
    }
    add_parts(&asked, arena, asking->query->text);
    add_equal(&asked, join_words(arena, words, ""));
    add_equal(&asked, join_words(arena, words, "_"));
    add_equal(&asked, join_words(arena, words, "-"));
    if (!has_any(folded, " "))
        asked.prefix = folded;
    Str longest = {0};
    buf_put_byte(&patterns, '{');
    for (Str rest = words; str_take_until(&rest, ' ', &word);) {
        org_array_put(&patterns, org_text(arena, like_pattern(arena, word, false)));
        if (word.len > longest.len)
            longest = word;
    }
    buf_put_byte(&patterns, '}');
    if (!longest.len && folded.len)
        longest = folded; /* only symbols */
    bool indexed = asking->no_trigrams || str_count_chars(longest) >= PART_CHARS_MIN;
    if (indexed) {
        asked.rarest = like_pattern(arena, longest, false);
        asked.patterns = buf_str(&patterns);
    } else if (longest.len) {
        asked.rarest = short_pattern(asking, folded, words);
    }
    return ask_names(asking, &asked, err);
}

/* Names with typing errors. */
static bool ask_near(Asking *asking, Err *err)
{
    PostgresRows rows;
    Str folded = str_lower(asking->arena, asking->query->text);
    const PostgresValue values[] = {{.text = org_text(asking->arena, folded)},
                                    {.text = asking->branch},
                                    {.text = str_format(asking->arena, "%d", NAMES_MAX)}};
    if (asking->matcher.wildcard)
        return true;
    if (!query(asking, "SELECT id, text FROM fovea.find_near_names($1, $2, $3::int)", values,
               COUNT(values), &rows, err))
        return false;
    for (size_t i = 0; i < rows.count; i++)
        add_name(asking, postgres_text(&rows, i, 0),
                 org_text_back(asking->arena, postgres_text(&rows, i, 1)));
    return true;
}

/* ---- places ---- */

static void add_places(Asking *asking, const PostgresRows *rows)
{
    for (size_t i = 0; i < rows->count; i++)
        *VEC_PUSH(asking->arena, &asking->places) = org_place(asking->arena, rows, i);
}

static bool ask_places(Asking *asking, Err *err)
{
    Arena *arena = asking->arena;
    Buf ids = buf_open(arena, 0), groups = buf_open(arena, 0);
    buf_put_byte(&ids, '{');
    buf_put_byte(&groups, '{');
    for (size_t i = 0; i < asking->ids.len; i++) {
        org_array_put(&ids, asking->ids.ptr[i]);
        buf_printf(&groups, "%s%u", i ? "," : "", asking->groups.ptr[i]);
    }
    buf_put_byte(&ids, '}');
    buf_put_byte(&groups, '}');
    const PostgresValue values[] = {{.text = buf_str(&ids)},
                                    {.text = buf_str(&groups)},
                                    {.text = str_lower(arena, asking->query->kind)},
                                    {.text = org_text(arena, asking->query->path)},
                                    {.text = asking->branch},
                                    {.text = str_format(arena, "%d", ORG_PLACES_MAX)}};
    static const char sql[] =
        "SELECT " ORG_PLACE_COLUMNS
        " FROM fovea.find_places($1::bigint[], $2::int[], $3, $4, $5, $6::int)";
    PostgresRows rows;
    if (!query(asking, sql, values, COUNT(values), &rows, err))
        return false;
    asking->found->more = asking->found->more || rows.count >= ORG_PLACES_MAX;
    asking->places.len = 0;
    add_places(asking, &rows);
    add_places(asking, &asking->spread);
    return true;
}

/* Places whose name, class and path contain the words. `partly`: two of the words suffice. */
static bool ask_spread(Asking *asking, bool partly, Err *err)
{
    Arena *arena = asking->arena;
    Str words = symbol_words(arena, asking->query->text), word;
    Buf patterns = buf_open(arena, 0);
    size_t count = 0;
    buf_put_byte(&patterns, '{');
    while (str_take_until(&words, ' ', &word))
        if (word.len > 1) {
            org_array_put(&patterns, org_text(arena, like_pattern(arena, word, false)));
            count++;
        }
    buf_put_byte(&patterns, '}');
    if (!count || count > CROSS_FIELD_WORDS_MAX || asking->matcher.wildcard)
        return true;
    PostgresRows rows;
    size_t least = partly ? MIN(count, (size_t)PARTLY_WORDS) : count;
    const PostgresValue values[] = {{.text = buf_str(&patterns)},
                                    {.text = str_format(arena, "%zu", least)},
                                    {.text = str_lower(arena, asking->query->kind)},
                                    {.text = org_text(arena, asking->query->path)},
                                    {.text = asking->branch},
                                    {.text = str_format(arena, "%d", ORG_PLACES_MAX)}};
    if (!query(asking,
               "SELECT " ORG_PLACE_COLUMNS " FROM fovea.find_spread($1::text[], $2::int, $3,"
               " $4, $5, $6::int)",
               values, COUNT(values), &rows, err))
        return false;
    OrgFound *found = asking->found;
    if (rows.count && postgres_number(&rows, rows.count - 1, 6) < 0) {
        found->more = true;
        rows.count--;
    }
    found->more = found->more || rows.count >= ORG_PLACES_MAX;
    asking->spread = rows;
    return true;
}

/* ---- the question ---- */

static bool look(Asking *asking, Err *err)
{
    if (!ask_places(asking, err) || !org_tree_make(asking->org, asking->arena, asking->branch,
                                                   &asking->places, &asking->found->tree, err))
        return false;
    SymbolQuery local = *asking->query;
    local.text = org_tree_handle(&asking->found->tree, asking->arena, asking->query->text);
    return symbols_search(asking->found->tree.catalog, asking->arena, &local, &asking->found->hits,
                          err);
}

static bool ask(Asking *asking, Err *err)
{
    OrgFound *found = asking->found;
    if (!ask_whole(asking, err) || !look(asking, err))
        return false;
    bool apart = has_any(asking->query->text, " .:#/>");
    if (apart && found->hits.total < SPREAD_BELOW &&
        (!ask_spread(asking, false, err) || !look(asking, err)))
        return false;
    if (!found->hits.total &&
        (!ask_near(asking, err) || !ask_spread(asking, false, err) || !look(asking, err)))
        return false;
    if (found->hits.total || !has_any(asking->query->text, " "))
        return true;
    return ask_spread(asking, true, err) && look(asking, err);
}

bool org_ask(Org *org, Arena *arena, Str branch, OrgAsked *asked, Err *err)
{
    PostgresRows rows;
    *asked = (OrgAsked){.branch = org_text(arena, branch)};
    const PostgresValue value = {.text = asked->branch};
    const PostgresStatement statement = {
        .sql = "SELECT repositories, generation, trigrams FROM fovea.asked($1)",
        .values = &value,
        .count = 1};
    if (!postgres_query(org->postgres, arena, &statement, &rows, err))
        return false;
    if (!rows.count)
        return true;
    asked->repositories = (uint64_t)postgres_number(&rows, 0, 0);
    asked->state = (uint64_t)postgres_number(&rows, 0, 1) >> 1;
    asked->no_trigrams = !postgres_flag(&rows, 0, 2);
    return true;
}

bool org_find(Org *org, Arena *arena, const SymbolQuery *wanted, const OrgAsked *asked,
              OrgFound *found, Err *err)
{
    *found = (OrgFound){0};
    if (wanted->text.len > SEARCH_QUERY_BYTES_MAX)
        return err_set(err, ERR_USAGE, "the query is longer than %d bytes", SEARCH_QUERY_BYTES_MAX);
    Asking asking = {.org = org,
                     .arena = arena,
                     .query = wanted,
                     .branch = asked->branch,
                     .no_trigrams = asked->no_trigrams,
                     .found = found,
                     .matcher = match_prepare(arena, wanted->text),
                     .names = map_open(arena)};
    return ask(&asking, err);
}

bool org_find_named(Org *org, Arena *arena, const OrgAsked *asked, Str text, OrgPlaceVec *places,
                    Err *err)
{
    OrgFound found = {0};
    const SymbolQuery query = {.text = text};
    Asking asking = {.org = org,
                     .arena = arena,
                     .query = &query,
                     .branch = asked->branch,
                     .found = &found,
                     .matcher = match_prepare(arena, text),
                     .names = map_open(arena)};
    NamesAsked names = {.most = NAMES_MAX};
    size_t word = text.len;
    while (word && byte_is_word(text.ptr[word - 1]))
        word--;
    add_parts(&names, arena, text);
    add_equal(&names, str_lower(arena, str_from_offset(text, word)));
    if (!ask_names(&asking, &names, err) || !ask_places(&asking, err))
        return false;
    *places = asking.places;
    return true;
}
