/* Changes by libgit2: between two trees, a tree and the index, the index and the work tree. The
   last two are joined into the changes between a tree and the work tree. */
#include "git/library.h"

#include "git/index_file.h"

#include <stdlib.h>

static void free_index(git_index **index)
{
    git_index_free(*index);
}

/* ---- a tree and the index ---- */

/* Replaces the id of a commit by its tree's id. */
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

/* The staged side of an index entry. A conflict has no staged content, nor has a file added with
   `git add -N`, but that file counts for the work tree. */
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

static int compare_paths(const void *a, const void *b)
{
    return str_compare(*(const Str *)a, *(const Str *)b);
}

static void drop_equal(GitChangeVec *changes)
{
    size_t kept = 0;
    for (size_t i = 0; i < changes->len; i++) {
        const GitChange *change = &changes->ptr[i];
        if (change->conflicted || change->old.mode != change->new.mode ||
            !str_equal(change->old.id, change->new.id))
            changes->ptr[kept++] = *change;
    }
    changes->len = kept;
}

/* Compares the tree with the index. Directories whose cached tree id equals the tree's are skipped.
 */
static bool compare_index(GitObjects *objects, Arena *arena, const GitRange *range,
                          git_index *index, GitChangeVec *changes, Err *err)
{
    Map same = map_open(arena), files = map_open(arena);
    GitIdVec skipped = {0};
    GitTrees trees = {.old = range->base, .same = &same, .skipped = &skipped};
    if (!(git_index_caps(index) & GIT_INDEX_CAPABILITY_IGNORE_CASE))
        index_file_trees(arena, git_repo_index(arena, &objects->repo), &same);
    const uint64_t *root = map_find(&same, (Str){0});
    if (root && str_equal(range->base,
                          git_hex_of(arena, (Str){(const char *)(uintptr_t)*root, GIT_SHA1_BYTES})))
        return true;
    if (!git_trees_compare(objects, arena, range, &trees, changes, err))
        return false;
    for (size_t i = 0; i < changes->len; i++)
        *map_put(&files, changes->ptr[i].old.path, NULL) = i;
    if (skipped.len)
        qsort(skipped.ptr, skipped.len, sizeof *skipped.ptr, compare_paths);
    for (size_t i = 0, next = 0; i < git_index_entrycount(index); i++) {
        const git_index_entry *entry = git_index_get_byindex(index, i);
        Str path = str_from(entry->path);
        while (next < skipped.len && !str_starts(path, skipped.ptr[next]) &&
               str_compare(skipped.ptr[next], path) < 0)
            next++;
        if (next == skipped.len || !str_starts(path, skipped.ptr[next]))
            take_staged(arena, entry, range, &files, changes);
    }
    drop_equal(changes);
    return true;
}

/* ---- the work tree ---- */

/* Adds changed submodules by comparing their HEADs; one that was never fetched is unchanged. */
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

/* Joins changes tree → index and index → work tree into changes tree → work tree. */
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

static bool add_working(GitObjects *objects, Arena *arena, const GitRange *range, git_index *index,
                        GitChangeVec *changes, Err *err)
{
    GitChangeVec working = {0}, staged = *changes;
    if (!git_library_look(objects, arena, range, index, &working, err))
        return false;
    add_submodules(objects, arena, range, index, &working);
    *changes = (GitChangeVec){0};
    join(arena, &staged, &working, changes);
    return true;
}

/* False: only the program git reads this index, or says why not. */
static bool open_index(GitObjects *objects, Arena *arena, git_index **index)
{
    const char *own = str_terminate(arena, objects->repo.index);
    int failed = objects->repo.index.len ? git_index_open(index, own)
                                         : git_repository_index(index, objects->library);
    return !failed;
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
    GitTrees both = {.old = trees.base, .new = trees.head};
    if (range->to == GIT_TO_COMMIT)
        return git_trees_compare(objects, arena, &trees, &both, changes, err);
    if (!open_index(objects, arena, &index))
        return git_program_changes(objects, arena, range, changes, err);
    return compare_index(objects, arena, &trees, index, changes, err) &&
           (range->to != GIT_TO_WORKING ||
            add_working(objects, arena, &trees, index, changes, err));
}
