/* The tree is built from the paths of the modules, with all ancestors. To cut it into a number of
   parts, the largest part that still leaves room is opened again and again. */
#include "index/graph/folders.h"

#include "base/map.h"
#include "base/path.h"

typedef struct Planting {
    Folders *folders;
    Map seen; /* by path */
} Planting;

static uint32_t put_folder(Planting *planting, Str path, bool *added)
{
    Folders *folders = planting->folders;
    uint64_t *id = map_put(&planting->seen, path, added);
    if (*added) {
        *id = folders->list.len;
        *VEC_PUSH(folders->arena, &folders->list) = (Folder){.path = path,
                                                             .above = FOLDER_NONE,
                                                             .first = FOLDER_NONE,
                                                             .next = FOLDER_NONE,
                                                             .module = FOLDER_NONE};
    }
    return (uint32_t)*id;
}

/* Adds a folder with its ancestors, up to the first that exists. */
static uint32_t plant(Planting *planting, Str path)
{
    Folders *folders = planting->folders;
    bool added = false;
    uint32_t folder = put_folder(planting, path, &added), below = folder;
    while (added && below) {
        Str up = path_directory(folders->list.ptr[below].path);
        uint32_t above = put_folder(planting, str_equal(up, STR(".")) ? (Str){0} : up, &added);
        folders->list.ptr[below].above = above;
        folders->list.ptr[below].next = folders->list.ptr[above].first;
        folders->list.ptr[above].first = below;
        below = above;
    }
    return folder;
}

Folders folders_make(Arena *arena, const Modules *modules, const bool *taken)
{
    Folders folders = {.arena = arena,
                       .modules = modules,
                       .of_module = NEW(arena, uint32_t, modules->list.len + 1)};
    Planting planting = {.folders = &folders, .seen = map_open(arena)};
    bool added = false;
    put_folder(&planting, (Str){0}, &added);
    for (uint32_t i = 0; i < modules->list.len; i++) {
        const Module *module = &modules->list.ptr[i];
        folders.of_module[i] = taken[i] ? plant(&planting, module->directory) : FOLDER_NONE;
        if (taken[i])
            folders.list.ptr[folders.of_module[i]].module = i;
        for (uint32_t at = folders.of_module[i]; at != FOLDER_NONE;
             at = folders.list.ptr[at].above) {
            folders.list.ptr[at].modules++;
            folders.list.ptr[at].files += module->files;
            folders.list.ptr[at].lines += module->lines;
        }
    }
    return folders;
}

uint32_t folders_find(const Folders *folders, Str path)
{
    for (uint32_t i = 0; i < folders->list.len; i++)
        if (str_equal(folders->list.ptr[i].path, path))
            return i;
    return FOLDER_NONE;
}

uint32_t folders_narrow(const Folders *folders, uint32_t folder)
{
    const Folder *list = folders->list.ptr;
    while (list[folder].module == FOLDER_NONE && list[folder].first != FOLDER_NONE &&
           list[list[folder].first].next == FOLDER_NONE)
        folder = list[folder].first;
    return folder;
}

/* A folder that contains only another folder is replaced by that folder. */
static FolderPart part_of(const Folders *folders, uint32_t folder)
{
    folder = folders_narrow(folders, folder);
    return (FolderPart){folder, folders->list.ptr[folder].modules > 1};
}

/* Adds the direct children of a folder as parts, except for `but`. */
static void add_parts(Arena *arena, const Folders *folders, uint32_t folder, uint32_t but,
                      FolderPartVec *parts)
{
    if (folders->list.ptr[folder].module != FOLDER_NONE)
        *VEC_PUSH(arena, parts) = (FolderPart){folder, false};
    for (uint32_t at = folders->list.ptr[folder].first; at != FOLDER_NONE;
         at = folders->list.ptr[at].next)
        if (at != but)
            *VEC_PUSH(arena, parts) = part_of(folders, at);
}

static size_t count_parts(const Folders *folders, uint32_t folder)
{
    size_t count = folders->list.ptr[folder].module != FOLDER_NONE;
    for (uint32_t at = folders->list.ptr[folder].first; at != FOLDER_NONE;
         at = folders->list.ptr[at].next)
        count++;
    return count;
}

/* The part with most modules among those that can be opened within the limit. */
static size_t find_largest(const Folders *folders, const FolderPartVec *parts, size_t limit)
{
    size_t best = SIZE_MAX;
    for (size_t i = 0; i < parts->len; i++) {
        uint32_t folder = parts->ptr[i].folder;
        if (!parts->ptr[i].whole || parts->len - 1 + count_parts(folders, folder) > limit)
            continue;
        if (best == SIZE_MAX ||
            folders->list.ptr[folder].modules > folders->list.ptr[parts->ptr[best].folder].modules)
            best = i;
    }
    return best;
}

FolderPartVec folders_cut(Arena *arena, const Folders *folders, uint32_t folder, size_t limit)
{
    FolderPartVec parts = {0};
    size_t at;
    add_parts(arena, folders, folders_narrow(folders, folder), FOLDER_NONE, &parts);
    while ((at = find_largest(folders, &parts, limit)) != SIZE_MAX) {
        uint32_t opened = parts.ptr[at].folder;
        parts.ptr[at] = parts.ptr[--parts.len];
        add_parts(arena, folders, opened, FOLDER_NONE, &parts);
    }
    return parts;
}

FolderPartVec folders_around(Arena *arena, const Folders *folders, uint32_t folder)
{
    FolderPartVec parts = {0};
    while (folders->list.ptr[folder].above != FOLDER_NONE) {
        uint32_t above = folders->list.ptr[folder].above;
        add_parts(arena, folders, above, folder, &parts);
        folder = above;
    }
    return parts;
}

uint32_t *folders_spread(Arena *arena, const Folders *folders, const FolderPartVec *parts)
{
    size_t folder_count = folders->list.len, module_count = folders->modules->list.len;
    uint32_t *whole = NEW(arena, uint32_t, folder_count);
    uint32_t *part_of_module = NEW(arena, uint32_t, module_count + 1);
    for (size_t i = 0; i < module_count; i++)
        part_of_module[i] = FOLDER_NONE;
    for (size_t i = 0; i < parts->len; i++) {
        uint32_t folder = parts->ptr[i].folder, module = folders->list.ptr[folder].module;
        if (parts->ptr[i].whole)
            whole[folder] = (uint32_t)i + 1;
        else if (module != FOLDER_NONE)
            part_of_module[module] = (uint32_t)i;
    }
    for (size_t i = 0; i < module_count; i++) {
        uint32_t at = folders->of_module[i];
        if (at == FOLDER_NONE || part_of_module[i] != FOLDER_NONE)
            continue;
        while (at != FOLDER_NONE && !whole[at])
            at = folders->list.ptr[at].above;
        part_of_module[i] = at == FOLDER_NONE ? FOLDER_NONE : whole[at] - 1;
    }
    return part_of_module;
}
