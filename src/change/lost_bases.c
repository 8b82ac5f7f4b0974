#include "change/lost_bases.h"

#include "change/affected.h"

static bool has_base(const ChangeSide *side, uint32_t type, Str name)
{
    const ReferenceVec *references = &side->outline.references;
    for (uint32_t i = side->first_reference[type]; i; i = side->next_reference[i - 1])
        if (references->ptr[i - 1].kind == REFERENCE_BASE &&
            str_equal(references->ptr[i - 1].name, name))
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
    for (uint32_t i = a->first_reference[changed->old_symbol]; i; i = a->next_reference[i - 1]) {
        const Reference *reference = &a->outline.references.ptr[i - 1];
        if (reference->kind == REFERENCE_BASE && !has_base(b, changed->new_symbol, reference->name))
            affected_doubt(arena, changed, AFFECTS_USERS | AFFECTS_HEIRS,
                           str_format(arena, "it does not have '%.*s' as a base any more",
                                      STR_ARG(reference->name)));
    }
}
