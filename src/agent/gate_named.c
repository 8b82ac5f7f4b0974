/* Paths are compared as they are on disk: a name may be a link to a delicate file. */
#include "agent/gate_named.h"

#include "base/fs.h"
#include "base/path.h"
#include "git/named.h"
#include "review/delicate.h"

/* The real path of a file that need not exist, with its directories. */
static Str real_path(Arena *arena, Str root, Str path)
{
    Str whole = path_join(arena, root, path), tail = {0};
    while (whole.len > root.len) {
        Str real = fs_real_path(arena, whole);
        if (real.len)
            return tail.len ? path_join(arena, real, tail) : real;
        Str base = path_base(whole);
        tail = tail.len ? path_join(arena, base, tail) : base;
        whole = path_directory(whole);
    }
    return path_join(arena, root, path);
}

static void add(Arena *arena, GateNamedVec *found, Str path, Str why)
{
    *VEC_PUSH(arena, found) = (GateNamed){path, why};
}

static void look_at(Arena *arena, Str root, const GitRepo *repo, const GitNamedVec *all, Str path,
                    GateNamedVec *found)
{
    Str real = real_path(arena, root, path), whole = git_repo_whole(repo);
    const GitNamed *named = NULL;
    if (path_is_inside(real, whole))
        named = git_named_find(all, str_from_offset(real, MIN(real.len, whole.len + 1)));
    if (named)
        add(arena, found, path,
            str_format(arena, "git runs or reads it, by %.*s", STR_ARG(named->by)));
    Str below =
        path_is_inside(real, root) ? str_from_offset(real, MIN(real.len, root.len + 1)) : path;
    const DelicatePlace *place =
        str_equal(below, path) ? NULL : delicate_find(str_lower(arena, below));
    if (place && place->reach != DELICATE_COMMAND)
        add(arena, found, path,
            str_format(arena, "it is a link to %.*s: %s", STR_ARG(below), place->what));
}

GateNamedVec gate_named(Arena *arena, Str root, const EditSet *set)
{
    GateNamedVec found = {0};
    GitRepo repo = {0};
    GitNamedVec all = {0};
    Err ignored = {0};
    if (!git_repo_find(arena, root, &repo, &ignored))
        return found;
    all = git_named(arena, &repo);
    for (size_t i = 0; i < set->files.len; i++) {
        const EditFile *file = &set->files.ptr[i];
        look_at(arena, root, &repo, &all, file->path, &found);
        if (file->old_path.len)
            look_at(arena, root, &repo, &all, file->old_path, &found);
    }
    return found;
}
