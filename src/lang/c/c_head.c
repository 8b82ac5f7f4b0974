/* Reader of a declaration's head: everything up to its terminator. Types and macros are unknown,
   so every name with an argument list is a candidate. The one whose list looks most like
   parameters is chosen. */
#include "lang/c/c_parse.h"

/* A longer template argument list is taken for comparisons. */
#define ANGLE_TOKENS_MAX 400
/* Nested parentheses around a declarator's name. */
#define GROUP_DEPTH_MAX 16
/* Tokens examined to decide whether a list is a parameter list. */
#define PARAMETER_TOKENS_MAX 64
/* Tokens of `operator` and its symbol or type. */
#define OPERATOR_TOKENS_MAX 48

uint32_t c_skip_angles(const CParse *parse, uint32_t index)
{
    uint32_t depth = 0, end = MIN(parse->scope.end, index + ANGLE_TOKENS_MAX);
    for (uint32_t i = index; i < end; i = c_next(parse, i)) {
        const CToken *token = c_at(parse, i);
        if (c_is(token, ';') || c_is(token, '}') || token->kind == C_END)
            return 0;
        if (c_is(token, '{') && token->match == C_NO_MATCH)
            return 0;
        depth += c_is(token, '<');
        if (c_is(token, '>') && --depth == 0)
            return i + 1;
    }
    return 0;
}

uint32_t c_find_value_end(const CParse *parse, uint32_t index)
{
    for (; index < parse->scope.end; index = c_next(parse, index)) {
        const CToken *token = c_at(parse, index);
        if (token->kind == C_END || c_is(token, ';') || c_is(token, '}') || c_is(token, ','))
            break;
        bool list = c_is(token, '<') && c_is_plus(parse) && c_at_word(parse, index - 1, CW_NAME);
        uint32_t after = list ? c_skip_angles(parse, index) : 0;
        if (after)
            index = after - 1;
    }
    return index;
}

uint32_t c_find(const CParse *parse, uint32_t index, const char *stops)
{
    for (; index < parse->scope.end; index = c_next(parse, index)) {
        const CToken *token = c_at(parse, index);
        if (token->kind == C_END || c_is(token, ';') || c_is(token, '}'))
            break;
        if (c_is_one_of(token, stops))
            break;
    }
    return index;
}

uint32_t c_group_name(const CParse *parse, uint32_t open, bool *is_function)
{
    uint32_t last = 0, i = open + 1;
    *is_function = false;
    for (int depth = 0; depth < GROUP_DEPTH_MAX;) {
        const CToken *token = c_at(parse, i);
        if (c_is_word(token, CW_NAME)) {
            last = i++;
        } else if (c_is(token, '*') || c_is(token, '&') || c_is(token, '^') || c_is(token, C_AND) ||
                   c_is(token, C_SCOPE) || c_is(token, C_DOTS) || c_is_word(token, CW_SPECIFIER)) {
            last = 0;
            i++;
        } else if (c_is_word(token, CW_ATTRIBUTE) && c_at_is(parse, i + 1, '(')) {
            i = c_next(parse, i + 1);
        } else if (c_is(token, '(') && last) {
            *is_function = true;
            return last;
        } else if (c_is(token, '(')) {
            i++;
            depth++;
        } else {
            return c_is(token, ')') || c_is(token, '[') ? last : 0;
        }
    }
    return 0;
}

/* ---- reading ---- */

static bool chain_goes_on(const CParse *parse, const CHead *head, uint32_t at)
{
    if (at <= head->from)
        return false;
    bool tilde = c_at_is(parse, at - 1, '~');
    return c_at_is(parse, at - 1 - (tilde && at - 1 > head->from), C_SCOPE);
}

static void add_candidate(CHead *head, uint32_t name, uint32_t chain, uint32_t open, bool operates)
{
    if (head->candidate_count == C_CANDIDATES_MAX || head->trailing)
        return;
    head->candidates[head->candidate_count++] = (CCandidate){.name = name,
                                                             .chain = chain,
                                                             .open = open,
                                                             .types = head->types,
                                                             .names = head->name_count,
                                                             .operates = operates};
}

static void add_name(CHead *head, uint32_t at, uint32_t chain)
{
    head->types++;
    if (head->trailing)
        return;
    if (head->name_count == C_NAMES_MAX)
        head->name_count--;
    head->chains[head->name_count] = chain;
    head->names[head->name_count++] = at;
}

uint32_t c_operator_open(const CParse *parse, uint32_t at)
{
    uint32_t i = at + 1;
    if (c_at_is(parse, i, '(') && c_at_is(parse, i + 1, ')'))
        i += 2;
    while (i < parse->scope.end && i < at + OPERATOR_TOKENS_MAX && !c_at_is(parse, i, '(')) {
        uint32_t after = 0;
        if (i > at + 1 && c_at_is(parse, i, '<') && c_at(parse, i - 1)->kind == C_WORD)
            after = c_skip_angles(parse, i);
        if (c_at_is(parse, i, ';') || c_at_is(parse, i, '{') || c_at(parse, i)->kind == C_END)
            break;
        i = after ? after : i + 1;
    }
    return i;
}

/* Reads `operator` at `at`; returns the token after its parameters. */
static uint32_t read_operator(const CParse *parse, CHead *head, uint32_t at, uint32_t chain)
{
    uint32_t open = c_operator_open(parse, at);
    if (!c_at_is(parse, open, '('))
        return open;
    add_candidate(head, at, chain, open, true);
    return c_next(parse, open);
}

/* Skips the constraint of a `requires` clause: primary expressions joined by && and ||. */
static uint32_t skip_requires(const CParse *parse, uint32_t at)
{
    uint32_t i = at + 1;
    while (i < parse->scope.end) {
        while (c_at_is(parse, i, '!'))
            i++;
        if (c_at_word(parse, i, CW_REQUIRES)) {
            i++;
            if (c_at_is(parse, i, '('))
                i = c_next(parse, i);
            if (c_at_is(parse, i, '{'))
                i = c_next(parse, i);
        } else if (c_at_is(parse, i, '(')) {
            i = c_next(parse, i);
        } else {
            while (c_at(parse, i)->kind == C_WORD || c_at_is(parse, i, C_SCOPE)) {
                bool angles = c_at_is(parse, i + 1, '<');
                uint32_t after = angles ? c_skip_angles(parse, i + 1) : i + 1;
                bool joined = c_at_is(parse, after, C_SCOPE) || c_at_is(parse, i, C_SCOPE);
                i = after ? after : i + 1;
                if (!joined && !c_at_is(parse, i, C_SCOPE))
                    break;
            }
            if (c_at_is(parse, i, '('))
                i = c_next(parse, i);
        }
        if (!c_at_is(parse, i, C_AND) && !c_at_is(parse, i, C_OPERATOR))
            break;
        i++;
    }
    return MAX(i, at + 1);
}

int c_parameter_score(const CParse *parse, uint32_t open)
{
    uint32_t close = c_at(parse, open)->match, words = 0;
    if (close == C_NO_MATCH)
        return 0;
    if (close == open + 1)
        return 2;
    int score = 1;
    uint32_t end = MIN(close, open + PARAMETER_TOKENS_MAX);
    for (uint32_t i = open + 1; i < end; i = c_next(parse, i)) {
        const CToken *token = c_at(parse, i), *next = c_at(parse, i + 1);
        if (token->kind == C_STRING || token->kind == C_NUMBER)
            return -1;
        if (c_is(token, C_DOTS) || c_is_word(token, CW_PRIMITIVE) || c_is_word(token, CW_STRUCT) ||
            c_is_word(token, CW_TYPENAME) || c_is_word(token, CW_UNION) ||
            c_is_word(token, CW_ENUM))
            return 4;
        words = token->kind == C_WORD ? words + 1 : 0;
        bool points = words == 1 && (c_is(next, '*') || c_is(next, '&') || c_is(next, C_AND));
        if (words == 2 || points)
            score = 4;
        if (c_is(token, '=') && i > open + 1)
            return score;
    }
    return score;
}

bool c_has_parameters(const CParse *parse, uint32_t open)
{
    return c_parameter_score(parse, open) == 4;
}

static bool is_declarator_group(const CParse *parse, uint32_t open, bool after_name)
{
    bool is_function;
    if (c_at(parse, open)->match == C_NO_MATCH || !c_group_name(parse, open, &is_function))
        return false;
    uint32_t after = c_next(parse, open);
    return !after_name || c_at_is(parse, after, '(') || c_at_is(parse, after, '[');
}

/* Reads a plain word at `at`; returns the next token to read. */
static uint32_t read_name(const CParse *parse, CHead *head, uint32_t at, uint32_t chain)
{
    uint32_t after = at + 1;
    if (c_at_is(parse, after, '<') && parse->source->dialect & C_PLUS) {
        uint32_t closed = c_skip_angles(parse, after);
        after = closed ? closed : after;
    }
    if (c_at_is(parse, after, C_SCOPE))
        return after;
    if (!c_at_is(parse, after, '(') || after >= parse->scope.end) {
        add_name(head, at, chain);
        head->restart = c_is_mark_line(parse, head, at) ? after : 0;
        return after;
    }
    if (chain == at && c_wraps_head(parse, head, at, after))
        return after + 1;
    if (!head->trailing && is_declarator_group(parse, after, true)) {
        head->types++;
        head->group = head->group ? head->group : after;
        return c_next(parse, after);
    }
    add_candidate(head, at, chain, after, false);
    bool first = head->candidate_count == 1 && !head->types && chain == at;
    if (first && c_is_result_macro(parse, after)) {
        head->candidate_count--;
        head->types++;
    }
    uint32_t next = c_next(parse, after);
    if (chain == at && c_stands_alone(parse, head, at, next))
        head->restart = next;
    return next;
}

static uint32_t read_class(const CParse *parse, CHead *head, uint32_t at)
{
    CClass class;
    head->types++;
    bool body = c_class_read(parse, at, &class);
    if (!head->spec_end)
        head->class = class;
    if (body && !head->spec_end)
        head->spec_end = class.after;
    return class.after;
}

/* Whether an access label, `public:`, `signals:` or `public slots:`, begins after a macro that
   lacks a semicolon. */
static bool begins_access(const CParse *parse, const CHead *head, uint32_t at)
{
    uint32_t colon = at + 1 + c_at_word(parse, at + 1, CW_NAME);
    return parse->scope.kind == C_IN_CLASS && at > head->from && c_at(parse, at)->first &&
           c_at_is(parse, colon, ':');
}

/* Reads a word that may be an access label; elsewhere `signals` is an ordinary name. */
static uint32_t read_access(const CParse *parse, CHead *head, uint32_t at, uint32_t chain)
{
    if (begins_access(parse, head, at))
        head->restart = at;
    Str word = c_text_at(parse, at);
    if (head->restart || !str_equal(word, STR("signals")))
        return at + 1;
    parse->tokens[at].code = CW_NAME;
    return read_name(parse, head, at, chain);
}

static uint32_t read_word(const CParse *parse, CHead *head, uint32_t at, uint32_t chain)
{
    uint32_t after = at + 1;
    bool list = c_at_is(parse, after, '(');
    switch ((CWord)c_at(parse, at)->code) {
    case CW_STRUCT:
    case CW_UNION:
    case CW_CLASS:
    case CW_ENUM: return head->trailing ? after : read_class(parse, head, at);
    case CW_OPERATOR: return read_operator(parse, head, at, chain);
    case CW_REQUIRES: return skip_requires(parse, at);
    case CW_TYPEOF: head->types++; return list ? c_next(parse, after) : after;
    case CW_PRIMITIVE: head->types++; return after;
    case CW_ATTRIBUTE:
    case CW_ASM: return list ? c_next(parse, after) : after;
    case CW_SPECIFIER:
        return list && c_at(parse, c_next(parse, after))->kind == C_WORD ? c_next(parse, after)
                                                                         : after;
    case CW_TYPEDEF:
        head->is_typedef = true;
        head->restart = head->name_count && !head->candidate_count ? at : head->restart;
        return after;
    case CW_FRIEND: head->is_friend = true; return after;
    case CW_CONTROL:
    case CW_OPERATION:
        head->foreign |= !head->candidate_count;
        return list ? c_next(parse, after) : after;
    case CW_TEMPLATE:
    case CW_NAMESPACE:
    case CW_USING:
        if (at > head->from && !c_at_is(parse, at - 1, C_SCOPE))
            head->restart = at;
        return after;
    case CW_ACCESS: return read_access(parse, head, at, chain);
    case CW_NAME: return read_name(parse, head, at, chain);
    default: return after;
    }
}

/* Whether the token occurs only in expressions, never in a declaration. */
static bool is_expression(const CParse *parse, uint32_t at)
{
    const CToken *token = c_at(parse, at);
    if (token->kind != C_PUNCT)
        return false;
    return token->code == '.' || token->code == C_ARROW || token->code == C_OPERATOR ||
           token->code == '+' || token->code == '-' || token->code == '/' || token->code == '?';
}

/* Whether `@interface`, or the `-` or `+` of a method, begins after a macro that lacks a
   semicolon. */
static bool begins_objective(const CParse *parse, uint32_t at)
{
    const CToken *token = c_at(parse, at);
    bool method = parse->scope.kind == C_IN_OBJECT && (c_is(token, '-') || c_is(token, '+'));
    return parse->source->dialect & C_OBJECTIVE && token->first && (method || c_is(token, '@'));
}

static uint32_t read_punct(const CParse *parse, CHead *head, uint32_t at)
{
    if (c_at_is(parse, at, C_ARROW) && head->candidate_count)
        head->trailing = true;
    if (begins_objective(parse, at) && at > head->from)
        head->restart = at;
    head->foreign |= is_expression(parse, at) && !head->candidate_count;
    if (c_at_is(parse, at, '(') && !head->group && !head->candidate_count &&
        is_declarator_group(parse, at, false))
        head->group = at;
    return c_next(parse, at);
}

static bool stops_head(const CToken *token)
{
    return token->kind == C_END || c_is_one_of(token, ";={,:}") || c_is_word(token, CW_BRACED);
}

void c_head_read(CParse *parse, uint32_t begin, uint32_t from, CHead *head)
{
    *head = (CHead){.begin = begin, .from = from};
    uint32_t chain = from, i = from;
    while (i < parse->scope.end && !head->restart) {
        const CToken *token = c_at(parse, i);
        if (stops_head(token))
            break;
        if (token->kind == C_WORD && !chain_goes_on(parse, head, i))
            chain = i;
        if (token->kind == C_WORD)
            i = read_word(parse, head, i, chain);
        else
            i = read_punct(parse, head, i);
    }
    head->stop = MIN(i, parse->scope.end);
}

/* ---- choosing ---- */

/* Whether the macro's argument is the function's parameter list: `f OF((int))`. */
static bool is_wrapped_list(const CParse *parse, const CCandidate *candidate)
{
    uint32_t open = candidate->open, close = c_at(parse, open)->match;
    return candidate->names && candidate->chain == candidate->name && close != C_NO_MATCH &&
           c_at_is(parse, open + 1, '(') && c_at(parse, open + 1)->match + 1 == close;
}

static int candidate_score(const CParse *parse, const CCandidate *candidate)
{
    Str name = c_text_at(parse, candidate->name);
    int score = c_parameter_score(parse, candidate->open);
    score += candidate->types > 0 ? 3 : 0;
    score -= str_starts(name, STR("__")) ? 1 : 0;
    score -= c_is_macro_name(name) ? 1 : 0;
    return candidate->operates ? 100 : score;
}

const CCandidate *c_head_function(const CParse *parse, CHead *head)
{
    const CCandidate *best = NULL;
    int best_score = 0;
    for (uint32_t i = 0; i < head->candidate_count; i++) {
        CCandidate *wrapped = &head->candidates[i];
        if (is_wrapped_list(parse, wrapped)) {
            wrapped->name = wrapped->chain = head->names[wrapped->names - 1];
            wrapped->open++;
        }
        int score = candidate_score(parse, &head->candidates[i]);
        if (!best || score > best_score) {
            best = &head->candidates[i];
            best_score = score;
        }
    }
    return best;
}
