/* An expression is read from its outermost operator inward: a choice is each of its parts, a call
   is what the language's rows say of its name (LangResults). Anything else is unknown, and proves
   nothing. */
#include "change/results.h"

/* Expressions within expressions that are read. */
#define DEPTH_MAX 6
/* Tokens of one expression that are read. */
#define EXPRESSION_TOKENS 4000

typedef struct Reading {
    const FunctionBody *body;
    const LangResults *rows;
    const LangFacts *facts;
    Results *results;
} Reading;

static Str text_at(const Reading *reading, size_t i)
{
    return function_body_text(reading->body, i);
}

static char mark_at(const Reading *reading, size_t i)
{
    return function_body_mark(reading->body, i);
}

static bool is_word(const Reading *reading, size_t i)
{
    return i < reading->body->tokens.len && reading->body->tokens.ptr[i].kind == TOKEN_WORD;
}

static bool is_listed(const Reading *reading, size_t i, const char *words)
{
    return is_word(reading, i) && str_is_listed(text_at(reading, i), words);
}

/* Whether two marks stand side by side. */
static bool is_pair(const Reading *reading, size_t i, char first, char second)
{
    const TokenVec *tokens = &reading->body->tokens;
    return i + 1 < tokens->len && mark_at(reading, i) == first &&
           mark_at(reading, i + 1) == second && tokens->ptr[i].end == tokens->ptr[i + 1].start;
}

static bool is_nothing(Str word)
{
    static const char *const names[] = {"null", "None",    "nil",  "undefined",
                                        "NULL", "nullptr", "undef"};
    for (size_t i = 0; i < COUNT(names); i++)
        if (str_equal(word, str_from(names[i])))
            return true;
    return false;
}

/* ---- ends ---- */

/* Whether a line that begins at the token goes on with the one before. */
static bool goes_on(const Reading *reading, size_t i)
{
    char mark = mark_at(reading, i), last = i ? mark_at(reading, i - 1) : '\0';
    return (mark && byte_in(mark, ".?:+&|")) || (last && byte_in(last, "+-*/,.?:&|=<>\\"));
}

/* The token after the statement that begins at one. */
static size_t statement_end(const Reading *reading, size_t from)
{
    size_t depth = 0, last = MIN(from + EXPRESSION_TOKENS, reading->body->tokens.len);
    for (size_t i = from; i < last; i++) {
        char mark = mark_at(reading, i);
        bool ends = mark == ';' || (mark && byte_in(mark, ")]}")) ||
                    is_listed(reading, i, "end rescue") ||
                    (i > from && function_body_breaks(reading->body, i) && !goes_on(reading, i));
        if (!depth && ends)
            return i;
        depth += mark && byte_in(mark, "([{");
        depth -= depth && mark && byte_in(mark, ")]}");
    }
    return last;
}

/* The first of the words outside of brackets, or `end`. */
static size_t find_word(const Reading *reading, size_t i, size_t end, const char *words)
{
    for (size_t depth = 0; i < end; i++) {
        char mark = mark_at(reading, i);
        depth += mark && byte_in(mark, "([{");
        depth -= depth && mark && byte_in(mark, ")]}");
        if (!depth && is_listed(reading, i, words) &&
            !(i && mark_at(reading, i - 1) && byte_in(mark_at(reading, i - 1), ".$@:>")))
            return i;
    }
    return end;
}

/* The first of the marks outside of brackets, or `end`. A pair that leads to a member is no mark.
 */
static size_t find_mark(const Reading *reading, size_t i, size_t end, const char *marks)
{
    for (size_t depth = 0; i < end; i++) {
        char mark = mark_at(reading, i);
        bool member = is_pair(reading, i, '-', '>') || is_pair(reading, i, '?', '.') ||
                      is_pair(reading, i, '&', '.') || is_pair(reading, i, ':', ':');
        if (member && !depth) {
            i++;
            continue;
        }
        if (!depth && mark && byte_in(mark, marks))
            return i;
        depth += mark && byte_in(mark, "([{");
        depth -= depth && mark && byte_in(mark, ")]}");
    }
    return end;
}

/* ---- maps and tuples ---- */

/* Whether a comma is between a token and the one before; in some token lists it is no token. */
static bool is_after_comma(const Reading *reading, size_t i)
{
    const TokenVec *tokens = &reading->body->tokens;
    if (!i || i >= tokens->len)
        return false;
    Str gap =
        str_slice(reading->body->side->code.text, tokens->ptr[i - 1].end, tokens->ptr[i].start);
    return mark_at(reading, i - 1) == ',' || str_find_byte(gap, ',') != STR_NONE;
}

/* Whether a word in braces is a key and its value in one: `{a, b}`. */
static bool is_shorthand(const Reading *reading, size_t i)
{
    bool begins = mark_at(reading, i - 1) == '{' || is_after_comma(reading, i);
    char next = mark_at(reading, i + 1);
    return begins && ((next && byte_in(next, ",}")) || is_after_comma(reading, i + 1));
}

/* Adds the keys of a map that begins at `open`. */
static void read_keys(Reading *reading, size_t open, size_t close)
{
    size_t depth = 0;
    for (size_t i = open; i <= close; i++) {
        char mark = mark_at(reading, i), next = mark_at(reading, i + 1);
        depth += mark && byte_in(mark, "([{");
        depth -= depth && mark && byte_in(mark, ")]}");
        Str word = text_at(reading, i);
        bool string = reading->body->tokens.ptr[i].kind == TOKEN_STRING && word.len > 2;
        bool key = depth == 1 && (string || is_word(reading, i)) &&
                   ((next == ':' && mark_at(reading, i + 2) != ':') ||
                    (next == '=' && mark_at(reading, i + 2) == '>') ||
                    (!string && is_shorthand(reading, i)));
        reading->results->open |=
            depth == 1 && (is_pair(reading, i, '.', '.') || is_pair(reading, i, '*', '*'));
        if (key)
            *VEC_PUSH(reading->body->arena, &reading->results->keys) =
                string ? str_slice(word, 1, word.len - 1) : word;
    }
}

/* Whether the tuple at `open` is matched, not made: what follows gives its parts names. */
static bool is_pattern(const Reading *reading, size_t open)
{
    size_t i = function_body_close(reading->body, open, reading->body->tokens.len);
    char next = mark_at(reading, i + 1), after = mark_at(reading, i + 2);
    return (next == '-' && after == '>') || (next == '<' && after == '-') ||
           (next == '=' && after != '=') || is_listed(reading, i + 1, "when");
}

/* The atom that begins a tuple at a token; empty: none does. */
static Str tag_at(const Reading *reading, size_t i)
{
    if (!reading->facts->heads.results_are_tagged || mark_at(reading, i) != '{')
        return (Str){0};
    bool colon = mark_at(reading, i + 1) == ':';
    Str word = is_word(reading, i + 1 + colon) ? text_at(reading, i + 1 + colon) : (Str){0};
    bool small = word.len && word.ptr[0] >= 'a' && word.ptr[0] <= 'z';
    return small && (colon || mark_at(reading, i + 2) == ',') ? word : (Str){0};
}

static void read_tags(Reading *reading)
{
    for (size_t i = 0; i < reading->body->tokens.len; i++) {
        Str tag = tag_at(reading, i);
        if (tag.len && !is_pattern(reading, i))
            *VEC_PUSH(reading->body->arena, &reading->results->tags) = tag;
    }
}

/* ---- calls ---- */

static unsigned kind_named(Str name)
{
    static const char *const names[] = {"nothing", "text",   "number",  "list",     "map",
                                        "truth",   "object", "several", "reference"};
    for (size_t i = 0; i < COUNT(names); i++)
        if (str_equal(name, str_from(names[i])))
            return 1U << i;
    return RESULT_UNKNOWN;
}

/* What the rows say of a name: `f`, `.f` or a mark; 0: they say nothing. */
static unsigned kind_in_rows(Reading *reading, Str name)
{
    for (size_t i = 0; reading->rows->forms && reading->rows->forms[i]; i += 2) {
        Str form = str_from(reading->rows->forms[i]);
        if (!str_is_listed(name, reading->rows->forms[i + 1]))
            continue;
        if (str_starts(form, STR(":"))) { // the tag of its tuple
            *VEC_PUSH(reading->body->arena, &reading->results->tags) = str_from_offset(form, 1);
            return RESULT_TAGGED;
        }
        return kind_named(form);
    }
    if (str_is_listed(name, reading->rows->lookups))
        return RESULT_LOOKED;
    bool demands = str_is_listed(name, reading->rows->demands);
    reading->results->demands += demands;
    return demands ? RESULT_UNKNOWN : 0;
}

static bool is_member(const Reading *reading, size_t i)
{
    char last = i ? mark_at(reading, i - 1) : '\0';
    return last && (byte_in(last, ".") || (i > 1 && is_pair(reading, i - 2, '-', '>')));
}

static unsigned kind_of_name(Reading *reading, size_t at, bool called)
{
    Str name = text_at(reading, at);
    bool member = is_member(reading, at);
    unsigned kind = kind_in_rows(
        reading, member ? str_format(reading->body->arena, ".%.*s", STR_ARG(name)) : name);
    bool made = member && str_equal(name, STR("new")) && at > 1;
    Str type = made ? text_at(reading, at - 2) : name;
    bool capital = type.len && type.ptr[0] >= 'A' && type.ptr[0] <= 'Z';
    if (!kind && capital && (called || made)) {
        reading->results->object = type;
        return RESULT_OBJECT;
    }
    return kind ? kind : RESULT_UNKNOWN;
}

/* The bracket that opens the one at `close`; `first`: none does after it. */
static size_t open_of(const Reading *reading, size_t first, size_t close)
{
    for (size_t i = close, depth = 0; i > first; i--) {
        char mark = mark_at(reading, i);
        depth += mark && byte_in(mark, ")]}");
        depth -= depth && mark && byte_in(mark, "([{");
        if (!depth)
            return i;
    }
    return first;
}

/* The kind of an expression that ends with a call, an index or a member, or that begins with a
   function. */
static unsigned kind_of_call(Reading *reading, size_t i, size_t end)
{
    size_t last = end - 1;
    if (mark_at(reading, last) == '}') { // a block
        size_t open = open_of(reading, i, last);
        last = open > i ? open - 1 : i;
    }
    char mark = mark_at(reading, last);
    if (mark == ']' && open_of(reading, i, last) > i) {
        unsigned kind = kind_in_rows(reading, STR("[]"));
        return kind ? kind : RESULT_UNKNOWN;
    }
    size_t open = mark == ')' ? open_of(reading, i, last) : i;
    if (open > i && is_word(reading, open - 1))
        return kind_of_name(reading, open - 1, true);
    if (is_word(reading, last) && is_member(reading, last))
        return kind_of_name(reading, last, false);
    bool spaced = is_word(reading, i) && i + 1 < end && mark_at(reading, i + 1) != '.' &&
                  mark_at(reading, i + 1) != '(' && !is_pair(reading, i + 1, '-', '>');
    return spaced ? kind_of_name(reading, i, false) : RESULT_UNKNOWN;
}

/* ---- expressions ---- */

static unsigned kind_of(Reading *reading, size_t i, size_t end, int depth);

/* The kind of a variable's value, if the body gives it one in one place alone. */
static unsigned kind_of_variable(Reading *reading, size_t use, int depth)
{
    Str name = text_at(reading, use);
    size_t found = 0;
    for (size_t i = 0; i < reading->body->tokens.len; i++) {
        char next = mark_at(reading, i + 1), after = mark_at(reading, i + 2);
        if (!is_word(reading, i) || !str_equal(text_at(reading, i), name) || is_member(reading, i))
            continue;
        bool set = (next == '=' && after != '=' && after != '~' && after != '>') ||
                   (next == ':' && after == '=') ||
                   (next && byte_in(next, "+-*/|&%.,") && (after == '=' || next == ','));
        bool parted = set && (next == ',' || !byte_in(next, "=:"));
        if (set && (found || parted || i > use))
            return RESULT_UNKNOWN;
        found = set ? i + 2 + (next == ':') : found;
    }
    if (!found)
        return RESULT_UNKNOWN;
    bool raises = false;
    for (size_t i = found; i < use; i++)
        raises |= is_listed(reading, i, reading->facts->raise_words);
    reading->results->open = true;
    unsigned kind = kind_of(reading, found, statement_end(reading, found), depth);
    return raises && kind & RESULT_LOOKED ? RESULT_UNKNOWN : kind;
}

static unsigned kind_of_token(Reading *reading, size_t i, int depth)
{
    const Token *token = &reading->body->tokens.ptr[i];
    Str word = text_at(reading, i);
    if (token->kind == TOKEN_STRING)
        return RESULT_TEXT;
    if (token->kind == TOKEN_NUMBER)
        return RESULT_NUMBER;
    if (is_nothing(word))
        return RESULT_NOTHING;
    if (str_is_listed(word, "true false True False TRUE FALSE"))
        return RESULT_TRUTH;
    return token->kind == TOKEN_WORD ? kind_of_variable(reading, i, depth) : RESULT_UNKNOWN;
}

static unsigned kind_in_brackets(Reading *reading, size_t i, size_t end, int depth)
{
    char mark = mark_at(reading, i);
    if (mark == '(')
        return find_mark(reading, i + 1, end - 1, ",") < end - 1
                   ? RESULT_UNKNOWN
                   : kind_of(reading, i + 1, end - 1, depth);
    if (mark == '[')
        return RESULT_LIST;
    Str tag = tag_at(reading, i);
    if (tag.len)
        return RESULT_TAGGED;
    if (reading->facts->heads.results_are_tagged)
        return RESULT_UNKNOWN;
    read_keys(reading, i, end - 1);
    return RESULT_MAP;
}

/* The kind of an expression without operators outside of brackets. */
static unsigned kind_of_primary(Reading *reading, size_t i, size_t end, int depth)
{
    char mark = mark_at(reading, i);
    bool escaped = mark == '\\';
    Str first = escaped
                    ? str_slice(reading->body->side->code.text, reading->body->tokens.ptr[i].start,
                                reading->body->tokens.ptr[i].end + 1)
                    : text_at(reading, i);
    if (is_listed(reading, i, "new") && is_word(reading, i + 1)) {
        reading->results->object = text_at(reading, i + 1);
        return RESULT_OBJECT;
    }
    unsigned kind = mark ? kind_in_rows(reading, first) : 0;
    if (kind &&
        (escaped || !byte_in(mark, "([{") || function_body_close(reading->body, i, end) + 1 == end))
        return kind;
    if (i + 1 == end)
        return kind_of_token(reading, i, depth);
    if (mark && byte_in(mark, "([{") && function_body_close(reading->body, i, end) + 1 == end)
        return kind_in_brackets(reading, i, end, depth);
    return is_listed(reading, i,
                     "if case match when switch try cond with for fn lambda function "
                     "async await do begin unless while loop")
               ? RESULT_UNKNOWN
               : kind_of_call(reading, i, end);
}

/* The kind of `a or b`: `a` is something then. 0: there is no such operator. */
static unsigned kind_of_choice(Reading *reading, size_t i, size_t end, int depth)
{
    size_t word = find_word(reading, i, end, "or"), at = i;
    for (; at < end; at = find_mark(reading, at + 1, end, "|?/")) {
        bool pair = is_pair(reading, at, '|', '|') || is_pair(reading, at, '?', '?') ||
                    is_pair(reading, at, '?', ':') || is_pair(reading, at, '/', '/');
        if (pair)
            break;
    }
    size_t split = MIN(word, at), after = split + (at < word ? 2 : 1);
    if (split >= end || split == i)
        return 0;
    unsigned left = kind_of(reading, i, split, depth);
    left &= ~(unsigned)RESULT_NOTHING;
    return (left & RESULT_LOOKED ? (left & ~(unsigned)RESULT_LOOKED) | RESULT_UNKNOWN : left) |
           kind_of(reading, after, end, depth);
}

/* The kind of `c ? a : b` or `a if c else b`. 0: there is no such operator. */
static unsigned kind_of_condition(Reading *reading, size_t i, size_t end, int depth)
{
    size_t ask = find_mark(reading, i + 1, end, "?"), colon = end;
    size_t word = find_word(reading, i + 1, end, "if");
    size_t otherwise = find_word(reading, word, end, "else");
    bool spaced =
        ask < end && reading->body->tokens.ptr[ask - 1].end < reading->body->tokens.ptr[ask].start;
    if (word < end && otherwise < end)
        return kind_of(reading, i, word, depth) | kind_of(reading, otherwise + 1, end, depth);
    colon = spaced ? find_mark(reading, ask + 1, end, ":") : end;
    return colon < end
               ? kind_of(reading, ask + 1, colon, depth) | kind_of(reading, colon + 1, end, depth)
               : 0;
}

/* What the expression from `i` up to `end` is: ResultKind bits. */
static unsigned kind_of(Reading *reading, size_t i, size_t end, int depth)
{
    if (i >= end)
        return RESULT_NOTHING;
    if (!depth--)
        return RESULT_UNKNOWN;
    if (is_listed(reading, i, reading->facts->raise_words))
        return 0;
    if (find_word(reading, i, i + 1,
                  "if unless case match switch try cond with fn lambda function "
                  "async await for begin while loop") == i)
        return RESULT_UNKNOWN;
    unsigned kind = kind_of_condition(reading, i, end, depth);
    if (kind)
        return kind;
    end = find_word(reading, i, end, "if unless"); // a condition on the whole statement
    kind = kind_of_choice(reading, i, end, depth);
    if (kind)
        return kind;
    if (find_word(reading, i, end, "and in is as instanceof") < end)
        return RESULT_UNKNOWN;
    bool negated = mark_at(reading, i) == '-' && i + 2 == end;
    size_t from = i + (negated || mark_at(reading, i) == '%' || mark_at(reading, i) == '&' ||
                       mark_at(reading, i) == '*');
    for (size_t at = find_mark(reading, from, end, "=!<>+-*/%&|^"); at < end;
         at = find_mark(reading, at + 1, end, "=!<>+-*/%&|^")) {
        if (is_pair(reading, at, '=', '=') || (is_pair(reading, at, '!', '=') && at > i))
            return RESULT_TRUTH;
        if (is_pair(reading, at, '|', '>')) { // what the last step of a pipe gives
            size_t step = at + 2;
            if (find_mark(reading, step, end, "|") == end)
                return kind_of(reading, step, end, depth);
            continue;
        }
        bool text =
            mark_at(reading, at) == '+' && at > i && kind_of(reading, i, at, depth) == RESULT_TEXT;
        return text ? RESULT_TEXT : RESULT_UNKNOWN;
    }
    return kind_of_primary(reading, negated ? i + 1 : i, end, depth);
}

/* ---- statements ---- */

/* How many values are separated by commas outside of brackets. */
static size_t count_values(const Reading *reading, size_t i, size_t end)
{
    size_t values = 1;
    for (; (i = find_mark(reading, i, end, ",")) < end; i++)
        values++;
    return values;
}

static void add_result(Reading *reading, size_t i, size_t end)
{
    reading->results->kinds |= kind_of(reading, i, end, DEPTH_MAX);
    reading->results->count++;
}

/* Reads the results after `return`, but not those of functions among the arguments of a call. */
static void read_returns(Reading *reading)
{
    size_t rounds = 0;
    for (size_t i = 0; i < reading->body->tokens.len; i++) {
        char mark = mark_at(reading, i);
        rounds += mark == '(';
        rounds -= rounds && mark == ')';
        if (rounds || !is_listed(reading, i, "return") || is_member(reading, i))
            continue;
        bool same_line = !function_body_breaks(reading->body, i + 1);
        size_t end = same_line ? statement_end(reading, i + 1) : i + 1;
        size_t values = same_line && end > i + 1 ? count_values(reading, i + 1, end) : 0;
        reading->results->values = MAX(reading->results->values, values);
        if (values > 1)
            reading->results->kinds |= RESULT_UNKNOWN;
        else
            reading->results->kinds |= kind_of(reading, i + 1, end, DEPTH_MAX);
        reading->results->count++;
    }
}

/* The last expression of a body is its result, where no statement says so. */
static void read_last(Reading *reading)
{
    size_t end = reading->body->tokens.len, first = 0;
    bool block = end && str_is_listed(text_at(reading, end - 1), "end }");
    end -= block;
    while (is_listed(reading, first, "do") || mark_at(reading, first) == ':' ||
           mark_at(reading, first) == ',')
        first++;
    if (end <= first)
        return;
    if (str_is_listed(text_at(reading, end - 1), "end")) {
        reading->results->kinds |= RESULT_UNKNOWN;
        reading->results->count++;
        return;
    }
    for (size_t i = end, depth = 0; i-- > first;) {
        char mark = mark_at(reading, i);
        depth += mark && byte_in(mark, ")]}");
        depth -= depth && mark && byte_in(mark, "([{");
        if (!depth && i > first && function_body_breaks(reading->body, i) && !goes_on(reading, i)) {
            first = i;
            break;
        }
    }
    if (!is_listed(reading, first, "return"))
        add_result(reading, first, end);
}

/* Whether the body is an expression: it follows `=` or `=>`. */
static bool is_expression(const Reading *reading)
{
    const TokenVec *tokens = &reading->body->tokens;
    if (!tokens->len || mark_at(reading, 0) == '{')
        return false;
    Str before = str_trim(str_slice(reading->body->side->code.text, 0, tokens->ptr[0].start));
    return str_ends(before, STR("=>")) || mark_at(reading, 0) == '=';
}

void results_read(const FunctionBody *body, Results *results)
{
    const LangFacts *facts = lang_facts(body->side->outline.language);
    Reading reading = {.body = body, .rows = &facts->results, .facts = facts, .results = results};
    *results = (Results){0};
    read_returns(&reading);
    if (is_expression(&reading)) {
        size_t first = mark_at(&reading, 0) == '=' ? 1 + is_pair(&reading, 0, '=', '>') : 0;
        add_result(&reading, first, statement_end(&reading, first));
    } else if (facts->last_is_result) {
        read_last(&reading);
    }
    if (facts->heads.results_are_tagged)
        read_tags(&reading);
}

const char *results_name(unsigned kinds)
{
    static const char *const names[] = {
        "nothing",       "a text",    "a number",       "a list",      "a map",
        "true or false", "an object", "several values", "a reference", "a tagged tuple"};
    for (size_t i = 0; i < COUNT(names); i++)
        if (kinds & 1U << i && (i || !(kinds & ~1U)))
            return names[i];
    return "a value";
}
