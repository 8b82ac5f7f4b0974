#include "index/update/as_of.h"

#include "base/map.h"
#include "index/catalog/classify.h"
#include "index/resolve/resolve.h"
#include "index/update/dirty.h"

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

static void put_file(Catalog *catalog, Arena scratch, const Map *ids, DirtySet *touched,
                     const AsOfFile *wanted)
{
    const uint64_t *known = map_find(ids, wanted->path);
    if (!known && !wanted->content)
        return;
    uint32_t id = known ? (uint32_t)*known : catalog_put_file(catalog, wanted->path);
    dirty_note(touched, id);
    if (wanted->content)
        put_content(catalog, scratch, id, wanted->content);
    else
        catalog_remove_file(catalog, id);
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
    for (size_t i = 0; i < count; i++)
        put_file(catalog, scratch, &ids, touched, &files[i]);
    catalog_number(catalog);
    bool ok = resolve(&arena, scratch, catalog, repo, touched, err);
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
