#include "change/lost_bases.h"

#include "change/affected.h"
#include "change/widening.h"

/* Whether one of the bases is known to be a kind of the type. */
static bool has_kind(const Language *language, const StrVec *bases, Str type)
{
    for (size_t i = 0; i < bases->len; i++)
        if (!lang_is_top_type(language, type) && widening_takes(language, type, bases->ptr[i]))
            return true;
    return false;
}

void lost_bases_compare(Arena *arena, const ChangeSet *set, ChangedSymbol *changed)
{
    const ChangeSide *a = changed_old_side(set, changed), *b = changed_new_side(set, changed);
    SymbolKind was = a->outline.symbols.ptr[changed->old_symbol].kind;
    if (!symbol_is_type(was) || was == SYMBOL_TYPE || // an alias
        !symbol_is_type(b->outline.symbols.ptr[changed->new_symbol].kind) ||
        changed->breaking.len || changed->doubts.len)
        return;
    const StrVec old = change_side_bases(arena, a, changed->old_symbol);
    const StrVec new = change_side_bases(arena, b, changed->new_symbol);
    for (size_t i = 0; i < old.len; i++)
        if (!change_texts_have(&new, old.ptr[i]) &&
            !has_kind(b->outline.language, &new, old.ptr[i]))
            affected_doubt(arena, changed, AFFECTS_INHERITING,
                           str_format(arena, "it does not have '%.*s' as a base any more",
                                      STR_ARG(old.ptr[i])));
}
