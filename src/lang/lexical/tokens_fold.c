/* Formatting that depends on the tokens around, in languages in which strings may have either
   quote. Formatters add or remove redundant parentheses, also those of an arrow function's only
   parameter, the mark before the first type of a union, quotes around keys, and separators between
   braces. They also rewrite numbers and colours. In Markdown they choose the marks of emphasis,
   items and fences. Tokens without meaning get the hash 0. */
#include "lang/lexical/tokens_fold.h"

#include "base/hash.h"
#include "lang/lexical/lexical_state.h"

/* Nested brackets; deeper ones are not folded. */
#define BRACKETS_MAX 256
#define NO_TOKEN SIZE_MAX

typedef struct Fold {
    const Lexical *lexical;
    Str text;
    TokenVec *tokens;
} Fold;

static bool counts(const Token *token)
{
    return token->hash && token->kind != TOKEN_COMMENT;
}

static size_t before(const Fold *fold, size_t at)
{
    while (at-- > 0)
        if (counts(&fold->tokens->ptr[at]))
            return at;
    return NO_TOKEN;
}

static size_t behind(const Fold *fold, size_t at)
{
    while (++at < fold->tokens->len)
        if (counts(&fold->tokens->ptr[at]))
            return at;
    return NO_TOKEN;
}

static bool is_one_of(const Fold *fold, size_t at, const char *marks)
{
    return at != NO_TOKEN && fold->tokens->ptr[at].kind == TOKEN_MARK &&
           byte_in(fold->text.ptr[fold->tokens->ptr[at].start], marks);
}

static bool is_word(const Fold *fold, size_t at, const char *const *words)
{
    if (at == NO_TOKEN || fold->tokens->ptr[at].kind != TOKEN_WORD)
        return false;
    const Token *token = &fold->tokens->ptr[at];
    for (size_t i = 0; words[i]; i++)
        if (str_equal(str_slice(fold->text, token->start, token->end), str_from(words[i])))
            return true;
    return false;
}

/* Whether the byte directly before the token is one of these. */
static bool is_glued(const Fold *fold, size_t at, const char *marks)
{
    uint32_t start = fold->tokens->ptr[at].start;
    return start && byte_in(fold->text.ptr[start - 1], marks);
}

static bool is_arrow(const Fold *fold, size_t at)
{
    return is_one_of(fold, at, ">") && is_glued(fold, at, "=");
}

/* `=`, or the `=` of `+=` and its kind, but not of a comparison. */
static bool is_assignment(const Fold *fold, size_t at)
{
    return is_one_of(fold, at, "=") && !is_glued(fold, at, "=!<>");
}

/* (x) => y becomes x => y. */
static void fold_arrow(const Fold *fold, size_t at)
{
    if (!is_arrow(fold, at))
        return;
    size_t close = before(fold, before(fold, at));
    if (!is_one_of(fold, close, ")"))
        return;
    size_t word = before(fold, close), open = word == NO_TOKEN ? word : before(fold, word);
    if (word == NO_TOKEN || fold->tokens->ptr[word].kind != TOKEN_WORD ||
        !is_one_of(fold, open, "("))
        return;
    fold->tokens->ptr[open].hash = fold->tokens->ptr[close].hash = 0;
}

static bool may_open(const Fold *fold, size_t at)
{
    static const char *const words[] = {"return", "if",    "elif",    "while", "in",
                                        "assert", "await", "default", NULL};
    return is_one_of(fold, at, "([{,:?") || is_assignment(fold, at) || is_arrow(fold, at) ||
           is_word(fold, at, words);
}

/* Whether the token after the group ends the enclosing expression, or begins a new statement. */
static bool may_close(const Fold *fold, size_t close, size_t at)
{
    static const char *const operators[] = {"in", "instanceof", "of", "as", "satisfies", NULL};
    if (at == NO_TOKEN || fold->tokens->ptr[at].kind == TOKEN_INDENT ||
        is_one_of(fold, at, ")]},;:"))
        return true;
    Str between = str_slice(fold->text, fold->tokens->ptr[close].end, fold->tokens->ptr[at].start);
    return lexical_has(fold->lexical, LEXICAL_LOOSE) && fold->tokens->ptr[at].kind == TOKEN_WORD &&
           !is_word(fold, at, operators) && str_find_byte(between, '\n') != STR_NONE;
}

static void fold_group(const Fold *fold, size_t open, size_t close)
{
    size_t left = before(fold, open), right = behind(fold, close), first = behind(fold, open);
    if (first == close || !may_open(fold, left) || !may_close(fold, close, right))
        return;
    bool string = fold->tokens->ptr[first].kind == TOKEN_STRING && behind(fold, first) == close;
    if ((is_arrow(fold, left) && is_one_of(fold, first, "{")) ||
        (string && is_one_of(fold, left, "{"))) /* without them, it is a directive */
        return;
    fold->tokens->ptr[open].hash = fold->tokens->ptr[close].hash = 0;
}

/* Removes redundant parentheses from the inside out. A group with commas is kept, as it is a tuple
   or a list of parameters. */
static void fold_groups(const Fold *fold)
{
    struct {
        size_t open;
        bool list;
    } stack[BRACKETS_MAX];
    size_t depth = 0;
    bool loose = lexical_has(fold->lexical, LEXICAL_LOOSE);
    for (size_t i = 0; i < fold->tokens->len; i++) {
        if (is_one_of(fold, i, "([{")) {
            if (depth < BRACKETS_MAX) {
                stack[depth].open = i;
                stack[depth].list = false;
            }
            depth++;
        } else if (is_one_of(fold, i, ")]}") && depth) {
            depth--;
            if (depth < BRACKETS_MAX && !stack[depth].list && is_one_of(fold, i, ")") &&
                is_one_of(fold, stack[depth].open, "("))
                fold_group(fold, stack[depth].open, i);
        } else if (is_one_of(fold, i, ",;") && depth && depth <= BRACKETS_MAX) {
            stack[depth - 1].list = true;
            if (loose && is_one_of(fold, stack[depth - 1].open, "{") &&
                (is_one_of(fold, i, ";") || !is_one_of(fold, before(fold, i), "{,;")))
                fold->tokens->ptr[i].hash = 0;
        }
    }
}

/* Drops the first `|` of `type A = | B | C`. */
static void fold_union(const Fold *fold, size_t at)
{
    size_t left = before(fold, at);
    if (is_one_of(fold, at, "|&") && !is_glued(fold, at, "|&") &&
        (is_one_of(fold, left, "(:<,[?") || is_assignment(fold, left) || is_arrow(fold, left)))
        fold->tokens->ptr[at].hash = 0;
}

/* {"key": 1} becomes {key: 1}. */
static void fold_key(const Fold *fold, size_t at)
{
    Token *token = &fold->tokens->ptr[at];
    if (token->kind != TOKEN_STRING || token->end - token->start < 3 ||
        !is_one_of(fold, before(fold, at), "{,") || !is_one_of(fold, behind(fold, at), ":"))
        return;
    Str inner = str_slice(fold->text, token->start + 1, token->end - 1);
    if (byte_is_digit(inner.ptr[0]))
        return;
    for (size_t i = 0; i < inner.len; i++)
        if (!byte_is_word(inner.ptr[i]))
            return;
    token->kind = TOKEN_WORD;
    uint64_t hash = hash_fast(inner);
    token->hash = (uint32_t)(hash ^ hash >> 32);
}

static void set_hash(Token *token, Str text)
{
    uint64_t hash = hash_nocase(text);
    token->hash = (uint32_t)(hash ^ hash >> 32);
}

/* Makes .5 the same as 0.5, 0XAB as 0xab, #FFF as #fff. */
static void fold_number(const Fold *fold, size_t at, bool colours)
{
    Token *token = &fold->tokens->ptr[at];
    Str text = str_slice(fold->text, token->start, token->end);
    Str rest = str_from_offset(fold->text, token->end);
    if (token->kind == TOKEN_MARK)
        return;
    bool colour = colours && is_glued(fold, at, "#") && text.len >= 3 && text.len <= 8;
    for (size_t i = 0; i < text.len && colour; i++)
        colour = byte_is_digit(text.ptr[i]) || byte_in(text.ptr[i] | 0x20, "abcdef");
    if (colour || (token->kind == TOKEN_NUMBER && text.len > 1))
        set_hash(token, text);
    if (token->kind == TOKEN_NUMBER && str_equal(text, STR("0")) && rest.len > 1 &&
        rest.ptr[0] == '.' && byte_is_digit(rest.ptr[1]))
        token->hash = 0;
}

/* Drops the comma before the `>` that closes a list of types. */
static void fold_types(const Fold *fold, size_t at)
{
    size_t left = before(fold, at);
    if (is_one_of(fold, at, ">") && is_one_of(fold, left, ","))
        fold->tokens->ptr[left].hash = 0;
}

/* Number of the same marks in a row from this token on. */
static size_t run_of(const Fold *fold, size_t at)
{
    size_t len = 0, start = fold->tokens->ptr[at].start;
    while (start + len < fold->text.len && fold->text.ptr[start + len] == fold->text.ptr[start])
        len++;
    return len;
}

static bool begins_line(const Fold *fold, size_t at)
{
    uint32_t start = fold->tokens->ptr[at].start;
    while (start && byte_in(fold->text.ptr[start - 1], " \t>"))
        start--;
    return !start || fold->text.ptr[start - 1] == '\n';
}

static size_t fold_markdown(const Fold *fold, size_t at)
{
    Token *token = &fold->tokens->ptr[at];
    Str text = str_slice(fold->text, token->start, token->end);
    if (token->kind == TOKEN_WORD) {
        while (str_starts(text, STR("_")))
            text = str_from_offset(text, 1);
        while (str_ends(text, STR("_")))
            text.len--;
        set_hash(token, text);
        return at + 1;
    }
    if (is_one_of(fold, at, "*_\\"))
        token->hash = 0;
    size_t run = run_of(fold, at);
    if (is_one_of(fold, at, "-+") && (run > 1 || begins_line(fold, at)))
        token->hash = 0;
    if (!is_one_of(fold, at, "~`") || run < 3)
        return at + 1;
    set_hash(token, STR("```"));
    for (size_t i = at + 1; i < fold->tokens->len && i < at + run; i++)
        fold->tokens->ptr[i].hash = 0;
    return at + run;
}

static void fold_each(const Fold *fold, bool words)
{
    bool loose = lexical_has(fold->lexical, LEXICAL_LOOSE);
    for (size_t i = 0; i < fold->tokens->len; i++) {
        fold_number(fold, i, words);
        if (!loose)
            continue;
        fold_arrow(fold, i);
        fold_union(fold, i);
        fold_types(fold, i);
        fold_key(fold, i);
    }
}

void tokens_fold(const Lexical *lexical, const Language *language, TokenVec *tokens)
{
    Fold fold = {.lexical = lexical, .text = lexical->text, .tokens = tokens};
    bool words = lexical->facts->blocks == LEXICAL_WORDS;
    if (language->facts.marks_up_text)
        for (size_t i = 0; i < tokens->len;)
            i = fold_markdown(&fold, i);
    if (!lexical_has(lexical, LEXICAL_QUOTED))
        return;
    fold_each(&fold, words);
    if (!words)
        fold_groups(&fold);
}
