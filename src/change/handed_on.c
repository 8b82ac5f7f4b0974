/* The value is a path whose last word is the declaration's own name; another file of the change has
   a declaration of that name. */
#include "change/handed_on.h"

/* The path that a declaration is made of, `= a.b`; empty: it is made of more. */
static Str path_of(const ChangeSide *side, const Symbol *symbol)
{
    Str text = str_slice(side->code.text, symbol->name_end, symbol->end);
    size_t at = str_find_byte(text, '=');
    Str path = at == STR_NONE ? (Str){0} : str_trim(str_from_offset(text, at + 1));
    while (path.len && byte_in(path.ptr[path.len - 1], "; \n"))
        path.len--;
    bool dotted = false;
    for (size_t i = 0; i < path.len; i++) {
        if (!byte_is_word(path.ptr[i]) && !byte_in(path.ptr[i], ".:"))
            return (Str){0};
        dotted |= !byte_is_word(path.ptr[i]);
    }
    return dotted ? path : (Str){0};
}

bool handed_on_is(const ChangeSet *set, const ChangedSymbol *changed)
{
    const ChangeSide *side = changed_new_side(set, changed);
    const Symbol *now = changed_symbol(set, changed);
    if (changed->new_symbol == SYMBOL_ABSENT || changed->old_symbol == SYMBOL_ABSENT ||
        !str_equal(str_last_word(path_of(side, now)), now->name))
        return false;
    for (size_t f = 0; f < set->files.len; f++) {
        const ChangeSide *other = &set->files.ptr[f].new;
        for (size_t i = 0; other != side && i < other->outline.symbols.len; i++) {
            const Symbol *symbol = &other->outline.symbols.ptr[i];
            if (str_equal(symbol->name, now->name) && symbol->kind != SYMBOL_IMPL &&
                !path_of(other, symbol).len)
                return true;
        }
    }
    return false;
}
