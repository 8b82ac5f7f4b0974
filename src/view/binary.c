#include "view/binary.h"
#include "text/address.h"

void binary_write_line(Buf *out, const BinaryFile *file)
{
    view_put_address(out, file->path);
    buf_printf(out, ": %.*s, ", STR_ARG(file->type.type));
    if (file->type.width && file->type.height)
        buf_printf(out, "%u \xC3\x97 %u, ", file->type.width, file->type.height);
    buf_put_size(out, file->bytes);
    buf_put_byte(out, '\n');
}

Json *binary_value(Arena *arena, Str kind, const BinaryFile *file)
{
    Json *value = json_object(arena);
    json_set(value, STR("_type"), json_str(arena, kind));
    json_set(value, STR("version"), json_u64(arena, 1));
    json_set(value, STR("path"), json_str(arena, address_value(arena, file->path)));
    json_set(value, STR("bytes"), json_u64(arena, file->bytes));
    json_set(value, STR("type"), json_str(arena, file->type.type));
    json_set(value, STR("mime"), json_str(arena, file->type.mime));
    if (file->type.width && file->type.height) {
        json_set(value, STR("width"), json_u64(arena, file->type.width));
        json_set(value, STR("height"), json_u64(arena, file->type.height));
    }
    return value;
}

void binary_write(Buf *out, Arena scratch, ViewFormat format, Str kind, const BinaryFile *file)
{
    if (format == VIEW_TEXT) {
        binary_write_line(out, file);
        return;
    }
    const Json *value = binary_value(&scratch, kind, file);
    view_put_value(out, scratch, format, value);
}
