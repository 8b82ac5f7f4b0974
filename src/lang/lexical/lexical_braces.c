/* Definitions in languages with braces. A keyword followed by a name, or `name(…)` where functions
   may be declared, makes a definition pending. A brace after it opens its block. A semicolon, or a
   line end if that is significant, makes it a declaration without a block. */
#include "lang/lexical/lexical_state.h"
#include "lang/scan/scan_text.h"

/* Maximal length of type parameters and receivers, in bytes. */
#define SKIPPED_BYTES_MAX 300
/* Bytes of white space that are searched for the continuation of a statement. */
#define GAP_BYTES_MAX ((size_t)400)
#define ATTRIBUTES_MAX 4

static BlockKind present_block(const Lexical *lexical)
{
    return lexical->block_count ? lexical->blocks[lexical->block_count - 1].kind : BLOCK_OUTER;
}

static void begin_statement(Lexical *lexical)
{
    lexical->statement = (Statement){.start = LEXICAL_NONE};
}

/* ---- pending ---- */

static void set_pending(Lexical *lexical, SymbolKind kind, Span name, Str owner)
{
    lexical->pending = (LexicalPending){.active = true,
                                        .kind = kind,
                                        .name = name,
                                        .owner = owner,
                                        .start = MIN(lexical->statement.start, name.start),
                                        .parens = lexical->parens,
                                        .depth = lexical->block_count};
}

/* Whether the scan is inside the head of the pending definition, for example in its parameters. */
static bool is_inside(const Lexical *lexical)
{
    const LexicalPending *pending = &lexical->pending;
    return pending->active &&
           (lexical->block_count > pending->depth || lexical->parens > pending->parens);
}

/* Adds the pending definition without a block. A package or namespace without one is the file's. */
static void put_pending(Lexical *lexical)
{
    SymbolKind kind = lexical->pending.kind;
    if (lexical->pending.active && (kind == SYMBOL_PACKAGE || kind == SYMBOL_NAMESPACE))
        lexical->scan->outline->package = lexical_str(lexical, lexical->pending.name);
    else if (lexical->pending.active)
        lexical_put(lexical, &lexical->pending, lexical->last_end);
    lexical->pending.active = false;
}

/* ---- keywords ---- */

/* Skips a bracket with its contents; returns `at` without a bracket or if it is too long. */
static size_t skip_bracket(const Lexical *lexical, size_t at, char open, char close)
{
    size_t depth = 0, end = MIN(at + SKIPPED_BYTES_MAX, lexical->text.len);
    if (lexical_byte(lexical, at) != open)
        return at;
    for (size_t i = at; i < end; i++) {
        char c = lexical->text.ptr[i];
        depth += c == open;
        if (c == close && lexical->text.ptr[i - 1] != '-' && lexical->text.ptr[i - 1] != '=' &&
            --depth == 0)
            return i + 1;
    }
    return at;
}

static bool starts_word(const Lexical *lexical, size_t at, Str word)
{
    return str_equal(str_slice(lexical->text, at, lexical_word_end(lexical, at)), word);
}

/* Whether an attribute or macro before a type's name starts here: `__attribute__((packed))`,
   `alignas(8)`, `EXPORT_API name {`. */
static bool starts_attribute(const Lexical *lexical, size_t at)
{
    size_t end = lexical_word_end(lexical, at), next = lexical_skip_blanks(lexical, end);
    Str word = str_slice(lexical->text, at, end);
    return word.len && (str_starts(word, STR("__")) || str_equal(word, STR("alignas")) ||
                        (lexical_is_word(lexical, next) && next > end &&
                         !starts_word(lexical, next, STR("final"))));
}

/* Offset of the name after a keyword that ends at `at`: skips receiver, type parameters, attributes
   and `*`. */
static size_t find_name(const Lexical *lexical, size_t at, SymbolKind kind)
{
    at = skip_space(lexical->text, at, lexical->text.len);
    if (lexical_has(lexical, LEXICAL_RECEIVER) && kind == SYMBOL_FUNCTION &&
        lexical_byte(lexical, at) == '(')
        at = lexical_skip_blanks(lexical, skip_bracket(lexical, at, '(', ')'));
    at = lexical_skip_blanks(lexical, skip_bracket(lexical, at, '<', '>'));
    bool attributes = lexical_has(lexical, LEXICAL_BODIED);
    for (int i = 0; i < ATTRIBUTES_MAX && attributes && starts_attribute(lexical, at); i++) {
        at = lexical_word_end(lexical, at);
        at = skip_bracket(lexical, lexical_skip_blanks(lexical, at), '(', ')');
        at = skip_space(lexical->text, at, lexical->text.len);
    }
    if (lexical_byte(lexical, at) == '*' || lexical_byte(lexical, at) == '&')
        at = lexical_skip_blanks(lexical, at + 1);
    return at;
}

/* Whether the text after the name can follow the name of a definition of that kind. */
static bool may_follow(const Lexical *lexical, SymbolKind kind, Span name)
{
    bool quoted = lexical_byte(lexical, name.end) == '`';
    size_t at = lexical_skip_blanks(lexical, name.end + quoted);
    char c = lexical_byte(lexical, at);
    bool receiver = lexical_has(lexical, LEXICAL_RECEIVER);
    if (lexical_has(lexical, LEXICAL_BODIED)) {
        at = skip_space(lexical->text, at, lexical->text.len);
        c = lexical_byte(lexical, at);
        bool is_last = starts_word(lexical, at, STR("final"));
        return c == '{' || (c == ':' && lexical_byte(lexical, at + 1) != ':') || is_last;
    }
    if (receiver && kind == SYMBOL_FUNCTION)
        return c == '(' || c == '[';
    if (!receiver && kind == SYMBOL_TYPE)
        return byte_in(c, "=<;:{[>\r\n");
    return !c || lexical_is_word(lexical, at) || byte_in(c, "\r\n{(<[:=;,/-?!&|");
}

/* Makes a definition of the name that is being assigned to; false without an assignment. */
static bool take_assigned(Lexical *lexical, SymbolKind kind)
{
    Span name = lexical->statement.assigned;
    if (lexical_is_none(name) || lexical->parens || !lexical_has(lexical, LEXICAL_ASSIGNED))
        return false;
    set_pending(lexical, kind, name, (Str){0});
    lexical->statement.assigned = (Span){0};
    return true;
}

/* `init(…) {`: the keyword is the name. */
static void take_itself(Lexical *lexical, const LexicalKeyword *keyword, Span word)
{
    char next = lexical_byte(lexical, lexical_skip_blanks(lexical, word.end));
    bool in_head = lexical->pending.active && !symbol_is_callable(lexical->pending.kind);
    if (in_head || present_block(lexical) == BLOCK_FUNCTION || !byte_in(next, "(<{?!"))
        return;
    put_pending(lexical);
    set_pending(lexical, keyword->kind, word, (Str){0});
}

/* A keyword without a name: it opens a group, or the value is assigned to a name. */
static void take_nameless(Lexical *lexical, SymbolKind kind, size_t at)
{
    lexical->in_group = lexical_has(lexical, LEXICAL_RECEIVER) && kind == SYMBOL_TYPE &&
                        lexical_byte(lexical, at) == '(';
    if (!lexical->in_group)
        (void)take_assigned(lexical, kind);
}

/* Whether the keyword is an ordinary name, as it follows a dot or the like. */
static bool is_member(const Lexical *lexical, const LexicalKeyword *keyword, Span word)
{
    char before = lexical->previous;
    return before == '.' || (before == '@' && keyword->kind != SYMBOL_INTERFACE) || before == '$' ||
           before == '#' || (before == ':' && lexical_byte(lexical, word.start - 1) == ':');
}

void braces_keyword(Lexical *lexical, const LexicalKeyword *keyword, Span word)
{
    if (is_member(lexical, keyword, word) || is_inside(lexical) ||
        lexical_byte(lexical, lexical_skip_blanks(lexical, word.end)) == ':')
        return;
    if (keyword->naming == LEXICAL_ITSELF) {
        take_itself(lexical, keyword, word);
        return;
    }
    Str owner;
    size_t at = find_name(lexical, word.end, keyword->kind);
    Span name = lexical_name(lexical, at, keyword->naming, &owner);
    if (lexical_has(lexical, LEXICAL_RECEIVER) && !may_follow(lexical, keyword->kind, name))
        name.end = name.start; /* func() result { */
    if (lexical_is_none(name)) {
        take_nameless(lexical, keyword->kind, at);
        return;
    }
    if (lexical_keyword(lexical, lexical_str(lexical, name)) ||
        !may_follow(lexical, keyword->kind, name))
        return;
    bool exported = str_ends(lexical_str(lexical, lexical->statement.assigned), STR("exports"));
    if (lexical_has(lexical, LEXICAL_OBJECTS) && !exported && take_assigned(lexical, keyword->kind))
        return;
    put_pending(lexical);
    set_pending(lexical, keyword->kind, name, owner);
}

static void open_paren(Lexical *lexical, size_t at)
{
    Span word = lexical_word_before(lexical, at);
    if (lexical->parens < LEXICAL_PARENS_KEPT)
        lexical->paren_words[lexical->parens] = word;
    Statement *statement = &lexical->statement;
    bool first =
        !lexical->parens && !statement->assignment &&
        (lexical_is_none(statement->call) || lexical_is_better(lexical, statement->call, word));
    if (first && !lexical_is_none(word) && !lexical_is_annotation(lexical, word))
        statement->call = word;
    lexical->parens++;
    if (!lexical_has(lexical, LEXICAL_SHELL) || lexical_is_none(word))
        return;
    for (int i = 0; i < NAME_BYTES_MAX && word.start > statement->start; i++, word.start--)
        if (byte_is_space(lexical->text.ptr[word.start - 1]))
            break;
    if (statement->start == word.start &&
        lexical_byte(lexical, lexical_skip_blanks(lexical, at + 1)) == ')')
        set_pending(lexical, SYMBOL_FUNCTION, word, (Str){0});
}

static void close_paren(Lexical *lexical, size_t at)
{
    if (!lexical->parens)
        return;
    lexical->parens--;
    if (lexical->parens < LEXICAL_PARENS_KEPT)
        lexical->closed_call = lexical->paren_words[lexical->parens];
    if (lexical->parens)
        return;
    if (lexical->in_group)
        put_pending(lexical);
    lexical->in_group = false;
    if (!lexical->statement.first_close)
        lexical->statement.first_close = (uint32_t)at + 1;
}

/* Whether the parameters are followed by a body or a return type. */
static bool ends_head(const Lexical *lexical)
{
    size_t at = lexical->statement.first_close;
    at = skip_space(lexical->text, at, lexical->text.len);
    char c = lexical_byte(lexical, at);
    return lexical->statement.first_close && (c == '{' || c == ':');
}

/* Whether the current statement up to a brace or arrow is a function's head. */
static bool is_head(const Lexical *lexical)
{
    Span call = lexical->statement.call;
    if (!lexical_has(lexical, LEXICAL_CALLS) || lexical->parens || lexical_is_none(call) ||
        lexical_is_control(lexical_str(lexical, call)) || lexical_follows_new(lexical, call))
        return false;
    if (lexical_has(lexical, LEXICAL_OBJECTS))
        return ends_head(lexical);
    BlockKind around = present_block(lexical);
    return around == BLOCK_TYPE || around == BLOCK_OUTER;
}

static void set_head(Lexical *lexical)
{
    Span name = lexical->statement.call;
    if (lexical_is_macro(lexical, name) && lexical->previous == ')' &&
        lexical_is_last_argument(lexical))
        name = lexical->word; /* TEST(Suite, name) { */
    set_pending(lexical, SYMBOL_FUNCTION, name, (Str){0});
    lexical->statement.call = (Span){0};
}

/* extern "C" { and namespace { do not open a scope of their own. */
static bool is_transparent(const Lexical *lexical)
{
    return lexical->previous == '"' ||
           (lexical->previous == 'a' &&
            str_equal(lexical_str(lexical, lexical->word), STR("namespace")));
}

/* ---- marks ---- */

static bool is_c(const Lexical *lexical)
{
    return lexical_has(lexical, LEXICAL_OPAQUE);
}

static bool is_outside_in_c(const Lexical *lexical)
{
    return is_c(lexical) && present_block(lexical) == BLOCK_OUTER && !lexical->parens &&
           !lexical->pending.active;
}

static void open_brace(Lexical *lexical, size_t at)
{
    if (!lexical->pending.active && is_head(lexical))
        set_head(lexical);
    LexicalBlock block = {.kind = BLOCK_OTHER, .around = lexical->statement};
    bool inside = is_inside(lexical);
    if (lexical->pending.active && !inside) {
        bool value = is_c(lexical) && lexical->pending.kind == SYMBOL_VARIABLE;
        block.kind = value ? BLOCK_FUNCTION : lexical_block_kind(lexical->pending.kind);
        block.has_symbol = true;
        lexical_open(lexical, &lexical->pending, (uint32_t)at);
        lexical->pending.active = false;
    } else if (!inside && lexical->previous == ')' && lexical_has(lexical, LEXICAL_CALLS) &&
               !lexical_is_none(lexical->closed_call) &&
               lexical_follows_new(lexical, lexical->closed_call)) {
        block.kind = BLOCK_TYPE; /* an anonymous class */
    } else if (lexical_has(lexical, LEXICAL_BODIED) && is_transparent(lexical)) {
        block.kind = present_block(lexical);
    }
    lexical_push(lexical, block);
    begin_statement(lexical);
    lexical->tail = TAIL_NONE;
}

/* Whether the current block is a function body that can be skipped. */
static bool is_opaque(const Lexical *lexical)
{
    return !lexical->words && lexical_has(lexical, LEXICAL_OPAQUE) &&
           present_block(lexical) == BLOCK_FUNCTION;
}

static size_t take_brace(Lexical *lexical, size_t at)
{
    bool members = is_c(lexical) && c_opens_enum(lexical);
    open_brace(lexical, at);
    return members              ? c_members(lexical, at + 1)
           : is_opaque(lexical) ? lexical_skip_body(lexical, at + 1)
                                : at + 1;
}

static void close_brace(Lexical *lexical, size_t at)
{
    if (lexical->pending.depth >= lexical->block_count)
        put_pending(lexical);
    LexicalBlock block = lexical_pop(lexical);
    if (block.has_symbol)
        lexical_close(lexical, (uint32_t)at + 1);
    lexical->tail = is_c(lexical) ? c_tail(lexical, &block) : TAIL_NONE;
    lexical->last_end = (uint32_t)at + 1;
    begin_statement(lexical);
    if (block.parens) /* the block was an argument */
        lexical->statement = block.around;
}

static void set_assigned(Lexical *lexical, size_t behind)
{
    if (!lexical_is_none(lexical->statement.assigned))
        return;
    Span name = lexical->word;
    Str whole = STR("module.exports");
    if (name.end >= whole.len &&
        str_equal(str_slice(lexical->text, name.end - whole.len, name.end), whole))
        name.start = name.end - (uint32_t)whole.len;
    lexical->statement.assigned = name;
    lexical->statement.value = (uint32_t)behind;
    lexical->statement.first_close = 0;
}

void braces_assign(Lexical *lexical, size_t behind)
{
    if (lexical->parens || lexical->pending.active)
        return;
    lexical->statement.assignment = true;
    bool short_form = lexical->previous == ':' && lexical_has(lexical, LEXICAL_RECEIVER);
    if (lexical->previous == 'a' || short_form)
        set_assigned(lexical, behind);
}

/* Whether there are only parameters between the `=` and the `=>` after it. */
static bool is_lambda(const Lexical *lexical)
{
    const Statement *statement = &lexical->statement;
    size_t end = lexical->text.len, at = skip_space(lexical->text, statement->value, end);
    if (starts_word(lexical, at, STR("async")))
        at = lexical_skip_blanks(lexical, lexical_word_end(lexical, at));
    at = skip_bracket(lexical, at, '<', '>');
    if (lexical_byte(lexical, at) == '(' && !statement->first_close)
        return false;
    at = lexical_byte(lexical, at) == '(' ? statement->first_close : lexical_word_end(lexical, at);
    at = skip_space(lexical->text, at, end);
    return lexical_byte(lexical, at) == ':' || lexical_byte(lexical, at) == '=';
}

static void take_arrow(Lexical *lexical)
{
    if (lexical_is_none(lexical->statement.assigned)) {
        if (is_head(lexical) && !lexical_has(lexical, LEXICAL_OBJECTS))
            set_head(lexical);
    } else if (is_lambda(lexical)) {
        (void)take_assigned(lexical, SYMBOL_FUNCTION);
    }
}

/* At `=`, which may be part of `==`, `=>`, `+=` and so on. */
static size_t take_equals(Lexical *lexical, size_t at)
{
    char next = lexical_byte(lexical, at + 1), before = at ? lexical->text.ptr[at - 1] : ' ';
    if (next == '>') {
        if (!lexical->parens && !lexical->pending.active)
            take_arrow(lexical);
        return at + 2;
    }
    if (next == '=' || byte_in(before, "=!<>+-*/%&|^~"))
        return at + 1 + (next == '=');
    Span name;
    if (is_outside_in_c(lexical) && c_assigned(lexical, at, &name))
        set_pending(lexical, SYMBOL_VARIABLE, name, (Str){0});
    braces_assign(lexical, at + 1);
    return at + 1;
}

static void take_colon(Lexical *lexical, size_t at)
{
    bool key = lexical_has(lexical, LEXICAL_OBJECTS) && !lexical->parens &&
               !lexical->pending.active && byte_in(lexical->previous, "a0\"") &&
               lexical_byte(lexical, at + 1) != ':';
    if (key)
        set_assigned(lexical, at + 1);
}

size_t braces_punct(Lexical *lexical, size_t at)
{
    size_t next = at + 1;
    char c = lexical->text.ptr[at];
    switch (c) {
    case '{': next = take_brace(lexical, at); break;
    case '}': close_brace(lexical, at); break;
    case '(': open_paren(lexical, at); break;
    case ')': close_paren(lexical, at); break;
    case '[':
        if (lexical->parens < LEXICAL_PARENS_KEPT)
            lexical->paren_words[lexical->parens] = (Span){0};
        lexical->parens++;
        break;
    case ']': lexical->parens -= lexical->parens > 0; break;
    case ';':
        if (lexical->parens)
            break;
        if (is_outside_in_c(lexical))
            c_statement(lexical, at);
        put_pending(lexical);
        begin_statement(lexical);
        break;
    case ',':
        if (lexical_has(lexical, LEXICAL_OBJECTS) && !is_inside(lexical) &&
            symbol_is_callable(lexical->pending.kind) && !lexical_in_angles(lexical, at))
            put_pending(lexical);
        if (!lexical->parens && !lexical->pending.active &&
            (lexical_has(lexical, LEXICAL_OBJECTS) || present_block(lexical) == BLOCK_OTHER))
            begin_statement(lexical);
        break;
    case '=': next = take_equals(lexical, at); break;
    case ':': take_colon(lexical, at); break;
    default: break;
    }
    lexical->previous = lexical->text.ptr[next - 1];
    lexical->last_end = (uint32_t)next;
    return next;
}

static size_t skip_gap(const Lexical *lexical, size_t at)
{
    return skip_space(lexical->text, at, MIN(at + GAP_BYTES_MAX, lexical->text.len));
}

/* Whether the statement continues after the line end at `at`. */
static bool goes_on(const Lexical *lexical, size_t at)
{
    static const char *const words[] = {"where", "extends", "implements", "with", "throws", NULL};
    if (byte_in(lexical->previous, ",=>(<[|&:.+-*\\"))
        return true;
    size_t next = skip_gap(lexical, at);
    char c = lexical_byte(lexical, next);
    if (byte_in(c, "{:=,.)|&?"))
        return true;
    Str word = str_slice(lexical->text, next, lexical_word_end(lexical, next));
    return word_in(word, words);
}

void braces_feed(Lexical *lexical, size_t at)
{
    if (!lexical_has(lexical, LEXICAL_LINES))
        return;
    if (lexical->in_group && lexical->parens == 1) {
        size_t next = skip_gap(lexical, at);
        Str owner;
        Span name = lexical_name(lexical, next, LEXICAL_NEXT, &owner);
        if (!lexical_is_none(name) && may_follow(lexical, SYMBOL_TYPE, name)) {
            put_pending(lexical);
            lexical->statement.start = name.start;
            set_pending(lexical, SYMBOL_TYPE, name, (Str){0});
        }
        return;
    }
    bool deeper =
        lexical->pending.active ? lexical->parens > lexical->pending.parens : lexical->parens > 0;
    if (lexical->statement.start == LEXICAL_NONE || deeper || goes_on(lexical, at))
        return;
    put_pending(lexical);
    begin_statement(lexical);
}

void braces_end(Lexical *lexical)
{
    put_pending(lexical);
}
