/* The transaction comes before the editor's writes: it may well fail, and it can be rolled back.
   Between the last look at a text and its replacement the user may type; the editor's own undo
   still has that text. */
#include "agent/stage_editor.h"

#include "base/shell.h"

bool stage_paths_has(const StagePaths *paths, Str path)
{
    for (size_t i = 0; i < paths->len; i++)
        if (str_equal(paths->ptr[i], path))
            return true;
    return false;
}

void stage_paths_set(Arena *arena, StagePaths *paths, Str path, bool has)
{
    size_t kept = 0;
    for (size_t i = 0; i < paths->len; i++)
        if (!str_equal(paths->ptr[i], path))
            paths->ptr[kept++] = paths->ptr[i];
    paths->len = kept;
    if (has)
        *VEC_PUSH(arena, paths) = str_copy(arena, path);
}

bool editor_is_text(Str bytes)
{
    return str_find_byte(bytes, 0) == STR_NONE && str_is_utf8(bytes);
}

/* The next byte, with CRLF and CR read as LF; -1 at the end. */
static int next_byte(Str *text)
{
    if (!text->len)
        return -1;
    bool carriage = text->ptr[0] == '\r';
    size_t len = carriage && text->len > 1 && text->ptr[1] == '\n' ? 2 : 1;
    int byte = carriage ? '\n' : (unsigned char)text->ptr[0];
    *text = str_from_offset(*text, len);
    return byte;
}

static Str without_mark(Str text)
{
    const Str mark = STR_INIT("\xEF\xBB\xBF");
    return str_starts(text, mark) ? str_from_offset(text, mark.len) : text;
}

/* A final line end, which one text may have and another may lack. */
static bool is_last_end(int byte, Str rest, int other)
{
    return byte == '\n' && !rest.len && other < 0;
}

bool editor_same_text(Str a, Str b)
{
    int in_a, in_b;
    a = without_mark(a);
    b = without_mark(b);
    do {
        in_a = next_byte(&a);
        in_b = next_byte(&b);
        if (in_a != in_b)
            return is_last_end(in_a, a, in_b) || is_last_end(in_b, b, in_a);
    } while (in_a >= 0);
    return true;
}

bool editor_read(const StageEditor *editor, Arena *arena, Str path, EditorText *text, Err *err)
{
    Str held;
    bool has;
    text->differs = false;
    if (!editor->read(editor->state, arena, path, &held, &has, err))
        return false;
    if (has && !(text->found && editor_same_text(text->bytes, held)))
        *text = (EditorText){.bytes = held, .found = true, .differs = true};
    return true;
}

/* ---- commit ---- */

static bool fail_changed(Str path, Err *err)
{
    err_set(err, ERR_STALE, "%.*s was changed in the editor meanwhile", STR_ARG(path));
    return err_hint(err, "nothing was written; ask again, so that the edit starts from the new "
                         "text");
}

static bool is_unsaved(const EditorCommit *commit, const EditFile *file)
{
    return stage_paths_has(commit->unsaved, file->path) ||
           (file->old_path.len && stage_paths_has(commit->unsaved, file->old_path));
}

/* Whether the editor still has the text that an edit started from. */
static bool check_file(const EditorCommit *commit, const EditFile *file, Err *err)
{
    bool unsaved = is_unsaved(commit, file), found;
    Str path = file->status == EDIT_MOVED ? file->old_path : file->path, text;
    if (unsaved && (file->status != EDIT_CHANGED || !commit->editor->write)) {
        err_set(err, ERR_STALE, "%.*s has changes in the editor that are not saved", STR_ARG(path));
        return err_hint(err, "nothing was written; save the file, then ask again");
    }
    if (file->status == EDIT_CREATED || !editor_is_text(file->before))
        return true;
    if (!commit->editor->read(commit->editor->state, commit->arena, path, &text, &found, err))
        return false;
    if (unsaved && !found)
        return fail_changed(path, err);
    return !found || editor_same_text(text, file->before) || fail_changed(path, err);
}

/* Rolls back the writes made before the editor failed. */
static bool undo(const EditorCommit *commit, const EditFileVec *files, size_t written,
                 const EditCommit *done, Err *err)
{
    Err why = *err, ignored = {0};
    EditRefusalVec conflicts = {0};
    EditCommit undone;
    bool all = true;
    for (size_t i = 0; i < written; i++)
        all &= commit->editor->write(commit->editor->state, *commit->arena, files->ptr[i].path,
                                     files->ptr[i].before, &ignored);
    if (done->id.len)
        all &= edit_rollback(commit->arena, commit->place, done->id, &undone, &conflicts, &ignored);
    err_set(err, why.code, "the editor did not write a file: %s", why.message);
    if (all)
        return err_hint(err, "everything was taken back");
    if (done->id.len)
        return err_hint(err,
                        "some files are written already: fovea edit rollback %.*s, and the "
                        "editor's undo, take them back",
                        STR_ARG(shell_quote(commit->arena, done->id)));
    return err_hint(err, "some files are written already: the editor's undo takes them back");
}

bool editor_commit(const EditorCommit *commit, const EditSet *set, EditCommit *done,
                   StagePaths *edited, Err *err)
{
    const StageEditor *editor = commit->editor;
    EditSet disk = {.task = set->task};
    EditFileVec files = {0};
    for (size_t i = 0; i < set->files.len; i++) {
        const EditFile *file = &set->files.ptr[i];
        if (!check_file(commit, file, err))
            return false;
        *VEC_PUSH(commit->arena, is_unsaved(commit, file) ? &files : &disk.files) = *file;
    }
    if (disk.files.len &&
        !edit_commit(commit->arena, commit->place, &disk, commit->description, done, err))
        return false;
    for (size_t i = 0; i < files.len; i++) {
        const EditFile *file = &files.ptr[i];
        if (!editor->write(editor->state, *commit->arena, file->path, file->after, err))
            return undo(commit, &files, i, done, err);
        *VEC_PUSH(commit->arena, edited) = file->path;
        *VEC_PUSH(commit->arena, &done->files) = *file;
    }
    return true;
}
