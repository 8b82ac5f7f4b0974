/* Whether two texts in Markdown are the same document. Both are read into a stream of bytes in
   which lines of one paragraph are joined, blanks between words are one, and marks that mean the
   same are equal. Code, HTML and the beginning of every other line keep their white space, so a
   text that is laid out in another way may look different, but not the other way round. */
#include "languages_lang.h"

#include "base/buf.h"
#include "lang/scan/scan_text.h"

typedef struct Document {
    Buf out;
    bool paragraph; /* the last line can be continued */
    bool broken;    /* it ends in a hard break */
    bool blank;     /* an empty line came after it */
    bool alone;     /* it was a heading or the end of a fence, next to which empty lines mean
                       nothing */
    bool html;      /* up to an empty line */
    bool failed;    /* it has a form that is not read here */
    char fence;     /* of the open block of code; 0: none */
    size_t fence_len;
    Str bullet_lead; /* indentation and mark of the last bullet */
    char bullet;
} Document;

/* ---- text in a line ---- */

static size_t run_at(Str line, size_t at)
{
    size_t from = at;
    while (at < line.len && line.ptr[at] == line.ptr[from])
        at++;
    return at - from;
}

/* End of the code that begins with backquotes at `at`; STR_NONE: it goes on in another line. */
static size_t code_end(Str line, size_t at)
{
    size_t marks = run_at(line, at);
    for (size_t i = at + marks; i < line.len; i++) {
        if (line.ptr[i] != '`')
            continue;
        size_t count = run_at(line, i);
        if (count == marks)
            return i + count;
        i += count - 1;
    }
    return STR_NONE;
}

static bool is_word_at(Str line, size_t at)
{
    return at < line.len && (byte_is_word(line.ptr[at]) || (unsigned char)line.ptr[at] >= 0x80) &&
           line.ptr[at] != '_';
}

/* Whether one underscore opens emphasis in the line, and a later one closes it. */
static bool has_emphasis(Str line)
{
    bool open = false;
    for (size_t at = 0; at < line.len; at++) {
        if (line.ptr[at] != '_')
            continue;
        bool after = at && !byte_is_space(line.ptr[at - 1]);
        bool before = at + 1 < line.len && !byte_is_space(line.ptr[at + 1]);
        if (open && after && !is_word_at(line, at + 1))
            return true;
        open |= before && !(at && is_word_at(line, at - 1));
    }
    return false;
}

static void put_text(Document *document, Str line)
{
    bool gap = false, first = true, emphasis = has_emphasis(line);
    for (size_t at = 0; at < line.len;) {
        char c = line.ptr[at];
        if (byte_is_space(c)) {
            gap = !first;
            at++;
            continue;
        }
        if (gap)
            buf_put_byte(&document->out, ' ');
        gap = first = false;
        size_t end = at + 1;
        if (c == '\\' && end < line.len)
            end++;
        else if (c == '`' && (end = code_end(line, at)) == STR_NONE)
            document->failed = true;
        if (document->failed)
            return;
        if (c == '_' && emphasis && !(at && is_word_at(line, at - 1) && is_word_at(line, at + 1)))
            buf_put_byte(&document->out, '*');
        else
            buf_put(&document->out, str_slice(line, at, end));
        at = end;
    }
}

/* ---- rows of tables ---- */

static bool is_of(Str text, const char *marks)
{
    for (size_t i = 0; i < text.len; i++)
        if (!byte_in(text.ptr[i], marks))
            return false;
    return text.len > 0;
}

/* `delimiter`: the cell is of the row between head and body, where the number of dashes is free. */
static void put_cell(Document *document, Str cell, bool delimiter)
{
    cell = str_trim(cell);
    buf_put_byte(&document->out, '|');
    if (!delimiter) {
        put_text(document, cell);
        return;
    }
    for (size_t i = 0; i < cell.len; i++)
        if (!i || cell.ptr[i] != cell.ptr[i - 1])
            buf_put_byte(&document->out, cell.ptr[i]);
}

static void put_row(Document *document, Str line)
{
    size_t from = 0;
    bool delimiter = is_of(line, "|-: \t");
    buf_put(&document->out, STR("\nR"));
    for (size_t at = 0; at <= line.len; at++) {
        if (at < line.len && line.ptr[at] == '\\')
            at++;
        else if (at == line.len || line.ptr[at] == '|') {
            put_cell(document, str_slice(line, from, at), delimiter);
            from = at + 1;
        }
    }
}

/* ---- lines ---- */

/* Bytes of a mark that begins an item, or 0. */
static size_t item_mark(Str text)
{
    size_t at = 0;
    if (text.len && byte_in(text.ptr[0], "-+*"))
        at = 1;
    else
        while (at < text.len && byte_is_digit(text.ptr[at]))
            at++;
    if (at && byte_is_digit(text.ptr[at - 1]))
        at = at < text.len && byte_in(text.ptr[at], ".)") ? at + 1 : 0;
    return at && (at == text.len || byte_is_space(text.ptr[at])) ? at : 0;
}

static size_t fence_at(Str text)
{
    size_t len = text.len && byte_in(text.ptr[0], "`~") ? run_at(text, 0) : 0;
    bool closed =
        len && text.ptr[0] == '`' && str_find_byte(str_from_offset(text, len), '`') != STR_NONE;
    return len >= 3 && !closed ? len : 0;
}

/* Whether the line begins a block of its own, and so continues no paragraph. */
static bool begins_block(Str text)
{
    return byte_in(text.ptr[0], "#><|[=") || item_mark(text) || fence_at(text) ||
           is_of(text, "-") || is_of(text, "*_ ") || str_find_byte(text, '|') != STR_NONE;
}

/* Writes the blanks and marks before a line's text; returns the text. */
static Str put_marks(Document *document, Str line)
{
    buf_put_byte(&document->out, '\n');
    for (size_t mark;;) {
        size_t at = 0;
        while (at < line.len && byte_in(line.ptr[at], " \t>"))
            at++;
        Str lead = str_slice(line, 0, at), text = str_from_offset(line, at);
        buf_put(&document->out, lead);
        mark = item_mark(text);
        if (!mark || is_of(text, "-* "))
            return text;
        bool bullet = mark == 1, same = bullet && document->bullet == text.ptr[0];
        if (!bullet)
            buf_put(&document->out, str_slice(text, 0, mark));
        else
            buf_put_byte(&document->out,
                         same || !str_equal(lead, document->bullet_lead) ? '-' : '+');
        if (bullet) {
            document->bullet = text.ptr[0];
            document->bullet_lead = lead;
        }
        line = str_from_offset(text, mark);
    }
}

static void take_code(Document *document, Str line)
{
    Str text = str_trim(line);
    while (str_starts(text, STR(">")))
        text = str_trim(str_from_offset(text, 1));
    bool closes = is_of(text, (char[]){document->fence, '\0'}) && text.len >= document->fence_len;
    buf_put(&document->out, closes ? STR("\n```") : STR("\n|"));
    if (closes)
        document->fence = '\0';
    else
        buf_put(&document->out, line);
    document->alone = closes;
}

static void open_fence(Document *document, Str text, size_t len)
{
    document->fence = text.ptr[0];
    document->fence_len = len;
    buf_put(&document->out, STR("```"));
    buf_put(&document->out, str_trim(str_from_offset(text, len)));
}

/* A line that continues no paragraph. */
static void begin(Document *document, Str line, Str text)
{
    bool plain = text.ptr == line.ptr, heading = plain && text.ptr[0] == '#';
    size_t fence = plain ? fence_at(text) : 0;
    if (document->blank && !document->alone && !heading && !fence)
        buf_put(&document->out, STR("\nB"));
    document->alone = heading;
    document->paragraph = false;
    if (text.ptr[0] == '<') {
        document->html = true;
        buf_printf(&document->out, "\n%.*s", STR_ARG(line));
        return;
    }
    if (str_find_byte(line, '\t') != STR_NONE || text.ptr - line.ptr >= 4) {
        buf_printf(&document->out, "\n%.*s", STR_ARG(line));
        return;
    }
    if (str_find_byte(text, '|') != STR_NONE && !item_mark(text)) {
        put_row(document, text);
        return;
    }
    Str rest = put_marks(document, line);
    fence = fence_at(rest);
    if (fence) {
        open_fence(document, rest, fence);
        return;
    }
    put_text(document, rest);
    document->paragraph = rest.len && !byte_in(rest.ptr[0], "#<[") && !is_of(rest, "-*_= ");
    document->failed |= rest.len && rest.ptr[0] == '<' && !plain;
}

static void take_line(Document *document, Str line)
{
    Str text = str_trim(line);
    if (document->fence) {
        take_code(document, line);
        return;
    }
    if (!text.len) {
        document->paragraph = document->html = document->broken = false;
        document->blank = true;
        return;
    }
    bool underline = document->paragraph && (is_of(text, "=") || is_of(text, "-"));
    if (document->html) {
        buf_printf(&document->out, "\n%.*s", STR_ARG(line));
    } else if (underline) {
        buf_printf(&document->out, "\nU%c", text.ptr[0]);
        document->alone = true;
        document->paragraph = false;
    } else if (document->paragraph && !begins_block(text)) {
        buf_put(&document->out, document->broken ? STR("\\\n") : STR(" "));
        put_text(document, text);
    } else {
        begin(document, line, text);
    }
    document->blank = false;
    document->broken =
        document->paragraph && (str_ends(line, STR("  ")) || str_ends(line, STR("\\")));
}

static bool read_document(Arena *arena, Str text, Document *document)
{
    Str line;
    *document = (Document){.out = buf_open(arena, 0)};
    while (str_take_line(&text, &line) && !document->failed) {
        if (str_ends(line, STR("\r")))
            line.len--;
        take_line(document, line);
    }
    return !document->failed;
}

bool same_text_markdown(Arena scratch, Str old, Str new)
{
    Document a, b;
    return read_document(&scratch, old, &a) && read_document(&scratch, new, &b) &&
           str_equal(buf_str(&a.out), buf_str(&b.out));
}
