/* Git's history walk (its revision.c), so the lists are equal. The commits reached so far wait in a
   heap; the newest is next, and its parents join when it is taken. With a path, a commit whose path
   equals that of one of its parents is not shown, and only that parent is followed. With the
   program git, git lists the ids and the commits are read in batches. */
#include "git/git_log.h"

#include "git/objects_inside.h"

#define EXPECTED_COMMITS 500

typedef struct Node {
    Str id;
    Str tree;
    Str at_path; /* id of the object at the path; empty: nothing */
    bool has_path;
    int64_t time;
    size_t turn; /* breaks ties of time: first come, first served */
    GitIdVec parents;
} Node;

struct GitLog {
    GitObjects *objects;
    Arena *arena;
    Arena scratch;
    GitLogOptions options;
    Map seen;
    Map trees;           /* by id of a tree: a Str, the id of the object at the path */
    VEC(Node *) waiting; /* a binary heap */
    size_t turns;
    size_t looked_at;
    GitLogEnd end;
    bool met_boundary;
    bool listed; /* the program git lists the ids: */
    GitIdVec ids;
    size_t next;
};

/* ---- the heap ---- */

static bool is_before(const Node *a, const Node *b)
{
    return a->time != b->time ? a->time > b->time : a->turn < b->turn;
}

static void swap(Node **a, Node **b)
{
    Node *kept = *a;
    *a = *b;
    *b = kept;
}

static void put_waiting(GitLog *log, Node *node)
{
    size_t at = log->waiting.len;
    *VEC_PUSH(log->arena, &log->waiting) = node;
    for (Node **heap = log->waiting.ptr; at && is_before(heap[at], heap[(at - 1) / 2]);
         at = (at - 1) / 2)
        swap(&heap[at], &heap[(at - 1) / 2]);
}

static Node *take_waiting(GitLog *log)
{
    Node **heap = log->waiting.ptr, *first = heap[0];
    size_t count = --log->waiting.len, at = 0;
    heap[0] = heap[count];
    for (;;) {
        size_t best = at;
        for (size_t child = 2 * at + 1; child <= 2 * at + 2 && child < count; child++)
            best = is_before(heap[child], heap[best]) ? child : best;
        if (best == at)
            return first;
        swap(&heap[at], &heap[best]);
        at = best;
    }
}

/* ---- the path at a commit ---- */

/* Looks up the path in a tree; the result is cached, also if the path is missing. */
static bool find_in_tree(GitLog *log, Str tree, Str *found, Err *err)
{
    GitSide side = {.path = log->options.path};
    if (!git_tree_find_path(log->objects, log->arena, log->scratch, tree, &side, err))
        return false;
    *found = side.mode ? str_format(log->arena, "%.*s %o", STR_ARG(side.id), side.mode) : (Str){0};
    return true;
}

static bool look_at_path(GitLog *log, Node *node, Err *err)
{
    bool added;
    if (node->has_path)
        return true;
    uint64_t *kept = map_put(&log->trees, node->tree, &added);
    if (added) {
        Str *found = NEW(log->arena, Str, 1);
        *kept = (uintptr_t)found;
        if (!find_in_tree(log, node->tree, found, err))
            return false;
    }
    node->at_path = *(const Str *)(uintptr_t)*kept;
    node->has_path = true;
    return true;
}

/* ---- the walk ---- */

/* The node of a commit, which is read when it is first met. */
static bool meet(GitLog *log, Str id, Node **node, bool *is_new, Err *err)
{
    GitCommit commit;
    Arena scratch = log->scratch;
    uint64_t *kept = map_find(&log->seen, id);
    *is_new = !kept;
    if (kept) {
        *node = (Node *)(uintptr_t)*kept;
        return true;
    }
    if (!git_objects_read_commit(log->objects, &scratch, id, &commit, err))
        return false;
    Node *made = NEW(log->arena, Node, 1);
    *made = (Node){.id = str_copy(log->arena, id),
                   .tree = str_copy(log->arena, commit.tree),
                   .time = commit.commit_time};
    for (size_t i = 0; i < commit.parents.len; i++)
        *VEC_PUSH(log->arena, &made->parents) = str_copy(log->arena, commit.parents.ptr[i]);
    *map_put(&log->seen, made->id, NULL) = (uintptr_t)made;
    *node = made;
    return true;
}

/* Whether the commit changed the path. *only: the one parent to follow, or SIZE_MAX for all. */
static bool compare_with_parents(GitLog *log, Node *node, bool *changed, size_t *only, Err *err)
{
    *only = SIZE_MAX;
    *changed = true;
    if (!log->options.path.len)
        return true;
    if (!look_at_path(log, node, err))
        return false;
    if (!node->parents.len)
        *changed = node->at_path.len > 0;
    for (size_t i = 0; i < node->parents.len && (i == 0 || !log->options.first_parent); i++) {
        Node *parent;
        bool is_new;
        if (!meet(log, node->parents.ptr[i], &parent, &is_new, err))
            return false;
        if (is_new)
            parent->turn = SIZE_MAX; /* met, but not waiting yet */
        if (!look_at_path(log, parent, err))
            return false;
        if (str_equal(parent->at_path, node->at_path)) {
            *changed = false;
            *only = i;
            return true;
        }
    }
    return true;
}

static bool follow(GitLog *log, const Node *node, size_t only, Err *err)
{
    for (size_t i = 0; i < node->parents.len; i++) {
        Node *parent;
        bool is_new;
        if (only != SIZE_MAX && i != only)
            continue;
        if (!meet(log, node->parents.ptr[i], &parent, &is_new, err))
            return false;
        if (is_new || parent->turn == SIZE_MAX) {
            parent->turn = log->turns++;
            put_waiting(log, parent);
        }
        if (log->options.first_parent)
            break;
    }
    return true;
}

static bool walk_on(GitLog *log, Str *id, Err *err)
{
    *id = (Str){0};
    while (log->waiting.len && log->looked_at < log->options.most) {
        bool changed;
        size_t only;
        Node *node = take_waiting(log);
        log->looked_at++;
        log->met_boundary |= map_find(&log->objects->shallow, node->id) != NULL;
        if (!compare_with_parents(log, node, &changed, &only, err) || !follow(log, node, only, err))
            return false;
        if (changed) {
            *id = node->id;
            return true;
        }
    }
    log->end = log->waiting.len    ? GIT_LOG_MOST
               : log->met_boundary ? GIT_LOG_SHALLOW
                                   : GIT_LOG_WHOLE;
    return true;
}

/* ---- by the program git ---- */

static bool next_listed(GitLog *log, Str *id, Err *err)
{
    *id = (Str){0};
    if (log->next == log->ids.len) {
        log->end = log->ids.len >= log->options.most ? GIT_LOG_MOST
                   : log->met_boundary               ? GIT_LOG_SHALLOW
                                                     : GIT_LOG_WHOLE;
        return true;
    }
    size_t left = log->ids.len - log->next;
    if (log->next % EXPECTED_COMMITS == 0 &&
        !git_objects_expect(log->objects, log->ids.ptr + log->next, MIN(left, EXPECTED_COMMITS),
                            err))
        return false;
    *id = log->ids.ptr[log->next++];
    log->met_boundary |= map_find(&log->objects->shallow, *id) != NULL;
    return true;
}

/* ---- opening, and the next ---- */

void git_log_close(GitLog **log)
{
    if (*log && (*log)->scratch.begin)
        arena_close(&(*log)->scratch);
    *log = NULL;
}

bool git_log_open(GitObjects *objects, Arena *arena, const GitLogOptions *options, GitLog **log,
                  Err *err)
{
    GitCommit first;
    Node *node;
    bool is_new;
    GitLog *made = NEW(arena, GitLog, 1);
    GitRange range = {.paths = &options->path, .path_count = options->path.len > 0};
    *made = (GitLog){.objects = objects,
                     .arena = arena,
                     .options = *options,
                     .seen = map_open(arena),
                     .trees = map_open(arena)};
    if (!options->most)
        made->options.most = GIT_HISTORY_MAX;
    if (!git_objects_widen_paths(objects, arena, &range, err) ||
        !git_objects_commit(objects, arena, options->from.len ? options->from : STR("HEAD"), &first,
                            err))
        return false;
    made->options.path = range.path_count ? range.paths[0] : (Str){0};
    made->options.from = first.id;
    *log = made;
    made->listed = objects->reader->history != NULL;
    if (made->listed)
        return objects->reader->history(objects, arena, &made->options, &made->ids, err);
    arena_open(&made->scratch, 0);
    if (!meet(made, first.id, &node, &is_new, err))
        return false;
    put_waiting(made, node);
    return true;
}

bool git_log_next(GitLog *log, Arena *arena, GitCommit *commit, bool *more, Err *err)
{
    Str id;
    *more = false;
    if (log->end != GIT_LOG_GOES_ON)
        return true;
    if (!(log->listed ? next_listed : walk_on)(log, &id, err))
        return false;
    *more = id.len > 0;
    return !*more || git_objects_read_commit(log->objects, arena, id, commit, err);
}

GitLogEnd git_log_end(const GitLog *log)
{
    return log->end;
}
