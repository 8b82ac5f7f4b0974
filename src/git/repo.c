#include "git/repo.h"

#include "base/fs.h"
#include "base/hash.h"
#include "base/path.h"

/* .git files, HEAD and refs are one line. */
#define GIT_LINE_BYTES_MAX (64 * KB)
/* packed-refs of a large repository. */
#define GIT_REFS_BYTES_MAX (256 * MB)
/* A symbolic ref that points to another, and so on. */
#define GIT_REF_DEPTH_MAX 5

static Str read_text(Arena *arena, Str path, size_t max)
{
    Str text = {0};
    bool found = false;
    Err ignored;
    return fs_read_own(arena, path, max, &text, &found, &ignored) && found ? text : (Str){0};
}

static Str read_line(Arena *arena, Str path)
{
    Str text = read_text(arena, path, GIT_LINE_BYTES_MAX), line = {0};
    str_take_line(&text, &line);
    return str_trim(line);
}

/* The git directory that `<directory>/.git` is or names; empty when there is none. */
static Str git_directory(Arena *arena, Str directory)
{
    Str dot = path_join(arena, directory, STR(".git"));
    if (fs_real_path(arena, path_join(arena, dot, STR("HEAD"))).len)
        return fs_real_path(arena, dot);
    Str line = read_line(arena, dot);
    if (!str_starts(line, STR("gitdir:")))
        return (Str){0};
    Str target = path_join(arena, directory, str_trim(str_from_offset(line, strlen("gitdir:"))));
    bool whole = fs_real_path(arena, path_join(arena, target, STR("HEAD"))).len > 0;
    return whole ? fs_real_path(arena, target) : (Str){0};
}

/* SHA-1 or SHA-256 in hex. Anything else would be shown as if it were the commit. */
static Str object_id(Str line)
{
    bool hex = line.len == 40 || line.len == 64;
    for (size_t i = 0; i < line.len && hex; i++)
        hex = byte_is_digit(line.ptr[i]) || (line.ptr[i] >= 'a' && line.ptr[i] <= 'f');
    return hex ? line : (Str){0};
}

/* Whether it names a file below the repository's refs. */
static bool is_ref(Str name)
{
    Str part;
    if (!str_starts(name, STR("refs/")) || name.len >= PATH_BYTES_MAX)
        return false;
    while (str_take_until(&name, '/', &part))
        if (!part.len || part.ptr[0] == '.')
            return false;
    return true;
}

static Str resolve_ref(Arena *arena, const GitRepo *repo, Str name)
{
    for (int i = 0; i < GIT_REF_DEPTH_MAX && is_ref(name); i++) {
        Str line = read_line(arena, path_join(arena, repo->directory, name));
        if (!line.len)
            line = read_line(arena, path_join(arena, repo->common, name));
        if (line.len && !str_starts(line, STR("ref:")))
            return object_id(line);
        if (!line.len)
            break;
        name = str_trim(str_from_offset(line, strlen("ref:")));
    }
    Str packed =
        read_text(arena, path_join(arena, repo->common, STR("packed-refs")), GIT_REFS_BYTES_MAX);
    Str line, oid;
    while (str_take_line(&packed, &line))
        if (str_take_until(&line, ' ', &oid) && str_equal(line, name))
            return object_id(oid);
    return (Str){0};
}

void git_repo_read_head(Arena *arena, GitRepo *repo)
{
    if (!repo->directory.len)
        return;
    Str head = read_line(arena, path_join(arena, repo->directory, STR("HEAD")));
    if (!str_starts(head, STR("ref:"))) {
        repo->head = object_id(head);
        return;
    }
    Str name = str_trim(str_from_offset(head, strlen("ref:")));
    repo->branch =
        str_starts(name, STR("refs/heads/")) ? str_from_offset(name, strlen("refs/heads/")) : name;
    repo->head = resolve_ref(arena, repo, name);
}

bool git_repo_find(Arena *arena, Str path, GitRepo *repo, Err *err)
{
    *repo = (GitRepo){0};
    Str real = fs_real_path(arena, path);
    if (!real.len) {
        err_set(err, ERR_NOT_FOUND, "cannot open '%.*s': no such file or directory",
                (int)MIN(path.len, PATH_SHOWN_BYTES), path.ptr);
        return err_hint(err, "check the path");
    }
    repo->root = fs_is_directory(arena, real) ? real : path_directory(real);
    for (Str at = repo->root;; at = path_directory(at)) {
        Str directory = git_directory(arena, at);
        if (directory.len) {
            Str common = read_line(arena, path_join(arena, directory, STR("commondir")));
            repo->root = at;
            repo->directory = directory;
            repo->common =
                common.len ? fs_real_path(arena, path_join(arena, directory, common)) : directory;
            return true;
        }
        if (at.len <= 1)
            return true;
    }
}

Str git_repo_id(Arena *arena, const GitRepo *repo)
{
    uint64_t hash = hash_fast(repo->common.len ? repo->common : repo->root);
    return str_format(arena, "%016llx", (unsigned long long)hash);
}
