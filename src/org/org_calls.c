/* Each step fetches the edges of all symbols found by the previous step. Edges are kept as pairs of
   places until all are known, since ids belong to a finished catalog. */
#include "org/calls_state.h"

#include "org/org_text.h"

#include <stdlib.h>

/* ---- the parts of a step ---- */

uint32_t calls_put_place(CallsWork *work, const OrgPlace *place)
{
    bool added;
    Str key = str_format(work->arena, "%.*s/%.*s\n%u", STR_ARG(place->repository),
                         STR_ARG(place->path), place->index);
    uint64_t *at = map_put(&work->known, key, &added);
    if (added) {
        *at = work->places.len;
        *VEC_PUSH(work->arena, &work->places) = *place;
    }
    return (uint32_t)*at;
}

uint32_t calls_number_at(const PostgresRows *rows, size_t row, size_t column)
{
    int64_t value = postgres_number(rows, row, column);
    return value < 0 ? 0 : (uint32_t)MIN(value, (int64_t)INT32_MAX);
}

void calls_put_step(const CallsWork *work, PostgresValue values[3])
{
    Buf columns[3];
    Arena *arena = work->arena;
    for (size_t i = 0; i < COUNT(columns); i++) {
        columns[i] = buf_open(arena, 0);
        buf_put_byte(&columns[i], '{');
    }
    for (size_t i = work->from; i < work->end; i++) {
        const OrgPlace *place = &work->places.ptr[i];
        org_array_put(&columns[0], place->repository);
        org_array_put(&columns[1], org_text(arena, place->path));
        org_array_put(&columns[2], str_format(arena, "%u", place->index));
    }
    for (size_t i = 0; i < COUNT(columns); i++) {
        buf_put_byte(&columns[i], '}');
        values[i] = (PostgresValue){.text = buf_str(&columns[i])};
    }
}

bool calls_is_of_step(const CallsWork *work, const PostgresRows *rows, size_t row, uint32_t *n)
{
    int64_t number = postgres_number(rows, row, CALLS_N);
    if (number < 1 || (uint64_t)number > work->end - work->from)
        return false;
    *n = (uint32_t)(work->from + (uint64_t)number - 1);
    return true;
}

CallsLink *calls_put_link(CallsWork *work, const PostgresRows *rows, size_t row, uint32_t from,
                          uint32_t to)
{
    CallsLink *link = VEC_PUSH(work->arena, &work->links);
    uint32_t kind = calls_number_at(rows, row, CALLS_KIND);
    *link = (CallsLink){.from = from,
                        .to = to,
                        .line = calls_number_at(rows, row, CALLS_LINE),
                        .count = calls_number_at(rows, row, CALLS_TIMES),
                        .kind = (uint8_t)MIN(kind, (uint32_t)REFERENCE_USE)};
    return link;
}

size_t calls_put_name(CallsWork *work, const AcrossName *name)
{
    bool added;
    const Str parts[] = {name->repository, STR("\n"), name->system, STR("\n"),
                         name->package,    STR("\n"), name->name};
    uint64_t *at =
        map_put(&work->names.known, str_join_all(work->arena, parts, COUNT(parts)), &added);
    if (added) {
        *at = work->names.list.len;
        *VEC_PUSH(work->arena, &work->names.list) = *name;
    }
    return (size_t)*at;
}

bool calls_ask(CallsWork *work, const char *sql, const PostgresValue *values, size_t count,
               PostgresRows *rows, Err *err)
{
    const PostgresStatement statement = {.sql = sql, .values = values, .count = count};
    return postgres_query(work->org->postgres, work->arena, &statement, rows, err);
}

Str calls_summary_kinds(Arena *arena)
{
    return str_format(arena, "{%d,%d,%d}", REFERENCE_CALL, REFERENCE_BASE, REFERENCE_USE);
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
static void set_links(CallsWork *work)
{
    Arena *arena = work->arena;
    OrgCalls *calls = work->calls;
    Catalog *catalog = calls->tree.catalog;
    EdgeVec *edges = NEW(arena, EdgeVec, catalog->files.len + 1);
    Map seen = map_open(arena);
    for (size_t i = 0; i < work->links.len; i++) {
        const CallsLink *link = &work->links.ptr[i];
        bool outside = link->to == UINT32_MAX, added;
        uint32_t from = org_tree_symbol(&calls->tree, arena, &work->places.ptr[link->from]);
        uint32_t to = outside ? SYMBOL_NOWHERE
                              : org_tree_symbol(&calls->tree, arena, &work->places.ptr[link->to]);
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
    const NeighbourOptions *options = question->options;
    assert(!question->each || options->depth == 1); /* a summary has one step */
    *calls = (OrgCalls){.labels = map_open(arena)};
    CallsWork work = {
        .org = org, .arena = arena, .question = question, .calls = calls, .known = map_open(arena)};
    for (size_t i = 0; i < question->focus_count; i++)
        calls_put_place(&work, &question->focus[i]);
    for (size_t i = 0; i < work.places.len; i++)
        *VEC_PUSH(arena, &calls->callers) = (OrgCallers){.symbol = SYMBOL_NOWHERE};
    for (uint32_t step = 0; step < options->depth; step++) {
        work.end = work.places.len;
        if (work.from == work.end)
            break;
        if (!calls_step(&work, err))
            return false;
        work.from = work.end;
    }
    for (size_t i = 0; question->also && i < question->also->len; i++)
        calls_put_place(&work, &question->also->ptr[i]);
    bool made = question->each ? org_tree_make_described(org, arena, question->asked->branch,
                                                         &work.places, &calls->tree, err)
                               : org_tree_make(org, arena, question->asked->branch, &work.places,
                                               &calls->tree, err);
    if (!made)
        return false;
    set_links(&work);
    for (size_t i = 0; i < calls->callers.len; i++)
        calls->callers.ptr[i].symbol = org_tree_symbol(&calls->tree, arena, &work.places.ptr[i]);
    calls->symbol = calls->callers.len ? calls->callers.ptr[0].symbol : SYMBOL_NOWHERE;
    return true;
}

const OrgCallers *org_calls_callers(const OrgCalls *calls, uint32_t symbol)
{
    for (size_t i = 0; i < calls->callers.len; i++)
        if (calls->callers.ptr[i].symbol == symbol)
            return &calls->callers.ptr[i];
    return NULL;
}

Str org_calls_package(const OrgCalls *calls, uint32_t caller, uint32_t callee)
{
    char key[32];
    snprintf(key, sizeof key, "%u %u", caller, callee);
    const uint64_t *at = map_find(&calls->labels, str_from(key));
    return at ? calls->packages.ptr[*at] : (Str){0};
}
