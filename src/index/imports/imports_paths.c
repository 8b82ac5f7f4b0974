#include "index/imports/imports_paths.h"

#include "base/path.h"

/* The folder's index; its ancestors exist when it does. */
static size_t put_folder(ImportPaths *paths, Str folder)
{
    bool added;
    uint64_t *index = map_put(&paths->folders, folder, &added);
    if (!added)
        return *index;
    size_t own = *index = paths->spans.len;
    VEC_PUSH(paths->arena, &paths->spans);
    while (added && import_climb(&folder)) {
        index = map_put(&paths->folders, folder, &added);
        if (!added)
            break;
        *index = paths->spans.len;
        VEC_PUSH(paths->arena, &paths->spans);
    }
    return own;
}

/* Files in path order, each folder's after one another. */
static void fill_folders(ImportPaths *paths, const CatalogPath *list, size_t count)
{
    Arena *arena = paths->arena;
    size_t *folder_of = NEW(arena, size_t, count + 1);
    for (size_t i = 0; i < count; i++) {
        folder_of[i] = put_folder(paths, import_folder(list[i].path)); // may move the spans
        paths->spans.ptr[folder_of[i]].len++;
    }
    uint32_t *ids = NEW(arena, uint32_t, count + 1);
    size_t used = 0;
    for (size_t f = 0; f < paths->spans.len; f++) {
        paths->spans.ptr[f].ptr = ids + used;
        used += paths->spans.ptr[f].len;
        paths->spans.ptr[f].len = 0;
    }
    for (size_t i = 0; i < count; i++) {
        IdSpan *span = &paths->spans.ptr[folder_of[i]];
        ids[(size_t)(span->ptr - ids) + span->len++] = list[i].id;
    }
}

/* From the last to the first, so that the chains are in path order. */
static void fill_bases(ImportPaths *paths, const CatalogPath *list, size_t count)
{
    paths->next = NEW(paths->arena, uint32_t, paths->catalog->files.len + 1);
    for (size_t i = count; i--;) {
        bool added;
        uint64_t *first = map_put(&paths->bases, path_base(list[i].path), &added);
        paths->next[list[i].id] = added ? FILE_NOWHERE : (uint32_t)*first;
        *first = list[i].id;
    }
}

void import_paths_open(ImportPaths *paths, Arena *arena, const Catalog *catalog)
{
    *paths = (ImportPaths){.arena = arena,
                           .catalog = catalog,
                           .files = map_open(arena),
                           .folders = map_open(arena),
                           .bases = map_open(arena)};
    size_t count;
    const CatalogPath *list = catalog_by_path(arena, catalog, &count);
    put_folder(paths, (Str){0});
    paths->order.ptr = NEW(arena, uint32_t, count + 1);
    paths->order.len = count;
    paths->place = NEW(arena, uint32_t, catalog->files.len + 1);
    for (size_t i = 0; i < count; i++) {
        *map_put(&paths->files, list[i].path, NULL) = list[i].id;
        paths->order.ptr[i] = list[i].id;
        paths->place[list[i].id] = (uint32_t)i;
    }
    fill_folders(paths, list, count);
    fill_bases(paths, list, count);
}

uint32_t import_paths_file(const ImportPaths *paths, Str path)
{
    const uint64_t *id = map_find(&paths->files, path);
    return id ? (uint32_t)*id : FILE_NOWHERE;
}

uint32_t import_paths_joined(const ImportPaths *paths, Str start, Str end)
{
    char text[PATH_BYTES_MAX];
    if (start.len + end.len > sizeof text)
        return FILE_NOWHERE;
    if (start.len)
        memcpy(text, start.ptr, start.len);
    if (end.len)
        memcpy(text + start.len, end.ptr, end.len);
    return import_paths_file(paths, (Str){text, start.len + end.len});
}

bool import_paths_is_folder(const ImportPaths *paths, Str path)
{
    return map_find(&paths->folders, path) != NULL;
}

IdSpan import_paths_folder(const ImportPaths *paths, Str path)
{
    const uint64_t *index = map_find(&paths->folders, path);
    return index ? paths->spans.ptr[*index] : (IdSpan){0};
}

uint32_t import_paths_first(const ImportPaths *paths, Str base)
{
    const uint64_t *id = map_find(&paths->bases, base);
    return id ? (uint32_t)*id : FILE_NOWHERE;
}

void import_paths_fill(const ImportPaths *paths, const uint32_t *group_of, IdSpan *spans,
                       size_t count)
{
    uint32_t *ids = NEW(paths->arena, uint32_t, paths->order.len + 1);
    size_t used = 0;
    for (size_t i = 0; i < count; i++) {
        spans[i].ptr = ids + used;
        used += spans[i].len;
        spans[i].len = 0;
    }
    for (size_t i = 0; i < paths->order.len; i++) {
        uint32_t id = paths->order.ptr[i];
        if (!group_of[id])
            continue;
        IdSpan *span = &spans[group_of[id] - 1];
        ids[(size_t)(span->ptr - ids) + span->len++] = id;
    }
}

/* ---- nearness ---- */

typedef struct Found {
    uint32_t file;
    size_t shared, extra;
    bool tie;
} Found;

/* More shared folders are better, then a shorter path. */
static void consider(Found *best, uint32_t file, size_t shared, size_t extra)
{
    if (best->file != FILE_NOWHERE) {
        if (shared < best->shared || (shared == best->shared && extra > best->extra))
            return;
        best->tie = shared == best->shared && extra == best->extra;
        if (best->tie)
            return;
    }
    *best = (Found){.file = file, .shared = shared, .extra = extra};
}

static bool ends_with_path(Str path, Str end)
{
    return str_ends(path, end) && (path.len == end.len || path.ptr[path.len - end.len - 1] == '/');
}

uint32_t import_paths_nearest(const ImportPaths *paths, Str folder, Str end)
{
    Found best = {.file = FILE_NOWHERE};
    for (uint32_t file = import_paths_first(paths, path_base(end)); file != FILE_NOWHERE;
         file = paths->next[file]) {
        Str path = paths->catalog->files.ptr[file].path;
        if (ends_with_path(path, end))
            consider(&best, file, import_shared_depth(folder, import_folder(path)),
                     path.len - end.len);
    }
    return best.tie ? FILE_NOWHERE : best.file;
}

/* ---- text ---- */

Str import_folder(Str path)
{
    size_t slash = str_find_last_byte(path, '/');
    return str_slice(path, 0, slash == STR_NONE ? 0 : slash);
}

bool import_climb(Str *folder)
{
    bool inside = folder->len > 0;
    *folder = import_folder(*folder);
    return inside;
}

bool import_join(Arena *arena, Str folder, Str name, Str *joined)
{
    if (path_is_absolute(name) || name.len > PATH_BYTES_MAX)
        return false;
    Str path = path_normalise(arena, folder.len ? path_join(arena, folder, name) : name);
    *joined = str_equal(path, STR(".")) ? (Str){0} : path;
    return !str_equal(path, STR("..")) && !str_starts(path, STR("../"));
}

size_t import_shared_depth(Str a, Str b)
{
    size_t depth = 0;
    Str x, y;
    while (str_take_until(&a, '/', &x) && str_take_until(&b, '/', &y) && str_equal(x, y))
        depth++;
    return depth;
}
