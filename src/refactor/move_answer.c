/* The answer to a move: which files changed, what the user must know, the diff of a dry run. */
#include "refactor/move_answer.h"

#include "query/response.h"
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

static const char wording[] =
    "{diff:raw}{old}: {?applied}moved{:}would be moved{/} from {from:address} to {to:address}\n"
    "{*files}  {status} {path:address}\n{/}{*shown_notes}note: {.}\n{/}"
    "{?checked}checked: '{checked}' passes before and after, in a copy\n{/}{next:raw}";

static void set_value(Response *response, const Move *move, bool dry_run, Str id)
{
    Arena *arena = response->request->arena;
    Json *value = response->value, *files = json_array(arena);
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
    json_set_text(arena, value, STR("checked"), move->uses->checked);
    json_set(value, STR("notes"), json_texts(arena, move->notes.ptr, move->notes.len));
}

bool move_put_answer(const Move *move, bool dry_run, Str id, Str next, Err *err)
{
    SessionRequest *request = move->uses->request;
    Arena *arena = request->arena;
    Response response = response_open(request, move->uses->session, STR("move"), wording);
    Buf diff = buf_open(arena, 0);
    if (request->format == VIEW_TEXT && dry_run && !put_diff(&diff, move, err))
        return false;
    set_value(&response, move, dry_run, id);
    json_set(response.words, STR("diff"), json_str(arena, buf_str(&diff)));
    json_set(response.words, STR("old"), json_str(arena, move->uses->old));
    json_set(response.words, STR("from"), json_str(arena, move->from.path));
    json_set(response.words, STR("to"), json_str(arena, move->to.path));
    json_set(response.words, STR("shown_notes"),
             json_texts(arena, move->notes.ptr, MIN(move->notes.len, (size_t)MOVE_LIST_MAX)));
    json_set(response.words, STR("next"), json_str(arena, next));
    return response_send(&response, err);
}
