/* Candidates come with all their numbers. The server does not know patterns of excluded paths: if
   they leave too few candidates, more are fetched. */
#include "org/org_near.h"

#include "org/org_text.h"
#include "search/exclude.h"

#include <stdlib.h>

/* Candidates of the last attempt: some 20 MB of a large model's vectors. */
#define CANDIDATES_MAX (16 * VECTOR_CLOSE_PARTS)
/* Column of the numbers, after those of the place. */
#define NUMBERS ORG_PLACE_WIDTH

/* A question and the destination of its rows. */
typedef struct Asking {
    Org *org;
    Arena *arena;
    const OrgAsked *asked;
} Asking;

static bool ask(const Asking *asking, PostgresStatement statement, PostgresRows *rows, Err *err)
{
    return postgres_query(asking->org->postgres, asking->arena, &statement, rows, err);
}

static uint32_t clip(int64_t value)
{
    return value < 0 ? 0 : (uint32_t)MIN(value, (int64_t)INT32_MAX);
}

bool org_vectors_state(Org *org, Arena *arena, const OrgAsked *asked, OrgVectorState *state,
                       Err *err)
{
    PostgresRows rows;
    const PostgresValue branch = {.text = asked->branch};
    *state = (OrgVectorState){0};
    const PostgresStatement statement = {
        .sql = "SELECT model, probe, files, embedded FROM fovea.vector_state($1)",
        .values = &branch,
        .count = 1};
    if (!ask(&(Asking){.org = org, .arena = arena}, statement, &rows, err))
        return false;
    if (!rows.count)
        return true;
    state->files = clip(postgres_number(&rows, 0, 2));
    state->embedded = MIN(clip(postgres_number(&rows, 0, 3)), state->files);
    Str probe = org_bytes(arena, postgres_text(&rows, 0, 1));
    if (!probe.len || probe.len > VECTOR_DIMS_MAX)
        return true;
    state->model = (VectorModel){.identity = org_text_back(arena, postgres_text(&rows, 0, 0)),
                                 .probe = (const int8_t *)probe.ptr,
                                 .dims = probe.len};
    return true;
}

/* ---- candidates ---- */

static Str signs_text(Arena *arena, const OrgNearQuery *query)
{
    size_t bytes = (query->dims + 7) / 8;
    uint8_t *signs = NEW(arena, uint8_t, bytes + 1);
    Buf out = buf_open(arena, 0);
    vector_signs(query->vector, query->dims, signs);
    buf_put_byte(&out, 'x');
    buf_put_hex(&out, (Str){(const char *)signs, bytes});
    return buf_str(&out);
}

static bool fetch(const Asking *asking, const OrgNearQuery *query, size_t most, PostgresRows *rows,
                  Err *err)
{
    Arena *arena = asking->arena;
    const PostgresValue values[] = {{.text = signs_text(arena, query)},
                                    {.text = org_text(arena, query->path)},
                                    {.text = query->language ? lang_id(query->language) : (Str){0}},
                                    {.text = query->no_tests ? STR("f") : STR("t")},
                                    {.text = query->docs ? STR("t") : STR("f")},
                                    {.text = str_format(arena, "%d", FACTS_VERSION)},
                                    {.text = asking->asked->branch},
                                    {.text = str_format(arena, "%zu", most)}};
    const PostgresStatement statement = {
        .sql = "SELECT " ORG_PLACE_COLUMNS ", numbers"
               " FROM fovea.vector_candidates($1::bit varying, $2, $3, $4::boolean, $5::boolean,"
               " $6::int, $7, $8::int)",
        .values = values,
        .count = COUNT(values)};
    return ask(asking, statement, rows, err);
}

static bool is_asked(Arena *arena, const OrgNearQuery *query, const OrgPlace *place)
{
    const Language *language = lang_find(place->language);
    CatalogFile file = {.path = org_whole_path(arena, place->repository, place->path),
                        .class = place->class,
                        .language = language ? language : lang_detect(place->path, (Str){0})};
    return !exclude_matches(query->exclude, file.path) && (!query->docs || rank_is_prose(&file));
}

static int by_path(const void *a, const void *b)
{
    const OrgPlace *x = &((const OrgNearFile *)a)->place, *y = &((const OrgNearFile *)b)->place;
    int order = str_compare(x->repository, y->repository);
    return order ? order : str_compare(x->path, y->path);
}

/* Lists the files of the candidates, one for each content. *numbers: content -> index in files. */
static void list_files(Arena *arena, const OrgNearQuery *query, const PostgresRows *rows,
                       OrgNear *near, Map *numbers)
{
    Map seen = map_open(arena);
    for (size_t i = 0; i < rows->count; i++) {
        bool added;
        OrgPlace place = org_place(arena, rows, i);
        map_put(&seen, place.content, &added);
        if (added && is_asked(arena, query, &place))
            *VEC_PUSH(arena, &near->files) = (OrgNearFile){.place = place};
    }
    if (near->files.len)
        qsort(near->files.ptr, near->files.len, sizeof *near->files.ptr, by_path);
    *numbers = map_open(arena);
    for (size_t i = 0; i < near->files.len; i++)
        *map_put(numbers, near->files.ptr[i].place.content, NULL) = i;
}

static void compare(Arena *arena, const OrgNearQuery *query, const PostgresRows *rows,
                    OrgNear *near)
{
    Map numbers;
    Arena scratch SCOPED(arena_close) = {0};
    arena_open(&scratch, 0);
    list_files(arena, query, rows, near, &numbers);
    for (size_t i = 0; i < rows->count; i++) {
        OrgPlace place = org_place(arena, rows, i);
        const uint64_t *file = map_find(&numbers, place.content);
        arena_reset(&scratch);
        Str vector = org_bytes(&scratch, postgres_text(rows, i, NUMBERS));
        if (!file || vector.len != query->dims)
            continue;
        double cosine = vector_cosine(query->vector, (const int8_t *)vector.ptr, query->dims);
        if (cosine <= 0)
            continue;
        *VEC_PUSH(arena, &near->parts) =
            (VectorHit){.file = (uint32_t)*file, .entry = place.index, .cosine = (float)cosine};
    }
    vector_search_sort(&near->parts, query->limit);
}

static void mark_shown(const OrgNearQuery *query, OrgNear *near)
{
    size_t count = 0;
    for (size_t i = 0; i < near->parts.len && count < query->shown; i++) {
        OrgNearFile *file = &near->files.ptr[near->parts.ptr[i].file];
        count += !file->shown;
        file->shown = true;
    }
}

bool org_vectors_find(Org *org, Arena *arena, const OrgAsked *asked, const OrgNearQuery *query,
                      OrgNear *near, Err *err)
{
    const Asking asking = {.org = org, .arena = arena, .asked = asked};
    for (size_t most = VECTOR_CLOSE_PARTS;; most *= 4) {
        PostgresRows rows;
        *near = (OrgNear){0};
        if (!fetch(&asking, query, most, &rows, err))
            return false;
        compare(arena, query, &rows, near);
        if (near->parts.len == query->limit || rows.count < most || most >= CANDIDATES_MAX)
            break;
        if (!query->exclude.len && !query->docs) /* the others point away from the question */
            break;
    }
    mark_shown(query, near);
    return true;
}

/* ---- shown files ---- */

bool org_vectors_fetch(Org *org, Arena *arena, const OrgAsked *asked, const Map *known,
                       OrgNear *near, Err *err)
{
    PostgresRows rows;
    Map numbers = map_open(arena);
    Buf contents = buf_open(arena, 0);
    buf_put_byte(&contents, '{');
    for (size_t i = 0; i < near->files.len; i++) {
        const OrgNearFile *file = &near->files.ptr[i];
        if (!file->shown || map_find(known, file->place.content))
            continue;
        org_array_put(&contents, file->place.content);
        *map_put(&numbers, file->place.content, NULL) = i;
    }
    buf_put_byte(&contents, '}');
    const PostgresValue values[] = {{.text = buf_str(&contents)}, {.text = asked->branch}};
    const PostgresStatement statement = {
        .sql = "SELECT content, hash, facts, words FROM fovea.vector_facts($1::bigint[], $2)",
        .values = values,
        .count = COUNT(values)};
    if (!numbers.len)
        return true;
    if (!ask(&(Asking){.org = org, .arena = arena}, statement, &rows, err))
        return false;
    for (size_t i = 0; i < rows.count; i++) {
        const uint64_t *at = map_find(&numbers, postgres_text(&rows, i, 0));
        if (!at)
            continue;
        OrgNearFile *file = &near->files.ptr[*at];
        file->hash = org_bytes(arena, postgres_text(&rows, i, 1));
        file->facts = org_bytes(arena, postgres_text(&rows, i, 2));
        file->words = org_bytes(arena, postgres_text(&rows, i, 3));
    }
    return true;
}
