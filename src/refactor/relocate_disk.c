/* The index lists regular files that git does not ignore. Links, ignored files and what is at the
   new path are looked for on disk. */
#include "refactor/relocate_disk.h"

#include "base/path.h"
#include "git/git_walk.h"
#include "index/imports/imports_paths.h"

#include "base/fs.h"

#include <sys/stat.h>

/* What one look at the disk needs. */
typedef struct Disk {
    Relocate *relocate;
    FsTree tree; /* the whole work tree */
} Disk;

static void disk_close(Disk *disk)
{
    fs_tree_close(&disk->tree);
}

static bool disk_open(Relocate *relocate, Disk *disk, Err *err)
{
    SessionRequest *request = relocate->frame->request;
    *disk = (Disk){relocate, {.fd = -1}};
    return fs_tree_open(request->arena, &request->policy, relocate->frame->session->repo.root,
                        &disk->tree, err);
}

static unsigned look(const Disk *disk, Str path)
{
    return fs_tree_mode(&disk->tree, disk->relocate->frame->request->arena, path);
}

void relocate_enter_folder(Relocate *relocate)
{
    Arena *arena = relocate->frame->request->arena;
    bool slash = false;
    while (relocate->new.len > 1 && relocate->new.ptr[relocate->new.len - 1] == '/') {
        relocate->new.len--;
        slash = true;
    }
    Str whole = path_join(arena, relocate->frame->session->repo.root, relocate->new);
    if (relocate->new.len && (slash || fs_is_directory(arena, whole)) &&
        !str_equal(relocate->new, relocate->old))
        relocate->new = path_join(arena, relocate->new, path_base(relocate->old));
}

/* Whether the new path is free, and no link is on the way to it. */
static void check_target(const Disk *disk)
{
    Rename *frame = disk->relocate->frame;
    Str folder = disk->relocate->new;
    if (look(disk, folder))
        rename_add_conflict(frame, folder, 0, STR("it is there already"));
    while (imports_climb(&folder) && folder.len) {
        unsigned mode = look(disk, folder);
        if (mode && !S_ISDIR(mode))
            rename_add_conflict(frame, folder, 0, STR("it is a link or a file"));
    }
}

static bool walk(Relocate *relocate, bool unignored, Str under, WalkResult *found, Err *err)
{
    SessionRequest *request = relocate->frame->request;
    GitRepo repo = relocate->frame->session->repo;
    repo.unignored |= unignored;
    *found = (WalkResult){0};
    return git_walk(request->arena, *request->scratch, &repo, &(WalkOptions){.under = under}, found,
                    err);
}

/* What is in the directory and would not move: files that git ignores, links. */
static bool check_rest(Relocate *relocate, Err *err)
{
    WalkResult all;
    if (!walk(relocate, true, relocate->old, &all, err))
        return false;
    for (size_t i = 0; i < all.files.len; i++) {
        Str path = all.files.ptr[i].path;
        if (str_find(path, STR("__pycache__/")) != STR_NONE ||
            catalog_find_file(relocate->frame->catalog, path) != FILE_NOWHERE)
            continue;
        rename_add_told(relocate->frame, path, 0, STR("git ignores this file, and it would stay"));
        break;
    }
    if (all.gaps.of[GAP_LINK].count)
        rename_add_told(relocate->frame, relocate->old, 0,
                        STR("a link is in the directory, and would stay"));
    return true;
}

/* Links of the tree that lead to what moves. */
static bool check_links(const Disk *disk, Err *err)
{
    Relocate *relocate = disk->relocate;
    Rename *frame = relocate->frame;
    Arena *arena = frame->request->arena;
    Str old = relocate->old;
    WalkResult tree;
    if (!walk(relocate, false, (Str){0}, &tree, err))
        return false;
    const Gap *links = &tree.gaps.of[GAP_LINK];
    for (size_t i = 0; i < links->paths.len; i++) {
        Str path = links->paths.ptr[i], joined, target;
        if (!fs_tree_link(&disk->tree, arena, path, &target) ||
            !imports_join(arena, imports_folder(path), target, &joined))
            continue;
        bool leads = str_equal(joined, old) ||
                     (str_starts(joined, old) && joined.ptr[old.len] == '/') ||
                     (str_starts(old, joined) && (!joined.len || old.ptr[joined.len] == '/'));
        if (leads)
            rename_add_conflict(frame, path, 0, STR("this link leads to it"));
    }
    if (links->count > links->paths.len)
        rename_add_told(frame, old, 0, STR("one of many links may lead to it"));
    return true;
}

bool relocate_check_disk(Relocate *relocate, Err *err)
{
    Disk disk SCOPED(disk_close);
    if (!disk_open(relocate, &disk, err))
        return false;
    check_target(&disk);
    if (S_ISLNK(look(&disk, relocate->old)))
        rename_add_conflict(relocate->frame, relocate->old, 0, STR("it is a link"));
    return (!relocate->is_folder || check_rest(relocate, err)) && check_links(&disk, err);
}
