/* Whether a path is anywhere: a filter that matches nothing must not look like an empty answer. */
#include "git/objects_inside.h"

#include "base/path.h"

/* Whether a commit has the path, as a file or as a directory. */
static bool is_in_commit(GitObjects *objects, Arena *arena, Str commit, Str path, bool *there,
                         Err *err)
{
    GitSide side = {.path = path};
    *there = false;
    if (!commit.len)
        return true;
    bool read = objects->reader->file(objects, arena, commit, path, &side, err);
    *there = read && side.mode;
    return read;
}

static bool is_on_disk(GitObjects *objects, Arena *arena, Str path)
{
    GitSide side = {.path = path};
    return objects->root.len && (git_objects_look(objects, arena, &side) ||
                                 git_objects_has_directory(objects, arena, path));
}

bool git_objects_find_unknown(GitObjects *objects, Arena *arena, const GitRange *range,
                              size_t *unknown, Err *err)
{
    const Str commits[] = {range->base, range->to == GIT_TO_COMMIT ? range->head : (Str){0}};
    GitRange wide = *range;
    *unknown = SIZE_MAX;
    if (!git_objects_widen_paths(objects, arena, &wide, err))
        return false;
    for (size_t i = 0; i < wide.path_count; i++) {
        bool there = is_on_disk(objects, arena, wide.paths[i]);
        for (size_t k = 0; k < COUNT(commits) && !there; k++)
            if (!is_in_commit(objects, arena, commits[k], wide.paths[i], &there, err))
                return false;
        if (!there) {
            *unknown = i;
            return true;
        }
    }
    return true;
}
