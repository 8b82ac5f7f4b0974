/* The edges of one step: those that end in its symbols, those that come from other repositories,
   and those that begin in them. Each query is for all symbols at once, and names in other
   repositories are looked up once for both directions. */
#include "org/calls_state.h"

#include "org/org_text.h"

/* ---- edges that end in the step's symbols ---- */

static uint8_t confidence_at(const PostgresRows *rows, size_t row)
{
    return (uint8_t)MIN(calls_number_at(rows, row, CALLS_CONFIDENCE), (uint32_t)EDGE_EXACT);
}

static bool ask_in(CallsWork *work, PostgresRows *rows, Err *err)
{
    static const char all[] =
        "SELECT " ORG_PLACE_COLUMNS ", n, line, count, kind, confidence"
        " FROM fovea.edges_in($1::text[], $2::text[], $3::int[], $4, $5::int)";
    static const char best[] =
        "SELECT " ORG_PLACE_COLUMNS ", n, line, count, kind, confidence, callers"
        " FROM fovea.explore_in($1::text[], $2::text[], $3::int[], $4, $5::int, $6::int[])";
    Arena *arena = work->arena;
    uint32_t each = work->question->each;
    PostgresValue values[6];
    calls_put_step(work, values);
    values[3] = (PostgresValue){.text = work->question->asked->branch};
    values[4] = (PostgresValue){.text = str_format(arena, "%u", each ? each : ORG_EDGES_MAX)};
    values[5] = (PostgresValue){.text = calls_summary_kinds(arena)};
    return calls_ask(work, each ? best : all, values, COUNT(values) - !each, rows, err);
}

static void put_in(CallsWork *work, const PostgresRows *rows)
{
    for (size_t i = 0; i < rows->count; i++) {
        OrgPlace place = org_place(work->arena, rows, i);
        uint32_t n;
        if (!calls_is_of_step(work, rows, i, &n))
            continue;
        calls_put_link(work, rows, i, calls_put_place(work, &place), n)->confidence =
            confidence_at(rows, i);
        if (work->question->each)
            work->calls->callers.ptr[n].count = calls_number_at(rows, i, CALLS_EXTERNAL);
    }
}

/* ---- edges that begin in them ---- */

/* Edges with the headers that their files import, and for each row the names that it may mean. */
typedef struct Leaving {
    PostgresRows rows;
    PostgresRows headers; /* n, package */
    IdVec *of_row;
} Leaving;

static bool is_external(const PostgresRows *rows, size_t row)
{
    return !rows->values[row * rows->columns + CALLS_EXTERNAL].null;
}

/* In C a name may come from any header that its file imports. */
static bool ask_headers(CallsWork *work, Leaving *leaving, Err *err)
{
    bool wanted = false;
    PostgresValue values[3];
    for (size_t i = 0; i < leaving->rows.count && !wanted; i++)
        wanted = is_external(&leaving->rows, i) &&
                 str_equal(postgres_text(&leaving->rows, i, CALLS_SYSTEM), STR("c"));
    if (!wanted)
        return true;
    calls_put_step(work, values);
    values[2] = (PostgresValue){.text = work->question->asked->branch};
    return calls_ask(work, "SELECT n, package FROM fovea.imports_of($1::text[], $2::text[], $3)",
                     values, COUNT(values), &leaving->headers, err);
}

/* Adds the possible meanings of an external edge's name: in C one for each header. */
static void put_names(CallsWork *work, Leaving *leaving, size_t row)
{
    Arena *arena = work->arena;
    const PostgresRows *rows = &leaving->rows, *headers = &leaving->headers;
    uint32_t n;
    if (!calls_is_of_step(work, rows, row, &n))
        return;
    AcrossName name = {.repository = work->places.ptr[n].repository,
                       .system = postgres_text(rows, row, CALLS_SYSTEM),
                       .package = org_text_back(arena, postgres_text(rows, row, CALLS_EXTERNAL)),
                       .name = org_text_back(arena, postgres_text(rows, row, CALLS_NAME))};
    if (!name.system.len || !name.name.len)
        return;
    if (!str_equal(name.system, STR("c"))) {
        *VEC_PUSH(arena, &leaving->of_row[row]) = (uint32_t)calls_put_name(work, &name);
        return;
    }
    for (size_t i = 0; i < headers->count; i++)
        if (postgres_number(headers, i, 0) == postgres_number(rows, row, CALLS_N)) {
            name.package = org_text_back(arena, postgres_text(headers, i, 1));
            *VEC_PUSH(arena, &leaving->of_row[row]) = (uint32_t)calls_put_name(work, &name);
        }
}

static bool ask_out(CallsWork *work, Leaving *leaving, Err *err)
{
    PostgresValue values[5];
    *leaving = (Leaving){0};
    calls_put_step(work, values);
    values[3] = (PostgresValue){.text = work->question->asked->branch};
    values[4] = (PostgresValue){.text = str_format(work->arena, "%d", ORG_EDGES_MAX)};
    if (!calls_ask(work,
                   "SELECT " ORG_PLACE_COLUMNS
                   ", n, line, count, kind, confidence, external, name, system"
                   " FROM fovea.edges_out($1::text[], $2::text[], $3::int[], $4, $5::int)",
                   values, COUNT(values), &leaving->rows, err) ||
        !ask_headers(work, leaving, err))
        return false;
    leaving->of_row = NEW(work->arena, IdVec, leaving->rows.count + 1);
    for (size_t i = 0; i < leaving->rows.count; i++)
        if (is_external(&leaving->rows, i))
            put_names(work, leaving, i);
    return true;
}

/* Adds the edge to all candidates of its names; without candidates it stays external. */
static void put_external(CallsWork *work, const Leaving *leaving, size_t row)
{
    Arena *arena = work->arena;
    const PostgresRows *rows = &leaving->rows;
    const IdVec *of_row = &leaving->of_row[row];
    uint32_t n;
    size_t count = 0;
    if (!calls_is_of_step(work, rows, row, &n))
        return;
    for (size_t i = 0; i < of_row->len; i++)
        count += work->names.list.ptr[of_row->ptr[i]].candidates.len;
    for (size_t i = 0; i < of_row->len && count <= ACROSS_CANDIDATES_MAX; i++) {
        const AcrossName *name = &work->names.list.ptr[of_row->ptr[i]];
        for (size_t k = 0; k < name->candidates.len; k++) {
            uint32_t to = calls_put_place(work, &name->candidates.ptr[k]);
            CallsLink *link = calls_put_link(work, rows, row, n, to);
            link->confidence = count == 1 ? EDGE_LIKELY : EDGE_AMBIGUOUS;
            link->label = name->label;
        }
    }
    if (count && count <= ACROSS_CANDIDATES_MAX)
        return;
    CallsLink *link = calls_put_link(work, rows, row, n, UINT32_MAX);
    const Str parts[] = {STR("ext:"),
                         org_text_back(arena, postgres_text(rows, row, CALLS_EXTERNAL)), STR(":"),
                         org_text_back(arena, postgres_text(rows, row, CALLS_NAME))};
    link->external = str_join_all(arena, parts, COUNT(parts));
    link->confidence = EDGE_EXTERNAL;
}

static void put_out(CallsWork *work, const Leaving *leaving)
{
    const PostgresRows *rows = &leaving->rows;
    for (size_t i = 0; i < rows->count; i++) {
        OrgPlace place = org_place(work->arena, rows, i);
        uint32_t n;
        if (is_external(rows, i))
            put_external(work, leaving, i);
        else if (calls_is_of_step(work, rows, i, &n))
            calls_put_link(work, rows, i, n, calls_put_place(work, &place))->confidence =
                confidence_at(rows, i);
    }
}

/* ---- the step ---- */

bool calls_step(CallsWork *work, Err *err)
{
    NeighbourDirection direction = work->question->options->direction;
    bool in = direction != NEIGHBOURS_OUT, out = direction != NEIGHBOURS_IN;
    PostgresRows rows = {0};
    CallsAcross across = {0};
    Leaving leaving = {0};
    work->names = (CallsNames){.known = map_open(work->arena)};
    if ((in && (!ask_in(work, &rows, err) || !calls_across_ask(work, &across, err))) ||
        (out && !ask_out(work, &leaving, err)) ||
        !across_resolve(work->org, work->arena, work->question->asked->branch, &work->names.list,
                        err))
        return false;
    put_in(work, &rows);
    calls_across_put(work, &across);
    put_out(work, &leaving);
    bool whole = !work->question->each;
    work->calls->more = work->calls->more || leaving.rows.count >= ORG_EDGES_MAX ||
                        (whole && MAX(rows.count, across.rows.count) >= ORG_EDGES_MAX);
    return true;
}
