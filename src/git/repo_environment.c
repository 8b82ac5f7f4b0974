/* The environment that git gives to the programs that it starts. `git commit -a`, `-i` and `git
   commit PATH` make the commit from a temporary index; a hook that reads the usual one sees another
   commit than the one that is being made. */
#include "git/repo.h"

#include "base/fs.h"
#include "base/path.h"

#include <errno.h>
#include <unistd.h>

Str git_repo_index(Arena *arena, const GitRepo *repo)
{
    return repo->index.len ? repo->index : path_join(arena, repo->directory, STR("index"));
}

/* ---- another repository ---- */

static bool has(Arena *arena, Str directory, const char *name)
{
    return fs_real_path(arena, path_join(arena, directory, str_from(name))).len > 0;
}

/* Whether the directory is a git directory, also of a linked work tree. */
static bool is_git_directory(Arena *arena, Str directory)
{
    return has(arena, directory, "HEAD") &&
           (has(arena, directory, "objects") || has(arena, directory, "commondir"));
}

static bool is_of_another(const char *variable, Str value, const GitRepo *repo, Err *err)
{
    err_set(err, ERR_NOT_FOUND, "%s is '%.*s', which belongs to another repository than '%.*s'",
            variable, STR_ARG(str_slice(value, 0, PATH_SHOWN_BYTES)),
            STR_ARG(str_slice(repo->root, 0, PATH_SHOWN_BYTES)));
    return err_hint(
        err,
        "go to the work tree of that repository, or unset GIT_DIR GIT_WORK_TREE GIT_INDEX_FILE");
}

static bool is_elsewhere(Str tree, const GitRepo *repo, Err *err)
{
    err_set(err, ERR_NOT_FOUND, "the work tree is '%.*s' by core.worktree, not '%.*s'",
            STR_ARG(str_slice(tree, 0, PATH_SHOWN_BYTES)),
            STR_ARG(str_slice(repo->root, 0, PATH_SHOWN_BYTES)));
    return err_hint(err, "GIT_WORK_TREE=. reviews this one; git config --unset core.worktree makes "
                         "it the work tree");
}

/* ---- the index ---- */

static bool is_unusable(Str value, const char *why, Err *err)
{
    err_set(err, ERR_NOT_FOUND, "cannot read the index '%.*s' that GIT_INDEX_FILE names: %s",
            STR_ARG(str_slice(value, 0, PATH_SHOWN_BYTES)), why);
    return err_hint(err, "git sets it for hooks; elsewhere, unset GIT_INDEX_FILE");
}

static bool take_index(Arena *arena, GitRepo *repo, Str value, Err *err)
{
    Str path = path_is_absolute(value) ? value : path_join(arena, git_repo_whole(repo), value);
    Str real = fs_real_path(arena, path);
    if (!real.len)
        return is_unusable(value, strerror(errno), err);
    if (fs_is_special(arena, real))
        return is_unusable(value, "it is no regular file", err);
    if (access(str_terminate(arena, real), R_OK) != 0)
        return is_unusable(value, strerror(errno), err);
    Str directory = path_directory(real);
    if (!str_equal(directory, repo->directory) && is_git_directory(arena, directory))
        return is_of_another("GIT_INDEX_FILE", value, repo, err);
    repo->index = real;
    return true;
}

bool git_repo_take_environment(Arena *arena, GitRepo *repo, Err *err)
{
    Str directory = fs_environment("GIT_DIR"), index = fs_environment("GIT_INDEX_FILE");
    if (!repo->directory.len)
        return true;
    Str real = directory.len ? fs_real_path(arena, directory) : (Str){0};
    if (directory.len && !str_equal(real, repo->directory))
        return is_of_another("GIT_DIR", directory, repo, err);
    Str tree = fs_environment("GIT_WORK_TREE"), set = git_repo_elsewhere(arena, repo);
    if (tree.len && !str_equal(fs_real_path(arena, tree), git_repo_whole(repo)))
        return is_of_another("GIT_WORK_TREE", tree, repo, err);
    if (set.len && !tree.len)
        return is_elsewhere(set, repo, err);
    return !index.len || take_index(arena, repo, index, err);
}
