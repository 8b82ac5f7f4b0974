/* The state directory of a root holds `commits/N`, one entry each; `contents/HASH`; `pending`, the
   transaction in progress; `kept`, files that another program saved during one; `lock`; and `root`,
   its path, for people. Files are replaced atomically, so a kill leaves the old one or the new
   one. */
#include "edit/transaction_state.h"

#include "base/fs.h"
#include "base/fs_output.h"
#include "base/fs_private.h"
#include "base/path.h"

#include <errno.h>

/* Entries beyond EDIT_COMMITS_KEPT are dropped at the end of each commit; twice as many for files
   that a crash left. */
#define ENTRY_NAMES_MAX ((size_t)100 * EDIT_COMMITS_KEPT)

Str edit_state_directory(Arena *arena, Str root)
{
    EditHash hash;
    Str state = fs_environment("XDG_STATE_HOME"), home = fs_environment("HOME");
    hash_content(STR("root"), root, hash);
    Buf path = buf_open(arena, 0);
    if (path_is_absolute(state))
        buf_put(&path, state);
    else if (path_is_absolute(home))
        buf_printf(&path, "%.*s/.local/state", STR_ARG(home));
    else
        return (Str){0};
    buf_put(&path, STR("/fovea/edits/"));
    buf_put_hex(&path, (Str){hash, sizeof hash});
    return buf_str(&path);
}

static bool fail_state(Str state, Err *err)
{
    int cause = errno;
    err_set(err, ERR_FAILED, "cannot use the directory for backups '%.*s': %s",
            (int)MIN(state.len, PATH_SHOWN_BYTES), state.ptr, strerror(cause));
    return fs_hint(cause, err);
}

static bool make_state(Arena *arena, const EditPlace *place, Err *err)
{
    static const char *const folders[] = {"commits", "contents", "kept"};
    if (!place->state.len) {
        err_set(err, ERR_FAILED,
                "there is no place for backups: neither HOME nor XDG_STATE_HOME "
                "is set");
        return err_hint(err, "set XDG_STATE_HOME to a directory of yours");
    }
    for (size_t i = 0; i < COUNT(folders); i++)
        if (fs_fault() ||
            !fs_make_directories(*arena, path_join(arena, place->state, str_from(folders[i]))))
            return fail_state(place->state, err);
    if (!fs_is_private(*arena, place->state)) {
        err_set(err, ERR_FAILED, "others can write to the directory for backups '%.*s'",
                (int)MIN(place->state.len, PATH_SHOWN_BYTES), place->state.ptr);
        return err_hint(err, "remove it, or set XDG_STATE_HOME to a directory of yours");
    }
    return true;
}

/* Writes the path of the journal's root. */
static bool write_root(Arena *arena, const EditPlace *place, Err *err)
{
    Str path = path_join(arena, place->state, STR("root"));
    return fs_has_bytes(*arena, path) ||
           fs_write_atomic(*arena, path, str_join(arena, place->root, STR("\n")), 0600, err);
}

/* Removes partly written files that a kill left. */
static void remove_temporaries(const Journal *journal)
{
    Arena scratch = *journal->arena;
    Str *names = NULL;
    size_t count = 0;
    if (!fs_list_names(&scratch, journal->state, ENTRY_NAMES_MAX, &names, &count))
        return;
    for (size_t i = 0; i < count; i++)
        if (str_starts(names[i], STR("pending.")) || str_starts(names[i], STR("root.")))
            (void)fs_remove_own(scratch, path_join(&scratch, journal->state, names[i]));
}

bool journal_open(Arena *arena, const EditPlace *place, Journal *journal, Err *err)
{
    *journal = (Journal){.arena = arena, .state = place->state, .root.fd = -1, .lock = -1};
    if (!make_state(arena, place, err))
        return false;
    journal->lock = fs_lock_take(*arena, path_join(arena, place->state, STR("lock")), EDIT_LOCK_MS);
    if (journal->lock >= 0) {
        remove_temporaries(journal);
        return write_root(arena, place, err) &&
               fs_root_open(arena, place->root, &journal->root, err);
    }
    if (errno != EWOULDBLOCK)
        return fail_state(place->state, err);
    err_set(err, ERR_STALE, "another process is changing files of this root");
    return err_hint(err, "try again when it is done");
}

void journal_close(Journal *journal)
{
    fs_root_close(&journal->root);
    fs_lock_release(&journal->lock);
}

/* ---- entries ---- */

static Str entry_path(Arena *arena, const Journal *journal, uint64_t number)
{
    return str_format(arena, "%.*s/commits/%llu", STR_ARG(journal->state),
                      (unsigned long long)number);
}

bool journal_find(Arena *arena, const Journal *journal, uint64_t number, JournalEntry *entry,
                  bool *found, Err *err)
{
    Str bytes;
    if (!fs_read_own(arena, entry_path(arena, journal, number), EDIT_ENTRY_BYTES_MAX, &bytes, found,
                     err))
        return false;
    *found = *found && record_take_entry(arena, bytes, entry) && entry->number == number;
    return true;
}

static int compare_entries(const void *a, const void *b)
{
    uint64_t left = ((const JournalEntry *)a)->number, right = ((const JournalEntry *)b)->number;
    return left < right ? 1 : left > right ? -1 : 0;
}

bool journal_list(Arena *arena, const Journal *journal, JournalEntryVec *entries, Err *err)
{
    Str *names = NULL, directory = path_join(arena, journal->state, STR("commits"));
    size_t count = 0;
    *entries = (JournalEntryVec){0};
    if (!fs_list_names(arena, directory, ENTRY_NAMES_MAX, &names, &count))
        return fs_is_directory(arena, directory) ? fail_state(directory, err) : true;
    for (size_t i = 0; i < count; i++) {
        JournalEntry entry;
        uint64_t number;
        bool found;
        if (!str_parse_u64(names[i], &number)) {
            (void)fs_remove_own(*arena, path_join(arena, directory, names[i])); /* left by a
                                                                                   crash */
            continue;
        }
        if (!journal_find(arena, journal, number, &entry, &found, err))
            return false;
        if (found)
            *VEC_PUSH(arena, entries) = entry;
    }
    if (entries->len)
        qsort(entries->ptr, entries->len, sizeof *entries->ptr, compare_entries);
    return true;
}

uint64_t journal_next(const JournalEntryVec *entries, uint64_t *turn)
{
    *turn = 1;
    for (size_t i = 0; i < entries->len; i++)
        *turn = MAX(*turn, entries->ptr[i].turn + 1);
    return entries->len ? entries->ptr[0].number + 1 : 1;
}

static bool sync_commits(const Journal *journal)
{
    Arena scratch = *journal->arena;
    return fs_sync_directory(scratch, path_join(&scratch, journal->state, STR("commits")));
}

bool journal_remove(const Journal *journal, uint64_t number)
{
    Arena scratch = *journal->arena;
    return fs_remove_own(scratch, entry_path(&scratch, journal, number));
}

/* Restores the previous entry. */
static bool restore(const Journal *journal, Arena scratch, uint64_t number, Str former,
                    bool existed)
{
    Err ignored;
    Str path = entry_path(&scratch, journal, number);
    return existed ? fs_write_atomic(scratch, path, former, 0600, &ignored)
                   : fs_remove_own(scratch, path);
}

bool journal_write(const Journal *journal, const JournalEntry *entry, Err *err)
{
    Arena scratch SCOPED(arena_close) = {0};
    Str former = {0};
    bool existed;
    arena_open(&scratch, 0);
    Str path = entry_path(&scratch, journal, entry->number);
    if (!fs_read_own(&scratch, path, EDIT_ENTRY_BYTES_MAX, &former, &existed, err) ||
        !fs_write_atomic(scratch, path, record_put_entry(&scratch, entry), 0600, err))
        return false;
    if (sync_commits(journal))
        return true;
    int cause = errno;
    if (!restore(journal, scratch, entry->number, former, existed))
        return true; /* every reader sees it now */
    errno = cause;
    return fail_state(journal->state, err);
}

/* ---- the pending transaction ---- */

static Str pending_path(Arena *arena, const Journal *journal)
{
    return path_join(arena, journal->state, STR("pending"));
}

bool pending_read(Arena *arena, const Journal *journal, PendingFile *pending, bool *found, Err *err)
{
    Str bytes, path = pending_path(arena, journal);
    if (!fs_read_own(arena, path, EDIT_ENTRY_BYTES_MAX, &bytes, found, err))
        return false;
    if (!*found || record_take_pending(arena, bytes, pending))
        return true;
    err_set(err, ERR_FAILED, "the journal of an interrupted edit is damaged: '%.*s'",
            (int)MIN(path.len, PATH_SHOWN_BYTES), path.ptr);
    return err_hint(err, "files named .fovea-* have what its files held: put back what you need, "
                         "then remove the journal");
}

bool pending_write(const Journal *journal, const PendingFile *pending, Err *err)
{
    Arena scratch SCOPED(arena_close) = {0};
    arena_open(&scratch, 0);
    return fs_write_atomic(scratch, pending_path(&scratch, journal),
                           record_put_pending(&scratch, pending), 0600, err) &&
           (fs_sync_directory(scratch, journal->state) || fail_state(journal->state, err));
}

bool pending_remove(const Journal *journal)
{
    Arena scratch = *journal->arena;
    return fs_remove_own(scratch, pending_path(&scratch, journal));
}

/* ---- for users ---- */

EditStatus journal_status(const JournalFile *file)
{
    return !file->from.len                   ? EDIT_CREATED
           : !file->to.len                   ? EDIT_DELETED
           : str_equal(file->from, file->to) ? EDIT_CHANGED
                                             : EDIT_MOVED;
}

void journal_show(Arena *arena, const JournalEntry *entry, EditCommit *commit)
{
    *commit = (EditCommit){
        .id = str_format(arena, "%llu", (unsigned long long)entry->number),
        .description = entry->description,
        .task = entry->task,
        .turn = entry->turn,
        .time = entry->time,
        .rolled_back = entry->rolled_back,
    };
    for (size_t i = 0; i < entry->files.len; i++) {
        JournalFile file = entry->files.ptr[i];
        if (entry->rolled_back) {
            Str to = file.to;
            file.to = file.from;
            file.from = to;
        }
        EditStatus status = journal_status(&file);
        *VEC_PUSH(arena, &commit->files) = (EditFile){
            .status = status,
            .path = status == EDIT_DELETED ? file.from : file.to,
            .old_path = status == EDIT_MOVED ? file.from : (Str){0},
            .start = file.start,
            .end = file.end,
        };
    }
}
