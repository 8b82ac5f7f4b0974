/* Selection of the branches of #if. All branches are wanted, but together they may not parse:
   two heads for one body, a bracket opened twice.

   The first branch that is not empty stays in the main stream. A later one stays too if brackets
   balance in both and the place is between statements; otherwise it moves to the second stream.
   The bracket balance of each branch is summed once and added to the enclosing branch, so the
   work is linear. */
#include "lang/c/c_token.h"

/* Branches of conditionals nested deeper are all kept. */
#define GROUPS_MAX 256
/* Deeper braces count as code. */
#define BRACES_MAX 1024
/* Tokens searched backwards from a brace for its keyword: name, attributes and bases lie
   between. */
#define BRACE_HEAD_TOKENS 12

/* What a brace holds. */
typedef enum BraceKind {
    BRACE_CODE,
    BRACE_LIST,  /* an enum's enumerators or an initialiser */
    BRACE_SCOPE, /* members of a class or a namespace */
} BraceKind;

typedef struct Balance {
    int32_t braces, parens, squares;
} Balance;

typedef struct Group {
    Balance kept;   /* balance of the branches that stayed */
    Balance branch; /* balance of the current branch */
    uint32_t first; /* first token of the current branch */
    uint32_t opens; /* index in the main stream at which the group begins */
    uint32_t last;  /* index after the last kept token; 0: no token is kept */
    uint32_t lists; /* number of braces open at the branch's start */
    int32_t parens; /* number of parentheses open at the group's start */
    bool any;       /* a branch stayed */
    bool done;      /* no further branch may stay */
    bool whole;
    bool assembly;       /* the current branch is assembly code */
    bool other_assembly; /* the next branch is assembly code */
} Group;

typedef struct Range {
    uint32_t first, end;
    uint32_t opens; /* of its group */
    bool whole;
} Range;

typedef struct Resolve {
    Arena *scratch;
    CSource *source;
    Group groups[GROUPS_MAX];
    size_t depth;
    size_t ignored;            /* open groups beyond GROUPS_MAX */
    uint8_t kinds[BRACES_MAX]; /* BraceKind of each open brace */
    uint32_t braces;
    int32_t parens;
    uint32_t last; /* index after the last kept token */
    VEC(Range) left_out;
    uint32_t left_out_tokens; /* in all of left_out */
} Resolve;

static void balance_add(Balance *sum, Balance more)
{
    sum->braces += more.braces;
    sum->parens += more.parens;
    sum->squares += more.squares;
}

static bool is_balanced(Balance balance)
{
    return !balance.braces && !balance.parens && !balance.squares;
}

/* Kind of the innermost open brace; outside all braces it is BRACE_SCOPE. */
static BraceKind kind_around(const Resolve *resolve)
{
    if (!resolve->braces)
        return BRACE_SCOPE;
    return resolve->braces <= BRACES_MAX ? resolve->kinds[resolve->braces - 1] : BRACE_CODE;
}

/* Kind of the brace at `index`. */
static BraceKind kind_of_brace(const Resolve *resolve, uint32_t index)
{
    const CToken *tokens = resolve->source->tokens.ptr;
    if (index && (c_is(&tokens[index - 1], '=') || c_is(&tokens[index - 1], ',')))
        return BRACE_LIST;
    if (index && tokens[index - 1].kind == C_STRING)
        return BRACE_SCOPE;
    BraceKind inside = kind_around(resolve) == BRACE_LIST ? BRACE_LIST : BRACE_CODE;
    for (uint32_t i = 1; i <= BRACE_HEAD_TOKENS && i <= index; i++) {
        const CToken *token = &tokens[index - i];
        if (c_is_word(token, CW_ENUM))
            return BRACE_LIST;
        if (c_is_word(token, CW_CLASS) || c_is_word(token, CW_STRUCT) ||
            c_is_word(token, CW_UNION) || c_is_word(token, CW_NAMESPACE))
            inside = inside == BRACE_LIST ? inside : BRACE_SCOPE;
        if (c_is(token, ';') || c_is(token, '{') || c_is(token, '}') || c_is(token, ')'))
            break;
    }
    return inside;
}

static void count_token(Resolve *resolve, uint32_t index)
{
    CToken *token = &resolve->source->tokens.ptr[index];
    resolve->last = index + 1;
    if (token->kind != C_PUNCT)
        return;
    Balance none = {0}, *balance = &none;
    if (resolve->depth)
        balance = &resolve->groups[resolve->depth - 1].branch;
    switch (token->code) {
    case '{':
        if (resolve->braces < BRACES_MAX)
            resolve->kinds[resolve->braces] = (uint8_t)kind_of_brace(resolve, index);
        resolve->braces++;
        balance->braces++;
        break;
    case '}':
        resolve->braces -= resolve->braces > 0;
        balance->braces--;
        break;
    case '(':
        resolve->parens++;
        balance->parens++;
        break;
    case ')':
        resolve->parens--;
        balance->parens--;
        break;
    case '[': balance->squares++; break;
    case ']': balance->squares--; break;
    default: break;
    }
}

/* Whether a statement may begin after the last kept token. */
static bool at_boundary(const Resolve *resolve)
{
    if (!resolve->last)
        return true;
    const CToken *token = &resolve->source->tokens.ptr[resolve->last - 1];
    return c_is(token, ';') || c_is(token, '}') || c_is(token, '{') || c_is(token, ':');
}

static void open_group(Resolve *resolve, const CDirective *directive)
{
    if (resolve->depth == GROUPS_MAX) {
        resolve->ignored++;
        return;
    }
    Group *group = &resolve->groups[resolve->depth++];
    *group = (Group){.first = directive->token,
                     .opens = directive->token - resolve->left_out_tokens,
                     .parens = resolve->parens,
                     .lists = resolve->braces,
                     .whole = at_boundary(resolve),
                     .last = resolve->last};
    bool assembly = str_find(directive->name, STR("__ASSEMBL")) != STR_NONE;
    group->assembly = assembly && !directive->negated;
    group->other_assembly = assembly && directive->negated;
    group->whole &= !assembly;
}

/* Whether a method of Objective-C, `- (void)run`, begins with the token. */
static bool begins_method(const CSource *source, uint32_t token)
{
    const CToken *at = &source->tokens.ptr[token];
    return (source->dialect & C_OBJECTIVE) && at->first && (c_is(at, '-') || c_is(at, '+')) &&
           token + 1 < source->tokens.len && c_is(at + 1, '(');
}

static void exclude(Resolve *resolve, Group *group, uint32_t end)
{
    for (uint32_t i = group->first; i < end; i++)
        resolve->source->tokens.ptr[i].role = CR_LEFT_OUT;
    while (resolve->left_out.len &&
           resolve->left_out.ptr[resolve->left_out.len - 1].first >= group->first) {
        const Range *inner = &resolve->left_out.ptr[--resolve->left_out.len];
        resolve->left_out_tokens -= inner->end - inner->first;
    }
    *VEC_PUSH(resolve->scratch, &resolve->left_out) =
        (Range){.first = group->first,
                .end = end,
                .opens = group->opens,
                .whole = group->whole || begins_method(resolve->source, group->first)};
    resolve->left_out_tokens += end - group->first;
    resolve->braces = group->lists;
    resolve->parens -= group->branch.parens;
    resolve->last = group->last;
}

static void close_branch(Resolve *resolve, uint32_t end)
{
    Group *group = &resolve->groups[resolve->depth - 1];
    bool empty = group->first == end;
    bool fits = !group->done && is_balanced(group->kept) && is_balanced(group->branch);
    if (!empty && ((group->any && !fits) || group->assembly)) {
        exclude(resolve, group, end);
    } else if (!empty) {
        balance_add(&group->kept, group->branch);
        group->any = true;
    }
    group->last = resolve->last;
    group->branch = (Balance){0};
    group->first = end;
    group->lists = resolve->braces;
    group->assembly = group->other_assembly;
    group->other_assembly = false;
}

/* Whether a further branch may stay. Between statements it may; within a statement it would be a
   second version of the same part, unless these are list elements or arguments. */
static bool takes_more(const Resolve *resolve, const Group *group)
{
    BraceKind around = kind_around(resolve);
    return !group->any || at_boundary(resolve) || around == BRACE_LIST ||
           (resolve->parens > 0 && around == BRACE_CODE);
}

static void next_branch(Resolve *resolve, uint32_t token)
{
    close_branch(resolve, token);
    Group *group = &resolve->groups[resolve->depth - 1];
    group->done = !takes_more(resolve, group);
}

static void close_group(Resolve *resolve, uint32_t token)
{
    close_branch(resolve, token);
    Balance kept = resolve->groups[--resolve->depth].kept;
    if (resolve->depth)
        balance_add(&resolve->groups[resolve->depth - 1].branch, kept);
}

static void take_directive(Resolve *resolve, const CDirective *directive)
{
    if (directive->kind == CD_IF) {
        open_group(resolve, directive);
    } else if (resolve->ignored && directive->kind == CD_ENDIF) {
        resolve->ignored--;
    } else if (resolve->depth && !resolve->ignored) {
        if (directive->kind == CD_ELSE)
            next_branch(resolve, directive->token);
        else if (directive->kind == CD_ENDIF)
            close_group(resolve, directive->token);
    }
}

/* Moves the tokens of dropped branches to the second stream. */
static void split_streams(Resolve *resolve)
{
    CSource *source = resolve->source;
    uint32_t kept = 0, at = 0;
    for (size_t i = 0; i <= resolve->left_out.len; i++) {
        bool last = i == resolve->left_out.len;
        Range range =
            last ? (Range){.first = (uint32_t)source->tokens.len} : resolve->left_out.ptr[i];
        uint32_t count = range.first - at;
        memmove(source->tokens.ptr + kept, source->tokens.ptr + at, count * sizeof(CToken));
        kept += count;
        at = range.end;
        if (last)
            break;
        CBranch *branch = VEC_PUSH(resolve->scratch, &source->branches);
        *branch = (CBranch){.first = (uint32_t)source->aside.len,
                            .opens = range.opens,
                            .token = kept,
                            .whole = range.whole};
        for (uint32_t n = range.first; n < range.end; n++) {
            CToken *token = VEC_PUSH(resolve->scratch, &source->aside);
            *token = source->tokens.ptr[n];
            token->role = CR_VALUE;
        }
        branch->end = (uint32_t)source->aside.len;
        *VEC_PUSH(resolve->scratch, &source->aside) = (CToken){.match = C_NO_MATCH};
    }
    source->tokens.len = kept;
}

/* Whether the conditional of the first directive encloses the whole text. */
static bool spans_all(const CSource *source)
{
    size_t depth = 0, count = source->directives.len;
    for (size_t i = 0; i < count; i++) {
        const CDirective *directive = &source->directives.ptr[i];
        depth += directive->kind == CD_IF;
        if (directive->kind == CD_ENDIF && --depth == 0)
            return i + 1 == count && directive->token + 1 >= source->tokens.len;
    }
    return false;
}

/* Marks an include guard: `#ifndef X` or `#if !defined(X)` at the very top, then `#define X`
   without a body. */
static void mark_guard(CSource *source)
{
    if (source->directives.len < 3)
        return;
    const CDirective *condition = &source->directives.ptr[0];
    CDirective *define = &source->directives.ptr[1];
    bool tests = condition->kind == CD_IF && define->kind == CD_DEFINE && !define->body &&
                 !define->has_arguments && define->name.len;
    if (tests && !condition->token && !define->token && spans_all(source))
        define->guard = str_find(condition->name, define->name) != STR_NONE;
}

void c_resolve_directives(Arena *scratch, CSource *source)
{
    mark_guard(source);
    Resolve *resolve = NEW(scratch, Resolve, 1);
    resolve->scratch = scratch;
    resolve->source = source;
    uint32_t token = 0;
    for (size_t i = 0; i < source->directives.len; i++) {
        const CDirective *directive = &source->directives.ptr[i];
        for (; token < directive->token; token++)
            count_token(resolve, token);
        take_directive(resolve, directive);
    }
    if (resolve->left_out.len)
        split_streams(resolve);
}
