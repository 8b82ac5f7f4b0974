/* Arguments are read from their text, since the grammars have other nodes for them in each
   language. A function is written with `$0`, `$1` for its parameters. */
#include "lang/walk/given.h"

#include "base/buf.h"
#include "lang/walk/expression.h"
#include "lang/walk/type.h"

/* Longer texts say nothing: few types come from so far. */
#define GIVEN_BYTES_MAX 200
#define GIVEN_COUNT_MAX 12
/* Arguments in arguments. */
#define GIVEN_DEPTH_MAX 3
#define LAMBDA_PARAMETERS_MAX 4
/* Longer heads of functions are something else. */
#define LAMBDA_HEAD_BYTES 120

typedef struct Lambda {
    Str parameters[LAMBDA_PARAMETERS_MAX];
    uint32_t count;
    bool written; /* the parameters are */
    bool apart;   /* … in brackets */
    Str body;
} Lambda;

/* ---- scanning ---- */

/* The length of the string or bracket at the front of the text, or 1. */
static size_t skip(Str text)
{
    char c = text.ptr[0];
    size_t close = byte_in(c, "([{") ? expression_close(text, 0) : STR_NONE;
    if (close != STR_NONE)
        return close + 1;
    if (c != '"' && c != '\'' && c != '`')
        return 1;
    for (size_t i = 1; i < text.len && text.ptr[i] != '\n'; i++) {
        i += text.ptr[i] == '\\';
        if (i < text.len && text.ptr[i] == c)
            return i + 1;
    }
    return 1;
}

/* The length of `<A, B>`, type arguments at the front of the text; 0 for a comparison. */
static size_t angles(Str text)
{
    size_t depth = 0;
    for (size_t i = 0; i < text.len; i++) {
        char c = text.ptr[i];
        depth += c == '<';
        depth -= c == '>' && depth;
        if (!depth)
            return i + 1 < text.len && byte_in(text.ptr[i + 1], "(.{[:") ? i + 1 : 0;
        if (!byte_is_word(c) && !byte_in(c, "<>, .?[]&"))
            return 0;
    }
    return 0;
}

/* The offset of the token outside of all brackets and strings, or the length. */
static size_t find_outside(Str text, Str token)
{
    for (size_t i = 0; i < text.len;) {
        Str rest = str_from_offset(text, i);
        if (str_starts(rest, token))
            return i;
        size_t types = rest.ptr[0] == '<' ? angles(rest) : 0;
        i += types ? types : skip(rest);
    }
    return text.len;
}

/* ---- functions ---- */

static Str argument_text(Arena *arena, const Language *language, Str source, int depth);

/* Names of the parameters: `a, b`, `(a: A, b: B)`, `(A a, B b)`. False if it is something else. */
static bool read_parameters(const Language *language, Str head, Lambda *lambda)
{
    head = str_trim(head);
    if (str_starts(head, STR("async ")))
        head = str_trim(str_from_offset(head, strlen("async ")));
    if (str_starts(head, STR("["))) // Swift: what is captured
        head = str_trim(str_from_offset(head, skip(head)));
    bool round = str_starts(head, STR("(")) && skip(head) == head.len;
    if (str_starts(head, STR("case ")))
        return false;
    head = round ? str_slice(head, 1, head.len - 1) : head;
    for (size_t i = 0; i < head.len; i++)
        if (!byte_is_word(head.ptr[i]) && !byte_in(head.ptr[i], " ,:<>?.@[]()&|"))
            return false;
    lambda->written = true;
    lambda->apart = round && str_equal(str_from(language->lambda_arrow), STR("->"));
    while (head.len && lambda->count < LAMBDA_PARAMETERS_MAX) {
        size_t end = find_outside(head, STR(","));
        Str part = str_trim(str_slice(head, 0, end));
        bool colon = language->parameters == PARAMETERS_NAME_COLON;
        lambda->parameters[lambda->count++] = colon ? str_first_word(part) : str_last_word(part);
        head = str_from_offset(head, end + 1);
    }
    return true;
}

/* The expression that a block ends with: `return x;`, and the last line of a block that is itself
   a function. *only: nothing comes before it. */
static Str last_statement(Str block, bool *only)
{
    Str last = {0}, rest = str_trim(block);
    size_t count = 0;
    while (rest.len) {
        size_t line = find_outside(rest, STR("\n")), sign = find_outside(rest, STR(";"));
        size_t end = MIN(line, sign);
        Str part = str_trim(str_slice(rest, 0, end));
        rest = str_trim(str_from_offset(rest, end + 1));
        bool goes_on = part.len && (str_starts(part, STR(".")) || str_starts(part, STR("?.")));
        if (goes_on && last.len)
            last = (Str){last.ptr, (size_t)(part.ptr + part.len - last.ptr)};
        else if (part.len)
            last = part, count++;
    }
    if (str_starts(last, STR("return ")))
        last = str_trim(str_from_offset(last, strlen("return ")));
    *only = count == 1;
    return last;
}

/* Words before a parameter or an argument: `&mut x`, `ref x`. */
static Str without_reference(Str source)
{
    static const Str words[] = {STR_INIT("&"), STR_INIT("*"), STR_INIT("mut "), STR_INIT("ref ")};
    for (size_t i = 0; i < COUNT(words); i++)
        if (str_starts(source, words[i])) {
            source = str_trim(str_from_offset(source, words[i].len));
            i = STR_NONE; // from the first again
        }
    return source;
}

/* Rust: `move |a, &b: &B| -> R { … }`. */
static bool read_barred(Str source, Lambda *lambda)
{
    static const Str words[] = {STR_INIT("async "), STR_INIT("move ")};
    for (size_t i = 0; i < COUNT(words); i++)
        if (str_starts(source, words[i]))
            source = str_trim(str_from_offset(source, words[i].len));
    *lambda = (Lambda){.written = true};
    if (!str_starts(source, STR("|")))
        return false;
    source = str_from_offset(source, 1);
    size_t end = find_outside(source, STR("|"));
    Str head = str_slice(source, 0, end), body = str_trim(str_from_offset(source, end + 1));
    bool only = true, parts = false, own = false;
    while (head.len && lambda->count < LAMBDA_PARAMETERS_MAX) {
        size_t comma = find_outside(head, STR(","));
        Str name = without_reference(str_trim(str_slice(head, 0, comma)));
        parts = parts || str_starts(name, STR("("));
        lambda->parameters[lambda->count++] = str_first_word(name);
        head = str_from_offset(head, comma + 1);
    }
    if (str_starts(body, STR("->")))
        body = str_from_offset(body, find_outside(body, STR("{")));
    bool block = str_starts(body, STR("{")) && skip(body) == body.len;
    lambda->body = block ? last_statement(str_slice(body, 1, body.len - 1), &only) : body;
    for (uint32_t i = 0; i < lambda->count; i++)
        own = own || str_equal(lambda->parameters[i], str_first_word(lambda->body));
    if (parts || (!only && !own)) // it may begin with a variable of the function's own
        lambda->body = (Str){0};
    return true;
}

/* Splits a function into its parameters and its result; false for anything else. */
static bool read_lambda(const Language *language, Str source, Lambda *lambda)
{
    if (language->closures_have_bars)
        return read_barred(source, lambda);
    const char *arrow = language->lambda_arrow;
    bool block = language->trailing_blocks_are_calls && str_starts(source, STR("{"));
    bool only = true;
    *lambda = (Lambda){0};
    if (block && skip(source) != source.len)
        return false;
    Str inside = block ? str_trim(str_slice(source, 1, source.len - 1)) : source;
    size_t at = find_outside(inside, str_from(arrow)), end = at + strlen(arrow);
    bool whole =
        end < inside.len && !(byte_is_word(arrow[end - at - 1]) && byte_is_word(inside.ptr[end]));
    bool headed = whole && at <= LAMBDA_HEAD_BYTES &&
                  read_parameters(language, str_slice(inside, 0, at), lambda);
    if (headed)
        inside = str_trim(str_from_offset(inside, end));
    bool dart = language->chain_node && str_starts(source, STR("("));
    size_t head = dart ? skip(source) : 0;
    Str after = str_trim(str_from_offset(source, head));
    if (!headed && head && str_starts(after, STR("{")) &&
        read_parameters(language, str_slice(source, 0, head), lambda)) {
        headed = true;
        inside = after;
    }
    if (!headed && !block)
        return false;
    bool braces = !block && str_starts(inside, STR("{")) && skip(inside) == inside.len;
    if (braces)
        inside = str_slice(inside, 1, inside.len - 1);
    lambda->body = block || braces ? last_statement(inside, &only) : inside;
    bool own = false;
    for (uint32_t i = 0; i < lambda->count; i++)
        own = own || str_equal(lambda->parameters[i], str_first_word(lambda->body));
    bool implied = !lambda->written && str_starts(lambda->body, STR("it."));
    bool apart = block && headed && lambda->apart; // Kotlin: `{ (a, b) -> … }` takes one pair
    if (apart)
        lambda->count = 1;
    if (apart || (!only && !own && !implied) || (!headed && str_starts(inside, STR("case "))))
        lambda->body = (Str){0};
    return true;
}

/* The result with `$0` for the first parameter, and so on. */
static Str with_numbers(Arena *arena, const Lambda *lambda, Str body)
{
    Buf out = buf_open(arena, 0);
    char before = '\0';
    while (body.len) {
        Str word = str_first_word(body);
        size_t len = MAX(word.len, (size_t)1);
        uint32_t index = lambda->written ? 0 : lambda->count;
        while (index < lambda->count && !str_equal(lambda->parameters[index], word))
            index++;
        bool implied = !lambda->written && str_equal(word, STR("it"));
        bool own = word.len && (implied || index < lambda->count) && !byte_in(before, ".$");
        if (own)
            buf_printf(&out, "$%u", implied ? 0 : index);
        else
            buf_put(&out, str_slice(body, 0, len));
        before = body.ptr[len - 1];
        body = str_from_offset(body, len);
    }
    return buf_str(&out);
}

static Str lambda_text(Arena *arena, const Language *language, const Lambda *lambda, int depth)
{
    Str count = lambda->written ? str_format(arena, "%u", lambda->count) : (Str){0};
    Str body = argument_text(arena, language, with_numbers(arena, lambda, lambda->body), depth + 1);
    bool known = body.len && !str_equal(body, STR("_"));
    const Str parts[] = {STR("\\"), count, known ? STR(":") : (Str){0}, known ? body : (Str){0}};
    return str_join_all(arena, parts, COUNT(parts));
}

/* Scala: `_.name`; Swift: `\.name`. */
static Str short_lambda(Arena *arena, const Language *language, Str source, int depth)
{
    bool path = str_starts(source, STR("\\."));
    size_t head = path ? 1 : 0;
    if (!path && (!language->self_is_underscore || !str_starts(source, STR("_."))))
        return (Str){0};
    head = path ? head : 1;
    Lambda lambda = {.count = 1, .written = true};
    lambda.parameters[0] = STR("");
    lambda.body = str_join(arena, STR("$0"), str_from_offset(source, head));
    return lambda_text(arena, language, &lambda, depth);
}

/* `Foo::bar`, `::bar`, `Foo::new`, `this::bar`. */
static Str function_name(Arena *arena, const Language *language, Str source)
{
    size_t joint = str_find(source, STR("::")), last = str_find_last_byte(source, ':');
    bool rust = language->closures_have_bars;
    if (joint == STR_NONE || (rust && last + 1 < source.len && source.ptr[last + 1] < 'a'))
        return (Str){0}; // Rust: a variant or a constant
    for (size_t i = 0; i < source.len; i++)
        if (!byte_is_word(source.ptr[i]) && !byte_in(source.ptr[i], ".:"))
            return (Str){0};
    if (rust)
        return str_join(arena, STR("&"), source);
    const Str parts[] = {STR("&"), str_slice(source, 0, joint), joint ? STR(".") : (Str){0},
                         str_from_offset(source, joint + 2)};
    return str_join_all(arena, parts, COUNT(parts));
}

/* ---- literals and values ---- */

static Str number_text(Str source)
{
    size_t at = str_starts(source, STR("-")) ? 1 : 0;
    bool fraction = false;
    if (at == source.len || !byte_is_digit(source.ptr[at]))
        return (Str){0};
    bool hex = str_starts(str_from_offset(source, at), STR("0x"));
    for (; at < source.len; at++) {
        char c = source.ptr[at];
        if (!byte_is_word(c) && c != '.')
            return (Str){0};
        fraction = fraction || c == '.' || (!hex && byte_in(c, "fFdDmM"));
    }
    if (at && byte_in(source.ptr[at - 1], "lL"))
        return STR("0L");
    return fraction ? STR("0.0") : STR("0");
}

static Str literal_text(Str source)
{
    static const char *const nothing[] = {"null", "nil", NULL};
    static const char *const truths[] = {"true", "false", NULL};
    Str quoted = source;
    while (quoted.len && byte_in(quoted.ptr[0], "$@srf") && quoted.len > 1 &&
           byte_in(quoted.ptr[1], "\"'$@"))
        quoted = str_from_offset(quoted, 1);
    if (lang_lists(nothing, source))
        return STR("null");
    if (lang_lists(truths, source))
        return STR("true");
    if (str_starts(quoted, STR("\"\"\"")) && str_ends(quoted, STR("\"\"\"")))
        return STR("\"\"");
    bool text = quoted.len > 1 && byte_in(quoted.ptr[0], "\"'") && skip(quoted) == quoted.len;
    return text ? quoted.ptr[0] == '"' ? STR("\"\"") : STR("''") : number_text(source);
}

static Str value_text(Arena *arena, const Language *language, Str source, int depth)
{
    bool value;
    Str text = type_of_argument(arena, language, source, &value, depth);
    if (text.len && !value)
        text = str_join(arena, text, STR("{}"));
    return text.len && text.len <= GIVEN_BYTES_MAX ? text : STR("_");
}

/* The length of the name of a named argument and what follows it; 0 without one. */
static size_t label_length(const Language *language, Str source)
{
    const char *sign = language->argument_label;
    size_t len = str_first_word(source).len, at = len;
    while (at < source.len && byte_is_space(source.ptr[at]))
        at++;
    Str rest = str_from_offset(source, at), next = str_from_offset(source, at + 1);
    bool named = sign && len && str_starts(rest, str_from(sign));
    return named && next.len && !byte_in(next.ptr[0], "=:>~") ? at + 1 : 0;
}

/* Words before an argument: C#'s `ref x`, `out var x`, `await x`. */
static Str without_prefix(Str source)
{
    static const Str words[] = {STR_INIT("ref "), STR_INIT("out "), STR_INIT("in "),
                                STR_INIT("await "), STR_INIT("try ")};
    for (size_t i = 0; i < COUNT(words); i++)
        if (str_starts(source, words[i]))
            return str_trim(str_from_offset(source, words[i].len));
    return str_starts(source, STR("&")) ? str_from_offset(source, 1) : source;
}

static Str argument_text(Arena *arena, const Language *language, Str source, int depth)
{
    Lambda lambda;
    source = without_prefix(str_trim(source));
    source = language->closures_have_bars ? without_reference(source) : source;
    if (!source.len || depth > GIVEN_DEPTH_MAX)
        return STR("_");
    if (str_starts(source, STR("*")) || str_ends(source, STR(": _*")))
        return STR("*");
    Str text = literal_text(source);
    text = text.len ? text : short_lambda(arena, language, source, depth);
    if (!text.len && (language->lambda_arrow || language->closures_have_bars) &&
        read_lambda(language, source, &lambda))
        text = lambda_text(arena, language, &lambda, depth);
    text = text.len ? text : function_name(arena, language, source);
    return text.len ? text : value_text(arena, language, source, depth);
}

/* The end of the comment that begins there; the same place if none does. */
static size_t comment_end(Str text, size_t at)
{
    Str rest = str_from_offset(text, at);
    if (str_starts(rest, STR("//")))
        return at + MIN(str_find_byte(rest, '\n'), rest.len);
    size_t end = str_starts(rest, STR("/*")) ? str_find(rest, STR("*/")) : 0;
    return end == STR_NONE ? text.len : end ? at + end + 2 : at;
}

/* The arguments without comments, whose commas separate nothing. */
static Str without_comments(Arena *arena, Str text)
{
    if (str_find(text, STR("//")) == STR_NONE && str_find(text, STR("/*")) == STR_NONE)
        return text;
    Buf out = buf_open(arena, text.len);
    char quote = '\0';
    for (size_t at = 0; at < text.len;) {
        char c = text.ptr[at];
        size_t end = quote ? at : comment_end(text, at);
        if (end > at) {
            at = end;
            continue;
        }
        if (quote && c == '\\' && at + 1 < text.len)
            buf_put_byte(&out, text.ptr[at++]);
        else if (c == quote)
            quote = '\0';
        else if (!quote && c == '"')
            quote = c;
        buf_put_byte(&out, text.ptr[at++]);
    }
    return buf_str(&out);
}

Str given_text(Arena *arena, const Language *language, Str inside, int depth)
{
    Buf out = buf_open(arena, GIVEN_BYTES_MAX + 1);
    inside = str_trim(depth == 1 ? without_comments(arena, inside) : inside);
    for (size_t count = 0; inside.len && depth <= GIVEN_DEPTH_MAX; count++) {
        size_t end = find_outside(inside, STR(","));
        Str source = str_trim(str_slice(inside, 0, end));
        size_t label = label_length(language, source);
        inside = str_trim(str_from_offset(inside, end + 1));
        if (count)
            buf_put_byte(&out, ',');
        if (count >= GIVEN_COUNT_MAX)
            return (Str){0};
        if (label)
            buf_printf(&out, "%.*s=", STR_ARG(str_first_word(source)));
        buf_put(&out, argument_text(arena, language, str_from_offset(source, label), depth));
    }
    return out.len > GIVEN_BYTES_MAX || out.overflow ? (Str){0} : buf_str(&out);
}

Str given_literal(Arena *arena, const Language *language, Str source)
{
    bool value = false;
    source = str_trim(source);
    if (!language->calls_keep_arguments)
        return (Str){0};
    while (str_starts(source, STR("(")) && skip(source) == source.len && source.len > 2)
        source = str_trim(str_slice(source, 1, source.len - 1));
    Str text = literal_text(source);
    if (text.len || !str_starts(source, STR("[")) || skip(source) != source.len)
        return str_equal(text, STR("null")) ? (Str){0} : text;
    text = type_of_argument(arena, language, source, &value, 1);
    return text.len && !value ? str_join(arena, text, STR("{}")) : STR("_[]{}");
}

Str given_pair(Arena *arena, const Language *language, Str source, int depth)
{
    Str infix = str_from(language->pair_infix ? language->pair_infix : ""), inside = {0};
    size_t at = infix.len ? find_outside(source, infix) : source.len;
    Str maker = STR("__tuple");
    bool round = language->tuples_are_in_brackets && str_starts(source, STR("(")) &&
                 skip(source) == source.len;
    if (at < source.len && find_outside(source, STR("\n")) == source.len) {
        const Str parts[] = {str_slice(source, 0, at), STR(","),
                             str_from_offset(source, at + infix.len)};
        inside = str_join_all(arena, parts, COUNT(parts));
        maker = str_from(language->pair_maker);
    } else if (round) {
        inside = str_slice(source, 1, source.len - 1);
        inside = find_outside(inside, STR(",")) < inside.len ? inside : (Str){0};
    }
    Str given = inside.len ? given_text(arena, language, inside, depth + 1) : (Str){0};
    const Str parts[] = {maker, STR("<="), given, STR(">()")};
    return given.len && given_has_types(given) ? str_join_all(arena, parts, COUNT(parts))
                                               : (Str){0};
}

bool given_has_types(Str given)
{
    static const char *const plain[] = {"_",  "0",    "0.0",  "0L", "\"\"",
                                        "''", "true", "null", "*",  NULL};
    while (given.len) {
        size_t end = find_outside(given, STR(","));
        Str text = str_slice(given, 0, end);
        size_t label = str_first_word(text).len;
        if (label < text.len && text.ptr[label] == '=')
            text = str_from_offset(text, label + 1);
        if (!lang_lists(plain, text))
            return true;
        given = str_from_offset(given, end + 1);
    }
    return false;
}

Str given_dropped(Arena *arena, Str expression)
{
    size_t at;
    while ((at = str_find(expression, STR("<="))) != STR_NONE) {
        size_t depth = 0, end = at;
        do {
            depth += expression.ptr[end] == '<';
            depth -= expression.ptr[end] == '>';
        } while (++end < expression.len && depth);
        expression =
            str_join(arena, str_slice(expression, 0, at), str_from_offset(expression, end));
    }
    return expression;
}
