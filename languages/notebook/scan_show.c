/* What is shown of a notebook: `[3] code, lines 39-56`, the lines of its source, and behind `>`
   the first lines of its output. Data in base64 and markup are one line each. */
#include "languages_lang.h"

#include "languages/notebook/scan_cells.h"

#include "base/buf.h"
#include "text/lines.h"

/* Lines shown of one output, and characters of each: enough to see what a cell is about. */
#define OUTPUT_LINES_SHOWN 10
#define OUTPUT_CHARS_SHOWN 200

typedef struct Showing {
    Arena *arena;
    Arena scratch;
    Str file;
    Shown *shown;
    size_t number;            /* of the cell */
    size_t counted_to, lines; /* in the file: `lines` ends of lines before `counted_to` */
} Showing;

/* Offsets mostly ascend, so each byte is counted once. */
static uint32_t line_at(Showing *showing, size_t offset)
{
    if (offset < showing->counted_to) {
        size_t back = lines_count_feeds(str_slice(showing->file, offset, showing->counted_to));
        return (uint32_t)(showing->lines - back + 1);
    }
    showing->lines += lines_count_feeds(str_slice(showing->file, showing->counted_to, offset));
    showing->counted_to = offset;
    return (uint32_t)showing->lines + 1;
}

static void put(Showing *showing, Str text, size_t start, size_t end, ShownKind kind)
{
    uint32_t line = line_at(showing, start);
    *VEC_PUSH(showing->arena, &showing->shown->lines) =
        (ShownLine){text, (uint32_t)start, (uint32_t)end, line, kind};
}

/* ---- outputs ---- */

/* The text without what colours it on a terminal. */
static Str plain_line(Arena *arena, Str line)
{
    Buf out = buf_open(arena, 0);
    for (size_t i = 0; i < line.len; i++) {
        if (line.ptr[i] == '\x1b') {
            while (i + 1 < line.len && !byte_is_alpha(line.ptr[i]))
                i++;
        } else if (line.ptr[i] == '\t' || (unsigned char)line.ptr[i] >= ' ') {
            buf_put_byte(&out, line.ptr[i]);
        }
    }
    return str_cut_chars(arena, buf_str(&out), OUTPUT_CHARS_SHOWN);
}

static void put_text_output(Showing *showing, const JsonItems *value)
{
    Arena *arena = showing->arena, scratch = showing->scratch;
    uint32_t *map;
    Str text = notebook_decode(&scratch, &scratch, value, &map), rest = text, line;
    size_t count = 0, end = value->start, at = 0;
    while (count < OUTPUT_LINES_SHOWN && str_take_line(&rest, &line)) {
        end = map[at + line.len];
        put(showing, str_join(arena, STR("> "), plain_line(arena, line)), map[at], end,
            SHOWN_OUTPUT);
        at = text.len - rest.len;
        count++;
    }
    size_t more = lines_count_feeds(rest) + (rest.len && rest.ptr[rest.len - 1] != '\n');
    if (more)
        put(showing, str_format(arena, "> … %zu more line%s", more, more == 1 ? "" : "s"), end,
            value->end, SHOWN_OUTPUT);
}

/* `> image/png, 12 KB`. */
static void put_data(Showing *showing, const JsonItems *value)
{
    bool encoded = !str_starts(value->key, STR("text/")) &&
                   str_find(value->key, STR("+xml")) == STR_NONE &&
                   value->text.ptr[value->start] == '"';
    size_t bytes = value->end - value->start;
    Buf line = buf_open(showing->arena, 0);
    buf_printf(&line, "> %.*s, ", STR_ARG(str_slice(value->key, 0, OUTPUT_CHARS_SHOWN)));
    buf_put_size(&line, encoded ? bytes / 4 * 3 : bytes);
    put(showing, buf_str(&line), value->start, value->end, SHOWN_OUTPUT);
}

static void put_bundle(Showing *showing, const JsonItems *data)
{
    JsonItems values = json_items(data->text, data->start);
    while (json_items_next(&values)) {
        if (str_equal(values.key, STR("text/plain")))
            put_text_output(showing, &values);
        else
            put_data(showing, &values);
    }
}

static void put_output(Showing *showing, const JsonItems *output)
{
    JsonItems members = json_items(output->text, output->start), error = {0};
    Str name = {0}, value = {0};
    while (json_items_next(&members)) {
        if (str_equal(members.key, STR("text")))
            put_text_output(showing, &members);
        if (str_equal(members.key, STR("data")))
            put_bundle(showing, &members);
        if (str_equal(members.key, STR("ename"))) {
            name = notebook_string(&members);
            error = members;
        }
        if (str_equal(members.key, STR("evalue"))) {
            uint32_t *map;
            value = notebook_decode(showing->arena, showing->arena, &members, &map);
        }
    }
    Str first = {0};
    (void)str_take_line(&value, &first);
    if (name.len)
        put(showing,
            str_format(showing->arena, "> %.*s: %.*s", STR_ARG(name),
                       STR_ARG(plain_line(showing->arena, first))),
            error.start, error.end, SHOWN_OUTPUT);
}

/* ---- cells ---- */

static void put_cell(Showing *showing, const Cell *cell)
{
    Arena *arena = showing->arena;
    uint32_t first = line_at(showing, cell->start);
    uint32_t last =
        first + (uint32_t)lines_count_feeds(str_slice(showing->file, cell->start, cell->end));
    Str head = str_format(arena, "[%zu] %.*s, lines %u-%u", ++showing->number,
                          STR_ARG(str_slice(cell->type, 0, OUTPUT_CHARS_SHOWN)), first, last);
    if (first == last)
        head = str_format(arena, "[%zu] %.*s, line %u", showing->number,
                          STR_ARG(str_slice(cell->type, 0, OUTPUT_CHARS_SHOWN)), first);
    put(showing, head, cell->start, cell->end, SHOWN_HEAD);
    Str rest = cell->text, line;
    size_t at = 0;
    while (str_take_line(&rest, &line)) {
        put(showing, line, cell->map[at], cell->map[at + line.len], SHOWN_SOURCE);
        at = cell->text.len - rest.len;
    }
    JsonItems outputs =
        json_items(showing->file, cell->has_outputs ? cell->outputs.start : SIZE_MAX);
    while (json_items_next(&outputs))
        put_output(showing, &outputs);
}

bool show_notebook(Arena *arena, Arena scratch, Str text, Shown *shown)
{
    Notebook notebook = notebook_open(text);
    if (!notebook.cells)
        return false;
    Showing showing = {.arena = arena, .scratch = scratch, .file = text, .shown = shown};
    JsonItems cells = json_items(text, notebook.cells);
    while (json_items_next(&cells)) {
        Arena before = showing.scratch;
        Cell cell = notebook_cell(arena, &showing.scratch, &cells);
        put_cell(&showing, &cell);
        showing.scratch = before;
    }
    shown->left_out = "metadata and data of outputs";
    return true;
}
