/* Chunk view: a chunk is written between two boxes that name the file, the position and the
   declarations of the chunk, so that it makes sense on its own. Text of the file is shown unchanged
   except for control bytes. Widths are columns, not bytes. */
#include "view/chunks.h"
#include "text/address.h"

#include "base/path.h"
#include "base/shell.h"
#include "text/base64.h"
#include "text/tokens.h"
#include "text/width.h"

/* Numbers of files up to 999,999 lines align. */
#define LINE_NUMBER_COLUMNS 6
/* Left border with its space, and the right one. */
#define BORDER_COLUMNS 4

static Str file_name(const ChunksFile *file)
{
    return path_base(file->path);
}

/* ---- boxes ---- */

static void put_edge(Buf *out, Str left, Str title, Str right, size_t columns)
{
    size_t used = 2 + width_columns(title);
    buf_put(out, left);
    buf_put(out, title);
    buf_put_repeat(out, STR("─"), columns > used ? columns - used : 0);
    buf_put(out, right);
    buf_put_byte(out, '\n');
}

static void put_row(Buf *out, Str text, size_t columns)
{
    size_t used = BORDER_COLUMNS + width_columns(text);
    buf_put(out, STR("│ "));
    buf_put(out, text);
    buf_put_repeat(out, STR(" "), columns > used ? columns - used : 0);
    buf_put(out, STR(" │\n"));
}

/* The text without control bytes and invalid UTF-8. */
static Str shown(Arena *arena, Str text)
{
    Buf buf = buf_open(arena, 0);
    view_put_line_text(&buf, text);
    return buf_str(&buf);
}

static void put_field(Buf *out, Arena *scratch, const char *label, Str value, bool in_middle)
{
    size_t max = CHUNKS_BOX_COLUMNS - BORDER_COLUMNS - strlen(label);
    Str text = shown(scratch, value);
    text = in_middle ? width_cut_middle(scratch, text, max) : width_cut_end(scratch, text, max);
    put_row(out, str_join(scratch, str_from(label), text), CHUNKS_BOX_COLUMNS);
}

static void put_header(Buf *out, Arena *scratch, const ChunksFile *file, size_t index,
                       const Chunk *chunk)
{
    Str title = str_format(scratch, "─ Chunk %zu/%zu ", index + 1, file->plan->marks.len);
    put_edge(out, STR("┌"), title, STR("┐"), CHUNKS_BOX_COLUMNS);
    put_field(out, scratch, "File: ", address_shown(scratch, file->path), true);
    Str lines = str_format(scratch, "%u-%u", chunk->start_line, chunk->end_line);
    put_field(out, scratch, "Lines: ", lines, false);
    put_field(out, scratch, "Type: ", chunk->type, false);
    bool is_list = str_find(chunk->name, STR(", ")) != STR_NONE && !str_ends(chunk->name, STR(")"));
    put_field(out, scratch, "Name: ", chunk->name, !is_list);
    put_field(out, scratch, "Context: ", chunk->context, false);
    put_edge(out, STR("└"), STR(""), STR("┘"), CHUNKS_BOX_COLUMNS);
}

/* ---- one chunk ---- */

/* Lines are those of the file. */
static Chunk describe(Arena *arena, const ChunksFile *file, size_t index)
{
    Chunk chunk = chunk_describe(arena, file->plan, index, file_name(file));
    if (!file->shown || chunk.end == chunk.start)
        return chunk;
    chunk.start_line = shown_line(file->shown, chunk.start);
    chunk.end_line = chunk.start_line;
    for (size_t i = 0; i < file->shown->places.len; i++) {
        const ShownPlace *place = &file->shown->places.ptr[i];
        if (place->at >= chunk.start && place->at < chunk.end)
            chunk.end_line = MAX(chunk.end_line, place->line);
    }
    return chunk;
}

ChunksCursor chunks_put_header(Buf *out, Arena scratch, const ChunksFile *file, size_t index)
{
    Chunk chunk = describe(&scratch, file, index);
    put_header(out, &scratch, file, index, &chunk);
    buf_put_byte(out, '\n');
    return (ChunksCursor){chunk_text(file->plan, &chunk), chunk.start_line, chunk.start,
                          file->shown};
}

bool chunks_put_lines(Buf *out, ChunksCursor *cursor, size_t bytes)
{
    while (cursor->rest.len && out->len < bytes) {
        size_t end = MIN(str_find_byte(cursor->rest, '\n'), cursor->rest.len);
        uint64_t line = cursor->shown ? shown_line(cursor->shown, cursor->at) : cursor->line++;
        buf_printf(out, "%*llu  ", LINE_NUMBER_COLUMNS, (unsigned long long)line);
        buf_put_text(out, str_slice(cursor->rest, 0, end));
        buf_put_byte(out, '\n');
        cursor->rest = str_from_offset(cursor->rest, MIN(end + 1, cursor->rest.len));
        cursor->at += end + 1;
    }
    return cursor->rest.len > 0;
}

static size_t footer_rows(Arena *scratch, const ChunksToken *token, Str rows[3])
{
    if (!token->has_more) {
        rows[0] = STR("End of file");
        return 1;
    }
    rows[0] = STR("More content available");
    if (token->next.len) {
        rows[1] = str_join(scratch, STR("Next: the same call with "), token->next);
        return 2;
    }
    if (token->failed)
        rows[1] = STR("Continuation token could not be saved");
    else if (!token->path.len)
        rows[1] = STR("Save the token below to a file to go on");
    else
        rows[1] = str_join(scratch, STR("Continuation token saved to: "),
                           address_shown(scratch, token->path));
    Str path =
        token->path.len && !token->failed ? shell_quote(scratch, token->path) : STR("<file>");
    rows[2] =
        str_join(scratch, STR("Use: progressive-reader --continue-file "), shown(scratch, path));
    return 3;
}

void chunks_put_token(Buf *out, Arena scratch, const ChunksToken *token)
{
    Str rows[3];
    size_t count = footer_rows(&scratch, token, rows), columns = CHUNKS_BOX_COLUMNS;
    for (size_t i = 0; i < count; i++)
        columns = MAX(columns, width_columns(rows[i]) + BORDER_COLUMNS);
    put_edge(out, STR("┌"), STR(""), STR("┐"), columns);
    for (size_t i = 0; i < count; i++)
        put_row(out, rows[i], columns);
    put_edge(out, STR("└"), STR(""), STR("┘"), columns);
    buf_put(out, STR("\nContinuation Token"));
    if (token->path.len && !token->failed) {
        buf_put(out, STR(" ("));
        view_put_address(out, token->path);
        buf_put_byte(out, ')');
    }
    buf_put(out, STR(":\n"));
    buf_put(out, token->lines);
}

static void put_list_line(Buf *out, Arena scratch, const ChunksFile *file, size_t index)
{
    Chunk chunk = describe(&scratch, file, index);
    buf_printf(out, "Chunk %zu/%zu  lines %u-%u  ", index + 1, file->plan->marks.len,
               chunk.start_line, chunk.end_line);
    buf_put(out, chunk.type);
    buf_put(out, STR("  "));
    view_put_line_text(out, chunk.name);
    buf_put(out, STR("  ~"));
    buf_put_thousands(out, tokens_of_bytes(chunk.end - chunk.start));
    buf_put(out, STR(" tokens"));
    buf_put(out, chunk.context.len ? STR("  ") : STR(""));
    view_put_line_text(out, chunk.context);
    buf_put_byte(out, '\n');
}

bool chunks_put_list(Buf *out, Arena scratch, const ChunksFile *file, size_t *index, size_t bytes)
{
    size_t total = file->plan->marks.len;
    while (*index < total && out->len < bytes)
        put_list_line(out, scratch, file, (*index)++);
    if (*index < total)
        return true;
    buf_printf(out, "Total chunks: %zu\n", total);
    return false;
}

/* ---- values ---- */

static void set_description(Arena *arena, Json *record, const Chunk *chunk)
{
    json_set(record, STR("startLine"), json_u64(arena, chunk->start_line));
    json_set(record, STR("endLine"), json_u64(arena, chunk->end_line));
    json_set(record, STR("type"), json_str(arena, chunk->type));
    json_set(record, STR("name"), json_str(arena, chunk->name));
    json_set(record, STR("tokens"), json_u64(arena, tokens_of_bytes(chunk->end - chunk->start)));
    json_set(record, STR("context"), json_str(arena, chunk->context));
}

static Json *open_record(Arena *arena, const char *type, const ChunksFile *file)
{
    Json *record = json_object(arena);
    json_set(record, STR("_type"), json_str(arena, str_from(type)));
    json_set(record, STR("version"), json_u64(arena, 1));
    json_set(record, STR("path"), json_str(arena, address_value(arena, file->path)));
    json_set(record, STR("language"), json_str(arena, lang_id(file->plan->outline->language)));
    return record;
}

Json *chunks_record(Arena *arena, const ChunksFile *file, size_t index, Json *continuation)
{
    Chunk chunk = describe(arena, file, index);
    Str text = chunk_text(file->plan, &chunk);
    size_t total = file->plan->marks.len;
    Json *record = open_record(arena, "chunk", file);
    set_description(arena, record, &chunk);
    json_set(record, STR("currentChunk"), json_u64(arena, index + 1));
    json_set(record, STR("totalChunks"), json_u64(arena, total));
    json_set(record, STR("hasMore"), json_bool(arena, index + 1 < total));
    json_set(record, STR("checksum"), json_str(arena, file->checksum));
    json_set(record, STR("content"), json_str(arena, text));
    if (!str_is_utf8(text))
        json_set(record, STR("contentBase64"), json_str(arena, base64_encode(arena, text)));
    json_set(record, STR("continuation"), continuation);
    return record;
}

Json *chunks_list_record(Arena *arena, const ChunksFile *file)
{
    Json *record = open_record(arena, "chunks", file);
    Json *chunks = json_array(arena);
    json_set(record, STR("checksum"), json_str(arena, file->checksum));
    json_set(record, STR("maxTokens"), json_u64(arena, file->max_tokens));
    json_set(record, STR("totalChunks"), json_u64(arena, file->plan->marks.len));
    json_set(record, STR("chunks"), chunks);
    for (size_t i = 0; i < file->plan->marks.len; i++) {
        Chunk chunk = describe(arena, file, i);
        Json *item = json_object(arena);
        json_set(item, STR("chunk"), json_u64(arena, i + 1));
        set_description(arena, item, &chunk);
        json_add(chunks, item);
    }
    return record;
}
