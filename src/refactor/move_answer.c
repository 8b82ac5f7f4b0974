/* The answer to a move: which files changed, what the user must know, the diff of a dry run. */
#include "refactor/move_answer.h"

#include "text/address.h"
#include "view/unified.h"

static bool put_diff(Buf *out, const Move *move, Err *err)
{
    for (size_t i = 0; i < move->set.files.len; i++) {
        const EditFile *file = &move->set.files.ptr[i];
        UnifiedFile shown = {.old_path = file->status == EDIT_CREATED ? (Str){0} : file->path,
                             .new_path = file->path,
                             .before = file->before,
                             .after = file->after};
        if (!unified_put(out, *move->uses->request->scratch, &shown, false, err))
            return false;
    }
    return true;
}

static void put_text(Buf *out, const Move *move, bool dry_run, Str next)
{
    buf_printf(out, "%.*s: %s from ", STR_ARG(move->uses->old),
               dry_run ? "would be moved" : "moved");
    view_put_address(out, move->from.path);
    buf_put(out, STR(" to "));
    view_put_address(out, move->to.path);
    buf_put_byte(out, '\n');
    for (size_t i = 0; i < move->set.files.len; i++) {
        const EditFile *file = &move->set.files.ptr[i];
        buf_printf(out, "  %.*s ", STR_ARG(edit_status_name(file->status)));
        view_put_address(out, file->path);
        buf_put_byte(out, '\n');
    }
    for (size_t i = 0; i < move->notes.len && i < MOVE_LIST_MAX; i++) {
        buf_put(out, STR("note: "));
        view_put_line_text(out, move->notes.ptr[i]);
        buf_put_byte(out, '\n');
    }
    buf_put(out, next);
}

static Json *value_of(const Move *move, bool dry_run, Str id)
{
    Arena *arena = move->uses->request->arena;
    Json *value = query_frame(arena, move->uses->session, STR("move")), *files = json_array(arena);
    for (size_t i = 0; i < move->set.files.len; i++) {
        Json *row = json_object(arena);
        json_set(row, STR("path"),
                 json_str(arena, address_value(arena, move->set.files.ptr[i].path)));
        json_set(row, STR("status"),
                 json_str(arena, edit_status_name(move->set.files.ptr[i].status)));
        json_add(files, row);
    }
    json_set(value, STR("symbol"), query_value(arena, move->uses->catalog, move->uses->symbol));
    json_set(value, STR("applied"), json_bool(arena, !dry_run));
    json_set_text(arena, value, STR("id"), id);
    json_set(value, STR("files"), files);
    json_set(value, STR("notes"), json_texts(arena, move->notes.ptr, move->notes.len));
    return value;
}

bool move_put_answer(const Move *move, bool dry_run, Str id, Str next, Err *err)
{
    SessionRequest *request = move->uses->request;
    Buf out = buf_open(request->arena, 0);
    if (request->format != VIEW_TEXT) {
        view_put_value(&out, *request->scratch, request->format, value_of(move, dry_run, id));
        return session_send_buf(request, &out, err);
    }
    if (dry_run && !put_diff(&out, move, err))
        return false;
    put_text(&out, move, dry_run, next);
    return query_put_text(request, move->uses->session, &out, err);
}
