/* Line patterns, for languages without a grammar or scanner. A declaration is a declaring word and
   a name at the start of a line, or a C-like function head before a brace. It extends over the
   following lines that are indented deeper, and the line that closes it. To keep prose out, a
   declaring word counts only if the text after the name can follow a declaration. */
#include "lang/fallback.h"

#include "lang/scan/scan_text.h"

/* Bytes; longer lines are taken for data. */
#define PATTERN_LINE_BYTES ((size_t)400)
#define MODIFIERS_PER_LINE 6
#define TAB_COLUMNS 4
/* Bounds the work on a file that is mostly syntax errors. */
#define RECOVERED_MAX ((size_t)20000)

static const struct {
    const char *word;
    SymbolKind kind;
} declaring[] = {
    {"function", SYMBOL_FUNCTION},   {"func", SYMBOL_FUNCTION},       {"fn", SYMBOL_FUNCTION},
    {"fun", SYMBOL_FUNCTION},        {"def", SYMBOL_FUNCTION},        {"defn", SYMBOL_FUNCTION},
    {"defun", SYMBOL_FUNCTION},      {"sub", SYMBOL_FUNCTION},        {"proc", SYMBOL_FUNCTION},
    {"procedure", SYMBOL_FUNCTION},  {"subroutine", SYMBOL_FUNCTION}, {"method", SYMBOL_METHOD},
    {"macro", SYMBOL_MACRO},         {"task", SYMBOL_FUNCTION},       {"class", SYMBOL_CLASS},
    {"struct", SYMBOL_STRUCT},       {"structure", SYMBOL_STRUCT},    {"union", SYMBOL_UNION},
    {"interface", SYMBOL_INTERFACE}, {"protocol", SYMBOL_INTERFACE},  {"trait", SYMBOL_TRAIT},
    {"impl", SYMBOL_IMPL},           {"enum", SYMBOL_ENUM},           {"module", SYMBOL_MODULE},
    {"namespace", SYMBOL_NAMESPACE}, {"package", SYMBOL_PACKAGE},     {"object", SYMBOL_OBJECT},
    {"record", SYMBOL_STRUCT},       {"type", SYMBOL_TYPE},           {"message", SYMBOL_STRUCT},
    {"service", SYMBOL_INTERFACE},   {"contract", SYMBOL_CLASS},      {"component", SYMBOL_CLASS},
    {"resource", SYMBOL_OBJECT},     {"entity", SYMBOL_CLASS},        {"program", SYMBOL_MODULE},
};

/* Statements of SQL that declare, after CREATE and its options. */
static const struct {
    const char *word;
    SymbolKind kind;
} created[] = {
    {"table", SYMBOL_TABLE},       {"view", SYMBOL_VIEW},          {"index", SYMBOL_INDEX},
    {"function", SYMBOL_FUNCTION}, {"procedure", SYMBOL_FUNCTION}, {"trigger", SYMBOL_TRIGGER},
    {"sequence", SYMBOL_SEQUENCE}, {"schema", SYMBOL_SCHEMA},      {"database", SYMBOL_SCHEMA},
    {"type", SYMBOL_TYPE},         {"domain", SYMBOL_TYPE},        {"role", SYMBOL_OBJECT},
    {"user", SYMBOL_OBJECT},       {"extension", SYMBOL_OBJECT},   {"policy", SYMBOL_OBJECT},
};

/* Words between `export` and the name. */
static const char *const values[] = {"const", "let", "var", "default", NULL};
/* Bytes of `{ a, b }` that name an export. */
#define EXPORT_LIST_BYTES ((size_t)60)

static const char *const create_options[] = {
    "or",           "replace",  "temp",    "temporary", "unique", "if",
    "not",          "exists",   "only",    "global",    "local",  "unlogged",
    "materialized", "external", "virtual", "full",      NULL};

/* Words at the head of an import. */
static const char *const import_words[] = {"import", "include", "require", "use",
                                           "using",  "from",    NULL};

static const char *const modifiers[] = {
    "pub",      "public",  "private",  "protected", "internal", "static", "final",
    "abstract", "virtual", "override", "inline",    "extern",   "export", "exported",
    "async",    "open",    "sealed",   "data",      "partial",  "unsafe", "const",
    "local",    "global",  "pure",     "default",   "shared",   NULL,
};

/* Statements that look like a C header: `if (x) {`. */
static const char *const statements[] = {
    "if",   "else", "for",    "foreach", "while", "switch",       "do",     "return", "catch",
    "try",  "when", "match",  "with",    "until", "unless",       "elif",   "elsif",  "elseif",
    "case", "loop", "select", "using",   "lock",  "synchronized", "assert", "and",    "or",
    "not",  "in",   "new",    "throw",   "await", NULL,
};

typedef struct Pattern {
    SymbolKind kind;
    Str name;
    size_t end; /* of the signature */
} Pattern;

static size_t trimmed_end(Str text, size_t from, size_t to)
{
    while (to > from && byte_is_space(text.ptr[to - 1]))
        to--;
    return to;
}

/* Whether the text after a name, [after, end), can follow the name of a declaration. */
static bool declares(Str text, size_t after, size_t end)
{
    static const char *const words[] = {"extends",  "implements", "is",    "do",
                                        "where",    "returns",    "begin", "of",
                                        "inherits", "for",        NULL};
    static const char *const lasts[] = {"is", "begin", "do", "as", "then", "end", "return", NULL};
    size_t last = trimmed_end(text, after, end);
    after = skip_blanks(text, after, end);
    if (after >= last)
        return true;
    size_t word_from = last;
    while (word_from > after && byte_is_word(text.ptr[word_from - 1]))
        word_from--;
    if (text.ptr[after] == '(')
        return byte_in(text.ptr[last - 1], "{:);,=(>]") ||
               word_in(str_slice(text, word_from, last), lasts);
    if (byte_in(text.ptr[after], "{:=<[;"))
        return true;
    Str word = word_at(text, after, end, "");
    return word_in(word, words) && byte_in(text.ptr[last - 1], "{:)");
}

static SymbolKind declared_by(Str word)
{
    for (size_t i = 0; i < COUNT(declaring); i++)
        if (str_equal(word, str_from(declaring[i].word)))
            return declaring[i].kind;
    return SYMBOL_NONE;
}

static bool match_keyword(Str text, size_t at, size_t end, Pattern *pattern)
{
    Str word = word_at(text, at, end, "");
    for (size_t i = 0; i < MODIFIERS_PER_LINE && word.len && word_in(word, modifiers); i++) {
        at = skip_blanks(text, at + word.len, end);
        word = word_at(text, at, end, "");
    }
    SymbolKind kind = declared_by(word);
    at = skip_blanks(text, at + word.len, end);
    bool quoted = at < end && text.ptr[at] == '"' && str_equal(word, STR("proc"));
    at += quoted;
    Str name = word_at(text, at, end, ".:-$?!");
    if (kind == SYMBOL_NAMESPACE && str_equal(name, STR("eval"))) { // Tcl: `namespace eval ::a`
        at = skip_blanks(text, at + name.len, end);
        while (at < end && text.ptr[at] == ':')
            at++;
        name = word_at(text, at, end, ":-");
    }
    while (name.len && byte_in(name.ptr[name.len - 1], ":.-"))
        name.len--;
    if (!kind || !name.len || byte_is_digit(name.ptr[0]) ||
        !declares(text, at + name.len + quoted, end))
        return false;
    *pattern = (Pattern){kind, name, end};
    return true;
}

/* type name(…) { or name(…) {, where the brace may open on the next line. */
static bool match_c(Str text, size_t at, size_t end, Pattern *pattern)
{
    size_t open = find_byte_from(text, at, end, '('), last = trimmed_end(text, at, end);
    size_t name_end = open;
    if (open == end || last == at)
        return false;
    char closing = text.ptr[last - 1];
    if (closing != '{' && closing != ')')
        return false;
    name_end = trimmed_end(text, at, name_end);
    size_t name = name_end;
    while (name > at && byte_is_word(text.ptr[name - 1]))
        name--;
    Str word = str_slice(text, name, name_end), first = word_at(text, at, end, "");
    if (!word.len || byte_is_digit(word.ptr[0]) || word_in(word, statements) ||
        word_in(first, statements))
        return false;
    for (size_t i = at; i < name; i++)
        if (!byte_is_word(text.ptr[i]) && !byte_in(text.ptr[i], " \t*&<>,:[]."))
            return false;
    *pattern = (Pattern){SYMBOL_FUNCTION, word, end};
    return true;
}

/* Whether the line is too long to be read. Only prose has such lines without a loss. */
static bool is_too_long(Scan *scan, const Line *line)
{
    if (line->end - line->start <= PATTERN_LINE_BYTES)
        return false;
    Outline *outline = scan->outline;
    if (!lang_facts(outline->language)->is_plain_text && !outline->note.len) {
        outline->degraded = true;
        outline->note = STR("lines of more than 400 bytes were not read");
    }
    return true;
}

static bool next_line_opens(Str text, size_t next)
{
    size_t at = skip_blanks(text, next, text.len);
    return at < text.len && text.ptr[at] == '{';
}

/* `#define NAME`, also with blanks after the hash. */
static bool match_define(Str text, size_t at, size_t end, Pattern *pattern)
{
    size_t word = skip_blanks(text, at + 1, end);
    if (text.ptr[at] != '#' || !str_equal(word_at(text, word, end, ""), STR("define")))
        return false;
    Str name = word_at(text, skip_blanks(text, word + strlen("define"), end), end, "");
    *pattern = (Pattern){SYMBOL_MACRO, name, end};
    return name.len && !byte_is_digit(name.ptr[0]);
}

/* `CREATE UNIQUE INDEX name …`, `ALTER TABLE name …`, in either letter case. */
static bool match_sql(Str text, size_t at, size_t end, Pattern *pattern)
{
    Str word = word_at(text, at, end, "");
    bool alters = str_equal_nocase(word, STR("alter"));
    if (!alters && !str_equal_nocase(word, STR("create")))
        return false;
    SymbolKind kind = SYMBOL_NONE;
    for (size_t i = 0; i < MODIFIERS_PER_LINE && word.len; i++) {
        at = skip_blanks(text, at + word.len, end);
        word = word_at(text, at, end, "\"`[].");
        bool option = false;
        for (size_t k = 0; create_options[k] && !option; k++)
            option = str_equal_nocase(word, str_from(create_options[k]));
        if (option)
            continue;
        if (kind)
            break;
        for (size_t k = 0; k < COUNT(created); k++)
            if (str_equal_nocase(word, str_from(created[k].word)))
                kind = created[k].kind;
        if (!kind)
            return false;
    }
    *pattern = (Pattern){alters ? SYMBOL_ALTER : kind, word, end};
    return kind && word.len;
}

/* `export name`, `export NAME=value`, `export { a, b }`, `export default …`. */
static bool match_export(Str text, size_t at, size_t end, Pattern *pattern)
{
    Str word = word_at(text, at, end, "");
    if (!str_equal(word, STR("export")))
        return false;
    at = skip_blanks(text, at + word.len, end);
    Str name = word_at(text, at, end, ".-");
    for (size_t i = 0; i < MODIFIERS_PER_LINE && word_in(name, values); i++) {
        at = skip_blanks(text, at + name.len, end);
        name = word_at(text, at, end, ".-");
    }
    size_t last = trimmed_end(text, at, end);
    if (!name.len && at < end && byte_in(text.ptr[at], "{*"))
        name = str_slice(text, at, MIN(last, at + EXPORT_LIST_BYTES));
    else if (at + name.len < last &&
             !byte_in(text.ptr[skip_blanks(text, at + name.len, end)], "=({;,:"))
        return false; // prose
    *pattern = (Pattern){SYMBOL_EXPORT, name, end};
    return name.len;
}

static bool match(Str text, const Line *line, size_t at, Pattern *pattern)
{
    size_t end = line->end;
    if (match_define(text, at, end, pattern))
        return true;
    if (!byte_is_word(text.ptr[at]))
        return false;
    if (match_keyword(text, at, end, pattern) || match_sql(text, at, end, pattern) ||
        match_export(text, at, end, pattern))
        return true;
    if (!match_c(text, at, end, pattern))
        return false;
    bool braced = text.ptr[trimmed_end(text, at, end) - 1] == '{';
    return braced || next_line_opens(text, line->next);
}

static size_t indent_of(Str text, size_t from, size_t to)
{
    size_t column = 0;
    for (; from < to; from++)
        column = text.ptr[from] == '\t' ? (column / TAB_COLUMNS + 1) * TAB_COLUMNS : column + 1;
    return column;
}

/* Whether the line at `at` closes the block that began at the same indent. */
static bool closes_block(Str text, size_t at, size_t end)
{
    static const char *const words[] = {"end",     "endfunction", "endmodule", "endclass",
                                        "endproc", "endsub",      "endtask",   "endpackage",
                                        "done",    "fi",          "esac",      NULL};
    if (byte_in(text.ptr[at], "})]"))
        return true;
    return word_in(word_at(text, at, end, ""), words);
}

typedef struct Blocks {
    Scan scan;
    size_t indents[SYMBOL_DEPTH_MAX];
    size_t last_end;         /* of the last line that was not blank */
    const LostSpanVec *lost; /* if set, only declarations by words within these count */
    size_t span;
} Blocks;

/* `name()` alone, or before a brace, in the first column. */
static bool match_shell(const Blocks *blocks, const Line *line, size_t end, Pattern *pattern)
{
    Str text = blocks->scan.text;
    const Language *language = blocks->scan.outline->language;
    Str name = word_at(text, line->start, end, "-:.");
    size_t after = skip_blanks(text, line->start + name.len, end);
    if (!str_equal(str_from(language->line_comment), STR("#")) || !name.len || declared_by(name) ||
        !str_starts(str_slice(text, after, end), STR("()")))
        return false;
    size_t last = trimmed_end(text, after + 2, end);
    if (last > after + 2 && text.ptr[last - 1] != '{')
        return false;
    *pattern = (Pattern){SYMBOL_FUNCTION, name, last};
    return last > after + 2 || next_line_opens(text, line->next);
}

static bool match_lost(Blocks *blocks, const Line *line, size_t at, Pattern *pattern)
{
    Str text = blocks->scan.text;
    const LostSpanVec *lost = blocks->lost;
    while (blocks->span < lost->len && lost->ptr[blocks->span].end <= line->start)
        blocks->span++;
    if (blocks->span == lost->len || lost->ptr[blocks->span].start >= line->end ||
        blocks->scan.outline->symbols.len >= RECOVERED_MAX || !byte_is_word(text.ptr[at]))
        return false;
    size_t end = MIN(line->end, line->start + PATTERN_LINE_BYTES);
    if (!match_keyword(text, at, end, pattern) && !match_shell(blocks, line, end, pattern))
        return false;
    size_t name = scan_offset(&blocks->scan, pattern->name);
    size_t span = blocks->span;
    while (span < lost->len && lost->ptr[span].end <= name)
        span++;
    return span < lost->len && lost->ptr[span].start <= name;
}

/* Closes the open declarations that a line of this indent is not part of. */
static void close_blocks(Blocks *blocks, const Line *line, size_t at, size_t indent)
{
    Scan *scan = &blocks->scan;
    while (scan->depth && blocks->indents[scan->depth - 1] >= indent) {
        bool own = blocks->indents[scan->depth - 1] == indent;
        if (own && scan->text.ptr[at] == '{')
            return;
        bool closing = own && closes_block(scan->text, at, line->end);
        scan_symbol_close(scan, closing ? line->end : blocks->last_end);
        if (closing)
            return;
    }
}

/* The module between the first pair of quotes or angle brackets, else the word. */
static Str module_at(Str text, size_t at, size_t end, bool *quoted)
{
    static const char opening[] = "\"'<", closing[] = "\"'>";
    for (size_t i = at; i < end; i++) {
        const char *mark = memchr(opening, text.ptr[i], sizeof opening - 1);
        size_t last = mark ? find_byte_from(text, i + 1, end, closing[mark - opening]) : end;
        *quoted = last < end;
        if (*quoted)
            return str_slice(text, i + 1, last);
    }
    return word_at(text, at, end, ".:/\\-*@");
}

/* Takes `import a.b`, `use a::b;`, `from a import b`, `import x from 'y'`, `#include "z"`. A line
   of prose has more words, and no quotes. */
static bool take_import(Blocks *blocks, const Line *line, size_t at)
{
    Scan *scan = &blocks->scan;
    size_t start = at + (scan->text.ptr[at] == '#');
    Str word = word_at(scan->text, start, line->end, "");
    bool quoted;
    if (scan->depth || blocks->lost || !word_in(word, import_words) ||
        line->end - line->start > PATTERN_LINE_BYTES)
        return false;
    size_t from = skip_blanks(scan->text, start + word.len, line->end);
    Str name = module_at(scan->text, from, line->end, &quoted);
    size_t after = skip_blanks(scan->text, from + name.len, line->end);
    bool imports = str_starts(str_slice(scan->text, after, line->end), STR("import "));
    bool ends = after < line->end && scan->text.ptr[after] == ';';
    bool alone =
        str_equal(word, STR("import")) && after >= trimmed_end(scan->text, after, line->end);
    if (!name.len || from == start + word.len || word.ptr[0] < 'a' ||
        !(quoted || imports || alone || ends))
        return false;
    scan_import(scan, name, at, line->end);
    return true;
}

static void read_line(Blocks *blocks, const Line *line)
{
    Scan *scan = &blocks->scan;
    size_t at = skip_blanks(scan->text, line->start, line->end);
    if (at == line->end)
        return;
    size_t indent = indent_of(scan->text, line->start, MIN(at, line->start + PATTERN_LINE_BYTES));
    close_blocks(blocks, line, at, indent);
    Pattern pattern;
    if (take_import(blocks, line, at)) {
        blocks->last_end = line->end;
        return;
    }
    if (scan->depth < SYMBOL_DEPTH_MAX &&
        (blocks->lost ? match_lost(blocks, line, at, &pattern)
                      : !is_too_long(scan, line) && match(scan->text, line, at, &pattern))) {
        Symbol *symbol = scan_symbol_open(scan, pattern.kind, pattern.name, at);
        symbol->signature = scan_head(scan, at, pattern.end);
        if (scan->depth)
            blocks->indents[scan->depth - 1] = indent;
        scan_cut(scan, at, (uint32_t)scan->depth);
    }
    blocks->last_end = line->end;
}

static void read_lines(Blocks *blocks)
{
    size_t at = 0;
    Line line;
    while (!scan_expired(&blocks->scan) && line_take(blocks->scan.text, &at, &line))
        read_line(blocks, &line);
    scan_close_to(&blocks->scan, 0, blocks->last_end);
}

static Blocks blocks_open(Arena *arena, Arena scratch, Str text, const OutlineOptions *options,
                          Outline *outline)
{
    Blocks blocks = {.scan = {.arena = arena,
                              .scratch = scratch,
                              .text = text,
                              .outline = outline,
                              .options = options}};
    work_limit_start(&blocks.scan.time, 0, outline_time_ms(options));
    return blocks;
}

/* In either letter case. */
static bool is_declaring(Str word)
{
    bool found = false;
    for (size_t i = 0; word.len && i < COUNT(declaring) && !found; i++)
        found = str_equal_nocase(word, str_from(declaring[i].word));
    return found;
}

Str fallback_missed(Arena *arena, Str text)
{
    for (size_t at = 0; at < text.len;) {
        Str word = word_at(text, at, text.len, "");
        size_t end = at + MAX(word.len, (size_t)1), name = skip_blanks(text, end, text.len);
        bool named = name > end && word_at(text, name, text.len, "").len;
        if (named && is_declaring(word))
            return str_format(arena, "no declaration was read, though the text has the word %.*s",
                              STR_ARG(word));
        at = end;
    }
    return (Str){0};
}

void fallback_patterns(Arena *arena, Arena scratch, Str text, const OutlineOptions *options,
                       Outline *outline)
{
    Blocks blocks = blocks_open(arena, scratch, text, options, outline);
    read_lines(&blocks);
}

void fallback_keywords(Arena *arena, Arena scratch, Str text, const OutlineOptions *options,
                       const LostSpanVec *lost, Outline *outline)
{
    Blocks blocks = blocks_open(arena, scratch, text, options, outline);
    blocks.lost = lost;
    read_lines(&blocks);
}
