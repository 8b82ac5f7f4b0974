/* Diff sides from two directories, file by file, or from two files. Files with equal bytes on both
   sides and equal modes are left out. A removed file and an added one with equal bytes are a
   rename. A symbolic link is compared by its target. */
#include "base/hash.h"
#include "base/map.h"
#include "differ/diff_sides.h"
#include "git/git_walk.h"
#include "git/objects.h"
#include "index/catalog/classify.h"
#include "query/unseen.h"

#include <stdlib.h>
#include <sys/stat.h>

typedef struct DiffTree {
    FsTree tree;
    WalkResult list;
} DiffTree;

static void close_tree(DiffTree *tree)
{
    fs_tree_close(&tree->tree);
}

static bool open_tree(SessionRequest *request, Str path, DiffTree *tree, Err *err)
{
    FsPolicy policy = request->policy;
    WalkOptions options = {.cancel = request->cancel, .is_source = classify_is_code};
    if (!fs_tree_open(request->arena, &policy, path, &tree->tree, err))
        return false;
    GitRepo repo = {.root = tree->tree.root, .unignored = request->no_ignore};
    return git_walk(request->arena, *request->scratch, &repo, &options, &tree->list, err);
}

static bool read_file(SessionRequest *request, const DiffTree *tree, Str path, ChangeSide *side,
                      Str *unseen, Err *err)
{
    FsFile file SCOPED(fs_close) = {.fd = -1};
    side->path = path;
    if (!fs_tree_file(&tree->tree, path, &file)) {
        *unseen = STR("cannot be read");
        return true;
    }
    return fs_read_all(request->arena, &file, &side->text, err);
}

/* The mode as git stores it. */
static unsigned mode_of(SessionRequest *request, const DiffTree *tree, Str path)
{
    unsigned mode = fs_tree_mode(&tree->tree, request->scratch, path);
    return mode & S_IXUSR ? GIT_MODE_EXECUTABLE : GIT_MODE_FILE;
}

static bool add_file(SessionRequest *request, const DiffTree trees[2], const Str paths[2],
                     DiffSides *sides, Err *err)
{
    ChangedFile file = {.status = !paths[0].len   ? CHANGE_FILE_ADDED
                                  : !paths[1].len ? CHANGE_FILE_REMOVED
                                                  : CHANGE_FILE_MODIFIED};
    ChangeSide *both[] = {&file.old, &file.new};
    char *kept = request->arena->ptr;
    for (size_t i = 0; i < 2; i++)
        if (paths[i].len && !read_file(request, &trees[i], paths[i], both[i], &file.unseen, err))
            return false;
    if (paths[0].len && paths[1].len) {
        file.old_mode = mode_of(request, &trees[0], paths[0]);
        file.new_mode = mode_of(request, &trees[1], paths[1]);
    }
    bool same = file.status == CHANGE_FILE_MODIFIED && !file.unseen.len &&
                str_equal(file.old.text, file.new.text);
    if (same && file.old_mode == file.new_mode) {
        request->arena->ptr = kept;
        return true;
    }
    if (same)
        file.status = CHANGE_FILE_MODE;
    *VEC_PUSH(request->arena, &sides->set.files) = file;
    return true;
}

/* Merge join of both lists, which are sorted by bytes. */
static bool merge(SessionRequest *request, const DiffTree trees[2], DiffSides *sides, Err *err)
{
    const WalkFileVec *old = &trees[0].list.files, *new = &trees[1].list.files;
    VEC_RESERVE(request->arena, &sides->set.files, old->len + new->len);
    for (size_t i = 0, k = 0; i < old->len || k < new->len;) {
        int order = i == old->len   ? 1
                    : k == new->len ? -1
                                    : str_compare(old->ptr[i].path, new->ptr[k].path);
        Str paths[2] = {order <= 0 ? old->ptr[i].path : (Str){0},
                        order >= 0 ? new->ptr[k].path : (Str){0}};
        i += order <= 0;
        k += order >= 0;
        if (!add_file(request, trees, paths, sides, err))
            return false;
        if (session_is_cancelled(request))
            return err_interrupted(err);
    }
    return true;
}

/* ---- links ---- */

/* Compares what is at a path where one side has a link. Files that a link replaces are compared
   with the others. */
static void add_link(SessionRequest *request, const DiffTree trees[2], Str path, DiffSides *sides)
{
    ChangedFile file = {.link = true};
    ChangeSide *both[] = {&file.old, &file.new};
    unsigned *modes[] = {&file.old_mode, &file.new_mode};
    for (size_t i = 0; i < 2; i++) {
        if (!fs_tree_link(&trees[i].tree, request->arena, path, &both[i]->text))
            continue;
        both[i]->path = path;
        *modes[i] = GIT_MODE_LINK;
    }
    if (file.old_mode == file.new_mode && str_equal(file.old.text, file.new.text))
        return;
    file.status = !file.old_mode   ? CHANGE_FILE_ADDED
                  : !file.new_mode ? CHANGE_FILE_REMOVED
                                   : CHANGE_FILE_MODIFIED;
    *VEC_PUSH(request->arena, &sides->set.files) = file;
}

static bool lists_path(const Gap *gap, Str path)
{
    for (size_t i = 0; i < gap->paths.len; i++)
        if (str_equal(gap->paths.ptr[i], path))
            return true;
    return false;
}

static int by_path(const void *a, const void *b)
{
    const ChangedFile *x = a, *y = b;
    int order = str_compare(x->new.path.len ? x->new.path : x->old.path,
                            y->new.path.len ? y->new.path : y->old.path);
    return order ? order : (x->new.path.len > 0) - (y->new.path.len > 0);
}

static void add_links(SessionRequest *request, const DiffTree trees[2], DiffSides *sides)
{
    const Gap *gaps[] = {&trees[0].list.gaps.of[GAP_LINK], &trees[1].list.gaps.of[GAP_LINK]};
    size_t before = sides->set.files.len;
    for (size_t k = 0; k < 2; k++)
        for (size_t i = 0; i < gaps[k]->paths.len; i++)
            if (!k || !lists_path(gaps[0], gaps[1]->paths.ptr[i]))
                add_link(request, trees, gaps[k]->paths.ptr[i], sides);
    if (sides->set.files.len > before)
        qsort(sides->set.files.ptr, sides->set.files.len, sizeof *sides->set.files.ptr, by_path);
}

/* Adds the links of which only the number is known. */
static void note_links(SessionRequest *request, const DiffTree trees[2], DiffSides *sides)
{
    size_t left = 0;
    for (size_t k = 0; k < 2; k++) {
        const Gap *gap = &trees[k].list.gaps.of[GAP_LINK];
        left = MAX(left, gap->count - gap->paths.len);
    }
    if (left)
        sides->note = str_format(request->arena, "%.*s%s%zu symbolic links were not compared",
                                 STR_ARG(sides->note), sides->note.len ? "; " : "", left);
}

/* Joins a removed file and an added one with equal bytes to a rename. */
static void join_renamed(Arena *scratch, ChangeSet *set)
{
    Map removed = map_open(scratch);
    bool *joined = NEW(scratch, bool, set->files.len + 1);
    size_t kept = 0;
    for (size_t i = 0; i < set->files.len; i++)
        if (set->files.ptr[i].status == CHANGE_FILE_REMOVED && set->files.ptr[i].old.text.len)
            *map_put(&removed, set->files.ptr[i].old.text, NULL) = i + 1;
    for (size_t i = 0; i < set->files.len; i++) {
        ChangedFile *file = &set->files.ptr[i];
        uint64_t *from =
            file->status == CHANGE_FILE_ADDED ? map_find(&removed, file->new.text) : NULL;
        if (!from || !*from)
            continue;
        ChangedFile *old = &set->files.ptr[*from - 1];
        if (old->link != file->link)
            continue;
        file->status = CHANGE_FILE_RENAMED;
        file->old = old->old;
        joined[*from - 1] = true;
        *from = 0;
    }
    for (size_t i = 0; i < set->files.len; i++)
        if (!joined[i])
            set->files.ptr[kept++] = set->files.ptr[i];
    set->files.len = kept;
}

static bool compare_files(SessionRequest *request, const DiffAsked *asked, DiffSides *sides,
                          Err *err)
{
    const Str paths[] = {asked->base, asked->head};
    FsPolicy policy = request->policy;
    ChangedFile changed = {0};
    ChangeSide *both[] = {&changed.old, &changed.new};
    for (size_t i = 0; i < COUNT(paths); i++) {
        FsFile file SCOPED(fs_close) = {.fd = -1};
        both[i]->path = paths[i];
        if (!fs_open(request->arena, &policy, paths[i], &file, err) ||
            !fs_read_all(request->arena, &file, &both[i]->text, err))
            return false;
    }
    if (!str_equal(changed.old.text, changed.new.text))
        *VEC_PUSH(request->arena, &sides->set.files) = changed;
    return true;
}

/* What neither list has, so nobody compared it. */
static Str describe_gaps(SessionRequest *request, const DiffTree *tree)
{
    Unseen unseen;
    unseen_gather_gaps(request, tree->tree.root, &tree->list.gaps, &unseen);
    Str words = unseen_words(request->arena, &unseen, UNSEEN_ALL);
    Str advice = unseen_advice(request, &unseen, UNSEEN_ALL, (Str){0});
    return words.len ? str_format(request->arena, "not compared: %.*s%s%.*s", STR_ARG(words),
                                  advice.len ? "; " : "", STR_ARG(advice))
                     : words;
}

bool diff_sides_of_paths(SessionRequest *request, const DiffAsked *asked, DiffSides *sides,
                         Err *err)
{
    DiffTree trees[2] = {{.tree.fd = -1}, {.tree.fd = -1}};
    sides->base = asked->base;
    sides->head = asked->head;
    bool ok;
    if (!fs_is_directory(request->scratch, asked->base) &&
        !fs_is_directory(request->scratch, asked->head))
        ok = compare_files(request, asked, sides, err);
    else
        ok = open_tree(request, asked->base, &trees[0], err) &&
             open_tree(request, asked->head, &trees[1], err) && merge(request, trees, sides, err);
    if (ok && trees[1].tree.root.len)
        add_links(request, trees, sides);
    for (size_t i = 0; ok && i < 2 && !sides->note.len; i++)
        if (trees[i].tree.root.len)
            sides->note = describe_gaps(request, &trees[i]);
    note_links(request, trees, sides);
    close_tree(&trees[0]);
    close_tree(&trees[1]);
    if (ok)
        join_renamed(request->scratch, &sides->set);
    return ok && diff_sides_compare(request, NULL, sides, err);
}
