/* View of text-search hits by file, without lines. */
#include "text/tokens.h"
#include "view/hits.h"

static void put_files_text(Buf *out, const HitAnswer *answer, size_t shown)
{
    hits_put_head(out, answer, answer->hits);
    for (size_t i = 0; i < shown; i++) {
        const HitFile *file = &answer->list.ptr[i];
        view_put_line_text(out, file->path);
        buf_put_byte(out, ' ');
        buf_put_thousands(out, file->hits);
        buf_put_byte(out, '\n');
    }
    if (shown < answer->list.len)
        buf_printf(out, "[%zu more; %.*s]\n", answer->list.len - shown,
                   STR_ARG(answer->narrow_words));
    else if (answer->cursor.len)
        buf_printf(out, "[more files with %.*s %.*s]\n", STR_ARG(answer->cursor_word),
                   STR_ARG(answer->cursor));
}

static Json *path_value(Arena *arena, Str path)
{
    Buf out = buf_open(arena, 0);
    view_put_line_text(&out, path);
    return json_str(arena, buf_str(&out));
}

static Json *files_value(Arena *arena, const HitAnswer *answer, size_t shown)
{
    Json *value = json_object(arena), *list = json_array(arena);
    json_set(value, STR("_type"), json_str(arena, STR("grep_files")));
    json_set(value, STR("version"), json_u64(arena, 1));
    json_set(value, STR("hits"), json_u64(arena, answer->hits));
    json_set(value, STR("files"), json_u64(arena, answer->files));
    json_set(value, STR("searched"), json_u64(arena, answer->searched));
    if (answer->note.len)
        json_set(value, STR("note"), json_str(arena, answer->note));
    for (size_t i = 0; i < shown; i++) {
        Json *row = json_object(arena);
        json_set(row, STR("path"), path_value(arena, answer->list.ptr[i].path));
        json_set(row, STR("hits"), json_u64(arena, answer->list.ptr[i].hits));
        json_add(list, row);
    }
    json_set(value, STR("results"), list);
    if (shown < answer->list.len)
        json_set(value, STR("left_out"), json_u64(arena, answer->list.len - shown));
    else if (answer->cursor.len)
        json_set(value, STR("cursor"), json_str(arena, answer->cursor));
    return value;
}

void hits_write_files(Buf *out, Arena scratch, ViewFormat format, const HitAnswer *answer)
{
    size_t tokens = MIN(SEARCH_LINE_TOKENS * answer->list.len, (size_t)SEARCH_PAGE_TOKENS);
    size_t room = (SEARCH_FRAME_TOKENS + tokens) * TOKEN_BYTES, start = out->len;
    for (size_t shown = answer->list.len;; shown -= MAX(shown / 8, (size_t)1)) {
        out->len = start;
        if (format == VIEW_TEXT)
            put_files_text(out, answer, shown);
        else
            view_put_value(out, scratch, format, files_value(out->arena, answer, shown));
        if (out->len - start <= room || shown <= 1)
            return;
    }
}
