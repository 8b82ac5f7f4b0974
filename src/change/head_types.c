/* A new type parameter is found by unification of one position: what is around it in the new type
   must be around something in the old one. */
#include "change/head_types.h"

#include "change/head_words.h"
#include "change/type_names.h"
#include "change/widening.h"

/* What stands for a word in a text of the same form; empty: the texts differ in more. */
static Str in_place_of(Str word, Str text, Str other)
{
    size_t at = 0;
    while (at < text.len && !str_equal(str_slice(text, at, str_word_end(text, at)), word))
        at = MAX(str_word_end(text, at), at + 1);
    size_t behind = text.len - MIN(at + word.len, text.len);
    bool framed = at < text.len && other.len > at + behind &&
                  str_equal(str_slice(text, 0, at), str_slice(other, 0, at)) &&
                  str_equal(str_from_offset(text, text.len - behind),
                            str_from_offset(other, other.len - behind));
    Str found = framed ? str_trim(str_slice(other, at, other.len - behind)) : (Str){0};
    Str rest = found;
    return str_equal(type_names_take_argument(&rest), found) ? found : (Str){0};
}

/* Whether a type parameter of the new head takes a type: some have no known size. */
static bool takes_size(const HeadTypes *types, Str head, Str type)
{
    const char *unsized = lang_facts(types->new->outline.language)->heads.unsized;
    Str rest = str_from(unsized ? unsized : ""), begin;
    while (str_take_until(&rest, ' ', &begin))
        if (begin.len && str_starts(type, begin))
            return str_find(head, STR("?Sized")) != STR_NONE;
    return true;
}

/* Binds a type parameter to what the old parameters have in its place, where they agree. */
static void bind(HeadTypes *types, Str name, Str head, const ParameterVec *old,
                 const ParameterVec *new)
{
    Str value = {0};
    for (size_t i = 0; i < MIN(old->len, new->len); i++) {
        Str found =
            in_place_of(name, new->ptr[i].type, head_types_settle(types, true, old->ptr[i].type));
        if (found.len && value.len && !str_equal(found, value))
            return;
        value = found.len ? found : value;
    }
    if (!value.len || !takes_size(types, head, value))
        return;
    *VEC_PUSH(types->arena, &types->bound) = name;
    *VEC_PUSH(types->arena, &types->values) = value;
}

/* The nearest type around a symbol; SYMBOL_ABSENT: none. */
static uint32_t owner_of(const ChangeSide *side, uint32_t symbol)
{
    const Symbol *symbols = side->outline.symbols.ptr;
    uint32_t outer = symbols[symbol].parent;
    while (outer && !symbol_is_type(symbols[outer - 1].kind))
        outer = symbols[outer - 1].parent;
    return outer ? outer - 1 : SYMBOL_ABSENT;
}

/* The argument that an alias of the old name gives to the new type: `using Ints = Window<int>`. */
static Str argument_of_alias(const HeadTypes *types, Str old, Str new, size_t index)
{
    Str alias = type_names_alias(types->set->types, types->new->outline.language, old), part = {0};
    size_t open = str_find_byte(alias, '<');
    if (open == STR_NONE || !str_equal(str_trim(str_slice(alias, 0, open)), new))
        return part;
    Str rest = str_slice(alias, open + 1, alias.len - 1);
    for (size_t i = 0; i <= index; i++)
        part = type_names_take_argument(&rest);
    return part;
}

/* Notes the type parameters of the type around: renamed ones, and those that came. */
static void note_owner(HeadTypes *types, uint32_t old, uint32_t new)
{
    uint32_t was = owner_of(types->old, old), is = owner_of(types->new, new);
    if (was == SYMBOL_ABSENT || is == SYMBOL_ABSENT)
        return;
    TypeParameterVec before = type_names_parameters(types->arena, types->old, was);
    TypeParameterVec after = type_names_parameters(types->arena, types->new, is);
    for (size_t i = 0; i < after.len; i++) {
        Str value = after.ptr[i].value;
        if (i < before.len) {
            *VEC_PUSH(types->arena, &types->from) = before.ptr[i].name;
            *VEC_PUSH(types->arena, &types->to) = after.ptr[i].name;
            continue;
        }
        Str old_name = types->old->outline.symbols.ptr[was].name;
        Str new_name = types->new->outline.symbols.ptr[is].name;
        Str given = argument_of_alias(types, old_name, new_name, i);
        if (!given.len) // the member is in a base now
            given = type_names_base_argument(types->set->types, types->new->outline.language,
                                             old_name, new_name, i);
        if (!given.len && !value.len)
            continue;
        *VEC_PUSH(types->arena, &types->bound) = after.ptr[i].name;
        *VEC_PUSH(types->arena, &types->values) = given.len ? given : value;
    }
}

HeadTypes head_types_of(Arena *arena, const ChangeSet *set, const ChangedSymbol *changed,
                        const ParameterVec *old, const ParameterVec *new)
{
    HeadTypes types = {.arena = arena,
                       .set = set,
                       .old = changed_old_side(set, changed),
                       .new = changed_new_side(set, changed)};
    StrVec was = head_words_parameters(arena, types.old, changed->old_symbol);
    StrVec is = head_words_parameters(arena, types.new, changed->new_symbol);
    Str head = types.new->outline.symbols.ptr[changed->new_symbol].signature;
    note_owner(&types, changed->old_symbol, changed->new_symbol);
    for (size_t i = 0; i < was.len && was.len == is.len; i++) {
        *VEC_PUSH(arena, &types.from) = was.ptr[i];
        *VEC_PUSH(arena, &types.to) = is.ptr[i];
    }
    for (size_t i = 0; i < is.len && was.len != is.len; i++)
        if (!change_texts_have(&was, is.ptr[i]))
            bind(&types, is.ptr[i], head, old, new);
    return types;
}

Str head_types_settle(const HeadTypes *types, bool before, Str type)
{
    const StrVec *from = before ? &types->from : &types->bound;
    const StrVec *to = before ? &types->to : &types->values;
    bool quoted = lang_hints_types(types->new->outline.language) && type.len > 2 &&
                  byte_in(type.ptr[0], "\"'") && type.ptr[type.len - 1] == type.ptr[0];
    Str plain = quoted ? str_slice(type, 1, type.len - 1) : type;
    Str text = from->len ? type_names_replace(types->arena, plain, from, to) : plain;
    return type_names_settle(types->arena, types->set, types->old, types->new, before, text);
}

bool head_types_take(const HeadTypes *types, Str wide, Str narrow)
{
    const Language *language = types->new->outline.language;
    return widening_takes(language, wide, narrow) ||
           type_names_derive(types->set->types, language, narrow, wide);
}
