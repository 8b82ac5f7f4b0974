/* Locates a repository and its index: the git repository around a directory, narrowed to what the
   policy allows; the database is in the user's cache directory, named by the repository's id. */
#include "session/place.h"

#include "base/path.h"
#include "session/warm.h"

/* Whether the policy allows reading the repository. If it allows only a part around the directory,
   narrows the repository to the widest such part. */
static bool is_allowed(const FsPolicy *policy, Arena *arena, Str directory, GitRepo *repo)
{
    Str widest = {0};
    for (size_t i = 0; i < policy->root_count; i++) {
        Str real = fs_real_path(arena, policy->roots[i]);
        if (real.len && path_is_inside(repo->root, real))
            return true;
        if (real.len && path_is_inside(directory, real) && (!widest.len || real.len < widest.len))
            widest = real;
    }
    git_repo_narrow(repo, widest);
    return policy->root_count == 0 || widest.len;
}

/* `<cache>/fovea/<repository>.db`, or empty with *err. */
static Str database_path(Arena *arena, const GitRepo *repo, Err *err)
{
    Str cache = fs_environment("XDG_CACHE_HOME"), home = fs_environment("HOME");
    if (!path_is_absolute(cache))
        cache = path_is_absolute(home) ? path_join(arena, home, STR(".cache")) : (Str){0};
    if (!cache.len) {
        err_set(err, ERR_FAILED,
                "there is no place for the index: neither HOME nor XDG_CACHE_HOME is set");
        err_hint(err, "set XDG_CACHE_HOME to a directory of yours");
        return (Str){0};
    }
    return str_format(arena, "%.*s/fovea/%.*s.db", STR_ARG(cache),
                      STR_ARG(git_repo_id(arena, repo)));
}

/* Outside git, a directory below the root counts as a part of the root, if the root was given or
   has an index: paths in one answer are arguments of the next question. */
static void widen(SessionRequest *request, Str root, GitRepo *repo)
{
    GitRepo outer;
    Err ignored;
    Str database = {0};
    if (repo->directory.len || !git_repo_find(request->arena, root, &outer, &ignored) ||
        outer.directory.len || !path_is_inside(repo->root, outer.root))
        return;
    if (!request->policy.root.len)
        database = database_path(request->arena, &outer, &ignored);
    if (request->policy.root.len || (database.len && fs_real_path(request->arena, database).len))
        *repo = outer;
}

static bool find_repo(SessionRequest *request, Str path, GitRepo *repo, Err *err)
{
    Str root =
        request->policy.root.len ? request->policy.root : fs_working_directory(request->arena);
    Str wanted = path.len ? path_join(request->arena, root, path) : root;
    Str real = fs_real_path(request->arena, wanted);
    if (!real.len) {
        err_set(err, ERR_NOT_FOUND, "cannot open '%.*s': no such file or directory",
                (int)MIN(path.len, PATH_SHOWN_BYTES), path.ptr);
        return err_hint(err, "check the path");
    }
    if (!git_repo_find(request->arena, wanted, repo, err))
        return false;
    if (path.len)
        widen(request, root, repo);
    repo->unignored = request->no_ignore;
    if (is_allowed(&request->policy, request->arena, real, repo))
        return true;
    Str shown = path.len ? path : root;
    err_set(err, ERR_NOT_FOUND, "cannot index '%.*s': it is outside the allowed roots",
            (int)MIN(shown.len, PATH_SHOWN_BYTES), shown.ptr);
    return err_hint(err, "--root DIR allows another one");
}

Str session_place_database(SessionRequest *request, Str path, Err *err)
{
    GitRepo repo;
    return find_repo(request, path, &repo, err) ? database_path(request->arena, &repo, err)
                                                : (Str){0};
}

bool session_place_of(Arena *arena, const FsPolicy *policy, Str directory, GitRepo *repo,
                      Str *database, Err *err)
{
    if (!git_repo_find(arena, directory, repo, err) ||
        !is_allowed(policy, arena, fs_real_path(arena, directory), repo))
        return false;
    *database = database_path(arena, repo, err);
    return database->len > 0;
}

/* Key of the cached location: the real path of the root and the allowed roots, which determine the
   repository. */
static Str place_of(const SessionRequest *request)
{
    Buf place = buf_open(request->arena, 0);
    buf_put(&place, request->policy.root.len ? fs_real_path(request->arena, request->policy.root)
                                             : (Str){0});
    bool known = place.len;
    for (size_t i = 0; i < request->policy.root_count; i++) {
        buf_put_byte(&place, '\0');
        buf_put(&place, request->policy.roots[i]);
    }
    return known ? buf_str(&place) : (Str){0};
}

static void remember_place(SessionMemo *memo, Str place, const IndexSession *session)
{
    Arena *arena = &memo->arena;
    const GitRepo *repo = &session->repo;
    memo->place = str_copy(arena, place);
    memo->repo = (GitRepo){.root = str_copy(arena, repo->root),
                           .part = str_copy(arena, repo->part),
                           .unignored = repo->unignored,
                           .directory = str_copy(arena, repo->directory),
                           .common = str_copy(arena, repo->common)};
    memo->database = str_copy(arena, session->database);
}

bool session_place_find(SessionRequest *request, Str path, IndexSession *session, Err *err)
{
    SessionMemo *memo = request->warm && !path.len ? request->warm->memo : NULL;
    Str place = memo ? place_of(request) : (Str){0};
    if (place.len && str_equal(memo->place, place)) {
        session->repo = memo->repo;
        session->database = memo->database;
        return true;
    }
    if (!find_repo(request, path, &session->repo, err))
        return false;
    session->database = database_path(request->arena, &session->repo, err);
    if (place.len)
        remember_place(memo, place, session);
    return true;
}
