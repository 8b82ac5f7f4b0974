/* Statements at file, namespace and class level, and the work list of scopes. */
#include "lang/c/c_parse.h"

/* Estimated bytes of source for each declaration, on the low side; sizes the list of entries. */
#define ENTRY_BYTES_USUAL 8
#define ENTRIES_EXPECTED_MAX ((size_t)500 * 1000)

void c_note_loss(CParse *parse, Str why)
{
    Outline *outline = parse->scan->outline;
    outline->degraded = true;
    if (!outline->note.len)
        outline->note = why;
}

void c_push_scope(CParse *parse, CScope scope)
{
    scope.aside = parse->scope.aside;
    scope.depth = parse->scope.depth + 1;
    if (scope.depth > SYMBOL_DEPTH_MAX)
        parse->scan->outline->degraded = true;
    else
        *VEC_PUSH(parse->scratch, &parse->waiting) = scope;
}

void c_wait(CParse *parse, CScopeKind kind, uint32_t open, Str name, uint32_t access)
{
    uint32_t close = c_at(parse, open)->match;
    uint32_t end = close == C_NO_MATCH ? parse->scope.end : close;
    CRole role = kind == C_IN_FUNCTION ? CR_VALUE : CR_HEAD;
    if (c_at(parse, open)->role != role)
        c_mark(parse, (CRange){open, end + 1}, role);
    if (kind == C_IN_FUNCTION)
        c_mark(parse, (CRange){open, open + 1}, CR_BODY);
    c_push_scope(
        parse,
        (CScope){.kind = kind, .first = open + 1, .end = end, .name = name, .access = access});
}

/* ---- statements ---- */

static uint32_t access_of(Str word)
{
    if (str_equal(word, STR("private")))
        return MODIFIER(PRIVATE);
    return str_equal(word, STR("protected")) ? MODIFIER(PROTECTED) : MODIFIER(PUBLIC);
}

/* Reads a macro used as an access label, `SLOTS:`. Returns the token after it, 0 when it is
   something else. */
static uint32_t read_label(const CParse *parse, uint32_t at)
{
    bool label = parse->scope.kind == C_IN_CLASS && c_is_plus(parse) && c_at(parse, at)->first &&
                 c_at_is(parse, at + 1, ':') && c_at(parse, at + 2)->first;
    return label ? at + 2 : 0;
}

/* Reads `public:` or `public slots:`; 0 when it is not an access label. */
static uint32_t read_access(CParse *parse, uint32_t at)
{
    uint32_t colon = at + 1 + c_at_word(parse, at + 1, CW_NAME);
    if (!c_at_is(parse, colon, ':'))
        return 0;
    parse->scope.access = access_of(c_text_at(parse, at));
    return colon + 1;
}

/* Skips template<…>; 0 for an explicit instantiation. */
static uint32_t skip_template(const CParse *parse, uint32_t at)
{
    return c_at_is(parse, at + 1, '<') ? c_skip_parameters(parse, at + 1) : 0;
}

/* Whether the range is only the name of a module or header: `a.b:c`, `<vector>`, `"x.h"`. */
static bool is_module_name(const CParse *parse, CRange range)
{
    for (uint32_t i = range.first; i < range.end; i++) {
        const CToken *token = c_at(parse, i);
        bool header = c_at_is(parse, range.first, '<');
        if (token->kind != C_WORD && token->kind != C_STRING && !header && !c_is(token, '.') &&
            !c_is(token, ':'))
            return false;
    }
    return true;
}

/* Adds an `import`. Headers are named as by `#include`; a module is imported as a whole. */
static void add_imported(CParse *parse, CRange range, const CToken *first, const CToken *last)
{
    ImportVec *imports = &parse->scan->outline->imports;
    Arena *arena = parse->scan->arena;
    size_t count = imports->len;
    Str name = c_join_text(parse, arena, range);
    bool header = name.len > 1 && (name.ptr[0] == '<' || name.ptr[0] == '"');
    scan_import(parse->scan, header ? str_slice(name, 1, name.len - 1) : name, first->start,
                last->end);
    if (imports->len == count)
        return;
    imports->ptr[count].angled = name.ptr[0] == '<';
    if (!header && parse->scan->options->want_references)
        *VEC_PUSH(arena, &imports->ptr[count].bindings) = (Binding){.name = STR("*")};
}

/* Reads `module x;`, `import x;` and the same after `export`. Returns the token after it, 0 when
   it is something else. A unit that exports nothing implicitly imports its module. */
static uint32_t read_module(CParse *parse, uint32_t at)
{
    Str word = c_text_at(parse, at), *package = &parse->scan->outline->package;
    bool import = str_equal(word, STR("import"));
    const CToken *next = c_at(parse, at + 1);
    bool named = next->kind == C_WORD || next->kind == C_STRING || c_is(next, '<');
    if (!c_is_plus(parse) || !(import || str_equal(word, STR("module"))) ||
        !(named || c_is(next, ';') || c_is(next, ':')))
        return 0;
    uint32_t stop = c_find(parse, at, "");
    CRange range = {at + 1, stop};
    if (c_at(parse, at + 1)->line != c_at(parse, stop)->line || !c_at_is(parse, stop, ';') ||
        !is_module_name(parse, range))
        return 0;
    c_mark(parse, (CRange){at, stop}, CR_DECLARED); // names nothing else
    bool unit = !import && next->kind == C_WORD && !package->len;
    bool exported = at && str_equal(c_text_at(parse, at - 1), STR("export"));
    if (unit) {
        *package = c_join_text(parse, parse->scan->arena, range);
        parse->scan->outline->package_word = word;
        parse->scan->outline->package_line = c_at(parse, at)->line;
    }
    if ((import && stop > at + 1) || (unit && !exported))
        add_imported(parse, range, c_at(parse, at), c_at(parse, stop));
    return stop + 1;
}

/* Queues the block of `extern "C" {…}` or `export {…}`. Returns the token after its closing brace,
   or 0 if `open` is not a brace. */
static uint32_t read_block(CParse *parse, uint32_t open)
{
    if (!c_at_is(parse, open, '{'))
        return 0;
    c_wait(parse, parse->scope.kind, open, (Str){0}, 0);
    return c_close(parse, open);
}

static uint32_t read_keyword(CParse *parse, uint32_t begin, uint32_t at)
{
    const CToken *token = c_at(parse, at), *next = c_at(parse, at + 1);
    switch ((CWord)token->code) {
    case CW_NAMESPACE: return c_read_namespace(parse, begin, at);
    case CW_USING: return c_read_using(parse, begin, at);
    case CW_CONCEPT: return c_read_concept(parse, begin, at);
    case CW_ASSERT:
    case CW_ASM: return c_recover(parse, at);
    case CW_ACCESS: return read_access(parse, at);
    case CW_EXTERN: return next->kind == C_STRING ? read_block(parse, at + 2) : 0;
    case CW_SPECIFIER:
        return str_equal(c_text_at(parse, at), STR("export")) ? read_block(parse, at + 1) : 0;
    case CW_NAME: {
        uint32_t module = read_module(parse, at);
        return module ? module : read_label(parse, at);
    }
    default: return 0;
    }
}

static bool leads_keyword(const CParse *parse, uint32_t at)
{
    const CToken *next = c_at(parse, at + 1);
    bool module = c_is_word(next, CW_NAME) && str_equal(c_text_at(parse, at), STR("export")) &&
                  (str_equal(c_text_at(parse, at + 1), STR("module")) ||
                   str_equal(c_text_at(parse, at + 1), STR("import")));
    bool keyword =
        c_is_word(next, CW_NAMESPACE) || c_is_word(next, CW_TEMPLATE) || c_is_word(next, CW_USING);
    return c_at_word(parse, at, CW_SPECIFIER) && (module || keyword);
}

/* Reads a statement outside of functions as code, since the file is a part of one: `case 1: return
   f(x);`, in C++ also `x = f(y);`. Returns the token after it, 0 when it is something else. */
static uint32_t read_control(CParse *parse, uint32_t at)
{
    bool handler = str_equal(c_text_at(parse, at), STR("catch")); // of a function's try
    bool changes = c_is_plus(parse) && c_at_word(parse, at, CW_NAME) &&
                   (c_at_is(parse, at + 1, '=') || c_at_is(parse, at + 1, '.') ||
                    c_at_is(parse, at + 1, C_ARROW));
    bool control = c_at_word(parse, at, CW_CONTROL) && !handler;
    if (parse->scope.kind != C_IN_FILE || !(control || changes))
        return 0;
    uint32_t stop = c_find(parse, at, "");
    c_mark(parse, (CRange){at, stop}, CR_VALUE);
    return c_past(parse, stop, ';');
}

static uint32_t read_statement(CParse *parse, uint32_t begin)
{
    uint32_t at = begin;
    while (leads_keyword(parse, at) ||
           (c_at_word(parse, at, CW_EXTERN) && c_at_word(parse, at + 1, CW_TEMPLATE)))
        at++;
    while (c_at_word(parse, at, CW_TEMPLATE)) {
        uint32_t after = skip_template(parse, at);
        if (!after || after >= parse->scope.end) {
            parse->scan->outline->degraded |= c_at_is(parse, at + 1, '<');
            return MAX(c_recover(parse, at + 1), begin + 1);
        }
        at = after;
    }
    const CToken *token = c_at(parse, at);
    uint32_t objective = c_read_objective(parse, at);
    if (objective)
        return MAX(objective, begin + 1);
    if (c_is_one_of(token, ";}{,:)=")) {
        if (c_is(token, '{') && parse->scope.kind == C_IN_FILE) // a row of a table: { "get", get },
            c_mark(parse, (CRange){at, c_next(parse, at)}, CR_VALUE);
        return c_next(parse, at);
    }
    uint32_t after = token->kind == C_WORD ? read_keyword(parse, begin, at) : 0;
    if (!after)
        after = read_control(parse, at);
    if (!after)
        after = c_read_declaration(parse, begin, at);
    return MAX(after, begin + 1);
}

/* ---- scopes ---- */

static void read_scope(CParse *parse)
{
    const CTokenVec *stream = parse->scope.aside ? &parse->source->aside : &parse->source->tokens;
    parse->tokens = stream->ptr;
    parse->count = (uint32_t)stream->len;
    if (parse->scope.kind == C_IN_ENUM) {
        c_enum_read(parse);
        return;
    }
    if (parse->scope.kind == C_IN_FUNCTION) {
        c_body_read(parse);
        return;
    }
    for (uint32_t i = parse->scope.first; i < parse->scope.end && !scan_expired(parse->scan);)
        i = read_statement(parse, i);
}

static void read_waiting(CParse *parse, size_t from)
{
    for (size_t i = from; i < parse->waiting.len; i++) {
        parse->scope = parse->waiting.ptr[i];
        read_scope(parse);
    }
}

static int compare_scopes(const void *a, const void *b)
{
    const CScope *first = a, *second = b;
    if (first->first != second->first)
        return first->first < second->first ? -1 : 1;
    return first->end > second->end ? -1 : first->end < second->end;
}

static int compare_branches(const void *a, const void *b)
{
    const CBranch *first = a, *second = b;
    if (first->opens != second->opens)
        return first->opens < second->opens ? -1 : 1;
    return first->first < second->first ? -1 : first->first > second->first;
}

typedef VEC(uint32_t) OffsetVec;

static int compare_offsets(const void *a, const void *b)
{
    uint32_t first = *(const uint32_t *)a, second = *(const uint32_t *)b;
    return first < second ? -1 : first > second;
}

/* The offsets at which names of entries begin, ascending. */
static OffsetVec declared_names(CParse *parse)
{
    OffsetVec names = {0};
    for (size_t i = 0; i < parse->entries.len; i++)
        *VEC_PUSH(parse->scratch, &names) = parse->entries.ptr[i].symbol.name_start;
    if (names.len)
        qsort(names.ptr, names.len, sizeof(uint32_t), compare_offsets);
    return names;
}

/* The name that the kept branches of the conditional declare, or an empty text. */
static Str declared_beside(const CSource *source, const CBranch *branch, const OffsetVec *names)
{
    for (uint32_t i = branch->opens; names->len && i < branch->token; i++) {
        const CToken *token = &source->tokens.ptr[i];
        if (bsearch(&token->start, names->ptr, names->len, sizeof(uint32_t), compare_offsets) &&
            c_is_word(token, CW_NAME))
            return c_text(source, token);
    }
    return (Str){0};
}

/* Marks the outline as degraded when a branch that is only a part of a declaration gives it
   another name: `int`, `#ifdef A`, `f`, `#else`, `g`, `#endif`, `(void);`. */
static void note_other_name(CParse *parse, const CBranch *branch, const OffsetVec *names)
{
    const CSource *source = parse->source;
    Str name = declared_beside(source, branch, names);
    bool other = false;
    for (uint32_t i = branch->first; name.len && i < branch->end; i++) {
        const CToken *token = &source->aside.ptr[i];
        if (!c_is_word(token, CW_NAME))
            continue;
        if (str_equal(c_text(source, token), name))
            return;
        other = true;
    }
    if (other)
        c_note_loss(parse,
                    STR("a branch of #if names a declaration otherwise; that name is missing"));
}

/* Reads dropped branches of #if as part of the scope in which the conditional begins. */
static void read_branches(CParse *parse)
{
    size_t count = parse->waiting.len, depth = 0, next = 0, branches = parse->source->branches.len;
    CBranch *sorted = NEW(parse->scratch, CBranch, branches);
    OffsetVec names = declared_names(parse);
    memcpy(sorted, parse->source->branches.ptr, branches * sizeof(CBranch));
    qsort(sorted, branches, sizeof(CBranch), compare_branches);
    CScope *scopes = NEW(parse->scratch, CScope, count);
    size_t *open = NEW(parse->scratch, size_t, count + 1);
    memcpy(scopes, parse->waiting.ptr, count * sizeof(CScope));
    qsort(scopes, count, sizeof(CScope), compare_scopes);
    for (size_t i = 0; i < branches; i++) {
        const CBranch *branch = &sorted[i];
        for (; next < count && scopes[next].first <= branch->opens; next++) {
            while (depth && scopes[open[depth - 1]].end <= scopes[next].first)
                depth--;
            open[depth++] = next;
        }
        while (depth && scopes[open[depth - 1]].end < branch->opens)
            depth--;
        if (!depth || scopes[open[depth - 1]].kind == C_IN_FUNCTION)
            continue;
        if (!branch->whole) {
            note_other_name(parse, branch, &names);
            continue;
        }
        CScope *scope = VEC_PUSH(parse->scratch, &parse->waiting);
        *scope = scopes[open[depth - 1]];
        scope->aside = true;
        scope->first = branch->first;
        scope->end = branch->end;
        for (uint32_t n = branch->first; n < branch->end; n++)
            parse->source->aside.ptr[n].role = CR_HEAD;
    }
    read_waiting(parse, count);
}

void c_parse(CParse *parse)
{
    VEC_RESERVE(parse->scratch, &parse->entries,
                MIN(parse->source->text.len / ENTRY_BYTES_USUAL, ENTRIES_EXPECTED_MAX) + 1);
    CScope *file = VEC_PUSH(parse->scratch, &parse->waiting);
    file->kind = C_IN_FILE;
    file->end = (uint32_t)parse->source->tokens.len - 1;
    read_waiting(parse, 0);
    if (parse->source->branches.len)
        read_branches(parse);
}
