#include "view/edit_view.h"

#include "text/date.h"
#include "view/unified.h"

/* Files of one commit in the text of the log. */
#define LOG_FILES_SHOWN 4

/* ---- text ---- */

static void put_lines_of(Buf *out, uint32_t start, uint32_t end)
{
    if (start)
        buf_printf(out, start == end ? ":%u" : ":%u-%u", start, end);
}

static void put_file(Buf *out, const EditFile *file)
{
    buf_put(out, edit_status_name(file->status));
    buf_put_byte(out, ' ');
    if (file->status == EDIT_MOVED) {
        view_put_line_text(out, file->old_path);
        buf_put(out, STR(" to "));
    }
    view_put_line_text(out, file->path);
}

static void put_count(Buf *out, size_t count, const char *one)
{
    buf_put_thousands(out, count);
    buf_printf(out, " %s%s", one, count == 1 ? "" : "s");
}

static void put_nearest(Buf *out, const EditRefusal *refusal)
{
    Str text = str_slice(refusal->nearest_text, 0, EDIT_NEAREST_BYTES), line;
    uint32_t number = refusal->nearest.start;
    buf_put(out, STR("  nearest"));
    put_lines_of(out, refusal->nearest.start, refusal->nearest.end);
    if (refusal->hash.len) {
        buf_put(out, STR(", hash of the file "));
        buf_put(out, refusal->hash);
    }
    buf_put_byte(out, '\n');
    while (str_take_line(&text, &line)) {
        buf_printf(out, "%6u  ", number++);
        view_put_line_text(out, line);
        buf_put_byte(out, '\n');
    }
    if (refusal->nearest_text.len > EDIT_NEAREST_BYTES)
        buf_put(out, STR("        (…)\n"));
}

static void put_refusal(Buf *out, const EditRefusal *refusal)
{
    view_put_line_text(out, refusal->path);
    buf_put(out, refusal->path.len ? STR(": ") : (Str){0});
    buf_put(out, edit_reason_name(refusal->reason));
    buf_put(out, STR(": "));
    view_put_line_text(out, refusal->message);
    buf_put_byte(out, '\n');
    if (refusal->candidates.len) {
        buf_put(out, STR("  places"));
        for (size_t i = 0; i < refusal->candidates.len; i++) {
            const EditLines *lines = &refusal->candidates.ptr[i];
            buf_put_byte(out, ' ');
            view_put_range(out, lines->start, lines->end);
        }
        buf_put_byte(out, '\n');
    }
    if (refusal->nearest.start)
        put_nearest(out, refusal);
}

static bool put_diffs(Buf *out, Arena scratch, const EditFileVec *files, Err *err)
{
    for (size_t i = 0; i < files->len; i++) {
        const EditFile *file = &files->ptr[i];
        UnifiedFile unified = {file->path, file->path, file->before, file->after};
        if (file->status == EDIT_CREATED)
            unified.old_path = (Str){0};
        else if (file->status == EDIT_MOVED)
            unified.old_path = file->old_path;
        else if (file->status == EDIT_DELETED)
            unified.new_path = (Str){0};
        if (!unified_put(out, scratch, &unified, true, err))
            return false;
    }
    return true;
}

static void put_done(Buf *out, const EditView *view)
{
    bool undone = str_equal(str_from(view->action), STR("rollback"));
    buf_printf(out, "edit %.*s %s: ", STR_ARG(view->id),
               undone                                           ? "was taken back"
               : str_equal(str_from(view->action), STR("redo")) ? "was applied again"
                                                                : "was applied");
    put_count(out, view->files->len, "file");
    buf_put_byte(out, '\n');
    for (size_t i = 0; i < view->files->len; i++) {
        const EditFile *file = &view->files->ptr[i];
        put_file(out, file);
        if (!undone)
            put_lines_of(out, file->start, file->end);
        buf_put_byte(out, '\n');
    }
    if (view->next.len)
        buf_printf(out, "[%.*s]\n", STR_ARG(view->next));
}

bool edit_view_put_text(Buf *out, Arena scratch, const EditView *view, Err *err)
{
    if (view->note.len) {
        buf_put_byte(out, '[');
        view_put_line_text(out, view->note);
        buf_put(out, STR("]\n"));
    }
    if (view->refused->len) {
        buf_put(out, STR("nothing was written: "));
        put_count(out, view->refused->len, "part");
        buf_put(out, STR(" refused\n"));
        for (size_t i = 0; i < view->refused->len; i++)
            put_refusal(out, &view->refused->ptr[i]);
        return true;
    }
    if (view->applied && view->id.len)
        put_done(out, view);
    else if (!view->files->len)
        buf_put(out, STR("nothing to do: the files are as the edits want them\n"));
    return view->applied || put_diffs(out, scratch, view->files, err);
}

/* ---- data ---- */

static Json *lines_value(Arena *arena, EditLines lines)
{
    Json *value = json_object(arena);
    json_set(value, STR("start"), json_u64(arena, lines.start));
    json_set(value, STR("end"), json_u64(arena, lines.end));
    return value;
}

static Json *files_value(Arena *arena, const EditFileVec *files)
{
    Json *rows = json_array(arena);
    for (size_t i = 0; i < files->len; i++) {
        const EditFile *file = &files->ptr[i];
        Json *row = json_object(arena);
        json_set(row, STR("path"), json_str(arena, file->path));
        json_set_text(arena, row, STR("old_path"), file->old_path);
        json_set(row, STR("status"), json_str(arena, edit_status_name(file->status)));
        if (file->start) {
            json_set(row, STR("start"), json_u64(arena, file->start));
            json_set(row, STR("end"), json_u64(arena, file->end));
        }
        json_add(rows, row);
    }
    return rows;
}

static Json *refusal_value(Arena *arena, const EditRefusal *refusal)
{
    Json *row = json_object(arena);
    json_set(row, STR("path"), json_str(arena, refusal->path));
    json_set(row, STR("reason"), json_str(arena, edit_reason_name(refusal->reason)));
    json_set(row, STR("message"), json_str(arena, refusal->message));
    if (refusal->nearest.start) {
        Json *nearest = lines_value(arena, refusal->nearest);
        json_set(nearest, STR("text"), json_str(arena, refusal->nearest_text));
        json_set_text(arena, nearest, STR("hash"), refusal->hash);
        json_set(row, STR("nearest"), nearest);
    }
    if (!refusal->candidates.len)
        return row;
    Json *candidates = json_array(arena);
    for (size_t i = 0; i < refusal->candidates.len; i++)
        json_add(candidates, lines_value(arena, refusal->candidates.ptr[i]));
    json_set(row, STR("candidates"), candidates);
    return row;
}

void edit_view_add_value(Arena *arena, Json *value, const EditView *view)
{
    Json *refused = json_array(arena);
    for (size_t i = 0; i < view->refused->len; i++)
        json_add(refused, refusal_value(arena, &view->refused->ptr[i]));
    json_set_text(arena, value, STR("note"), view->note);
    json_set(value, STR("applied"), json_bool(arena, view->applied));
    json_set_text(arena, value, STR("id"), view->id);
    json_set(value, STR("files"), files_value(arena, view->files));
    json_set(value, STR("refused"), refused);
}

/* ---- the journal ---- */

void edit_view_put_log(Buf *out, Arena scratch, const EditCommitVec *commits)
{
    for (size_t i = 0; i < commits->len; i++) {
        Arena work = scratch;
        const EditCommit *commit = &commits->ptr[i];
        buf_put(out, commit->id);
        buf_put(out, STR("  "));
        buf_put(out, date_day(&work, commit->time));
        buf_put(out, STR("  "));
        for (size_t k = 0; k < MIN(commit->files.len, LOG_FILES_SHOWN); k++) {
            buf_put(out, k ? STR(", ") : (Str){0});
            put_file(out, &commit->files.ptr[k]);
        }
        if (commit->files.len > LOG_FILES_SHOWN)
            buf_printf(out, ", %zu more", commit->files.len - LOG_FILES_SHOWN);
        buf_put(out, commit->rolled_back ? STR("  (taken back)\n") : STR("\n"));
    }
    put_count(out, commits->len, "edit");
    buf_put_byte(out, '\n');
}

Json *edit_view_log_value(Arena *arena, const EditCommitVec *commits)
{
    Json *rows = json_array(arena);
    for (size_t i = 0; i < commits->len; i++) {
        const EditCommit *commit = &commits->ptr[i];
        Json *row = json_object(arena);
        json_set(row, STR("id"), json_str(arena, commit->id));
        json_set(row, STR("time"), json_i64(arena, commit->time));
        json_set_text(arena, row, STR("description"), commit->description);
        json_set(row, STR("rolled_back"), json_bool(arena, commit->rolled_back));
        json_set(row, STR("files"), files_value(arena, &commit->files));
        json_add(rows, row);
    }
    return rows;
}
