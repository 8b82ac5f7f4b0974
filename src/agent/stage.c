/* A patch is matched against the staged text of a file, if any, so that later parts build on
   earlier ones. The first `before` of a file is kept: the transaction compares it with the disk. */
#include "agent/stage.h"

#include "agent/privacy.h"
#include "base/buf.h"
#include "base/fs.h"
#include "base/path.h"
#include "view/unified.h"

static EditFile *find_staged(const Stage *stage, Str path)
{
    for (size_t i = 0; i < stage->files.len; i++)
        if (str_equal(stage->files.ptr[i].path, path))
            return &stage->files.ptr[i];
    return NULL;
}

/* Whether a staged file was at this path before. */
static const EditFile *find_moved_away(const Stage *stage, Str path)
{
    for (size_t i = 0; i < stage->files.len; i++)
        if (stage->files.ptr[i].status == EDIT_MOVED &&
            str_equal(stage->files.ptr[i].old_path, path))
            return &stage->files.ptr[i];
    return NULL;
}

EditPlace stage_place(const Stage *stage, Arena *arena)
{
    Str root = stage->context->root.len ? stage->context->root : fs_working_directory(arena);
    root = fs_real_path(arena, root);
    return (EditPlace){.root = root, .state = edit_state_directory(arena, root)};
}

static bool read_disk(const Stage *stage, Arena *arena, Str path, Str *bytes, bool *found, Err *err)
{
    const ToolContext *context = stage->context;
    FsPolicy policy = {
        .root = context->root, .roots = context->roots, .root_count = context->root_count};
    FsFile file SCOPED(fs_close) = {.fd = -1};
    Err why = {0};
    *found = fs_open(arena, &policy, path, &file, &why);
    if (*found)
        return fs_read_all(arena, &file, bytes, err);
    Str root = stage_place(stage, arena).root;
    bool is_there = fs_real_path(arena, path_join(arena, root, path)).len > 0;
    if (!is_there)
        return true;
    *err = why;
    return false;
}

/* The disk's text, unless an editor has another one. Non-UTF-8 text cannot be requested from an
   editor. */
static bool read_current(Stage *stage, Arena *arena, Str path, Str *bytes, bool *found, Err *err)
{
    if (!read_disk(stage, arena, path, bytes, found, err))
        return false;
    if (!stage->editor || (*found && !editor_is_text(*bytes)))
        return true;
    EditorText text = {.bytes = *bytes, .found = *found};
    if (!editor_read(stage->editor, arena, path, &text, err))
        return false;
    *bytes = text.bytes;
    *found = text.found;
    stage_paths_set(stage->arena, &stage->unsaved, path, text.differs);
    return true;
}

bool stage_read(Stage *stage, Arena *arena, Str path, Str *bytes, bool *found, Err *err)
{
    const EditFile *staged = find_staged(stage, path);
    if (staged) {
        *found = staged->status != EDIT_DELETED;
        *bytes = staged->after;
        return true;
    }
    *found = false;
    return find_moved_away(stage, path) || read_current(stage, arena, path, bytes, found, err);
}

/* Whether the file is on disk but hidden from models. A refusal would quote it. */
static bool is_hidden(const Stage *stage, Arena scratch, Str path)
{
    if (find_staged(stage, path))
        return false;
    Str root = stage_place(stage, &scratch).root;
    return fs_real_path(&scratch, path_join(&scratch, root, path)).len &&
           !privacy_may_show(scratch, stage->context, path);
}

static bool read_staged(void *state, Arena *arena, Str path, Str *bytes, bool *found, Err *err)
{
    if (!stage_read(state, arena, path, bytes, found, err))
        return false;
    if (*found && is_hidden(state, *arena, path))
        return err_set(err, ERR_NOT_FOUND,
                       "no model is shown it, since it is ignored or is likely to hold secrets");
    return true;
}

/* Staged text is newer than the seen text, and the model wrote it itself. */
static Str seen_hash(void *state, Str path)
{
    const Stage *stage = state;
    for (size_t i = 0; i < stage->seen.len && !find_staged(stage, path); i++)
        if (str_equal(stage->seen.ptr[i].path, path))
            return stage->seen.ptr[i].hash;
    return (Str){0};
}

/* The text normalised for comparison: line ends are not shown. */
static Str plain_lines(Arena *arena, Str text)
{
    Buf out = buf_open(arena, 0);
    for (size_t i = 0; i < text.len; i++)
        if (text.ptr[i] != '\r')
            buf_put_byte(&out, text.ptr[i]);
    return str_trim_end(buf_str(&out));
}

/* Whether a part of the window, at its full level, has the text of the file. */
static bool is_in_window(const Stage *stage, Arena scratch, Str path, Str text, bool replies)
{
    Str wanted = plain_lines(&scratch, text);
    for (size_t i = 0; i < stage->window->parts.len; i++) {
        const WindowPart *part = &stage->window->parts.ptr[i];
        Arena one = scratch;
        bool is_reply = replies && part->place == WINDOW_REPLY;
        bool is_of_file = str_equal(part->path, path) || str_starts(part->name, path);
        if (part->dropped || part->level ||
            !(is_reply || (part->place == WINDOW_CONTEXT && is_of_file)))
            continue;
        if (str_find(plain_lines(&one, part->levels[0]), wanted) != STR_NONE)
            return true;
    }
    return false;
}

/* Text that the model itself has written counts as shown. */
static bool is_shown(void *state, Str path, Str text)
{
    const Stage *stage = state;
    const EditFile *staged = find_staged(stage, path);
    Arena scratch SCOPED(arena_close) = {0};
    arena_open(&scratch, ARENA_RESERVE);
    if (!stage->window || (staged && staged->status == EDIT_CREATED))
        return true;
    return is_in_window(stage, scratch, path, text, staged != NULL) ||
           (staged && is_in_window(stage, scratch, path, staged->before, false));
}

static EditTree tree_of(Stage *stage)
{
    return (EditTree){.read = read_staged,
                      .seen = seen_hash,
                      .shown = is_shown,
                      .may_drop = stage->may_drop,
                      .task = stage->task,
                      .quotes_only = stage->quotes_only,
                      .passes_quotes = true,
                      .state = stage};
}

static StageSeen *find_seen(Stage *stage, Str path)
{
    for (size_t i = 0; i < stage->seen.len; i++)
        if (str_equal(stage->seen.ptr[i].path, path))
            return &stage->seen.ptr[i];
    return NULL;
}

bool stage_see(Stage *stage, Str path, bool is_current)
{
    Str bytes;
    bool found = false;
    Err ignored = {0};
    StageSeen *former = find_seen(stage, path);
    if (former && (!is_current || find_staged(stage, path)))
        return false;
    Arena scratch SCOPED(arena_close) = {0};
    arena_open(&scratch, ARENA_RESERVE);
    if (!read_disk(stage, &scratch, path, &bytes, &found, &ignored) || !found)
        return false;
    Str hash = edit_hash(&scratch, bytes);
    bool changed = former && !str_equal(former->hash, hash);
    if (changed)
        former->hash = str_copy(stage->arena, hash);
    else if (!former)
        *VEC_PUSH(stage->arena, &stage->seen) =
            (StageSeen){str_copy(stage->arena, path), str_copy(stage->arena, hash)};
    return changed;
}

void stage_see_text(Stage *stage, Str path, Str bytes)
{
    StageSeen now = {str_copy(stage->arena, path), edit_hash(stage->arena, bytes)};
    StageSeen *former = find_seen(stage, path);
    if (former)
        *former = now;
    else
        *VEC_PUSH(stage->arena, &stage->seen) = now;
}

/* Forgets all seen contents: the model gets new texts. */
static void stage_forget(Stage *stage)
{
    stage->seen.len = 0;
}

/* Merges an edit of a file into its staged edit. */
static void merge(Stage *stage, const EditFile *file)
{
    Str origin = file->status == EDIT_MOVED ? file->old_path : file->path;
    EditFile *former = find_staged(stage, origin);
    if (!former) {
        *VEC_PUSH(stage->arena, &stage->files) = *file;
        return;
    }
    bool created = former->status == EDIT_CREATED, executable = former->executable;
    Str old_path = former->status == EDIT_MOVED ? former->old_path : origin;
    Str before = former->before;
    if (created && file->status == EDIT_DELETED) {
        *former = stage->files.ptr[--stage->files.len];
        return;
    }
    EditStatus status = created                        ? EDIT_CREATED
                        : file->status == EDIT_CREATED ? EDIT_CHANGED
                        : file->status == EDIT_DELETED ? EDIT_DELETED
                                                       : EDIT_CHANGED;
    *former = *file;
    former->executable |= executable;
    former->before = before;
    former->status = status;
    former->old_path = (Str){0};
    bool elsewhere = !str_equal(old_path, former->path);
    if (!created && elsewhere && status != EDIT_DELETED) {
        former->status = EDIT_MOVED;
        former->old_path = old_path;
    } else if (status == EDIT_DELETED) {
        former->path = old_path;
    }
}

bool stage_patch(Stage *stage, Str text, Str description, size_t *count, EditRefusalVec *refused,
                 Err *err)
{
    EditTree tree = tree_of(stage);
    EditSet set = {0};
    *count = 0;
    if (edit_format_detect(text) == EDIT_FORMAT_NONE)
        return true;
    if (!edit_read_patch(stage->arena, text, &tree, &set, err))
        return false;
    *count = set.files.len;
    *refused = set.refused;
    if (set.refused.len)
        return true;
    for (size_t i = 0; i < set.files.len; i++)
        merge(stage, &set.files.ptr[i]);
    *VEC_PUSH(stage->arena, &stage->descriptions) = str_copy(stage->arena, description);
    return true;
}

bool stage_takes(Stage *stage, Str text)
{
    Arena scratch SCOPED(arena_close) = {0};
    EditTree tree = tree_of(stage);
    EditSet set = {0};
    Err ignored = {0};
    arena_open(&scratch, ARENA_RESERVE);
    return !edit_read_patch(&scratch, text, &tree, &set, &ignored) || set.files.len ||
           set.refused.len;
}

EditFileVec stage_copy(const Stage *stage, Arena *arena)
{
    EditFileVec copy = {0};
    for (size_t i = 0; i < stage->files.len; i++)
        *VEC_PUSH(arena, &copy) = stage->files.ptr[i];
    return copy;
}

bool stage_differs(const Stage *stage, const EditFileVec *before, Str path)
{
    const Stage former = {.files = *before};
    const EditFile *old = find_staged(&former, path), *new = find_staged(stage, path);
    const EditFile *gone = find_moved_away(stage, path), *went = find_moved_away(&former, path);
    if (!old || !new)
        return old != new || !gone != !went;
    return old->status != new->status || old->executable != new->executable ||
           !str_equal(old->after, new->after);
}

bool stage_patch_is_late(Stage *stage, Str text, const EditFileVec *before, bool *late, Err *err)
{
    EditTree tree = tree_of(stage);
    EditSet set = {0};
    *late = false;
    if (edit_format_detect(text) == EDIT_FORMAT_NONE)
        return true;
    if (!edit_read_patch(stage->arena, text, &tree, &set, err))
        return false;
    for (size_t i = 0; i < set.files.len; i++)
        *late |= stage_differs(stage, before, set.files.ptr[i].path) ||
                 (set.files.ptr[i].old_path.len &&
                  stage_differs(stage, before, set.files.ptr[i].old_path));
    for (size_t i = 0; i < set.refused.len; i++)
        *late |= stage_differs(stage, before, set.refused.ptr[i].path);
    return true;
}

bool stage_drop(Stage *stage, Str path)
{
    size_t kept = 0, count = stage->files.len;
    for (size_t i = 0; i < count; i++)
        if (path.len && !str_equal(stage->files.ptr[i].path, path))
            stage->files.ptr[kept++] = stage->files.ptr[i];
    stage->files.len = kept;
    if (!kept)
        stage->unsaved.len = 0;
    return kept < count;
}

EditSet stage_set(const Stage *stage, Arena *arena)
{
    EditSet set = {.task = stage->commits};
    for (size_t i = 0; i < stage->files.len; i++) {
        const EditFile *file = &stage->files.ptr[i];
        if (file->status != EDIT_CHANGED || !str_equal(file->before, file->after))
            *VEC_PUSH(arena, &set.files) = *file;
    }
    return set;
}

bool stage_file_diff(Arena *arena, const EditFile *file, Str *diff, Err *err)
{
    Arena scratch SCOPED(arena_close) = {0};
    arena_open(&scratch, ARENA_RESERVE);
    Str old = file->old_path.len ? file->old_path : file->path;
    UnifiedFile both = {.old_path = file->status == EDIT_CREATED ? (Str){0} : old,
                        .new_path = file->status == EDIT_DELETED ? (Str){0} : file->path,
                        .before = file->before,
                        .after = file->after};
    Buf out = buf_open(arena, 0);
    bool ok = unified_put(&out, scratch, &both, true, err);
    *diff = buf_str(&out);
    return ok;
}

bool stage_diff(const Stage *stage, Arena *arena, Str *diff, Err *err)
{
    EditSet set = stage_set(stage, arena);
    Buf out = buf_open(arena, 0);
    for (size_t i = 0; i < set.files.len; i++) {
        Str one;
        if (!stage_file_diff(arena, &set.files.ptr[i], &one, err))
            return false;
        buf_put(&out, one);
    }
    *diff = buf_str(&out);
    return true;
}

bool stage_commit(Stage *stage, Arena *arena, Str description, EditCommit *done, StagePaths *edited,
                  Err *err)
{
    EditPlace place = stage_place(stage, arena);
    EditSet set = stage_set(stage, arena);
    EditorCommit commit = {.arena = arena,
                           .editor = stage->editor,
                           .place = &place,
                           .unsaved = &stage->unsaved,
                           .description = description};
    bool ok = stage->editor ? editor_commit(&commit, &set, done, edited, err)
                            : edit_commit(arena, &place, &set, description, done, err);
    if (!ok)
        return false;
    stage->commits = done->task ? done->task : stage->commits;
    stage_drop(stage, (Str){0});
    stage->descriptions.len = 0;
    stage_forget(stage);
    return true;
}

static void put_lines(Buf *out, Str text, uint32_t number)
{
    Str line;
    while (str_take_line(&text, &line))
        buf_printf(out, "%6u  %.*s\n", number++, STR_ARG(line));
}

Str stage_refusals(Arena *arena, const EditRefusalVec *refused)
{
    Buf out = buf_open(arena, 0);
    for (size_t i = 0; i < refused->len; i++) {
        const EditRefusal *one = &refused->ptr[i];
        Str reason = edit_reason_name(one->reason);
        buf_printf(&out, "%.*s%s%.*s: %.*s\n", STR_ARG(one->path), one->path.len ? ": " : "",
                   STR_ARG(reason), STR_ARG(one->message));
        for (size_t j = 0; j < one->candidates.len; j++)
            buf_printf(&out, "  also at lines %u-%u\n", one->candidates.ptr[j].start,
                       one->candidates.ptr[j].end);
        if (one->nearest.start) {
            buf_printf(&out, "The nearest text in the file is:\n");
            put_lines(&out, one->nearest_text, one->nearest.start);
        }
    }
    return buf_str(&out);
}
