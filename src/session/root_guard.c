#include "session/root_guard.h"

#include "base/path.h"
#include "base/shell.h"

static bool is_of_system(Str root)
{
    static const Str names[] = {
        STR_INIT("/bin"),  STR_INIT("/boot"), STR_INIT("/dev"),   STR_INIT("/etc"),
        STR_INIT("/lib"),  STR_INIT("/nix"),  STR_INIT("/proc"),  STR_INIT("/run"),
        STR_INIT("/sbin"), STR_INIT("/snap"), STR_INIT("/sys"),   STR_INIT("/usr"),
        STR_INIT("/var"),  STR_INIT("/home"), STR_INIT("/Users"),
    };
    for (size_t i = 0; i < COUNT(names); i++)
        if (str_equal(root, names[i]))
            return true;
    return root.len <= 1;
}

bool root_guard_is_wide(Arena scratch, const GitRepo *repo)
{
    Str home = fs_environment("HOME");
    home = home.len && fs_is_directory(&scratch, home) ? fs_real_path(&scratch, home) : (Str){0};
    return !repo->directory.len &&
           (is_of_system(repo->root) || (home.len && path_is_inside(home, repo->root)));
}

bool root_guard_refuse(Arena *arena, const GitRepo *repo, Err *err)
{
    err_set(err, ERR_NOT_FOUND,
            "'%.*s' is not a repository: such a directory is indexed only when it is named",
            (int)MIN(repo->root.len, PATH_SHOWN_BYTES), repo->root.ptr);
    return err_hint(
        err, "start in a project, or name one with --root; fovea index %.*s does it all the same",
        STR_ARG(shell_quote_path(arena, repo->root)));
}

static bool is_bare(Arena *arena, Str root)
{
    static const char *const parts[] = {"HEAD", "objects", "refs"};
    for (size_t i = 0; i < COUNT(parts); i++)
        if (!fs_real_path(arena, path_join(arena, root, str_from(parts[i]))).len)
            return false;
    return fs_is_directory(arena, path_join(arena, root, STR("objects")));
}

bool root_guard_check_bare(Arena *arena, Str path, const GitRepo *repo, Err *err)
{
    if (repo->directory.len || !is_bare(arena, repo->root))
        return true;
    Str shown = path.len ? path : repo->root;
    err_set(err, ERR_NOT_FOUND, "'%.*s' is a bare git repository: there is no work tree here",
            (int)MIN(shown.len, PATH_SHOWN_BYTES), shown.ptr);
    return err_hint(err, "git worktree add DIR makes one; then ask there, or with --root DIR");
}

/* ---- for a session ---- */

bool root_guard_admit(const SessionRequest *request, Str path, IndexSession *session, Err *err)
{
    const GitRepo *repo = &session->repo;
    if (!root_guard_check_bare(request->arena, path, repo, err))
        return false;
    session->unasked = !repo->directory.len && !(request->names_place && path.len);
    bool known = !session->unasked || !session->database.len ||
                 fs_real_path(request->arena, session->database).len;
    return known || !root_guard_is_wide(*request->scratch, repo) ||
           root_guard_refuse(request->arena, repo, err);
}

/* An index that exists was requested before, so it is used. */
bool root_guard_admit_opened(const SessionRequest *request, IndexSession *session, Err *err)
{
    uint64_t generation = 0;
    StoreProgress ignored;
    if (!session->unasked || session->warm)
        return true;
    if (!store_generation(session->store, &generation, err))
        return false;
    session->unasked = !generation && !store_hear(session->store, &ignored);
    return !session->unasked || !root_guard_is_wide(*request->scratch, &session->repo) ||
           root_guard_refuse(request->arena, &session->repo, err);
}
