/* Every step leaves temporary names that show how far it got, so a transaction is undone or
   finished the same way after a failure and after a kill. A temporary name is removed only if it
   has the expected content: anything else was saved by a user meanwhile, and is put back or
   kept. */
#include "edit/transaction_state.h"

#include "base/fs.h"
#include "base/fs_private.h"
#include "base/path.h"

/* Exchanges tried while a user saves the file again and again: an editor needs milliseconds for
   each. */
#define EXCHANGE_TRIES 16

/* The name of the new file, and of the old one where names cannot be exchanged. */
static Str hidden_name(Arena *arena, const PendingFile *pending, const JournalStep *step, char what)
{
    Str name = str_format(arena, ".fovea-%016llx-%zu%c", (unsigned long long)pending->entry.nonce,
                          (size_t)(step - pending->steps.ptr), what);
    Str directory = path_directory(step->path);
    return str_equal(directory, STR(".")) ? name : path_join(arena, directory, name);
}

Str step_new_name(Arena *arena, const PendingFile *pending, const JournalStep *step)
{
    return hidden_name(arena, pending, step, 'n');
}

Str step_old_name(Arena *arena, const PendingFile *pending, const JournalStep *step)
{
    return hidden_name(arena, pending, step, 'o');
}

bool pending_sync(const Journal *journal, const PendingFile *pending, Err *err)
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

/* ---- removing temporary names ---- */

static void fail_step(Outcome *outcome, Str path)
{
    if (!outcome->failed.len)
        outcome->failed = str_copy(outcome->arena, path);
}

/* Moves an unexpected file out of the user's directory; the user learns where. A file that is still
   being written stays. */
static void keep(const Journal *journal, const JournalStep *step, Str name, Outcome *outcome)
{
    Str bytes, base = path_base(name);
    Err ignored;
    Arena scratch = *journal->arena;
    Str *kept = VEC_PUSH(outcome->arena, &outcome->kept);
    Str path = str_format(outcome->arena, "%.*s/kept/%.*s%.*s", STR_ARG(journal->state),
                          STR_ARG(path_base(step->path)), STR_ARG(base));
    *kept = str_copy(outcome->arena, name);
    if (fs_read_settled(&scratch, &journal->root, name, &bytes) != FS_CONTENT_SAME ||
        !fs_write_atomic(scratch, path, bytes, 0600, &ignored) ||
        !fs_sync_directory(scratch, path_directory(path)))
        return;
    *kept = path;
    (void)!fs_drop(scratch, &journal->root, name, &ignored);
}

/* Removes a file if it has the expected content; else keeps it and reports it to the user. */
static void drop_known(const Journal *journal, const JournalStep *step, Str name,
                       const EditHash expected, Outcome *outcome)
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
    default: keep(journal, step, name, outcome);
    }
}

/* Removes a second name of the user's file. A kill between two calls leaves one where the file
   system cannot rename without overwriting. */
static void drop_twin(const Journal *journal, const JournalStep *step, Str name)
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
    Str new, old; /* our temporary names */
    bool has_new, has_old;
    bool new_is_made; /* `new` still names the new file */
} Names;

/* Looks for the files of a step. The names are in the journal's arena. */
static Names look(const Journal *journal, const PendingFile *pending, const JournalStep *step)
{
    FsInode inode;
    Arena *arena = journal->arena;
    Names names = {.new = step_new_name(arena, pending, step),
                   .old = step_old_name(arena, pending, step)};
    drop_twin(journal, step, names.new);
    drop_twin(journal, step, names.old);
    names.has_new = fs_inode(*arena, &journal->root, names.new, &inode);
    names.new_is_made = names.has_new && fs_inode_equal(inode, step->made);
    names.has_old = fs_inode(*arena, &journal->root, names.old, &inode);
    return names;
}

/* Whether the name has this file with this content. */
static bool is_file(const Journal *journal, Str name, FsInode expected, const EditHash content)
{
    FsInode inode;
    return fs_inode(*journal->arena, &journal->root, name, &inode) &&
           fs_inode_equal(inode, expected) &&
           fs_content(*journal->arena, &journal->root, name, content) == FS_CONTENT_SAME;
}

static void leave(const PendingFile *pending, const JournalStep *step, Outcome *outcome)
{
    *VEC_PUSH(outcome->arena, &outcome->left) = (uint32_t)(step - pending->steps.ptr);
}

/* Takes the new file out of its place. If the user has replaced or changed it meanwhile, it is
   kept. */
static void take_new_out(const Journal *journal, const PendingFile *pending,
                         const JournalStep *step, const Names *names, Outcome *outcome)
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
    if (move != FS_MOVED || is_file(journal, names->new, step->made, step->after))
        return;
    if (fs_put_in(scratch, &journal->root, names->new, step->path, &ignored) != FS_MOVED)
        keep(journal, step, names->new, outcome);
    leave(pending, step, outcome);
}

/* Puts the old file back, unless its name is taken by now. */
static void put_old_back(const Journal *journal, const JournalStep *step, const Names *names,
                         Outcome *outcome)
{
    Err ignored;
    FsMove move = fs_put_in(*journal->arena, &journal->root, names->old, step->path, &ignored);
    if (move == FS_MOVE_TAKEN)
        drop_known(journal, step, names->old, step->before, outcome);
    else if (move != FS_MOVED)
        fail_step(outcome, step->path);
}

/* Puts the old file back by an exchange. If the displaced file is not ours, a user saved it in
   between, and it is put back in turn. */
static void undo_exchange(const Journal *journal, const PendingFile *pending,
                          const JournalStep *step, const Names *names, Outcome *outcome)
{
    Err ignored;
    Arena scratch = *journal->arena;
    FsInode expected = step->made, inode = {0};
    EditHash content, hash = {0};
    memcpy(content, step->after, sizeof content);
    for (unsigned i = 0; i < EXCHANGE_TRIES; i++) {
        (void)fs_inode(scratch, &journal->root, names->new, &inode);
        (void)fs_hash(scratch, &journal->root, names->new, hash);
        FsMove move = fs_exchange(scratch, &journal->root, names->new, step->path, &ignored);
        if (move == FS_MOVE_GONE) /* a user removed it since */
            move = fs_put_in(scratch, &journal->root, names->new, step->path, &ignored);
        else if (move == FS_MOVED && is_file(journal, names->new, expected, content)) {
            drop_known(journal, step, names->new, i ? step->before : step->after, outcome);
            if (i)
                leave(pending, step, outcome);
            return;
        } else if (move == FS_MOVED) {
            expected = inode;
            memcpy(content, hash, sizeof content);
            continue;
        }
        if (move != FS_MOVED)
            fail_step(outcome, step->path);
        return;
    }
    keep(journal, step, names->new, outcome);
    leave(pending, step, outcome);
}

static void undo_step(const Journal *journal, const PendingFile *pending, const JournalStep *step,
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
        drop_known(&inner, step, names.new, step->after, outcome);
}

static void undo(const Journal *journal, const PendingFile *pending, Outcome *outcome)
{
    Err ignored;
    for (size_t i = pending->steps.len; i-- > 0;)
        undo_step(journal, pending, &pending->steps.ptr[i], outcome);
    if (!pending_sync(journal, pending, &ignored))
        fail_step(outcome, STR("."));
    drop_directories(journal, &pending->directories, outcome);
}

/* Removes the files made before any exchange. */
static void abandon(const Journal *journal, const PendingFile *pending, Outcome *outcome)
{
    Err ignored;
    for (size_t i = 0; i < pending->steps.len; i++) {
        Arena scratch = *journal->arena;
        Str name = step_new_name(&scratch, pending, &pending->steps.ptr[i]);
        if (!fs_drop(scratch, &journal->root, name, &ignored))
            fail_step(outcome, name);
    }
    drop_directories(journal, &pending->directories, outcome);
}

/* Removes the old files. */
static void finish(const Journal *journal, const PendingFile *pending, Outcome *outcome)
{
    for (size_t i = 0; i < pending->steps.len; i++) {
        const JournalStep *step = &pending->steps.ptr[i];
        Arena scratch = *journal->arena;
        Journal inner = *journal;
        inner.arena = &scratch;
        Names names = look(&inner, pending, step);
        drop_known(&inner, step, names.new, step->before, outcome);
        drop_known(&inner, step, names.old, step->before, outcome);
    }
    drop_directories(journal, &pending->leaving, outcome);
}

void outcome_put(Buf *said, const Outcome *outcome)
{
    for (size_t i = 0; i < outcome->kept.len; i++)
        buf_printf(said, "%swhat another program wrote meanwhile is kept in '%.*s'",
                   said->len ? "; " : "", STR_ARG(outcome->kept.ptr[i]));
}

void pending_close(const Journal *journal, Outcome *outcome)
{
    if (!outcome->failed.len && !pending_remove(journal))
        fail_step(outcome, STR("."));
}

void pending_end(const Journal *journal, const PendingFile *pending, bool done, Outcome *outcome)
{
    if (done)
        finish(journal, pending, outcome);
    else if (pending->begun)
        undo(journal, pending, outcome);
    else
        abandon(journal, pending, outcome);
}

bool pending_enter_left(const Journal *journal, const PendingFile *pending, const Outcome *outcome,
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
        const JournalStep *step = &pending->steps.ptr[outcome->left.ptr[i]];
        JournalFile file = pending->entry.files.ptr[step->file];
        if (step->kind == STEP_CREATE)
            file.from = (Str){0};
        *VEC_PUSH(journal->arena, &entry.files) = file;
        buf_printf(said, "%s'%.*s' was changed meanwhile, and stays as it is",
                   said->len ? "; " : "", STR_ARG(file.to));
    }
    buf_printf(said, "; fovea edit rollback %llu takes its edit back",
               (unsigned long long)entry.number);
    return journal_write(journal, &entry, err);
}
