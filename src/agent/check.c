/* The edits become the two sides of a diff, as for `fovea diff`, with texts from memory. The index
   is optional: if it is missing, out of date or damaged, its checks are skipped and the report says
   so. */
#include "agent/check_state.h"

#include "base/path.h"
#include "session/answer.h"

#include <stdlib.h>

typedef struct CheckCall {
    SessionRequest request;
    Arena *arena;
    const EditSet *set;
    CheckReport *report;
} CheckCall;

/* ---- the two sides ---- */

static int by_path(const void *a, const void *b)
{
    const EditFile *x = *(const EditFile *const *)a, *y = *(const EditFile *const *)b;
    return str_compare(x->path, y->path);
}

static ChangeStatus status_of(EditStatus status)
{
    static const ChangeStatus all[EDIT_STATUS_COUNT] = {
        [EDIT_CHANGED] = CHANGE_FILE_MODIFIED,
        [EDIT_CREATED] = CHANGE_FILE_ADDED,
        [EDIT_DELETED] = CHANGE_FILE_REMOVED,
        [EDIT_MOVED] = CHANGE_FILE_RENAMED,
    };
    return all[status];
}

static void put_file(Checking *checking, const EditFile *edit)
{
    Arena *arena = checking->request->arena;
    ChangedFile *file = VEC_PUSH(arena, &checking->sides.set.files);
    Str path = str_join(arena, checking->prefix, edit->path);
    Str old = edit->status == EDIT_MOVED ? str_join(arena, checking->prefix, edit->old_path) : path;
    bool had = edit->status != EDIT_CREATED, has = edit->status != EDIT_DELETED;
    *file =
        (ChangedFile){.status = status_of(edit->status),
                      .old = {.path = had ? old : (Str){0}, .text = had ? edit->before : (Str){0}},
                      .new = {.path = has ? path : (Str){0}, .text = has ? edit->after : (Str){0}},
                      .old_mode = had ? GIT_MODE_FILE : 0,
                      .new_mode = has ? GIT_MODE_FILE : 0};
}

static void put_files(Checking *checking)
{
    const EditFileVec *files = &checking->edits->files;
    const EditFile **sorted = NEW(checking->request->arena, const EditFile *, files->len);
    for (size_t i = 0; i < files->len; i++)
        sorted[i] = &files->ptr[i];
    if (files->len)
        qsort(sorted, files->len, sizeof *sorted, by_path);
    for (size_t i = 0; i < files->len; i++)
        put_file(checking, sorted[i]);
}

/* ---- the index ---- */

/* Sets the prefix that turns a path of the root into one of the repository. False if the root is
   outside it. */
static bool find_prefix(Checking *checking, const IndexSession *session)
{
    SessionRequest *request = checking->request;
    Str given = request->policy.root;
    Str root =
        given.len ? fs_real_path(request->arena, given) : fs_working_directory(request->arena);
    if (!root.len || !path_is_inside(root, session->repo.root))
        return false;
    if (root.len > session->repo.root.len)
        checking->prefix = str_format(request->arena, "%.*s/",
                                      STR_ARG(str_from_offset(root, session->repo.root.len + 1)));
    return true;
}

static void note_no_index(Checking *checking, const Err *why)
{
    check_note_unseen(checking, STR("uses elsewhere, risk and callers"), str_from(why->message));
}

/* Measures the symbols and finds what the edits break elsewhere. */
static bool look_around(Checking *checking, Err *err)
{
    Err why = {0};
    if (!checking->session)
        return true;
    if (diff_graph_of_edits(checking->request, checking->session, &checking->sides.set,
                            &checking->around, &why)) {
        checking->catalog = checking->session->catalog;
        checking->unseen_code = diff_graph_unseen(checking->request, checking->session);
        return true;
    }
    if (why.code == ERR_INTERRUPTED) {
        *err = why;
        return false;
    }
    checking->around = (DiffBroken){0};
    note_no_index(checking, &why);
    return true;
}

/* ---- the report ---- */

static int by_place(const void *a, const void *b)
{
    const CheckFinding *x = a, *y = b;
    int order = str_compare(x->path, y->path);
    if (!order)
        order = x->line < y->line ? -1 : x->line > y->line;
    if (!order)
        order = x->kind < y->kind ? -1 : x->kind > y->kind;
    return order ? order : str_compare(x->message, y->message);
}

static void finish(Checking *checking)
{
    CheckReport *report = checking->report;
    if (report->findings.len)
        qsort(report->findings.ptr, report->findings.len, sizeof *report->findings.ptr, by_place);
    for (size_t i = 0; i < report->findings.len; i++)
        report->blocking += report->findings.ptr[i].blocks;
    report->lines_added = checking->sides.set.lines_added;
    report->lines_removed = checking->sides.set.lines_removed;
    report->unseen = str_copy(checking->arena, buf_str(&checking->unseen));
}

static bool run(void *state, Err *err)
{
    CheckCall *all = state;
    SessionRequest *request = &all->request;
    IndexSession session SCOPED(session_close) = {0};
    Err why = {0};
    Checking checking = {.request = request,
                         .arena = all->arena,
                         .edits = all->set,
                         .report = all->report,
                         .unseen = buf_open(request->arena, 0)};
    *all->report = (CheckReport){0};
    if (!session_open(request, (Str){0}, &session, &why))
        note_no_index(&checking, &why);
    else if (find_prefix(&checking, &session))
        checking.session = &session;
    put_files(&checking);
    if (!diff_sides_compare(request, checking.session, &checking.sides, err) ||
        !look_around(&checking, err))
        return false;
    check_syntax(&checking);
    check_uses(&checking);
    if (!check_rules(&checking, err))
        return false;
    finish(&checking);
    return session_may_send(request, err);
}

bool check_edits(Arena *arena, const ToolContext *context, const EditSet *set, CheckReport *report,
                 Err *err)
{
    Arena results SCOPED(arena_close) = {0};
    Arena scratch SCOPED(arena_close) = {0};
    arena_open(&results, ARENA_RESERVE);
    arena_open(&scratch, ARENA_RESERVE);
    CheckCall all = {.request = tool_context_request(context, &results, &scratch),
                     .arena = arena,
                     .set = set,
                     .report = report};
    *report = (CheckReport){0};
    return session_answer(&all.request, run, &all, err);
}
