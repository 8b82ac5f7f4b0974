/* Where a repository is, and where its index: a question of the file system, asked once by one who
   answers many calls. */
#include "tools/session.h"

#include "base/path.h"
#include "tools/place.h"

/* Whether what is around the directory may be read; where only a part of the repository may, that
   is what counts. */
static bool is_allowed(const ToolContext *context, Arena *arena, Str directory, GitRepo *repo)
{
    Str widest = {0};
    for (size_t i = 0; i < context->root_count; i++) {
        Str real = fs_real_path(arena, context->roots[i]);
        if (real.len && path_is_inside(repo->root, real))
            return true;
        if (real.len && path_is_inside(directory, real) && (!widest.len || real.len < widest.len))
            widest = real;
    }
    git_repo_narrow(repo, widest);
    return context->root_count == 0 || widest.len;
}

/* <cache>/fovea/<repository>.db */
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

/* Without git a directory below the root is a part of what the root is, where that is given or has
   an index already: what one answer calls `dir/part` the next is asked about. */
static void widen(ToolCall *call, Str root, GitRepo *repo)
{
    GitRepo outer;
    Err ignored;
    Str database = {0};
    if (repo->directory.len || !git_repo_find(call->arena, root, &outer, &ignored) ||
        outer.directory.len || !path_is_inside(repo->root, outer.root))
        return;
    if (!call->context->root.len)
        database = database_path(call->arena, &outer, &ignored);
    if (call->context->root.len || (database.len && fs_real_path(call->arena, database).len))
        *repo = outer;
}

static bool find_repo(ToolCall *call, Str path, GitRepo *repo, Err *err)
{
    const ToolContext *context = call->context;
    Str root = context->root.len ? context->root : fs_working_directory(call->arena);
    Str wanted = path.len ? path_join(call->arena, root, path) : root;
    Str real = fs_real_path(call->arena, wanted);
    if (!real.len) {
        err_set(err, ERR_NOT_FOUND, "cannot open '%.*s': no such file or directory",
                (int)MIN(path.len, PATH_SHOWN_BYTES), path.ptr);
        return err_hint(err, "check the path");
    }
    if (!git_repo_find(call->arena, wanted, repo, err))
        return false;
    if (path.len)
        widen(call, root, repo);
    repo->unignored = context->no_ignore;
    if (is_allowed(context, call->arena, real, repo))
        return true;
    Str shown = path.len ? path : root;
    err_set(err, ERR_NOT_FOUND, "cannot index '%.*s': it is outside the allowed roots",
            (int)MIN(shown.len, PATH_SHOWN_BYTES), shown.ptr);
    return err_hint(err, "--root DIR allows another one");
}

Str session_database(ToolCall *call, Str path, Err *err)
{
    GitRepo repo;
    return find_repo(call, path, &repo, err) ? database_path(call->arena, &repo, err) : (Str){0};
}

bool session_place(Arena *arena, const ToolContext *context, Str directory, GitRepo *repo,
                   Str *database, Err *err)
{
    if (!git_repo_find(arena, directory, repo, err) ||
        !is_allowed(context, arena, fs_real_path(arena, directory), repo))
        return false;
    *database = database_path(arena, repo, err);
    return database->len > 0;
}

/* The directory that is asked about, as it really is, and the allowed ones. */
static Str place_of(const ToolCall *call)
{
    const ToolContext *context = call->context;
    Buf place = buf_open(call->arena, 0);
    buf_put(&place, context->root.len ? fs_real_path(call->arena, context->root) : (Str){0});
    bool known = place.len;
    for (size_t i = 0; i < context->root_count; i++) {
        buf_put_byte(&place, '\0');
        buf_put(&place, context->roots[i]);
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

bool session_find(ToolCall *call, Str path, IndexSession *session, Err *err)
{
    SessionMemo *memo = call->context->warm && !path.len ? call->context->warm->memo : NULL;
    Str place = memo ? place_of(call) : (Str){0};
    if (place.len && str_equal(memo->place, place)) {
        session->repo = memo->repo;
        session->database = memo->database;
        return true;
    }
    if (!find_repo(call, path, &session->repo, err))
        return false;
    session->database = database_path(call->arena, &session->repo, err);
    if (place.len)
        remember_place(memo, place, session);
    return true;
}

bool session_open_file(ToolCall *call, const IndexSession *session, Arena *arena, Str path,
                       FsFile *file, Err *err)
{
    FsPolicy policy = tool_policy(call);
    if (!fs_open(arena, &policy, path_join(arena, session->repo.root, path), file, err))
        return false;
    if (path_is_inside(file->resolved, session->repo.root))
        return true;
    fs_close(file);
    err_set(err, ERR_NOT_FOUND, "cannot read '%.*s': it is outside the repository", STR_ARG(path));
    return err_hint(err, "fovea read takes the path of any file");
}

Str session_ignored_by(const ToolCall *call, Str rule)
{
    Str said = str_format(call->arena, "nothing to read here: the ignore rule %.*s leaves it out",
                          STR_ARG(rule));
    return call->context->reword /* who is answered has no command line */
               ? said
               : str_join(call->arena, said, STR("; --no-ignore reads it all the same"));
}

Str session_no_files(ToolCall *call, const GitRepo *repo)
{
    WalkResult walk = {0};
    Err ignored;
    bool listed = git_walk(call->arena, *call->scratch, repo, &(WalkOptions){0}, &walk, &ignored);
    return !listed || walk.files.len || !walk.ignored_by.len
               ? STR("there are no files here")
               : session_ignored_by(call, walk.ignored_by);
}

/* ---- places that nobody means ---- */

static bool is_named(const ToolCall *call, Str path)
{
    return call->tool->names_place && path.len;
}

bool session_check_place(ToolCall *call, Str path, IndexSession *session, Err *err)
{
    const GitRepo *repo = &session->repo;
    if (!place_check(call->arena, path, repo, err))
        return false;
    session->unasked = !repo->directory.len && !is_named(call, path);
    bool known = !session->unasked || !session->database.len ||
                 fs_real_path(call->arena, session->database).len;
    return known || !place_is_wide(*call->scratch, repo) || place_refuse(call->arena, repo, err);
}

/* What was begun once was asked for. */
bool session_note_place(ToolCall *call, IndexSession *session, Err *err)
{
    uint64_t generation = 0;
    StoreProgress ignored;
    if (!session->unasked || session->warm)
        return true;
    if (!store_generation(session->store, &generation, err))
        return false;
    session->unasked = !generation && !store_hear(session->store, &ignored);
    return !session->unasked || !place_is_wide(*call->scratch, &session->repo) ||
           place_refuse(call->arena, &session->repo, err);
}
