/* A scan for words that look like paths with a line, paths with a symbol, and code spans that are
   one identifier. All of a text are looked up in one session of the index. */
#include "agent/cite.h"

#include "agent/lookup.h"

/* Citations of one text that are looked up. */
#define CITED_MAX 200

typedef struct Cited {
    size_t end; /* where a mark goes */
    Str text;   /* as written */
} Cited;

typedef struct Scan {
    Arena *arena;
    Str text;
    Cited cited[CITED_MAX];
    Lookup lookups[CITED_MAX];
    size_t count;
} Scan;

static bool is_path_byte(char c)
{
    return byte_is_word(c) || byte_in(c, "./-+@~#$") || (unsigned char)c >= 0x80;
}

static void add(Scan *scan, size_t start, size_t end, Lookup lookup)
{
    if (scan->count == CITED_MAX)
        return;
    scan->cited[scan->count] = (Cited){end, str_slice(scan->text, start, end)};
    scan->lookups[scan->count++] = lookup;
}

static size_t end_of_identifier(Str text, size_t at)
{
    while (at < text.len && (byte_is_word(text.ptr[at]) || (unsigned char)text.ptr[at] >= 0x80))
        at++;
    return at;
}

/* A qualified name: identifiers joined by `.`, `::` or `#`. */
static size_t end_of_name(Str text, size_t at)
{
    size_t end = end_of_identifier(text, at);
    while (end > at && end < text.len) {
        size_t skip = str_starts(str_from_offset(text, end), STR("::")) ? 2
                      : text.ptr[end] == '.' || text.ptr[end] == '#'    ? 1
                                                                        : 0;
        size_t next = skip ? end_of_identifier(text, end + skip) : end;
        if (next <= end + skip)
            break;
        end = next;
    }
    return end;
}

static uint32_t take_number(Str text, size_t *at)
{
    uint64_t number = 0;
    size_t from = *at;
    while (*at < text.len && byte_is_digit(text.ptr[*at]) && *at - from < 9)
        (*at)++;
    return str_parse_u64(str_slice(text, from, *at), &number) ? (uint32_t)number : 0;
}

/* What follows a path: a line, a range of lines, or a symbol. Returns the end of it all. */
static size_t take_path(Scan *scan, size_t start, size_t end)
{
    Str text = scan->text;
    Str path = str_slice(text, start, end);
    while (str_starts(path, STR("./")))
        path = str_from_offset(path, 2);
    bool named = str_find_byte(path, '.') != STR_NONE || str_find_byte(path, '/') != STR_NONE;
    if (!named || end + 1 >= text.len || text.ptr[end] != ':')
        return end;
    size_t at = end + 1;
    if (text.ptr[at] == ':') {
        size_t stop = end_of_name(text, at + 1);
        if (stop == at + 1 || str_find_byte(path, '/') == STR_NONE)
            return end; /* Type::member, whose type has a dot, is no path */
        add(scan, start, stop, (Lookup){.path = path, .symbol = str_slice(text, at + 1, stop)});
        return stop;
    }
    uint32_t line = take_number(text, &at), last = line;
    if (!line)
        return end;
    if (at + 1 < text.len && text.ptr[at] == '-' && byte_is_digit(text.ptr[at + 1])) {
        at++;
        last = take_number(text, &at);
    }
    add(scan, start, at, (Lookup){.path = path, .line = MAX(line, last)});
    return at;
}

/* `name`, `Type.name` or `name()` in a code span. Words of one small piece may be anything. */
static void take_span(Scan *scan, size_t start, size_t end)
{
    Str span = str_slice(scan->text, start, end);
    if (str_ends(span, STR("()")))
        span = str_slice(span, 0, span.len - 2);
    bool whole = span.len > 2 && !byte_is_digit(span.ptr[0]) && end_of_name(span, 0) == span.len;
    bool code = str_ends(str_slice(scan->text, start, end), STR("()"));
    for (size_t i = 1; i < span.len; i++)
        code |= span.ptr[i] == '_' || (span.ptr[i] >= 'A' && span.ptr[i] <= 'Z' &&
                                       span.ptr[i - 1] >= 'a' && span.ptr[i - 1] <= 'z');
    if (whole && code)
        add(scan, start, end, (Lookup){.symbol = span});
}

static void scan_line(Scan *scan, size_t start, size_t end, bool code)
{
    Str text = scan->text;
    for (size_t at = start; at < end;) {
        size_t from = at;
        if (text.ptr[at] == '`' && !code) {
            size_t close = str_find_byte(str_slice(text, at + 1, end), '`');
            if (close != STR_NONE && close)
                take_span(scan, at + 1, at + 1 + close);
            at++;
            continue;
        }
        while (at < end && is_path_byte(text.ptr[at]))
            at++;
        at = at > from ? take_path(scan, from, at) : at + 1;
    }
}

static void scan_lines(Scan *scan, bool *in_code)
{
    Str rest = scan->text, line;
    while (str_take_line(&rest, &line)) {
        size_t start = (size_t)(line.ptr - scan->text.ptr);
        bool fence = str_starts(str_trim(line), STR("```"));
        *in_code ^= fence;
        if (!fence)
            scan_line(scan, start, start + line.len, *in_code);
    }
}

static Str mark_of(Arena *arena, const Lookup *lookup, Str shown)
{
    switch (lookup->answer) {
    case LOOKUP_NO_FILE: return STR(" [no such file]");
    case LOOKUP_NO_LINE:
        return str_format(arena, " [no such line: the file has %u]", lookup->lines);
    case LOOKUP_NO_SYMBOL:
        if (!lookup->path.len && str_find(shown, lookup->symbol) != STR_NONE)
            return (Str){0};
        return STR(" [no such symbol here]");
    case LOOKUP_UNKNOWN:
    case LOOKUP_FOUND: break;
    }
    return (Str){0};
}

static void note_wrong(Arena *arena, Citations *citations, Str text)
{
    citations->wrong++;
    for (size_t i = 0; i < citations->marked.len; i++)
        if (str_equal(citations->marked.ptr[i], text))
            return;
    *VEC_PUSH(arena, &citations->marked) = str_copy(arena, text);
}

Str cite_check(Arena *arena, const ToolContext *context, Str text, Str shown, bool *in_code,
               Citations *citations)
{
    Scan *scan = NEW(arena, Scan, 1);
    scan->arena = arena;
    scan->text = text;
    scan_lines(scan, in_code);
    lookup_all(arena, context, scan->lookups, scan->count);
    Buf out = buf_open(arena, 0);
    size_t done = 0;
    for (size_t i = 0; i < scan->count; i++) {
        Str mark = mark_of(arena, &scan->lookups[i], shown);
        if (!mark.len) {
            citations->found += scan->lookups[i].answer == LOOKUP_FOUND;
            continue;
        }
        size_t end = scan->cited[i].end;
        end += end < text.len && text.ptr[end] == '`'; /* after the code span */
        note_wrong(arena, citations, scan->cited[i].text);
        buf_put(&out, str_slice(text, done, end));
        buf_put(&out, mark);
        done = end;
    }
    buf_put(&out, str_from_offset(text, done));
    return buf_str(&out);
}
