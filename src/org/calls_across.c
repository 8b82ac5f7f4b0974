/* Callers in other repositories. The packages that contain a symbol give the names under which
   others import it; a name leads to the symbol if the symbol is among its possible meanings. */
#include "org/calls_state.h"

#include "base/path.h"
#include "org/org_text.h"

/* Rows of one package in a summary. Most of them belong to other symbols of the same name, so there
   are more rows than callers shown. */
#define SUMMARY_ROWS_MAX 500

#define PARAMS 5

/* Columns of packages_of. */
enum {
    PACKAGE_N,
    PACKAGE_SYSTEM,
    PACKAGE_NAME,
    PACKAGE_PATH,
    PACKAGE_LABEL,
    PACKAGE_SYMBOL
};

/* The place of the step to whose package the row belongs; NULL: none. */
static const OrgPlace *place_of(const CallsWork *work, const PostgresRows *packages, size_t row)
{
    int64_t n = postgres_number(packages, row, PACKAGE_N);
    return n >= 1 && (uint64_t)n <= work->end - work->from
               ? &work->places.ptr[work->from + (uint64_t)n - 1]
               : NULL;
}

/* The package as imported in code: in Go the import path is that of the directory. */
static Str imported_name(Arena *arena, const OrgPlace *place, const PostgresRows *packages,
                         size_t row)
{
    Str package = postgres_text(packages, row, PACKAGE_NAME);
    if (!str_equal(postgres_text(packages, row, PACKAGE_SYSTEM), STR("go")))
        return package;
    Str directory = path_directory(place->path), root = postgres_text(packages, row, PACKAGE_PATH);
    Str below = str_equal(directory, STR(".")) ? (Str){0} : directory;
    below = str_from_offset(below, root.len && below.len > root.len ? root.len + 1 : root.len);
    return below.len ? path_join(arena, package, org_text(arena, below)) : package;
}

/* Arrays of the packages, as arguments of edges_across. */
static void put_packages(const CallsWork *work, const PostgresRows *packages,
                         PostgresValue values[PARAMS])
{
    Buf columns[PARAMS];
    Arena *arena = work->arena;
    static const OrgPlace nowhere = {0};
    for (size_t i = 0; i < COUNT(columns); i++) {
        columns[i] = buf_open(arena, 0);
        buf_put_byte(&columns[i], '{');
    }
    for (size_t i = 0; i < packages->count; i++) {
        const OrgPlace *place = place_of(work, packages, i);
        Str system = postgres_text(packages, i, PACKAGE_SYSTEM);
        place = place ? place : &nowhere;
        org_array_put(&columns[0], place->repository);
        org_array_put(&columns[1], system);
        org_array_put(&columns[2], imported_name(arena, place, packages, i));
        org_array_put(&columns[3],
                      str_equal(system, STR("go")) ? (Str){0} : across_beneath(system));
        org_array_put(&columns[4], postgres_text(packages, i, PACKAGE_SYMBOL));
    }
    for (size_t i = 0; i < COUNT(columns); i++) {
        buf_put_byte(&columns[i], '}');
        values[i] = (PostgresValue){.text = buf_str(&columns[i])};
    }
}

static bool ask_rows(CallsWork *work, CallsAcross *across, Err *err)
{
    static const char all[] =
        "SELECT " ORG_PLACE_COLUMNS ", n, line, count, kind, external"
        " FROM fovea.edges_across($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6,"
        " $7::int)";
    static const char best[] =
        "SELECT " ORG_PLACE_COLUMNS ", n, line, count, kind, external, cut"
        " FROM fovea.explore_across($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6,"
        " $7::int, $8::int[])";
    Arena *arena = work->arena;
    bool summary = work->question->each > 0;
    PostgresValue values[PARAMS + 3] = {0};
    put_packages(work, &across->packages, values);
    values[PARAMS] = (PostgresValue){.text = work->question->asked->branch};
    values[PARAMS + 1] = (PostgresValue){
        .text = str_format(arena, "%d", summary ? SUMMARY_ROWS_MAX : ORG_EDGES_MAX)};
    values[PARAMS + 2] = (PostgresValue){.text = calls_summary_kinds(arena)};
    return calls_ask(work, summary ? best : all, values, COUNT(values) - !summary, &across->rows,
                     err);
}

/* The name by which the row's file imports a symbol of the package. */
static AcrossName name_of(Arena *arena, const CallsAcross *across, size_t row, size_t package)
{
    const PostgresRows *rows = &across->rows, *packages = &across->packages;
    return (AcrossName){.repository = postgres_text(rows, row, 0),
                        .system = postgres_text(packages, package, PACKAGE_SYSTEM),
                        .package = org_text_back(arena, postgres_text(rows, row, CALLS_CONFIDENCE)),
                        .name =
                            org_text_back(arena, postgres_text(packages, package, PACKAGE_SYMBOL))};
}

bool calls_across_ask(CallsWork *work, CallsAcross *across, Err *err)
{
    PostgresValue step[4];
    *across = (CallsAcross){0};
    calls_put_step(work, step);
    step[3] = (PostgresValue){.text = work->question->asked->branch};
    if (!calls_ask(work,
                   "SELECT n, system, name, path, label, symbol"
                   " FROM fovea.packages_of($1::text[], $2::text[], $3::int[], $4)",
                   step, COUNT(step), &across->packages, err))
        return false;
    if (!across->packages.count)
        return true;
    if (!ask_rows(work, across, err))
        return false;
    across->of_row = NEW(work->arena, size_t, across->rows.count + 1);
    for (size_t i = 0; i < across->rows.count; i++) {
        int64_t package = postgres_number(&across->rows, i, CALLS_N);
        if (package < 1 || (uint64_t)package > across->packages.count)
            continue;
        AcrossName name = name_of(work->arena, across, i, (size_t)package - 1);
        across->of_row[i] = calls_put_name(work, &name) + 1;
    }
    return true;
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

void calls_across_put(CallsWork *work, const CallsAcross *across)
{
    for (size_t i = 0; i < across->rows.count; i++) {
        if (!across->of_row[i])
            continue;
        const AcrossName *name = &work->names.list.ptr[across->of_row[i] - 1];
        size_t package = (size_t)postgres_number(&across->rows, i, CALLS_N) - 1;
        const OrgPlace *target = place_of(work, &across->packages, package);
        if (!target)
            continue;
        uint32_t to = (uint32_t)(target - work->places.ptr);
        if (work->question->each && postgres_flag(&across->rows, i, CALLS_EXTERNAL))
            work->calls->callers.ptr[to].cut = true;
        if (!has_place(&name->candidates, target))
            continue;
        OrgPlace place = org_place(work->arena, &across->rows, i);
        CallsLink *link = calls_put_link(work, &across->rows, i, calls_put_place(work, &place), to);
        link->confidence = (uint8_t)across_confidence(name);
        link->label = name->label;
    }
}
