/* The sources of cells. To be compared, they are decoded in place: each line where it is in the
   file, and blanks around them. An escape is longer than what it means, so a line ends in further
   blanks. To be searched, they are alone, on the lines that they have in the file. */
#include "languages_lang.h"

#include "languages/notebook/scan_cells.h"

#include "base/buf.h"
#include "text/lines.h"

typedef struct Writing {
    Arena *arena;
    Str file;
    char *to; /* if they are compared; else ... */
    Buf out;
    size_t counted_to; /* ... `out` has the ends of lines before this offset of the file */
    LangCode *code;
} Writing;

/* Goes to the line of the file that has the offset. */
static void reach(Writing *writing, size_t offset)
{
    size_t feeds = lines_count_feeds(str_slice(writing->file, writing->counted_to, offset));
    bool joined = !feeds && writing->out.len && writing->out.ptr[writing->out.len - 1] != '\n';
    buf_put_repeat(&writing->out, joined ? STR(" ") : STR("\n"), joined ? 1 : feeds);
    writing->counted_to = offset;
}

static void write_line(Writing *writing, Str line, size_t origin)
{
    if (!line.len)
        return;
    if (writing->to) {
        memcpy(writing->to + origin, line.ptr, line.len);
        return;
    }
    reach(writing, origin);
    *VEC_PUSH(writing->arena, &writing->code->shifts) =
        (LangCodeShift){(uint32_t)writing->out.len, (uint32_t)origin};
    buf_put(&writing->out, line);
}

/* The end of a line that has none in the file. */
static void end_line(const Writing *writing, size_t from, size_t next)
{
    bool ends = memchr(writing->file.ptr + from, '\n', next - from) != NULL;
    if (!ends && writing->to)
        writing->to[next - 1] = '\n';
}

static void write_cell(Writing *writing, const Cell *cell)
{
    Str text = cell->text;
    for (size_t at = 0; at < text.len;) {
        size_t end = at + MIN(str_find_byte(str_from_offset(text, at), '\n'), text.len - at);
        write_line(writing, str_slice(text, at, end), cell->map[at]);
        if (end + 1 < text.len)
            end_line(writing, cell->map[end], cell->map[end + 1]);
        at = end + 1;
    }
}

static const Language *language_of(const Notebook *notebook, const Cell *cell)
{
    if (str_equal(cell->type, STR("markdown")))
        return lang_find(STR("markdown"));
    bool own = str_equal(cell->type, STR("code")) && notebook_is_of_language(cell->text);
    const Language *language = own ? lang_find(notebook->language) : NULL;
    return language ? language : lang_find(STR("text"));
}

/* Everything but the ends of lines is blank. */
static char *blank_copy(Arena *arena, Str text)
{
    char *copy = arena_bytes(arena, text.len);
    memset(copy, ' ', text.len);
    for (size_t at = 0; at < text.len; at++) {
        const char *feed = memchr(text.ptr + at, '\n', text.len - at);
        if (!feed)
            break;
        at = (size_t)(feed - text.ptr);
        copy[at] = '\n';
    }
    return copy;
}

bool code_notebook(Arena *arena, Str text, LangCodeUse use, LangCode *code)
{
    Notebook notebook = notebook_open(text);
    if (!notebook.cells)
        return false;
    Arena own SCOPED(arena_close) = {0};
    arena_open(&own, 0);
    Writing writing = {.arena = arena, .file = text, .code = code, .out = buf_open(&own, 0)};
    if (use == CODE_TO_COMPARE)
        writing.to = blank_copy(arena, text);
    JsonItems cells = json_items(text, notebook.cells);
    while (json_items_next(&cells)) {
        Cell cell = notebook_cell(arena, arena, &cells);
        if (!cell.text.len)
            continue;
        write_cell(&writing, &cell);
        *VEC_PUSH(arena, &code->parts) =
            (LangCodePart){cell.map[0], cell.map[cell.text.len], language_of(&notebook, &cell)};
    }
    if (!writing.to)
        reach(&writing, text.len);
    code->text = writing.to ? (Str){writing.to, text.len} : str_copy(arena, buf_str(&writing.out));
    return true;
}
