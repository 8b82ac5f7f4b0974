/* Lexer of the C family, in one pass. Comments and directives go to lists of their own, with
   their positions. The text of `#if 0` is skipped without lexing, since it is often not C at
   all. */
#include "lang/c/c_word.h"

/* Tables of numbers are nearly all tokens, lists of registers have a directive and a comment on
   each line. */
#define TOKENS_EXPECTED_MAX ((size_t)4 * 1000 * 1000)
#define DIRECTIVE_BYTES_USUAL 12
#define DIRECTIVES_EXPECTED_MAX ((size_t)500 * 1000)
#define COMMENT_BYTES_USUAL 12
#define COMMENTS_EXPECTED_MAX ((size_t)1000 * 1000)

typedef struct Lex {
    Scan *scan;
    Arena *scratch;
    CSource *source;
    CWordTable *words;
    Str text;
    uint32_t at, to;
    uint32_t line;
    bool first; /* no token on this line yet */
    bool in_directive;
    CTokenVec *out;
} Lex;

static char lex_peek(const Lex *lex, uint32_t ahead)
{
    return lex->at + ahead < lex->to ? lex->text.ptr[lex->at + ahead] : '\0';
}

static bool byte_is_name(char c)
{
    return byte_is_word(c) || c == '$';
}

static CToken *lex_push(Lex *lex, CTokenKind kind, uint32_t start)
{
    CToken *token = VEC_PUSH(lex->scratch, lex->out);
    token->kind = (uint8_t)kind;
    token->start = start;
    token->end = lex->at;
    token->line = lex->line;
    token->match = C_NO_MATCH;
    token->first = lex->first;
    lex->first = false;
    return token;
}

/* Skips a line continuation (backslash at the end of a line). */
static bool lex_continuation(Lex *lex)
{
    uint32_t skip = lex_peek(lex, 1) == '\r' ? 2 : 1;
    if (lex_peek(lex, skip) != '\n')
        return false;
    lex->at += skip + 1;
    lex->line++;
    return true;
}

static void lex_line_comment(Lex *lex)
{
    while (lex->at < lex->to && lex_peek(lex, 0) != '\n')
        if (lex_peek(lex, 0) != '\\' || !lex_continuation(lex))
            lex->at++;
}

static void lex_block_comment(Lex *lex)
{
    for (lex->at += 2; lex->at < lex->to; lex->at++) {
        if (lex_peek(lex, 0) == '*' && lex_peek(lex, 1) == '/') {
            lex->at += 2;
            return;
        }
        lex->line += lex_peek(lex, 0) == '\n';
    }
}

static void lex_comment(Lex *lex)
{
    CComment *comment = VEC_PUSH(lex->scratch, &lex->source->comments);
    comment->start = lex->at;
    comment->line = lex->line;
    comment->trailing = !lex->first || lex->in_directive;
    if (lex_peek(lex, 1) == '/')
        lex_line_comment(lex);
    else
        lex_block_comment(lex);
    comment->end = lex->at;
    comment->end_line = lex->line;
}

static void lex_string(Lex *lex, uint32_t start)
{
    char quote = lex_peek(lex, 0);
    uint32_t line = lex->line;
    for (lex->at++; lex->at < lex->to && lex_peek(lex, 0) != '\n'; lex->at++) {
        if (lex_peek(lex, 0) == quote) {
            lex->at++;
            break;
        }
        if (lex_peek(lex, 0) == '\\') {
            if (lex_continuation(lex))
                lex->at--;
            else
                lex->at++;
        }
    }
    lex->at = MIN(lex->at, lex->to);
    lex_push(lex, C_STRING, start)->line = line;
}

/* Raw string: R"mark( … )mark". */
static void lex_raw_string(Lex *lex, uint32_t start)
{
    Str rest = str_slice(lex->text, lex->at + 1, lex->to);
    uint32_t line = lex->line;
    size_t open = str_find_byte(rest, '(');
    if (open == STR_NONE || open > 16) {
        lex_string(lex, start);
        return;
    }
    char mark[18] = ")";
    memcpy(mark + 1, rest.ptr, open);
    Str close = {mark, open + 1}, body = str_from_offset(rest, open);
    size_t end = str_find(body, close);
    while (end != STR_NONE && end + close.len < body.len && body.ptr[end + close.len] != '"') {
        size_t more = str_find(str_from_offset(body, end + 1), close);
        end = more == STR_NONE ? STR_NONE : end + 1 + more;
    }
    uint32_t stop =
        end == STR_NONE ? lex->to : lex->at + 1 + (uint32_t)(open + end + close.len + 1);
    for (stop = MIN(stop, lex->to); lex->at < stop; lex->at++)
        lex->line += lex_peek(lex, 0) == '\n';
    lex_push(lex, C_STRING, start)->line = line;
}

static void lex_number(Lex *lex)
{
    uint32_t start = lex->at;
    for (lex->at++; lex->at < lex->to; lex->at++) {
        char c = lex_peek(lex, 0), before = lex->text.ptr[lex->at - 1];
        bool exponent = (c == '+' || c == '-') && (before | 0x20) == 'e' &&
                        (lex->text.ptr[start + 1] | 0x20) != 'x';
        bool separator = c == '\'' && byte_is_name(lex_peek(lex, 1));
        if (!byte_is_name(c) && c != '.' && !exponent && !separator)
            break;
    }
    lex_push(lex, C_NUMBER, start);
}

static bool is_string_prefix(Str word)
{
    static const char *const prefixes[] = {"L", "u", "U", "u8", "R", "LR", "uR", "UR", "u8R"};
    for (size_t i = 0; word.len <= 3 && i < COUNT(prefixes); i++)
        if (str_equal(word, str_from(prefixes[i])))
            return true;
    return false;
}

static void lex_word(Lex *lex)
{
    uint32_t start = lex->at;
    while (lex->at < lex->to && byte_is_name(lex->text.ptr[lex->at]))
        lex->at++;
    Str word = str_slice(lex->text, start, lex->at);
    char next = lex_peek(lex, 0);
    if ((next == '"' || next == '\'') && is_string_prefix(word)) {
        if (word.ptr[word.len - 1] == 'R' && next == '"' && lex->source->dialect & C_PLUS)
            lex_raw_string(lex, start);
        else
            lex_string(lex, start);
        return;
    }
    lex_push(lex, C_WORD, start)->code = (uint8_t)c_word_find(lex->words, word);
}

/* Length and code of the next punctuation. `>>` is two tokens, because it may close two template
   lists. */
static uint32_t punct_ahead(const Lex *lex, uint8_t *code)
{
    char c = lex_peek(lex, 0), next = lex_peek(lex, 1);
    *code = (uint8_t)c;
    if ((unsigned char)c >= 0x80)
        *code = '?';
    if (c == ':' && next == ':')
        return *code = C_SCOPE, 2;
    if (c == '-' && next == '>')
        return *code = C_ARROW, 2;
    if (c == '.' && next == '.' && lex_peek(lex, 2) == '.')
        return *code = C_DOTS, 3;
    if (c == '&' && next == '&')
        return *code = C_AND, 2;
    bool assigns = next == '=' && byte_in(c, "=!<>+-*/%&|^");
    bool doubled = next == c && byte_in(c, "+-|<");
    if (assigns || doubled)
        return *code = C_OPERATOR, 2;
    return 1;
}

static void lex_punct(Lex *lex)
{
    uint32_t start = lex->at;
    uint8_t code;
    lex->at += punct_ahead(lex, &code);
    lex_push(lex, C_PUNCT, start)->code = code;
}

static void lex_directive(Lex *lex);

static void lex_one(Lex *lex)
{
    char c = lex_peek(lex, 0), next = lex_peek(lex, 1);
    if (c == '\n') {
        lex->line++;
        lex->at++;
        lex->first = true;
    } else if (byte_is_space(c) || (c == '\\' && next == '\r')) {
        lex->at++;
    } else if (c == '\\' && lex_continuation(lex)) {
        return;
    } else if (c == '/' && (next == '/' || next == '*')) {
        lex_comment(lex);
    } else if (c == '#' && lex->first && !lex->in_directive) {
        lex_directive(lex);
    } else if (byte_is_digit(c) || (c == '.' && byte_is_digit(next))) {
        lex_number(lex);
    } else if (byte_is_name(c)) {
        lex_word(lex);
    } else if (c == '"' || c == '\'') {
        lex_string(lex, lex->at);
    } else {
        lex_punct(lex);
    }
}

/* ---- directives ---- */

/* The end of the logical line at lex->at; comments in it count as blanks. */
static uint32_t directive_end(Lex *lex, uint32_t *end_line)
{
    Lex ahead = *lex;
    uint32_t last = ahead.at;
    while (ahead.at < ahead.to && lex_peek(&ahead, 0) != '\n') {
        char c = lex_peek(&ahead, 0), next = lex_peek(&ahead, 1);
        if (c == '\\' && lex_continuation(&ahead))
            continue;
        if (c == '/' && next == '/') {
            lex_line_comment(&ahead);
            break;
        }
        if (c == '/' && next == '*') {
            lex_block_comment(&ahead);
            continue;
        }
        if (!byte_is_space(c)) {
            last = ahead.at + 1;
            *end_line = ahead.line;
        }
        ahead.at++;
    }
    return last;
}

static Str lex_plain_word(Lex *lex)
{
    while (lex->at < lex->to && (lex_peek(lex, 0) == ' ' || lex_peek(lex, 0) == '\t'))
        lex->at++;
    uint32_t start = lex->at;
    while (lex->at < lex->to && byte_is_name(lex_peek(lex, 0)))
        lex->at++;
    return str_slice(lex->text, start, lex->at);
}

/* Lexes the text up to `end` into the second stream. */
static void lex_aside(Lex *lex, uint32_t end)
{
    uint32_t to = lex->to;
    CTokenVec *out = lex->out;
    lex->to = end;
    lex->out = &lex->source->aside;
    lex->in_directive = true;
    while (lex->at < lex->to)
        lex_one(lex);
    lex->in_directive = false;
    lex->out = out;
    lex->to = to;
}

/* A macro that expands to the keyword of a type is such a keyword from here on: `#define interface
   struct`. */
static void take_keyword(Lex *lex, const CDirective *directive)
{
    const CTokenVec *body = &lex->source->aside;
    const CToken *token = &body->ptr[directive->aside];
    bool one = body->len == directive->aside + 1 && token->kind == C_WORD;
    bool type = one && (token->code == CW_STRUCT || token->code == CW_UNION ||
                        token->code == CW_CLASS || token->code == CW_ENUM);
    if (type && directive->name.len && !directive->has_arguments &&
        c_word_find(lex->words, directive->name) == CW_NAME)
        c_word_add(lex->words, directive->name, (CWord)token->code);
}

static void lex_define(Lex *lex, CDirective *directive)
{
    directive->kind = CD_DEFINE;
    directive->name = lex_plain_word(lex);
    directive->aside = (uint32_t)lex->source->aside.len;
    directive->has_arguments = lex_peek(lex, 0) == '(' && lex->at < directive->end;
    if (directive->has_arguments) {
        while (lex->at < directive->end && lex_peek(lex, 0) != ')')
            lex->line += lex->text.ptr[lex->at++] == '\n';
        lex->at = MIN(lex->at + 1, directive->end);
    }
    directive->head = lex->at;
    lex_aside(lex, directive->end);
    take_keyword(lex, directive);
    *VEC_PUSH(lex->scratch, &lex->source->aside) = (CToken){.match = C_NO_MATCH};
    if (lex->source->aside.len > directive->aside + 1)
        directive->body = lex->source->aside.ptr[directive->aside].start;
}

static void lex_include(Lex *lex, CDirective *directive)
{
    directive->kind = CD_INCLUDE;
    Str file = str_trim(str_slice(lex->text, lex->at, directive->end));
    char close = file.len && file.ptr[0] == '<' ? '>' : '"';
    bool quoted = file.len && (file.ptr[0] == '<' || file.ptr[0] == '"');
    if (quoted) {
        file = str_from_offset(file, 1);
        size_t end = str_find_byte(file, close);
        file = str_slice(file, 0, MIN(end, file.len));
    }
    directive->name = file;
}

/* Skips to the line of the #else, #elif or #endif that ends the skipped branch. */
static void lex_skip_branch(Lex *lex)
{
    uint32_t depth = 0;
    while (lex->at < lex->to) {
        Lex line = *lex;
        while (lex_peek(&line, 0) == ' ' || lex_peek(&line, 0) == '\t')
            line.at++;
        if (lex_peek(&line, 0) == '#') {
            line.at++;
            Str word = lex_plain_word(&line);
            bool ends = str_equal(word, STR("endif")) || str_starts(word, STR("el"));
            if (!depth && ends)
                return;
            depth += str_starts(word, STR("if"));
            depth -= str_equal(word, STR("endif"));
        }
        while (lex->at < lex->to && lex_peek(lex, 0) != '\n') {
            bool comment = lex_peek(lex, 0) == '/' && lex_peek(lex, 1) == '*';
            if (comment)
                lex_block_comment(lex);
            else
                lex->at++;
        }
        lex->at += lex->at < lex->to;
        lex->line++;
    }
}

static bool is_never(Str condition)
{
    return str_equal(condition, STR("0"));
}

static void lex_directive(Lex *lex)
{
    CDirective directive = {.start = lex->at,
                            .line = lex->line,
                            .end_line = lex->line,
                            .token = (uint32_t)lex->out->len};
    directive.end = directive_end(lex, &directive.end_line);
    lex->at++;
    Str word = lex_plain_word(lex);
    if (str_starts(word, STR("if"))) {
        directive.kind = CD_IF;
        directive.name = str_trim(str_slice(lex->text, lex->at, directive.end));
        directive.negated = str_equal(word, STR("ifndef")) || str_starts(directive.name, STR("!"));
    } else if (str_equal(word, STR("endif"))) {
        directive.kind = CD_ENDIF;
    } else if (str_equal(word, STR("else")) || str_starts(word, STR("elif"))) {
        directive.kind = CD_ELSE;
        if (!str_equal(word, STR("else")))
            directive.name = str_trim(str_slice(lex->text, lex->at, directive.end));
    } else if (str_equal(word, STR("undef"))) {
        directive.name = str_trim(str_slice(lex->text, lex->at, directive.end));
    } else if (str_equal(word, STR("define"))) {
        lex_define(lex, &directive);
    } else if (str_starts(word, STR("include")) || str_equal(word, STR("import"))) {
        lex_include(lex, &directive);
    }
    lex->in_directive = true;
    while (lex->at < lex->to && lex_peek(lex, 0) != '\n') {
        bool comment =
            lex_peek(lex, 0) == '/' && (lex_peek(lex, 1) == '/' || lex_peek(lex, 1) == '*');
        if (comment)
            lex_comment(lex);
        else if (lex_peek(lex, 0) != '\\' || !lex_continuation(lex))
            lex->at++;
    }
    lex->in_directive = false;
    *VEC_PUSH(lex->scratch, &lex->source->directives) = directive;
    if (directive.kind == CD_IF && str_equal(word, STR("if")) && is_never(directive.name)) {
        lex->at += lex->at < lex->to;
        lex->line++;
        lex_skip_branch(lex);
    }
    lex->first = true;
}

static void reserve_lists(Arena *arena, CSource *source)
{
    size_t bytes = source->text.len;
    VEC_RESERVE(arena, &source->tokens, MIN(bytes, TOKENS_EXPECTED_MAX) + 1);
    VEC_RESERVE(arena, &source->directives,
                MIN(bytes / DIRECTIVE_BYTES_USUAL, DIRECTIVES_EXPECTED_MAX) + 1);
    VEC_RESERVE(arena, &source->comments,
                MIN(bytes / COMMENT_BYTES_USUAL, COMMENTS_EXPECTED_MAX) + 1);
}

void c_lex(Scan *scan, CSource *source)
{
    CWordTable *words = NEW(&scan->scratch, CWordTable, 1);
    c_words_init(words, source->dialect);
    Lex *lex = NEW(&scan->scratch, Lex, 1);
    lex->scan = scan;
    lex->scratch = &scan->scratch;
    lex->source = source;
    lex->text = source->text;
    lex->to = (uint32_t)source->text.len;
    lex->line = 1;
    lex->first = true;
    reserve_lists(lex->scratch, source);
    lex->out = &source->tokens;
    lex->words = words;
    while (lex->at < lex->to && source->tokens.len < C_TOKENS_MAX && !scan_expired(scan))
        lex_one(lex);
    lex->at = lex->to;
    lex->first = true;
    lex_push(lex, C_END, lex->to);
}
