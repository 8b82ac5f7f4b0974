/* A scan for words that look like paths with a line, paths with a symbol, and code spans that are
   one identifier. All citations of a text are looked up in one session of the index. */
#include "agent/cite.h"

#include "base/buf.h"
#include "base/path.h"
#include "lang/lang.h"

typedef struct Scan {
    Arena *arena;
    Str text, root;
    bool is_code;
    CiteScan found;
} Scan;

/* `%` and `\` only so that a word with them is read as one word, and ignored. */
static bool is_path_byte(char c)
{
    return byte_is_word(c) || byte_in(c, "./-+@~#$%\\");
}

static void add(Scan *scan, size_t start, size_t end, bool is_weak, Lookup lookup)
{
    *VEC_PUSH(scan->arena, &scan->found.cited) =
        (Cited){end, str_slice(scan->text, start, end), is_weak};
    *VEC_PUSH(scan->arena, &scan->found.lookups) = lookup;
}

/* ---- names ---- */

static size_t end_of_identifier(Str text, size_t at)
{
    while (at < text.len && byte_is_word(text.ptr[at]))
        at++;
    return at;
}

/* A qualified name: identifiers joined by `.`, `::` or `#`. */
static size_t end_of_name(Str text, size_t at)
{
    size_t end = end_of_identifier(text, at);
    while (end > at && end < text.len) {
        size_t skip = str_starts(str_from_offset(text, end), STR("::")) ? 2
                      : byte_in(text.ptr[end], ".#")                    ? 1
                                                                        : 0;
        size_t next = skip ? end_of_identifier(text, end + skip) : end;
        if (next <= end + skip)
            break;
        end = next;
    }
    return end;
}

/* Whether a file name belongs to a language, by name or ending. */
static bool is_known_file(Str path)
{
    const Language *language = lang_detect(path_base(path), (Str){0});
    return language && !str_equal(lang_id(language), STR("text"));
}

/* ---- paths ---- */

static bool has_letter(Str text)
{
    for (size_t i = 0; i < text.len; i++)
        if (byte_is_alpha(text.ptr[i]) || (unsigned char)text.ptr[i] >= 0x80)
            return true;
    return false;
}

/* Whether a word can be a file path: no variable, pattern, Windows path, address or number. */
static bool is_path(const Scan *scan, size_t start, Str word)
{
    char before = start ? scan->text.ptr[start - 1] : ' ';
    bool rest = word.ptr[0] == '/' && byte_in(before, ">})]*"); /* of `<name>/a.c` */
    bool named = str_find_byte(word, '/') != STR_NONE || has_letter(path_extension(word));
    return named && !rest && has_letter(word) && word.ptr[0] != '$' &&
           str_find_byte(word, '\\') == STR_NONE && str_find_byte(word, '%') == STR_NONE &&
           !str_starts(word, STR("//")) && !str_starts(word, STR("www."));
}

/* Whether a word that passes is_path certainly means a file. */
static bool is_sure(const Scan *scan, Str path)
{
    bool folder = str_find_byte(path, '/') != STR_NONE;
    bool ending = str_find_byte(path_base(path), '.') != STR_NONE;
    return is_known_file(path) ? folder || !scan->is_code : folder && ending && !scan->is_code;
}

/* The path as in the index: relative to the root, if possible. */
static Str relative(const Scan *scan, Str path)
{
    Str root = scan->root;
    while (str_starts(path, STR("./")))
        path = str_from_offset(path, 2);
    bool inside =
        root.len && str_starts(path, root) && path.len > root.len + 1 && path.ptr[root.len] == '/';
    return inside ? str_from_offset(path, root.len + 1) : path;
}

/* A line number; 0 or an overflow becomes a number that no file has. */
static uint32_t take_number(Str text, size_t *at)
{
    uint64_t number = 0;
    size_t from = *at;
    while (*at < text.len && byte_is_digit(text.ptr[*at]))
        (*at)++;
    bool fits = str_parse_u64(str_slice(text, from, *at), &number) && number && number < UINT32_MAX;
    return fits ? (uint32_t)number : UINT32_MAX;
}

/* The length of a dash at `at` before a digit; 0: no dash. */
static size_t dash_len(Str text, size_t at)
{
    static const Str dashes[] = {STR_INIT("-"), STR_INIT("–"), STR_INIT(":")};
    for (size_t i = 0; i < COUNT(dashes); i++) {
        size_t next = at + dashes[i].len;
        if (next < text.len && str_starts(str_from_offset(text, at), dashes[i]) &&
            byte_is_digit(text.ptr[next]))
            return dashes[i].len;
    }
    return 0;
}

/* `:12`, `:12-20`, `:12:5` after a path. Returns the end. */
static size_t take_lines(Scan *scan, size_t start, size_t end, Str path)
{
    Str text = scan->text;
    size_t at = end + 1;
    uint32_t line = take_number(text, &at);
    size_t dash = dash_len(text, at);
    bool column = dash && text.ptr[at] == ':';
    if (dash) {
        at += dash;
        uint32_t last = take_number(text, &at);
        line = column ? line : MAX(line, last);
    }
    if (at < text.len && byte_is_word(text.ptr[at]))
        return end; /* `a.c:12th` */
    add(scan, start, at, !is_sure(scan, path), (Lookup){.path = path, .line = line});
    return at;
}

/* `::name` after a path. Returns the end. */
static size_t take_symbol(Scan *scan, size_t start, size_t end, Str path)
{
    size_t stop = end_of_name(scan->text, end + 2);
    bool file =
        str_find_byte(path, '/') != STR_NONE && str_find_byte(path_base(path), '.') != STR_NONE;
    if (stop == end + 2 || !file)
        return end; /* Type::member, whose type has a dot, is not a path */
    add(scan, start, stop, !is_sure(scan, path),
        (Lookup){.path = path, .symbol = str_slice(scan->text, end + 2, stop)});
    return stop;
}

/* The end of an address that begins before `at`. */
static size_t end_of_address(Str text, size_t at)
{
    while (at < text.len && !byte_is_space(text.ptr[at]) && !byte_in(text.ptr[at], "<>\"'`"))
        at++;
    return at;
}

/* Takes the word at `at` and its suffix. Returns the end. */
static size_t take_word(Scan *scan, size_t at, size_t limit)
{
    Str text = scan->text;
    size_t end = at;
    while (end < limit && is_path_byte(text.ptr[end]))
        end++;
    if (end == at)
        return at + 1;
    Str word = str_slice(text, at, end);
    if (str_starts(word, STR("//")) && at && text.ptr[at - 1] == ':')
        return MAX(end, MIN(end_of_address(text, end), limit));
    if (end + 1 >= limit || text.ptr[end] != ':' || !is_path(scan, at, word))
        return end;
    Str path = relative(scan, word);
    if (text.ptr[end + 1] == ':')
        return take_symbol(scan, at, end, path);
    return byte_is_digit(text.ptr[end + 1]) ? take_lines(scan, at, end, path) : end;
}

/* ---- code spans ---- */

/* `name`, `Type.name` or `name()` in a code span. Words of one small piece may be anything, and
   `test_a.c` is a file. */
static bool take_span(Scan *scan, size_t start, size_t end)
{
    Str span = str_slice(scan->text, start, end);
    bool call = str_ends(span, STR("()"));
    span = call ? str_slice(span, 0, span.len - 2) : span;
    bool whole = span.len > 2 && !byte_is_digit(span.ptr[0]) && end_of_name(span, 0) == span.len;
    bool code = call;
    for (size_t i = 1; i < span.len; i++)
        code |= span.ptr[i] == '_' || (span.ptr[i] >= 'A' && span.ptr[i] <= 'Z' &&
                                       span.ptr[i - 1] >= 'a' && span.ptr[i - 1] <= 'z');
    bool file = !call && str_find_byte(span, '.') != STR_NONE && is_known_file(span);
    if (!whole || !code || file)
        return false;
    add(scan, start, end, false, (Lookup){.symbol = span});
    return true;
}

static size_t count_ticks(Str text, size_t at, size_t limit)
{
    size_t end = at;
    while (end < limit && text.ptr[end] == '`')
        end++;
    return end - at;
}

/* The start of the run of as many backticks that closes a span; STR_NONE: not closed. */
static size_t find_close(Str text, size_t at, size_t limit, size_t ticks)
{
    while (at < limit) {
        size_t run = count_ticks(text, at, limit);
        if (run == ticks)
            return at;
        at += run ? run : 1;
    }
    return STR_NONE;
}

static void scan_line(Scan *scan, size_t at, size_t limit)
{
    size_t span_end = at; /* a span without a symbol is read as words up to here */
    while (at < limit) {
        size_t ticks = scan->is_code ? 0 : count_ticks(scan->text, at, limit);
        if (!ticks || at < span_end) {
            at = ticks ? at + ticks : take_word(scan, at, limit);
            continue;
        }
        size_t close = find_close(scan->text, at + ticks, limit, ticks);
        bool taken = close != STR_NONE && take_span(scan, at + ticks, close);
        span_end = close == STR_NONE ? at + ticks : close + ticks;
        at = taken ? span_end : at + ticks;
    }
}

/* Whether a line opens or closes a block of code. */
static bool is_fence(Str line, bool inside)
{
    line = str_trim(line);
    char mark = line.len ? line.ptr[0] : '\0';
    size_t len = 0;
    while (len < line.len && line.ptr[len] == mark)
        len++;
    bool fence = (mark == '`' || mark == '~') && len >= 3;
    return fence &&
           (inside ? len == line.len : str_find_byte(str_from_offset(line, len), '`') == STR_NONE);
}

CiteScan cite_scan(Arena *arena, Str text, Str root, bool *in_code)
{
    Scan scan = {.arena = arena, .text = text, .root = root};
    size_t start = 0;
    Str rest = text, line;
    while (str_take_line(&rest, &line)) {
        bool fence = is_fence(line, *in_code);
        *in_code ^= fence;
        scan.is_code = *in_code;
        if (!fence)
            scan_line(&scan, start, start + line.len);
        start = text.len - rest.len;
    }
    return scan.found;
}

/* ---- marks ---- */

static Str mark_of(Arena *arena, const Cited *cited, const Lookup *lookup, Str shown)
{
    switch (lookup->answer) {
    case LOOKUP_NO_FILE:
        if (cited->is_weak || !lookup->path.len)
            return (Str){0};
        return byte_in(lookup->path.ptr[0], "/~") ? STR(" [not in the repository]")
                                                  : STR(" [no such file]");
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

Str cite_mark(Arena *arena, Str text, const CiteScan *scan, Str shown, Citations *citations)
{
    Buf out = buf_open(arena, 0);
    size_t done = 0;
    for (size_t i = 0; i < scan->cited.len; i++) {
        const Cited *cited = &scan->cited.ptr[i];
        Str mark = mark_of(arena, cited, &scan->lookups.ptr[i], shown);
        if (!mark.len) {
            citations->found += scan->lookups.ptr[i].answer == LOOKUP_FOUND;
            continue;
        }
        size_t end = cited->end + count_ticks(text, cited->end, text.len); /* after the span */
        note_wrong(arena, citations, cited->text);
        buf_put(&out, str_slice(text, done, end));
        buf_put(&out, mark);
        done = end;
    }
    buf_put(&out, str_from_offset(text, done));
    return buf_str(&out);
}

/* ---- second look-up ---- */

/* Another reading of a path that is not a file: `@src/a.c` as pinned by a user, `a/src/a.c` as in a
   diff. */
static Str other_path(Str path)
{
    static const Str starts[] = {STR_INIT("@"), STR_INIT("a/"), STR_INIT("b/")};
    for (size_t i = 0; i < COUNT(starts); i++)
        if (str_starts(path, starts[i]))
            return str_from_offset(path, starts[i].len);
    return (Str){0};
}

/* Looks up missing files again, under the other path. */
static void look_again(Arena *arena, const ToolContext *context, CiteScan *scan)
{
    Lookup *again = NEW(arena, Lookup, scan->lookups.len + 1);
    size_t *of = NEW(arena, size_t, scan->lookups.len + 1), count = 0;
    for (size_t i = 0; i < scan->lookups.len; i++) {
        Lookup other = scan->lookups.ptr[i];
        if (other.answer != LOOKUP_NO_FILE)
            continue;
        other.path = other_path(other.path);
        of[count] = i;
        if (other.path.len)
            again[count++] = other;
    }
    index_lookup_all(arena, context, again, count);
    for (size_t i = 0; i < count; i++)
        if (again[i].answer != LOOKUP_NO_FILE)
            scan->lookups.ptr[of[i]] = again[i];
}

Str cite_check(Arena *arena, const ToolContext *context, Str text, Str shown, bool *in_code,
               Citations *citations)
{
    CiteScan scan = cite_scan(arena, text, context->root, in_code);
    index_lookup_all(arena, context, scan.lookups.ptr, scan.lookups.len);
    look_again(arena, context, &scan);
    return cite_mark(arena, text, &scan, shown, citations);
}
