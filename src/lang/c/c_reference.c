/* References, from tokens and the roles that declarations gave them. Names of parameters and
   local variables are known for the length of a function: a call through them, or their use as a
   value, names no function. A name's neighbours decide whether it is a type. */
#include "lang/c/c_refer.h"

#include "lang/walk/locals.h"

/* Tokens between `<<<` and `>>>`. */
#define LAUNCH_TOKENS_MAX 128

/* Tokens of a `requires` clause before a concept. */
#define CONSTRAINT_TOKENS_MAX 64

static bool is_key(const CToken *token)
{
    return token->kind == C_WORD && token->code >= CW_STRUCT && token->code <= CW_ENUM;
}

/* ---- heads ---- */

/* Adds a reference to the macro in `TEST(name) {`, which encloses the function. */
static void add_head_macro(Refer *refer, uint32_t index, uint32_t open)
{
    Reference *reference = c_add_reference(refer, REFERENCE_CALL, index, open);
    if (reference && c_is_plus(refer->parse))
        reference->flags |= REFERENCE_HEAD;
}

/* Whether the name is a default argument (C++): `int f(Callback c = g)`. */
static bool is_default(const Refer *refer, uint32_t chain, uint32_t after)
{
    const CParse *parse = refer->parse;
    uint32_t value = chain && c_at_is(parse, chain - 1, '&') ? chain - 1 : chain;
    bool ends = c_at_is(parse, after, ')') || c_at_is(parse, after, ',');
    return c_is_plus(parse) && ends && value && c_at_is(parse, value - 1, '=');
}

/* Whether a macro at `at` ends a parameter: `int count UNUSED`. */
static bool precedes_mark(const Refer *refer, uint32_t at)
{
    const CParse *parse = refer->parse;
    return c_is_name(c_at(parse, at)) && c_may_be_macro(refer, c_text_at(parse, at)) &&
           c_ends_declarator(c_at(parse, at + 1));
}

static void read_in_head(Refer *refer, uint32_t index, uint32_t after)
{
    CParse *parse = refer->parse;
    uint32_t chain = c_chain_start(parse, index);
    const CToken *next = c_at(parse, after);
    Str word = c_text_at(parse, index);
    bool hidden = str_starts(word, STR("__"));
    bool named = c_follows_type(refer, chain);
    bool first =
        chain > 0 && (c_at_is(parse, chain - 1, '(') || c_at_is(parse, chain - 1, ',') ||
                      c_at_is(parse, chain - 1, '<') || c_at_word(parse, chain - 1, CW_SPECIFIER));
    if (c_is(next, '(') && c_is_plus(parse) && chain && c_at_is(parse, chain - 1, '=') &&
        refer->depth > 0) {
        c_add_reference(refer, REFERENCE_CALL, index, after); // a default value
    } else if (c_is(next, '(')) {
        bool points = c_at_is(parse, after + 1, '*') || c_at_is(parse, after + 1, '^');
        bool macro = !named && !hidden && (!c_is_plus(parse) || c_is_macro_name(word));
        if (named && refer->depth > 0 && !c_is_macro_name(word)) // a parameter: `int name(int)`
            c_add_local(refer, index);
        else if (points && !named)
            c_add_reference(refer, REFERENCE_TYPE, index, 0);
        else if (macro)
            add_head_macro(refer, index, after);
    } else if (c_is_pointer_name(refer, index)) {
        c_add_local(refer, index);
    } else if (named) {
        if (c_may_be_macro(refer, word) && c_is_name(c_at(parse, index - 1)) &&
            c_follows_type(refer, index - 1)) // int count UNUSED
            c_add_reference(refer, REFERENCE_USE, index, 0);
        else if (c_ends_declarator(next) || precedes_mark(refer, after))
            c_bind(refer, index, false);
        else if (c_may_be_macro(refer, word)) // HANDLE WINAPI open(…)
            c_add_reference(refer, REFERENCE_USE, index, 0);
    } else if (!hidden &&
               (c_is_name(next) || c_is(next, '*') || c_is(next, '&') || c_is(next, C_AND) ||
                c_is_word(next, CW_SPECIFIER) || next->role == CR_DECLARED)) {
        bool type = !c_may_be_macro(refer, word) || !c_is_name(next) || next->role == CR_DECLARED;
        c_add_reference(refer, type ? REFERENCE_TYPE : REFERENCE_USE, index, 0);
    } else if (first && (c_is(next, ')') || c_is(next, ',') || c_is(next, '>'))) {
        c_add_reference(refer, REFERENCE_TYPE, index, 0);
    } else if (!c_may_be_macro(refer, word) && c_is_macro_name(word)) {
        c_add_reference(refer, REFERENCE_TYPE, index, 0);
    } else if (c_is_macro_name(word) || hidden || is_default(refer, chain, after)) {
        c_add_reference(refer, REFERENCE_USE, index, 0);
    }
}

/* ---- the walk ---- */

static void track(Refer *refer, uint32_t index)
{
    const CToken *token = c_at(refer->parse, index);
    if (token->role == CR_BODY && !refer->body_end && token->match != C_NO_MATCH)
        refer->body_end = token->match;
    if (refer->body_end && index >= refer->body_end) {
        refer->body_end = 0;
        refer->function++;
        c_end_blocks(refer);
    }
    if (token->kind != C_PUNCT)
        return;
    if (refer->body_end)
        c_follow_block(refer, index);
    refer->depth +=
        (token->code == '(' || token->code == '[') - (token->code == ')' || token->code == ']');
    if (token->code == ';' || token->code == '{' || token->code == '}') {
        refer->statement = index + 1;
        refer->declares = false;
        refer->depth = 0;
    }
}

/* Adds an Objective-C message: `[object name:argument]`. */
static void read_message(Refer *refer, uint32_t open)
{
    CParse *parse = refer->parse;
    const CToken *before = c_at(parse, open - (open > 0));
    bool index = c_is_name(before) || c_is(before, ']') || c_is(before, ')');
    CRange receiver;
    uint32_t name;
    if (index || c_at(parse, open)->match == C_NO_MATCH || c_at(parse, open)->role == CR_HEAD)
        return;
    Str selector = c_message_selector(parse, open, &receiver, &name);
    if (!selector.len)
        return;
    Reference *reference = c_add_reference(refer, REFERENCE_CALL, name, 0);
    if (!reference)
        return;
    reference->name = selector;
    reference->receiver = c_join_text(parse, parse->scan->arena, receiver);
    for (size_t i = 0; i < selector.len; i++)
        reference->arguments = (uint16_t)(reference->arguments + (selector.ptr[i] == ':'));
}

/* Adds the use in `@selector(name:)`: of a method of the object, as far as its class has one. */
static void read_selector(Refer *refer, uint32_t at)
{
    CParse *parse = refer->parse;
    uint32_t open = at + 2, close = c_at(parse, open)->match;
    if (!str_equal(c_text_at(parse, at + 1), STR("selector")) || !c_at_is(parse, open, '(') ||
        close == C_NO_MATCH || !c_is_name(c_at(parse, open + 1)))
        return;
    Reference *reference = c_add_reference(refer, REFERENCE_USE, open + 1, 0);
    if (!reference)
        return;
    reference->name = c_join_text(parse, parse->scan->arena, (CRange){open + 1, close});
    reference->receiver = STR("self");
}

/* Whether the word cannot be a type because it is an Objective-C `@word`, or part of a message's
   selector. */
static bool is_objective_word(const Refer *refer, uint32_t index)
{
    const CParse *parse = refer->parse;
    if (!(parse->source->dialect & C_OBJECTIVE) || !index)
        return false;
    char first = parse->source->text.ptr[c_at(parse, index)->start];
    bool receiver = c_at_is(parse, index - 1, '[') && c_is_name(c_at(parse, index + 1));
    return c_at_is(parse, index - 1, '@') || (receiver && first >= 'a' && first <= 'z') ||
           (refer->depth > 0 && c_at_is(parse, index + 1, ':'));
}

/* The argument list's bracket of a kernel launch, `kernel<<<grid, block>>>(…)`, or 0. */
static uint32_t launch_arguments(const Refer *refer, uint32_t at)
{
    const CParse *parse = refer->parse;
    if (!c_at_is(parse, at, C_OPERATOR) || !c_at_is(parse, at + 1, '<') || !c_is_plus(parse))
        return 0;
    uint32_t end = MIN(parse->scope.end, at + LAUNCH_TOKENS_MAX);
    for (uint32_t i = at + 2; i < end; i = c_next(parse, i))
        if (c_at_is(parse, i, '>') && c_at_is(parse, i + 1, '>') && c_at_is(parse, i + 2, '>'))
            return c_at_is(parse, i + 3, '(') ? i + 3 : 0;
    return 0;
}

/* Reads `using namespace a::b;` and `using a::b;`. Aliases of types are declarations instead. */
static void read_using(Refer *refer, uint32_t index)
{
    CParse *parse = refer->parse;
    bool space = c_at_word(parse, index + 1, CW_NAMESPACE);
    uint32_t last = index + 1 + space;
    while (c_at_is(parse, last, C_SCOPE) || c_at_is(parse, last + 1, C_SCOPE))
        last++;
    bool whole = c_is_name(c_at(parse, last)) && c_at_is(parse, last + 1, ';');
    if (!whole || (!space && !c_at_is(parse, last - 1, C_SCOPE)))
        return;
    Reference *reference = c_add_reference(refer, REFERENCE_BASE, last, 0);
    if (!reference)
        return;
    reference->flags |= REFERENCE_OPENS;
    if (!space)
        return;
    CRange path = {index + 2, last + 1};
    reference->receiver = c_join_text(parse, parse->scan->arena, path);
    reference->name = STR("*");
}

/* Whether the name is a C++ concept used as a constraint: `requires A<T> && B<T>`, `const A auto
   &x`. */
static bool is_constraint(const Refer *refer, uint32_t index, uint32_t after)
{
    const CParse *parse = refer->parse;
    uint32_t least = index > CONSTRAINT_TOKENS_MAX ? index - CONSTRAINT_TOKENS_MAX : 0;
    if (!c_is_plus(parse) || c_is_macro_name(c_text_at(parse, index)))
        return false;
    if (str_equal(c_text_at(parse, after), STR("auto")) && c_at(parse, after)->kind == C_WORD)
        return true;
    bool joined = after > index + 1; // with arguments
    for (uint32_t i = index; i-- > least && joined;) {
        const CToken *token = c_at(parse, i);
        if (c_is_word(token, CW_REQUIRES))
            return true;
        if (c_is_one_of(token, ";{}=") || token->kind == C_END)
            return false;
    }
    return false;
}

/* `typename Holder<T>::type` */
static bool is_dependent_type(const CParse *parse, uint32_t index)
{
    uint32_t chain = c_chain_start(parse, index);
    return chain && chain < index && c_at_word(parse, chain - 1, CW_TYPENAME);
}

/* `operator Type *()`: the names in the type that the object converts to. */
static void read_conversion(Refer *refer, uint32_t index)
{
    const CParse *parse = refer->parse;
    const CToken *first = c_at(parse, index + 1);
    uint32_t end = c_operator_open(parse, index);
    for (uint32_t i = index + 1; i < end && (c_is_name(first) || c_is_word(first, CW_SPECIFIER));
         i++)
        if (c_is_name(c_at(parse, i)) && !c_at_is(parse, i + 1, C_SCOPE))
            c_add_reference(refer, REFERENCE_TYPE, i, 0);
}

static void read_name(Refer *refer, uint32_t index)
{
    CParse *parse = refer->parse;
    const CToken *token = c_at(parse, index);
    uint32_t after = index + 1;
    bool inner = index < refer->angles_end;
    if (c_at_is(parse, after, '<') && c_is_plus(parse)) {
        uint32_t closed = c_skip_angles(parse, after);
        refer->angles_end = MAX(refer->angles_end, closed);
        after = closed ? closed : after;
    }
    uint32_t launch = launch_arguments(refer, after);
    after = launch ? launch : after;
    if (token->role == CR_DECLARED || c_at_is(parse, after, C_SCOPE) ||
        is_objective_word(refer, index))
        return;
    bool template = index > 1 && (c_at_is(parse, index - 2, '<') || c_at_is(parse, index - 2, ','));
    if (index && c_at_word(parse, index - 1, CW_NAMESPACE)) {
        Reference *reference = c_add_reference(refer, REFERENCE_USE, index, 0);
        if (reference) // of a macro: it opens a namespace that no one sees
            reference->receiver = STR("namespace");
        return;
    }
    bool bare =
        c_at_is(parse, after, ',') || c_at_is(parse, after, '>') || c_at_is(parse, after, '=');
    if (index &&
        (c_at_word(parse, index - 1, CW_TYPENAME) || c_at_word(parse, index - 1, CW_CLASS)) &&
        template && bare)
        c_add_local(refer, index);
    else if (index && (is_key(c_at(parse, index - 1)) || is_dependent_type(parse, index)))
        c_add_reference(refer, REFERENCE_TYPE, index, 0);
    else if (is_constraint(refer, index, after))
        c_add_reference(refer, REFERENCE_TYPE, index, 0);
    else if (token->role == CR_BASE)
        c_add_reference(refer, inner ? REFERENCE_TYPE : REFERENCE_BASE, index, 0);
    else if (token->role == CR_HEAD)
        read_in_head(refer, index, after);
    else if (token->role == CR_MADE)
        c_add_creation(refer, index, after);
    else
        c_read_in_code(refer, index, after);
}

static void read_tokens(Refer *refer, uint32_t from, uint32_t end)
{
    CParse *parse = refer->parse;
    parse->scope.first = from;
    parse->scope.end = end;
    refer->statement = from;
    refer->body_end = refer->angles_end = 0;
    refer->function++;
    c_end_blocks(refer);
    refer->declares = false;
    refer->depth = 0;
    for (uint32_t i = from; i < end && !scan_expired(parse->scan); i++) {
        track(refer, i);
        const CToken *token = c_at(parse, i);
        if (c_is_word(token, CW_ATTRIBUTE) && c_at_is(parse, i + 1, '(') && token->role == CR_HEAD)
            i = c_next(parse, i + 1) - 1;
        else if (c_is_word(token, CW_USING))
            read_using(refer, i);
        else if (c_is_word(token, CW_CONTROL) && c_is_plus(parse) &&
                 str_equal(c_text_at(parse, i), STR("return")))
            c_read_return(refer, i);
        else if (c_is_name(token))
            read_name(refer, i);
        else if (c_is_word(token, CW_OPERATOR) && token->role == CR_VALUE)
            c_read_operator_use(refer, i);
        else if (c_is_word(token, CW_OPERATOR))
            read_conversion(refer, i);
        else if (c_is_word(token, CW_OPERATION) && c_at_is(parse, i + 1, ')'))
            c_read_this(refer, i);
        else if (c_is(token, '[') && c_is_plus(parse) && c_read_bindings(refer, i))
            i = c_next(parse, i) - 2;
        else if (c_is(token, '[') && c_is_plus(parse) && c_lambda_brace(parse, i))
            c_read_captures(refer, i);
        else if (c_is(token, '[') && parse->source->dialect & C_OBJECTIVE)
            read_message(refer, i);
        else if (c_is(token, '@') && parse->source->dialect & C_OBJECTIVE)
            read_selector(refer, i);
        else if (c_is_plus(parse) && token->role == CR_VALUE && token->kind != C_WORD)
            c_read_operation(refer, i);
        else if (c_is_word(token, CW_OPERATION) && c_at_is(parse, i + 1, '<'))
            refer->angles_end = MAX(refer->angles_end, c_skip_angles(parse, i + 1));
    }
}

/* Makes the parameters of `#define name(a, b)` local to the macro's body. */
static void add_parameters(Refer *refer, const CDirective *directive)
{
    Str text = refer->parse->source->text;
    const char *from = directive->name.ptr + directive->name.len;
    Str rest = str_slice(text, (size_t)(from - text.ptr) + 1, directive->end), part;
    rest = str_slice(rest, 0, MIN(str_find_byte(rest, ')'), rest.len));
    while (str_take_until(&rest, ',', &part)) {
        *map_put(&refer->locals, str_trim(part), NULL) = refer->function + 1;
        *map_put(&refer->parameters, str_trim(part), NULL) = refer->function + 1;
    }
}

static void read_aside(Refer *refer)
{
    CSource *source = refer->parse->source;
    refer->parse->tokens = source->aside.ptr;
    refer->parse->count = (uint32_t)source->aside.len;
    for (size_t i = 0; i < source->directives.len; i++) {
        const CDirective *directive = &source->directives.ptr[i];
        uint32_t end = directive->aside;
        if (directive->kind != CD_DEFINE || !directive->body)
            continue;
        while (source->aside.ptr[end].kind != C_END)
            source->aside.ptr[end++].role = CR_VALUE;
        if (directive->has_arguments)
            add_parameters(refer, directive);
        else if (end == directive->aside + 1 && c_is_name(&source->aside.ptr[directive->aside]))
            c_add_reference(refer, REFERENCE_USE, directive->aside, 0);
        read_tokens(refer, directive->aside, end);
    }
    for (size_t i = 0; i < source->branches.len; i++)
        read_tokens(refer, source->branches.ptr[i].first, source->branches.ptr[i].end);
}

/* ---- order, and enclosing symbols ---- */

static int compare_references(const void *a, const void *b)
{
    const Reference *first = a, *second = b;
    return first->start < second->start ? -1 : first->start > second->start;
}

static void attribute(Outline *outline)
{
    uint32_t open[SYMBOL_DEPTH_MAX + 1], next = 0;
    size_t depth = 0;
    for (size_t i = 0; i < outline->references.len; i++) {
        Reference *reference = &outline->references.ptr[i];
        for (; next < outline->symbols.len && outline->symbols.ptr[next].start <= reference->start;
             next++) {
            const Symbol *symbol = &outline->symbols.ptr[next];
            while (depth && outline->symbols.ptr[open[depth - 1]].end <= symbol->start)
                depth--;
            if (depth <= SYMBOL_DEPTH_MAX && symbol->end > reference->start)
                open[depth++] = next;
        }
        while (depth && outline->symbols.ptr[open[depth - 1]].end <= reference->start)
            depth--;
        reference->symbol = depth ? open[depth - 1] + 1 : 0;
    }
}

/* Notes which names in capitals this file declares. A type wins over a macro of its name. */
static void note_capitals(Refer *refer)
{
    const SymbolVec *symbols = &refer->parse->scan->outline->symbols;
    for (size_t i = 0; i < symbols->len; i++) {
        const Symbol *symbol = &symbols->ptr[i];
        bool added = false;
        if (!c_is_macro_name(symbol->name))
            continue;
        uint64_t *kind = map_put(&refer->capitals, symbol->name, &added);
        *kind = added || c_is_type_kind(symbol->kind) ? symbol->kind : *kind;
    }
}

void c_refer(CParse *parse)
{
    Refer *refer = NEW(parse->scratch, Refer, 1);
    ReferenceVec *references = &parse->scan->outline->references;
    refer->parse = parse;
    refer->locals = map_open(parse->scratch);
    refer->capitals = map_open(parse->scratch);
    refer->types = map_open(parse->scratch);
    refer->binds = map_open(parse->scratch);
    refer->parameters = map_open(parse->scratch);
    parse->tokens = parse->source->tokens.ptr;
    parse->count = (uint32_t)parse->source->tokens.len;
    note_capitals(refer);
    read_tokens(refer, 0, parse->count - 1);
    size_t main_count = references->len;
    if (parse->source->aside.len)
        read_aside(refer);
    c_read_conditions(refer);
    bool unsorted = references->len > main_count || parse->source->dialect & (C_OBJECTIVE | C_PLUS);
    if (unsorted && references->len)
        qsort(references->ptr, references->len, sizeof(Reference), compare_references);
    attribute(parse->scan->outline);
    c_keep_returns(parse->scan->outline);
    locals_collect_writes(parse->scan->arena, *parse->scratch, parse->scan->outline);
    locals_resolve_references(parse->scan->arena, *parse->scratch, parse->scan->outline,
                              parse->scan->options->want_bindings);
}
