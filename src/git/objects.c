/* Every question is answered by one of two back ends with the same functions: libgit2, or the
   program git for repositories that libgit2 cannot read. This file opens the repository, chooses
   between them, and has the code that both need: paths, the order of changes and error messages. */
#include "git/head.h"
#include "git/objects_inside.h"

#include "base/path.h"

#include <stdlib.h>

void git_objects_close(GitObjects **objects)
{
    if (!*objects)
        return;
    git_mailmap_close(&(*objects)->mailmap);
    (*objects)->reader->close(*objects);
    git_library_stop();
    if ((*objects)->tree.fd >= 0)
        fs_tree_close(&(*objects)->tree);
    *objects = NULL;
}

/* ---- opening ---- */

static bool has(Arena *arena, Str directory, const char *name)
{
    return fs_real_path(arena, path_join(arena, directory, str_from(name))).len > 0;
}

/* Whether a directory is a bare repository. */
static bool is_bare(Arena *arena, Str directory)
{
    return has(arena, directory, "HEAD") && has(arena, directory, "objects") &&
           has(arena, directory, "refs");
}

static bool no_repository(const GitRepo *repo, Err *err)
{
    err_set(err, ERR_NOT_FOUND, "'%.*s' is not in a git repository",
            STR_ARG(str_slice(repo->root, 0, PATH_SHOWN_BYTES)));
    return err_hint(err, "history comes from git: go to a repository; fovea diff also compares two "
                         "directories or files");
}

/* Reads the shallow boundary: git writes one id a line. */
static bool read_shallow(Arena *arena, GitObjects *objects, Err *err)
{
    Str text, line;
    Str path = path_join(arena, objects->repo.common, STR("shallow"));
    objects->shallow = map_open(arena);
    if (!fs_read_own(arena, path, GIT_SHALLOW_BYTES_MAX, &text, &objects->is_shallow, err))
        return false;
    while (objects->is_shallow && str_take_line(&text, &line))
        map_put(&objects->shallow, str_trim(line), NULL);
    return true;
}

static bool open_with(Arena *arena, const GitRepo *repo, bool by_program, GitObjects **objects,
                      Err *err)
{
    *objects = NULL;
    GitObjects *made = NEW(arena, GitObjects, 1);
    made->repo = *repo;
    made->arena = arena;
    made->tree.fd = -1;
    if (repo->directory.len)
        made->root = git_repo_whole(repo);
    else if (is_bare(arena, repo->root))
        made->repo.directory = made->repo.common = repo->root;
    else
        return no_repository(repo, err);
    if (git_repo_would_hang(arena, &made->repo))
        return err_set(err, ERR_FAILED, "'%.*s' contains what is not a regular file",
                       STR_ARG(str_slice(made->repo.directory, 0, PATH_SHOWN_BYTES)));
    git_repo_read_head(arena, &made->repo);
    if (!read_shallow(arena, made, err) || !git_library_start(err))
        return false;
    if ((by_program || !git_library_open(arena, made)) &&
        !git_program_reader_open(arena, made, err)) {
        git_library_stop();
        return false;
    }
    *objects = made;
    return true;
}

bool git_objects_open(Arena *arena, const GitRepo *repo, GitObjects **objects, Err *err)
{
    return open_with(arena, repo, false, objects, err);
}

bool git_objects_open_program(Arena *arena, const GitRepo *repo, GitObjects **objects, Err *err)
{
    return open_with(arena, repo, true, objects, err);
}

bool git_objects_is_shallow(const GitObjects *objects)
{
    return objects->is_shallow;
}

bool git_objects_is_by_program(const GitObjects *objects)
{
    return objects->reader->history != NULL;
}

/* ---- errors ---- */

/* Digits of an id shown in a message. */
#define GIT_SHORT_ID 12
#define HINT_SHALLOW \
    "this clone is shallow: git fetch --deepen 100 or git fetch --unshallow brings what is missing"

bool git_objects_are_partial(const GitObjects *objects, Arena *arena)
{
    Str text;
    bool found;
    Err ignored;
    Str path = path_join(arena, objects->repo.common, STR("config"));
    return fs_read_own(arena, path, GIT_CONFIG_BYTES_MAX, &text, &found, &ignored) && found &&
           (str_find(text, STR("promisor")) != STR_NONE ||
            str_find(text, STR("partial")) != STR_NONE);
}

bool git_objects_missing(const GitObjects *objects, const char *what, Str name, Err *err)
{
    err_set(err, ERR_NOT_FOUND, "%s %.*s is not in this repository", what,
            STR_ARG(str_slice(name, 0, PATH_SHOWN_BYTES)));
    if (objects->is_shallow)
        return err_hint(err, HINT_SHALLOW);
    if (git_objects_are_partial(objects, objects->arena))
        return err_hint(err, "this is a partial clone: git cat-file -e %.*s fetches it",
                        STR_ARG(str_slice(name, 0, PATH_SHOWN_BYTES)));
    return err_hint(err, "git fsck shows what else is missing");
}

bool git_objects_unknown(GitObjects *objects, Str revision, Err *err)
{
    bool unborn = !objects->repo.head.len &&
                  (str_starts(revision, STR("HEAD")) || str_starts(revision, STR("@")) ||
                   str_equal(revision, objects->repo.branch));
    if (unborn && !git_head_check(objects->arena, &objects->repo, err))
        return false;
    err_set(err, ERR_NOT_FOUND, "git knows no revision '%.*s'%s",
            STR_ARG(str_slice(revision, 0, PATH_SHOWN_BYTES)),
            unborn ? ": there is no commit yet" : "");
    if (unborn)
        return err_hint(err, "commit first; until then every file is new");
    if (objects->is_shallow)
        return err_hint(err, HINT_SHALLOW);
    if (git_objects_are_replaced(objects, objects->arena))
        return err_hint(err, GIT_REPLACED_NOTE);
    Str near = git_objects_nearest_ref(objects, objects->arena, revision);
    return err_hint(err,
                    "%s%.*s%sgit branch -a and git tag list what there is; git fetch brings what "
                    "is new elsewhere",
                    near.len ? "did you mean " : "", STR_ARG(near), near.len ? "? " : "");
}

bool git_objects_unrelated(const GitObjects *objects, Str a, Str b, Err *err)
{
    err_set(err, ERR_NOT_FOUND, "%.*s and %.*s have no history in common",
            STR_ARG(str_slice(a, 0, GIT_SHORT_ID)), STR_ARG(str_slice(b, 0, GIT_SHORT_ID)));
    if (objects->is_shallow)
        return err_hint(err, HINT_SHALLOW);
    return err_hint(err, "compare the two themselves, as in A..B");
}

/* ---- questions ---- */

/* Makes paths relative to the whole work tree and normalises them. */
bool git_objects_widen_paths(const GitObjects *objects, Arena *arena, GitRange *range, Err *err)
{
    Str part = objects->repo.part;
    size_t count = range->path_count ? range->path_count : part.len ? 1 : 0;
    Str *paths = NEW(arena, Str, count);
    for (size_t i = 0; i < count; i++) {
        Str path = range->path_count ? range->paths[i] : STR(".");
        Str full = path_normalise(arena, path_join(arena, part.len ? part : STR("."), path));
        bool inside = !str_starts(full, STR("../")) && !str_equal(full, STR("..")) &&
                      !path_is_absolute(full) && str_find_byte(full, '\0') == STR_NONE;
        if (!inside) {
            err_set(err, ERR_USAGE, "'%.*s' is not in the repository",
                    STR_ARG(str_slice(path, 0, PATH_SHOWN_BYTES)));
            return err_hint(err, "paths are relative to the root of the repository");
        }
        paths[i] = str_equal(full, STR(".")) ? (Str){0} : full;
    }
    bool all = false;
    for (size_t i = 0; i < count; i++)
        all = all || !paths[i].len;
    range->paths = paths;
    range->path_count = all ? 0 : count;
    return true;
}

bool git_objects_is_wanted(const GitRange *range, Str path, bool directory)
{
    for (size_t i = 0; i < range->path_count; i++) {
        Str wanted = range->paths[i];
        size_t shared = MIN(wanted.len, path.len);
        bool inside = path.len == wanted.len || (path.len > shared && path.ptr[shared] == '/');
        bool around = directory && wanted.len > shared && wanted.ptr[shared] == '/';
        if (memcmp(wanted.ptr, path.ptr, shared) == 0 && (inside || around))
            return true;
    }
    return !range->path_count;
}

Str git_objects_below_part(const GitObjects *objects, Str path)
{
    size_t skip = objects->repo.part.len ? objects->repo.part.len + 1 : 0;
    return str_from_offset(path, skip);
}

/* Whether only the file's times changed. */
static bool is_same(GitObjects *objects, Arena *arena, GitChange *change)
{
    GitSide *now = &change->new;
    if (change->conflicted || change->old.mode != now->mode)
        return false;
    if (!now->mode)
        return true;
    git_objects_identify(objects, arena, now);
    return now->id.len && str_equal(change->old.id, now->id);
}

static int compare_changes(const void *a, const void *b)
{
    const GitChange *x = a, *y = b;
    Str left = x->new.mode ? x->new.path : x->old.path;
    Str right = y->new.mode ? y->new.path : y->old.path;
    int order = str_compare(left, right);
    return order ? order : (x->new.mode != 0) - (y->new.mode != 0);
}

static void sort_changes(GitChangeVec *changes)
{
    if (changes->len)
        qsort(changes->ptr, changes->len, sizeof *changes->ptr, compare_changes);
}

bool git_objects_changes(GitObjects *objects, Arena *arena, const GitRange *range,
                         GitChangeVec *changes, Err *err)
{
    GitRange whole = *range;
    GitChangeVec found = {0};
    *changes = (GitChangeVec){0};
    if (range->to == GIT_TO_WORKING && !objects->root.len)
        return git_objects_no_work_tree(err);
    if (!git_objects_widen_paths(objects, arena, &whole, err) ||
        !objects->reader->changes(objects, arena, &whole, &found, err))
        return false;
    size_t kept = 0;
    for (size_t i = 0; i < found.len; i++) {
        GitChange change = found.ptr[i];
        change.old.path = git_objects_below_part(objects, change.old.path);
        change.new.path = git_objects_below_part(objects, change.new.path);
        if (!is_same(objects, arena, &change))
            found.ptr[kept++] = change;
    }
    found.len = kept;
    sort_changes(&found); /* git looks for renames in this order */
    git_renames_find(objects, arena, &found);
    sort_changes(&found);
    *changes = found;
    return true;
}

bool git_objects_touched(GitObjects *objects, Arena *arena, const GitCommit *commit,
                         GitChangeVec *changes, Err *err)
{
    GitRange range = {0};
    GitCommit parent = {0};
    *changes = (GitChangeVec){0};
    bool has_parent = commit->parents.len && !git_objects_is_end(objects, commit->id);
    if (!git_objects_widen_paths(objects, arena, &range, err) ||
        (has_parent &&
         !git_objects_read_commit(objects, arena, commit->parents.ptr[0], &parent, err)) ||
        !git_trees_compare(objects, arena, &range,
                           &(GitTrees){.old = parent.tree, .new = commit->tree}, changes, err))
        return false;
    for (size_t i = 0; i < changes->len; i++) {
        GitChange *change = &changes->ptr[i];
        change->old.path = git_objects_below_part(objects, change->old.path);
        change->new.path = git_objects_below_part(objects, change->new.path);
    }
    return true;
}

bool git_objects_merge_base(GitObjects *objects, Arena *arena, Str a, Str b, Str *base, Err *err)
{
    return objects->reader->merge_base(objects, arena, a, b, base, err);
}

bool git_objects_blob(GitObjects *objects, Arena *arena, Str id, size_t max, GitContent *content,
                      Err *err)
{
    return objects->reader->read(objects, arena, id, max, content, err);
}

bool git_objects_expect(GitObjects *objects, const Str *ids, size_t count, Err *err)
{
    return !objects->reader->expect || objects->reader->expect(objects, ids, count, err);
}

bool git_objects_file(GitObjects *objects, Arena *arena, Str commit, Str path, GitSide *side,
                      Err *err)
{
    GitRange range = {.paths = &path, .path_count = 1};
    *side = (GitSide){.path = path};
    if (!git_objects_widen_paths(objects, arena, &range, err))
        return false;
    if (!range.path_count)
        return true;
    bool found = objects->reader->file(objects, arena, commit, range.paths[0], side, err);
    if (side->mode == GIT_MODE_TREE)
        *side = (GitSide){0};
    side->path = path;
    return found;
}
