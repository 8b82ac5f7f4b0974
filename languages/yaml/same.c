/* Whether two texts in YAML are the same document. Both are read into a stream of bytes that does
   not depend on indentation: each line gives its depth, which is that of its block on a stack of
   columns, and its content without the blanks that separate. Tabs, anchors, explicit keys and
   directives are not read here: a text with them is unlike any other. */
#include "languages_lang.h"

#include "base/buf.h"

/* Nested blocks; a document with more is not read. */
#define BLOCKS_MAX 64

typedef struct Block {
    size_t column;
    bool list;
} Block;

typedef struct Stream {
    Buf out;
    Block blocks[BLOCKS_MAX];
    size_t depth;
    bool failed;
    bool open;     /* the last line ended with a key that has no value yet */
    size_t flow;   /* brackets that are open */
    char quote;    /* of a string that goes on */
    bool scalar;   /* in a block scalar, below … */
    size_t owner;  /* … this column, and … */
    size_t indent; /* … with this indentation; SIZE_MAX: not known yet */
} Stream;

/* ---- blocks ---- */

static void enter(Stream *stream, size_t column, bool list)
{
    size_t before = stream->depth;
    while (stream->depth && stream->blocks[stream->depth - 1].column > column)
        stream->depth--;
    bool left = stream->depth < before;
    Block *top = stream->depth ? &stream->blocks[stream->depth - 1] : NULL;
    if (top && top->column == column && top->list && !list) {
        top = --stream->depth ? &stream->blocks[stream->depth - 1] : NULL;
        stream->failed |= !top || top->column != column;
    }
    bool same = top && top->column == column && top->list == list;
    stream->failed |= (left && !same && top && top->column != column) ||
                      stream->depth == BLOCKS_MAX ||
                      (top && top->column == column && list && !top->list && !stream->open);
    if (!same && !stream->failed)
        stream->blocks[stream->depth++] = (Block){column, list};
    buf_printf(&stream->out, "\n%zu%c", stream->depth, list ? '-' : ' ');
}

/* ---- content ---- */

/* Copies a string in quotes, or the part of it in this line; returns its end. */
static size_t put_string(Stream *stream, Str line, size_t at)
{
    while (at < line.len) {
        char c = line.ptr[at];
        bool escape = stream->quote == '"' && c == '\\' && at + 1 < line.len;
        buf_put_byte(&stream->out, c);
        at++;
        if (escape)
            buf_put_byte(&stream->out, line.ptr[at++]);
        else if (c == stream->quote) {
            stream->quote = '\0';
            return at;
        }
    }
    buf_put_byte(&stream->out, '\n');
    return at;
}

static bool is_blank_at(Str line, size_t at)
{
    return at >= line.len || line.ptr[at] == ' ';
}

/* Where the line's content ends: before a comment and the blanks in front of it. */
static Str without_comment(Str line, size_t from)
{
    for (size_t i = from; i < line.len; i++)
        if (line.ptr[i] == '#' && (!i || line.ptr[i - 1] == ' '))
            return str_trim_end(str_slice(line, 0, i));
    return str_trim_end(line);
}

static void begin_scalar(Stream *stream, Str header)
{
    stream->scalar = true;
    stream->owner = stream->depth ? stream->blocks[stream->depth - 1].column : 0;
    stream->indent = SIZE_MAX;
    header = without_comment(header, 0);
    stream->failed |=
        !stream->depth || header.len > 2 || (header.len == 2 && !byte_in(header.ptr[1], "+-"));
    buf_put(&stream->out, header);
}

/* Writes blanks before the byte c: next to brackets and commas of a flow collection they only
   separate, after a colon or an indicator there is one. */
static void put_blanks(Stream *stream, size_t count, bool first, char c)
{
    Str done = buf_str(&stream->out);
    char last = done.len ? done.ptr[done.len - 1] : '\n';
    if (stream->flow && (byte_in(last, ",[{") || byte_in(c, ",]}")))
        return;
    for (size_t i = 0; i < (first ? MIN(count, 1) : count); i++)
        buf_put_byte(&stream->out, ' ');
}

static bool is_bracket(const Stream *stream, bool first, char c)
{
    return (first && byte_in(c, "[{")) || (stream->flow && byte_in(c, "[]{},"));
}

/* Reads the content of a line from `at` on. `first`: a value may begin here. */
static void put_content(Stream *stream, Str line, size_t at)
{
    bool first = true;
    size_t blanks = stream->flow ? 1 : 0;
    stream->open = false;
    while (at < line.len && !stream->scalar) {
        char c = line.ptr[at];
        if (c == ' ') {
            blanks++;
            at++;
            continue;
        }
        if (c == '#' && (!at || line.ptr[at - 1] == ' '))
            return;
        put_blanks(stream, blanks, first, c);
        blanks = 0;
        stream->open = false;
        if (first && byte_in(c, "\"'")) {
            stream->quote = c;
            buf_put_byte(&stream->out, c);
            at = put_string(stream, line, at + 1);
            first = false;
            continue;
        }
        if (first && byte_in(c, "|>") && !stream->flow) {
            begin_scalar(stream, str_from_offset(line, at));
            return;
        }
        bool bracket = is_bracket(stream, first, c), colon = c == ':' && is_blank_at(line, at + 1);
        stream->flow += bracket && byte_in(c, "[{");
        stream->flow -= bracket && byte_in(c, "]}") && stream->flow;
        stream->failed |= first && byte_in(c, "&!?%@`\t");
        stream->open = colon && !stream->flow;
        first = colon || (bracket && byte_in(c, "[{,"));
        buf_put_byte(&stream->out, c);
        at++;
    }
}

/* ---- lines ---- */

/* Takes a line of a block scalar; false: it ends before the line. */
static bool take_scalar(Stream *stream, Str line, size_t column)
{
    bool blank = column == line.len;
    if (!blank && column <= stream->owner)
        return stream->scalar = false;
    if (!blank && stream->indent == SIZE_MAX)
        stream->indent = column;
    if (!blank && column < stream->indent)
        stream->failed = true;
    buf_put_byte(&stream->out, '\n');
    buf_put(&stream->out, str_from_offset(line, MIN(stream->indent, line.len)));
    return true;
}

static void take_line(Stream *stream, Str line)
{
    size_t at = 0;
    while (at < line.len && line.ptr[at] == ' ')
        at++;
    if (stream->scalar && take_scalar(stream, line, at))
        return;
    if (stream->quote) {
        at = put_string(stream, line, at);
        put_content(stream, line, at);
        return;
    }
    if (at == line.len || line.ptr[at] == '#')
        return;
    stream->failed |= line.ptr[at] == '\t';
    bool marker = !at && (str_starts(line, STR("---")) || str_starts(line, STR("...")));
    stream->failed |= marker && line.len > 3;
    stream->depth = marker ? 0 : stream->depth;
    while (!stream->flow && !marker && at < line.len && line.ptr[at] == '-' &&
           is_blank_at(line, at + 1)) {
        enter(stream, at, true);
        stream->open = true;
        for (at++; at < line.len && line.ptr[at] == ' ';)
            at++;
    }
    if (at >= line.len || line.ptr[at] == '#')
        return;
    if (!stream->flow && !marker)
        enter(stream, at, false);
    put_content(stream, line, at);
}

static bool read_stream(Arena *arena, Str text, Stream *stream)
{
    Str line;
    *stream = (Stream){.out = buf_open(arena, 0)};
    while (str_take_line(&text, &line) && !stream->failed) {
        if (str_ends(line, STR("\r")))
            line.len--;
        take_line(stream, line);
    }
    return !stream->failed && !stream->flow && !stream->quote;
}

bool same_text_yaml(Arena scratch, Str old, Str new)
{
    Stream a, b;
    return read_stream(&scratch, old, &a) && read_stream(&scratch, new, &b) &&
           str_equal(buf_str(&a.out), buf_str(&b.out));
}
