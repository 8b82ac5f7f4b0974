/* Git itself calls a branch that cannot be read "broken", and `git status` says then that there are
   no commits yet. All files would count as new. */
#include "git/head.h"

#include "base/fs.h"
#include "base/path.h"

/* HEAD and refs are one line. */
#define REF_BYTES_MAX (64 * KB)
/* packed-refs of a large repository. */
#define PACKED_BYTES_MAX (256 * MB)
/* Longest chain of symbolic refs, as in git. */
#define REF_DEPTH_MAX 5

static bool read_file(Arena *arena, Str directory, Str name, size_t max, Str *text)
{
    bool found = false;
    Err ignored;
    return fs_read_own(arena, path_join(arena, directory, name), max, text, &found, &ignored) &&
           found;
}

/* The first line of a ref's own file; false without such a file. */
static bool read_ref(Arena *arena, const GitRepo *repo, Str name, Str *line)
{
    Str text;
    if (!read_file(arena, repo->directory, name, REF_BYTES_MAX, &text) &&
        !read_file(arena, repo->common, name, REF_BYTES_MAX, &text))
        return false;
    *line = (Str){0};
    str_take_line(&text, line);
    *line = str_trim(*line);
    return true;
}

static bool is_packed(Arena *arena, const GitRepo *repo, Str name)
{
    Str text;
    Str row = str_format(arena, " %.*s\n", STR_ARG(name));
    return read_file(arena, repo->common, STR("packed-refs"), PACKED_BYTES_MAX, &text) &&
           str_find(text, row) != STR_NONE;
}

static bool is_damaged(Str name, const char *why, Err *err)
{
    err_set(err, ERR_FAILED, "the branch of this work tree is broken: %.*s %s",
            STR_ARG(str_slice(name, 0, PATH_SHOWN_BYTES)), why);
    return err_hint(err, "git reflog shows where it was; git fsck shows what else is damaged");
}

bool git_head_check(Arena *arena, const GitRepo *repo, Err *err)
{
    Str name = STR("HEAD"), line;
    GitRepo own = *repo;
    git_repo_read_head(arena, &own);
    if (own.head.len || !repo->directory.len)
        return true;
    for (int i = 0; i <= REF_DEPTH_MAX; i++) {
        if (!read_ref(arena, repo, name, &line))
            return i && !is_packed(arena, repo, name) ? true
                                                      : is_damaged(name, "cannot be read", err);
        if (!str_starts(line, STR("ref:")))
            return is_damaged(name, "holds no id of a commit", err);
        name = str_trim(str_from_offset(line, strlen("ref:")));
        if (!str_starts(name, STR("refs/")))
            return is_damaged(name, "is no name of a branch", err);
    }
    return is_damaged(name, "leads to itself", err);
}
