#include "index/update/as_of.h"

#include "base/map.h"
#include "index/catalog/classify.h"
#include "index/resolve/resolve.h"
#include "index/update/adopt.h"
#include "index/update/dirty.h"
#include "index/update/memory.h"

static void put_content(Catalog *catalog, Arena scratch, uint32_t id, const OutlineJob *content)
{
    CatalogFile *file = &catalog->files.ptr[id];
    file->size = content->text.len;
    file->language = content->language;
    file->class = classify_file(&(ClassifyBy){0}, file->path, content->language, content->text);
    file->hash = content->hash;
    file->reason = content->reason;
    file->state = content->reason.len ? FILE_FAILED : FILE_SYNTACTIC;
    bool indexed = classify_is_indexed(file->class, file->path) && content->facts.outline.len;
    FreshFacts *fresh = VEC_PUSH(catalog->arena, &catalog->fresh);
    fresh->hash = content->hash;
    fresh->text = content->text;
    if (indexed)
        fresh->facts = content->facts;
    catalog_set_outline(catalog, scratch, id, indexed ? &content->outline : NULL);
}

static Map files_by_path(Arena *arena, const Catalog *catalog)
{
    Map ids = map_open(arena);
    for (uint32_t i = 0; i < catalog->files.len; i++)
        if (catalog->files.ptr[i].path.len)
            *map_put(&ids, catalog->files.ptr[i].path, NULL) = i;
    return ids;
}

/* A state in the making: which contents it was given, by path, and which files it has touched. */
typedef struct Becoming {
    Arena *arena;
    Catalog *catalog;
    const GitRepo *repo;
    DirtySet *touched;
    const AsOfFile *files;
    Map given; /* path: index in `files` */
    bool *noted;
} Becoming;

static void note(Becoming *state, uint32_t id)
{
    if (!state->noted[id])
        dirty_note(state->touched, id);
    state->noted[id] = true;
}

/* Outlines in their new language the contents that the state was given. */
static bool adopt_given(Becoming *state, Arena scratch, OutlineJob *jobs, const IdVec *ids,
                        Err *err)
{
    Catalog *catalog = state->catalog;
    const OutlinesOptions options = {.store = catalog->store};
    if (!outlines_make(catalog->arena, jobs, ids->len, &options, err))
        return false;
    for (size_t i = 0; i < ids->len; i++)
        put_content(catalog, scratch, ids->ptr[i], &jobs[i]);
    return true;
}

/* The content of a file, where the work tree need not have it: that of this state, or of one before
   it. False: it is that of the work tree. */
static bool text_of(const Becoming *state, const CatalogFile *file, Str *text)
{
    const uint64_t *given = map_find(&state->given, file->path);
    const FactsVec *fresh = &state->catalog->fresh;
    if (given)
        *text = state->files[*given].content->text;
    for (size_t i = fresh->len; !given && i; i--)
        if (fresh->ptr[i - 1].text.ptr && str_equal(fresh->ptr[i - 1].hash, file->hash)) {
            *text = fresh->ptr[i - 1].text;
            return true;
        }
    return given;
}

/* One round of adopt.h. *more: some files have another language than before. */
static bool adopt_round(Becoming *state, Arena scratch, bool *more, Err *err)
{
    Catalog *catalog = state->catalog;
    IntakeFileVec found = {0}, of_tree = {0};
    IntakeReport report;
    IdVec ids = {0};
    adopt_find(state->arena, scratch, catalog, &found);
    *more = found.len > 0;
    OutlineJob *jobs = NEW(catalog->arena, OutlineJob, found.len + 1);
    for (size_t i = 0; i < found.len; i++) {
        uint32_t id = found.ptr[i].id;
        CatalogFile *file = &catalog->files.ptr[id];
        Str text;
        note(state, id);
        if (!text_of(state, file, &text)) {
            file->state = FILE_LISTED;
            *VEC_PUSH(state->arena, &of_tree) = found.ptr[i];
            continue;
        }
        jobs[ids.len].language = intake_language(file, file->path, text);
        jobs[ids.len].text = text;
        *VEC_PUSH(state->arena, &ids) = id;
    }
    const IntakeOptions options = {
        .root = state->repo->root, .memory = MEMORY_NONE, .unsaved = true};
    return adopt_given(state, scratch, jobs, &ids, err) &&
           (!of_tree.len || intake_files(state->arena, catalog, &of_tree, &options, &report, err));
}

/* What C includes is C in this state, too. */
static bool adopt(Becoming *state, Arena scratch, Err *err)
{
    bool more = true;
    for (int round = 0; round < ADOPT_ROUNDS_MAX && more; round++)
        if (!adopt_round(state, scratch, &more, err))
            return false;
    return true;
}

static void put_file(Becoming *state, Arena scratch, const Map *ids, size_t index)
{
    Catalog *catalog = state->catalog;
    const AsOfFile *wanted = &state->files[index];
    const uint64_t *known = map_find(ids, wanted->path);
    if (!known && !wanted->content)
        return;
    uint32_t id = known ? (uint32_t)*known : catalog_put_file(catalog, wanted->path);
    note(state, id);
    if (!wanted->content) {
        catalog_remove_file(catalog, id);
        return;
    }
    *map_put(&state->given, wanted->path, NULL) = index;
    catalog->files.ptr[id].included = NULL; /* its name has decided how it was read */
    put_content(catalog, scratch, id, wanted->content);
}

static bool resolve(Arena *arena, Arena scratch, Catalog *catalog, const GitRepo *repo,
                    DirtySet *touched, Err *err)
{
    Resolver *resolver SCOPED(resolve_close) = resolve_open(arena, scratch, catalog, repo);
    const bool *chosen = dirty_files(touched, resolver, scratch);
    for (uint32_t file = 0; file < catalog->files.len; file++)
        if (chosen[file] && catalog->files.ptr[file].count &&
            !resolve_file(resolver, scratch, file, err))
            return false;
    return true;
}

bool as_of_take(Arena scratch, Catalog *catalog, const GitRepo *repo, const AsOfFile *files,
                size_t count, Err *err)
{
    Arena arena SCOPED(arena_close) = {0};
    arena_open(&arena, 0);
    DirtySet *touched = dirty_open(&arena, catalog);
    Map ids = files_by_path(&arena, catalog);
    Becoming state = {&arena, catalog, repo, touched, files, .given = map_open(&arena)};
    state.noted = NEW(&arena, bool, catalog->files.len + count + 1);
    for (size_t i = 0; i < count; i++)
        put_file(&state, scratch, &ids, i);
    bool ok = adopt(&state, scratch, err);
    catalog_number(catalog);
    ok = ok && resolve(&arena, scratch, catalog, repo, touched, err);
    catalog_number(catalog);
    catalog->modules = catalog->layout = NULL;
    return ok;
}

bool as_of_again(Arena scratch, Catalog *catalog, const GitRepo *repo, const AsOfAgain *files,
                 size_t count, Err *err)
{
    Arena arena SCOPED(arena_close) = {0};
    arena_open(&arena, 0);
    DirtySet *touched = dirty_open(&arena, catalog);
    for (size_t i = 0; i < count; i++) {
        dirty_note(touched, files[i].id);
        catalog_set_outline(catalog, scratch, files[i].id, files[i].outline);
    }
    catalog_number(catalog);
    bool ok = resolve(&arena, scratch, catalog, repo, touched, err);
    catalog_number(catalog);
    return ok;
}
