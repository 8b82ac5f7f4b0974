/* Any text of a model, as Markdown in pieces, as a diff and as text: what comes out controls
   nothing. The first byte sets the width, the second the length of the pieces. */
#include "base/limits.h"
#include "terminal/clean.h"
#include "terminal/markdown.h"
#include "terminal/terminal_diff.h"
#include "text/hidden.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* The end of one of our styles at `at`, after its ESC. */
static size_t style_end(Str text, size_t at)
{
    assert(at < text.len && text.ptr[at] == '[');
    for (at++; at < text.len && (byte_is_digit(text.ptr[at]) || text.ptr[at] == ';'); at++) {
    }
    assert(at < text.len && text.ptr[at] == 'm');
    return at + 1;
}

static void check(Str text)
{
    assert(str_is_utf8(text));
    for (size_t at = 0; at < text.len;) {
        uint32_t c = str_decode(text, &at);
        if (c == '\033')
            at = style_end(text, at);
        else if (c != '\n' && c != 0x200C && c != 0x200D)
            assert(!char_is_control(c) && !hidden_find(c));
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    Arena arena, scratch;
    if (size < 2)
        return 0;
    arena_open(&arena, 1 * GB);
    arena_open(&scratch, 1 * GB);
    Buf out = buf_open(&arena, 0);
    size_t piece = 1 + data[1];
    Str text = {(const char *)data + 2, size - 2}, rest = text;
    Markdown *markdown = markdown_open(&arena, data[0] / 2, data[0] % 2);
    while (rest.len) {
        CellRows rows = {0};
        markdown_put(markdown, str_slice(rest, 0, piece), &out);
        markdown_pass(markdown, 1 + piece % 5, &out);
        markdown_preview(markdown, &scratch, &rows);
        arena_reset(&scratch);
        rest = str_from_offset(rest, piece);
    }
    markdown_end(markdown, &out);
    terminal_diff_write(scratch, text, data[0] % 2, &out);
    clean_put(&out, text, data[0] % 3 ? CLEAN_CODE : CLEAN_PROSE);
    check(buf_str(&out));
    arena_close(&scratch);
    arena_close(&arena);
    return 0;
}
