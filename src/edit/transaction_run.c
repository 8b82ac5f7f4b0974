/* Write-ahead journal: what is about to be done is on disk before it is done. Each step exchanges a
   name of ours with the user's, so whatever came out is still there and is compared with what was
   expected. If it differs, somebody saved the file at that moment, and all steps are taken back. An
   entry written to the journal is the commit point; only then are the former files removed. */
#include "edit/transaction_state.h"

#include "base/buf.h"
#include "base/path.h"

/* Files that a message names. */
#define PATHS_SAID 3

/* What undoing and finishing found. */
typedef struct Outcome {
    Arena *arena;
    EditStrVec kept;    /* names of ours with contents that nobody expected */
    VEC(uint32_t) left; /* steps that stay done, since a user changed their files since */
    Str failed; /* path of a file for which something could not be done: to be tried again */
} Outcome;

/* The name of the new file, and of the former one where names cannot be exchanged. */
static Str hidden_name(Arena *arena, const Pending *pending, const Step *step, char what)
{
    Str name = str_format(arena, ".fovea-%016llx-%zu%c", (unsigned long long)pending->entry.nonce,
                          (size_t)(step - pending->steps.ptr), what);
    Str directory = path_directory(step->path);
    return str_equal(directory, STR(".")) ? name : path_join(arena, directory, name);
}

static Str new_name(Arena *arena, const Pending *pending, const Step *step)
{
    return hidden_name(arena, pending, step, 'n');
}

static Str old_name(Arena *arena, const Pending *pending, const Step *step)
{
    return hidden_name(arena, pending, step, 'o');
}

static bool fail_changed(Str path, Err *err)
{
    err_set(err, ERR_STALE, "another program changed '%.*s' meanwhile",
            (int)MIN(path.len, PATH_SHOWN_BYTES), path.ptr);
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

static bool make_directories(const Journal *journal, Pending *pending, Err *err)
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

static bool make_files(const Journal *journal, Pending *pending, Err *err)
{
    for (size_t i = 0; i < pending->steps.len; i++) {
        Step *step = &pending->steps.ptr[i];
        Arena scratch = *journal->arena;
        Str name = new_name(&scratch, pending, step);
        if (step->kind != STEP_DELETE &&
            !fs_new_file(scratch, &journal->root, name, &step->new, &step->made, err))
            return false;
    }
    return true;
}

/* ---- doing ---- */

/* Whether what came out is what was expected. */
static bool check_taken(Arena scratch, const Journal *journal, const Step *step, Str taken,
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

static bool check_move(FsMove move, const Step *step, Err *err)
{
    if (move == FS_MOVE_GONE || move == FS_MOVE_TAKEN)
        return fail_changed(step->path, err);
    return move == FS_MOVED;
}

static bool put_in(const Journal *journal, const Pending *pending, const Step *step, Err *err)
{
    Arena scratch = *journal->arena;
    Str ours = new_name(&scratch, pending, step);
    return check_move(fs_put_in(scratch, &journal->root, ours, step->path, err), step, err);
}

static bool take_out(const Journal *journal, const Pending *pending, const Step *step, Err *err)
{
    Arena scratch = *journal->arena;
    Str ours = old_name(&scratch, pending, step);
    return check_move(fs_take_out(scratch, &journal->root, step->path, ours, err), step, err) &&
           check_taken(scratch, journal, step, ours, err);
}

static bool replace(const Journal *journal, const Pending *pending, const Step *step, Err *err)
{
    Arena scratch = *journal->arena;
    Str ours = new_name(&scratch, pending, step);
    FsMove move = fs_exchange(scratch, &journal->root, ours, step->path, err);
    if (move == FS_MOVE_CANNOT)
        return take_out(journal, pending, step, err) && put_in(journal, pending, step, err);
    return check_move(move, step, err) && check_taken(scratch, journal, step, ours, err);
}

static bool sync_directories(const Journal *journal, const Pending *pending, Err *err)
{
    Str synced = {0};
    for (size_t i = 0; i < pending->steps.len; i++) {
        Str directory = path_directory(pending->steps.ptr[i].path);
        if (!str_equal(directory, synced) &&
            !fs_sync_below(*journal->arena, &journal->root, directory, err))
            return false;
        synced = directory;
    }
    for (size_t i = 0; i < pending->directories.len; i++)
        if (!fs_sync_below(*journal->arena, &journal->root,
                           path_directory(pending->directories.ptr[i]), err))
            return false;
    return true;
}

static bool perform(const Journal *journal, const Pending *pending, Err *err)
{
    for (size_t i = 0; i < pending->steps.len; i++) {
        const Step *step = &pending->steps.ptr[i];
        bool done = step->kind == STEP_REPLACE  ? replace(journal, pending, step, err)
                    : step->kind == STEP_CREATE ? put_in(journal, pending, step, err)
                                                : take_out(journal, pending, step, err);
        if (!done)
            return false;
    }
    return sync_directories(journal, pending, err);
}

/* ---- removing names of ours ---- */

static void fail_step(Outcome *outcome, Str path)
{
    if (!outcome->failed.len)
        outcome->failed = str_copy(outcome->arena, path);
}

static void keep(Outcome *outcome, Str name)
{
    *VEC_PUSH(outcome->arena, &outcome->kept) = str_copy(outcome->arena, name);
}

/* Removes a file if its content is the expected one; else it stays, and the user is told. */
static void drop_known(const Journal *journal, Str name, const EditHash expected, Outcome *outcome)
{
    Err ignored;
    Arena scratch = *journal->arena;
    switch (fs_content(scratch, &journal->root, name, expected)) {
    case FS_CONTENT_GONE: return;
    case FS_CONTENT_SAME:
        if (!fs_drop(scratch, &journal->root, name, &ignored))
            fail_step(outcome, name);
        return;
    case FS_CONTENT_UNREADABLE: fail_step(outcome, name); return;
    default: keep(outcome, name);
    }
}

/* Removes a second name of the user's file, which a kill between two calls leaves where a file
   system has no renaming without overwriting. */
static void drop_twin(const Journal *journal, const Step *step, Str name)
{
    FsInode inode, ours;
    Err ignored;
    Arena scratch = *journal->arena;
    if (fs_inode(scratch, &journal->root, step->path, &inode) &&
        fs_inode(scratch, &journal->root, name, &ours) && fs_inode_equal(inode, ours))
        (void)!fs_drop(scratch, &journal->root, name, &ignored);
}

static void drop_directories(const Journal *journal, const EditStrVec *directories,
                             Outcome *outcome)
{
    for (size_t i = directories->len; i-- > 0;)
        if (!fs_drop_directory(*journal->arena, &journal->root, directories->ptr[i]))
            fail_step(outcome, directories->ptr[i]);
}

/* ---- undoing ---- */

typedef struct Names {
    Str new, old; /* of ours */
    bool has_new, has_old;
    bool new_is_made; /* the name of the new file still has it */
} Names;

/* Looks for the files of a step. The names are in the journal's arena. */
static Names look(const Journal *journal, const Pending *pending, const Step *step)
{
    FsInode inode;
    Arena *arena = journal->arena;
    Names names = {.new = new_name(arena, pending, step), .old = old_name(arena, pending, step)};
    drop_twin(journal, step, names.new);
    drop_twin(journal, step, names.old);
    names.has_new = fs_inode(*arena, &journal->root, names.new, &inode);
    names.new_is_made = names.has_new && fs_inode_equal(inode, step->made);
    names.has_old = fs_inode(*arena, &journal->root, names.old, &inode);
    return names;
}

static bool is_ours(const Journal *journal, const Step *step, Str name)
{
    FsInode inode;
    return fs_inode(*journal->arena, &journal->root, name, &inode) &&
           fs_inode_equal(inode, step->made) &&
           fs_content(*journal->arena, &journal->root, name, step->after) == FS_CONTENT_SAME;
}

static void leave(const Pending *pending, const Step *step, Outcome *outcome)
{
    *VEC_PUSH(outcome->arena, &outcome->left) = (uint32_t)(step - pending->steps.ptr);
}

/* Takes the new file out of its place. What is there instead by now, or what was written to it,
   stays. */
static void take_new_out(const Journal *journal, const Pending *pending, const Step *step,
                         const Names *names, Outcome *outcome)
{
    Err ignored;
    FsInode inode;
    Arena scratch = *journal->arena;
    if (!fs_inode(scratch, &journal->root, step->path, &inode))
        return; /* a user removed it since */
    if (!fs_inode_equal(inode, step->made)) {
        leave(pending, step, outcome);
        return;
    }
    FsMove move = fs_take_out(scratch, &journal->root, step->path, names->new, &ignored);
    if (move != FS_MOVED)
        fail_step(outcome, step->path);
    if (move != FS_MOVED || is_ours(journal, step, names->new))
        return;
    if (fs_put_in(scratch, &journal->root, names->new, step->path, &ignored) != FS_MOVED)
        keep(outcome, names->new);
    leave(pending, step, outcome);
}

/* Puts the former file back, unless something has its name by now. */
static void put_old_back(const Journal *journal, const Step *step, const Names *names,
                         Outcome *outcome)
{
    Err ignored;
    FsMove move = fs_put_in(*journal->arena, &journal->root, names->old, step->path, &ignored);
    if (move == FS_MOVE_TAKEN)
        drop_known(journal, names->old, step->before, outcome);
    else if (move != FS_MOVED)
        fail_step(outcome, step->path);
}

static void undo_exchange(const Journal *journal, const Pending *pending, const Step *step,
                          const Names *names, Outcome *outcome)
{
    Err ignored;
    Arena scratch = *journal->arena;
    FsMove move = fs_exchange(scratch, &journal->root, names->new, step->path, &ignored);
    if (move == FS_MOVE_GONE) /* a user removed it since */
        move = fs_put_in(scratch, &journal->root, names->new, step->path, &ignored);
    else if (move == FS_MOVED && !is_ours(journal, step, names->new)) {
        move = fs_exchange(scratch, &journal->root, names->new, step->path, &ignored);
        leave(pending, step, outcome);
        drop_known(journal, names->new, step->before, outcome);
    } else if (move == FS_MOVED)
        drop_known(journal, names->new, step->after, outcome);
    if (move != FS_MOVED)
        fail_step(outcome, step->path);
}

static void undo_step(const Journal *journal, const Pending *pending, const Step *step,
                      Outcome *outcome)
{
    Arena scratch = *journal->arena;
    Journal inner = *journal;
    inner.arena = &scratch;
    Names names = look(&inner, pending, step);
    if (step->kind == STEP_REPLACE && names.has_new && !names.new_is_made && !names.has_old) {
        undo_exchange(&inner, pending, step, &names, outcome);
        return;
    }
    if (!names.has_new && (step->kind == STEP_CREATE || names.has_old))
        take_new_out(&inner, pending, step, &names, outcome);
    if (names.has_old)
        put_old_back(&inner, step, &names, outcome);
    if (step->kind != STEP_DELETE)
        drop_known(&inner, names.new, step->after, outcome);
}

static void undo(const Journal *journal, const Pending *pending, Outcome *outcome)
{
    Err ignored;
    for (size_t i = pending->steps.len; i-- > 0;)
        undo_step(journal, pending, &pending->steps.ptr[i], outcome);
    if (!sync_directories(journal, pending, &ignored))
        fail_step(outcome, STR("."));
    drop_directories(journal, &pending->directories, outcome);
}

/* Removes what was made before anything began. */
static void abandon(const Journal *journal, const Pending *pending, Outcome *outcome)
{
    Err ignored;
    for (size_t i = 0; i < pending->steps.len; i++) {
        Arena scratch = *journal->arena;
        Str name = new_name(&scratch, pending, &pending->steps.ptr[i]);
        if (!fs_drop(scratch, &journal->root, name, &ignored))
            fail_step(outcome, name);
    }
    drop_directories(journal, &pending->directories, outcome);
}

/* Removes the former files. */
static void finish(const Journal *journal, const Pending *pending, Outcome *outcome)
{
    for (size_t i = 0; i < pending->steps.len; i++) {
        const Step *step = &pending->steps.ptr[i];
        Arena scratch = *journal->arena;
        Journal inner = *journal;
        inner.arena = &scratch;
        Names names = look(&inner, pending, step);
        drop_known(&inner, names.new, step->before, outcome);
        drop_known(&inner, names.old, step->before, outcome);
    }
    drop_directories(journal, &pending->leaving, outcome);
}

/* ---- what the user is told ---- */

static void put_kept(Buf *said, const Outcome *outcome)
{
    for (size_t i = 0; i < outcome->kept.len; i++)
        buf_printf(said, "%swhat another program wrote meanwhile is kept in '%.*s'",
                   said->len ? "; " : "", STR_ARG(outcome->kept.ptr[i]));
}

static void close_pending(const Journal *journal, Outcome *outcome)
{
    if (!outcome->failed.len && !pending_remove(journal))
        fail_step(outcome, STR("."));
}

/* The entry's directories: those of its former steps, and those that were made now. */
static void enter_directories(const Journal *journal, Pending *pending)
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

/* Ends a transaction that is done, or not. `journal` has an arena for temporaries, the outcome has
   another one. */
static void end_pending(const Journal *journal, const Pending *pending, bool done, Outcome *outcome)
{
    if (done)
        finish(journal, pending, outcome);
    else if (pending->begun)
        undo(journal, pending, outcome);
    else
        abandon(journal, pending, outcome);
}

bool pending_run(const Journal *journal, Pending *pending, Str *said, Err *err)
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
    end_pending(&work, pending, done, &outcome);
    close_pending(&work, &outcome);
    put_kept(&text, &outcome);
    if (!done && outcome.failed.len)
        buf_printf(&text, "%sthe rest is taken back when fovea edits this root again",
                   text.len ? "; " : "");
    *said = buf_str(&text);
    return done;
}

/* ---- recovery ---- */

static void put_paths(Buf *out, const Pending *pending)
{
    for (size_t i = 0; i < MIN(pending->entry.files.len, PATHS_SAID); i++) {
        const JournalFile *file = &pending->entry.files.ptr[i];
        Str path = file->to.len ? file->to : file->from;
        buf_printf(out, "%s'%.*s'", i ? ", " : "", STR_ARG(path));
    }
    if (pending->entry.files.len > PATHS_SAID)
        buf_printf(out, " and %zu more", pending->entry.files.len - PATHS_SAID);
}

/* Enters the steps that stay done as a commit of their own, so that they can be taken back. */
static bool enter_left(const Journal *journal, const Pending *pending, const Outcome *outcome,
                       Buf *said, Err *err)
{
    JournalEntryVec entries;
    JournalEntry entry = pending->entry;
    if (!outcome->left.len)
        return true;
    if (!journal_list(journal->arena, journal, &entries, err))
        return false;
    entry.number = journal_next(&entries, &entry.turn);
    entry.rolled_back = false;
    entry.description = STR("what was left of an interrupted edit");
    entry.files = (JournalFileVec){0};
    for (size_t i = 0; i < outcome->left.len; i++) {
        const Step *step = &pending->steps.ptr[outcome->left.ptr[i]];
        JournalFile file = pending->entry.files.ptr[step->file];
        if (step->kind == STEP_CREATE)
            file.from = (Str){0};
        *VEC_PUSH(journal->arena, &entry.files) = file;
        buf_printf(said, "; '%.*s' was changed since, and stays", STR_ARG(file.to));
    }
    buf_printf(said, "; fovea edit rollback %llu takes that back",
               (unsigned long long)entry.number);
    return journal_write(journal, &entry, err);
}

static bool fail_recovery(const Outcome *outcome, Err *err)
{
    err_set(err, ERR_FAILED, "an edit that was interrupted cannot be taken back yet: '%.*s'",
            (int)MIN(outcome->failed.len, PATH_SHOWN_BYTES), outcome->failed.ptr);
    return err_hint(err, "make the file and its directory writable, then run the command again");
}

bool pending_recover(const Journal *journal, Str *said, Err *err)
{
    Arena scratch SCOPED(arena_close) = {0};
    arena_open(&scratch, 0);
    Journal work = *journal;
    work.arena = &scratch;
    bool found, known;
    Pending pending;
    JournalEntry entry;
    Outcome outcome = {.arena = journal->arena};
    Buf text = buf_open(journal->arena, 0);
    *said = (Str){0};
    if (!pending_read(journal->arena, journal, &pending, &found, err))
        return false;
    if (!found)
        return true;
    if (!journal_find(journal->arena, journal, pending.entry.number, &entry, &known, err))
        return false;
    bool done = known && entry.nonce == pending.entry.nonce;
    buf_printf(&text, "%s that was interrupted was %s: ",
               pending.entry.rolled_back ? "a rollback"
               : known && !done          ? "a redo"
                                         : "an edit",
               done ? "finished" : "undone");
    put_paths(&text, &pending);
    end_pending(&work, &pending, done, &outcome);
    put_kept(&text, &outcome);
    if (!enter_left(journal, &pending, &outcome, &text, err))
        return false;
    close_pending(journal, &outcome);
    *said = buf_str(&text);
    return !outcome.failed.len || fail_recovery(&outcome, err);
}
