/* One pass over the statements: headers and `key = value`. A table's span ends with its last
   statement, so comments before the next header stay with that header. */
#include "text/toml_edit.h"

#include "base/vec.h"
#include "text/toml_scan.h"

typedef struct Finder {
    TomlScan scan;
    const Str *wanted;  /* outer, name */
    size_t table_match; /* how many parts of `wanted` the current table's path matches: 0, 1 or 2 */
    bool table_is_root;
    VEC(TomlSpan) spans;
    bool open;  /* the last span belongs to the current table and grows with it */
    bool grows; /* the current statement belongs to the last span */
    bool closed;
    bool array; /* [[outer]] */
    bool inlined;
    bool foreign;
} Finder;

#define WANTED 2
#define NO_MATCH ((size_t)-1)

/* ---- values ---- */

/* Skips a string; one of many lines starts with three quotes. */
static bool skip_string(TomlScan *scan, char quote)
{
    const char marks[] = {quote, quote, quote};
    Str triple = {marks, 3};
    bool many = toml_looking_at(scan, triple);
    Str mark = many ? triple : str_slice(triple, 0, 1);
    for (scan->at += mark.len; scan->at < scan->text.len; scan->at++) {
        if (toml_looking_at(scan, mark)) {
            scan->at += mark.len;
            /* up to two more quotes belong to the string */
            for (int i = 0; many && i < 2 && toml_peek(scan, 0) == quote; i++)
                scan->at++;
            return true;
        }
        char c = toml_peek(scan, 0);
        if (c == '\n' && !many)
            break;
        scan->at += c == '\\' && quote == '"';
    }
    return toml_fail(scan, "string without closing quotes");
}

static bool is_bare(char c)
{
    return byte_is_alpha(c) || byte_is_digit(c) || byte_in(c, "+-_.:");
}

/* Skips a number, a date or a word. */
static bool skip_bare(TomlScan *scan)
{
    size_t start = scan->at;
    while (is_bare(toml_peek(scan, 0)))
        scan->at++;
    if (scan->at == start)
        return toml_fail(scan, "expected a value");
    bool date = scan->at - start == 10 && scan->text.ptr[start + 4] == '-';
    if (date && toml_peek(scan, 0) == ' ' && byte_is_digit(toml_peek(scan, 1)))
        for (scan->at++; is_bare(toml_peek(scan, 0));)
            scan->at++;
    return true;
}

/* Skips one token inside an array or inline table. */
static bool skip_inner(TomlScan *scan, char *closers, size_t *depth)
{
    char c = toml_peek(scan, 0);
    if (c == ']' || c == '}') {
        if (closers[*depth - 1] != c)
            return toml_fail(scan, "brackets do not match");
        --*depth;
        scan->at++;
        return true;
    }
    if (c != ',' && c != '=')
        return skip_bare(scan);
    scan->at++;
    return true;
}

static bool skip_value(TomlScan *scan)
{
    char closers[TOML_DEPTH_MAX];
    size_t depth = 0;
    do {
        if (depth && !toml_skip_lines(scan))
            return false;
        char c = toml_peek(scan, 0);
        if (c == '"' || c == '\'') {
            if (!skip_string(scan, c))
                return false;
        } else if (c == '[' || c == '{') {
            if (depth == COUNT(closers))
                return toml_fail(scan, "nested too deep");
            closers[depth++] = c == '[' ? ']' : '}';
            scan->at++;
        } else if (depth ? !skip_inner(scan, closers, &depth) : !skip_bare(scan)) {
            return false;
        }
    } while (depth);
    return true;
}

/* ---- statements ---- */

/* Reads a dotted key. *match: how many parts of `wanted`, from `matched` on, it matches; NO_MATCH
   if it leads elsewhere. *parts: its number of parts. */
static bool read_path(Finder *finder, size_t matched, size_t *match, size_t *parts)
{
    TomlScan *scan = &finder->scan;
    *match = matched;
    for (*parts = 0;; scan->at++) {
        Str key;
        toml_skip_blanks(scan);
        if (!toml_read_key(scan, &key))
            return false;
        ++*parts;
        if (*match < WANTED)
            *match = str_equal(key, finder->wanted[*match]) ? *match + 1 : NO_MATCH;
        toml_skip_blanks(scan);
        if (toml_peek(scan, 0) != '.')
            return true;
    }
}

static void add_span(Finder *finder, size_t start)
{
    Str text = finder->scan.text;
    while (start > 0 && (text.ptr[start - 1] == ' ' || text.ptr[start - 1] == '\t'))
        start--;
    VEC_PUSH(finder->scan.arena, &finder->spans)->start = start;
    finder->grows = true;
}

/* The end of the line before `at`. */
static size_t line_before(Str text, size_t at)
{
    if (text.ptr[at - 1] != '\n')
        return at;
    return at - 1 - (at > 1 && text.ptr[at - 2] == '\r');
}

static bool read_header(Finder *finder)
{
    TomlScan *scan = &finder->scan;
    size_t start = scan->at, match, parts;
    bool array = toml_looking_at(scan, STR("[["));
    Str closer = array ? STR("]]") : STR("]");
    scan->at += closer.len;
    if (!read_path(finder, 0, &match, &parts))
        return false;
    if (!toml_looking_at(scan, closer))
        return toml_fail(scan, "expected the closing bracket of the table");
    scan->at += closer.len;
    finder->array |= array && match == 1 && parts == 1;
    finder->foreign |= array && match == WANTED && parts == WANTED;
    finder->table_match = match;
    finder->table_is_root = false;
    finder->open = finder->grows = match == WANTED;
    if (finder->open)
        add_span(finder, start);
    return true;
}

/* Looks for the name in the statement `outer = {…}`. */
static void look_into(Finder *finder, size_t start)
{
    Json *root;
    Err ignored;
    Str statement = str_slice(finder->scan.text, start, finder->scan.at);
    if (!toml_parse(finder->scan.arena, statement, &root, &ignored))
        return;
    const Json *entry = json_get(json_get(root, finder->wanted[0]), finder->wanted[1]);
    finder->inlined |= entry && entry->type == JSON_OBJECT;
    finder->foreign |= entry && entry->type != JSON_OBJECT;
}

static bool read_pair(Finder *finder)
{
    TomlScan *scan = &finder->scan;
    size_t start = scan->at, match, parts;
    if (!read_path(finder, finder->table_match, &match, &parts))
        return false;
    if (toml_peek(scan, 0) != '=')
        return toml_fail(scan, "expected '=' after the key");
    scan->at++;
    toml_skip_blanks(scan);
    bool whole = match == WANTED && finder->table_match + parts == WANTED;
    finder->foreign |= whole && toml_peek(scan, 0) != '{';
    if (!skip_value(scan))
        return false;
    if (finder->table_is_root && match == 1 && parts == 1) {
        finder->closed = true;
        look_into(finder, start);
    }
    if (!finder->open && match == WANTED)
        add_span(finder, start);
    return true;
}

bool toml_find_table(Arena *arena, Str text, Str outer, Str name, TomlTable *table, Err *err)
{
    const Str wanted[WANTED] = {outer, name};
    Finder finder = {.scan = {.arena = arena, .text = text, .err = err},
                     .wanted = wanted,
                     .table_is_root = true};
    TomlScan *scan = &finder.scan;
    if (text.len > TOML_BYTES_MAX)
        return toml_fail(scan, "larger than a configuration file is");
    if (str_starts(text, STR("\xEF\xBB\xBF")))
        scan->at = 3;
    for (;;) {
        if (!toml_skip_lines(scan))
            return false;
        if (scan->at == text.len)
            break;
        finder.grows = finder.open;
        if (toml_peek(scan, 0) == '[' ? !read_header(&finder) : !read_pair(&finder))
            return false;
        if (!toml_end_line(scan))
            return false;
        if (finder.grows)
            finder.spans.ptr[finder.spans.len - 1].end = line_before(text, scan->at);
    }
    *table = (TomlTable){.spans = finder.spans.ptr,
                         .count = finder.array ? 0 : finder.spans.len,
                         .closed = finder.closed || finder.array,
                         .inlined = finder.inlined,
                         .foreign = finder.foreign && !finder.array};
    return true;
}

/* ---- changing ---- */

EditText toml_insert(Arena *arena, EditText text, Str block)
{
    return text_edit_append(arena, text, block);
}

/* Removes the whole line of a member, with a trailing comment. */
static EditText cut_line(Arena *arena, Str text, TomlSpan span)
{
    size_t newline = str_find_byte(str_from_offset(text, span.end), '\n');
    Str after = newline == STR_NONE ? (Str){0} : str_from_offset(text, span.end + newline + 1);
    return (EditText){true, str_join(arena, str_slice(text, 0, span.start), after)};
}

EditText toml_remove(Arena *arena, Str text, const TomlTable *table)
{
    EditText result = {true, text};
    for (size_t i = table->count; i-- > 0;) {
        TomlSpan span = table->spans[i];
        bool header = str_trim(str_slice(text, span.start, span.end)).ptr[0] == '[';
        result = header ? text_edit_cut(arena, result.bytes, span.start, span.end)
                        : cut_line(arena, result.bytes, span);
    }
    /* With mixed line ends half a line end may be left, which TOML does not allow. */
    result.bytes.len -= str_ends(result.bytes, STR("\r"));
    return result;
}
