/* Kinds are grouped by how they are used: called, read, made, implemented. A use fits a declaration
   of the same group. What a value holds may be a function, which its text shows. */
#include "change/kinds.h"

typedef enum KindUse {
    USE_UNKNOWN,
    USE_CALLED,
    USE_READ,
    USE_MADE,
    USE_IMPLEMENTED,
    USE_LISTED, /* an enum */
    USE_NAMED,  /* a name of another type */
    USE_SINGLE, /* an object that exists once */
} KindUse;

static KindUse use_of(const ChangeSide *side, const Symbol *symbol)
{
    static const KindUse uses[SYMBOL_KIND_COUNT] = {
        [SYMBOL_FUNCTION] = USE_CALLED,
        [SYMBOL_METHOD] = USE_CALLED,
        [SYMBOL_MACRO] = USE_CALLED,
        [SYMBOL_CLASS] = USE_MADE,
        [SYMBOL_STRUCT] = USE_MADE,
        [SYMBOL_UNION] = USE_MADE,
        [SYMBOL_INTERFACE] = USE_IMPLEMENTED,
        [SYMBOL_TRAIT] = USE_IMPLEMENTED,
        [SYMBOL_ENUM] = USE_LISTED,
        [SYMBOL_TYPE] = USE_NAMED,
        [SYMBOL_FIELD] = USE_READ,
        [SYMBOL_PROPERTY] = USE_READ,
        [SYMBOL_VARIABLE] = USE_READ,
        [SYMBOL_CONSTANT] = USE_READ,
        [SYMBOL_ENUM_MEMBER] = USE_READ,
    };
    bool literal = lang_facts(side->outline.language)->objects_are_values;
    if (symbol->kind == SYMBOL_OBJECT)
        return literal ? USE_READ : USE_SINGLE;
    /* A macro without parameters is read, whatever it is called. */
    if (symbol->kind == SYMBOL_MACRO && lang_is_c(side->outline.language))
        return symbol->name_end < side->text.len && side->text.ptr[symbol->name_end] == '('
                   ? USE_CALLED
                   : USE_READ;
    return uses[symbol->kind];
}

/* The value that the declaration gives its name: after `=`, or what a macro stands for. */
static Str value_of(const ChangeSide *side, const Symbol *symbol)
{
    Str text = str_slice(side->text, symbol->name_end, symbol->end);
    size_t at = str_find_byte(text, '=');
    bool macro = symbol->start < side->text.len && side->text.ptr[symbol->start] == '#';
    Str value = macro ? text : at == STR_NONE ? (Str){0} : str_from_offset(text, at + 1);
    return str_trim(value);
}

/* Whether the value may be a function: an expression of one, a name or, where types do not say so,
   the result of a call. */
static bool may_be_called(const ChangeSide *side, const Symbol *symbol)
{
    static const Str marks[] = {STR_INIT("=>"),   STR_INIT("lambda"), STR_INIT("function"),
                                STR_INIT("func"), STR_INIT("fn("),    STR_INIT("->"),
                                STR_INIT("proc"), STR_INIT("partial")};
    const LangFacts *facts = lang_facts(side->outline.language);
    Str value = value_of(side, symbol);
    Str whole = str_slice(side->text, symbol->name_end, symbol->end);
    size_t end = 0;
    for (size_t i = 0; i < COUNT(marks); i++)
        if (str_find(whole, marks[i]) != STR_NONE)
            return true;
    while (end < value.len && (byte_is_word(value.ptr[end]) || byte_in(value.ptr[end], ".:&")))
        end++;
    bool name = end && !byte_is_digit(value.ptr[0]) && !byte_in(value.ptr[0], ".:");
    Str rest = str_trim(str_from_offset(value, end));
    bool dynamic = lang_hints_types(side->outline.language) || facts->objects_are_values;
    static const Str literals[] = {STR_INIT("True"),     STR_INIT("False"),   STR_INIT("None"),
                                   STR_INIT("true"),     STR_INIT("false"),   STR_INIT("null"),
                                   STR_INIT("nil"),      STR_INIT("nullptr"), STR_INIT("NULL"),
                                   STR_INIT("undefined")};
    for (size_t i = 0; i < COUNT(literals); i++)
        name = name && !str_equal(str_slice(value, 0, end), literals[i]);
    return name &&
           (!rest.len || str_equal(rest, STR(";")) || (dynamic && byte_in(rest.ptr[0], "(")));
}

bool kinds_end_calls(const ChangeSet *set, const ChangedSymbol *changed)
{
    const ChangeSide *a = changed_old_side(set, changed), *b = changed_new_side(set, changed);
    const Symbol *old = &a->outline.symbols.ptr[changed->old_symbol];
    const Symbol *new = &b->outline.symbols.ptr[changed->new_symbol];
    KindUse was = use_of(a, old), is = use_of(b, new);
    bool getter = new->modifiers &MODIFIER(GETTER);
    if (was == USE_CALLED && is == USE_READ)
        return !getter && !may_be_called(b, new);
    return was == USE_CALLED && (is == USE_IMPLEMENTED || is == USE_LISTED);
}

/* Whether it is a function that makes an object when it is called with `new`. */
static bool is_constructed(const ChangeSide *side, const Symbol *symbol)
{
    Str head = str_slice(side->text, symbol->start, symbol->name_start);
    return symbol_is_function(symbol->kind) && str_find(head, STR("function")) != STR_NONE &&
           !(symbol->modifiers & (MODIFIER(ASYNC) | MODIFIER(GENERATOR)));
}

/* Whether its value is an arrow function, which has no object of its own. */
static bool is_arrow(const ChangeSide *side, const Symbol *symbol)
{
    Str value = value_of(side, symbol);
    size_t arrow = str_find(value, STR("=>"));
    bool leads = value.len && (value.ptr[0] == '(' || byte_is_word(value.ptr[0]));
    return arrow != STR_NONE && leads && !str_starts(value, STR("function")) &&
           !str_starts(value, STR("class")) && !str_starts(value, STR("new"));
}

bool kinds_end_new(const ChangeSet *set, const ChangedSymbol *changed)
{
    const ChangeSide *a = changed_old_side(set, changed), *b = changed_new_side(set, changed);
    const Symbol *old = &a->outline.symbols.ptr[changed->old_symbol];
    const Symbol *new = &b->outline.symbols.ptr[changed->new_symbol];
    return lang_facts(b->outline.language)->heads.functions_construct && is_constructed(a, old) &&
           (is_arrow(b, new) || new->modifiers &(MODIFIER(ASYNC) | MODIFIER(GENERATOR)));
}

/* Whether a macro is only the name of a declaration that is used as the old one was. */
static bool is_other_name(const ChangeSide *side, const Symbol *macro, KindUse was)
{
    const SymbolVec *symbols = &side->outline.symbols;
    Str value = value_of(side, macro);
    bool such = macro->start < side->text.len && side->text.ptr[macro->start] == '#';
    for (size_t i = 0; such && i < symbols->len; i++)
        if (str_equal(symbols->ptr[i].name, value) && use_of(side, &symbols->ptr[i]) == was)
            return true;
    return false;
}

/* Whether its value is another declaration's name, under which it goes on. */
static bool is_alias(const Symbol *symbol)
{
    Str type = symbol_code(symbol)->type;
    return type.len > 1 && type.ptr[0] == '=' && str_find_byte(type, '(') == STR_NONE;
}

/* Whether it is a function without a list of parameters, or a value. */
static bool is_without_list(const ChangeSide *side, const Symbol *symbol)
{
    KindUse use = use_of(side, symbol);
    Str after = str_slice(side->code.text, symbol->name_end, symbol->end);
    return use == USE_READ ||
           (use == USE_CALLED && !str_starts(after, STR("(")) && !str_starts(after, STR("[")));
}

/* Whether users read both forms in the same way. */
static bool is_read_alike(const ChangeSide *a, const Symbol *old, const ChangeSide *b,
                          const Symbol *new)
{
    return lang_facts(b->outline.language)->reads_are_calls && is_without_list(a, old) &&
           is_without_list(b, new);
}

/* Whether a text has a word in whatever letters. */
static bool is_named_in(Str text, const char *word)
{
    Str wanted = str_from(word);
    for (size_t i = 0; i + wanted.len <= text.len; i++)
        if (str_equal_nocase(str_slice(text, i, i + wanted.len), wanted))
            return true;
    return false;
}

/* Whether values of the class have the members that the old value gave, as `namedtuple` does. */
static bool has_given_members(const ChangeSide *a, const Symbol *old, const ChangeSide *b,
                              uint32_t type)
{
    const char *const *pairs = lang_facts(b->outline.language)->given_members;
    const SymbolVec *symbols = &b->outline.symbols;
    Str value = value_of(a, old), name;
    Str head =
        str_slice(b->code.text, symbols->ptr[type].name_end,
                  symbols->ptr[type].body ? symbols->ptr[type].body : symbols->ptr[type].end);
    for (size_t i = 0; pairs && pairs[i] && pairs[i + 1]; i += 2) {
        Str rest = str_from(pairs[i + 1]);
        if (str_find(value, str_from(pairs[i])) == STR_NONE || is_named_in(head, pairs[i]))
            continue; /* its base of that name gives them, too */
        while (str_take_until(&rest, ' ', &name)) {
            bool found = false;
            for (uint32_t s = type + 1; s < symbols->ptr[type].next; s++)
                found |= str_equal(symbols->ptr[s].name, name);
            if (!found)
                return false;
        }
    }
    return true;
}

/* Whether users go on with a class as they did with what it was before: a function that made its
   values, or a value that was such a class. */
static bool is_made_alike(const ChangeSet *set, const ChangedSymbol *changed)
{
    const ChangeSide *a = changed_old_side(set, changed), *b = changed_new_side(set, changed);
    const Symbol *old = &a->outline.symbols.ptr[changed->old_symbol];
    const LangFacts *facts = lang_facts(b->outline.language);
    bool value = facts->classes_are_values || lang_hints_types(b->outline.language);
    if (!value || use_of(b, changed_symbol(set, changed)) != USE_MADE)
        return false;
    return use_of(a, old) == USE_CALLED ? !facts->heads.makes
                                        : use_of(a, old) == USE_READ && may_be_called(a, old) &&
                                              has_given_members(a, old, b, changed->new_symbol);
}

bool kinds_break_calls(const ChangeSet *set, const ChangedSymbol *changed)
{
    const ChangeSide *a = changed_old_side(set, changed), *b = changed_new_side(set, changed);
    return use_of(a, changed_old_symbol(set, changed)) == USE_CALLED &&
           use_of(b, changed_symbol(set, changed)) == USE_MADE &&
           lang_facts(b->outline.language)->heads.makes;
}

/* Whether a type goes on being an object by the one within it that has no name of its own. */
static bool has_companion(const ChangeSide *side, uint32_t type)
{
    const SymbolVec *symbols = &side->outline.symbols;
    for (uint32_t i = type + 1; i < symbols->ptr[type].next; i = symbols->ptr[i].next)
        if (symbols->ptr[i].kind == SYMBOL_OBJECT &&
            str_starts(str_slice(side->code.text, symbols->ptr[i].start, symbols->ptr[i].end),
                       STR("companion ")))
            return true;
    return false;
}

bool kinds_break(const ChangeSet *set, const ChangedSymbol *changed)
{
    const ChangeSide *a = changed_old_side(set, changed), *b = changed_new_side(set, changed);
    const Symbol *old = &a->outline.symbols.ptr[changed->old_symbol];
    const Symbol *new = &b->outline.symbols.ptr[changed->new_symbol];
    KindUse was = use_of(a, old), is = use_of(b, new);
    if (was == is || was == USE_UNKNOWN || is == USE_UNKNOWN || is_alias(new) ||
        is_other_name(b, new, was) || is_read_alike(a, old, b, new) || is_made_alike(set, changed))
        return false;
    if (was == USE_SINGLE && is == USE_MADE && has_companion(b, changed->new_symbol))
        return false;
    if (was == USE_CALLED && is == USE_READ)
        return kinds_end_calls(set, changed);
    if (was == USE_READ && is == USE_CALLED)
        return !((old->modifiers | new->modifiers) & MODIFIER(GETTER)) && !may_be_called(a, old);
    bool values = lang_facts(b->outline.language)->classes_are_values;
    if (is == USE_NAMED)
        return was == USE_CALLED || was == USE_READ ||
               (values && (was == USE_MADE || was == USE_LISTED));
    if (was == USE_NAMED)
        return is == USE_CALLED || is == USE_READ;
    return true;
}
