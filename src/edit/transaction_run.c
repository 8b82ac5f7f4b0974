/* Write-ahead journal: each step is on disk before it is done. A step exchanges a temporary name of
   ours with the user's, so the displaced file is still there and is compared with the expected one.
   If it differs, somebody saved the file meanwhile, and all steps are undone. Writing the journal
   entry is the commit point; only then are the old files removed. */
#include "edit/transaction_state.h"

#include "base/parallel.h"

/* Names and paths of one file. */
#define MAKING_BYTES (1 * MB)

static bool fail_changed(Str path, Err *err)
{
    err_set(err, ERR_STALE, "another program changed '%.*s' meanwhile",
            (int)MIN(path.len, PATH_SHOWN_BYTES), path.ptr);
    err_is(err, ERR_CHANGED);
    return err_hint(err, "nothing was changed; run the command again");
}

static bool fail_busy(Str path, Err *err)
{
    err_set(err, ERR_STALE, "another program has '%.*s' open for writing",
            (int)MIN(path.len, PATH_SHOWN_BYTES), path.ptr);
    return err_hint(err, "nothing was changed; save and close the file there, then run the command "
                         "again");
}

/* ---- preparing ---- */

static bool make_directories(const Journal *journal, PendingFile *pending, Err *err)
{
    size_t made = 0;
    for (size_t i = 0; i < pending->directories.len; i++) {
        bool is_new;
        Str path = pending->directories.ptr[i];
        if (!fs_new_directory(*journal->arena, &journal->root, path, &is_new, err))
            return false;
        if (is_new)
            pending->directories.ptr[made++] = path;
    }
    pending->directories.len = made;
    return true;
}

/* Files made by several threads, since each waits for the disk. */
typedef struct Making {
    const Journal *journal;
    PendingFile *pending;
    unsigned threads;
    bool made[PARALLEL_MAX];
    Err errs[PARALLEL_MAX];
} Making;

static void make_some(void *state, unsigned thread)
{
    Making *making = state;
    PendingFile *pending = making->pending;
    Arena scratch SCOPED(arena_close) = {0};
    arena_open(&scratch, MAKING_BYTES);
    making->made[thread] = true;
    for (size_t i = thread; i < pending->steps.len && making->made[thread]; i += making->threads) {
        JournalStep *step = &pending->steps.ptr[i];
        Arena work = scratch;
        Str name = step_new_name(&work, pending, step);
        making->made[thread] =
            step->kind == STEP_DELETE || fs_new_file(work, &making->journal->root, name, &step->new,
                                                     &step->made, &making->errs[thread]);
    }
}

static bool make_files(const Journal *journal, PendingFile *pending, Err *err)
{
    Arena scratch = *journal->arena;
    Making *making = NEW(&scratch, Making, 1);
    making->journal = journal;
    making->pending = pending;
    making->threads = (unsigned)MIN(pending->steps.len, PARALLEL_MAX);
    parallel_run(making->threads, make_some, making);
    for (unsigned i = 0; i < making->threads; i++)
        if (!making->made[i]) {
            *err = making->errs[i];
            return false;
        }
    return true;
}

/* ---- doing ---- */

/* Whether the displaced file is the expected one. */
static bool check_taken(Arena scratch, const Journal *journal, const JournalStep *step, Str taken,
                        Err *err)
{
    switch (fs_content(scratch, &journal->root, taken, step->before)) {
    case FS_CONTENT_SAME: return true;
    case FS_CONTENT_BUSY: return fail_busy(step->path, err);
    case FS_CONTENT_UNREADABLE:
        err_set(err, ERR_FAILED, "cannot read '%.*s' while it is replaced",
                (int)MIN(step->path.len, PATH_SHOWN_BYTES), step->path.ptr);
        return err_hint(err,
                        "nothing was changed; try again, and check the disk if it fails again");
    default: return fail_changed(step->path, err);
    }
}

static bool check_move(FsMove move, const JournalStep *step, Err *err)
{
    if (move == FS_MOVE_GONE || move == FS_MOVE_TAKEN)
        return fail_changed(step->path, err);
    return move == FS_MOVED;
}

static bool put_in(const Journal *journal, const PendingFile *pending, const JournalStep *step,
                   Err *err)
{
    Arena scratch = *journal->arena;
    Str ours = step_new_name(&scratch, pending, step);
    return check_move(fs_put_in(scratch, &journal->root, ours, step->path, err), step, err);
}

static bool take_out(const Journal *journal, const PendingFile *pending, const JournalStep *step,
                     Err *err)
{
    Arena scratch = *journal->arena;
    Str ours = step_old_name(&scratch, pending, step);
    return check_move(fs_take_out(scratch, &journal->root, step->path, ours, err), step, err) &&
           check_taken(scratch, journal, step, ours, err);
}

static bool replace(const Journal *journal, const PendingFile *pending, const JournalStep *step,
                    Err *err)
{
    Arena scratch = *journal->arena;
    Str ours = step_new_name(&scratch, pending, step);
    FsMove move = fs_exchange(scratch, &journal->root, ours, step->path, err);
    if (move == FS_MOVE_CANNOT)
        return take_out(journal, pending, step, err) && put_in(journal, pending, step, err);
    return check_move(move, step, err) && check_taken(scratch, journal, step, ours, err);
}

/* Whether no file changed since the plan. Later changes are found at the exchange; those found here
   need no undoing. */
static bool check_all(const Journal *journal, const PendingFile *pending, Err *err)
{
    FsInode inode;
    for (size_t i = 0; i < pending->steps.len; i++) {
        const JournalStep *step = &pending->steps.ptr[i];
        Arena scratch = *journal->arena;
        if (step->kind != STEP_CREATE && !check_taken(scratch, journal, step, step->path, err))
            return false;
        if (step->kind == STEP_CREATE && fs_inode(scratch, &journal->root, step->path, &inode))
            return fail_changed(step->path, err);
    }
    return true;
}

static bool perform(const Journal *journal, const PendingFile *pending, Err *err)
{
    if (!check_all(journal, pending, err))
        return false;
    for (size_t i = 0; i < pending->steps.len; i++) {
        const JournalStep *step = &pending->steps.ptr[i];
        bool done = step->kind == STEP_REPLACE  ? replace(journal, pending, step, err)
                    : step->kind == STEP_CREATE ? put_in(journal, pending, step, err)
                                                : take_out(journal, pending, step, err);
        if (!done)
            return false;
    }
    return pending_sync(journal, pending, err);
}

/* The entry's directories: those of its earlier steps, and those made now. */
static void enter_directories(const Journal *journal, PendingFile *pending)
{
    for (size_t i = 0; i < pending->directories.len; i++) {
        bool known = false;
        Str made = pending->directories.ptr[i];
        for (size_t k = 0; k < pending->entry.directories.len && !known; k++)
            known = str_equal(pending->entry.directories.ptr[k], made);
        if (!known)
            *VEC_PUSH(journal->arena, &pending->entry.directories) = made;
    }
}

bool pending_run(const Journal *journal, PendingFile *pending, Str *said, Err *err)
{
    Arena scratch SCOPED(arena_close) = {0};
    arena_open(&scratch, 0);
    Journal work = *journal;
    work.arena = &scratch;
    Outcome outcome = {.arena = journal->arena};
    Buf text = buf_open(journal->arena, 0);
    bool prepared = pending_write(&work, pending, err) && make_directories(&work, pending, err) &&
                    make_files(&work, pending, err);
    if (prepared) {
        enter_directories(journal, pending);
        pending->begun = true;
        pending->begun = pending_write(&work, pending, err);
    }
    bool done = pending->begun && perform(&work, pending, err) &&
                journal_write(&work, &pending->entry, err);
    pending_end(&work, pending, done, &outcome);
    Err unsaid;
    outcome_put(&text, &outcome);
    if (pending_enter_left(journal, pending, &outcome, &text, &unsaid))
        pending_close(&work, &outcome);
    if (!done && outcome.failed.len)
        buf_printf(&text, "%sthe rest is taken back when fovea edits this root again",
                   text.len ? "; " : "");
    *said = buf_str(&text);
    return done;
}
