/* C declarations other than functions and types with braces: type names, variables, enum members,
   and names defined by macros. The search starts where a statement outside of functions ends, so
   function bodies cost nothing. */
#include "lang/lexical/lexical_state.h"
#include "lang/scan/scan_text.h"

static bool starts_with(const Lexical *lexical, Span word, Str what)
{
    return str_starts(lexical_str(lexical, word), what);
}

/* Skips a string, comment or directive; returns `at` at other text. */
static size_t skip_other(Lexical *lexical, size_t at)
{
    char c = lexical->text.ptr[at];
    if (c == '"' || c == '\'')
        return lexical_skip_string(lexical, at);
    if (c == '/')
        return lexical_skip_comment(lexical, at);
    return c == '#' ? lexical_skip_directive(lexical, at) : at;
}

typedef struct Declared {
    Span name;
    bool typed; /* the text before it may be its type */
} Declared;

static bool is_specifier(Str word)
{
    static const char *const words[] = {"static", "extern", "const",    "volatile", "struct",
                                        "union",  "enum",   "register", "typedef",  NULL};
    return word_in(word, words);
}

/* The name in `(*name)` or `(name)(`, from the parenthesis; empty if it is neither. */
static Span pointed_name(const Lexical *lexical, size_t at)
{
    size_t star = lexical_skip_blanks(lexical, at + 1), from = star;
    while (lexical_byte(lexical, from) == '*')
        from = lexical_skip_blanks(lexical, from + 1);
    Span name = {(uint32_t)from, (uint32_t)lexical_word_end(lexical, from)};
    bool function = lexical_byte(lexical, name.end) == ')' &&
                    lexical_byte(lexical, name.end + (size_t)1) == '(';
    return from > star || function ? name : (Span){0};
}

/* The first name that is declared in [from, to): the last word outside of brackets, attributes left
   out, before the first `,`, `:` or `=`. */
static Declared find_declared(Lexical *lexical, size_t from, size_t to, CTail tail)
{
    Declared found = {.typed = tail != TAIL_NONE};
    size_t depth = 0;
    for (size_t at = from; at < to;) {
        size_t other = skip_other(lexical, at);
        char c = lexical->text.ptr[at];
        if (other > at) {
            at = other;
        } else if (lexical_is_word(lexical, at)) {
            Span word = {(uint32_t)at, (uint32_t)lexical_word_end(lexical, at)};
            at = word.end;
            bool attribute = found.typed && starts_with(lexical, word, STR("__"));
            if (depth || byte_is_digit(c) || attribute)
                continue;
            found.typed = found.typed || !lexical_is_none(found.name);
            found.name = is_specifier(lexical_str(lexical, word)) ? found.name : word;
        } else {
            Span pointed = c == '(' && !depth ? pointed_name(lexical, at) : (Span){0};
            if (!lexical_is_none(pointed))
                return (Declared){pointed, true};
            if (!depth && (c == ',' || c == ':' || c == '='))
                break;
            depth += c == '(' || c == '[';
            depth -= depth && (c == ')' || c == ']');
            at++;
        }
    }
    return found;
}

static void put(Lexical *lexical, SymbolKind kind, Span name, size_t end)
{
    LexicalPending pending = {.kind = kind, .name = name, .start = lexical->statement.start};
    pending.start = MIN(pending.start, name.start);
    lexical_put(lexical, &pending, (uint32_t)end);
}

/* Adds the variable of `static DEFINE_MUTEX(name);`. */
static void put_defined(Lexical *lexical, size_t at)
{
    Span call = lexical->statement.call;
    if (!starts_with(lexical, call, STR("DEFINE_")))
        return;
    size_t from = lexical_skip_blanks(lexical, lexical_skip_blanks(lexical, call.end) + 1);
    size_t to = lexical_word_end(lexical, from);
    if (to > from && to < at)
        put(lexical, SYMBOL_VARIABLE, (Span){(uint32_t)from, (uint32_t)to}, at);
}

void c_statement(Lexical *lexical, size_t at)
{
    const Statement *statement = &lexical->statement;
    CTail tail = lexical->tail;
    lexical->tail = TAIL_NONE;
    if (statement->start == LEXICAL_NONE || statement->assignment)
        return;
    size_t from = statement->start;
    Span first = {(uint32_t)from, (uint32_t)lexical_word_end(lexical, from)};
    bool type = tail == TAIL_TYPE || str_equal(lexical_str(lexical, first), STR("typedef"));
    Declared declared = find_declared(lexical, from, at, tail);
    bool called = !lexical_is_none(statement->call) && lexical->previous == ')' &&
                  !starts_with(lexical, statement->call, STR("__"));
    if (called && !type && (!declared.typed || lexical->text.ptr[declared.name.end] != ')')) {
        put_defined(lexical, at);
        return;
    }
    bool macro = tail != TAIL_NONE && lexical_is_macro(lexical, declared.name);
    if (!lexical_is_none(declared.name) && !macro && (declared.typed || type))
        put(lexical, type ? SYMBOL_TYPE : SYMBOL_VARIABLE, declared.name, at);
}

bool c_assigned(Lexical *lexical, size_t at, Span *name)
{
    const Statement *statement = &lexical->statement;
    if (statement->start == LEXICAL_NONE || statement->start >= at)
        return false;
    Declared declared = find_declared(lexical, statement->start, at, lexical->tail);
    *name = declared.name;
    return !lexical_is_none(*name) && declared.typed;
}

bool c_opens_enum(const Lexical *lexical)
{
    bool nameless =
        lexical->previous == 'a' && str_equal(lexical_str(lexical, lexical->word), STR("enum"));
    return nameless || (lexical->pending.active && lexical->pending.kind == SYMBOL_ENUM);
}

CTail c_tail(const Lexical *lexical, const LexicalBlock *block)
{
    Span first = {block->around.start, 0};
    if (block->kind == BLOCK_FUNCTION || first.start == LEXICAL_NONE)
        return TAIL_NONE;
    first.end = (uint32_t)lexical_word_end(lexical, first.start);
    return str_equal(lexical_str(lexical, first), STR("typedef")) ? TAIL_TYPE : TAIL_VALUE;
}

size_t c_members(Lexical *lexical, size_t at)
{
    size_t depth = 0;
    bool begins = true;
    while (at < lexical->text.len) {
        size_t other = skip_other(lexical, at);
        char c = lexical->text.ptr[at];
        if (other > at) {
            at = other;
            continue;
        }
        if (lexical_is_word(lexical, at)) {
            Span word = {(uint32_t)at, (uint32_t)lexical_word_end(lexical, at)};
            if (begins && lexical_byte(lexical, word.end) != '(')
                scan_symbol(lexical->scan, SYMBOL_ENUM_MEMBER, lexical_str(lexical, word), at,
                            word.end)
                    ->signature = lexical_signature(lexical, lexical_str(lexical, word));
            begins = false;
            at = word.end;
            continue;
        }
        if (c == '}' || c == ';' || c == '{')
            return at;
        depth += c == '(';
        depth -= depth && c == ')';
        begins = begins || (c == ',' && !depth);
        at++;
    }
    return at;
}
