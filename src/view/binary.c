#include "view/map.h"

static void put_binary_text(Buf *out, Str path, uint64_t bytes, const BinaryType *type)
{
    view_put_line_text(out, path);
    buf_printf(out, ": %.*s, ", STR_ARG(type->type));
    if (type->width && type->height)
        buf_printf(out, "%u \xC3\x97 %u, ", type->width, type->height);
    buf_put_size(out, bytes);
    buf_put_byte(out, '\n');
}

Json *binary_value(Arena *arena, const char *kind, Str path, uint64_t bytes, const BinaryType *type)
{
    Json *value = json_object(arena);
    json_set(value, STR("_type"), json_str(arena, str_from(kind)));
    json_set(value, STR("version"), json_u64(arena, 1));
    json_set(value, STR("path"), json_str(arena, path));
    json_set(value, STR("bytes"), json_u64(arena, bytes));
    json_set(value, STR("binary"), json_bool(arena, true));
    json_set(value, STR("type"), json_str(arena, type->type));
    json_set(value, STR("mime"), json_str(arena, type->mime));
    if (type->width && type->height) {
        json_set(value, STR("width"), json_u64(arena, type->width));
        json_set(value, STR("height"), json_u64(arena, type->height));
    }
    return value;
}

void map_write_binary(Buf *out, Arena scratch, ViewFormat format, Str path, uint64_t bytes,
                    const BinaryType *type)
{
    if (format == VIEW_TEXT)
        put_binary_text(out, path, bytes, type);
    else
        view_put_value(out, format, binary_value(&scratch, "map", path, bytes, type));
}
