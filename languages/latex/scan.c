/* LaTeX: sections, floats and theorems named by caption or label, frames, user-defined commands
   and environments. Packages and included files are imports. Comments and verbatim text are
   skipped.

   Why not tree-sitter: its generated parser is 43.9 MB of C. */
#include "languages_lang.h"

#include "lang/scan/scan_text.h"

/* Bytes of an argument or caption that are read. */
#define ARGUMENT_BYTES ((size_t)2048)
#define ENVIRONMENTS_MAX 16

typedef struct Environment {
    Str name;
    size_t symbol;
    bool named;
} Environment;

typedef struct Latex {
    Scan *scan;
    Str text;
    Sections sections;
    Environment open[ENVIRONMENTS_MAX];
    size_t open_count;
} Latex;

static const struct {
    const char *command;
    size_t level;
} sectioning[] = {
    {"part", 1},          {"chapter", 2},   {"section", 3},      {"subsection", 4},
    {"subsubsection", 5}, {"paragraph", 6}, {"subparagraph", 7},
};
static const char *const shown[] = {
    "figure",      "table",           "algorithm",  "theorem",    "lemma",      "definition",
    "proposition", "corollary",       "example",    "remark",     "proof",      "frame",
    "abstract",    "thebibliography", "appendices", "listing",    "wrapfigure", "longtable",
    "tikzpicture", "exercise",        "claim",      "conjecture", NULL};
static const char *const verbatim[] = {"verbatim", "lstlisting", "minted",       "comment",
                                       "Verbatim", "alltt",      "filecontents", NULL};

/* Finds the argument in braces (or brackets) at or after `at`. *from and *to get its content and
 *at moves past it. Without an argument, returns false and leaves *at. */
static bool take_argument(Str text, size_t *at, char open, char close, size_t *from, size_t *to)
{
    size_t start = skip_blanks(text, *at, text.len), depth = 0;
    if (start >= text.len || text.ptr[start] != open)
        return false;
    size_t limit = MIN(text.len, start + ARGUMENT_BYTES);
    for (size_t i = start; i < limit; i++) {
        char c = text.ptr[i];
        if (c == '\\')
            i++;
        else if (c == open)
            depth++;
        else if (c == close && !--depth) {
            *from = start + 1;
            *to = i;
            *at = i + 1;
            return true;
        }
    }
    return false;
}

static void skip_options(Str text, size_t *at)
{
    size_t from, to;
    if (*at < text.len && text.ptr[*at] == '*')
        (*at)++;
    while (take_argument(text, at, '[', ']', &from, &to))
        ;
}

static bool read_section(Latex *latex, Str command, size_t start, size_t *at)
{
    for (size_t i = 0; i < COUNT(sectioning); i++) {
        if (!str_equal(command, str_from(sectioning[i].command)))
            continue;
        size_t from, to;
        skip_options(latex->text, at);
        if (!take_argument(latex->text, at, '{', '}', &from, &to))
            return true;
        latex->open_count = 0;
        Str mark = str_format(latex->scan->arena, "\\%.*s", STR_ARG(command));
        section_open(latex->scan, &latex->sections, sectioning[i].level,
                     scan_name(latex->scan, from, to), start, mark)
            ->body = (uint32_t)*at;
        return true;
    }
    return false;
}

static bool env_in(Str name, const char *const *list)
{
    if (name.len && name.ptr[name.len - 1] == '*')
        name.len--;
    for (; *list; list++)
        if (str_equal(name, str_from(*list)))
            return true;
    return false;
}

static Symbol *env_symbol(Latex *latex, size_t index)
{
    SymbolVec *symbols = &latex->scan->outline->symbols;
    return index < symbols->len ? &symbols->ptr[index] : &latex->scan->dummy;
}

static void name_environment(Latex *latex, Environment *environment, size_t from, size_t to)
{
    Scan *scan = latex->scan;
    Symbol *symbol = env_symbol(latex, environment->symbol);
    symbol->name = scan_name(scan, from, to);
    symbol->signature =
        scan_shown(scan, str_format(scan->arena, "%.*s: %.*s", STR_ARG(environment->name),
                                    STR_ARG(symbol->name)));
    environment->named = true;
}

static void read_begin(Latex *latex, size_t start, size_t *at)
{
    Scan *scan = latex->scan;
    size_t from, to;
    if (!take_argument(latex->text, at, '{', '}', &from, &to))
        return;
    Str name = str_slice(latex->text, from, to);
    if (env_in(name, verbatim)) {
        Str end = str_format(scan->arena, "\\end{%.*s}", STR_ARG(name));
        size_t found = find_from(latex->text, *at, end);
        size_t after = found == STR_NONE ? latex->text.len : found + end.len;
        Symbol *code = scan_symbol(scan, SYMBOL_CODE_BLOCK, name, start, after);
        code->signature = scan_signature(scan, start, line_end(latex->text, start));
        *at = after;
        return;
    }
    if (!env_in(name, shown) || latex->open_count == ENVIRONMENTS_MAX)
        return;
    Environment *environment = &latex->open[latex->open_count++];
    *environment = (Environment){.name = name, .symbol = scan->outline->symbols.len};
    scan_cut(scan, start, (uint32_t)scan->depth);
    scan_symbol_open(scan, SYMBOL_ELEMENT, name, start)->signature = name;
    size_t before = *at;
    bool titled =
        take_argument(latex->text, at, '[', ']', &from, &to) &&
        !env_in(name, (const char *const[]){"figure", "table", "algorithm", "listing", "frame",
                                            "wrapfigure", "longtable", "tikzpicture", NULL});
    bool frame = str_equal(name, STR("frame"));
    if (frame && take_argument(latex->text, at, '{', '}', &from, &to))
        titled = true;
    if (titled)
        name_environment(latex, environment, from, to);
    *at = MAX(*at, before);
}

static void read_end(Latex *latex, size_t *at)
{
    size_t from, to;
    if (!take_argument(latex->text, at, '{', '}', &from, &to))
        return;
    Str name = str_slice(latex->text, from, to);
    for (size_t i = latex->open_count; i-- > 0;) {
        if (!str_equal(latex->open[i].name, name))
            continue;
        scan_close_to(latex->scan,
                      latex->scan->depth - MIN(latex->open_count - i, latex->scan->depth), *at);
        latex->open_count = i;
        return;
    }
}

/* Reads
   ewcommand{\x}[2]{…}, \def\x{…} or
   ewenvironment{x}{…}{…}. */
static bool read_definition(Latex *latex, Str command, size_t start, size_t *at)
{
    static const char *const macros[] = {"newcommand",
                                         "renewcommand",
                                         "providecommand",
                                         "def",
                                         "gdef",
                                         "edef",
                                         "DeclareMathOperator",
                                         "NewDocumentCommand",
                                         "RenewDocumentCommand",
                                         "newtheorem",
                                         "newenvironment",
                                         "renewenvironment",
                                         "DeclareRobustCommand",
                                         NULL};
    if (!env_in(command, macros))
        return false;
    size_t from, to;
    if (*at < latex->text.len && latex->text.ptr[*at] == '*')
        (*at)++;
    if (!take_argument(latex->text, at, '{', '}', &from, &to)) {
        from = skip_blanks(latex->text, *at, latex->text.len);
        if (from >= latex->text.len || latex->text.ptr[from] != '\\')
            return true;
        to = from + 1 + word_at(latex->text, from + 1, latex->text.len, "@").len;
        *at = to;
    }
    size_t signature_end = *at, ignored;
    while (take_argument(latex->text, at, '[', ']', &ignored, &ignored))
        signature_end = *at;
    while (take_argument(latex->text, at, '{', '}', &ignored, &ignored))
        ;
    scan_cut(latex->scan, start, (uint32_t)latex->scan->depth);
    Symbol *macro =
        scan_symbol(latex->scan, SYMBOL_MACRO, scan_name(latex->scan, from, to), start, *at);
    macro->signature = scan_signature(latex->scan, start, signature_end);
    return true;
}

static bool read_import(Latex *latex, Str command, size_t start, size_t *at)
{
    static const char *const imports[] = {
        "usepackage",   "RequirePackage", "documentclass", "input",  "include", "subfile",
        "bibliography", "addbibresource", "LoadClass",     "import", NULL};
    if (!env_in(command, imports))
        return false;
    size_t from, to;
    skip_options(latex->text, at);
    if (!take_argument(latex->text, at, '{', '}', &from, &to))
        return true;
    Str rest = str_slice(latex->text, from, to), name;
    while (str_take_until(&rest, ',', &name))
        scan_import(latex->scan, str_trim(name), start, *at);
    return true;
}

/* Reads \caption, \label or \frametitle, which name the enclosing environment; a caption takes
   precedence. */
static void read_naming(Latex *latex, Str command, size_t *at)
{
    bool caption = str_equal(command, STR("caption")) || str_equal(command, STR("frametitle"));
    size_t from, to;
    if (!latex->open_count || (!caption && !str_equal(command, STR("label"))))
        return;
    skip_options(latex->text, at);
    Environment *environment = &latex->open[latex->open_count - 1];
    if (take_argument(latex->text, at, '{', '}', &from, &to) && (caption || !environment->named))
        name_environment(latex, environment, from, to);
}

/* The offset after \verb|…|, which must end on its line. */
static size_t skip_verb(Str text, size_t at)
{
    at += at < text.len && text.ptr[at] == '*';
    if (at >= text.len)
        return at;
    size_t end = line_end(text, MIN(at + ARGUMENT_BYTES, text.len));
    size_t close = find_byte_from(text, at + 1, MIN(end, at + ARGUMENT_BYTES), text.ptr[at]);
    return close < end ? close + 1 : at;
}

static size_t read_command(Latex *latex, size_t start)
{
    Str text = latex->text, command = word_at(text, start + 1, text.len, "@");
    size_t at = start + 1 + command.len;
    if (!command.len)
        return MIN(start + 2, text.len);
    if (str_equal(command, STR("begin")))
        read_begin(latex, start, &at);
    else if (str_equal(command, STR("end")))
        read_end(latex, &at);
    else if (str_equal(command, STR("verb")))
        return skip_verb(text, at);
    else if (!read_section(latex, command, start, &at) &&
             !read_definition(latex, command, start, &at) &&
             !read_import(latex, command, start, &at))
        read_naming(latex, command, &at);
    return at;
}

void scan_latex(Scan *scan)
{
    Latex latex = {.scan = scan, .text = scan->text};
    Str text = scan->text;
    size_t at = 0, lines = 0;
    while (!scan_expired(scan) && at < text.len) {
        char c = text.ptr[at];
        if (lines > 1 && !byte_is_space(c))
            scan_cut(scan, at, SECTION_LEVELS_MAX);
        lines = c == '\n' ? lines + 1 : byte_is_space(c) ? lines : 0;
        if (c == '\\')
            at = read_command(&latex, at);
        else if (c == '%')
            at = line_end(text, at);
        else
            at++;
    }
    scan_close_to(scan, 0, text.len);
}
