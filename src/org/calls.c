/* Each step asks for the edges of all symbols that the step before has found. Edges are kept as
   pairs of places until all are known, since ids belong to a finished catalog. */
#include "org/calls.h"

#include "base/limits.h"
#include "base/path.h"
#include "org/across.h"
#include "org/text.h"

#include <stdlib.h>

#define FOUND_MAX 1000 /* symbols that a name may mean: more tell nothing */

#define HASH_FILE_DIGITS 8
#define HASH_DIGITS 16
#define HASH_DIGITS_MIN 6 /* shorter prefixes are words (search/handle_hash.c) */

/* ---- the symbol that is meant ---- */

static bool is_hex(Str text)
{
    for (size_t i = 0; i < text.len; i++)
        if (!byte_is_digit(text.ptr[i]) && !(text.ptr[i] >= 'a' && text.ptr[i] <= 'f'))
            return false;
    return text.len > 0;
}

/* The second half of a symbol hash, or the beginning of it; empty if the text is none. */
static Str identity_digits(Str text)
{
    size_t colon = str_find_byte(text, ':');
    Str digits = colon == STR_NONE ? text : str_from_offset(text, colon + 1);
    bool halves =
        colon == STR_NONE || (colon == HASH_FILE_DIGITS && is_hex(str_slice(text, 0, colon)));
    bool long_enough = colon == STR_NONE ? digits.len >= HASH_DIGITS_MIN : digits.len > 0;
    return halves && long_enough && digits.len <= HASH_DIGITS && is_hex(digits) ? digits : (Str){0};
}

static bool ask_places(Org *org, Arena *arena, const PostgresStatement *statement,
                       OrgPlaceVec *places, Err *err)
{
    PostgresRows rows;
    if (!postgres_query(org->postgres, arena, statement, &rows, err))
        return false;
    for (size_t i = 0; i < rows.count; i++)
        *VEC_PUSH(arena, places) = org_place(arena, &rows, i);
    return true;
}

static bool find_by_hash(Org *org, Arena *arena, const OrgAsked *asked, Str digits,
                         OrgPlaceVec *places, Err *err)
{
    uint64_t low = 0;
    unsigned rest = 4 * (unsigned)(HASH_DIGITS - digits.len);
    for (size_t i = 0; i < digits.len; i++)
        low = low << 4 | (uint64_t)byte_hex_value(digits.ptr[i]);
    low <<= rest;
    uint64_t high = rest ? low | ((UINT64_C(1) << rest) - 1) : low;
    const PostgresValue values[] = {{.text = str_format(arena, "%lld", (long long)low)},
                                    {.text = str_format(arena, "%lld", (long long)high)},
                                    {.text = asked->branch},
                                    {.text = str_format(arena, "%d", FOUND_MAX)}};
    return ask_places(org, arena,
                      &(PostgresStatement){
                          .sql = "SELECT " ORG_PLACE_COLUMNS
                                 " FROM fovea.find_identity($1::bigint, $2::bigint, $3, $4::int)",
                          .values = values,
                          .count = COUNT(values)},
                      places, err);
}

/* `path:12`, also `path:12-40` and `path:12:5`. */
static bool find_by_line(Org *org, Arena *arena, const OrgAsked *asked, Str text,
                         OrgPlaceVec *places, Err *err)
{
    uint64_t line = 0, outer;
    size_t colon = str_find_last_byte(text, ':');
    Str path = str_slice(text, 0, colon == STR_NONE ? 0 : colon);
    Str digits = colon == STR_NONE ? (Str){0} : str_from_offset(text, colon + 1);
    size_t before = str_find_last_byte(path, ':');
    if (before != STR_NONE && str_parse_u64(str_from_offset(path, before + 1), &outer)) {
        digits = str_from_offset(path, before + 1);
        path = str_slice(path, 0, before);
    }
    if (!path.len || !str_parse_u64(str_slice(digits, 0, str_find_byte(digits, '-')), &line) ||
        !line || line > INT32_MAX)
        return true;
    const PostgresValue values[] = {{.text = org_text(arena, path)},
                                    {.text = str_format(arena, "%llu", (unsigned long long)line)},
                                    {.text = asked->branch},
                                    {.text = str_format(arena, "%d", FOUND_MAX)}};
    return ask_places(org, arena,
                      &(PostgresStatement){.sql = "SELECT " ORG_PLACE_COLUMNS
                                                  " FROM fovea.find_line($1, $2::int, $3, $4::int)",
                                           .values = values,
                                           .count = COUNT(values)},
                      places, err);
}

bool org_calls_candidates(Org *org, Arena *arena, const OrgAsked *asked, Str *text, OrgTree *tree,
                          Err *err)
{
    OrgPlaceVec places = {0};
    Str digits = identity_digits(*text);
    if ((digits.len && !find_by_hash(org, arena, asked, digits, &places, err)) ||
        (!places.len && !find_by_line(org, arena, asked, *text, &places, err)) ||
        (!places.len && !org_find_named(org, arena, asked, *text, &places, err)) ||
        !org_tree_make(org, arena, asked->branch, &places, tree, err))
        return false;
    *text = org_tree_handle(tree, arena, *text);
    return true;
}

uint32_t org_calls_by_hash(const OrgTree *tree, Arena *arena, Str text)
{
    uint32_t found = SYMBOL_NOWHERE;
    Str digits = identity_digits(text);
    Str half = str_slice(text, 0, str_find_byte(text, ':') == STR_NONE ? 0 : HASH_FILE_DIGITS + 1);
    for (uint32_t i = 0; digits.len && i < tree->catalog->symbol_count; i++) {
        if (!catalog_place(tree->catalog, i).index || !tree->catalog->elsewhere->known[i])
            continue;
        Str hash = catalog_symbol_hash(tree->catalog, arena, i);
        if (!str_starts(hash, half) ||
            !str_starts(str_from_offset(hash, HASH_FILE_DIGITS + 1), digits))
            continue;
        if (found != SYMBOL_NOWHERE)
            return SYMBOL_NOWHERE;
        found = i;
    }
    return found;
}

/* ---- edges ---- */

typedef struct Link {
    uint32_t from, to; /* indices of places; to UINT32_MAX: outside, see `external` */
    Str external;      /* `ext:package:name` */
    Str label;         /* of a package, for an edge across repositories */
    uint32_t line, count;
    uint8_t kind, confidence;
} Link;

typedef struct Fetching {
    Org *org;
    Arena *arena;
    const OrgAsked *asked;
    const NeighbourOptions *options;
    OrgCalls *calls;
    OrgPlaceVec places;
    Map known; /* whole path and index -> index in places */
    VEC(Link) links;
    size_t from, end; /* places of the present step */
} Fetching;

static uint32_t put_place(Fetching *fetching, const OrgPlace *place)
{
    bool added;
    Str key = str_format(fetching->arena, "%.*s/%.*s\n%u", STR_ARG(place->repository),
                         STR_ARG(place->path), place->index);
    uint64_t *at = map_put(&fetching->known, key, &added);
    if (added) {
        *at = fetching->places.len;
        *VEC_PUSH(fetching->arena, &fetching->places) = *place;
    }
    return (uint32_t)*at;
}

static uint32_t number_at(const PostgresRows *rows, size_t row, size_t column)
{
    int64_t value = postgres_number(rows, row, column);
    return value < 0 ? 0 : (uint32_t)MIN(value, (int64_t)INT32_MAX);
}

/* The arrays of repositories, paths and indexes of the step's places. */
static void put_step(const Fetching *fetching, PostgresValue values[3])
{
    Buf columns[3];
    Arena *arena = fetching->arena;
    for (size_t i = 0; i < COUNT(columns); i++) {
        columns[i] = buf_open(arena, 0);
        buf_put_byte(&columns[i], '{');
    }
    for (size_t i = fetching->from; i < fetching->end; i++) {
        const OrgPlace *place = &fetching->places.ptr[i];
        org_array_put(&columns[0], place->repository);
        org_array_put(&columns[1], org_text(arena, place->path));
        org_array_put(&columns[2], str_format(arena, "%u", place->index));
    }
    for (size_t i = 0; i < COUNT(columns); i++) {
        buf_put_byte(&columns[i], '}');
        values[i] = (PostgresValue){.text = buf_str(&columns[i])};
    }
}

/* Columns after those of the place. */
enum {
    N = ORG_PLACE_WIDTH,
    LINE,
    TIMES,
    KIND,
    CONFIDENCE,
    EXTERNAL,
    NAME,
    SYSTEM
};

/* Whether the row is of a place of this step; *n is its index. */
static bool is_of_step(const Fetching *fetching, const PostgresRows *rows, size_t row, uint32_t *n)
{
    int64_t number = postgres_number(rows, row, N);
    if (number < 1 || (uint64_t)number > fetching->end - fetching->from)
        return false;
    *n = (uint32_t)(fetching->from + (uint64_t)number - 1);
    return true;
}

static Link *put_link(Fetching *fetching, const PostgresRows *rows, size_t row, uint32_t from,
                      uint32_t to)
{
    Link *link = VEC_PUSH(fetching->arena, &fetching->links);
    *link = (Link){.from = from,
                   .to = to,
                   .line = number_at(rows, row, LINE),
                   .count = number_at(rows, row, TIMES),
                   .kind = (uint8_t)MIN(number_at(rows, row, KIND), (uint32_t)REFERENCE_USE)};
    return link;
}

static uint8_t confidence_at(const PostgresRows *rows, size_t row)
{
    return (uint8_t)MIN(number_at(rows, row, CONFIDENCE), (uint32_t)EDGE_EXACT);
}

static bool note_many(Fetching *fetching, const PostgresRows *rows)
{
    fetching->calls->more = fetching->calls->more || rows->count >= ORG_EDGES_MAX;
    return true;
}

static bool step_in(Fetching *fetching, Err *err)
{
    PostgresRows rows;
    PostgresValue values[5];
    put_step(fetching, values);
    values[3] = (PostgresValue){.text = fetching->asked->branch};
    values[4] = (PostgresValue){.text = str_format(fetching->arena, "%d", ORG_EDGES_MAX)};
    if (!postgres_query(
            fetching->org->postgres, fetching->arena,
            &(PostgresStatement){
                .sql = "SELECT " ORG_PLACE_COLUMNS ", n, line, count, kind, confidence"
                       " FROM fovea.edges_in($1::text[], $2::text[], $3::int[], $4, $5::int)",
                .values = values,
                .count = COUNT(values)},
            &rows, err))
        return false;
    for (size_t i = 0; i < rows.count; i++) {
        OrgPlace place = org_place(fetching->arena, &rows, i);
        uint32_t n;
        if (is_of_step(fetching, &rows, i, &n))
            put_link(fetching, &rows, i, put_place(fetching, &place), n)->confidence =
                confidence_at(&rows, i);
    }
    return note_many(fetching, &rows);
}

/* ---- across repositories ---- */

/* Names to be looked up in packages of other repositories, each once. */
typedef struct NameSet {
    AcrossNameVec list;
    Map known; /* index in the list */
} NameSet;

static size_t put_name(Fetching *fetching, NameSet *names, const AcrossName *name)
{
    bool added;
    const Str parts[] = {name->repository, STR("\n"), name->system, STR("\n"),
                         name->package,    STR("\n"), name->name};
    uint64_t *at =
        map_put(&names->known, str_join_all(fetching->arena, parts, COUNT(parts)), &added);
    if (added) {
        *at = names->list.len;
        *VEC_PUSH(fetching->arena, &names->list) = *name;
    }
    return (size_t)*at;
}

/* Packages of the step's symbols, as those who import them name them: parameters of edges_across.
 */
static bool ask_across(Fetching *fetching, PostgresRows *packages, PostgresRows *rows, Err *err)
{
    Arena *arena = fetching->arena;
    PostgresValue step[4];
    put_step(fetching, step);
    step[3] = (PostgresValue){.text = fetching->asked->branch};
    if (!postgres_query(fetching->org->postgres, arena,
                        &(PostgresStatement){
                            .sql = "SELECT n, system, name, path, label, symbol"
                                   " FROM fovea.packages_of($1::text[], $2::text[], $3::int[], $4)",
                            .values = step,
                            .count = COUNT(step)},
                        packages, err))
        return false;
    *rows = (PostgresRows){0};
    if (!packages->count)
        return true;
    Buf columns[5];
    PostgresValue values[COUNT(columns) + 2];
    for (size_t i = 0; i < COUNT(columns); i++) {
        columns[i] = buf_open(arena, 0);
        buf_put_byte(&columns[i], '{');
    }
    for (size_t i = 0; i < packages->count; i++) {
        int64_t n = postgres_number(packages, i, 0);
        const OrgPlace *place =
            &fetching->places.ptr[n >= 1 && (uint64_t)n <= fetching->end - fetching->from
                                      ? fetching->from + (uint64_t)n - 1
                                      : fetching->from];
        Str system = postgres_text(packages, i, 1), package = postgres_text(packages, i, 2);
        Str beneath = str_equal(system, STR("go")) ? (Str){0} : across_beneath(system);
        if (str_equal(system, STR("go"))) { /* the import path is that of the directory */
            Str directory = path_directory(place->path), root = postgres_text(packages, i, 3);
            Str below = str_equal(directory, STR(".")) ? (Str){0} : directory;
            below =
                str_from_offset(below, root.len && below.len > root.len ? root.len + 1 : root.len);
            package = below.len ? path_join(arena, package, org_text(arena, below)) : package;
        }
        org_array_put(&columns[0], place->repository);
        org_array_put(&columns[1], system);
        org_array_put(&columns[2], package);
        org_array_put(&columns[3], beneath);
        org_array_put(&columns[4], postgres_text(packages, i, 5));
    }
    for (size_t i = 0; i < COUNT(columns); i++) {
        buf_put_byte(&columns[i], '}');
        values[i] = (PostgresValue){.text = buf_str(&columns[i])};
    }
    values[5] = (PostgresValue){.text = fetching->asked->branch};
    values[6] = (PostgresValue){.text = str_format(arena, "%d", ORG_EDGES_MAX)};
    return postgres_query(
        fetching->org->postgres, arena,
        &(PostgresStatement){
            .sql = "SELECT " ORG_PLACE_COLUMNS ", n, line, count, kind, external"
                   " FROM fovea.edges_across($1::text[], $2::text[], $3::text[], $4::text[],"
                   " $5::text[], $6, $7::int)",
            .values = values,
            .count = COUNT(values)},
        rows, err);
}

static bool has_place(const OrgPlaceVec *places, const OrgPlace *place)
{
    for (size_t i = 0; i < places->len; i++)
        if (places->ptr[i].index == place->index &&
            str_equal(places->ptr[i].repository, place->repository) &&
            str_equal(places->ptr[i].path, place->path))
            return true;
    return false;
}

/* Callers in other repositories: a name that they import leads to the symbol if the symbol is among
   what the name can mean. */
static bool step_across_in(Fetching *fetching, Err *err)
{
    Arena *arena = fetching->arena;
    PostgresRows packages, rows;
    NameSet names = {.known = map_open(arena)};
    if (!ask_across(fetching, &packages, &rows, err))
        return false;
    size_t *of_row = NEW(arena, size_t, rows.count + 1);
    for (size_t i = 0; i < rows.count; i++) {
        int64_t package = postgres_number(&rows, i, N);
        if (package < 1 || (uint64_t)package > packages.count)
            continue;
        AcrossName name = {
            .repository = postgres_text(&rows, i, 0),
            .system = postgres_text(&packages, (size_t)package - 1, 1),
            .package = org_text_back(arena, postgres_text(&rows, i, CONFIDENCE)),
            .name = org_text_back(arena, postgres_text(&packages, (size_t)package - 1, 5))};
        of_row[i] = put_name(fetching, &names, &name) + 1;
    }
    if (!across_resolve(fetching->org, arena, fetching->asked->branch, &names.list, 0, err))
        return false;
    for (size_t i = 0; i < rows.count; i++) {
        if (!of_row[i])
            continue;
        const AcrossName *name = &names.list.ptr[of_row[i] - 1];
        int64_t n = postgres_number(&packages, (size_t)postgres_number(&rows, i, N) - 1, 0);
        if (n < 1 || (uint64_t)n > fetching->end - fetching->from)
            continue;
        uint32_t to = (uint32_t)(fetching->from + (uint64_t)n - 1);
        if (!has_place(&name->candidates, &fetching->places.ptr[to]))
            continue;
        OrgPlace place = org_place(arena, &rows, i);
        Link *link = put_link(fetching, &rows, i, put_place(fetching, &place), to);
        link->confidence = (uint8_t)across_confidence(name);
        link->label = name->label;
    }
    return note_many(fetching, &rows);
}

/* Headers that the files of the step import, by index of the place. */
typedef struct Headers {
    PostgresRows rows; /* n, package */
} Headers;

static bool ask_headers(Fetching *fetching, Headers *headers, Err *err)
{
    PostgresValue step[3];
    put_step(fetching, step);
    const PostgresValue values[] = {step[0], step[1], {.text = fetching->asked->branch}};
    return postgres_query(
        fetching->org->postgres, fetching->arena,
        &(PostgresStatement){
            .sql = "SELECT n, package FROM fovea.imports_of($1::text[], $2::text[], $3)",
            .values = values,
            .count = COUNT(values)},
        &headers->rows, err);
}

/* Adds the names that an external edge may mean: in C one for each header. */
static void put_names(Fetching *fetching, const PostgresRows *rows, size_t row,
                      const Headers *headers, NameSet *names, IdVec *of_row)
{
    Arena *arena = fetching->arena;
    uint32_t n;
    if (!is_of_step(fetching, rows, row, &n))
        return;
    AcrossName name = {.repository = fetching->places.ptr[n].repository,
                       .system = postgres_text(rows, row, SYSTEM),
                       .package = org_text_back(arena, postgres_text(rows, row, EXTERNAL)),
                       .name = org_text_back(arena, postgres_text(rows, row, NAME))};
    if (!name.system.len || !name.name.len)
        return;
    if (!str_equal(name.system, STR("c"))) {
        *VEC_PUSH(arena, of_row) = (uint32_t)put_name(fetching, names, &name);
        return;
    }
    for (size_t i = 0; i < headers->rows.count; i++)
        if (postgres_number(&headers->rows, i, 0) == postgres_number(rows, row, N)) {
            name.package = org_text_back(arena, postgres_text(&headers->rows, i, 1));
            *VEC_PUSH(arena, of_row) = (uint32_t)put_name(fetching, names, &name);
        }
}

/* Puts the edge to what its names can mean; without candidates it stays outside. */
static void put_external(Fetching *fetching, const PostgresRows *rows, size_t row,
                         const AcrossNameVec *names, const IdVec *of_row)
{
    Arena *arena = fetching->arena;
    uint32_t n;
    size_t count = 0;
    if (!is_of_step(fetching, rows, row, &n))
        return;
    for (size_t i = 0; i < of_row->len; i++)
        count += names->ptr[of_row->ptr[i]].candidates.len;
    for (size_t i = 0; i < of_row->len && count <= ACROSS_CANDIDATES_MAX; i++) {
        const AcrossName *name = &names->ptr[of_row->ptr[i]];
        for (size_t k = 0; k < name->candidates.len; k++) {
            uint32_t to = put_place(fetching, &name->candidates.ptr[k]);
            Link *link = put_link(fetching, rows, row, n, to);
            link->confidence = count == 1 ? EDGE_LIKELY : EDGE_AMBIGUOUS;
            link->label = name->label;
        }
    }
    if (count && count <= ACROSS_CANDIDATES_MAX)
        return;
    Link *link = put_link(fetching, rows, row, n, UINT32_MAX);
    const Str parts[] = {STR("ext:"), org_text_back(arena, postgres_text(rows, row, EXTERNAL)),
                         STR(":"), org_text_back(arena, postgres_text(rows, row, NAME))};
    link->external = str_join_all(arena, parts, COUNT(parts));
    link->confidence = EDGE_EXTERNAL;
}

static bool step_out(Fetching *fetching, Err *err)
{
    Arena *arena = fetching->arena;
    PostgresRows rows;
    PostgresValue values[5];
    Headers headers;
    NameSet names = {.known = map_open(arena)};
    put_step(fetching, values);
    values[3] = (PostgresValue){.text = fetching->asked->branch};
    values[4] = (PostgresValue){.text = str_format(arena, "%d", ORG_EDGES_MAX)};
    if (!postgres_query(
            fetching->org->postgres, arena,
            &(PostgresStatement){
                .sql = "SELECT " ORG_PLACE_COLUMNS
                       ", n, line, count, kind, confidence, external, name, system"
                       " FROM fovea.edges_out($1::text[], $2::text[], $3::int[], $4, $5::int)",
                .values = values,
                .count = COUNT(values)},
            &rows, err) ||
        !ask_headers(fetching, &headers, err))
        return false;
    IdVec *of_row = NEW(arena, IdVec, rows.count + 1);
    for (size_t i = 0; i < rows.count; i++)
        if (!rows.values[i * rows.columns + EXTERNAL].null)
            put_names(fetching, &rows, i, &headers, &names, &of_row[i]);
    if (!across_resolve(fetching->org, arena, fetching->asked->branch, &names.list, 0, err))
        return false;
    for (size_t i = 0; i < rows.count; i++) {
        OrgPlace place = org_place(arena, &rows, i);
        uint32_t n;
        if (!rows.values[i * rows.columns + EXTERNAL].null)
            put_external(fetching, &rows, i, &names.list, &of_row[i]);
        else if (is_of_step(fetching, &rows, i, &n))
            put_link(fetching, &rows, i, n, put_place(fetching, &place))->confidence =
                confidence_at(&rows, i);
    }
    return note_many(fetching, &rows);
}

/* ---- the catalog ---- */

static int compare_edges(const void *a, const void *b)
{
    const Edge *x = a, *y = b;
    if (x->caller != y->caller)
        return x->caller < y->caller ? -1 : 1;
    if (x->line != y->line)
        return x->line < y->line ? -1 : 1;
    if (x->callee != y->callee)
        return x->callee < y->callee ? -1 : 1;
    return (x->external > y->external) - (x->external < y->external);
}

static void note_label(OrgCalls *calls, Arena *arena, uint32_t caller, uint32_t callee, Str label)
{
    bool added;
    uint64_t *at = map_put(&calls->labels, str_format(arena, "%u %u", caller, callee), &added);
    if (added) {
        *at = calls->packages.len;
        *VEC_PUSH(arena, &calls->packages) = str_join(arena, STR("package "), label);
    }
}

/* Sets the links of all files from the edges. */
static void set_links(Fetching *fetching)
{
    Arena *arena = fetching->arena;
    OrgCalls *calls = fetching->calls;
    Catalog *catalog = calls->tree.catalog;
    EdgeVec *edges = NEW(arena, EdgeVec, catalog->files.len + 1);
    Map seen = map_open(arena);
    for (size_t i = 0; i < fetching->links.len; i++) {
        const Link *link = &fetching->links.ptr[i];
        bool outside = link->to == UINT32_MAX, added;
        uint32_t from = org_tree_symbol(&calls->tree, arena, &fetching->places.ptr[link->from]);
        uint32_t to = outside
                          ? SYMBOL_NOWHERE
                          : org_tree_symbol(&calls->tree, arena, &fetching->places.ptr[link->to]);
        if (from == SYMBOL_NOWHERE || (to == SYMBOL_NOWHERE && !outside))
            continue;
        (void)map_put(&seen,
                      str_format(arena, "%u %u %.*s %u %u", from, to, STR_ARG(link->external),
                                 link->line, link->kind),
                      &added);
        if (!added)
            continue;
        Edge edge = {.caller = from,
                     .callee = to,
                     .external = outside ? names_put(&catalog->names, link->external) : 0,
                     .line = link->line,
                     .count = link->count,
                     .kind = link->kind,
                     .confidence = link->confidence};
        *VEC_PUSH(arena, &edges[catalog_place(catalog, from).file]) = edge;
        if (link->label.len)
            note_label(calls, arena, from, to, link->label);
    }
    Arena scratch SCOPED(arena_close) = {0};
    arena_open(&scratch, 0);
    for (uint32_t i = 0; i < catalog->files.len; i++) {
        const ImportLinkVec none = {0};
        if (edges[i].len)
            qsort(edges[i].ptr, edges[i].len, sizeof *edges[i].ptr, compare_edges);
        catalog_set_links(catalog, scratch, i, &none, &edges[i]);
    }
}

bool org_calls_fetch(Org *org, Arena *arena, const OrgCallsQuestion *question, OrgCalls *calls,
                     Err *err)
{
    const OrgAsked *asked = question->asked;
    const OrgPlace *focus = question->focus;
    const NeighbourOptions *options = question->options;
    *calls = (OrgCalls){.labels = map_open(arena)};
    Fetching fetching = {.org = org,
                         .arena = arena,
                         .asked = asked,
                         .options = options,
                         .calls = calls,
                         .known = map_open(arena)};
    put_place(&fetching, focus);
    for (uint32_t step = 0; step < options->depth; step++) {
        fetching.end = fetching.places.len;
        if (fetching.from == fetching.end)
            break;
        if (options->direction != NEIGHBOURS_OUT &&
            (!step_in(&fetching, err) || !step_across_in(&fetching, err)))
            return false;
        if (options->direction != NEIGHBOURS_IN && !step_out(&fetching, err))
            return false;
        fetching.from = fetching.end;
    }
    if (!org_tree_make(org, arena, asked->branch, &fetching.places, &calls->tree, err))
        return false;
    set_links(&fetching);
    calls->symbol = org_tree_symbol(&calls->tree, arena, focus);
    return calls->symbol != SYMBOL_NOWHERE ||
           err_set(err, ERR_STALE, "the symbol is no longer in the database");
}

Str org_calls_package(const OrgCalls *calls, uint32_t caller, uint32_t callee)
{
    char key[32];
    snprintf(key, sizeof key, "%u %u", caller, callee);
    const uint64_t *at = map_find(&calls->labels, str_from(key));
    return at ? calls->packages.ptr[*at] : (Str){0};
}
