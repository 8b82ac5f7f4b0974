/* Comparison of two trees, without recursion: equal ids are skipped, pairs of directories wait on a
   stack. The work is bounded, since a tree of ten levels can represent billions of files. */
#include "git/objects_inside.h"

#include "base/path.h"

typedef struct Frame {
    Str path; /* with a trailing slash; empty: the root */
    Str old;  /* the unread rest of each tree */
    Str new;
} Frame;

typedef struct Comparison {
    GitObjects *objects;
    Arena *arena;
    Arena trees;
    const GitRange *range;
    const GitTrees *trees_of;
    GitChangeVec *changes;
    VEC(Frame) stack;
    size_t id_bytes;
    size_t visited;
} Comparison;

static bool read_tree(Comparison *comparison, Str id, Str *bytes, Err *err)
{
    GitContent content = {0};
    *bytes = (Str){0};
    if (!id.len)
        return true;
    if (!comparison->objects->reader->read(comparison->objects, &comparison->trees, id,
                                           GIT_TREE_BYTES_MAX, &content, err))
        return false;
    *bytes = content.bytes;
    return !content.too_large ||
           err_set(err, ERR_FAILED, "tree %.*s is larger than any tree", STR_ARG(id));
}

static bool push(Comparison *comparison, Str path, Str old, Str new, Err *err)
{
    Frame frame = {.path = path};
    if (!read_tree(comparison, old, &frame.old, err) ||
        !read_tree(comparison, new, &frame.new, err))
        return false;
    *VEC_PUSH(&comparison->trees, &comparison->stack) = frame;
    return true;
}

static void put_side(Comparison *comparison, Str path, const GitTreeEntry *entry, GitSide *side)
{
    *side = (GitSide){
        .path = path, .mode = entry->mode, .id = git_hex_of(comparison->arena, entry->id)};
}

bool git_objects_too_many(const char *what, Err *err)
{
    err_set(err, ERR_FAILED, "too many %s", what);
    return err_hint(err, "name a directory");
}

/* Whether GitTrees.same has this directory with this id. */
static bool is_known_same(const Comparison *comparison, Str path, Str id)
{
    const Map *same = comparison->trees_of->same;
    const uint64_t *known = same ? map_find(same, path) : NULL;
    return known && memcmp((const char *)(uintptr_t)*known, id.ptr, id.len) == 0;
}

/* Compares one name; either entry may be missing (mode 0). Both are trees, or neither is. */
static bool take_pair(Comparison *comparison, Str directory, const GitTreeEntry *old,
                      const GitTreeEntry *new, Err *err)
{
    Str name = old->mode ? old->name : new->name;
    bool is_tree = (old->mode ? old->mode : new->mode) == GIT_MODE_TREE;
    if (comparison->visited++ >= GIT_TREE_ENTRIES_MAX)
        return git_objects_too_many("files are in what is compared", err);
    if (old->mode == new->mode && str_equal(old->id, new->id))
        return true;
    if (directory.len + name.len + 1 >= PATH_BYTES_MAX)
        return err_set(err, ERR_FAILED, "a path in '%.*s' is longer than any file's",
                       STR_ARG(str_slice(directory, 0, PATH_SHOWN_BYTES)));
    Str path = str_join(is_tree ? &comparison->trees : comparison->arena, directory, name);
    if (!git_objects_is_wanted(comparison->range, path, is_tree))
        return true;
    if (is_tree && is_known_same(comparison, path, old->id)) {
        *VEC_PUSH(comparison->arena, comparison->trees_of->skipped) =
            str_join(comparison->arena, path, STR("/"));
        return true;
    }
    if (is_tree)
        return push(comparison, str_join(&comparison->trees, path, STR("/")),
                    old->mode ? git_hex_of(&comparison->trees, old->id) : (Str){0},
                    new->mode ? git_hex_of(&comparison->trees, new->id) : (Str){0}, err);
    if (comparison->changes->len >= GIT_CHANGES_MAX)
        return git_objects_too_many("files differ", err);
    GitChange *change = VEC_PUSH(comparison->arena, comparison->changes);
    if (old->mode)
        put_side(comparison, path, old, &change->old);
    if (new->mode)
        put_side(comparison, path, new, &change->new);
    return true;
}

/* Git's tree order: a directory sorts as if its name ended in a slash. */
static int compare_entries(const GitTreeEntry *a, const GitTreeEntry *b)
{
    size_t shared = MIN(a->name.len, b->name.len);
    int order = shared ? memcmp(a->name.ptr, b->name.ptr, shared) : 0;
    if (order)
        return order;
    unsigned char x = a->name.len > shared       ? (unsigned char)a->name.ptr[shared]
                      : a->mode == GIT_MODE_TREE ? '/'
                                                 : 0;
    unsigned char y = b->name.len > shared       ? (unsigned char)b->name.ptr[shared]
                      : b->mode == GIT_MODE_TREE ? '/'
                                                 : 0;
    return (x > y) - (x < y);
}

static bool compare_frame(Comparison *comparison, Frame frame, Err *err)
{
    static const GitTreeEntry nothing;
    GitTreeEntry old = {0}, new = {0};
    bool has_old = git_tree_take(&frame.old, comparison->id_bytes, &old);
    bool has_new = git_tree_take(&frame.new, comparison->id_bytes, &new);
    while (has_old || has_new) {
        int order = !has_old ? 1 : !has_new ? -1 : compare_entries(&old, &new);
        if (!take_pair(comparison, frame.path, order <= 0 ? &old : &nothing,
                       order >= 0 ? &new : &nothing, err))
            return false;
        if (order <= 0)
            has_old = git_tree_take(&frame.old, comparison->id_bytes, &old);
        if (order >= 0)
            has_new = git_tree_take(&frame.new, comparison->id_bytes, &new);
    }
    return true;
}

static bool compare_all(Comparison *comparison, Str old, Str new, Err *err)
{
    if (str_equal(old, new))
        return true;
    if (!push(comparison, (Str){0}, old, new, err))
        return false;
    while (comparison->stack.len)
        if (!compare_frame(comparison, comparison->stack.ptr[--comparison->stack.len], err))
            return false;
    return true;
}

bool git_trees_compare(GitObjects *objects, Arena *arena, const GitRange *range,
                       const GitTrees *trees, GitChangeVec *changes, Err *err)
{
    Comparison comparison = {.objects = objects,
                             .arena = arena,
                             .range = range,
                             .trees_of = trees,
                             .changes = changes,
                             .id_bytes = GIT_SHA1_BYTES};
    arena_open(&comparison.trees, 0);
    bool compared = compare_all(&comparison, trees->old, trees->new, err);
    arena_close(&comparison.trees);
    return compared;
}
