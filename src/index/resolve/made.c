/* A type is exact where its name is written. Whatever is declared, returned or kept elsewhere is
   not, since it may hold an object of a class below. */
#include "index/resolve/made.h"

#include "index/resolve/constructors.h"
#include "index/resolve/lookup.h"

Value made_named(Value type)
{
    type.is_exact = type.kind == VALUE_TYPE && !type.suffix.len;
    return type;
}

/* Whether one of the functions may give another object: any but a constructor without a body. */
static bool may_replace(const Resolver *resolver, const Finds *finds)
{
    for (uint32_t i = 0; i < finds->len; i++)
        if (resolver_kind(resolver, finds->ids[i]) != SYMBOL_CONSTRUCTOR ||
            resolver_has(resolver, finds->ids[i], TRAIT_BODY))
            return true;
    return false;
}

/* Whether a member of the type may make the object instead of the constructor. */
static bool has_maker(Resolver *resolver, uint32_t type)
{
    const char *makers = resolver_rules(resolver, type)->makers;
    uint32_t twin = makers ? lookup_companion(resolver, type) : SYMBOL_NOWHERE;
    Str rest = str_from(makers ? makers : ""), word;
    while (str_take_until(&rest, ' ', &word)) {
        bool own = str_equal(word, STR(CONSTRUCTOR_OF_TYPE));
        uint32_t name = own ? resolver_entry(resolver, type)->name
                            : names_find(&resolver->catalog->names, word);
        Finds finds = {0};
        if (!name)
            continue;
        lookup_in_companion(resolver, type, name, FIND_METHODS, &finds);
        if (!finds.len && twin != SYMBOL_NOWHERE)
            lookup_members(resolver, twin, name, FIND_METHODS, &finds);
        if (!finds.len && own)
            lookup_members(resolver, type, name, FIND_METHODS, &finds);
        else if (!finds.len)
            lookup_inherited(resolver, type, name, FIND_METHODS, &finds);
        if (may_replace(resolver, &finds))
            return true;
    }
    return false;
}

Value made_instance(Resolver *resolver, const Value *type)
{
    Value made = value_instance(*type);
    made.is_exact = type->kind == VALUE_TYPE && type->is_exact && !type->suffix.len &&
                    !(resolver_entry(resolver, type->symbol)->modifiers & MODIFIER(ABSTRACT)) &&
                    !has_maker(resolver, type->symbol);
    return made;
}
