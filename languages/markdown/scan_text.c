/* Markdown apart from block structure: front matter, MDX modules, plain text of headings. */
#include "base/buf.h"
#include "languages/markdown/scan.h"

/* Bytes of a heading that are read; longer ones are cut anyway. */
#define HEADING_SOURCE_BYTES ((size_t)1024)
#define OPEN_BRACKETS_MAX 16

typedef struct Plain {
    Str in;
    char *out;
    size_t len;
    size_t open[OPEN_BRACKETS_MAX]; /* output positions of brackets that are not closed yet */
    size_t open_count;
    bool open_target; /* a target did not end: no later one will */
} Plain;

/* The offset after the `(target)` or `[label]` at `at`; `at` when it does not end. */
static size_t skip_target(Plain *plain, size_t at)
{
    Str in = plain->in;
    char close = in.ptr[at] == '(' ? ')' : ']', open = in.ptr[at];
    size_t depth = 0;
    if (plain->open_target)
        return at;
    for (size_t i = at; i < in.len; i++) {
        if (in.ptr[i] == open)
            depth++;
        else if (in.ptr[i] == close && !--depth)
            return i + 1;
    }
    plain->open_target = true;
    return at;
}

/* Handles `]`: at the end of a link or image, only the link's text is kept. Returns the offset
   after it. */
static size_t plain_close_bracket(Plain *plain, size_t at)
{
    size_t next = at + 1, end = next;
    bool opened = plain->open_count > 0;
    size_t from = opened ? plain->open[--plain->open_count] : 0;
    if (opened && next < plain->in.len &&
        (plain->in.ptr[next] == '(' || plain->in.ptr[next] == '['))
        end = skip_target(plain, next);
    if (end == next) {
        plain->out[plain->len++] = ']';
        return next;
    }
    if (from && plain->out[from - 1] == '!') {
        plain->len = from - 1;
    } else {
        memmove(plain->out + from, plain->out + from + 1, plain->len - from - 1);
        plain->len--;
    }
    return end;
}

static size_t plain_code(Plain *plain, size_t at)
{
    size_t ticks = 1;
    while (at + ticks < plain->in.len && plain->in.ptr[at + ticks] == '`')
        ticks++;
    Str mark = str_slice(plain->in, at, at + ticks);
    size_t close = find_from(plain->in, at + ticks, mark);
    if (close == STR_NONE)
        close = plain->in.len;
    Str code = str_slice(plain->in, at + ticks, close);
    if (code.len)
        memcpy(plain->out + plain->len, code.ptr, code.len);
    plain->len += code.len;
    return MIN(close + ticks, plain->in.len);
}

static size_t plain_tag(Plain *plain, size_t at)
{
    size_t close = find_byte_from(plain->in, at, plain->in.len, '>');
    char c = at + 1 < plain->in.len ? plain->in.ptr[at + 1] : '\0';
    if (close == plain->in.len || !(byte_is_alpha(c) || c == '/' || c == '!')) {
        plain->out[plain->len++] = '<';
        return at + 1;
    }
    return close + 1;
}

static size_t plain_step(Plain *plain, size_t at)
{
    char c = plain->in.ptr[at];
    char next = at + 1 < plain->in.len ? plain->in.ptr[at + 1] : '\0';
    if (c == '`')
        return plain_code(plain, at);
    if (c == '<')
        return plain_tag(plain, at);
    if (c == ']')
        return plain_close_bracket(plain, at);
    if (c == '*' && next == '*')
        return at + 2;
    if (c == '\\' && next && !byte_is_word(next) && !byte_is_space(next)) {
        plain->out[plain->len++] = next;
        return at + 2;
    }
    if (c == '[' && plain->open_count < OPEN_BRACKETS_MAX)
        plain->open[plain->open_count++] = plain->len;
    plain->out[plain->len++] = c;
    return at + 1;
}

/* The heading without a trailing {#id}. */
static Str drop_attributes(Str heading)
{
    size_t brace = str_find(heading, STR(" {#"));
    return brace != STR_NONE && str_ends(heading, STR("}")) ? str_slice(heading, 0, brace)
                                                            : heading;
}

Str markdown_plain(Scan *scan, size_t from, size_t to)
{
    Str whole = str_slice(scan->text, from, to);
    whole = str_slice(whole, 0, str_char_floor(whole, MIN(whole.len, HEADING_SOURCE_BYTES)));
    Plain plain = {.in = drop_attributes(whole)};
    plain.out = arena_bytes(scan->arena, plain.in.len + 1);
    for (size_t at = 0; at < plain.in.len;)
        at = plain_step(&plain, at);
    Str name = str_fold_space(scan->arena, (Str){plain.out, plain.len});
    if (!name.len)
        name = str_fold_space(scan->arena, whole);
    return str_slice(name, 0, str_char_floor(name, MIN(name.len, NAME_BYTES_MAX)));
}

static bool add_front_key(Buf *keys, Str text, const Line *line, Str separator)
{
    Str word = word_at(text, line->start, line->end, "-.");
    size_t after = skip_blanks(text, line->start + word.len, line->end);
    if (!word.len || !str_starts(str_slice(text, after, line->end), separator))
        return false;
    buf_put(keys, keys->len ? STR(", ") : STR(" ("));
    buf_put(keys, word);
    return true;
}

/* Front matter is --- with YAML keys, or +++ with TOML keys, from the first line to the closing
   mark. */
size_t markdown_read_front_matter(Scan *scan)
{
    Str text = scan->text, mark = STR("---");
    size_t at = 0;
    if (str_starts(text, STR("\xef\xbb\xbf")))
        at = 3;
    size_t start = at;
    Line line;
    if (str_starts(str_from_offset(text, at), STR("+++")))
        mark = STR("+++");
    if (!line_take(text, &at, &line) ||
        !str_equal(str_trim(str_slice(text, start, line.end)), mark))
        return start;
    size_t body = at;
    Buf keys = buf_open(scan->arena, (size_t)SIGNATURE_CHARS_MAX);
    Str separator = mark.ptr[0] == '-' ? STR(":") : STR("=");
    while (line_take(text, &at, &line)) {
        Str content = str_trim_end(str_slice(text, line.start, line.end));
        if (str_equal(content, mark) || (mark.ptr[0] == '-' && str_equal(content, STR("...")))) {
            Symbol *front = scan_symbol(scan, SYMBOL_RECORD, STR("front matter"), start, line.end);
            front->body = (uint32_t)body;
            if (keys.len)
                buf_put_byte(&keys, ')');
            front->signature = str_join(scan->arena, STR("front matter"), buf_str(&keys));
            scan_cut(scan, start, 0);
            return at;
        }
        if (line.start == body && !content.len)
            return start; /* a thematic break, not front matter */
        add_front_key(&keys, text, &line, separator);
    }
    return start;
}

/* Reads `import X from 'y'` or `import 'y'` at `at`. Returns the start of the next line, 0 if it is
   not an import. */
static size_t read_import(Scan *scan, size_t at, size_t to)
{
    Str text = scan->text;
    size_t from = skip_space(text, at + 7, to), quote = from;
    while (quote < to && text.ptr[quote] != '\'' && text.ptr[quote] != '"' &&
           text.ptr[quote] != ';')
        quote++;
    if (quote >= to || text.ptr[quote] == ';')
        return 0;
    size_t close = find_byte_from(text, quote + 1, to, text.ptr[quote]);
    Str before = str_trim(str_slice(text, from, quote));
    if (close == to || (before.len && !str_ends(before, STR("from"))))
        return 0;
    scan_import(scan, str_slice(text, quote + 1, close), at, close + 1);
    ImportVec *imports = &scan->outline->imports;
    if (before.len > 4 && imports->len)
        imports->ptr[imports->len - 1].detail =
            str_fold_space(scan->arena, str_slice(before, 0, before.len - 4));
    return MIN(line_end(text, close) + 1, to);
}

static SymbolKind export_kind(Str word)
{
    if (word_is(word, "function"))
        return SYMBOL_FUNCTION;
    if (word_is(word, "class"))
        return SYMBOL_CLASS;
    if (word_is(word, "const"))
        return SYMBOL_CONSTANT;
    return word_is(word, "let") || word_is(word, "var") ? SYMBOL_VARIABLE : SYMBOL_NONE;
}

static size_t read_export(Scan *scan, size_t at, size_t to)
{
    static const char *const skipped[] = {"export", "default", "async", NULL};
    Str text = scan->text, word = word_at(text, at, to, "");
    size_t start = at;
    while (word_in(word, skipped)) {
        at = skip_space(text, at + word.len, to);
        word = word_at(text, at, to, "");
    }
    SymbolKind kind = export_kind(word);
    at = skip_space(text, at + word.len, to);
    Str name = word_at(text, at, to, "$");
    if (kind == SYMBOL_NONE || !name.len)
        return 0;
    Symbol *symbol = scan_symbol(scan, kind, name, start, to);
    symbol->modifiers = MODIFIER(EXPORTED);
    symbol->is_value = kind == SYMBOL_CONSTANT || kind == SYMBOL_VARIABLE;
    size_t end = at + name.len;
    while (end < to && text.ptr[end] != '{' && text.ptr[end] != '=' && text.ptr[end] != '\n')
        end++;
    symbol->signature = scan_signature(scan, start, end);
    return to;
}

bool markdown_read_module(Scan *scan, size_t from, size_t to)
{
    bool found = false;
    while (from < to) {
        Str rest = str_slice(scan->text, from, to);
        size_t next = 0;
        if (str_starts(rest, STR("import ")))
            next = read_import(scan, from, to);
        else if (str_starts(rest, STR("export ")))
            next = read_export(scan, from, to);
        if (!next)
            break;
        found = true;
        from = next;
    }
    return found;
}
