/* Arguments fit by their places: each old parameter is given to the new one there, the last of
   which may take any number. */
#include "change/overloads_left.h"

#include "change/widening.h"

/* The type of one argument of a parameter that takes any number: `T...`, `...T`. */
static Str type_of_one(const Parameter *parameter)
{
    Str type = parameter->type;
    size_t dots = str_find(type, STR("..."));
    if (!parameter->many || dots == STR_NONE)
        return type;
    return str_trim(dots ? str_slice(type, 0, dots) : str_from_offset(type, 3));
}

static bool take_over(const Language *language, const ParameterVec *old, const ParameterVec *new)
{
    if (!parameters_fit(new, old->len))
        return false;
    for (size_t i = 0; i < old->len; i++) {
        Str wide = type_of_one(&new->ptr[MIN(i, new->len - 1)]);
        if (!str_equal(wide, old->ptr[i].type) && !widening_takes(language, wide, old->ptr[i].type))
            return false;
    }
    return true;
}

static Str owner_of(const ChangeSide *side, const Symbol *symbol)
{
    return symbol->parent ? side->outline.symbols.ptr[symbol->parent - 1].name : (Str){0};
}

OverloadsLeft overloads_left_of(Arena *arena, const ChangeSet *set, const ChangedSymbol *gone,
                                const ParameterVec *parameters)
{
    const ChangeSide *a = changed_old_side(set, gone), *b = &set->files.ptr[gone->file].new;
    const Symbol *old = &a->outline.symbols.ptr[gone->old_symbol];
    OverloadsLeft left = OVERLOADS_NONE;
    ParameterVec list;
    for (size_t i = 0; i < b->outline.symbols.len; i++) {
        const Symbol *other = &b->outline.symbols.ptr[i];
        if (!symbol_is_callable(other->kind) || !str_equal(other->name, old->name) ||
            !str_equal(owner_of(b, other), owner_of(a, old)))
            continue;
        left = OVERLOADS_DIFFER;
        if (parameters_read(arena, b, i, &list) &&
            take_over(b->outline.language, parameters, &list))
            return OVERLOADS_TAKE;
    }
    return left;
}
