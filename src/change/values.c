/* Only values of one line count: a table of many rows changes without a break. Names of versions
   are left out, since they are meant to change. */
#include "change/values.h"

#include "change/affected.h"
#include "change/constant_value.h"

/* Longest value that is compared. */
#define VALUE_BYTES_MAX 80

static bool is_capital(Str name)
{
    size_t letters = 0;
    for (size_t i = 0; i < name.len; i++) {
        if (name.ptr[i] >= 'a' && name.ptr[i] <= 'z')
            return false;
        letters += name.ptr[i] >= 'A' && name.ptr[i] <= 'Z';
    }
    return letters > 1;
}

static bool is_constant(const Symbol *symbol)
{
    bool fixed = symbol->modifiers & (MODIFIER(CONST) | MODIFIER(FINAL) | MODIFIER(READONLY));
    switch (symbol->kind) {
    case SYMBOL_CONSTANT:
    case SYMBOL_ENUM_MEMBER:
    case SYMBOL_MACRO: return true;
    case SYMBOL_VARIABLE:
    case SYMBOL_FIELD:
    case SYMBOL_PROPERTY: return fixed || is_capital(symbol->name);
    default: return false;
    }
}

/* The value after `=`, or what a macro without parameters stands for; empty: it has no value. */
static Str value_of(const ChangeSide *side, const Symbol *symbol)
{
    Str text = str_slice(side->code.text, symbol->name_end, symbol->end);
    size_t at = str_find_byte(text, '=');
    bool macro = symbol->kind == SYMBOL_MACRO ||
                 (symbol->start < side->code.text.len && side->code.text.ptr[symbol->start] == '#');
    Str value = macro ? text : at == STR_NONE ? (Str){0} : str_from_offset(text, at + 1);
    if (macro && text.len && text.ptr[0] == '(')
        return (Str){0};
    value = str_trim(value);
    while (value.len && byte_in(value.ptr[value.len - 1], ";,"))
        value = str_trim(str_slice(value, 0, value.len - 1));
    bool simple = value.len <= VALUE_BYTES_MAX && str_find_byte(value, '\n') == STR_NONE &&
                  str_find_byte(value, '{') == STR_NONE && str_find(value, STR("=>")) == STR_NONE;
    return simple ? value : (Str){0};
}

/* Whether a value is a text for people: it has a blank in it. */
static bool is_sentence(Str value)
{
    return value.len && byte_in(value.ptr[0], "\"'`") && str_find_byte(value, ' ') != STR_NONE;
}

static bool is_version(Arena scratch, Str name)
{
    char *lower = NEW(&scratch, char, name.len + 1);
    for (size_t i = 0; i < name.len; i++)
        lower[i] =
            (char)(name.ptr[i] >= 'A' && name.ptr[i] <= 'Z' ? name.ptr[i] | 0x20 : name.ptr[i]);
    return str_find((Str){lower, name.len}, STR("version")) != STR_NONE;
}

/* Whether a value is another declaration's name, which may stand for the same value. */
static bool is_name(Str value)
{
    for (size_t i = 0; i < value.len; i++)
        if (!byte_is_word(value.ptr[i]) && !byte_in(value.ptr[i], ".:->$"))
            return false;
    return value.len && !byte_is_digit(value.ptr[0]);
}

/* The form of a value: the bracket of a literal, or `n` of a map or set that is made by its name;
   '\0': another one. */
static char form_of(const ChangeSide *side, const Symbol *symbol)
{
    static const char *const made[] = {"new Map(", "new Set(", "new WeakMap(", "new Map<",
                                       "new Set<", "set(",     "frozenset("};
    Str text = str_slice(side->code.text, symbol->name_end, symbol->end);
    size_t at = str_find_byte(text, '=');
    Str value = at == STR_NONE ? (Str){0} : str_trim(str_from_offset(text, at + 1));
    if (!value.len || byte_in(value.ptr[0], "=>"))
        return '\0';
    for (size_t i = 0; i < COUNT(made); i++)
        if (str_starts(value, str_from(made[i])))
            return 'n';
    return byte_in(value.ptr[0], "[{") ? value.ptr[0] : '\0';
}

/* Compares the literals of a value that others read by key or by place. */
static void compare_forms(Arena *arena, const ChangeSet *set, ChangedSymbol *changed)
{
    const ChangeSide *a = changed_old_side(set, changed), *b = changed_new_side(set, changed);
    const Symbol *old = changed_old_symbol(set, changed), *new = changed_symbol(set, changed);
    char form = form_of(a, old), is = form_of(b, new);
    bool value = old->kind == SYMBOL_CONSTANT || old->kind == SYMBOL_VARIABLE;
    bool known = form && is && old->kind == new->kind;
    if (value && known && form != is)
        affected_say(arena, changed, AFFECTS_USERS,
                     is == 'n'   ? STR("its value is made by a call now, and was a literal")
                     : is == '{' ? STR("its value has keys now")
                                 : STR("its value is a list now"));
}

/* How many fields the values of a type have that is made by a call, `namedtuple("P", "x y")`; 0: it
   is another value. */
static size_t count_listed(const ChangeSide *side, const Symbol *symbol)
{
    const char *lists = lang_facts(side->outline.language)->field_lists;
    Str text = str_slice(side->code.text, symbol->name_end, symbol->end), word;
    Str rest = str_from(lists ? lists : "");
    size_t open = str_find_byte(text, '('), comma = str_find_byte(text, ','), count = 0;
    bool listed = false;
    while (open != STR_NONE && str_take_until(&rest, ' ', &word))
        listed |= str_ends(str_trim(str_slice(text, 0, open)), word);
    if (!listed || comma == STR_NONE || str_find(text, STR("defaults")) != STR_NONE)
        return 0;
    for (size_t i = comma; i < text.len; i++)
        count += byte_is_word(text.ptr[i]) && !byte_is_word(text.ptr[i - 1]);
    return count;
}

static void compare_listed(Arena *arena, const ChangeSet *set, ChangedSymbol *changed)
{
    size_t was = count_listed(changed_old_side(set, changed), changed_old_symbol(set, changed));
    size_t is = count_listed(changed_new_side(set, changed), changed_symbol(set, changed));
    if (was && is && was != is)
        affected_say(arena, changed, AFFECTS_USERS,
                     str_format(arena, "its values have %zu fields now, and had %zu", is, was));
}

void values_compare(Arena *arena, const ChangeSet *set, ChangedSymbol *changed)
{
    const ChangeSide *a = changed_old_side(set, changed), *b = changed_new_side(set, changed);
    const Symbol *old = &a->outline.symbols.ptr[changed->old_symbol];
    const Symbol *new = &b->outline.symbols.ptr[changed->new_symbol];
    compare_forms(arena, set, changed);
    compare_listed(arena, set, changed);
    if (!is_constant(old) || !is_constant(new) || is_version(*arena, old->name))
        return;
    Str was = value_of(a, old), is = value_of(b, new);
    if (constant_values_are_equal(a, changed->old_symbol, b, changed->new_symbol))
        return;
    if (!was.len && is.len && byte_in(is.ptr[0], "\"'`") && new->kind == SYMBOL_ENUM_MEMBER)
        changed->value = str_format(arena, "its value is %.*s now", STR_ARG(is));
    if (was.len && is.len && !str_equal(was, is) && !is_sentence(was) && !is_sentence(is) &&
        !is_name(is))
        changed->value = str_format(arena, "its value %.*s is %.*s now", STR_ARG(was), STR_ARG(is));
}
