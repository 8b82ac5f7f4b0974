/* Fortran, fixed and free form: program units and procedures, derived types with components and
   bindings, interfaces, module parameters and variables. `use` and `include` are imports. A
   statement is a line, joined with its continuations; blocks have their own END.

   Why not tree-sitter: the npm package does not exist (404). */
#include "languages_lang.h"

#include "base/buf.h"
#include "lang/scan/scan_text.h"

/* Bytes of a statement with its continuation lines, of which the standard allows 256. */
#define STATEMENT_BYTES ((size_t)8192)

typedef enum FortranUnit {
    UNIT_MODULE,
    UNIT_PROCEDURE,
    UNIT_TYPE,
    UNIT_INTERFACE
} FortranUnit;

typedef struct Fortran {
    Scan *scan;
    Str text;
    bool fixed;
    FortranUnit units[SYMBOL_DEPTH_MAX];
    size_t depth;
    Lead lead;
    /* The current statement: */
    Buf joined; /* text without continuation marks and comments */
    size_t start, end;
} Fortran;

/* Whether the character in column one makes the line a comment; d is for debugging lines. */
static bool is_fixed_comment(char c)
{
    return c == 'C' || c == 'c' || c == '*' || c == '!' || c == 'd' || c == 'D';
}

/* Whether code begins in columns two to five, where fixed form has labels. */
static bool begins_early(Str line)
{
    size_t at = 0;
    while (at < line.len && line.ptr[at] == ' ')
        at++;
    return at && at < 5 && at < line.len && byte_is_alpha(line.ptr[at]);
}

/* Whether the text is in fixed form. Signs of fixed form are C comments and continuation marks
   in column six, which are hardly letters; of free form, `&` at line ends and code before column
   seven. */
static bool is_fixed(Str text)
{
    Str line;
    int score = 0;
    text = str_slice(text, 0, 32 * KB);
    while (str_take_line(&text, &line)) {
        if (!line.len || line.ptr[0] == '!' || line.ptr[0] == '#')
            continue;
        Str code = str_trim(line);
        if ((line.ptr[0] == 'C' || line.ptr[0] == 'c' || line.ptr[0] == '*') &&
            (line.len == 1 || !byte_is_alpha(line.ptr[1])))
            score += 2;
        else if (str_ends(code, STR("&")))
            score -= 3;
        else if (line.len > 6 && str_equal(str_slice(line, 0, 5), STR("     ")) &&
                 !byte_is_space(line.ptr[5]))
            score += !byte_is_alpha(line.ptr[5]);
        else if (begins_early(line) ||
                 (line.len > 1 && byte_is_alpha(line.ptr[0]) && byte_is_alpha(line.ptr[1])))
            score -= 1;
    }
    return score > 0;
}

/* The end of the line's code: before a `!` outside strings. */
static size_t code_end(Str text, const Line *line)
{
    char quote = '\0';
    for (size_t at = line->start; at < line->end; at++) {
        char c = text.ptr[at];
        if (quote)
            quote = c == quote ? '\0' : quote;
        else if (c == '\'' || c == '"')
            quote = c;
        else if (c == '!')
            return at;
    }
    return line->end;
}

static bool is_comment(const Fortran *fortran, const Line *line)
{
    size_t at = skip_blanks(fortran->text, line->start, line->end);
    if (at == line->end)
        return false;
    if (fortran->text.ptr[at] == '!')
        return true;
    return fortran->fixed && is_fixed_comment(fortran->text.ptr[line->start]);
}

static bool continues_fixed(const Fortran *fortran, size_t at)
{
    Str next = str_slice(fortran->text, at, at + 6);
    return next.len == 6 && str_equal(str_slice(next, 0, 5), STR("     ")) &&
           !byte_is_space(next.ptr[5]) && next.ptr[5] != '0';
}

static void join(Fortran *fortran, size_t from, size_t to)
{
    if (fortran->joined.len)
        buf_put_byte(&fortran->joined, ' ');
    buf_put(&fortran->joined, str_slice(fortran->text, from, MIN(to, from + STATEMENT_BYTES / 4)));
}

/* Joins the statement whose first line is given; *at moves past its continuations. */
static void gather(Fortran *fortran, Line line, size_t *at)
{
    Str text = fortran->text;
    fortran->joined.len = 0;
    fortran->joined.overflow = false;
    fortran->start = skip_blanks(text, line.start, line.end);
    size_t from = fortran->start;
    for (;;) {
        size_t to = code_end(text, &line);
        while (to > from && byte_is_space(text.ptr[to - 1]))
            to--;
        bool goes_on = !fortran->fixed && to > from && text.ptr[to - 1] == '&';
        join(fortran, from, goes_on ? to - 1 : to);
        fortran->end = line.end;
        if (fortran->fixed ? !continues_fixed(fortran, *at) : !goes_on)
            return;
        do {
            if (!line_take(text, at, &line))
                return;
        } while (line_is_blank(text, &line) || is_comment(fortran, &line));
        from = fortran->fixed ? line.start + 6 : skip_blanks(text, line.start, line.end);
        from += !fortran->fixed && from < line.end && text.ptr[from] == '&';
    }
}

static FortranUnit unit(const Fortran *fortran)
{
    return fortran->depth ? fortran->units[fortran->depth - 1] : UNIT_MODULE;
}

static void open_unit(Fortran *fortran, FortranUnit kind, SymbolKind symbol_kind, Str name)
{
    Scan *scan = fortran->scan;
    if (fortran->depth == COUNT(fortran->units))
        return;
    scan_cut(scan, lead_start(&fortran->lead, fortran->start), (uint32_t)scan->depth);
    /* The same name in the source text, which gives it a position. */
    Str line = str_slice(fortran->text, fortran->start, fortran->end);
    size_t found = name.len ? str_find(line, name) : STR_NONE;
    Str called =
        found == STR_NONE ? str_copy(scan->arena, name) : str_slice(line, found, found + name.len);
    Symbol *symbol = scan_symbol_open(scan, symbol_kind, called, fortran->start);
    symbol->signature = scan_shown(scan, buf_str(&fortran->joined));
    lead_take(scan, &fortran->lead, symbol);
    fortran->units[fortran->depth++] = kind;
}

static void close_unit(Fortran *fortran)
{
    if (!fortran->depth)
        return;
    fortran->depth--;
    scan_symbol_close(fortran->scan, fortran->end);
}

static Str take_word(Str *rest)
{
    *rest = str_trim(*rest);
    Str word = word_at(*rest, 0, rest->len, "");
    *rest = str_from_offset(*rest, word.len);
    return word;
}

static void skip_group(Str *rest)
{
    size_t depth = 0;
    *rest = str_trim(*rest);
    for (size_t at = 0; at < rest->len; at++) {
        depth += rest->ptr[at] == '(';
        if (rest->ptr[at] == ')' && !--depth) {
            *rest = str_from_offset(*rest, at + 1);
            return;
        }
        if (!depth)
            return;
    }
}

/* Reads a subroutine or function with its prefixes: `pure elemental real(dp) function f(x)
   result(y)`. */
static bool read_procedure(Fortran *fortran, Str statement)
{
    static const char *const prefixes[] = {
        "pure", "elemental", "impure",     "recursive",     "module",        "integer",
        "real", "double",    "precision",  "complex",       "logical",       "character",
        "type", "class",     "attributes", "non_recursive", "doublecomplex", NULL};
    Str rest = statement;
    for (size_t words = 0; words < 8; words++) {
        Str word = take_word(&rest);
        if (word_is(word, "subroutine") || word_is(word, "function")) {
            Str name = take_word(&rest);
            if (!name.len ||
                (rest.len && str_trim(rest).len && !byte_in(str_trim(rest).ptr[0], "(br")))
                return false;
            open_unit(fortran, UNIT_PROCEDURE, SYMBOL_FUNCTION, name);
            return true;
        }
        if (word_is(word, "procedure") && words == 1) { /* module procedure x */
            Str name = take_word(&rest);
            if (!name.len || unit(fortran) == UNIT_INTERFACE ||
                str_find_byte(rest, ',') != STR_NONE)
                return false;
            open_unit(fortran, UNIT_PROCEDURE, SYMBOL_FUNCTION, name);
            return true;
        }
        if (!word_in(word, prefixes))
            return false;
        rest = str_trim(rest);
        if (rest.len && rest.ptr[0] == '*') { /* real*8, character*(*) */
            rest = str_trim(str_from_offset(rest, 1));
            take_word(&rest);
        }
        skip_group(&rest);
    }
    return false;
}

/* Takes a declared name: `area`, or `operator(+)` of a generic binding. */
static Str take_name(Str *rest)
{
    *rest = str_trim(*rest);
    Str whole = *rest, word = take_word(rest);
    if (!word_is(word, "operator") && !word_is(word, "assignment"))
        return word;
    skip_group(rest);
    return str_trim(str_slice(whole, 0, whole.len - rest->len));
}

/* Reads the names in the part of the statement from `from`: integer, parameter :: a = 1, b(3). */
static void read_names(Fortran *fortran, Str statement, size_t from, SymbolKind kind, bool value)
{
    Scan *scan = fortran->scan;
    bool generic = word_is(word_at(statement, 0, statement.len, ""), "generic"); // has one name
    Str head = str_trim(str_slice(statement, 0, from)), rest = str_from_offset(statement, from);
    for (bool more = true; more && (rest = str_trim(rest)).len; more = !generic) {
        Str name = take_name(&rest);
        if (!name.len)
            return;
        Str line = str_slice(fortran->text, fortran->start, fortran->end);
        size_t found = str_find(line, name);
        Str called = found == STR_NONE ? str_copy(scan->arena, name)
                                       : str_slice(line, found, found + name.len);
        Symbol *symbol = scan_symbol(scan, kind, called, fortran->start, fortran->end);
        Str text = str_format(scan->arena, "%.*s %.*s", STR_ARG(head), STR_ARG(name));
        symbol->signature = scan_shown(scan, text);
        symbol->is_value = value;
        size_t depth = 0, at = 0;
        for (; at < rest.len && (depth || rest.ptr[at] != ','); at++) {
            depth += rest.ptr[at] == '(' || rest.ptr[at] == '[';
            depth -= depth && (rest.ptr[at] == ')' || rest.ptr[at] == ']');
        }
        rest = str_from_offset(rest, at + 1);
    }
}

static void read_declaration(Fortran *fortran, Str statement, Str word)
{
    static const char *const types[] = {"integer",   "real",      "double",     "complex",
                                        "logical",   "character", "type",       "class",
                                        "procedure", "generic",   "enumerator", NULL};
    size_t colons = str_find(statement, STR("::"));
    bool plain = colons == STR_NONE && word_is(word, "enumerator");
    if (!word_in(word, types) || (colons == STR_NONE && !plain))
        return;
    size_t from = plain ? word.len : colons + 2;
    Str lower = str_lower(fortran->scan->arena, str_slice(statement, 0, from));
    bool parameter = str_find(lower, STR("parameter")) != STR_NONE;
    if (unit(fortran) == UNIT_TYPE) {
        bool binding = word_is(word, "procedure") || word_is(word, "generic");
        read_names(fortran, statement, from, binding ? SYMBOL_METHOD : SYMBOL_FIELD, false);
    } else if (unit(fortran) == UNIT_MODULE && fortran->depth) {
        read_names(fortran, statement, from, parameter ? SYMBOL_CONSTANT : SYMBOL_VARIABLE,
                   parameter || str_find_byte(statement, '=') != STR_NONE);
    } else if (unit(fortran) == UNIT_INTERFACE && word_is(word, "enumerator")) {
        read_names(fortran, statement, from, SYMBOL_ENUM_MEMBER, false);
    }
}

/* Reads the head of a derived type: `type :: name`, `type, extends(base) :: name`, `type name`;
   not type(name) :: variable. */
static bool read_type(Fortran *fortran, Str rest)
{
    rest = str_trim(rest);
    size_t colons = str_find(rest, STR("::"));
    if (rest.len && rest.ptr[0] == '(')
        return false;
    Str after = colons == STR_NONE ? rest : str_from_offset(rest, colons + 2);
    Str name = take_word(&after);
    if (!name.len || word_is(name, "is") || word_is(name, "default") ||
        str_find_byte(after, '=') != STR_NONE)
        return false;
    open_unit(fortran, UNIT_TYPE, SYMBOL_STRUCT, name);
    return true;
}

static void read_use(Fortran *fortran, Str rest)
{
    size_t colons = str_find(rest, STR("::"));
    if (colons != STR_NONE)
        rest = str_from_offset(rest, colons + 2);
    Str name = take_word(&rest), line = str_slice(fortran->text, fortran->start, fortran->end);
    size_t found = name.len ? str_find(line, name) : STR_NONE;
    if (found == STR_NONE)
        return;
    scan_import(fortran->scan, str_slice(line, found, found + name.len), fortran->start,
                fortran->end);
}

/* `enum, bind(c)`, `enum, bind(c) :: name`, `enum(8) name` */
static void open_enum(Fortran *fortran, Str rest)
{
    size_t colons = str_find(rest, STR("::"));
    skip_group(&rest);
    if (colons != STR_NONE)
        rest = str_from_offset(rest, MIN(str_find(rest, STR("::")) + 2, rest.len));
    Str name = take_word(&rest);
    open_unit(fortran, UNIT_INTERFACE, SYMBOL_ENUM, name.len ? name : STR("enum"));
}

/* `structure /name/`, an extension of many compilers. */
static bool open_structure(Fortran *fortran, Str rest)
{
    rest = str_trim(rest);
    if (!rest.len || rest.ptr[0] != '/')
        return false;
    rest = str_from_offset(rest, 1);
    Str name = take_word(&rest);
    if (name.len)
        open_unit(fortran, UNIT_TYPE, SYMBOL_STRUCT, name);
    return name.len > 0;
}

static bool read_unit(Fortran *fortran, Str word, Str rest)
{
    Str after = rest, name = take_word(&after);
    if (word_is(word, "module") && name.len && !word_is(name, "procedure") &&
        !str_trim(after).len) {
        open_unit(fortran, UNIT_MODULE, SYMBOL_MODULE, name);
    } else if (word_is(word, "program") && name.len && !str_trim(after).len) {
        open_unit(fortran, UNIT_PROCEDURE, SYMBOL_MODULE, name);
    } else if (word_is(word, "submodule")) {
        skip_group(&rest);
        open_unit(fortran, UNIT_MODULE, SYMBOL_MODULE, take_word(&rest));
    } else if (word_is(word, "interface") && (!name.len || str_find_byte(after, '=') != 0)) {
        Str shown =
            word_is(name, "operator") || word_is(name, "assignment") ? str_trim(rest) : name;
        open_unit(fortran, UNIT_INTERFACE, SYMBOL_INTERFACE, shown.len ? shown : STR("interface"));
    } else if (word_is(word, "enum")) {
        open_enum(fortran, rest);
    } else if (word_is(word, "structure") && !open_structure(fortran, rest)) {
        return false;
    } else if (word_is(word, "abstract") && word_is(name, "interface")) {
        open_unit(fortran, UNIT_INTERFACE, SYMBOL_INTERFACE, STR("interface"));
    } else if ((word_is(word, "blockdata") || (word_is(word, "block") && word_is(name, "data")))) {
        open_unit(fortran, UNIT_MODULE, SYMBOL_MODULE, STR("block data"));
    } else {
        return false;
    }
    return true;
}

/* Reads the END of a unit, alone or with the unit's word. END IF, END DO and the like are not
   counted. */
static bool read_end(Fortran *fortran, Str word, Str rest)
{
    static const char *const units[] = {"program",  "module",    "submodule", "subroutine",
                                        "function", "procedure", "type",      "interface",
                                        "block",    "enum",      "structure", NULL};
    static const char *const joined[] = {"endprogram",    "endmodule",    "endsubmodule",
                                         "endsubroutine", "endfunction",  "endprocedure",
                                         "endtype",       "endinterface", "endblockdata",
                                         "endenum",       "endstructure", NULL};
    if (word_in(word, joined)) {
        close_unit(fortran);
        return true;
    }
    if (!word_is(word, "end"))
        return false;
    Str next = take_word(&rest);
    rest = str_trim(rest);
    bool block = word_is(next, "block") && !word_is(word_at(rest, 0, rest.len, ""), "data");
    if ((!next.len && !rest.len) || (word_in(next, units) && !block))
        close_unit(fortran);
    return true;
}

static void read_statement(Fortran *fortran)
{
    Str statement = str_trim(buf_str(&fortran->joined));
    while (statement.len && byte_is_digit(statement.ptr[0])) /* a label */
        statement = str_trim(str_from_offset(statement, 1));
    Str rest = statement, word = take_word(&rest);
    if (!word.len || read_end(fortran, word, rest))
        return;
    if (str_trim(rest).len &&
        str_trim(rest).ptr[0] == '=') /* an assignment to a variable named like a keyword */
        return;
    if (word_is(word, "use")) {
        read_use(fortran, rest);
    } else if (word_is(word, "include")) {
        Str path = str_trim(rest);
        if (path.len > 2)
            scan_import(fortran->scan,
                        str_copy(fortran->scan->arena, str_slice(path, 1, path.len - 1)),
                        fortran->start, fortran->end);
    } else if (word_is(word, "type") && read_type(fortran, rest)) {
        return;
    } else if (!read_unit(fortran, word, rest) && !read_procedure(fortran, statement)) {
        read_declaration(fortran, statement, word);
    }
}

void scan_fortran(Scan *scan)
{
    Fortran *fortran = NEW(&scan->scratch, Fortran, 1);
    Line line;
    size_t at = 0;
    *fortran = (Fortran){.scan = scan, .text = scan->text, .fixed = is_fixed(scan->text)};
    fortran->joined = buf_open(scan->arena, STATEMENT_BYTES);
    while (!scan_expired(scan) && line_take(scan->text, &at, &line)) {
        if (is_comment(fortran, &line)) {
            lead_add(&fortran->lead, line.start, line.end);
        } else if (line_is_blank(scan->text, &line) || scan->text.ptr[line.start] == '#') {
            lead_clear(&fortran->lead);
        } else {
            gather(fortran, line, &at);
            read_statement(fortran);
            lead_clear(&fortran->lead);
        }
    }
    scan_close_to(scan, 0, scan->text.len);
}
