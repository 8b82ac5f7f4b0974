/* Line reader: turns indentation into depth, skips comments and blank lines. */
#include "text/toon_read.h"

bool toon_fail(ToonReader *reader, const char *format, ...)
{
    char what[ERR_MESSAGE_BYTES];
    va_list args;
    va_start(args, format);
    vsnprintf(what, sizeof what, format, args);
    va_end(args);
    return err_set(reader->err, ERR_FAILED, "invalid TOON: line %zu: %s", reader->number, what);
}

static Str take_raw_line(ToonReader *reader)
{
    const char *from = reader->text.ptr + reader->at;
    size_t left = reader->text.len - reader->at;
    const char *end = memchr(from, '\n', left);
    size_t len = end ? (size_t)(end - from) : left;
    reader->at += len + (end != NULL);
    reader->number++;
    return (Str){from, len && from[len - 1] == '\r' ? len - 1 : len};
}

static Str without_end_spaces(Str s)
{
    while (s.len && s.ptr[s.len - 1] == ' ')
        s.len--;
    return s;
}

/* Sets the depth by the indentation; when lenient, a tab is a level. */
static bool measure_depth(ToonReader *reader, size_t spaces, size_t tabs)
{
    size_t indent = (size_t)reader->options.indent;
    if (tabs && !reader->options.lenient) {
        toon_fail(reader, "a tab in the indentation");
        return err_hint(reader->err, "indent with %zu spaces per level", indent);
    }
    if (spaces % indent && !reader->options.lenient) {
        toon_fail(reader, "indented by %zu spaces, which is not a multiple of %zu", spaces, indent);
        return err_hint(reader->err, "if the document has another indentation, give its size");
    }
    reader->line.depth = spaces / indent + tabs;
    return true;
}

bool toon_read_line(ToonReader *reader, bool *found)
{
    reader->blank = 0;
    while (reader->at < reader->text.len) {
        Str raw = take_raw_line(reader);
        size_t at = 0, tabs = 0;
        for (; at < raw.len && (raw.ptr[at] == ' ' || raw.ptr[at] == '\t'); at++)
            tabs += raw.ptr[at] == '\t';
        Str content = without_end_spaces(str_from_offset(raw, at));
        if (!tabs && content.len && content.ptr[0] == '#' && reader->options.shape == TOON_V4)
            continue;
        if (!content.len && (!tabs || reader->options.lenient)) {
            reader->blank = reader->number;
            continue;
        }
        reader->line.content = content;
        reader->line.number = reader->number;
        *found = true;
        return measure_depth(reader, at - tabs, tabs);
    }
    *found = false;
    return true;
}
