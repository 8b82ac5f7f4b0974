/* reStructuredText: sections, ranked by the order in which their adornments first appear;
   directives that describe objects (Sphinx); code blocks. Sections are recognised at the left
   margin only.

   Why not tree-sitter: its grammar parses 2.5 MB/s, and its tree takes 64 bytes for each byte of
   source. */
#include "languages_lang.h"

#include "lang/scan/scan_text.h"

typedef struct Adornment {
    char mark;
    bool over;
} Adornment;

typedef struct Rst {
    Scan *scan;
    Str text;
    Sections sections;
    Adornment adornments[SECTION_LEVELS_MAX];
    size_t adornment_count;
    size_t indents[SYMBOL_DEPTH_MAX]; /* indentation of the open directives */
    size_t directives;
    Line before;     /* the previous line */
    bool new_block;  /* the previous line is blank, or this is the first line */
    bool after_over; /* the previous line is the text below an overline */
    size_t over_start;
    size_t last_end; /* end of the last line that was not blank */
} Rst;

/* The length of a line that is one punctuation byte repeated; else 0. */
static size_t adornment_of(Str text, const Line *line)
{
    size_t end = line->end;
    while (end > line->start && byte_is_space(text.ptr[end - 1]))
        end--;
    char mark = end > line->start ? text.ptr[line->start] : 'a';
    if (byte_is_word(mark) || byte_is_space(mark) || (unsigned char)mark < 0x21)
        return 0;
    for (size_t at = line->start; at < end; at++)
        if (text.ptr[at] != mark)
            return 0;
    return end - line->start;
}

static size_t level_of(Rst *rst, char mark, bool over)
{
    for (size_t i = 0; i < rst->adornment_count; i++)
        if (rst->adornments[i].mark == mark && rst->adornments[i].over == over)
            return i + 1;
    if (rst->adornment_count < SECTION_LEVELS_MAX)
        rst->adornments[rst->adornment_count++] = (Adornment){mark, over};
    return rst->adornment_count;
}

static void close_directives(Rst *rst, size_t indent, size_t end)
{
    while (rst->directives && rst->indents[rst->directives - 1] >= indent) {
        rst->directives--;
        scan_symbol_close(rst->scan, end);
    }
}

/* Reads the line under a title and opens the section. */
static bool read_underline(Rst *rst, const Line *line, size_t len)
{
    Str title = str_trim(str_slice(rst->text, rst->before.start, rst->before.end));
    bool over = rst->after_over;
    bool indented = !over && rst->before.start < rst->before.end &&
                    byte_is_space(rst->text.ptr[rst->before.start]);
    if (!title.len || indented || (!rst->new_block && !over) ||
        adornment_of(rst->text, &rst->before))
        return false;
    if (len < 4 && len < str_count_chars(title))
        return false;
    size_t start = over ? rst->over_start : rst->before.start;
    char mark = rst->text.ptr[line->start];
    size_t level = level_of(rst, mark, over);
    close_directives(rst, 0, start);
    Str name = scan_name(rst->scan, rst->before.start, rst->before.end);
    Str marks = str_slice(STR("########################"), 0, level);
    section_open(rst->scan, &rst->sections, level, name, start, marks)->body = (uint32_t)line->next;
    return true;
}

static const struct {
    const char *name;
    SymbolKind kind;
} objects[] = {
    {"function", SYMBOL_FUNCTION},
    {"class", SYMBOL_CLASS},
    {"method", SYMBOL_METHOD},
    {"staticmethod", SYMBOL_METHOD},
    {"classmethod", SYMBOL_METHOD},
    {"decorator", SYMBOL_FUNCTION},
    {"decoratormethod", SYMBOL_METHOD},
    {"attribute", SYMBOL_PROPERTY},
    {"property", SYMBOL_PROPERTY},
    {"data", SYMBOL_VARIABLE},
    {"exception", SYMBOL_CLASS},
    {"module", SYMBOL_MODULE},
    {"currentmodule", SYMBOL_NONE},
    {"macro", SYMBOL_MACRO},
    {"type", SYMBOL_TYPE},
    {"struct", SYMBOL_STRUCT},
    {"enum", SYMBOL_ENUM},
    {"member", SYMBOL_FIELD},
    {"var", SYMBOL_VARIABLE},
    {"envvar", SYMBOL_VARIABLE},
    {"option", SYMBOL_KEY},
    {"confval", SYMBOL_KEY},
    {"setting", SYMBOL_KEY},
    {"opcode", SYMBOL_FUNCTION},
    {"describe", SYMBOL_OBJECT},
    {"object", SYMBOL_OBJECT},
    {"concept", SYMBOL_TRAIT},
    {"namespace", SYMBOL_NAMESPACE},
    {"autofunction", SYMBOL_FUNCTION},
    {"autoclass", SYMBOL_CLASS},
    {"automodule", SYMBOL_MODULE},
    {"code-block", SYMBOL_CODE_BLOCK},
    {"code", SYMBOL_CODE_BLOCK},
    {"sourcecode", SYMBOL_CODE_BLOCK},
    {"highlight", SYMBOL_NONE},
    {"rule", SYMBOL_RULE},
    {"command", SYMBOL_FUNCTION},
    {"target", SYMBOL_TARGET},
};

static SymbolKind object_kind(Str directive)
{
    size_t colon = str_find_last_byte(directive, ':'); /* py:function */
    Str name = colon == STR_NONE ? directive : str_from_offset(directive, colon + 1);
    for (size_t i = 0; i < COUNT(objects); i++)
        if (str_equal(name, str_from(objects[i].name)))
            return objects[i].kind;
    return SYMBOL_NONE;
}

/* The name in a described signature: `static int f(x)` gives f, `A.b(c) -> d` gives A.b. */
static Str described_name(Str text, size_t from, size_t to)
{
    Str part = str_slice(text, from, to);
    size_t end = str_find_byte(part, '(');
    if (end == STR_NONE) {
        end = str_find(part, STR(" = "));
        end = end == STR_NONE ? part.len : end;
    }
    part = str_trim(str_slice(part, 0, MIN(end, NAME_BYTES_MAX)));
    size_t space = str_find_last_byte(part, ' ');
    return space == STR_NONE ? part : str_from_offset(part, space + 1);
}

/* Reads `.. name:: argument` at the line's indentation. */
static void read_directive(Rst *rst, const Line *line, size_t at, size_t indent)
{
    Scan *scan = rst->scan;
    Str name = word_at(rst->text, at + 3, line->end, ":-+.");
    if (!str_ends(name, STR("::")))
        return;
    name.len -= 2;
    size_t argument = skip_blanks(rst->text, at + 3 + name.len + 2, line->end);
    if (str_equal(name, STR("include")) || str_equal(name, STR("literalinclude"))) {
        scan_import(scan, str_trim(str_slice(rst->text, argument, line->end)), at, line->end);
        return;
    }
    SymbolKind kind = object_kind(name);
    if (kind == SYMBOL_NONE || rst->directives == SYMBOL_DEPTH_MAX)
        return;
    Str called = kind == SYMBOL_CODE_BLOCK ? word_at(rst->text, argument, line->end, "+-#")
                                           : described_name(rst->text, argument, line->end);
    scan_cut(scan, at, (uint32_t)scan->depth);
    Symbol *symbol = scan_symbol_open(scan, kind, called.len ? called : STR("code"), at);
    symbol->signature = kind == SYMBOL_CODE_BLOCK ? scan_signature(scan, at, line->end)
                                                  : scan_signature(scan, argument, line->end);
    if (!symbol->signature.len)
        symbol->signature = scan_signature(scan, at, line->end);
    rst->indents[rst->directives++] = indent;
}

static void read_line(Rst *rst, const Line *line)
{
    size_t at = skip_blanks(rst->text, line->start, line->end);
    bool blank = skip_space(rst->text, at, line->end) == line->end;
    if (!blank) {
        size_t len = adornment_of(rst->text, line);
        bool was_over = adornment_of(rst->text, &rst->before) > 0 && rst->new_block;
        close_directives(rst, at - line->start, rst->last_end);
        bool titled = len && read_underline(rst, line, len);
        if (!titled && str_starts(str_slice(rst->text, at, line->end), STR(".. ")))
            read_directive(rst, line, at, at - line->start);
        rst->after_over = !titled && was_over && !len;
        if (rst->after_over)
            rst->over_start = rst->before.start;
        rst->last_end = line->end;
    }
    bool before_blank = line_is_blank(rst->text, &rst->before);
    rst->new_block = before_blank;
    if (!blank && before_blank)
        scan_cut(rst->scan, line->start, SECTION_LEVELS_MAX);
    rst->before = *line;
}

void scan_rst(Scan *scan)
{
    Rst rst = {.scan = scan, .text = scan->text, .new_block = true};
    size_t at = 0;
    Line line;
    while (!scan_expired(scan) && line_take(scan->text, &at, &line))
        read_line(&rst, &line);
    close_directives(&rst, 0, rst.last_end);
    scan_close_to(scan, 0, scan->text.len);
}
