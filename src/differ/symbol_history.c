/* History of a symbol or path across renames and moves. Each commit that touches the path is
   compared with its parent, only in that file. If the symbol is new there, the whole commit is
   compared to find its origin; the history then continues at that place. Memory of a comparison is
   freed after each commit. */
#include "differ/symbol_history.h"

#include "git/git_log.h"
#include "query/query.h"
#include "view/diff.h"

/* Commits of more files are not searched for the origin of a symbol. */
#define FILES_MAX 2000
/* Maximum number of changes named of a file or type. */
#define WHAT_SHOWN 4

typedef struct Follow {
    SessionRequest *request;
    const IndexSession *session;
    GitObjects *objects;
    SymbolHistory *history;
    Arena *arena; /* memory of the call */
    Arena work;   /* memory of one commit */
    Str path, qualified;
    bool moved; /* the log must be opened for another path */
    bool ended;
    bool begins;   /* the last commit that was looked at makes the file */
    size_t merges; /* that change the file themselves, and are passed over */
} Follow;

static bool compare(Follow *follow, const GitCommit *commit, bool whole, DiffSides *sides, Err *err)
{
    DiffAsked asked = {.commit = commit->id, .paths = &follow->path, .path_count = whole ? 0 : 1};
    follow->request->arena = &follow->work;
    bool ok =
        diff_sides_of_git(follow->request, follow->session, follow->objects, &asked, sides, err);
    follow->request->arena = follow->arena;
    return ok;
}

static Str qualified_of(Follow *follow, const ChangeSide *side, uint32_t symbol)
{
    return symbol_qualified_name(&follow->work, &side->outline, symbol);
}

static const ChangedFile *file_at(const ChangeSet *set, Str path)
{
    for (size_t i = 0; i < set->files.len; i++)
        if (str_equal(set->files.ptr[i].new.path, path))
            return &set->files.ptr[i];
    return NULL;
}

static const ChangedSymbol *reported_symbol(Follow *follow, const ChangedFile *file)
{
    for (size_t i = 0; file && i < file->symbols.len; i++) {
        const ChangedSymbol *reported = &file->symbols.ptr[i];
        if (reported->new_symbol != SYMBOL_ABSENT &&
            str_equal(qualified_of(follow, &file->new, reported->new_symbol), follow->qualified))
            return reported;
    }
    return NULL;
}

/* ---- entries ---- */

static void copy_texts(Arena *arena, const StrVec *from, StrVec *to)
{
    for (size_t i = 0; i < from->len; i++)
        *VEC_PUSH(arena, to) = str_copy(arena, from->ptr[i]);
}

static HistoryEntry *add_entry(Follow *follow, const GitCommit *commit)
{
    Arena *arena = follow->arena;
    HistoryEntry *entry = VEC_PUSH(arena, &follow->history->entries);
    entry->commit = str_copy(arena, commit->id);
    entry->author = str_copy(arena, commit->author_name);
    entry->summary = str_copy(arena, commit->summary);
    entry->time = commit->time;
    entry->path = str_copy(arena, follow->path);
    entry->qualified = str_copy(arena, follow->qualified);
    return entry;
}

/* Continues at the symbol's former name and path. */
static void go_back(Follow *follow, const ChangeSet *set, const ChangedSymbol *reported,
                    HistoryEntry *entry)
{
    const ChangeSide *old = &set->files.ptr[reported->old_file].old;
    Str qualified = qualified_of(follow, old, reported->old_symbol);
    if (!str_equal(qualified, follow->qualified))
        entry->old_qualified = follow->qualified = str_copy(follow->arena, qualified);
    if (str_equal(old->path, follow->path))
        return;
    entry->old_path = follow->path = str_copy(follow->arena, old->path);
    follow->moved = true;
}

static void take_symbol(Follow *follow, const GitCommit *commit, const ChangeSet *set,
                        const ChangedSymbol *reported)
{
    HistoryEntry *entry = add_entry(follow, commit);
    entry->kind = reported->kind;
    entry->similarity = reported->similarity;
    copy_texts(follow->arena, &reported->breaking, &entry->breaking);
    copy_texts(follow->arena, &reported->what, &entry->what);
    if (reported->old_symbol != SYMBOL_ABSENT)
        go_back(follow, set, reported, entry);
    else
        follow->ended = true;
}

/* Adds an entry for changes of the file, or of members of the symbol. */
static void take_parts(Follow *follow, const GitCommit *commit, const ChangedFile *file)
{
    HistoryEntry *entry = NULL;
    const uint32_t *order = diff_symbol_order(&follow->work, file);
    size_t more = 0;
    for (size_t i = 0; i < file->symbols.len; i++) {
        const ChangedSymbol *reported = &file->symbols.ptr[order[i]];
        bool gone = reported->new_symbol == SYMBOL_ABSENT;
        const ChangeSide *side = gone ? &file->old : &file->new;
        Str name = qualified_of(follow, side, gone ? reported->old_symbol : reported->new_symbol);
        bool inside = !follow->qualified.len ||
                      (str_starts(name, follow->qualified) && name.len > follow->qualified.len &&
                       !byte_is_word(name.ptr[follow->qualified.len]));
        if (!inside)
            continue;
        if (!entry)
            entry = add_entry(follow, commit);
        Str kind = change_kind_name(reported->kind);
        if (entry->what.len < WHAT_SHOWN)
            *VEC_PUSH(follow->arena, &entry->what) =
                str_format(follow->arena, "%.*s %.*s", STR_ARG(kind), STR_ARG(name));
        else
            more++;
    }
    if (more)
        *VEC_PUSH(follow->arena, &entry->what) = str_format(follow->arena, "%zu more", more);
    if (!entry && !follow->qualified.len)
        add_entry(follow, commit);
}

/* Adds an entry for a commit whose contents were not compared. */
static void take_unseen(Follow *follow, const GitCommit *commit, const ChangedFile *file)
{
    HistoryEntry *entry = add_entry(follow, commit);
    *VEC_PUSH(follow->arena, &entry->what) =
        str_format(follow->arena, "not looked at: %.*s", STR_ARG(file->unseen));
}

/* ---- commits ---- */

static bool is_new(const ChangedSymbol *reported)
{
    return reported->kind == CHANGE_ADDED || reported->kind == CHANGE_EXTRACTED;
}

/* Adds the entry of a commit for a whole file. */
static bool take_file(Follow *follow, const GitCommit *commit, const DiffSides *sides, Err *err)
{
    const ChangedFile *file = file_at(&sides->set, follow->path);
    DiffSides whole = {0};
    if (!file)
        return true;
    follow->begins = file->status == CHANGE_FILE_ADDED;
    if (file->unseen.len) {
        take_unseen(follow, commit, file);
        return true;
    }
    if (file->status == CHANGE_FILE_ADDED && commit->parents.len) {
        if (!compare(follow, commit, true, &whole, err))
            return false;
        file = file_at(&whole.set, follow->path);
    }
    take_parts(follow, commit, file);
    follow->ended = file->status == CHANGE_FILE_ADDED;
    if (file->status != CHANGE_FILE_RENAMED)
        return true;
    HistoryEntry *entry = &follow->history->entries.ptr[follow->history->entries.len - 1];
    entry->old_path = follow->path = str_copy(follow->arena, file->old.path);
    follow->moved = true;
    return true;
}

static bool take_commit(Follow *follow, const GitCommit *commit, Err *err)
{
    DiffSides sides = {0}, whole = {0};
    arena_reset(&follow->work);
    if (!compare(follow, commit, false, &sides, err))
        return false;
    if (!follow->qualified.len)
        return take_file(follow, commit, &sides, err);
    const ChangeSet *set = &sides.set;
    const ChangedFile *file = file_at(set, follow->path);
    follow->begins = file && file->status == CHANGE_FILE_ADDED;
    const ChangedSymbol *reported = reported_symbol(follow, file);
    if (reported && is_new(reported) && commit->parents.len) {
        if (!compare(follow, commit, true, &whole, err))
            return false;
        bool all = whole.set.files.len <= FILES_MAX;
        set = all ? &whole.set : set;
        file = file_at(set, follow->path);
        reported = reported_symbol(follow, file);
    }
    if (file && file->unseen.len)
        take_unseen(follow, commit, file);
    else if (reported)
        take_symbol(follow, commit, set, reported);
    else if (file && file->status == CHANGE_FILE_RENAMED) {
        follow->path = str_copy(follow->arena, file->old.path);
        follow->moved = true;
    } else if (file)
        take_parts(follow, commit, file);
    return true;
}

static void say_end(Follow *follow, const GitLog *log)
{
    switch (git_log_end(log)) {
    case GIT_LOG_SHALLOW:
        follow->history->end = STR("the clone is shallow: git fetch --unshallow brings the rest");
        break;
    case GIT_LOG_MOST: follow->history->end = STR("the limit of commits was reached"); break;
    default: break;
    }
}

/* A file that was made once more has older commits, which are another file's. */
static bool say_older(Follow *follow, GitLog *log, Err *err)
{
    GitCommit commit;
    bool more = false;
    if (!follow->ended || !follow->begins || follow->history->end.len)
        return true;
    if (!git_log_next(log, follow->arena, &commit, &more, err))
        return false;
    if (more)
        follow->history->end = STR("the path had a file before, which was deleted: git log "
                                   "-- PATH lists its commits");
    return true;
}

/* Follows one path until it changes or everything is found; *from is the commit at which to
   continue. */
static bool follow_path(Follow *follow, Str *from, Err *err)
{
    Arena own SCOPED(arena_close) = {0};
    GitLog *log SCOPED(git_log_close) = NULL;
    GitLogOptions options = {.from = *from, .path = follow->path};
    bool more = true;
    arena_open(&own, 0);
    follow->moved = false;
    if (!git_log_open(follow->objects, &own, &options, &log, err))
        return false;
    while (!follow->moved && !follow->ended) {
        GitCommit commit;
        if (!git_log_next(log, follow->arena, &commit, &more, err))
            return false;
        if (!more)
            break;
        if (follow->history->entries.len >= follow->history->most) {
            follow->history->end =
                session_hint(follow->request, STR("there is more: --limit shows it"));
            follow->ended = true;
            break;
        }
        follow->history->looked++;
        if (commit.parents.len > 1) {
            follow->merges++;
            continue;
        }
        if (!take_commit(follow, &commit, err))
            return false;
        if (session_is_cancelled(follow->request))
            return err_interrupted(err);
        *from = commit.parents.len ? commit.parents.ptr[0] : commit.id;
    }
    if (!more)
        say_end(follow, log);
    follow->ended |= !more;
    return say_older(follow, log, err);
}

bool symbol_history_find(SessionRequest *request, const IndexSession *session,
                         SymbolHistory *history, Err *err)
{
    GitObjects *objects SCOPED(git_objects_close) = NULL;
    Str from = STR("HEAD");
    if (!git_objects_open(request->arena, &session->repo, &objects, err))
        return false;
    Follow follow = {.request = request,
                     .session = session,
                     .objects = objects,
                     .history = history,
                     .arena = request->arena,
                     .path = history->path,
                     .qualified = history->qualified};
    bool ok = true;
    arena_open(&follow.work, 0);
    while (ok && !follow.ended)
        ok = follow_path(&follow, &from, err);
    if (!history->end.len && follow.merges)
        history->end =
            str_format(request->arena,
                       "%zu merge%s that change%s the file %s not looked into: git log "
                       "-m shows %s",
                       follow.merges, follow.merges == 1 ? "" : "s", follow.merges == 1 ? "s" : "",
                       follow.merges == 1 ? "is" : "are", follow.merges == 1 ? "it" : "them");
    if (!history->end.len && git_objects_are_replaced(objects, request->arena))
        history->end = STR(GIT_REPLACED_NOTE);
    arena_close(&follow.work);
    return ok;
}

/* ---- the question ---- */

bool symbol_history_choose(SessionRequest *request, IndexSession *session, Str text,
                           HistorySubject *subject, Err *err)
{
    uint32_t symbol;
    *subject = (HistorySubject){.first = 1};
    if (catalog_find_file(session->catalog, text) != FILE_NOWHERE) {
        subject->path = text;
        return true;
    }
    if (!query_declaration(request, session, text, &symbol, err))
        return false;
    SymbolPlace place = catalog_place(session->catalog, symbol);
    subject->path = str_copy(request->arena, session->catalog->files.ptr[place.file].path);
    if (!place.index)
        return true;
    const Entry *entry = catalog_entry(session->catalog, symbol);
    subject->qualified = catalog_qualified_name(session->catalog, request->arena, symbol);
    subject->first = entry->start_line;
    subject->last = entry->end_line;
    return true;
}
