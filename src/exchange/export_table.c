#include "exchange/export.h"

/* Size of the write buffer, which bounds the memory for a table of any size. */
#define FLUSH_BYTES (256 * KB)

bool export_table_open(const Export *export, Str path, Str type, ExportTable *table, Err *err)
{
    if (!fs_writer_open(export->request->arena, path, &table->writer, err))
        return false;
    arena_open(&table->arena, 0);
    table->buf = buf_open(&table->arena, 0);
    buf_printf(&table->buf, "_type: %.*s\nversion: %d\n", STR_ARG(type), EXPORT_VERSION);
    return true;
}

static bool write_out(ExportTable *table, Err *err)
{
    bool ok = fs_writer_put(&table->writer, buf_str(&table->buf), err);
    table->buf.len = 0;
    return ok;
}

bool export_table_flush(ExportTable *table, Err *err)
{
    return table->buf.len < FLUSH_BYTES || write_out(table, err);
}

bool export_table_close(ExportTable *table, Err *err)
{
    return write_out(table, err) && fs_writer_close(&table->writer, err);
}

void export_table_drop(ExportTable *table)
{
    fs_writer_drop(&table->writer);
    arena_close(&table->arena);
}

Json export_text(Str text)
{
    return (Json){.type = text.len ? JSON_STRING : JSON_NULL, .text = text};
}

Json export_number(Arena *arena, uint64_t number)
{
    return (Json){.type = JSON_NUMBER,
                  .text = str_format(arena, "%llu", (unsigned long long)number)};
}
