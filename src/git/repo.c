/* Only .git, HEAD, refs, packed-refs and single settings of the configuration are read, each with a
   cap. A .git file is trusted only if the directory it names points back: a hostile tree could name
   another user's repository with it. */
#include "git/repo.h"

#include "base/fs.h"
#include "base/hash.h"
#include "base/path.h"

/* .git files, HEAD and refs are one line. */
#define GIT_LINE_BYTES_MAX (64 * KB)
/* packed-refs of a large repository. */
#define GIT_REFS_BYTES_MAX (256 * MB)
/* Longest chain of symbolic refs. */
#define GIT_REF_DEPTH_MAX 5

/* Reads a file in a directory; links out of the directory are not followed. */
static Str read_text(Arena *arena, Str directory, Str name, size_t max)
{
    FsPolicy policy = {.root = directory, .roots = &directory, .root_count = 1};
    FsFile file SCOPED(fs_close) = {.fd = -1};
    Str text = {0};
    Err ignored;
    bool read = fs_open(arena, &policy, name, &file, &ignored) && file.size <= max &&
                fs_read_all(arena, &file, &text, &ignored);
    return read ? text : (Str){0};
}

static Str read_line(Arena *arena, Str directory, Str name)
{
    Str text = read_text(arena, directory, name, GIT_LINE_BYTES_MAX), line = {0};
    str_take_line(&text, &line);
    return str_trim(line);
}

/* ---- .git files ---- */

/* The value of a setting in a configuration file, or empty. */
static Str read_setting_in(Arena *arena, Str directory, Str file, Str section, Str wanted)
{
    Str text = read_text(arena, directory, file, GIT_LINE_BYTES_MAX), line, key;
    bool within = false;
    while (str_take_line(&text, &line)) {
        line = str_trim(line);
        if (str_starts(line, STR("[")))
            within = str_equal_nocase(line, section);
        if (within && str_take_until(&line, '=', &key) && str_equal_nocase(str_trim(key), wanted))
            return str_trim(line);
    }
    return (Str){0};
}

/* The same in the repository's own configuration. */
static Str read_setting(Arena *arena, Str directory, Str section, Str wanted)
{
    return read_setting_in(arena, directory, STR("config"), section, wanted);
}

/* Resolves a path found in a git directory. */
static Str real_from(Arena *arena, Str directory, Str path)
{
    return path.len ? fs_real_path(arena, path_join(arena, directory, path)) : (Str){0};
}

/* Whether a git directory that is not `<directory>/.git` belongs to that directory. Git writes into
   the git directory of a linked work tree or submodule where its work tree is. A directory without
   such a note may be stand-alone (git init --separate-git-dir), unless it is another directory's
   .git, or bare. */
static bool points_back(Arena *arena, Str target, Str directory)
{
    Str file = read_line(arena, target, STR("gitdir"));
    Str tree = read_setting(arena, target, STR("[core]"), STR("worktree"));
    if (file.len)
        return str_equal(real_from(arena, target, file), path_join(arena, directory, STR(".git")));
    if (tree.len)
        return str_equal(real_from(arena, target, tree), directory);
    return !str_equal(path_base(target), STR(".git")) &&
           !str_equal_nocase(read_setting(arena, target, STR("[core]"), STR("bare")), STR("true"));
}

/* The git directory that `<directory>/.git` is or names; empty if it is missing. A hostile tree may
   name the git directory of another tree, with another branch and index: that is rejected. */
static Str git_directory(Arena *arena, Str directory)
{
    Str dot = path_join(arena, directory, STR(".git"));
    Str target = dot;
    if (!fs_real_path(arena, path_join(arena, dot, STR("HEAD"))).len) {
        Str line = read_line(arena, directory, STR(".git"));
        if (!str_starts(line, STR("gitdir:")))
            return (Str){0};
        target = path_join(arena, directory, str_trim(str_from_offset(line, strlen("gitdir:"))));
    }
    bool whole = fs_real_path(arena, path_join(arena, target, STR("HEAD"))).len > 0;
    target = whole ? fs_real_path(arena, target) : (Str){0};
    bool own = str_equal(target, dot) || !whole;
    return own || points_back(arena, target, directory) ? target : (Str){0};
}

/* The directory that all work trees of a repository share. Only a linked work tree's git directory
   names another one. */
static Str common_directory(Arena *arena, Str directory)
{
    Str common = real_from(arena, directory, read_line(arena, directory, STR("commondir")));
    bool linked = common.len &&
                  str_equal(path_directory(directory), path_join(arena, common, STR("worktrees")));
    return linked ? common : directory;
}

/* SHA-1 or SHA-256 in hex. Anything else is rejected, since it would be shown as the commit. */
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
        Str line = read_line(arena, repo->directory, name);
        if (!line.len)
            line = read_line(arena, repo->common, name);
        if (line.len && !str_starts(line, STR("ref:")))
            return object_id(line);
        if (!line.len)
            break;
        name = str_trim(str_from_offset(line, strlen("ref:")));
    }
    Str packed = read_text(arena, repo->common, STR("packed-refs"), GIT_REFS_BYTES_MAX);
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
    Str head = read_line(arena, repo->directory, STR("HEAD"));
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
            repo->root = at;
            repo->directory = directory;
            repo->common = common_directory(arena, directory);
            return true;
        }
        if (at.len <= 1)
            return true;
    }
}

void git_repo_narrow(GitRepo *repo, Str directory)
{
    if (!repo->directory.len || !path_is_inside(directory, repo->root) ||
        str_equal(directory, repo->root))
        return;
    repo->part = str_from_offset(directory, repo->root.len + (repo->root.len > 1));
    repo->root = directory;
}

Str git_repo_whole(const GitRepo *repo)
{
    size_t below = repo->part.len ? repo->part.len + 1 : 0;
    return str_slice(repo->root, 0, MAX(repo->root.len - below, (size_t)1));
}

Str git_repo_elsewhere(Arena *arena, const GitRepo *repo)
{
    static const Str files[] = {STR_INIT("config"), STR_INIT("config.worktree")};
    Str tree = {0};
    if (!repo->directory.len || !str_equal(repo->directory, repo->common))
        return tree; // git does not ask for it in a linked work tree
    for (size_t i = 0; i < COUNT(files) && !tree.len; i++)
        tree = read_setting_in(arena, repo->directory, files[i], STR("[core]"), STR("worktree"));
    if (tree.len > 1 && str_starts(tree, STR("\"")) && str_ends(tree, STR("\"")))
        tree = str_slice(tree, 1, tree.len - 1);
    return str_equal(real_from(arena, repo->directory, tree), git_repo_whole(repo)) ? (Str){0}
                                                                                    : tree;
}

bool git_repo_is_sha256(Arena *arena, const GitRepo *repo)
{
    return repo->common.len &&
           str_equal_nocase(
               read_setting(arena, repo->common, STR("[extensions]"), STR("objectformat")),
               STR("sha256"));
}

bool git_repo_would_hang(Arena *arena, const GitRepo *repo)
{
    static const Str names[] = {STR_INIT("HEAD"),
                                STR_INIT("config"),
                                STR_INIT("config.worktree"),
                                STR_INIT("index"),
                                STR_INIT("packed-refs"),
                                STR_INIT("commondir"),
                                STR_INIT("gitdir"),
                                STR_INIT("shallow"),
                                STR_INIT("info/exclude"),
                                STR_INIT("info/attributes"),
                                STR_INIT("info/sparse-checkout"),
                                STR_INIT("objects/info/alternates"),
                                STR_INIT("objects/info/commit-graph")};
    Str directories[] = {repo->directory, repo->common};
    for (size_t i = 0; i < COUNT(names) * COUNT(directories); i++) {
        Str path =
            path_join(arena, directories[i % COUNT(directories)], names[i / COUNT(directories)]);
        if (fs_is_special(arena, path) && !fs_is_directory(arena, path))
            return true;
    }
    return false;
}

Str git_repo_id(Arena *arena, const GitRepo *repo)
{
    uint64_t hash = hash_fast(repo->common.len ? repo->common : repo->root) + repo->unignored;
    return str_format(arena, "%016llx", (unsigned long long)hash);
}
