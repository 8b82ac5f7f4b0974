/* After a kill, the entry in the journal says whether the commit point was reached: then the
   transaction is finished, else undone. */
#include "edit/transaction_state.h"

/* At most this many files are named in a message. */
#define PATHS_SAID 3

static void put_paths(Buf *out, const PendingFile *pending)
{
    for (size_t i = 0; i < MIN(pending->entry.files.len, PATHS_SAID); i++) {
        const JournalFile *file = &pending->entry.files.ptr[i];
        Str path = file->to.len ? file->to : file->from;
        buf_printf(out, "%s'%.*s'", i ? ", " : "", STR_ARG(path));
    }
    if (pending->entry.files.len > PATHS_SAID)
        buf_printf(out, " and %zu more", pending->entry.files.len - PATHS_SAID);
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
    PendingFile pending;
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
    pending_end(&work, &pending, done, &outcome);
    outcome_put(&text, &outcome);
    if (!pending_enter_left(journal, &pending, &outcome, &text, err))
        return false;
    pending_close(journal, &outcome);
    *said = buf_str(&text);
    return !outcome.failed.len || fail_recovery(&outcome, err);
}
