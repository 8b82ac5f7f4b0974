/* A plan is a list of names and the content each is to get. It starts from the current files: where
   they differ from what the set expects, a three-way merge joins both changes. */
#include "edit/transaction_state.h"

#include "base/fs.h"
#include "base/map.h"
#include "base/path.h"
#include "edit/patch.h"
#include "git/line_diff.h"
#include "git/merge_file.h"

typedef struct Plan {
    const Journal *journal;
    Arena *arena;
    PendingFile *pending;
    EditRefusalVec *refused;
    Str state; /* our own files */
    Map taken; /* real paths that the plan changes */
    size_t bytes;
} Plan;

/* A file of the set, and its current state. */
typedef struct PlanFile {
    const EditFile *edit;
    const JournalFile *origin; /* or NULL */
    FsSpot from, to;
} PlanFile;

static Str lines_between(Str text, EditLines lines)
{
    Str rest = text, line;
    size_t start = 0, at = 0;
    for (uint32_t number = 1; number <= lines.end && str_take_until(&rest, '\n', &line); number++) {
        if (number == lines.start)
            start = at;
        at += line.len + 1;
    }
    return str_slice(text, start, at);
}

static bool refuse(Plan *plan, Str path, EditReason reason, const char *message, EditLines lines,
                   Str content)
{
    EditRefusal *refusal = VEC_PUSH(plan->arena, plan->refused);
    *refusal = (EditRefusal){.path = path, .reason = reason, .nearest = lines};
    refusal->message = str_copy(plan->arena, str_from(message));
    if (lines.start) {
        refusal->hash = edit_hash(plan->arena, content);
        refusal->nearest_text = lines_between(content, lines);
    }
    return true;
}

static bool refuse_plain(Plan *plan, Str path, EditReason reason, const char *message)
{
    return refuse(plan, path, reason, message, (EditLines){0}, (Str){0});
}

/* ---- merging ---- */

/* The lines of the current file in which both sides changed the base. */
static EditLines find_conflict(Arena *arena, Str base, Str wanted, Str now)
{
    LineHunkVec ours, theirs;
    bool coarse;
    Err ignored;
    if (!line_diff(arena, base, wanted, &ours, &coarse, &ignored) ||
        !line_diff(arena, base, now, &theirs, &coarse, &ignored))
        return (EditLines){0};
    for (size_t i = 0, k = 0; i < ours.len && k < theirs.len;) {
        const LineHunk *a = &ours.ptr[i], *b = &theirs.ptr[k];
        uint32_t a_end = a->old_start + a->old_count, b_end = b->old_start + b->old_count;
        if (a_end < b->old_start)
            i++;
        else if (b_end < a->old_start)
            k++;
        else
            return (EditLines){MAX(b->new_start, 1), b->new_start + MAX(b->new_count, 1) - 1};
    }
    return (EditLines){0};
}

/* Merges the edit with the current file. False on an error; *clean is false, and a refusal set,
   when they conflict. */
static bool join_edit(Plan *plan, const EditFile *edit, Str now, Str *joined, bool *clean, Err *err)
{
    static const char *const why[] = {
        [MERGE_CONFLICT] = "The file changed meanwhile, in the same lines.",
        [MERGE_NOT_TEXT] = "The file changed meanwhile, and is no text that could be merged.",
        [MERGE_TOO_LARGE] = "The file changed meanwhile, and is too large to be merged.",
    };
    MergeResult result;
    *clean = false;
    const MergeSides sides = {.base = edit->before, .ours = edit->after, .theirs = now};
    if (!merge_file(plan->arena, &sides, &result, joined, err))
        return false;
    *clean = result == MERGE_CLEAN;
    if (*clean)
        return true;
    EditLines lines = result == MERGE_CONFLICT
                          ? find_conflict(plan->arena, edit->before, edit->after, now)
                          : (EditLines){0};
    return refuse(plan, edit->old_path.len ? edit->old_path : edit->path, EDIT_STALE, why[result],
                  lines, now);
}

/* First and last line that the joined text changes. */
static void find_lines(Arena scratch, Str now, Str joined, JournalFile *file)
{
    LineHunkVec hunks;
    bool coarse;
    Err ignored;
    if (!line_diff(&scratch, now, joined, &hunks, &coarse, &ignored) || !hunks.len)
        return;
    const LineHunk *first = hunks.ptr, *last = &hunks.ptr[hunks.len - 1];
    file->start = MAX(first->new_start, 1);
    file->end = MAX(last->new_start + (last->new_count ? last->new_count - 1 : 0), file->start);
}

/* ---- steps ---- */

#define LINKED "The path is a symbolic link; name its target."
#define PROTECTED "it belongs to git or to fovea"

static bool is_name_of_ours(Str name)
{
    return str_starts(name, STR(".fovea-"));
}

/* Whether a path belongs to git or to this program: such a file is not edited. */
static bool is_protected(Arena scratch, Str root, Str state, Str path)
{
    Str rest = path, part;
    while (str_take_until(&rest, '/', &part))
        if (str_equal_nocase(part, STR(".git")) || is_name_of_ours(part))
            return true;
    return state.len && path_is_inside(path_join(&scratch, root, path), state);
}

/* Refuses with the reason alone, since a refusal has its path. */
static bool refuse_denied(Plan *plan, Str path, const Err *denied)
{
    Str message = str_format(plan->arena, "The file may not be edited: %s.", err_reason(denied));
    return refuse_plain(plan, path, EDIT_OUTSIDE, str_terminate(plan->arena, message));
}

/* Finds a place; *allowed is false, and a refusal set, if it must not be written. */
static bool find_spot(Plan *plan, Str path, FsSpot *spot, bool *allowed, Err *err)
{
    Err denied;
    *allowed =
        fs_spot_find(plan->arena, &plan->journal->root, path, EDIT_FILE_BYTES_MAX, spot, &denied);
    if (!*allowed && denied.code != ERR_NOT_FOUND) {
        *err = denied;
        return false;
    }
    if (!*allowed)
        return refuse_denied(plan, path, &denied);
    plan->bytes += spot->bytes.len;
    *allowed = !is_protected(*plan->arena, plan->journal->root.path, plan->state, spot->path);
    return *allowed ||
           refuse_plain(plan, path, EDIT_OUTSIDE, "The file may not be edited: " PROTECTED ".");
}

/* Adds a step for a place; *added is false, and a refusal set, when the plan has one for it. */
static JournalStep *add_step(Plan *plan, StepKind kind, const FsSpot *spot, Str path)
{
    bool added;
    map_put(&plan->taken, spot->path, &added);
    if (!added) {
        refuse_plain(plan, path, EDIT_SYNTAX, "Two edits change the same file.");
        return NULL;
    }
    JournalStep *step = VEC_PUSH(plan->arena, &plan->pending->steps);
    step->kind = kind;
    step->path = spot->path;
    step->file = (uint32_t)plan->pending->entry.files.len;
    if (spot->exists)
        hash_content((Str){0}, spot->bytes, step->before);
    return step;
}

/* The new file takes its attributes from the file that it replaces or that is moved; `like` may be
   empty. */
static void set_new(JournalStep *step, Str bytes, const JournalFile *file, bool keeps, Str like)
{
    step->new = (FsNew){.bytes = bytes,
                        .keeps = keeps,
                        .mode = file->mode,
                        .owner = file->owner,
                        .group = file->group,
                        .like = like};
    hash_content((Str){0}, bytes, step->after);
}

/* Lists the directories that a new file lacks, outermost first. */
static void add_directories(Plan *plan, const FsSpot *spot)
{
    for (size_t i = spot->present + 1; i < spot->path.len; i++)
        if (spot->path.ptr[i] == '/')
            *VEC_PUSH(plan->arena, &plan->pending->directories) = str_slice(spot->path, 0, i);
}

static JournalFile journal_file(const PlanFile *file)
{
    const EditFile *edit = file->edit;
    JournalFile entry = {.start = edit->start, .end = edit->end};
    entry.from = edit->status == EDIT_CREATED ? (Str){0}
                 : edit->status == EDIT_MOVED ? edit->old_path
                                              : edit->path;
    entry.to = edit->status == EDIT_DELETED ? (Str){0} : edit->path;
    const FsSpot *like = edit->status == EDIT_CREATED ? &file->to : &file->from;
    entry.mode = like->exists || !file->origin ? like->mode : file->origin->mode;
    entry.owner = like->exists || !file->origin ? like->owner : file->origin->owner;
    entry.group = like->exists || !file->origin ? like->group : file->origin->group;
    if (entry.from.len)
        hash_content((Str){0}, file->from.bytes, entry.before);
    return entry;
}

static void add_entry(Plan *plan, JournalFile entry, Str before, Str after)
{
    if (entry.from.len)
        *VEC_PUSH(plan->arena, &plan->pending->contents) = before;
    if (entry.to.len) {
        *VEC_PUSH(plan->arena, &plan->pending->contents) = after;
        hash_content((Str){0}, after, entry.after);
    }
    *VEC_PUSH(plan->arena, &plan->pending->entry.files) = entry;
}

static bool plan_change(Plan *plan, PlanFile *file, Err *err)
{
    Str joined;
    bool clean;
    const EditFile *edit = file->edit;
    if (!file->from.exists)
        return refuse_plain(plan, edit->path, EDIT_MISSING, "The file is gone.");
    if (!join_edit(plan, edit, file->from.bytes, &joined, &clean, err))
        return false;
    if (!clean)
        return true;
    JournalFile entry = journal_file(file);
    if (!edit->start || !str_equal(file->from.bytes, edit->before))
        find_lines(*plan->arena, file->from.bytes, joined, &entry);
    if (!str_equal(joined, file->from.bytes)) {
        JournalStep *step = add_step(plan, STEP_REPLACE, &file->from, edit->path);
        if (!step)
            return true;
        set_new(step, joined, &entry, true, step->path);
    }
    add_entry(plan, entry, file->from.bytes, joined);
    return true;
}

static bool plan_create(Plan *plan, PlanFile *file)
{
    const EditFile *edit = file->edit;
    JournalFile entry = journal_file(file);
    if (file->to.exists && !str_equal(file->to.bytes, edit->after))
        return refuse_plain(plan, edit->path, EDIT_EXISTS, "A file of this name is there already.");
    if (file->to.exists) { /* with that content: nothing to do or to undo */
        entry.from = entry.to;
        hash_content((Str){0}, file->to.bytes, entry.before);
        add_entry(plan, entry, edit->after, edit->after);
        return true;
    }
    JournalStep *step = add_step(plan, STEP_CREATE, &file->to, edit->path);
    if (!step)
        return true;
    set_new(step, edit->after, &entry, file->origin != NULL, (Str){0});
    step->new.executable = edit->executable;
    add_directories(plan, &file->to);
    add_entry(plan, entry, (Str){0}, edit->after);
    return true;
}

static bool plan_delete(Plan *plan, PlanFile *file)
{
    const EditFile *edit = file->edit;
    if (!file->from.exists)
        return true; /* already as wanted */
    if (file->from.is_link)
        return refuse_plain(plan, edit->path, EDIT_OUTSIDE, LINKED);
    if (!str_equal(file->from.bytes, edit->before))
        return refuse_plain(plan, edit->path, EDIT_STALE, "The file changed meanwhile.");
    if (add_step(plan, STEP_DELETE, &file->from, edit->path))
        add_entry(plan, journal_file(file), file->from.bytes, (Str){0});
    return true;
}

static bool plan_move(Plan *plan, PlanFile *file, Err *err)
{
    Str joined;
    bool clean;
    const EditFile *edit = file->edit;
    if (!file->from.exists)
        return refuse_plain(plan, edit->old_path, EDIT_MISSING, "The file is gone.");
    if (file->from.is_link)
        return refuse_plain(plan, edit->old_path, EDIT_OUTSIDE, LINKED);
    if (file->to.exists)
        return refuse_plain(plan, edit->path, EDIT_EXISTS, "A file of this name is there already.");
    if (!join_edit(plan, edit, file->from.bytes, &joined, &clean, err))
        return false;
    if (!clean)
        return true;
    JournalFile entry = journal_file(file);
    if (!edit->start || !str_equal(file->from.bytes, edit->before))
        find_lines(*plan->arena, file->from.bytes, joined, &entry);
    JournalStep *create = add_step(plan, STEP_CREATE, &file->to, edit->path);
    if (!create)
        return true;
    set_new(create, joined, &entry, true, file->from.path);
    add_directories(plan, &file->to);
    if (add_step(plan, STEP_DELETE, &file->from, edit->old_path))
        add_entry(plan, entry, file->from.bytes, joined);
    return true;
}

static bool plan_file(Plan *plan, PlanFile *file, Err *err)
{
    const EditFile *edit = file->edit;
    bool allowed = true, makes = edit->status == EDIT_CREATED || edit->status == EDIT_MOVED;
    Str from = edit->status == EDIT_MOVED ? edit->old_path : edit->path;
    if (edit->status != EDIT_CREATED && !find_spot(plan, from, &file->from, &allowed, err))
        return false;
    if (allowed && makes && !find_spot(plan, edit->path, &file->to, &allowed, err))
        return false;
    if (!allowed)
        return true;
    switch (edit->status) {
    case EDIT_CREATED: return plan_create(plan, file);
    case EDIT_DELETED: return plan_delete(plan, file);
    case EDIT_MOVED: return plan_move(plan, file, err);
    default: return plan_change(plan, file, err);
    }
}

/* The directory of the journals of all roots. */
static Str own_files(Arena *arena, Str journal_state)
{
    Str above = path_directory(journal_state);
    bool ours = str_equal(path_base(above), STR("edits"));
    return fs_real_path(arena, ours ? path_directory(above) : journal_state);
}

bool plan_make(const Journal *journal, const EditSet *set, const JournalFile *origins,
               PendingFile *pending, EditRefusalVec *refused, Err *err)
{
    Plan plan = {.journal = journal, .arena = journal->arena, .pending = pending};
    plan.refused = refused;
    plan.taken = map_open(journal->arena);
    plan.state = own_files(journal->arena, journal->state);
    for (size_t i = 0; i < set->files.len; i++) {
        PlanFile file = {.edit = &set->files.ptr[i], .origin = origins ? &origins[i] : NULL};
        if (!plan_file(&plan, &file, err))
            return false;
        plan.bytes += file.edit->after.len;
        if (i < EDIT_FILES_MAX && plan.bytes <= EDIT_SET_BYTES_MAX &&
            file.edit->after.len <= EDIT_FILE_BYTES_MAX)
            continue;
        err_set(err, ERR_FAILED,
                "the edit is too large: at most %d files, %zu MB each, %zu MB in "
                "all",
                EDIT_FILES_MAX, EDIT_FILE_BYTES_MAX / MB, EDIT_SET_BYTES_MAX / MB);
        return err_hint(err, "apply it in parts");
    }
    return true;
}

bool edit_read_file(Arena *arena, const EditPlace *place, Str path, Str *bytes, bool *found,
                    Err *err)
{
    FsSpot spot;
    FsRoot root SCOPED(fs_root_close) = {.fd = -1};
    if (!fs_root_open(arena, place->root, &root, err) ||
        !fs_spot_find(arena, &root, path, EDIT_FILE_BYTES_MAX, &spot, err))
        return false;
    *bytes = spot.bytes;
    *found = spot.exists;
    if (!is_protected(*arena, place->root, own_files(arena, place->state), spot.path))
        return true;
    err_set(err, ERR_NOT_FOUND, "cannot write '%.*s': %s", STR_ARG(str_slice(path, 0, 400)),
            PROTECTED);
    return err_hint(err, "name another file");
}
