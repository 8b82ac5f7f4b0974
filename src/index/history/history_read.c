/* If a straight line of commits leads from HEAD to the head of the earlier log, that log is
   appended as it is. Otherwise all commits are walked again, in the order of git log, but trees
   are compared only for commits that the earlier log lacks. Either way the result equals a walk
   without an earlier log. Renames are recognised only if the content is unchanged, by its id. */
#include "index/history/history_read.h"

#include "base/hash.h"
#include "base/id_map.h"
#include "base/limits_git.h"
#include "base/proc.h"
#include "git/git_log.h"

typedef struct Reading {
    Arena *arena;
    Arena work; /* for one commit */
    const HistoryWalk *walk;
    HistoryLog *log;
    GitObjects *objects;
    IdMap known; /* index in the earlier log by HistoryCommit.id */
    uint32_t read;
    int64_t end_ms;
} Reading;

static void know_before(Reading *reading)
{
    const HistoryLog *before = reading->walk->before;
    for (size_t i = 0; before && i < before->commits.len; i++)
        (void)id_map_put(&reading->known, reading->arena, before->commits.ptr[i].id, (uint32_t)i);
}

static const HistoryCommit *find_known(const Reading *reading, uint64_t id)
{
    uint32_t index = id_map_get(&reading->known, id);
    return index == ID_MAP_NONE ? NULL : &reading->walk->before->commits.ptr[index];
}

/* ---- one commit ---- */

static void put_change(HistoryLog *log, HistoryChange change)
{
    *VEC_PUSH(log->arena, &log->changes) = change;
}

static bool is_file(const GitSide *side)
{
    return side->mode && side->mode != GIT_MODE_COMMIT;
}

/* Deleted contents: from id to the change, as index + 1. If several have the same id, the first
   counts. */
static Map map_gone(Arena *arena, const GitChangeVec *changes)
{
    Map gone = map_open(arena);
    for (size_t i = 0; i < changes->len; i++) {
        bool added = false;
        const GitChange *change = &changes->ptr[i];
        if (!is_file(&change->old) || change->new.mode)
            continue;
        uint64_t *at = map_put(&gone, change->old.id, &added);
        *at = added ? i + 1 : *at;
    }
    return gone;
}

static void note_changes(Reading *reading, const GitChangeVec *changes)
{
    HistoryLog *log = reading->log;
    Map gone = map_gone(&reading->work, changes);
    bool *paired = NEW(&reading->work, bool, changes->len + 1);
    for (size_t i = 0; i < changes->len; i++) {
        const GitChange *change = &changes->ptr[i];
        uint64_t *from = NULL;
        if (!is_file(&change->new))
            continue;
        HistoryChange noted = {.path = history_log_path(log, change->new.path)};
        if (!change->old.mode) {
            noted.kind = HISTORY_ADDED;
            from = map_find(&gone, change->new.id);
        }
        if (from && *from) {
            noted.kind = HISTORY_RENAMED;
            noted.from = history_log_path(log, changes->ptr[*from - 1].old.path);
            paired[*from - 1] = true;
            *from = 0;
        }
        put_change(log, noted);
    }
    for (size_t i = 0; i < changes->len; i++) {
        const GitChange *change = &changes->ptr[i];
        if (is_file(&change->old) && !change->new.mode && !paired[i])
            put_change(log, (HistoryChange){.path = history_log_path(log, change->old.path),
                                            .kind = HISTORY_GONE});
    }
}

/* A merge is recorded without changes. */
static bool note_commit(Reading *reading, const GitCommit *commit, Err *err)
{
    HistoryLog *log = reading->log;
    GitChangeVec changes = {0};
    HistoryCommit noted = {.id = history_id(commit->id),
                           .time = commit->commit_time,
                           .author = (uint32_t)hash_nocase(commit->author_email),
                           .first = (uint32_t)log->changes.len};
    if (commit->parents.len <= 1) {
        if (!git_objects_touched(reading->objects, &reading->work, commit, &changes, err))
            return false;
        reading->read++;
        if (changes.len <= HISTORY_COMMIT_FILES_MAX)
            note_changes(reading, &changes);
    }
    noted.files = (uint32_t)changes.len;
    noted.count = (uint32_t)log->changes.len - noted.first;
    *VEC_PUSH(log->arena, &log->commits) = noted;
    return true;
}

/* ---- all commits ---- */

static bool has_room(const Reading *reading)
{
    const HistoryLog *log = reading->log;
    return log->commits.len < reading->walk->most && log->changes.len < HISTORY_CHANGES_MAX;
}

/* Appends the earlier log, as far as there is room. */
static void splice(Reading *reading)
{
    const HistoryLog *before = reading->walk->before;
    size_t next = 0;
    for (; next < before->commits.len && has_room(reading); next++)
        history_log_copy(reading->log, before, &before->commits.ptr[next]);
    reading->log->whole = before->whole && next == before->commits.len;
}

static bool is_over(const Reading *reading, Str *absent)
{
    if (reading->walk->cancel && *reading->walk->cancel)
        return true;
    if (proc_clock_ms() >= reading->end_ms)
        *absent = STR("to read it takes too long");
    return absent->len > 0;
}

static bool walk(Reading *reading, GitLog *log, Str *absent, Err *err)
{
    const HistoryLog *before = reading->walk->before;
    bool more = true, straight = before && before->most == reading->walk->most;
    while (has_room(reading)) {
        GitCommit commit;
        arena_reset(&reading->work);
        if (is_over(reading, absent))
            return true;
        if (!git_log_next(log, &reading->work, &commit, &more, err))
            return false;
        if (!more)
            break;
        if (straight && str_equal(commit.id, before->head)) {
            splice(reading);
            return true;
        }
        straight = straight && commit.parents.len <= 1;
        const HistoryCommit *known = find_known(reading, history_id(commit.id));
        if (known)
            history_log_copy(reading->log, before, known);
        else if (!note_commit(reading, &commit, err))
            return false;
    }
    reading->log->whole = !more;
    return true;
}

static Str why_absent(Arena *arena, const Err *err)
{
    return str_copy(arena, str_from(err->message));
}

static bool open_objects(Reading *reading, Str *absent)
{
    const GitRepo *repo = reading->walk->repo;
    Err err = {0};
    if (!repo->directory.len)
        *absent = STR("this is no git repository");
    else if (!git_objects_open(reading->arena, repo, &reading->objects, &err))
        *absent = why_absent(reading->arena, &err);
    else if (git_objects_is_shallow(reading->objects))
        *absent = STR("the clone is shallow: git fetch --unshallow brings the rest");
    else if (git_objects_is_by_program(reading->objects))
        *absent = STR("libgit2 cannot read this repository");
    return !absent->len;
}

/* Marks the paths that exist at HEAD: the differences between its tree and an empty one. */
static bool mark_present(Reading *reading, GitCommit head, Err *err)
{
    HistoryLog *log = reading->log;
    GitChangeVec all = {0};
    arena_reset(&reading->work);
    head.parents.len = 0;
    if (!git_objects_touched(reading->objects, &reading->work, &head, &all, err))
        return false;
    for (size_t i = 0; i < all.len; i++) {
        const uint64_t *path = map_find(&log->path_ids, all.ptr[i].new.path);
        if (path && is_file(&all.ptr[i].new))
            log->present.ptr[*path] = true;
    }
    return true;
}

static void read_all(Reading *reading, Str *absent)
{
    GitLog *log SCOPED(git_log_close) = NULL;
    GitLogOptions options = {.most = reading->walk->most};
    GitCommit head;
    Err err = {0};
    know_before(reading);
    if (!git_objects_commit(reading->objects, reading->arena, STR("HEAD"), &head, &err) ||
        !git_log_open(reading->objects, reading->arena, &options, &log, &err) ||
        !walk(reading, log, absent, &err) || !mark_present(reading, head, &err))
        *absent = why_absent(reading->arena, &err);
    else
        reading->log->head = head.id;
}

bool history_read(Arena *arena, const HistoryWalk *walk, HistoryLog *log, Str *absent,
                  uint32_t *read)
{
    Reading reading = {
        .arena = arena, .walk = walk, .log = log, .end_ms = proc_clock_ms() + HISTORY_TIME_MS};
    history_log_open(log, arena);
    log->most = walk->most;
    *absent = (Str){0};
    if (open_objects(&reading, absent)) {
        arena_open(&reading.work, 0);
        read_all(&reading, absent);
        arena_close(&reading.work);
    }
    git_objects_close(&reading.objects);
    *read = reading.read;
    return !walk->cancel || !*walk->cancel;
}
