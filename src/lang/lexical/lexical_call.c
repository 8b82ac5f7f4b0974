/* Classification of words before parentheses: function, statement, macro, or class. */
#include "lang/lexical/lexical_state.h"
#include "lang/scan/scan_text.h"

/* Maximal lengths of an overloaded operator and of type arguments, in bytes. */
#define OPERATOR_BYTES_MAX 8
#define ARGUMENTS_BYTES_MAX 300

bool lexical_is_control(Str word)
{
    static const char *const words[] = {
        "if",      "for",      "while", "switch", "catch",     "return",       "foreach", "using",
        "lock",    "fixed",    "else",  "do",     "try",       "synchronized", "with",    "match",
        "when",    "await",    "throw", "new",    "super",     "this",         "sizeof",  "typeof",
        "elseif",  "elif",     "until", "unless", "assert",    "delete",       "yield",   "case",
        "in",      "not",      "and",   "or",     "defer",     "guard",        "import",  "require",
        "declare", "function", "fn",    "func",   "unchecked", "checked",      NULL};
    return word_in(word, words);
}

bool lexical_is_macro(const Lexical *lexical, Span word)
{
    Str name = lexical_str(lexical, word);
    bool capital = lexical_has(lexical, LEXICAL_BODIED) && name.len > 2;
    for (size_t i = 0; i < name.len && capital; i++)
        capital = name.ptr[i] < 'a' || name.ptr[i] > 'z';
    return capital;
}

/* Whether the word may be MACRO(…) or __attribute__(…) before the name of a function. */
static bool is_decoration(const Lexical *lexical, Span word)
{
    Str name = lexical_str(lexical, word);
    return lexical_is_macro(lexical, word) || str_starts(name, STR("__"));
}

bool lexical_is_better(const Lexical *lexical, Span call, Span word)
{
    static const char *const words[] = {"__attribute__", "__declspec", "__diagnose_as", "__aligned",
                                        "__printf",      "__scanf",    "__section",     NULL};
    if (word_in(lexical_str(lexical, call), words))
        return !word_in(lexical_str(lexical, word), words);
    return is_decoration(lexical, call) && !is_decoration(lexical, word);
}

/* The name such as `operator==` before the parenthesis at `at`; empty at other names. */
static Span operator_before(const Lexical *lexical, size_t at)
{
    Str word = STR("operator");
    size_t end = at;
    while (at && at + OPERATOR_BYTES_MAX > end &&
           byte_in(lexical->text.ptr[at - 1], "+-*/%^&|~!=<>,()[] "))
        at--;
    bool is_one =
        at >= word.len && end > at && str_equal(str_slice(lexical->text, at - word.len, at), word);
    return is_one ? (Span){(uint32_t)(at - word.len), (uint32_t)end} : (Span){0};
}

static Span destructor_or_word(const Lexical *lexical, size_t at)
{
    Span word = lexical->word;
    bool bodied = lexical_has(lexical, LEXICAL_BODIED);
    if (bodied && str_equal(lexical_str(lexical, word), STR("operator")))
        return str_starts(str_from_offset(lexical->text, at), STR("()("))
                   ? (Span){word.start, (uint32_t)at + 2}
                   : (Span){0};
    word.start -= bodied && word.start && lexical->text.ptr[word.start - 1] == '~';
    return word;
}

Span lexical_word_before(const Lexical *lexical, size_t at)
{
    bool key = lexical->previous == '"' && lexical_has(lexical, LEXICAL_OBJECTS) &&
               lexical->word.end + 1 == at;
    if (key)
        return lexical->word;
    bool number = lexical->previous == '0' && lexical_has(lexical, LEXICAL_OBJECTS);
    if ((lexical->previous == 'a' || number) &&
        lexical_skip_blanks(lexical, lexical->word.end) == at)
        return destructor_or_word(lexical, at);
    if (lexical_has(lexical, LEXICAL_BODIED) && lexical->previous != ')')
        return operator_before(lexical, at);
    if (lexical->previous != '>')
        return (Span){0};
    size_t depth = 0, end = at, low = at > ARGUMENTS_BYTES_MAX ? at - ARGUMENTS_BYTES_MAX : 0;
    for (; end > low; end--) {
        char c = lexical->text.ptr[end - 1];
        depth += c == '>';
        if (c == ';' || c == '{' || c == '(')
            return (Span){0};
        if (c == '<' && --depth == 0)
            break;
    }
    size_t start = end ? --end : 0;
    while (start > low && lexical_is_word(lexical, start - 1))
        start--;
    return (Span){(uint32_t)start, (uint32_t)end};
}

bool lexical_is_annotation(const Lexical *lexical, Span word)
{
    size_t at = word.start;
    while (at && (lexical_is_word(lexical, at - 1) || lexical->text.ptr[at - 1] == '.'))
        at--;
    return at && lexical->text.ptr[at - 1] == '@';
}

bool lexical_follows_new(const Lexical *lexical, Span word)
{
    size_t at = word.start;
    while (at && (byte_is_space(lexical->text.ptr[at - 1]) || lexical->text.ptr[at - 1] == '.' ||
                  (lexical_is_word(lexical, at - 1) && lexical->text.ptr[at] == '.')))
        at--;
    return at > 3 && str_equal(str_slice(lexical->text, at - 3, at), STR("new"));
}

bool lexical_is_last_argument(const Lexical *lexical)
{
    size_t at = lexical->word.start;
    while (at && byte_is_space(lexical->text.ptr[at - 1]))
        at--;
    return at && lexical->text.ptr[at - 1] == ',' &&
           lexical_byte(lexical, lexical_skip_blanks(lexical, lexical->word.end)) == ')';
}
