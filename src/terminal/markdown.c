/* Line by line: models write one paragraph a line, and shown rows must not change later. Only
   fences and tables span lines. */
#include "terminal/markdown_state.h"

/* Minimum columns for the text within marks of quotes and lists. */
#define TEXT_COLUMNS_MIN 10
/* Nested quotes whose bars are shown. */
#define QUOTES_MAX 8
#define RULE_COLUMNS 40

Markdown *markdown_open(Arena *arena, size_t columns, bool styled)
{
    Markdown *markdown = NEW(arena, Markdown, 1);
    markdown->styled = styled;
    markdown->columns = columns;
    markdown->line = arena_bytes(arena, MARKDOWN_LINE_BYTES_MAX);
    markdown->table = arena_bytes(arena, MARKDOWN_TABLE_BYTES_MAX);
    return markdown;
}

void markdown_set_columns(Markdown *markdown, size_t columns)
{
    markdown->columns = columns;
}

/* One line while it is rendered. */
typedef struct Line {
    const Markdown *markdown;
    Arena *arena;
    CellVec before; /* prefix of its first row: marks of quotes and lists */
    CellVec hang;   /* prefix of further rows */
    CellRows *rows;
} Line;

static Style style_if(const Markdown *markdown, Look look)
{
    return markdown->styled ? style_of(look) : 0;
}

static void put_both(Line *line, Str text, Style style)
{
    cells_put_plain(line->arena, &line->before, text, style);
    cells_put_plain(line->arena, &line->hang, text, style);
}

static void add_row(Line *line, bool first, CellSpan cells)
{
    CellVec row = {0};
    cells_append(line->arena, &row, cells_span(first ? &line->before : &line->hang));
    cells_append(line->arena, &row, cells);
    *VEC_PUSH(line->arena, line->rows) = cells_span(&row);
}

/* Adds the rows of a text after the marks, broken between words or at the last column. */
static void add_rows(Line *line, CellSpan cells, bool words)
{
    size_t columns = line->markdown->columns, hang = cells_columns(cells_span(&line->hang));
    bool first = true;
    CellSpan row;
    if (!columns || !cells.len) {
        add_row(line, true, cells);
        return;
    }
    columns = columns > hang + TEXT_COLUMNS_MIN ? columns - hang : TEXT_COLUMNS_MIN;
    while (cells_take_row(&cells, columns, words, &row)) {
        add_row(line, first, row);
        first = false;
    }
}

static size_t count_spaces(Str text)
{
    size_t n = 0;
    while (n < text.len && text.ptr[n] == ' ')
        n++;
    return n;
}

/* The length of a list item's mark with the space after it; 0: no mark. */
static size_t item_mark(Str text)
{
    size_t n = 0;
    while (n < text.len && n < 9 && byte_is_digit(text.ptr[n]))
        n++;
    bool numbered = n && n < text.len && byte_in(text.ptr[n], ".)");
    bool bullet = !n && text.len && byte_in(text.ptr[0], "-*+");
    if (!numbered && !bullet)
        return 0;
    n++;
    return n < text.len && text.ptr[n] == ' ' ? n + 1 : 0;
}

static bool is_rule(Str text)
{
    size_t marks = 0;
    char mark = text.len ? text.ptr[0] : 0;
    if (!byte_in(mark, "-*_"))
        return false;
    for (size_t i = 0; i < text.len; i++) {
        if (text.ptr[i] != mark && text.ptr[i] != ' ')
            return false;
        marks += text.ptr[i] == mark;
    }
    return marks >= 3;
}

static void take_item(Line *line, Str *text, size_t mark)
{
    Style style = style_if(line->markdown, LOOK_MARK);
    bool bullet = byte_in(text->ptr[0], "-*+");
    if (bullet)
        cells_put_plain(line->arena, &line->before, STR("• "), style);
    else
        cells_put_plain(line->arena, &line->before, str_slice(*text, 0, mark), style);
    for (size_t i = 0; i < (bullet ? 2 : mark); i++)
        cells_put_plain(line->arena, &line->hang, STR(" "), 0);
    *text = str_from_offset(*text, mark);
}

/* Takes indentation, bars of quotes and the mark of an item off the front. */
static void take_marks(Line *line, Str *text)
{
    for (size_t quotes = 0;;) {
        size_t spaces = count_spaces(*text), left = line->markdown->columns;
        Str inner = str_from_offset(*text, spaces);
        if (inner.len && inner.ptr[0] == '>' && spaces < 4 && quotes < QUOTES_MAX) {
            quotes++;
            put_both(line, STR("│ "), style_if(line->markdown, LOOK_MARK));
            *text = str_from_offset(inner, 1);
            *text = str_from_offset(*text, str_starts(*text, STR(" ")));
            continue;
        }
        *text = inner;
        for (size_t i = 0; i < (left ? MIN(spaces, left / 2) : spaces); i++)
            put_both(line, STR(" "), 0);
        break;
    }
    size_t mark = item_mark(*text);
    if (mark && !is_rule(*text))
        take_item(line, text, mark);
}

static size_t heading_level(Str text)
{
    size_t n = 0;
    while (n < text.len && text.ptr[n] == '#')
        n++;
    return n <= 6 && (n == text.len || text.ptr[n] == ' ') ? n : 0;
}

/* The length of the backquotes or tildes that open a fence; 0: no fence. */
static size_t fence_length(Str text)
{
    size_t n = 0;
    if (!text.len || !byte_in(text.ptr[0], "`~"))
        return 0;
    while (n < text.len && text.ptr[n] == text.ptr[0])
        n++;
    Str info = str_from_offset(text, n);
    bool is_code = text.ptr[0] == '`' && str_find_byte(info, '`') != STR_NONE;
    return n >= 3 && !is_code ? n : 0;
}

static void add_rule(Line *line, Str label)
{
    CellVec cells = {0};
    Style style = style_if(line->markdown, LOOK_FENCE);
    size_t columns = line->markdown->columns;
    columns = columns ? MIN(columns, (size_t)RULE_COLUMNS) : RULE_COLUMNS;
    if (label.len) {
        cells_put_plain(line->arena, &cells, STR("── "), style);
        cells_put(line->arena, &cells, label, 0, style, CLEAN_PROSE);
        cells_put_plain(line->arena, &cells, STR(" "), style);
    }
    while (cells_columns(cells_span(&cells)) < columns)
        cells_put_plain(line->arena, &cells, STR("─"), style);
    add_row(line, true, cells_cut(line->arena, cells_span(&cells), columns));
}

/* Adds a line that opens or closes a fence. */
static void add_fence(Line *line, Str text)
{
    Str info = str_trim(str_from_offset(text, fence_length(text)));
    if (line->markdown->styled) {
        add_rule(line, info);
        return;
    }
    CellVec cells = {0};
    cells_put(line->arena, &cells, text, 0, 0, CLEAN_PROSE);
    add_row(line, true, cells_span(&cells));
}

static void add_heading(Line *line, Str text, size_t level)
{
    const Markdown *markdown = line->markdown;
    CellVec cells = {0};
    Str title = str_trim(str_from_offset(text, level));
    Str closed = title;
    while (closed.len && closed.ptr[closed.len - 1] == '#')
        closed.len--;
    if (closed.len && closed.ptr[closed.len - 1] == ' ')
        title = str_trim_end(closed);
    Style style = style_if(markdown, LOOK_HEADING);
    if (!markdown->styled)
        cells_put_plain(line->arena, &cells, str_slice(text, 0, level + 1), 0);
    else if (level == 1)
        style |= STYLE_UNDERLINE;
    markdown_inline(line->arena, &cells, title, 0, style, markdown->styled);
    add_rows(line, cells_span(&cells), true);
}

static bool closes_fence(const Markdown *markdown, Str text)
{
    Str inner = str_trim(text);
    if (inner.len < markdown->fence_len || inner.ptr[0] != markdown->fence)
        return false;
    for (size_t i = 0; i < inner.len; i++)
        if (inner.ptr[i] != markdown->fence)
            return false;
    return true;
}

static void add_code(Line *line, Str text, bool wrapped)
{
    const Markdown *markdown = line->markdown;
    CellVec cells = {0};
    size_t indent = MIN(count_spaces(text), markdown->fence_indent);
    for (size_t i = 0; i < markdown->fence_indent; i++)
        put_both(line, STR(" "), 0);
    cells_put(line->arena, &cells, str_from_offset(text, indent), indent,
              style_if(markdown, LOOK_BLOCK), CLEAN_CODE);
    if (wrapped)
        add_rows(line, cells_span(&cells), false);
    else
        add_row(line, true, cells_span(&cells));
}

/* The rows of one line, from byte `passed` on. Code is `wrapped` in a preview only: otherwise the
   terminal wraps it, so that it can be copied. */
static void render(const Markdown *markdown, Arena *arena, Str text, bool wrapped, CellRows *rows)
{
    Line line = {.markdown = markdown, .arena = arena, .rows = rows};
    Str whole = text;
    bool begins = !markdown->passed && !markdown->is_long;
    if (markdown->in_fence) {
        bool closes = begins && closes_fence(markdown, text);
        for (size_t i = 0; closes && i < markdown->fence_indent; i++)
            put_both(&line, STR(" "), 0);
        if (closes)
            add_fence(&line, str_trim(text));
        else
            add_code(&line, text, wrapped);
        return;
    }
    if (!markdown->is_long)
        take_marks(&line, &text);
    if (markdown->passed) {
        line.before = line.hang;
        text = str_from_offset(whole, markdown->passed);
    }
    size_t level = heading_level(text);
    if (begins && is_rule(text)) {
        add_rule(&line, (Str){0});
    } else if (begins && fence_length(text)) {
        add_fence(&line, text);
    } else if (begins && level) {
        add_heading(&line, text, level);
    } else {
        CellVec cells = {0};
        whole.len = text.len ? whole.len : 0;
        markdown_inline(arena, &cells, whole, whole.len - text.len, 0, markdown->styled);
        add_rows(&line, cells_span(&cells), true);
    }
}

static void write_rows(const Markdown *markdown, const CellRows *rows, size_t count, Buf *out)
{
    for (size_t i = 0; i < count; i++) {
        cells_write(out, rows->ptr[i], markdown->styled);
        buf_put_byte(out, '\n');
    }
}

/* Notes a line that opens or closes a fence. */
static void note_fence(Markdown *markdown, Str text)
{
    if (markdown->in_fence) {
        markdown->in_fence = !closes_fence(markdown, text);
        return;
    }
    Arena scratch SCOPED(arena_close) = {0};
    Line line = {.markdown = markdown, .arena = &scratch};
    arena_open(&scratch, 0);
    take_marks(&line, &text);
    markdown->fence_len = fence_length(text);
    markdown->in_fence = markdown->fence_len;
    if (markdown->in_fence) {
        markdown->fence = text.ptr[0];
        markdown->fence_indent = cells_columns(cells_span(&line.hang));
    }
}

static void flush_table(Markdown *markdown, Arena scratch, Buf *out)
{
    CellRows rows = {0};
    if (!markdown->table_len)
        return;
    markdown_table(markdown, &scratch, &rows);
    write_rows(markdown, &rows, rows.len, out);
    markdown->table_len = markdown->table_lines = 0;
}

/* Keeps a line of a table; false if it belongs to no table. */
static bool keep_table_line(Markdown *markdown, Str text)
{
    Str inner = str_trim(text);
    bool begins = !markdown->passed && !markdown->is_long;
    bool is_row = begins && !markdown->in_fence && str_starts(inner, STR("|"));
    bool fits = markdown->table_len + text.len + 1 <= MARKDOWN_TABLE_BYTES_MAX;
    if (!is_row || !fits || (markdown->table_lines == 1 && !markdown_is_delimiter(text)))
        return false;
    if (text.len)
        memcpy(markdown->table + markdown->table_len, text.ptr, text.len);
    markdown->table_len += text.len;
    markdown->table[markdown->table_len++] = '\n';
    markdown->table_lines++;
    return true;
}

static void finish_line(Markdown *markdown, Buf *out)
{
    Arena scratch SCOPED(arena_close) = {0};
    Str text = {markdown->line, markdown->len};
    CellRows rows = {0};
    text.len -= str_ends(text, STR("\r"));
    arena_open(&scratch, 0);
    bool had_table = markdown->table_len, kept = keep_table_line(markdown, text);
    if (!kept)
        flush_table(markdown, scratch, out);
    if (!kept && !(had_table && keep_table_line(markdown, text))) {
        render(markdown, &scratch, text, false, &rows);
        if ((markdown->passed || markdown->is_long) && markdown->passed >= text.len)
            rows.len = 0;
        write_rows(markdown, &rows, rows.len, out);
        if (!markdown->passed && !markdown->is_long)
            note_fence(markdown, text);
    }
    markdown->len = markdown->passed = 0;
    markdown->is_long = false;
}

/* The length without a last character that is still incomplete. */
static size_t whole_length(Str text)
{
    for (size_t back = 1; back <= 3 && back <= text.len; back++) {
        unsigned char c = (unsigned char)text.ptr[text.len - back];
        size_t bytes = c < 0xC0 ? 1 : c < 0xE0 ? 2 : c < 0xF0 ? 3 : 4;
        if (bytes > back)
            return text.len - back;
        if (c < 0x80 || c >= 0xC0)
            break;
    }
    return text.len;
}

/* Writes a line without an end within the limit; an incomplete last character stays. */
static void finish_full_line(Markdown *markdown, Buf *out)
{
    char tail[4];
    size_t whole = whole_length((Str){markdown->line, markdown->len});
    size_t left = markdown->len - whole;
    memcpy(tail, markdown->line + whole, left);
    markdown->len = whole;
    finish_line(markdown, out);
    markdown->is_long = true;
    memcpy(markdown->line, tail, left);
    markdown->len = left;
}

void markdown_put(Markdown *markdown, Str piece, Buf *out)
{
    while (piece.len) {
        size_t end = str_find_byte(piece, '\n');
        Str part = str_slice(piece, 0, end == STR_NONE ? piece.len : end);
        part.len = MIN(part.len, MARKDOWN_LINE_BYTES_MAX - markdown->len);
        if (part.len)
            memcpy(markdown->line + markdown->len, part.ptr, part.len);
        markdown->len += part.len;
        piece = str_from_offset(piece, part.len);
        if (piece.len && piece.ptr[0] == '\n') {
            piece = str_from_offset(piece, 1);
            finish_line(markdown, out);
        } else if (markdown->len == MARKDOWN_LINE_BYTES_MAX) {
            finish_full_line(markdown, out);
        }
    }
}

void markdown_end(Markdown *markdown, Buf *out)
{
    Arena scratch SCOPED(arena_close) = {0};
    if (markdown->len)
        finish_line(markdown, out);
    arena_open(&scratch, 0);
    flush_table(markdown, scratch, out);
    markdown->in_fence = false;
}

void markdown_preview(const Markdown *markdown, Arena *arena, CellRows *rows)
{
    Str text = {markdown->line, whole_length((Str){markdown->line, markdown->len})};
    Str rest = {markdown->table, markdown->table_len}, line;
    while (str_take_line(&rest, &line)) {
        CellVec cells = {0};
        cells_put(arena, &cells, line, 0, 0, CLEAN_PROSE);
        *VEC_PUSH(arena, rows) = cells_span(&cells);
    }
    if (text.len > markdown->passed)
        render(markdown, arena, text, true, rows);
    for (size_t i = 0; i < rows->len && markdown->columns; i++)
        rows->ptr[i] = cells_cut(arena, rows->ptr[i], markdown->columns);
}

/* Whether row i begins with a whole character that later text cannot change. */
static bool begins_firmly(const CellRows *rows, size_t i, size_t hang)
{
    CellSpan row = rows->ptr[i], before = rows->ptr[i - 1];
    return row.len > hang && row.ptr[hang].firm && before.len &&
           row.ptr[hang].source != before.ptr[before.len - 1].source;
}

void markdown_pass(Markdown *markdown, size_t most, Buf *out)
{
    Arena scratch SCOPED(arena_close) = {0};
    CellRows rows = {0};
    if (markdown->table_len || markdown->in_fence)
        return;
    arena_open(&scratch, 0);
    markdown_preview(markdown, &scratch, &rows);
    size_t count = rows.len > most ? rows.len - MAX(most, (size_t)1) : 0;
    Line line = {.markdown = markdown, .arena = &scratch};
    Str text = {markdown->line, markdown->len};
    if (!markdown->is_long)
        take_marks(&line, &text);
    if (!markdown->passed && (heading_level(text) || str_starts(text, STR("|"))))
        return; /* its style, or a table, would be lost */
    size_t hang = line.hang.len;
    while (count && !begins_firmly(&rows, count, hang))
        count--;
    if (!count)
        return;
    write_rows(markdown, &rows, count, out);
    markdown->passed = rows.ptr[count].ptr[hang].source;
}
