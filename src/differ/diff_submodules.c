/* Submodules are other repositories: a diff compares which commit they are at, not their files.
   What git status calls modified content is reported, whatever the repository's settings hide. */
#include "base/path.h"
#include "differ/diff_sides.h"
#include "git/index_file.h"

/* Submodules that are looked into; the others are reported as not compared. */
#define SUBMODULES_MAX 200
/* Submodules of submodules. */
#define SUBMODULE_DEPTH_MAX 4

static bool list_submodules(Arena *arena, const GitRepo *repo, StrVec *paths)
{
    GitEntryVec entries = {0};
    bool known;
    Err ignored;
    if (!repo->directory.len ||
        !index_file_read(arena, repo->directory, &entries, &known, &ignored))
        return false;
    for (size_t i = 0; i < entries.len; i++) {
        Str git = path_join(arena, git_repo_whole(repo),
                            path_join(arena, entries.ptr[i].path, STR(".git")));
        if (entries.ptr[i].kind == GIT_ENTRY_SUBMODULE && fs_real_path(arena, git).len)
            *VEC_PUSH(arena, paths) = entries.ptr[i].path;
    }
    return true;
}

/* How many files of the repository differ from its HEAD, those of its own submodules as well.
   SIZE_MAX: unknown. */
static size_t count_changes(Arena *arena, Str directory, int depth)
{
    GitRepo repo;
    GitObjects *objects SCOPED(git_objects_close) = NULL;
    GitChangeVec changes = {0};
    StrVec inner = {0};
    Err ignored;
    if (!git_repo_find(arena, directory, &repo, &ignored) || !str_equal(repo.root, directory) ||
        !git_objects_open(arena, &repo, &objects, &ignored))
        return SIZE_MAX;
    git_repo_read_head(arena, &repo);
    GitRange range = {.base = repo.head, .to = GIT_TO_WORKING};
    if (!git_objects_changes(objects, arena, &range, &changes, &ignored) ||
        !list_submodules(arena, &repo, &inner))
        return SIZE_MAX;
    size_t count = changes.len;
    for (size_t i = 0; i < inner.len; i++) {
        size_t more =
            depth < SUBMODULE_DEPTH_MAX
                ? count_changes(arena, path_join(arena, directory, inner.ptr[i]), depth + 1)
                : SIZE_MAX;
        if (more == SIZE_MAX)
            return SIZE_MAX;
        count += more;
    }
    return count;
}

static bool is_listed(const ChangeSet *set, Str path)
{
    for (size_t i = 0; i < set->files.len; i++)
        if (str_equal(set->files.ptr[i].new.path, path))
            return true;
    return false;
}

static bool is_asked(const GitRange *range, Str path)
{
    bool asked = !range->path_count;
    for (size_t i = 0; i < range->path_count && !asked; i++) {
        Str part = range->paths[i];
        while (str_ends(part, STR("/")))
            part.len--;
        asked = path_is_inside(path, part) || path_is_inside(part, path);
    }
    return asked;
}

/* Where the set, which is sorted by path, takes the file in. */
static ChangedFile *make_room(Arena *arena, ChangeSet *set, Str path)
{
    VEC_PUSH(arena, &set->files);
    size_t at = set->files.len - 1;
    for (; at; at--) {
        const ChangedFile *before = &set->files.ptr[at - 1];
        if (str_compare(before->new.path.len ? before->new.path : before->old.path, path) < 0)
            break;
        set->files.ptr[at] = *before;
    }
    return &set->files.ptr[at];
}

void diff_add_submodules(SessionRequest *request, const GitRepo *repo, const GitRange *range,
                         ChangeSet *set)
{
    Arena *arena = request->arena;
    StrVec paths = {0};
    if (!list_submodules(arena, repo, &paths))
        return;
    for (size_t i = 0; i < paths.len; i++) {
        Str path = paths.ptr[i], whole = path_join(arena, git_repo_whole(repo), path);
        if (is_listed(set, path) || !is_asked(range, path) || repo->part.len)
            continue;
        size_t count =
            i < SUBMODULES_MAX ? count_changes(arena, fs_real_path(arena, whole), 0) : SIZE_MAX;
        if (!count)
            continue;
        *make_room(arena, set, path) = (ChangedFile){
            .status = CHANGE_FILE_MODIFIED,
            .old = {.path = path},
            .new = {.path = path},
            .old_mode = GIT_MODE_COMMIT,
            .new_mode = GIT_MODE_COMMIT,
            .unseen = count == SIZE_MAX
                          ? STR("submodule whose files could not be compared")
                          : str_format(arena,
                                       "submodule with %zu file%s that differ%s from its "
                                       "commit",
                                       count, count == 1 ? "" : "s", count == 1 ? "s" : "")};
    }
}
