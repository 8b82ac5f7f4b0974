/* A commit, a rollback and a redo are the same transaction: a set of edits, the journal entry, and
   its latest step. To undo a step, before and after are swapped and merged with the current files,
   like any edit. */
#include "edit/transaction.h"

#include "base/fs.h"
#include "edit/transaction_state.h"

#include <time.h>
#include <unistd.h>

/* A file may be saved during a commit: it is then merged again, after a pause that doubles each
   time. Editors need some milliseconds to save. */
#define COMMIT_TRIES 6
#define COMMIT_PAUSE_MS 5

static uint64_t make_nonce(void)
{
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    const uint64_t parts[] = {(uint64_t)now.tv_sec, (uint64_t)now.tv_nsec, (uint64_t)getpid()};
    return hash_fast((Str){(const char *)parts, sizeof parts});
}

static void pause_before(unsigned try)
{
    const struct timespec pause = {.tv_nsec = (COMMIT_PAUSE_MS * 1000000L) << try};
    nanosleep(&pause, NULL);
}

/* Joins sentences for the user. */
static Str join_notes(Arena *arena, Str a, Str b)
{
    return a.len && b.len ? str_format(arena, "%.*s; %.*s", STR_ARG(a), STR_ARG(b)) : a.len ? a : b;
}

/* A transaction to carry out, and its journal entry. */
typedef struct Order {
    const EditSet *set;
    const JournalFile *origins;
    JournalEntry entry; /* without files */
    bool is_new;        /* of a commit: its number is the next one */
    EditStrVec leaving;
} Order;

static bool attempt(const Journal *journal, const Order *order, PendingFile *pending,
                    EditRefusalVec *refused, Str *said, Err *err)
{
    JournalEntryVec entries;
    *refused = (EditRefusalVec){0};
    *pending = (PendingFile){.entry = order->entry, .leaving = order->leaving};
    if (!journal_list(journal->arena, journal, &entries, err))
        return false;
    uint64_t number = journal_next(&entries, &pending->entry.turn);
    if (order->is_new)
        pending->entry.number = number;
    pending->entry.nonce = make_nonce();
    if (order->is_new && !pending->entry.task)
        pending->entry.task = pending->entry.nonce;
    if (!plan_make(journal, order->set, order->origins, pending, refused, err) || refused->len)
        return false;
    return backup_put(journal, &pending->contents, err) && pending_run(journal, pending, said, err);
}

/* Carries out an order. On failure either *refused has the reasons, or *err. */
static bool carry_out(const Journal *journal, const Order *order, EditCommit *done,
                      EditRefusalVec *refused, Err *err)
{
    Str said = {0};
    PendingFile pending;
    Err failed = {0};
    bool carried = false, raced = true;
    for (unsigned i = 0; !carried && raced && i < COMMIT_TRIES; i++) {
        Str more = {0};
        failed = (Err){0};
        if (i)
            pause_before(i);
        carried = attempt(journal, order, &pending, refused, &more, &failed);
        said = join_notes(journal->arena, said, more);
        raced = failed.code == ERR_STALE;
    }
    if (!carried && !refused->len)
        *err = failed;
    if (!carried && !refused->len && said.len)
        err_hint(err, "%.*s", STR_ARG(said));
    if (carried) {
        Str pruned = {0};
        backup_prune(journal->arena, journal, &pruned);
        said = join_notes(journal->arena, said, pruned);
        journal_show(journal->arena, &pending.entry, done);
    }
    done->note = said;
    return carried;
}

/* Opens the journal, and ends an interrupted transaction. */
static bool open_recovered(Arena *arena, const EditPlace *place, Journal *journal, Str *said,
                           Err *err)
{
    *said = (Str){0};
    return journal_open(arena, place, journal, err) && pending_recover(journal, said, err);
}

bool edit_recover(Arena *arena, const EditPlace *place, Str *said, Err *err)
{
    Journal journal SCOPED(journal_close) = {.root.fd = -1, .lock = -1};
    *said = (Str){0};
    return !fs_is_directory(arena, place->state) ||
           open_recovered(arena, place, &journal, said, err);
}

/* A refusal's sentence as a clause: without capital and full stop. */
static Str as_clause(Arena *arena, Str sentence)
{
    Str clause = str_ends(sentence, STR(".")) ? str_slice(sentence, 0, sentence.len - 1) : sentence;
    return str_join(arena, str_lower(arena, str_slice(clause, 0, 1)), str_from_offset(clause, 1));
}

static bool fail_refused(Arena *arena, const EditRefusal *refusal, size_t count, Err *err)
{
    bool denied = refusal->reason == EDIT_OUTSIDE;
    Str path = str_slice(refusal->path, 0, PATH_SHOWN_BYTES);
    Str why = as_clause(arena, refusal->message);
    err_set(err, denied ? ERR_NOT_FOUND : ERR_STALE, "'%.*s': %.*s", STR_ARG(path), STR_ARG(why));
    if (refusal->reason == EDIT_STALE)
        err_is(err, ERR_CHANGED);
    return err_hint(err, "%s%s", count > 1 ? "other files have conflicts, too; " : "",
                    denied ? "nothing was changed" : "nothing was changed; read the file again");
}

bool edit_commit(Arena *arena, const EditPlace *place, const EditSet *set, Str description,
                 EditCommit *done, Err *err)
{
    Journal journal SCOPED(journal_close) = {.root.fd = -1, .lock = -1};
    EditRefusalVec refused = {0};
    Str said;
    *done = (EditCommit){0};
    if (set->refused.len)
        return fail_refused(arena, set->refused.ptr, set->refused.len, err);
    if (!open_recovered(arena, place, &journal, &said, err))
        return false;
    Order order = {.set = set, .is_new = true};
    order.entry.time = (int64_t)time(NULL);
    order.entry.description = description;
    order.entry.task = set->task;
    bool carried = carry_out(&journal, &order, done, &refused, err);
    done->note = join_notes(arena, said, done->note);
    done->conflicts = refused;
    return carried || (refused.len ? fail_refused(arena, refused.ptr, refused.len, err) : false);
}

bool edit_log(Arena *arena, const EditPlace *place, EditCommitVec *commits, Err *err)
{
    Journal journal SCOPED(journal_close) = {.root.fd = -1, .lock = -1};
    JournalEntryVec entries;
    Str said;
    *commits = (EditCommitVec){0};
    if (!fs_is_directory(arena, place->state))
        return true;
    if (!open_recovered(arena, place, &journal, &said, err) ||
        !journal_list(arena, &journal, &entries, err))
        return false;
    for (size_t i = 0; i < entries.len; i++)
        journal_show(arena, &entries.ptr[i], VEC_PUSH(arena, commits));
    return true;
}

/* ---- rollback and redo ---- */

static bool fail_missing(Str id, bool redo, Err *err)
{
    if (id.len)
        err_set(err, ERR_NOT_FOUND, "there is no edit '%.*s'", STR_ARG(str_slice(id, 0, 40)));
    else
        err_set(err, ERR_NOT_FOUND, "there is no edit to be %s", redo ? "redone" : "taken back");
    return err_hint(err, "fovea edit log lists the edits of this root");
}

/* Chooses the entry: a rollback takes the newest commit in effect, a redo the latest rollback. */
static bool choose(const JournalEntryVec *entries, Str id, bool redo, const JournalEntry **chosen,
                   Err *err)
{
    uint64_t number = 0;
    *chosen = NULL;
    if (id.len && !str_parse_u64(id, &number))
        return fail_missing(id, redo, err);
    for (size_t i = 0; i < entries->len; i++) {
        const JournalEntry *entry = &entries->ptr[i];
        if (id.len ? entry->number == number
                   : entry->rolled_back == redo &&
                         (!*chosen || (redo && entry->turn > (*chosen)->turn)))
            *chosen = entry;
    }
    if (!*chosen)
        return fail_missing(id, redo, err);
    if ((*chosen)->rolled_back == redo)
        return true;
    err_set(err, ERR_FAILED, redo ? "edit %llu is in effect" : "edit %llu is taken back already",
            (unsigned long long)number);
    return err_hint(err,
                    redo ? "fovea edit rollback %llu takes it back"
                         : "fovea edit redo %llu applies it again",
                    (unsigned long long)number);
}

/* The inverse of an entry's latest step. */
static bool invert(const Journal *journal, const JournalEntry *entry, EditSet *set,
                   JournalFileVec *origins, Err *err)
{
    Arena *arena = journal->arena;
    for (size_t i = 0; i < entry->files.len; i++) {
        JournalFile file = entry->files.ptr[i], inverse = file;
        inverse.from = file.to;
        inverse.to = file.from;
        EditFile edit = {.status = journal_status(&inverse)};
        edit.path = edit.status == EDIT_DELETED ? inverse.from : inverse.to;
        edit.old_path = edit.status == EDIT_MOVED ? inverse.from : (Str){0};
        if ((inverse.from.len && !backup_get(arena, journal, file.after, &edit.before, err)) ||
            (inverse.to.len && !backup_get(arena, journal, file.before, &edit.after, err)))
            return false;
        *VEC_PUSH(arena, &set->files) = edit;
        *VEC_PUSH(arena, origins) = inverse;
    }
    return true;
}

static bool fail_conflicts(Arena *arena, const EditRefusalVec *conflicts, bool redo, Err *err)
{
    const EditRefusal *first = conflicts->ptr;
    Str path = str_slice(first->path, 0, PATH_SHOWN_BYTES);
    Str why = as_clause(arena, first->message);
    err_set(err, ERR_STALE, "cannot %s: '%.*s': %.*s",
            redo ? "redo the edit" : "take the edit back", STR_ARG(path), STR_ARG(why));
    return err_hint(err, "nothing was changed; resolve it in the file, or keep what is there");
}

/* The transaction that undoes an entry's latest step. */
typedef struct Turn {
    Str id;
    bool redo;
    EditSet set;
    JournalFileVec origins;
    Order order;
} Turn;

static bool plan_turn(const Journal *journal, Turn *turn, Err *err)
{
    JournalEntryVec entries;
    const JournalEntry *chosen;
    if (!journal_list(journal->arena, journal, &entries, err) ||
        !choose(&entries, turn->id, turn->redo, &chosen, err) ||
        !invert(journal, chosen, &turn->set, &turn->origins, err))
        return false;
    turn->order = (Order){.set = &turn->set, .origins = turn->origins.ptr, .entry = *chosen};
    turn->order.entry.files = (JournalFileVec){0};
    turn->order.entry.rolled_back = !turn->redo;
    if (!turn->redo)
        turn->order.leaving = chosen->directories;
    return true;
}

static bool turn_over(Arena *arena, const EditPlace *place, Turn *turn, EditCommit *done,
                      EditRefusalVec *conflicts, Err *err)
{
    Journal journal SCOPED(journal_close) = {.root.fd = -1, .lock = -1};
    Str said;
    *done = (EditCommit){0};
    *conflicts = (EditRefusalVec){0};
    if (!fs_is_directory(arena, place->state))
        return fail_missing(turn->id, turn->redo, err);
    if (!open_recovered(arena, place, &journal, &said, err) || !plan_turn(&journal, turn, err))
        return false;
    bool carried = carry_out(&journal, &turn->order, done, conflicts, err);
    done->note = join_notes(arena, said, done->note);
    return carried || (conflicts->len ? fail_conflicts(arena, conflicts, turn->redo, err) : false);
}

/* A commit of the task could not be turned over: the ones before it are turned back. */
static bool turn_back(Arena *arena, const EditPlace *place, const EditStrVec *ids, size_t count,
                      bool redo, Err *err)
{
    EditRefusalVec ignored;
    EditCommit back;
    Err why = {0};
    bool all = true;
    for (size_t i = count; i > 0; i--) {
        Turn turn = {.id = ids->ptr[i - 1], .redo = !redo};
        all &= turn_over(arena, place, &turn, &back, &ignored, &why);
    }
    return all ? false
               : err_hint(err, "other edits of the task are %s already: fovea edit log lists them",
                          redo ? "in effect" : "taken back");
}

/* The commits to be turned over: the named one, or the newest with the others of its task, in the
   order in which each takes the state that the one before it leaves. */
static bool list_task(Arena *arena, const EditPlace *place, Turn *turn, EditStrVec *ids, Err *err)
{
    EditCommitVec commits;
    const EditCommit *newest = NULL;
    bool redo = turn->redo;
    *VEC_PUSH(arena, ids) = turn->id;
    if (turn->id.len)
        return true;
    if (!edit_log(arena, place, &commits, err))
        return false;
    for (size_t i = 0; i < commits.len; i++) {
        const EditCommit *one = &commits.ptr[i];
        if (one->rolled_back == redo && (!newest || (redo && one->turn > newest->turn)))
            newest = one;
    }
    if (!newest || !newest->task)
        return true;
    ids->len = 0;
    for (size_t i = 0; i < commits.len; i++) {
        const EditCommit *one = &commits.ptr[redo ? commits.len - 1 - i : i];
        if (one->task == newest->task && one->rolled_back == redo)
            *VEC_PUSH(arena, ids) = one->id;
    }
    return true;
}

static void add_files(Arena *arena, EditFileVec *files, const EditFileVec *more)
{
    for (size_t i = 0; i < more->len; i++) {
        bool known = false;
        for (size_t j = 0; j < files->len; j++)
            known |= str_equal(files->ptr[j].path, more->ptr[i].path);
        if (!known)
            *VEC_PUSH(arena, files) = more->ptr[i];
    }
}

static bool turn_task(Arena *arena, const EditPlace *place, Turn *turn, EditCommit *done,
                      EditRefusalVec *conflicts, Err *err)
{
    EditStrVec ids = {0};
    Str said;
    *done = (EditCommit){0};
    *conflicts = (EditRefusalVec){0};
    if (!edit_recover(arena, place, &said, err) || !list_task(arena, place, turn, &ids, err))
        return false;
    for (size_t i = 0; i < ids.len; i++) {
        EditCommit one;
        Turn next = {.id = ids.ptr[i], .redo = turn->redo};
        if (!turn_over(arena, place, &next, i ? &one : done, conflicts, err))
            return turn_back(arena, place, &ids, i, turn->redo, err);
        if (!i)
            continue;
        *VEC_PUSH(arena, &done->others) = one.id;
        add_files(arena, &done->files, &one.files);
        done->note = join_notes(arena, done->note, one.note);
    }
    done->note = join_notes(arena, said, done->note);
    return true;
}

bool edit_rollback(Arena *arena, const EditPlace *place, Str id, EditCommit *done,
                   EditRefusalVec *conflicts, Err *err)
{
    Turn turn = {.id = id};
    return turn_task(arena, place, &turn, done, conflicts, err);
}

bool edit_redo(Arena *arena, const EditPlace *place, Str id, EditCommit *done,
               EditRefusalVec *conflicts, Err *err)
{
    Turn turn = {.id = id, .redo = true};
    return turn_task(arena, place, &turn, done, conflicts, err);
}
