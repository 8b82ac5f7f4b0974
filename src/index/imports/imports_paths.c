/* Path index, built lazily: when few files are resolved, most maps are never needed. */
#include "index/imports/imports_paths.h"

#include "base/path.h"

/* Maps, each empty until first needed. */
struct ImportPathMaps {
    Map files;   /* path -> file id */
    Map folders; /* path -> index of its span */
    VEC(IdSpan) spans;
    Map bases; /* base name -> its first file id; `next` has the others */
    uint32_t *next;
};
typedef struct ImportPathMaps ImportPathMaps;

static Str path_at(const ImportPaths *paths, size_t i)
{
    return paths->catalog->files.ptr[paths->order.ptr[i]].path;
}

static const Map *need_files(const ImportPaths *paths)
{
    Map *files = &paths->maps->files;
    for (size_t i = files->len ? paths->order.len : 0; i < paths->order.len; i++)
        *map_put(files, path_at(paths, i), NULL) = paths->order.ptr[i];
    return files;
}

/* The folder's index; adds the folder and its ancestors if needed. */
static size_t put_folder(const ImportPaths *paths, Str folder)
{
    bool added;
    ImportPathMaps *maps = paths->maps;
    uint64_t *index = map_put(&maps->folders, folder, &added);
    if (!added)
        return *index;
    size_t own = *index = maps->spans.len;
    VEC_PUSH(paths->arena, &maps->spans);
    while (added && imports_climb(&folder)) {
        index = map_put(&maps->folders, folder, &added);
        if (!added)
            break;
        *index = maps->spans.len;
        VEC_PUSH(paths->arena, &maps->spans);
    }
    return own;
}

/* Fills the folders' spans: files in path order, the files of a folder together. */
static void fill_folders(const ImportPaths *paths)
{
    Arena *arena = paths->arena;
    ImportPathMaps *maps = paths->maps;
    size_t count = paths->order.len, folder = 0;
    size_t *folder_of = NEW(arena, size_t, count + 1);
    Str before = {0};
    for (size_t i = 0; i < count; i++) {
        Str own = imports_folder(path_at(paths, i));
        if (!i || !str_equal(own, before))
            folder = put_folder(paths, own); // may move the spans
        before = own;
        folder_of[i] = folder;
        maps->spans.ptr[folder].len++;
    }
    uint32_t *ids = NEW(arena, uint32_t, count + 1);
    size_t used = 0;
    for (size_t f = 0; f < maps->spans.len; f++) {
        maps->spans.ptr[f].ptr = ids + used;
        used += maps->spans.ptr[f].len;
        maps->spans.ptr[f].len = 0;
    }
    for (size_t i = 0; i < count; i++) {
        IdSpan *span = &maps->spans.ptr[folder_of[i]];
        ids[(size_t)(span->ptr - ids) + span->len++] = paths->order.ptr[i];
    }
}

static const Map *need_folders(const ImportPaths *paths)
{
    if (!paths->maps->folders.len) {
        put_folder(paths, (Str){0});
        fill_folders(paths);
    }
    return &paths->maps->folders;
}

/* Adds files from last to first, so that chains are in path order. */
static const Map *need_bases(const ImportPaths *paths)
{
    ImportPathMaps *maps = paths->maps;
    if (maps->next)
        return &maps->bases;
    maps->next = NEW(paths->arena, uint32_t, paths->catalog->files.len + 1);
    for (size_t i = paths->order.len; i--;) {
        bool added;
        uint32_t id = paths->order.ptr[i];
        uint64_t *first = map_put(&maps->bases, path_base(path_at(paths, i)), &added);
        maps->next[id] = added ? FILE_NOWHERE : (uint32_t)*first;
        *first = id;
    }
    return &maps->bases;
}

void imports_paths_open(ImportPaths *paths, Arena *arena, const Catalog *catalog)
{
    size_t count;
    const CatalogPath *list = catalog_by_path(arena, catalog, &count);
    *paths =
        (ImportPaths){.arena = arena, .catalog = catalog, .maps = NEW(arena, ImportPathMaps, 1)};
    *paths->maps = (ImportPathMaps){
        .files = map_open(arena), .folders = map_open(arena), .bases = map_open(arena)};
    paths->order.ptr = NEW(arena, uint32_t, count + 1);
    paths->order.len = count;
    paths->place = NEW(arena, uint32_t, catalog->files.len + 1);
    for (size_t i = 0; i < count; i++) {
        paths->order.ptr[i] = list[i].id;
        paths->place[list[i].id] = (uint32_t)i;
    }
}

uint32_t imports_paths_file(const ImportPaths *paths, Str path)
{
    const uint64_t *id = map_find(need_files(paths), path);
    return id ? (uint32_t)*id : FILE_NOWHERE;
}

uint32_t imports_paths_joined(const ImportPaths *paths, Str start, Str end)
{
    char text[PATH_BYTES_MAX];
    if (start.len + end.len > sizeof text)
        return FILE_NOWHERE;
    if (start.len)
        memcpy(text, start.ptr, start.len);
    if (end.len)
        memcpy(text + start.len, end.ptr, end.len);
    return imports_paths_file(paths, (Str){text, start.len + end.len});
}

bool imports_paths_is_folder(const ImportPaths *paths, Str path)
{
    return map_find(need_folders(paths), path) != NULL;
}

IdSpan imports_paths_folder(const ImportPaths *paths, Str path)
{
    const uint64_t *index = map_find(need_folders(paths), path);
    return index ? paths->maps->spans.ptr[*index] : (IdSpan){0};
}

IdSpan imports_paths_called(const ImportPaths *paths, Arena *arena, Str base)
{
    IdVec ids = {0};
    for (size_t i = 0; i < paths->order.len; i++) {
        Str path = path_at(paths, i);
        if (str_ends(path, base) && str_equal(path_base(path), base))
            *VEC_PUSH(arena, &ids) = paths->order.ptr[i];
    }
    return (IdSpan){ids.ptr, ids.len};
}

void imports_paths_fill(const ImportPaths *paths, const uint32_t *group_of, IdSpan *spans,
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

/* Keeps the better candidate: more shared folders, then a shorter path. */
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

uint32_t imports_paths_nearest(const ImportPaths *paths, Str folder, Str end)
{
    Found best = {.file = FILE_NOWHERE};
    const uint64_t *first = map_find(need_bases(paths), path_base(end));
    for (uint32_t file = first ? (uint32_t)*first : FILE_NOWHERE; file != FILE_NOWHERE;
         file = paths->maps->next[file]) {
        Str path = paths->catalog->files.ptr[file].path;
        if (ends_with_path(path, end))
            consider(&best, file, imports_shared_depth(folder, imports_folder(path)),
                     path.len - end.len);
    }
    return best.tie ? FILE_NOWHERE : best.file;
}

/* ---- text ---- */

Str imports_folder(Str path)
{
    size_t slash = str_find_last_byte(path, '/');
    return str_slice(path, 0, slash == STR_NONE ? 0 : slash);
}

bool imports_climb(Str *folder)
{
    bool inside = folder->len > 0;
    *folder = imports_folder(*folder);
    return inside;
}

bool imports_join(Arena *arena, Str folder, Str name, Str *joined)
{
    if (path_is_absolute(name) || name.len > PATH_BYTES_MAX)
        return false;
    Str path = path_normalise(arena, folder.len ? path_join(arena, folder, name) : name);
    *joined = str_equal(path, STR(".")) ? (Str){0} : path;
    return !str_equal(path, STR("..")) && !str_starts(path, STR("../"));
}

size_t imports_shared_depth(Str a, Str b)
{
    size_t depth = 0;
    Str x, y;
    while (str_take_until(&a, '/', &x) && str_take_until(&b, '/', &y) && str_equal(x, y))
        depth++;
    return depth;
}
