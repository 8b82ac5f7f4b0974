/* Four sources, by language. The grammar's parser names what it skips or assumes. Python's
   indentation, which its grammar accepts in any form, is checked by the rule of its lexer: a stack
   of widths. JSON and TOML have parsers of their own. In preprocessed languages only brackets are
   checked: the first branch of every condition is read, and directives are skipped. */
#include "agent/faults.h"

#include "base/json.h"
#include "lang/syntax.h"
#include "text/jsonc.h"
#include "text/lines.h"
#include "text/toml.h"

/* Nested brackets and indented blocks; deeper ones are not checked. */
#define NESTING_MAX 1000
/* Columns of a tab, as Python counts them. */
#define TAB_COLUMNS 8

static void add(Arena *arena, FaultVec *faults, Fault fault)
{
    if (faults->len < FAULTS_MAX)
        *VEC_PUSH(arena, faults) = fault;
}

static bool is(const Language *language, const char *id)
{
    return str_equal(lang_id(language), str_from(id));
}

/* ---- grammars ---- */

static Str describe(Arena *arena, const SyntaxError *error)
{
    if (!error->missing.len)
        return STR("this cannot be parsed");
    bool word = byte_is_alpha(error->missing.ptr[0]) || error->missing.ptr[0] == '_';
    return str_format(arena, word ? "%.*s is missing" : "'%.*s' is missing",
                      STR_ARG(error->missing));
}

static void find_by_grammar(Arena *arena, const Language *language, Str text, FaultVec *faults)
{
    SyntaxErrorVec errors;
    if (!lang_syntax_errors(arena, language, text, &(OutlineOptions){0}, &errors))
        return;
    for (size_t i = 0; i < errors.len; i++)
        add(arena, faults,
            (Fault){.start_line = errors.ptr[i].start_line,
                    .end_line = errors.ptr[i].end_line,
                    .what = describe(arena, &errors.ptr[i])});
}

/* Whether the C statement that ends at the offset is not a macro call: it assigns, or starts with a
   keyword. */
static bool is_statement(Str text, size_t end)
{
    static const Str words[] = {STR_INIT("return"), STR_INIT("break"), STR_INIT("continue"),
                                STR_INIT("goto")};
    Str before = str_slice(text, 0, end);
    size_t start = str_find_last_byte(before, '\n');
    Str line = str_trim(str_from_offset(before, start == STR_NONE ? 0 : start + 1));
    for (size_t i = 0; i < COUNT(words); i++)
        if (str_starts(line, words[i]) &&
            (line.len == words[i].len || !byte_is_word(line.ptr[words[i].len])))
            return true;
    return str_find(line, STR(" = ")) != STR_NONE && str_find_byte(line, '#') == STR_NONE;
}

void faults_find_in(Arena *arena, const ChangeSide *side, const Symbol *symbol, FaultVec *faults)
{
    SyntaxErrorVec errors;
    Str text = str_slice(side->text, symbol->start, symbol->end);
    uint32_t before = symbol->start_line - 1;
    *faults = (FaultVec){0};
    if (str_find(text, STR("\n#")) != STR_NONE || /* grammars do not know branches of a condition */
        !lang_syntax_errors(arena, side->outline.language, text, &(OutlineOptions){0}, &errors))
        return;
    for (size_t i = 0; i < errors.len; i++) {
        const SyntaxError *error = &errors.ptr[i];
        bool sure = is(side->outline.language, "c") && str_equal(error->missing, STR(";")) &&
                    is_statement(text, error->start);
        add(arena, faults,
            (Fault){.start_line = before + error->start_line,
                    .end_line = before + error->end_line,
                    .what = describe(arena, error),
                    .likely = !sure});
    }
}

/* ---- indentation ---- */

typedef struct Indents {
    uint32_t widths[NESTING_MAX];
    size_t count;
    bool tabs, blanks;
} Indents;

/* The width of the white space before an offset. */
static uint32_t read_width(Indents *indents, Str text, size_t at)
{
    size_t start = at;
    uint32_t width = 0;
    while (start && byte_in(text.ptr[start - 1], " \t"))
        start--;
    for (size_t i = start; i < at; i++) {
        bool tab = text.ptr[i] == '\t';
        *(tab ? &indents->tabs : &indents->blanks) = true;
        width = tab ? (width / TAB_COLUMNS + 1) * TAB_COLUMNS : width + 1;
    }
    return width;
}

/* Takes the next logical line; `opens`: the one before ends with a colon. Returns the fault, or
   NULL. */
static const char *enter(Indents *indents, uint32_t width, bool opens)
{
    uint32_t now = indents->count ? indents->widths[indents->count - 1] : 0;
    if (opens && width <= now)
        return "an indented block is missing before this line";
    if (!opens && width > now)
        return "this line is indented, but no block begins before it";
    if (width > now && indents->count < NESTING_MAX)
        indents->widths[indents->count++] = width;
    while (indents->count && indents->widths[indents->count - 1] > width)
        indents->count--;
    now = indents->count ? indents->widths[indents->count - 1] : 0;
    return width == now ? NULL : "this indentation matches no enclosing block";
}

/* Stops at the first fault: later ones depend on its intended indentation. */
static void find_by_indents(Arena *arena, Arena scratch, const ChangeSide *side, FaultVec *faults)
{
    Indents *indents = NEW(&scratch, Indents, 1);
    TokenVec tokens = change_side_tokens(&scratch, side);
    const char *what = NULL;
    uint32_t at = 0;
    bool opens = false;
    for (size_t i = 0; i < tokens.len && !what; i++) {
        const Token *token = &tokens.ptr[i];
        if (token->kind == TOKEN_INDENT) {
            at = token->start;
            what = enter(indents, read_width(indents, side->text, at), opens);
        } else if (token->kind != TOKEN_COMMENT) {
            opens = token->kind == TOKEN_MARK && side->text.ptr[token->start] == ':';
        }
    }
    if (!what || (indents->tabs && indents->blanks))
        return;
    uint32_t line = (uint32_t)lines_at_offset(side->text, at);
    add(arena, faults, (Fault){.start_line = line, .end_line = line, .what = str_from(what)});
}

/* ---- brackets ---- */

typedef struct Opener {
    char byte;
    uint32_t at;
} Opener;

typedef struct Brackets {
    Arena *arena;
    Str text;
    const TokenVec *tokens;
    FaultVec *faults;
    Opener open[NESTING_MAX];
    size_t count;
    bool too_deep;
} Brackets;

static char closer_of(char opener)
{
    return opener == '(' ? ')' : opener == '[' ? ']' : '}';
}

static bool is_first_of_line(Str text, size_t at)
{
    while (at && (text.ptr[at - 1] == ' ' || text.ptr[at - 1] == '\t'))
        at--;
    return !at || text.ptr[at - 1] == '\n' || text.ptr[at - 1] == '\r';
}

/* The offset of the end of a directive's lines. */
static size_t end_of_directive(Str text, size_t at)
{
    for (; at < text.len; at++)
        if (text.ptr[at] == '\n' && (!at || text.ptr[at - 1] != '\\') &&
            !(at > 1 && text.ptr[at - 1] == '\r' && text.ptr[at - 2] == '\\'))
            break;
    return at;
}

static Str directive_at(const Brackets *brackets, size_t i)
{
    const Token *hash = &brackets->tokens->ptr[i];
    if (hash->kind != TOKEN_MARK || brackets->text.ptr[hash->start] != '#' ||
        !is_first_of_line(brackets->text, hash->start))
        return (Str){0};
    Str line =
        str_slice(brackets->text, hash->start + 1, end_of_directive(brackets->text, hash->start));
    return line.len ? str_trim(line) : STR("empty");
}

/* The first token at or after index `i` that starts at or after the offset. */
static size_t token_from(const Brackets *brackets, size_t i, size_t offset)
{
    while (i < brackets->tokens->len && brackets->tokens->ptr[i].start < offset)
        i++;
    return i;
}

/* The index of the token of the next `#else`, `#elif` or `#endif` of the same condition; `ends`: of
   its `#endif`. */
static size_t skip_branch(const Brackets *brackets, size_t i, bool ends)
{
    size_t depth = 0;
    for (; i < brackets->tokens->len; i++) {
        Str directive = directive_at(brackets, i);
        if (!directive.len)
            continue;
        bool end = str_starts(directive, STR("endif"));
        if (!depth && (end || (!ends && str_starts(directive, STR("el")))))
            return i;
        depth += str_starts(directive, STR("if"));
        depth -= end;
        i = token_from(brackets, i + 1,
                       end_of_directive(brackets->text, brackets->tokens->ptr[i].start)) -
            1;
    }
    return i;
}

/* The token after a directive and the text that it skips. */
static size_t pass_directive(const Brackets *brackets, size_t i, Str directive)
{
    size_t next = token_from(brackets, i + 1,
                             end_of_directive(brackets->text, brackets->tokens->ptr[i].start));
    if (str_starts(directive, STR("el")))
        return skip_branch(brackets, next, true);
    if (str_starts(directive, STR("if 0"))) {
        next = skip_branch(brackets, next, false);
        return next < brackets->tokens->len ? next + 1 : next;
    }
    return next;
}

static uint32_t line_of(const Brackets *brackets, size_t at)
{
    return (uint32_t)lines_at_offset(brackets->text, at);
}

static void close_bracket(Brackets *brackets, char byte, uint32_t at)
{
    const Opener *opener = brackets->count ? &brackets->open[brackets->count - 1] : NULL;
    if (opener && closer_of(opener->byte) == byte) {
        brackets->count--;
        return;
    }
    uint32_t line = line_of(brackets, at);
    Str what =
        opener ? str_format(brackets->arena, "'%c' closes nothing: '%c' of line %u is still open",
                            byte, opener->byte, line_of(brackets, opener->at))
               : str_format(brackets->arena, "'%c' closes nothing", byte);
    add(brackets->arena, brackets->faults,
        (Fault){.start_line = opener ? line_of(brackets, opener->at) : line,
                .end_line = line,
                .what = what});
}

static void read_bracket(Brackets *brackets, const Token *token)
{
    char byte = brackets->text.ptr[token->start];
    if (token->kind != TOKEN_MARK || token->end != token->start + 1)
        return;
    if (byte_in(byte, ")]}")) {
        close_bracket(brackets, byte, token->start);
    } else if (byte_in(byte, "([{")) {
        brackets->too_deep |= brackets->count == NESTING_MAX;
        if (!brackets->too_deep)
            brackets->open[brackets->count++] = (Opener){byte, token->start};
    }
}

/* Stops at the first fault: the ones after it may follow from it. */
static void find_by_brackets(Arena *arena, Arena scratch, const ChangeSide *side, FaultVec *faults)
{
    TokenVec tokens = change_side_tokens(&scratch, side);
    Brackets *brackets = NEW(&scratch, Brackets, 1);
    brackets->arena = arena;
    brackets->text = side->text;
    brackets->tokens = &tokens;
    brackets->faults = faults;
    for (size_t i = 0; i < tokens.len && !faults->len && !brackets->too_deep;) {
        Str directive = directive_at(brackets, i);
        if (!directive.len)
            read_bracket(brackets, &tokens.ptr[i]);
        i = directive.len ? pass_directive(brackets, i, directive) : i + 1;
    }
    if (faults->len || !brackets->count || brackets->too_deep)
        return;
    const Opener *opener = &brackets->open[brackets->count - 1];
    uint32_t line = line_of(brackets, opener->at);
    add(arena, faults,
        (Fault){.start_line = line,
                .end_line = line_of(brackets, side->text.len ? side->text.len - 1 : 0),
                .what = str_format(arena, "'%c' of line %u is never closed", opener->byte, line)});
}

/* ---- data ---- */

static void find_by_parser(Arena *arena, const ChangeSide *side, FaultVec *faults)
{
    JsoncDoc doc;
    Json *value;
    Err err = {0};
    bool ok = is(side->outline.language, "toml") ? toml_parse(arena, side->text, &value, &err)
                                                 : jsonc_parse(arena, side->text, &doc, &err);
    uint32_t line = ok ? 0 : MAX(err.line, 1u);
    if (!ok)
        add(arena, faults,
            (Fault){.start_line = line,
                    .end_line = line,
                    .what = str_format(arena, "this cannot be parsed: %s", err.message)});
}

/* ---- all ---- */

/* JSON with extensions besides comments has other file names. */
static bool has_parser(const ChangeSide *side)
{
    return is(side->outline.language, "toml") || str_ends(side->path, STR(".json")) ||
           str_ends(side->path, STR(".jsonc"));
}

static bool has_brackets(const Language *language)
{
    return lang_is_c(language) && lang_facts(language)->is_preprocessed;
}

bool faults_are_known(const ChangeSide *side)
{
    const Language *language = side->outline.language;
    return has_parser(side) || has_brackets(language) || lang_engine(language) == ENGINE_GRAMMAR;
}

void faults_find(Arena *arena, Arena scratch, const ChangeSide *side, FaultVec *faults)
{
    const Language *language = side->outline.language;
    *faults = (FaultVec){0};
    if (has_parser(side)) {
        find_by_parser(arena, side, faults);
    } else if (has_brackets(language)) {
        find_by_brackets(arena, scratch, side, faults);
    } else if (side->outline.degraded && side->outline.engine == ENGINE_GRAMMAR) {
        find_by_grammar(arena, language, side->text, faults);
    } else if (lang_facts(language)->indentation_is_checked) {
        find_by_indents(arena, scratch, side, faults);
    }
}
