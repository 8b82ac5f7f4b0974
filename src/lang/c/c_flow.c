/* Control-flow facts and complexity (flow.h) from tokens. A stack holds open brackets and
   unfinished statements, so that `for (…) if (…) x; else y;` nests as if it had braces.

   A statement ends at its semicolon or closing brace. With it end all statements whose body it
   is, up to an `if` that an `else` follows. Only code in bodies of known functions counts.
   Branches of #if in the second stream count for the functions that are whole within them. */
#include "lang/c/c_parse.h"
#include "lang/walk/flow.h"

typedef enum CFrameKind {
    CF_BLOCK,     /* statements in braces */
    CF_FUNCTION,  /* block of a symbol's function */
    CF_LAMBDA,    /* block of a lambda, which is not a symbol */
    CF_BRACKETS,  /* parentheses, square brackets, and braces of a list or type */
    CF_STATEMENT, /* control statement: its keyword and head, then the statement that it controls */
    CF_TERNARY,   /* from `?` on */
} CFrameKind;

typedef struct CFrame {
    CFrameKind kind;
    FlowRole role;     /* role of a statement */
    bool head;         /* the statement's parentheses have not come yet */
    bool once;         /* it is a `do` */
    bool joins;        /* brackets that are part of a sequence of logical operators */
    FlowOperator last; /* operator of the current sequence */
    uint32_t nesting;
    uint32_t open;   /* token of the opening bracket */
    uint32_t symbol; /* symbol of a function */
    uint32_t outer;  /* of a function: index + 1 of the enclosing function's frame, 0 when none */
} CFrame;

typedef struct CFlow {
    CParse *parse;
    SymbolVec *symbols;
    VEC(CFrame) frames;
    uint32_t function; /* index + 1 of the innermost function's frame, 0 outside any */
    uint32_t next;     /* symbols before this one have been passed */
    uint32_t ends_do;  /* the current `while` ends a `do` */
    uint32_t lambda;   /* brace of a lambda whose head has been read */
} CFlow;

typedef struct CFlowWord {
    const char *text;
    FlowRole role;
    bool headless;
} CFlowWord;

static const CFlowWord words[] = {
    {"if", FLOW_IF, false},        {"else", FLOW_ELSE, true},  {"for", FLOW_LOOP, false},
    {"while", FLOW_LOOP, false},   {"do", FLOW_LOOP, true},    {"switch", FLOW_SWITCH, false},
    {"catch", FLOW_BRANCH, false}, {"case", FLOW_CASE, true},  {"goto", FLOW_JUMP, true},
    {"return", FLOW_EXIT, true},   {"throw", FLOW_EXIT, true}, {"co_return", FLOW_EXIT, true},
};

static CFrame *top_frame(CFlow *flow)
{
    return &flow->frames.ptr[flow->frames.len - 1];
}

static CFrame *push_frame(CFlow *flow, CFrameKind kind, uint32_t nesting)
{
    CFrame *frame = VEC_PUSH(flow->parse->scratch, &flow->frames);
    *frame = (CFrame){.kind = kind, .nesting = nesting};
    return frame;
}

static void add_cost(CFlow *flow, bool deepens)
{
    uint32_t nesting = top_frame(flow)->nesting;
    for (uint32_t at = flow->function; at; at = flow->frames.ptr[at - 1].outer) {
        const CFrame *function = &flow->frames.ptr[at - 1];
        uint32_t deeper = deepens ? nesting - function->nesting : 0;
        flow_add_cost(flow->parse->scan->arena, &flow->symbols->ptr[function->symbol], 1 + deeper);
    }
}

static void add_counts(CFlow *flow, const FlowWeight *weight)
{
    const CFrame *function = &flow->frames.ptr[flow->function - 1];
    flow_add_counts(flow->parse->scan->arena, &flow->symbols->ptr[function->symbol], weight);
}

static void drop_ternaries(CFlow *flow)
{
    while (top_frame(flow)->kind == CF_TERNARY)
        flow->frames.len--;
    top_frame(flow)->last = FLOW_NO_OPERATOR;
}

static bool is_control(const CFlow *flow, uint32_t index, Str word)
{
    return c_at_word(flow->parse, index, CW_CONTROL) &&
           str_equal(c_text_at(flow->parse, index), word);
}

/* Ends the statement whose last token is at `at`, and the statements whose body it is. */
static void end_statement(CFlow *flow, uint32_t at)
{
    while (top_frame(flow)->kind == CF_STATEMENT) {
        const CFrame *frame = top_frame(flow);
        if (frame->role == FLOW_IF && is_control(flow, at + 1, STR("else")))
            return;
        bool once = frame->once;
        flow->frames.len--;
        if (once && is_control(flow, at + 1, STR("while"))) {
            flow->ends_do = at + 1;
            return;
        }
    }
}

/* ---- words ---- */

static void open_else(CFlow *flow)
{
    CFrame *top = top_frame(flow);
    if (top->kind != CF_STATEMENT || top->role != FLOW_IF)
        top = push_frame(flow, CF_STATEMENT, top->nesting + 1);
    top->role = FLOW_ELSE;
    top->head = false;
}

static void open_control(CFlow *flow, uint32_t index, FlowRole role, bool headless)
{
    const FlowWeight *weight = flow_weight(role);
    bool chained = role == FLOW_IF && index && is_control(flow, index - 1, STR("else"));
    if (weight->costs && !chained)
        add_cost(flow, weight->deepens);
    add_counts(flow, weight);
    if (role == FLOW_ELSE)
        open_else(flow);
    if (!weight->nests)
        return;
    CFrame *frame = push_frame(flow, CF_STATEMENT, top_frame(flow)->nesting + !chained);
    frame->role = role;
    frame->head = !headless;
    frame->once = headless;
}

static void read_control(CFlow *flow, uint32_t index)
{
    Str text = c_text_at(flow->parse, index);
    for (size_t i = 0; i < COUNT(words); i++)
        if (str_equal(text, str_from(words[i].text)) && index != flow->ends_do)
            open_control(flow, index, words[i].role, words[i].headless);
}

/* Whether a macro is a loop, by its name and the text after it: `list_for_each_entry(…) {`. */
static bool is_macro_loop(const CFlow *flow, uint32_t index)
{
    const CParse *parse = flow->parse;
    static const char *const parts[] = {"for_each", "foreach", "FOR_EACH", "FOREACH"};
    if (!c_at_is(parse, index + 1, '(') || c_at(parse, index + 1)->match == C_NO_MATCH)
        return false;
    const CToken *after = c_at(parse, c_at(parse, index + 1)->match + 1);
    if (!c_is(after, '{') && after->kind != C_WORD)
        return false;
    Str name = c_text_at(parse, index);
    for (size_t i = 0; i < COUNT(parts); i++)
        if (str_find(name, str_from(parts[i])) != STR_NONE)
            return true;
    return false;
}

/* ---- brackets ---- */

static bool is_logical(const CFlow *flow, uint32_t index)
{
    const CToken *token = c_at(flow->parse, index);
    return c_is(token, C_AND) ||
           (c_is(token, C_OPERATOR) && str_equal(c_text_at(flow->parse, index), STR("||")));
}

static void open_brackets(CFlow *flow, uint32_t index)
{
    const CParse *parse = flow->parse;
    CFrame *top = top_frame(flow);
    uint32_t nesting = top->nesting;
    bool joins = index && c_at_is(parse, index, '(') &&
                 (is_logical(flow, index - 1) || c_at_is(parse, index - 1, '(') ||
                  is_logical(flow, c_at(parse, index)->match + 1));
    FlowOperator last = joins ? top->last : FLOW_NO_OPERATOR;
    if (top->head) {
        nesting = flow->frames.ptr[flow->frames.len - 2].nesting;
        top->head = false;
    }
    CFrame *frame = push_frame(flow, CF_BRACKETS, nesting);
    frame->open = index;
    frame->joins = joins;
    frame->last = last;
}

/* Whether the word before a brace makes it a block, as in `else {` but not in `return {`. */
static bool leads_block(const CFlow *flow, uint32_t index)
{
    static const char *const values[] = {"return", "case", "throw", "co_return", "co_yield"};
    if (!c_at_word(flow->parse, index, CW_CONTROL))
        return false;
    Str text = c_text_at(flow->parse, index);
    for (size_t i = 0; i < COUNT(values); i++)
        if (str_equal(text, str_from(values[i])))
            return false;
    return true;
}

static bool is_block(CFlow *flow, uint32_t index)
{
    const CParse *parse = flow->parse;
    const CToken *before = c_at(parse, index - 1);
    const CFrame *top = top_frame(flow);
    if (before->kind == C_WORD)
        return leads_block(flow, index - 1);
    if (c_is(before, ')') && before->match != C_NO_MATCH && before->match)
        return leads_block(flow, before->match - 1) ||
               c_at_word(parse, before->match - 1, CW_NAME) ||
               c_at_word(parse, before->match - 1, CW_SPECIFIER);
    bool list = top->kind == CF_BRACKETS && c_at_is(parse, top->open, '{');
    return !list && (c_is(before, ';') || c_is(before, '{') || c_is(before, '}') ||
                     c_is(before, ':') || c_is(before, '('));
}

/* Opens the function whose body begins at this brace; false if no function begins there. */
static bool open_function(CFlow *flow, uint32_t index)
{
    uint32_t start = c_at(flow->parse, index)->start;
    for (; flow->next < flow->symbols->len; flow->next++) {
        const Symbol *symbol = &flow->symbols->ptr[flow->next];
        if (flow_holds_code(symbol->kind) && symbol->body >= start)
            break;
    }
    if (flow->next == flow->symbols->len || flow->symbols->ptr[flow->next].body != start)
        return false;
    uint32_t nesting = flow->function ? top_frame(flow)->nesting + 1 : 0;
    CFrame *frame = push_frame(flow, CF_FUNCTION, nesting);
    frame->open = index;
    frame->symbol = flow->next;
    frame->outer = flow->function;
    flow->function = (uint32_t)flow->frames.len;
    return true;
}

static void open_brace(CFlow *flow, uint32_t index)
{
    if (open_function(flow, index) || !flow->function)
        return;
    bool lambda = index == flow->lambda;
    if (!lambda && !is_block(flow, index)) {
        open_brackets(flow, index);
        return;
    }
    uint32_t nesting = top_frame(flow)->nesting + lambda;
    push_frame(flow, lambda ? CF_LAMBDA : CF_BLOCK, nesting)->open = index;
}

static void close_bracket(CFlow *flow, uint32_t index)
{
    size_t at = flow->frames.len;
    while (flow->frames.ptr[at - 1].kind >= CF_STATEMENT)
        at--;
    const CFrame frame = flow->frames.ptr[at - 1];
    if (frame.open != c_at(flow->parse, index)->match)
        return;
    flow->frames.len = at - 1;
    if (frame.kind == CF_FUNCTION)
        flow->function = frame.outer;
    if (!flow->function)
        return;
    if (frame.joins)
        top_frame(flow)->last = frame.last;
    if (frame.kind == CF_BLOCK)
        end_statement(flow, index);
}

/* Finds the brace of a lambda or block, `[…](…) {` or `^(…) {`, and remembers it. */
static void find_lambda(CFlow *flow, uint32_t index)
{
    const CParse *parse = flow->parse;
    const CToken *before = c_at(parse, index - 1);
    bool operand = before->kind != C_PUNCT || c_is(before, ')') || c_is(before, ']');
    if (!operand || c_is_word(before, CW_CONTROL))
        flow->lambda = c_lambda_brace(parse, index);
}

/* ---- punctuation ---- */

/* Whether `&&` is an rvalue reference, not an operator: `auto &&name`, `vector<int> &&`, `T
   &&)`. */
static bool is_rvalue_reference(const CFlow *flow, uint32_t index)
{
    const CParse *parse = flow->parse;
    const CToken *before = c_at(parse, index - 1), *after = c_at(parse, index + 1);
    return c_is_word(before, CW_PRIMITIVE) || c_is_word(before, CW_SPECIFIER) ||
           c_is(before, '>') || c_is(after, ')') || c_is(after, '>') || c_is(after, ',');
}

static void read_logical(CFlow *flow, uint32_t index)
{
    FlowOperator operation = c_at_is(flow->parse, index, C_AND) ? FLOW_AND : FLOW_OR;
    if (operation == FLOW_AND && is_rvalue_reference(flow, index))
        return;
    if (top_frame(flow)->last != operation)
        add_cost(flow, false);
    top_frame(flow)->last = operation;
}

static void read_ternary(CFlow *flow)
{
    const FlowWeight *weight = flow_weight(FLOW_BRANCH);
    add_cost(flow, weight->deepens);
    add_counts(flow, weight);
    push_frame(flow, CF_TERNARY, top_frame(flow)->nesting + 1);
}

static void read_punct(CFlow *flow, uint32_t index)
{
    const CParse *parse = flow->parse;
    const CToken *token = c_at(parse, index);
    switch (token->code) {
    case '[':
    case '^':
        if (token->code == (c_is_plus(parse) ? '[' : '^') || parse->source->dialect & C_OBJECTIVE)
            find_lambda(flow, index);
        if (token->code == '^')
            break;
        open_brackets(flow, index);
        break;
    case '(': open_brackets(flow, index); break;
    case ')':
    case ']':
    case '}': close_bracket(flow, index); break;
    case ';':
        drop_ternaries(flow);
        end_statement(flow, index);
        break;
    case ',':
    case '=': drop_ternaries(flow); break;
    case ':': top_frame(flow)->last = FLOW_NO_OPERATOR; break;
    case '?': read_ternary(flow); break;
    default:
        if (is_logical(flow, index))
            read_logical(flow, index);
    }
}

/* ---- the pass ---- */

static bool opens(const CToken *token)
{
    return c_is(token, '(') || c_is(token, '[') || c_is(token, '{');
}

static void read_tokens(CFlow *flow, uint32_t from, uint32_t end)
{
    CParse *parse = flow->parse;
    parse->scope.first = from;
    parse->scope.end = end;
    flow->frames.len = 0;
    flow->function = 0;
    flow->ends_do = flow->lambda = C_NO_MATCH;
    for (uint32_t i = from; i < end && !scan_expired(parse->scan); i++) {
        const CToken *token = c_at(parse, i);
        if (flow->function && token->kind == C_WORD && c_is_unguarded(parse, i))
            flow_add_swallowed(flow->parse->scan->arena,
                               &flow->symbols->ptr[flow->frames.ptr[flow->function - 1].symbol], 1);
        if (opens(token) && (token->match == C_NO_MATCH || token->match >= end))
            continue;
        if (c_is(token, '{'))
            open_brace(flow, i);
        else if (!flow->function)
            continue;
        else if (token->kind == C_PUNCT)
            read_punct(flow, i);
        else if (c_is_word(token, CW_CONTROL))
            read_control(flow, i);
        else if (c_is_word(token, CW_NAME) && is_macro_loop(flow, i))
            open_control(flow, i, FLOW_LOOP, false);
    }
}

void c_flow(CParse *parse)
{
    CSource *source = parse->source;
    CFlow flow = {.parse = parse, .symbols = &parse->scan->outline->symbols};
    parse->tokens = source->tokens.ptr;
    parse->count = (uint32_t)source->tokens.len;
    read_tokens(&flow, 0, parse->count - 1);
    parse->tokens = source->aside.ptr;
    parse->count = (uint32_t)source->aside.len;
    flow.next = 0;
    for (size_t i = 0; i < source->branches.len; i++)
        read_tokens(&flow, source->branches.ptr[i].first, source->branches.ptr[i].end);
}
