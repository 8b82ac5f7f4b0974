#include "change/type_alias.h"

#include "change/affected.h"
#include "change/widening.h"

/* The declaration without its name, white space folded. */
static Str meaning_of(Arena *arena, const ChangeSide *side, uint32_t index)
{
    const Symbol *symbol = &side->outline.symbols.ptr[index];
    Str before = str_slice(side->code.text, symbol->start, symbol->name_start);
    Str after = str_slice(side->code.text, symbol->name_end, symbol->end);
    return str_fold_space(arena, str_format(arena, "%.*s %.*s", STR_ARG(before), STR_ARG(after)));
}

/* The type after `=`; empty: the declaration has none. */
static Str type_of(const ChangeSide *side, uint32_t index)
{
    const Symbol *symbol = &side->outline.symbols.ptr[index];
    Str text = str_slice(side->code.text, symbol->name_end, symbol->end);
    size_t at = str_find_byte(text, '=');
    text = at == STR_NONE ? (Str){0} : str_trim(str_from_offset(text, at + 1));
    return str_ends(text, STR(";")) ? str_trim(str_slice(text, 0, text.len - 1)) : text;
}

static bool is_wider(const ChangeSet *set, const ChangedSymbol *changed)
{
    const ChangeSide *a = changed_old_side(set, changed), *b = changed_new_side(set, changed);
    Str was = type_of(a, changed->old_symbol), is = type_of(b, changed->new_symbol);
    return was.len && is.len && widening_takes(b->outline.language, is, was);
}

void type_alias_compare(Arena *arena, const ChangeSet *set, ChangedSymbol *changed)
{
    const ChangeSide *a = changed_old_side(set, changed), *b = changed_new_side(set, changed);
    bool alias = a->outline.symbols.ptr[changed->old_symbol].kind == SYMBOL_TYPE &&
                 b->outline.symbols.ptr[changed->new_symbol].kind == SYMBOL_TYPE;
    if (alias && !is_wider(set, changed) && !changed->breaking.len && !changed->doubts.len &&
        !changed->value.len &&
        !str_equal(meaning_of(arena, a, changed->old_symbol),
                   meaning_of(arena, b, changed->new_symbol)))
        affected_doubt(arena, changed, AFFECTS_USERS | AFFECTS_MAKERS,
                       STR("it stands for another type now"));
}
