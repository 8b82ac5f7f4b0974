/* What differs, by libgit2: two trees; a tree and the index; the index and the work tree. The last
   two together say what differs between a tree and the work tree. */
#include "git/library.h"

#include "base/path.h"

static void free_diff(git_diff **diff)
{
    git_diff_free(*diff);
}

static void free_index(git_index **index)
{
    git_index_free(*index);
}

/* ---- from libgit2's records to ours ---- */

static GitSide side_of(Arena *arena, const git_diff_file *file, bool working)
{
    Str path = str_from(file->path);
    GitSide side = {.mode = file->mode, .working = working};
    if (!file->mode)
        return side;
    bool nested = str_ends(path, STR("/"));
    side.path = str_copy(arena, str_slice(path, 0, path.len - nested));
    if (nested)
        side.mode = GIT_MODE_COMMIT;
    if (!git_oid_is_zero(&file->id))
        side.id = git_library_id(arena, &file->id);
    return side;
}

static int stop_at_limit(const git_diff *diff, const git_diff_delta *delta, const char *pathspec,
                         void *state)
{
    (void)delta;
    (void)pathspec;
    (void)state;
    return git_diff_num_deltas(diff) > GIT_CHANGES_MAX ? GIT_EUSER : 0;
}

static git_diff_options options_for(Arena *arena, const GitRange *range)
{
    git_diff_options options;
    git_diff_options_init(&options, GIT_DIFF_OPTIONS_VERSION);
    options.flags =
        GIT_DIFF_INCLUDE_TYPECHANGE | GIT_DIFF_DISABLE_PATHSPEC_MATCH | GIT_DIFF_SKIP_BINARY_CHECK;
    options.notify_cb = stop_at_limit;
    options.pathspec.count = range->path_count;
    options.pathspec.strings = NEW(arena, char *, range->path_count);
    for (size_t i = 0; i < range->path_count; i++)
        options.pathspec.strings[i] = str_terminate(arena, range->paths[i]);
    return options;
}

static bool failed_diff(int failed, Str base, Err *err)
{
    if (failed == GIT_EUSER) {
        err_set(err, ERR_FAILED, "more than %d files differ", GIT_CHANGES_MAX);
        return err_hint(err, "name a directory");
    }
    return git_library_failed("what differs from", base.len ? base : STR("nothing"), err);
}

static void take_all(Arena *arena, const git_diff *diff, bool working, GitChangeVec *changes)
{
    for (size_t i = 0; i < git_diff_num_deltas(diff); i++) {
        const git_diff_delta *delta = git_diff_get_delta(diff, i);
        if (delta->status == GIT_DELTA_UNMODIFIED || delta->status == GIT_DELTA_IGNORED)
            continue;
        GitChange change = {.old = side_of(arena, &delta->old_file, false)};
        change.conflicted = delta->status == GIT_DELTA_CONFLICTED;
        if (delta->status != GIT_DELTA_DELETED && (!change.conflicted || working))
            change.new = side_of(arena, &delta->new_file, working);
        if (delta->status == GIT_DELTA_ADDED || delta->status == GIT_DELTA_UNTRACKED)
            change.old = (GitSide){0};
        *VEC_PUSH(arena, changes) = change;
    }
}

/* ---- a tree and the index ---- */

/* From the id of a commit to that of its tree. */
static bool find_tree(GitObjects *objects, Arena *arena, Str *id, Err *err)
{
    GitCommit commit;
    if (!id->len)
        return true;
    if (!git_objects_read_commit(objects, arena, *id, &commit, err))
        return false;
    *id = commit.tree;
    return true;
}

/* Of a conflict there is no staged content; nor is there of a file that is only announced (git add
   -N), but in the work tree. */
static GitSide staged_side(Arena *arena, const git_index_entry *entry, bool announced_too)
{
    bool none = git_index_entry_stage(entry) ||
                (!announced_too && (entry->flags_extended & GIT_INDEX_ENTRY_INTENT_TO_ADD));
    return (GitSide){.path = str_copy(arena, str_from(entry->path)),
                     .mode = none ? 0 : entry->mode,
                     .id = none ? (Str){0} : git_library_id(arena, &entry->id)};
}

static void take_staged(Arena *arena, const git_index_entry *entry, const GitRange *range,
                        Map *files, GitChangeVec *changes)
{
    bool added;
    Str path = str_from(entry->path);
    if (!git_objects_is_wanted(range, path, false))
        return;
    GitSide new = staged_side(arena, entry, range->to == GIT_TO_WORKING);
    uint64_t *at = map_put(files, new.path, &added);
    if (added) {
        *at = changes->len;
        VEC_PUSH(arena, changes);
    }
    changes->ptr[*at].new = new;
    changes->ptr[*at].conflicted = git_index_entry_stage(entry) != 0;
}

/* All files of the tree, and beside them what is staged. */
static bool compare_index(GitObjects *objects, Arena *arena, const GitRange *range,
                          git_index *index, GitChangeVec *changes, Err *err)
{
    const Str trees[2] = {range->base, {0}};
    Map files = map_open(arena);
    if (!git_trees_compare(objects, arena, range, trees, changes, err))
        return false;
    for (size_t i = 0; i < changes->len; i++)
        *map_put(&files, changes->ptr[i].old.path, NULL) = i;
    for (size_t i = 0; i < git_index_entrycount(index); i++)
        take_staged(arena, git_index_get_byindex(index, i), range, &files, changes);
    size_t kept = 0;
    for (size_t i = 0; i < changes->len; i++) {
        const GitChange *change = &changes->ptr[i];
        if (change->conflicted || change->old.mode != change->new.mode ||
            !str_equal(change->old.id, change->new.id))
            changes->ptr[kept++] = *change;
    }
    changes->len = kept;
    return true;
}

/* ---- the work tree ---- */

/* Submodules, by their own HEADs: one that was never fetched is unchanged. */
static void add_submodules(GitObjects *objects, Arena *arena, const GitRange *range,
                           git_index *index, GitChangeVec *changes)
{
    for (size_t i = 0; i < git_index_entrycount(index); i++) {
        const git_index_entry *entry = git_index_get_byindex(index, i);
        if (entry->mode != GIT_MODE_COMMIT ||
            !git_objects_is_wanted(range, str_from(entry->path), false))
            continue;
        GitSide old = {.path = str_copy(arena, str_from(entry->path)),
                       .mode = GIT_MODE_COMMIT,
                       .id = git_library_id(arena, &entry->id)};
        GitSide new = {.path = old.path, .working = true};
        bool is_there = git_objects_look(objects, arena, &new);
        if (!is_there && git_objects_has_directory(objects, arena, old.path))
            continue;
        if (!str_equal(old.id, new.id))
            *VEC_PUSH(arena, changes) = (GitChange){.old = old, .new = new};
    }
}

/* A change of the work tree against the index, as one against the tree, where the index had another
   content than the tree. */
static void join(Arena *arena, const GitChangeVec *staged, const GitChangeVec *working,
                 GitChangeVec *changes)
{
    Map seen = map_open(arena);
    for (size_t i = 0; i < working->len; i++) {
        GitChange change = working->ptr[i];
        Str path = change.new.mode ? change.new.path : change.old.path;
        *map_put(&seen, path, NULL) = changes->len;
        *VEC_PUSH(arena, changes) = change;
    }
    for (size_t i = 0; i < staged->len; i++) {
        const GitChange *change = &staged->ptr[i];
        Str path = change->new.mode ? change->new.path : change->old.path;
        const uint64_t *at = map_find(&seen, path);
        if (!at) {
            *VEC_PUSH(arena, changes) = *change;
            continue;
        }
        changes->ptr[*at].old = change->old;
        changes->ptr[*at].conflicted |= change->conflicted;
    }
}

/* Repositories within it are what git would store of them: their commit, if there is one. Those
   that are tracked are looked at by add_submodules. */
static void settle_nested(GitObjects *objects, Arena *arena, GitChangeVec *working)
{
    size_t kept = 0;
    for (size_t i = 0; i < working->len; i++) {
        GitSide *new = &working->ptr[i].new;
        if (working->ptr[i].old.mode == GIT_MODE_COMMIT)
            continue;
        if (new->mode != GIT_MODE_COMMIT || git_objects_look(objects, arena, new))
            working->ptr[kept++] = working->ptr[i];
    }
    working->len = kept;
}

static bool add_working(GitObjects *objects, Arena *arena, const GitRange *range, git_index *index,
                        GitChangeVec *changes, Err *err)
{
    git_diff *diff SCOPED(free_diff) = NULL;
    git_diff_options options = options_for(arena, range);
    GitChangeVec working = {0}, staged = *changes;
    options.flags |=
        GIT_DIFF_INCLUDE_UNTRACKED | GIT_DIFF_RECURSE_UNTRACKED_DIRS | GIT_DIFF_IGNORE_SUBMODULES;
    int failed = git_diff_index_to_workdir(&diff, objects->library, index, &options);
    if (failed)
        return failed_diff(failed, range->base, err);
    take_all(arena, diff, true, &working);
    settle_nested(objects, arena, &working);
    add_submodules(objects, arena, range, index, &working);
    *changes = (GitChangeVec){0};
    join(arena, &staged, &working, changes);
    return true;
}

bool git_library_changes(GitObjects *objects, Arena *arena, const GitRange *range,
                         GitChangeVec *changes, Err *err)
{
    git_index *index SCOPED(free_index) = NULL;
    GitRange trees = *range;
    trees.head = range->to == GIT_TO_COMMIT ? range->head : (Str){0};
    if (!find_tree(objects, arena, &trees.base, err) ||
        !find_tree(objects, arena, &trees.head, err))
        return false;
    const Str both[2] = {trees.base, trees.head};
    if (range->to == GIT_TO_COMMIT)
        return git_trees_compare(objects, arena, &trees, both, changes, err);
    if (git_repository_index(&index, objects->library) != 0)
        return git_program_changes(objects, arena, range, changes, err);
    return compare_index(objects, arena, &trees, index, changes, err) &&
           (range->to != GIT_TO_WORKING ||
            add_working(objects, arena, &trees, index, changes, err));
}
