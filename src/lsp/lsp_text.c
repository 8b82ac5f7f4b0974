#include "lsp/lsp_text.h"

Str lsp_text_encoding_name(LspEncoding encoding)
{
    static const Str names[] = {[LSP_UTF16] = STR_INIT("utf-16"),
                                [LSP_UTF8] = STR_INIT("utf-8"),
                                [LSP_UTF32] = STR_INIT("utf-32")};
    return names[encoding];
}

/* Offset of the next line; the text's length if this is the last. */
static size_t next_line(Str bytes, size_t at)
{
    while (at < bytes.len && bytes.ptr[at] != '\n' && bytes.ptr[at] != '\r')
        at++;
    if (at < bytes.len && bytes.ptr[at] == '\r' && at + 1 < bytes.len && bytes.ptr[at + 1] == '\n')
        at++;
    return MIN(at + 1, bytes.len);
}

static bool ends_with_line_end(Str bytes)
{
    return bytes.len && (bytes.ptr[bytes.len - 1] == '\n' || bytes.ptr[bytes.len - 1] == '\r');
}

void lsp_text_open(Arena *arena, Str bytes, LspEncoding encoding, LspText *text)
{
    size_t count = 1, line = 0;
    for (size_t at = 0; at < bytes.len; at = next_line(bytes, at))
        count++;
    *text = (LspText){.bytes = bytes, .encoding = encoding};
    text->starts = NEW(arena, uint32_t, count);
    for (size_t at = 0; at < bytes.len; at = next_line(bytes, at))
        text->starts[line++] = (uint32_t)at;
    if (!bytes.len || ends_with_line_end(bytes))
        text->starts[line++] = (uint32_t)bytes.len;
    text->lines = line;
}

size_t lsp_text_line_end(const LspText *text, size_t line)
{
    if (line + 1 >= text->lines)
        return text->bytes.len;
    size_t end = text->starts[line + 1], start = text->starts[line];
    while (end > start && (text->bytes.ptr[end - 1] == '\n' || text->bytes.ptr[end - 1] == '\r'))
        end--;
    return end;
}

/* What one character counts. */
static uint32_t units(LspEncoding encoding, uint32_t c, size_t bytes)
{
    if (encoding == LSP_UTF8)
        return (uint32_t)bytes;
    return encoding == LSP_UTF16 && c > 0xFFFF ? 2 : 1;
}

/* The conversion: walks along a line up to `offset` or `character`, whichever comes first, and sets
   both to that place. */
static void walk(const LspText *text, size_t line, size_t *offset, uint32_t *character)
{
    Str part = str_slice(text->bytes, 0, lsp_text_line_end(text, line));
    size_t at = text->starts[line];
    uint32_t count = 0;
    while (at < part.len && at < *offset && count < *character) {
        size_t next = at;
        uint32_t c = str_decode(part, &next), more = units(text->encoding, c, next - at);
        if (next > *offset || count + more > *character)
            break;
        at = next;
        count += more;
    }
    *offset = at;
    *character = count;
}

size_t lsp_text_offset(const LspText *text, LspPosition position)
{
    size_t offset = text->bytes.len;
    if (position.line >= text->lines)
        return offset;
    walk(text, position.line, &offset, &position.character);
    return offset;
}

LspPosition lsp_text_position(const LspText *text, size_t offset)
{
    size_t low = 0, high = text->lines;
    LspPosition position = {.character = UINT32_MAX};
    while (high - low > 1) {
        size_t middle = low + (high - low) / 2;
        if (text->starts[middle] <= offset)
            low = middle;
        else
            high = middle;
    }
    position.line = (uint32_t)low;
    walk(text, low, &offset, &position.character);
    return position;
}
