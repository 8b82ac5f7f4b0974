/* Words of a diff that name nothing: neither a revision nor a path of either side. An answer that
   nothing differs would be taken for a fact. */
#include "base/map.h"
#include "differ/diff_sides.h"
#include "git/tracked.h"
#include "text/nearest.h"

/* Paths among which the nearest is looked for. */
#define PATHS_COMPARED_MAX 50000

typedef VEC(Str) PathVec;

static bool is_below(Str path, Str directory)
{
    return str_starts(path, directory) &&
           (path.len == directory.len || path.ptr[directory.len] == '/');
}

/* Whether a changed file is at the path or below it, as what is staged but not in the work tree. */
static bool is_changed(const GitChangeVec *changes, Str path)
{
    while (str_ends(path, STR("/")))
        path.len--;
    for (size_t i = 0; i < changes->len; i++)
        if (is_below(changes->ptr[i].new.path, path) || is_below(changes->ptr[i].old.path, path))
            return true;
    return false;
}

/* The tracked files, and the directories that they are in. */
static PathVec list_paths(SessionRequest *request, const GitRepo *repo)
{
    Tracked tracked;
    PathVec paths = {0};
    Map seen = map_open(request->scratch);
    Err ignored;
    if (!tracked_read(request->arena, repo, &tracked, &ignored))
        return paths;
    for (size_t i = 0; i < tracked.entries.len && paths.len < PATHS_COMPARED_MAX; i++) {
        Str path = tracked.entries.ptr[i].path;
        bool added = true;
        *VEC_PUSH(request->arena, &paths) = path;
        for (size_t slash; added && (slash = str_find_last_byte(path, '/')) != STR_NONE;) {
            path = str_slice(path, 0, slash);
            map_put(&seen, path, &added);
            if (added)
                *VEC_PUSH(request->arena, &paths) = path;
        }
    }
    return paths;
}

/* The path that is nearest, or that ends with the word; or empty. */
static Str nearest_path(SessionRequest *request, const GitRepo *repo, Str word)
{
    PathVec paths = list_paths(request, repo);
    Str end = str_format(request->arena, "/%.*s", STR_ARG(word));
    for (size_t i = 0; i < paths.len; i++)
        if (str_ends(paths.ptr[i], end))
            return paths.ptr[i];
    Str near = nearest_find(word, paths.ptr, paths.len);
    return str_equal(near, word) ? (Str){0} : near;
}

/* Whether the word has the form of a revision alone. */
static bool is_revision_form(Str word)
{
    for (size_t i = 0; i < word.len; i++)
        if (strchr("~^:@", word.ptr[i]))
            return true;
    return str_equal(word, STR("HEAD"));
}

static bool refuse(SessionRequest *request, const DiffUnknown *unknown, Str word, Err *err)
{
    GitCommit commit;
    Str shown = str_slice(word, 0, PATH_SHOWN_BYTES);
    if (is_revision_form(word) &&
        !git_objects_commit(unknown->objects, request->arena, word, &commit, err))
        return false;
    Str near = git_objects_nearest_ref(unknown->objects, request->arena, word);
    if (!near.len)
        near = nearest_path(request, unknown->repo, word);
    err_set(err, ERR_NOT_FOUND, "'%.*s' is neither a revision nor a path of %.*s or %.*s",
            STR_ARG(shown), STR_ARG(unknown->base), STR_ARG(unknown->head));
    if (near.len)
        return err_hint(err, "did you mean %.*s?", STR_ARG(near));
    return err_hint(err, "git branch -a and git tag list revisions; paths start at the root of the "
                         "repository");
}

bool diff_check_paths(SessionRequest *request, const DiffUnknown *unknown, const GitRange *range,
                      const GitChangeVec *changes, Err *err)
{
    GitRange left = *range;
    for (size_t i; left.path_count; left.paths += i + 1, left.path_count -= i + 1) {
        if (!git_objects_find_unknown(unknown->objects, request->arena, &left, &i, err))
            return false;
        if (i == SIZE_MAX)
            return true;
        if (!is_changed(changes, left.paths[i]))
            return refuse(request, unknown, left.paths[i], err);
    }
    return true;
}
