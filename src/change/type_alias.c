#include "change/type_alias.h"

#include "change/affected.h"
#include "change/type_choices.h"
#include "change/type_names.h"

/* The declaration without its name, white space folded. */
static Str meaning_of(Arena *arena, const ChangeSide *side, uint32_t index)
{
    const Symbol *symbol = &side->outline.symbols.ptr[index];
    Str before = str_slice(side->code.text, symbol->start, symbol->name_start);
    Str after = str_slice(side->code.text, symbol->name_end, symbol->end);
    return str_fold_space(arena, str_format(arena, "%.*s %.*s", STR_ARG(before), STR_ARG(after)));
}

void type_alias_compare(Arena *arena, const ChangeSet *set, ChangedSymbol *changed)
{
    const ChangeSide *a = changed_old_side(set, changed), *b = changed_new_side(set, changed);
    bool alias = a->outline.symbols.ptr[changed->old_symbol].kind == SYMBOL_TYPE &&
                 b->outline.symbols.ptr[changed->new_symbol].kind == SYMBOL_TYPE;
    if (alias && !type_choices_widen(arena, set, changed) && !changed->breaking.len &&
        !changed->doubts.len && !changed->value.len &&
        !str_equal(
            type_names_settle(arena, set, a, b, true, meaning_of(arena, a, changed->old_symbol)),
            type_names_settle(arena, set, a, b, false, meaning_of(arena, b, changed->new_symbol))))
        affected_doubt(arena, changed, AFFECTS_USERS | AFFECTS_MAKERS,
                       STR("it stands for another type now"));
}
