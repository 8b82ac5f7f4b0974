/* Functions: which of a head's candidates is declared, and where its body begins. */
#include "lang/c/c_parse.h"

#include "lang/walk/declare.h"

/* Tokens of the declarations between an old-style parameter list and the body. */
#define OLD_STYLE_TOKENS_MAX 400

/* The brace after a constructor's initialiser list, whose colon is at `at`; 0 if not found. */
static uint32_t skip_initialisers(const CParse *parse, uint32_t at)
{
    for (uint32_t i = at + 1; i < parse->scope.end;) {
        uint32_t chain = i;
        while (c_at(parse, i)->kind == C_WORD || c_at_is(parse, i, C_SCOPE) ||
               c_at_is(parse, i, '<')) {
            uint32_t closed = c_at_is(parse, i, '<') ? c_skip_angles(parse, i) : i + 1;
            i = closed ? closed : i + 1;
        }
        bool named = i > chain;
        if (!named && c_at_is(parse, i, '{'))
            return i;
        if (!named || !(c_at_is(parse, i, '(') || c_at_is(parse, i, '{')))
            return 0;
        i = c_next(parse, i);
        i = c_past(parse, i, C_DOTS);
        if (c_at_is(parse, i, '{'))
            return i;
        i = c_past(parse, i, ',');
    }
    return 0;
}

static bool is_name_list(const CParse *parse, uint32_t open)
{
    uint32_t close = c_at(parse, open)->match;
    if (close == C_NO_MATCH || close == open + 1)
        return false;
    for (uint32_t i = open + 1; i < close; i += 2)
        if (!c_at_word(parse, i, CW_NAME) || !(i + 1 == close || c_at_is(parse, i + 1, ',')))
            return false;
    return true;
}

/* The body's brace of an old-style (K&R) definition, `f(a, b) int a; char *b; {`; 0 when it is
   something else. */
static uint32_t old_style_body(const CParse *parse, const CCandidate *candidate)
{
    uint32_t i = c_next(parse, candidate->open),
             end = MIN(parse->scope.end, i + OLD_STYLE_TOKENS_MAX);
    if (c_is_plus(parse) || c_at(parse, i)->kind != C_WORD || !is_name_list(parse, candidate->open))
        return 0;
    for (; i < end; i = c_next(parse, i)) {
        const CToken *token = c_at(parse, i);
        if (c_is(token, '{'))
            return c_at_is(parse, i - 1, ';') ? i : 0;
        bool allowed = token->kind == C_WORD || c_is(token, '*') || c_is(token, ',') ||
                       c_is(token, ';') || c_is(token, '[') || c_is(token, '(');
        if (!allowed || c_is_word(token, CW_TYPEDEF) || c_is_word(token, CW_EXTERN))
            return 0;
    }
    return 0;
}

static uint32_t name_first(const CParse *parse, const CCandidate *candidate)
{
    bool tilde = candidate->name > parse->scope.first && c_at_is(parse, candidate->name - 1, '~');
    return candidate->name - tilde;
}

/* The last component of the qualification: A::B:: gives B. */
static Str owner_name(const CParse *parse, const CCandidate *candidate)
{
    Str name = {0};
    uint32_t end = name_first(parse, candidate);
    for (uint32_t i = candidate->chain; i < end;) {
        if (c_at_word(parse, i, CW_NAME))
            name = c_text_at(parse, i);
        uint32_t closed = c_at_is(parse, i, '<') ? c_skip_angles(parse, i) : 0;
        i = closed ? closed : i + 1;
    }
    return name;
}

/* Whether the candidate is a deduction guide: `Vec(T, T) -> Vec<T>;`. */
static bool is_guide(const CParse *parse, const CCandidate *candidate)
{
    uint32_t arrow = c_next(parse, candidate->open);
    return !candidate->types && candidate->chain == candidate->name &&
           c_at_is(parse, arrow, C_ARROW) && c_at_word(parse, arrow + 1, CW_NAME) &&
           str_equal(c_text_at(parse, arrow + 1), c_text_at(parse, candidate->name));
}

static bool is_constructor(const CParse *parse, const CCandidate *candidate)
{
    if (is_guide(parse, candidate))
        return true;
    if (candidate->operates || name_first(parse, candidate) != candidate->name)
        return false;
    Str owner = owner_name(parse, candidate);
    Str class = owner.len ? owner : parse->scope.kind == C_IN_CLASS ? parse->scope.name : (Str){0};
    return class.len && str_equal(class, c_text_at(parse, candidate->name));
}

bool c_is_unmistakable(const CParse *parse, const CCandidate *candidate)
{
    return candidate->operates || name_first(parse, candidate) != candidate->name ||
           (c_is_plus(parse) && is_constructor(parse, candidate));
}

/* What a defining macro such as SYSCALL_DEFINE1(name, …), TEST(suite, name) or
   `TEST_CASE("name")` defines. */
typedef struct Defined {
    uint32_t name;  /* token of the name; of a string, its content */
    uint32_t owner; /* token of the owner, or 0 */
} Defined;

/* A case of Boost.Test: `BOOST_FIXTURE_TEST_CASE(name, Class)`, `BOOST_DATA_TEST_CASE_F(Class,
   name, …)`; any other has the fixture of the suite around it. */
static Defined name_in_boost(CParse *parse, uint32_t open, Str macro)
{
    uint32_t close = c_at(parse, open)->match, second = open + 3;
    bool listed = c_at_is(parse, open + 2, ',');
    if (!c_at_word(parse, open + 1, CW_NAME))
        return (Defined){0};
    if (listed && str_ends(macro, STR("_F")) && c_at_word(parse, second, CW_NAME))
        return (Defined){.name = second, .owner = open + 1};
    bool fixture = listed && str_find(macro, STR("FIXTURE")) != STR_NONE;
    uint32_t owner =
        fixture && c_at_word(parse, close - 1, CW_NAME) ? close - 1 : c_suite_fixture(parse, open);
    return (Defined){.name = open + 1, .owner = owner};
}

static Defined name_in_test(CParse *parse, uint32_t open, Str macro)
{
    uint32_t close = c_at(parse, open)->match, second = open + 3;
    if (str_starts(macro, STR("BOOST_")))
        return name_in_boost(parse, open, macro);
    bool pair = close == open + 4 && c_at_is(parse, open + 2, ',');
    bool words = pair && c_at_word(parse, open + 1, CW_NAME) && c_at_word(parse, second, CW_NAME);
    if (c_at(parse, open + 1)->kind == C_STRING)
        return (Defined){.name = open + 1};
    if (c_at_is(parse, open + 2, ',') && c_at_word(parse, open + 1, CW_NAME) &&
        c_at(parse, second)->kind == C_STRING)
        return (Defined){.name = second, .owner = open + 1};
    return words ? (Defined){.name = second, .owner = open + 1} : (Defined){0};
}

/* The name in a macro followed by a parameter list: `STDMETHOD_(type, name)(int x) {`, `DEFUN
   ("text", name, …) (Object x) {`. */
static uint32_t name_before_list(const CParse *parse, uint32_t open, Str macro)
{
    uint32_t close = c_at(parse, open)->match, comma = open + 2;
    bool second = c_at_is(parse, comma, ',') && c_at_word(parse, comma + 1, CW_NAME);
    bool named = second && (comma + 2 == close || str_starts(macro, STR("DEFUN")));
    return named && c_at_is(parse, close + 1, '(') ? comma + 1 : 0;
}

static Defined macro_defined(CParse *parse, const CCandidate *candidate)
{
    uint32_t open = candidate->open, close = c_at(parse, open)->match;
    Str macro = c_text_at(parse, candidate->name);
    Defined none = {.name = candidate->name};
    if (!c_is_macro_name(macro) || close == C_NO_MATCH)
        return none;
    bool listed = c_at_is(parse, open + 2, ',');
    bool first = c_at_word(parse, open + 1, CW_NAME);
    if (candidate->types) { // `int BPF_PROG(name, struct file *f)`
        bool macro_like = listed && first && c_has_parameters(parse, open);
        return macro_like && !c_is_macro_name(c_text_at(parse, open + 1))
                   ? (Defined){.name = open + 1}
                   : none;
    }
    bool test =
        str_find(macro, STR("TEST")) != STR_NONE || str_find(macro, STR("SCENARIO")) != STR_NONE;
    Defined tested = test ? name_in_test(parse, open, macro) : (Defined){0};
    if (tested.name)
        return tested;
    uint32_t before_list = name_before_list(parse, open, macro);
    if (before_list)
        return (Defined){.name = before_list};
    return first && (listed || close == open + 2) ? (Defined){.name = open + 1} : none;
}

static void name_function(CParse *parse, const CHead *head, const CCandidate *candidate,
                          CDeclaration *declaration)
{
    bool is_member = parse->scope.kind == C_IN_CLASS && !head->is_friend;
    uint32_t first = name_first(parse, candidate);
    declaration->name =
        (CRange){first, candidate->operates ? candidate->open : candidate->name + 1};
    declaration->kind = is_member ? SYMBOL_METHOD : SYMBOL_FUNCTION;
    declaration->modifiers = is_member ? parse->scope.access : 0;
    if (is_guide(parse, candidate))
        declaration->owner = declaration->name; // like a constructor outside of its class
    if (first > candidate->chain + 1) {
        declaration->owner = (CRange){candidate->chain, first - 1};
        declaration->kind = SYMBOL_METHOD;
    }
    if (c_is_plus(parse) && is_constructor(parse, candidate))
        declaration->kind = SYMBOL_CONSTRUCTOR;
    if (first != candidate->chain || c_is_unmistakable(parse, candidate) || !declaration->body)
        return;
    Defined defined = macro_defined(parse, candidate);
    uint32_t name = defined.name, owner = defined.owner;
    declaration->name = (CRange){name, candidate->operates ? candidate->open : name + 1};
    if (c_at(parse, name)->kind == C_STRING)
        declaration->label = declare_name(parse->scan->arena, c_text_at(parse, name));
    if (owner)
        declaration->owner = (CRange){owner, owner + 1};
}

/* Sets roles in an initialiser list `: a(1), b{2}`: members are names, the content of the
   brackets is values. */
static void mark_initialisers(CParse *parse, CRange list)
{
    c_mark(parse, list, CR_MADE);
    for (uint32_t i = list.first; i < list.end; i = c_next(parse, i))
        if (c_at_is(parse, i, '(') || c_at_is(parse, i, '{'))
            c_mark(parse, (CRange){i, c_next(parse, i)}, CR_VALUE);
}

/* Turns the macro that expands to a whole body back into an ordinary name, so that its use is a
   reference. */
static void use_macro(CParse *parse, uint32_t at)
{
    c_mark(parse, (CRange){at, at + 1}, CR_VALUE);
    parse->tokens[at].code = CW_NAME;
}

/* Whether it is a suite of doctest, which expands to a namespace: `TEST_SUITE("cars") {`. */
static bool is_suite(const CParse *parse, const CCandidate *candidate)
{
    return !candidate->types && parse->scope.kind == C_IN_FILE &&
           str_equal(c_text_at(parse, candidate->name), STR("TEST_SUITE")) &&
           c_at(parse, candidate->open + 1)->kind == C_STRING;
}

uint32_t c_read_definition(CParse *parse, const CHead *head, const CCandidate *candidate,
                           uint32_t body)
{
    uint32_t after = c_close(parse, body), close = c_next(parse, candidate->open);
    if (is_suite(parse, candidate)) {
        c_wait(parse, C_IN_FILE, body, (Str){0}, 0);
        return after;
    }
    CDeclaration declaration = {.whole = {head->begin, after}, .body = body};
    bool plain = head->stop == body;
    bool old_style = !plain && !c_at_is(parse, head->stop, ':');
    uint32_t end = old_style ? close : head->stop;
    while (end > close && c_at_word(parse, end - 1, CW_CONTROL))
        end--;
    declaration.signature[0] = (CRange){head->begin, end};
    name_function(parse, head, candidate, &declaration);
    c_emit(parse, &declaration);
    if (c_at_is(parse, head->stop, ':'))
        mark_initialisers(parse, (CRange){head->stop + 1, body});
    if (c_at_word(parse, body, CW_BRACED))
        use_macro(parse, body);
    else
        c_wait(parse, C_IN_FUNCTION, body, c_text_at(parse, candidate->name), 0);
    return after;
}

uint32_t c_read_prototype(CParse *parse, const CHead *head, const CCandidate *candidate)
{
    uint32_t stop = head->stop;
    if (c_at_is(parse, stop, '='))
        stop = c_find(parse, stop, ",");
    uint32_t after = c_past(parse, stop, ';');
    CDeclaration declaration = {.whole = {head->begin, after}, .signature = {{head->begin, stop}}};
    if (head->is_friend)
        return stop;
    name_function(parse, head, candidate, &declaration);
    if (head->is_typedef)
        declaration.kind = SYMBOL_TYPE;
    c_emit(parse, &declaration);
    return stop;
}

uint32_t c_find_body(const CParse *parse, const CHead *head, const CCandidate *candidate)
{
    if (c_at_is(parse, head->stop, '{') || c_at_word(parse, head->stop, CW_BRACED))
        return head->stop;
    if (c_at_is(parse, head->stop, ':') && c_is_plus(parse))
        return skip_initialisers(parse, head->stop);
    return old_style_body(parse, candidate);
}
