/* Three queries within one snapshot: names that may match, the places of their symbols, the symbols
   with all that encloses them. Names are classified here by the code that matches them locally, so
   that the database can order places by class and cut where enough is known. Candidates are a
   superset: symbols_search decides. */
#include "org/find.h"

#include "base/limits.h"
#include "base/map.h"
#include "base/path.h"
#include "index/catalog/symbol.h"
#include "org/text.h"
#include "search/cross_field.h"
#include "search/handle.h"

#include <stdlib.h>

/* Names that are looked at: each has a symbol, and an answer has at most 100. */
#define NAMES_MAX 1000
/* If fewer symbols than this match by name, spread words are looked for (search/symbols.c). */
#define SPREAD_BELOW 100
/* Where words of a query may be missing, as many must be there (search/cross_field.h). */
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
    PostgresRows places, entries;
    PostgresRows spread; /* places by words, to be added */
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

/* Adds a name to those whose symbols are fetched; *new_names counts. */
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

static void add_equal(NamesAsked *asked, Str text)
{
    for (size_t i = 0; i < asked->equal_count; i++)
        if (str_equal(asked->equal[i], text))
            return;
    if (text.len && asked->equal_count < COUNT(asked->equal))
        asked->equal[asked->equal_count++] = text;
}

static Str join_words(Arena *arena, Str words, const char *separator)
{
    Buf out = buf_open(arena, 0);
    Str word;
    for (bool first = true; str_take_until(&words, ' ', &word); first = false)
        buf_printf(&out, "%s%.*s", first ? "" : separator, STR_ARG(word));
    return buf_str(&out);
}

static bool has_any(Str text, const char *bytes)
{
    for (size_t i = 0; i < text.len; i++)
        if (byte_in(text.ptr[i], bytes))
            return true;
    return false;
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
    add_equal(&asked, folded);
    add_equal(&asked, join_words(arena, words, ""));
    add_equal(&asked, join_words(arena, words, "_"));
    add_equal(&asked, join_words(arena, words, "-"));
    if (has_any(folded, ".:#/>"))
        add_equal(&asked, str_lower(arena, handle_last_part(asking->query->text)));
    if (has_any(folded, "/"))
        add_equal(&asked, path_base(folded));
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
        longest = folded; /* signs alone */
    asked.rarest = longest.len ? like_pattern(arena, longest, false) : (Str){0};
    asked.patterns = buf_str(&patterns);
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

/* ---- places and entries ---- */

#define PLACE_COLUMNS \
    "repository, path, class, size, lines, coalesce(content, 0), index, language, package, degraded"

/* Adds the rows of another result to the places. */
static void add_places(Asking *asking, const PostgresRows *more)
{
    PostgresRows *places = &asking->places;
    size_t columns = more->columns, count = places->count + more->count;
    if (!more->count)
        return;
    PostgresValue *values = NEW(asking->arena, PostgresValue, count * columns);
    if (places->count)
        memcpy(values, places->values, places->count * columns * sizeof *values);
    memcpy(values + places->count * columns, more->values, more->count * columns * sizeof *values);
    *places = (PostgresRows){.columns = columns, .count = count, .values = values};
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
        "SELECT " PLACE_COLUMNS
        " FROM fovea.find_places($1::bigint[], $2::int[], $3, $4, $5, $6::int)";
    if (!query(asking, sql, values, COUNT(values), &asking->places, err))
        return false;
    asking->found->more = asking->found->more || asking->places.count >= ORG_PLACES_MAX;
    add_places(asking, &asking->spread);
    return true;
}

/* Places whose words are spread over name, class and path. `partly`: two of the words are enough.
 */
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
               "SELECT " PLACE_COLUMNS " FROM fovea.find_spread($1::text[], $2::int, $3,"
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

static bool ask_entries(Asking *asking, Err *err)
{
    Arena *arena = asking->arena;
    const PostgresRows *places = &asking->places;
    Buf contents = buf_open(arena, 0), indexes = buf_open(arena, 0);
    buf_put_byte(&contents, '{');
    buf_put_byte(&indexes, '{');
    for (size_t i = 0; i < places->count; i++)
        if (postgres_number(places, i, 6) > 0) {
            org_array_put(&contents, postgres_text(places, i, 5));
            org_array_put(&indexes, postgres_text(places, i, 6));
        }
    buf_put_byte(&contents, '}');
    buf_put_byte(&indexes, '}');
    const PostgresValue values[] = {
        {.text = buf_str(&contents)}, {.text = buf_str(&indexes)}, {.text = asking->branch}};
    static const char sql[] =
        "SELECT content, index, name, kind, parent, start_line, end_line, modifiers, complexity,"
        " arity, identity, rank, fan_in, risk, owner, type"
        " FROM fovea.find_entries($1::bigint[], $2::int[], $3)";
    return query(asking, sql, values, COUNT(values), &asking->entries, err);
}

/* ---- the catalog ---- */

static SymbolKind kind_of(Str name)
{
    for (unsigned kind = 0; kind < SYMBOL_KIND_COUNT; kind++)
        if (str_equal(symbol_kind_name((SymbolKind)kind), name))
            return (SymbolKind)kind;
    return SYMBOL_NONE;
}

static uint32_t clip(int64_t value, uint32_t max)
{
    return value < 0 ? 0 : (uint32_t)MIN(value, (int64_t)max);
}

/* Index among the rows of one content, from 1; 0: the file. */
static uint32_t entry_at(const PostgresRows *rows, size_t from, size_t end, int64_t index)
{
    for (size_t i = from; i < end && index > 0; i++)
        if (postgres_number(rows, i, 1) == index)
            return (uint32_t)(i - from + 1);
    return 0;
}

static Entry make_entry(Asking *asking, size_t row, size_t from, size_t end)
{
    const PostgresRows *rows = &asking->entries;
    Names *names = &asking->found->catalog->names;
    Arena *arena = asking->arena;
    uint32_t self = (uint32_t)(row - from + 1);
    uint32_t parent = entry_at(rows, from, end, postgres_number(rows, row, 4));
    return (Entry){
        .name = names_put(names, org_text_back(arena, postgres_text(rows, row, 2))),
        .kind = (uint8_t)kind_of(postgres_text(rows, row, 3)),
        .parent = parent < self ? parent : 0,
        .start_line = clip(postgres_number(rows, row, 5), UINT32_MAX),
        .end_line = clip(postgres_number(rows, row, 6), UINT32_MAX),
        .modifiers = (uint32_t)postgres_number(rows, row, 7),
        .complexity = (uint16_t)clip(postgres_number(rows, row, 8), UINT16_MAX),
        .arity = (uint8_t)clip(postgres_number(rows, row, 9), ENTRY_ARITY_UNKNOWN),
        .owner = names_put(names, org_text_back(arena, postgres_text(rows, row, 14))),
        .type = names_put(names, org_text_back(arena, postgres_text(rows, row, 15))),
    };
}

/* Rows of a content in the answer of ask_entries. */
typedef struct EntryRows {
    size_t from, end;
} EntryRows;

static EntryRows rows_of(const Asking *asking, const Map *contents, Str content)
{
    const uint64_t *at = map_find(contents, content);
    if (!at)
        return (EntryRows){0};
    EntryRows rows = {.from = (size_t)*at, .end = (size_t)*at};
    while (rows.end < asking->entries.count &&
           str_equal(postgres_text(&asking->entries, rows.end, 0), content))
        rows.end++;
    return rows;
}

static void put_file(Asking *asking, size_t place, const EntryRows *rows)
{
    const PostgresRows *places = &asking->places;
    Catalog *catalog = asking->found->catalog;
    Arena *arena = asking->arena;
    Str repository = postgres_text(places, place, 0);
    Str path = org_text_back(arena, postgres_text(places, place, 1));
    uint32_t count = (uint32_t)(rows->end - rows->from);
    uint32_t id = catalog_put_file(
        catalog, str_format(arena, "%.*s/%.*s", STR_ARG(repository), STR_ARG(path)));
    CatalogFile *file = &catalog->files.ptr[id];
    const Language *language = lang_find(postgres_text(places, place, 7));
    file->language = language ? language : lang_detect(path, (Str){0});
    file->class = (FileClass)clip(postgres_number(places, place, 2), FILE_CLASS_COUNT - 1);
    file->size = (uint64_t)MAX(postgres_number(places, place, 3), (int64_t)0);
    file->state = FILE_SYNTACTIC;
    Entry *entries = catalog_set_entries(
        catalog, id, clip(postgres_number(places, place, 4), UINT32_MAX), count);
    file = &catalog->files.ptr[id];
    file->package = names_put(&catalog->names, postgres_text(places, place, 8));
    file->degraded = postgres_flag(places, place, 9);
    file->metrics = NEW(arena, SymbolMetrics, (size_t)count + 1);
    for (uint32_t i = 0; i < count; i++) {
        size_t row = rows->from + i;
        entries[i + 1] = make_entry(asking, row, rows->from, rows->end);
        file->metrics[i + 1] = (SymbolMetrics){
            .rank = (uint16_t)clip(postgres_number(&asking->entries, row, 11), UINT16_MAX),
            .fan_in = clip(postgres_number(&asking->entries, row, 12), UINT32_MAX),
            .risk = (uint8_t)clip(postgres_number(&asking->entries, row, 13), 100)};
    }
}

static int compare_places(const void *a, const void *b, void *context)
{
    const PostgresRows *places = context;
    size_t x = *(const size_t *)a, y = *(const size_t *)b;
    int order = str_compare(postgres_text(places, x, 0), postgres_text(places, y, 0));
    if (!order)
        order = str_compare(postgres_text(places, x, 1), postgres_text(places, y, 1));
    return order ? order : (x > y) - (x < y);
}

/* Files in the order of repository and path, so that ties fall as they do in one tree. */
static void make_catalog(Asking *asking)
{
    OrgFound *found = asking->found;
    Arena *arena = asking->arena;
    const PostgresRows *places = &asking->places, *entries = &asking->entries;
    found->catalog = catalog_open(arena);
    Map contents = map_open(arena);
    for (size_t i = 0; i < entries->count; i++) {
        bool added;
        uint64_t *at = map_put(&contents, postgres_text(entries, i, 0), &added);
        if (added)
            *at = i;
    }
    size_t *order = NEW(arena, size_t, places->count + 1);
    for (size_t i = 0; i < places->count; i++)
        order[i] = i;
    if (places->count)
        qsort_r(order, places->count, sizeof *order, compare_places, &asking->places);
    found->repository = NEW(arena, Str, places->count + 1);
    found->path = NEW(arena, Str, places->count + 1);
    VEC(EntryRows) of_files = {0};
    for (size_t i = 0; i < places->count; i++) {
        size_t place = order[i];
        Str repository = postgres_text(places, place, 0), path = postgres_text(places, place, 1);
        if (i && str_equal(repository, postgres_text(places, order[i - 1], 0)) &&
            str_equal(path, postgres_text(places, order[i - 1], 1)))
            continue;
        EntryRows rows = rows_of(asking, &contents, postgres_text(places, place, 5));
        put_file(asking, place, &rows);
        found->repository[of_files.len] = repository;
        found->path[of_files.len] = org_text_back(arena, path);
        *VEC_PUSH(arena, &of_files) = rows;
    }
    catalog_number(found->catalog);
    found->identity = NEW(arena, int64_t, (size_t)found->catalog->symbol_count + 1);
    for (size_t i = 0; i < of_files.len; i++) {
        const CatalogFile *file = &found->catalog->files.ptr[i];
        for (uint32_t k = 1; k < file->count; k++)
            found->identity[file->first + k] =
                postgres_number(entries, of_files.ptr[i].from + k - 1, 10);
    }
}

Str org_found_hash(const OrgFound *found, Arena *arena, uint32_t symbol)
{
    SymbolPlace place = catalog_place(found->catalog, symbol);
    if (!place.index)
        return catalog_symbol_hash(found->catalog, arena, symbol);
    return symbol_hash_text(arena, symbol_file_hash(found->path[place.file]),
                            (uint64_t)found->identity[symbol]);
}

/* ---- the question ---- */

/* A path within its repository, `src/a.c` or `src/a.c::name`, with the repository's name before it;
   as it is if no candidate or several have that path. */
static Str whole_handle(const Asking *asking)
{
    const OrgFound *found = asking->found;
    Str text = asking->query->text;
    size_t colons = str_find(text, STR("::"));
    Str path = str_slice(text, 0, colons == STR_NONE ? text.len : colons);
    uint32_t meant = FILE_NOWHERE;
    for (uint32_t i = 0; i < found->catalog->files.len; i++) {
        if (!str_equal(found->path[i], path))
            continue;
        if (meant != FILE_NOWHERE)
            return text;
        meant = i;
    }
    if (meant == FILE_NOWHERE)
        return text;
    return str_join(asking->arena, found->catalog->files.ptr[meant].path,
                    str_from_offset(text, path.len));
}

static bool look(Asking *asking, Err *err)
{
    if (!ask_places(asking, err) || !ask_entries(asking, err))
        return false;
    make_catalog(asking);
    SymbolQuery local = *asking->query;
    local.text = whole_handle(asking);
    return symbols_search(asking->found->catalog, asking->arena, &local, &asking->found->hits, err);
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
    if (!postgres_run(org->postgres, "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY", err) ||
        !postgres_query(org->postgres, arena, &statement, &rows, err))
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
                     .found = found,
                     .matcher = match_prepare(arena, wanted->text),
                     .names = map_open(arena)};
    return ask(&asking, err);
}
