/* Git's blame algorithm (its blame.c), so the answers are equal. A suspect is a file at a commit
   with the lines that it may have introduced. Suspects wait in a queue, the newest commit first.
   Lines that a parent has as well pass to the parent's suspect; the rest are the commit's own. Most
   commits leave the file as it is in a parent: then all lines pass without a diff. Tree lookups are
   cached by directory, since most commits leave most directories unchanged. */
#include "git/blame.h"

#include "base/path.h"
#include "git/line_diff.h"
#include "git/objects_inside.h"
#include "text/lines.h"

#include <stdlib.h>

typedef struct BlameLines {
    uint32_t now, here, count; /* first lines: in the work tree, and in the suspect's file */
} BlameLines;
typedef VEC(BlameLines) BlameLinesVec;

typedef struct Suspect {
    Str key; /* commit and path */
    Str id;  /* of the commit; empty: the uncommitted state */
    Str tree;
    Str path;    /* relative to the whole work tree */
    Str content; /* id of the file's blob */
    int64_t time;
    size_t turn; /* breaks ties of time: first come, first served */
    GitIdVec parents;
    BlameLinesVec lines;
} Suspect;

typedef struct Blaming {
    GitObjects *objects;
    Arena *arena;
    Arena texts; /* the contents of one pair of versions */
    Arena work;
    const GitBlameOptions *options;
    GitBlame *blame;
    Str path;    /* relative to the whole work tree */
    Str now;     /* content of the working file */
    Map known;   /* waiting suspects, by key */
    Map commits; /* index in blame->commits by id */
    Map entries; /* cached tree entries by `tree path`: a Str with the id, and ` mode` unless it is
                    a tree */
    VEC(Suspect *) waiting;
    size_t turns, most;
    bool by_program;
} Blaming;

/* ---- suspects ---- */

static bool is_before(const Suspect *a, const Suspect *b)
{
    if (!a->id.len != !b->id.len)
        return !a->id.len;
    return a->time != b->time ? a->time > b->time : a->turn < b->turn;
}

/* A sorted list, the next one last: few wait at a time. */
static void put_waiting(Blaming *blaming, Suspect *suspect)
{
    suspect->turn = blaming->turns++;
    *VEC_PUSH(blaming->arena, &blaming->waiting) = suspect;
    size_t at = blaming->waiting.len - 1;
    Suspect **list = blaming->waiting.ptr;
    for (; at && is_before(list[at - 1], suspect); at--)
        list[at] = list[at - 1];
    list[at] = suspect;
}

static void take_commit(Blaming *blaming, const GitCommit *commit, Suspect *suspect)
{
    suspect->id = str_copy(blaming->arena, commit->id);
    suspect->tree = str_copy(blaming->arena, commit->tree);
    suspect->time = commit->commit_time;
    for (size_t i = 0; i < MIN(commit->parents.len, (size_t)GIT_BLAME_PARENTS_MAX); i++)
        *VEC_PUSH(blaming->arena, &suspect->parents) =
            str_copy(blaming->arena, commit->parents.ptr[i]);
}

/* The suspect of a file at a commit, created on first use. */
static Suspect *suspect_at(Blaming *blaming, const GitCommit *commit, const GitSide *side)
{
    Arena *arena = blaming->arena;
    char *since = arena->ptr;
    bool added;
    Str key = str_format(arena, "%.*s %.*s", STR_ARG(commit->id), STR_ARG(side->path));
    uint64_t *kept = map_find(&blaming->known, key);
    if (kept && *kept) {
        Suspect *found = (Suspect *)(uintptr_t)*kept;
        arena->ptr = since;
        return found;
    }
    Suspect *made = NEW(arena, Suspect, 1);
    *made = (Suspect){
        .key = key, .path = str_copy(arena, side->path), .content = str_copy(arena, side->id)};
    take_commit(blaming, commit, made);
    *map_put(&blaming->known, key, &added) = (uintptr_t)made;
    put_waiting(blaming, made);
    return made;
}

static void add_lines(Blaming *blaming, BlameLinesVec *lines, BlameLines added)
{
    BlameLines *last = lines->len ? &lines->ptr[lines->len - 1] : NULL;
    if (last && last->now + last->count == added.now && last->here + last->count == added.here)
        last->count += added.count;
    else if (added.count)
        *VEC_PUSH(blaming->arena, lines) = added;
}

static int by_line(const void *a, const void *b)
{
    const BlameLines *x = a, *y = b;
    return x->here < y->here ? -1 : x->here > y->here;
}

/* Sorts the lines, which may have come from several children. */
static void sort_lines(BlameLinesVec *lines)
{
    if (lines->len > 1)
        qsort(lines->ptr, lines->len, sizeof *lines->ptr, by_line);
}

/* ---- the commit's own lines ---- */

static bool note_commit(Blaming *blaming, const Suspect *suspect, uint32_t *index, Err *err)
{
    bool added;
    Arena *arena = blaming->arena;
    uint64_t *kept = map_put(&blaming->commits, suspect->id, &added);
    *index = (uint32_t)*kept;
    if (!added)
        return true;
    *index = (uint32_t)blaming->blame->commits.len;
    *kept = *index;
    GitBlameCommit *row = VEC_PUSH(arena, &blaming->blame->commits);
    if (!git_objects_read_commit(blaming->objects, arena, suspect->id, &row->commit, err))
        return false;
    row->end = git_objects_is_end(blaming->objects, suspect->id);
    blaming->blame->shallow |= row->end;
    row->commit.message = (Str){0};
    return true;
}

static bool settle(Blaming *blaming, const Suspect *suspect, Err *err)
{
    uint32_t commit = GIT_BLAME_NOT_COMMITTED;
    if (!suspect->lines.len)
        return true;
    if (suspect->id.len && !note_commit(blaming, suspect, &commit, err))
        return false;
    for (size_t i = 0; i < suspect->lines.len; i++) {
        const BlameLines *lines = &suspect->lines.ptr[i];
        *VEC_PUSH(blaming->arena, &blaming->blame->runs) =
            (GitBlameRun){.first = lines->now,
                          .count = lines->count,
                          .commit = commit,
                          .was = lines->here,
                          .path = git_objects_below_part(blaming->objects, suspect->path)};
    }
    return true;
}

/* ---- lookup in a parent ---- */

/* Looks up one path component in a tree, through the cache. */
static bool find_entry(Blaming *blaming, Str tree, Str name, GitSide *entry, Err *err)
{
    Arena *arena = blaming->arena;
    char *since = arena->ptr;
    bool added;
    Str key = str_format(arena, "%.*s %.*s", STR_ARG(tree), STR_ARG(name));
    uint64_t *kept = map_find(&blaming->entries, key);
    if (kept) {
        *entry = *(const GitSide *)(uintptr_t)*kept;
        arena->ptr = since;
        return true;
    }
    GitSide *made = NEW(arena, GitSide, 1);
    made->path = name;
    if (!git_tree_find_path(blaming->objects, arena, blaming->work, tree, made, err))
        return false;
    made->path = (Str){0};
    *map_put(&blaming->entries, key, &added) = (uintptr_t)made;
    *entry = *made;
    return true;
}

/* Looks up the path at a commit; mode 0: no file. */
static bool find_file(Blaming *blaming, const GitCommit *commit, Str path, GitSide *side, Err *err)
{
    Str rest = path, name;
    GitSide entry = {.id = commit->tree, .mode = GIT_MODE_TREE};
    *side = (GitSide){.path = path};
    if (blaming->by_program)
        return blaming->objects->reader->file(blaming->objects, blaming->arena, commit->id, path,
                                              side, err);
    while (str_take_until(&rest, '/', &name)) {
        if (entry.mode != GIT_MODE_TREE)
            return true;
        if (!find_entry(blaming, entry.id, name, &entry, err))
            return false;
    }
    bool is_file = entry.mode == GIT_MODE_FILE || entry.mode == GIT_MODE_EXECUTABLE ||
                   entry.mode == GIT_MODE_LINK;
    side->id = is_file ? entry.id : (Str){0};
    side->mode = is_file ? entry.mode : 0;
    return true;
}

/* The changes since the parent, with paths in the whole work tree. */
static bool list_changes(Blaming *blaming, const Suspect *suspect, const GitCommit *parent,
                         GitChangeVec *changes, Err *err)
{
    GitObjects *objects = blaming->objects;
    Str part = objects->repo.part;
    GitRange range = {.base = parent->id, .to = GIT_TO_COMMIT, .head = suspect->id};
    if (suspect->id.len) {
        objects->repo.part = (Str){0};
        bool ok = git_objects_changes(objects, &blaming->texts, &range, changes, err);
        objects->repo.part = part;
        return ok;
    }
    range.to = GIT_TO_WORKING;
    if (!git_objects_changes(objects, &blaming->texts, &range, changes, err))
        return false;
    for (size_t i = 0; i < changes->len && part.len; i++) {
        GitChange *change = &changes->ptr[i];
        change->old.path = path_join(&blaming->texts, part, change->old.path);
        change->new.path = path_join(&blaming->texts, part, change->new.path);
    }
    return true;
}

/* The parent's file that was renamed to the suspect's. */
static bool find_renamed(Blaming *blaming, const Suspect *suspect, const GitCommit *parent,
                         GitSide *side, Err *err)
{
    GitChangeVec changes;
    if (!list_changes(blaming, suspect, parent, &changes, err))
        return false;
    for (size_t i = 0; i < changes.len; i++) {
        const GitChange *change = &changes.ptr[i];
        if (!change->old.mode || !str_equal(change->new.path, suspect->path) ||
            str_equal(change->old.path, suspect->path))
            continue;
        *side = change->old;
        side->path = str_copy(blaming->arena, side->path);
        side->id = str_copy(blaming->arena, side->id);
    }
    return true;
}

/* ---- versions ---- */

static Str without_space(Arena *arena, Str text)
{
    char *kept = arena_bytes(arena, text.len);
    size_t len = 0;
    for (size_t i = 0; i < text.len; i++)
        if (text.ptr[i] == '\n' || !byte_is_space(text.ptr[i]))
            kept[len++] = text.ptr[i];
    return (Str){kept, len};
}

static bool read_version(Blaming *blaming, const Suspect *suspect, Str id, Str *text, Err *err)
{
    GitContent content = {0};
    Arena *arena = &blaming->texts;
    if (suspect && !suspect->id.len)
        content.bytes = blaming->now;
    else if (!git_objects_blob(blaming->objects, arena, id, GIT_BLAME_BYTES_MAX, &content, err))
        return false;
    *text = blaming->options->ignore_space ? without_space(arena, content.bytes) : content.bytes;
    return true;
}

/* Passes the suspect's lines that lie outside all hunks to the parent; the others stay. */
static void divide(Blaming *blaming, Suspect *suspect, Suspect *parent, const LineHunkVec *hunks)
{
    BlameLinesVec stay = {0};
    size_t hunk = 0;
    uint32_t line = 1, was = 1; /* of the equal lines before the hunk */
    sort_lines(&suspect->lines);
    for (size_t i = 0; i < suspect->lines.len; i++) {
        BlameLines rest = suspect->lines.ptr[i];
        while (rest.count) {
            const LineHunk *next = hunk < hunks->len ? &hunks->ptr[hunk] : NULL;
            uint32_t start = next ? next->new_start + !next->new_count : UINT32_MAX;
            uint32_t end = next ? start + next->new_count : UINT32_MAX;
            if (next && rest.here >= end) {
                line = end;
                was = next->old_start + !next->old_count + next->old_count;
                hunk++;
                continue;
            }
            bool same = rest.here < start;
            BlameLines part = rest;
            part.count = MIN(rest.count, (same ? start : end) - rest.here);
            if (same)
                part.here = was + (rest.here - line);
            add_lines(blaming, same ? &parent->lines : &stay, part);
            rest.now += part.count;
            rest.here += part.count;
            rest.count -= part.count;
        }
    }
    suspect->lines = stay;
}

static bool pass_to(Blaming *blaming, Suspect *suspect, const GitCommit *commit,
                    const GitSide *side, Err *err)
{
    Str old, new;
    LineHunkVec hunks;
    bool coarse;
    if (!read_version(blaming, suspect, suspect->content, &new, err) ||
        !read_version(blaming, NULL, side->id, &old, err) ||
        !line_diff(&blaming->texts, old, new, &hunks, &coarse, err))
        return false;
    blaming->blame->coarse |= coarse;
    divide(blaming, suspect, suspect_at(blaming, commit, side), &hunks);
    return true;
}

/* Passes all lines of a suspect to a parent with the same content. */
static void pass_all(Blaming *blaming, Suspect *suspect, const GitCommit *commit,
                     const GitSide *side)
{
    Suspect *parent = suspect_at(blaming, commit, side);
    if (!parent->lines.len) {
        parent->lines = suspect->lines;
        suspect->lines = (BlameLinesVec){0};
    }
    for (size_t i = 0; i < suspect->lines.len; i++)
        add_lines(blaming, &parent->lines, suspect->lines.ptr[i]);
    suspect->lines.len = 0;
}

/* ---- commits ---- */

typedef struct Parents {
    GitCommit commits[GIT_BLAME_PARENTS_MAX];
    GitSide sides[GIT_BLAME_PARENTS_MAX];
    size_t count;
} Parents;

/* Finds the file at each parent, by its name, then by rename. *same: the index of the parent with
   the same content, or SIZE_MAX. */
static bool find_in_parents(Blaming *blaming, const Suspect *suspect, Parents *parents,
                            size_t *same, Err *err)
{
    *same = SIZE_MAX;
    for (int renamed = 0; renamed < 2; renamed++)
        for (size_t i = 0; i < parents->count; i++) {
            GitSide *side = &parents->sides[i];
            if (side->mode)
                continue;
            if (!(renamed ? find_renamed(blaming, suspect, &parents->commits[i], side, err)
                          : find_file(blaming, &parents->commits[i], suspect->path, side, err)))
                return false;
            if (!side->mode || !str_equal(side->id, suspect->content))
                continue;
            *same = i;
            return true;
        }
    return true;
}

static bool look_at(Blaming *blaming, Suspect *suspect, Err *err)
{
    Parents parents = {.count = suspect->parents.len};
    size_t same;
    arena_reset(&blaming->texts);
    for (size_t i = 0; i < parents.count; i++)
        if (!git_objects_read_commit(blaming->objects, &blaming->texts, suspect->parents.ptr[i],
                                     &parents.commits[i], err))
            return false;
    if (!find_in_parents(blaming, suspect, &parents, &same, err))
        return false;
    if (same != SIZE_MAX)
        pass_all(blaming, suspect, &parents.commits[same], &parents.sides[same]);
    for (size_t i = 0; i < parents.count && suspect->lines.len; i++)
        if (parents.sides[i].mode &&
            !pass_to(blaming, suspect, &parents.commits[i], &parents.sides[i], err))
            return false;
    return settle(blaming, suspect, err);
}

/* Attributes the lines of the waiting suspects to their own commits: the limit was reached. */
static bool settle_rest(Blaming *blaming, Err *err)
{
    for (size_t i = 0; i < blaming->waiting.len; i++) {
        Suspect *suspect = blaming->waiting.ptr[i];
        if (!settle(blaming, suspect, err))
            return false;
        uint64_t *index = map_find(&blaming->commits, suspect->id);
        if (index && suspect->parents.len)
            blaming->blame->commits.ptr[*index].end = blaming->blame->most = true;
    }
    return true;
}

static bool go_back(Blaming *blaming, Err *err)
{
    while (blaming->waiting.len && blaming->blame->looked < blaming->most) {
        Suspect *suspect = blaming->waiting.ptr[--blaming->waiting.len];
        uint64_t *kept = map_find(&blaming->known, suspect->key);
        if (kept)
            *kept = 0;
        blaming->blame->looked += suspect->id.len > 0;
        if (!look_at(blaming, suspect, err))
            return false;
        if (blaming->options->cancel && *blaming->options->cancel)
            return err_interrupted(err);
    }
    return settle_rest(blaming, err);
}

/* ---- the beginning and the end ---- */

static int by_first(const void *a, const void *b)
{
    const GitBlameRun *x = a, *y = b;
    return x->first < y->first ? -1 : x->first > y->first;
}

/* Sorts the runs by line and joins adjacent ones that continue each other. */
static void join_runs(GitBlameRunVec *runs)
{
    size_t kept = 0;
    if (runs->len > 1)
        qsort(runs->ptr, runs->len, sizeof *runs->ptr, by_first);
    for (size_t i = 0; i < runs->len; i++) {
        GitBlameRun *last = kept ? &runs->ptr[kept - 1] : NULL, run = runs->ptr[i];
        if (last && last->commit == run.commit && last->first + last->count == run.first &&
            last->was + last->count == run.was && str_equal(last->path, run.path))
            last->count += run.count;
        else
            runs->ptr[kept++] = run;
    }
    runs->len = kept;
}

/* Queues the working file as the first suspect. */
static bool begin(Blaming *blaming, Err *err)
{
    const GitBlameOptions *options = blaming->options;
    GitRange range = {.paths = &options->path, .path_count = 1};
    GitContent content;
    GitCommit head;
    if (!git_objects_widen_paths(blaming->objects, blaming->arena, &range, err) ||
        !git_objects_working(blaming->objects, blaming->arena, options->path, GIT_BLAME_BYTES_MAX,
                             &content, err) ||
        !git_objects_commit(blaming->objects, blaming->arena, STR("HEAD"), &head, err))
        return false;
    if (content.too_large)
        return err_set(err, ERR_FAILED, "'%.*s' is too large for blame",
                       STR_ARG(str_slice(options->path, 0, PATH_SHOWN_BYTES)));
    blaming->now = content.bytes;
    blaming->blame->lines = (uint32_t)lines_count(content.bytes);
    uint32_t last = options->last ? options->last : UINT32_MAX;
    last = MIN(last, blaming->blame->lines);
    Suspect *first = NEW(blaming->arena, Suspect, 1);
    first->path = range.path_count ? range.paths[0] : options->path;
    *VEC_PUSH(blaming->arena, &first->parents) = head.id;
    if (options->first <= last)
        *VEC_PUSH(blaming->arena, &first->lines) =
            (BlameLines){options->first, options->first, last + 1 - options->first};
    put_waiting(blaming, first);
    return true;
}

bool git_blame(GitObjects *objects, Arena *arena, const GitBlameOptions *options, GitBlame *blame,
               Err *err)
{
    bool by_program = objects->reader->history != NULL;
    size_t most = by_program ? GIT_BLAME_PROGRAM_MAX : GIT_BLAME_COMMITS_MAX;
    Blaming blaming = {.objects = objects,
                       .arena = arena,
                       .options = options,
                       .blame = blame,
                       .known = map_open(arena),
                       .commits = map_open(arena),
                       .entries = map_open(arena),
                       .most = options->most ? options->most : most,
                       .by_program = by_program};
    *blame = (GitBlame){.replaced = git_objects_are_replaced(objects, arena)};
    arena_open(&blaming.texts, 0);
    arena_open(&blaming.work, 0);
    bool ok = begin(&blaming, err) && go_back(&blaming, err);
    arena_close(&blaming.texts);
    arena_close(&blaming.work);
    if (ok)
        join_runs(&blame->runs);
    return ok;
}
