/* Staged edits as stored in a session: whole files before and after, so a file changed before the
   write is merged as usual. */
#include "agent/stage.h"

#include "base/json.h"

static Json *file_value(Arena *arena, const Stage *stage, const EditFile *file)
{
    Json *value = json_object(arena);
    json_set(value, STR("status"), json_str(arena, edit_status_name(file->status)));
    json_set(value, STR("path"), json_str(arena, file->path));
    json_set_text(arena, value, STR("old_path"), file->old_path);
    json_set(value, STR("before"), json_str(arena, file->before));
    json_set(value, STR("after"), json_str(arena, file->after));
    if (file->executable)
        json_set(value, STR("executable"), json_bool(arena, true));
    Str path = file->old_path.len ? file->old_path : file->path;
    json_set(value, STR("unsaved"), json_bool(arena, stage_paths_has(&stage->unsaved, path)));
    return value;
}

Str stage_pack(const Stage *stage, Arena *arena)
{
    Buf out = buf_open(arena, 0);
    EditSet set = stage_set(stage, arena);
    Json *value = json_object(arena), *files = json_array(arena);
    for (size_t i = 0; i < set.files.len; i++) {
        const EditFile *file = &set.files.ptr[i];
        const Str texts[] = {file->path, file->old_path, file->before, file->after};
        for (size_t j = 0; j < COUNT(texts); j++)
            if (!str_is_utf8(texts[j]))
                return (Str){0};
        json_add(files, file_value(arena, stage, file));
    }
    if (!set.files.len)
        return (Str){0};
    json_set(value, STR("files"), files);
    json_set(value, STR("for"),
             json_texts(arena, stage->descriptions.ptr, stage->descriptions.len));
    json_write(&out, value, 0);
    return buf_str(&out);
}

static bool status_of(Str name, EditStatus *status)
{
    for (EditStatus i = 0; i < EDIT_STATUS_COUNT; i++)
        if (str_equal(edit_status_name(i), name)) {
            *status = i;
            return true;
        }
    return false;
}

void stage_unpack(Stage *stage, Str json)
{
    Json *value = NULL;
    Err ignored = {0};
    stage_drop(stage, (Str){0});
    stage->descriptions.len = 0;
    if (!json.len || !json_parse(stage->arena, json, &value, &ignored))
        return;
    const Json *files = json_get(value, STR("files")), *reasons = json_get(value, STR("for"));
    for (const Json *item = files ? files->first : NULL; item; item = item->next) {
        EditFile file = {.path = json_text(item, STR("path")),
                         .old_path = json_text(item, STR("old_path")),
                         .before = json_text(item, STR("before")),
                         .after = json_text(item, STR("after"))};
        const Json *unsaved = json_get(item, STR("unsaved"));
        file.executable = json_get(item, STR("executable")) != NULL;
        if (!file.path.len || !status_of(json_text(item, STR("status")), &file.status))
            continue;
        *VEC_PUSH(stage->arena, &stage->files) = file;
        if (stage->editor && unsaved && unsaved->type == JSON_TRUE)
            stage_paths_set(stage->arena, &stage->unsaved,
                            file.old_path.len ? file.old_path : file.path, true);
    }
    for (const Json *item = reasons ? reasons->first : NULL; item; item = item->next)
        if (item->type == JSON_STRING)
            *VEC_PUSH(stage->arena, &stage->descriptions) = item->text;
}
