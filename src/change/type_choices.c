/* A type parameter that came is replaced by its default, which is what it is for users of before.
 */
#include "change/type_choices.h"

#include "change/affected.h"
#include "change/type_names.h"
#include "change/widening.h"

/* Maximum length of a type in a text, so that it stays on one line. */
#define SHOWN_BYTES 60

/* The value of a declared type, as it is written after `=`, without white space at its ends. */
static Str written_value(Arena *arena, const ChangeSide *side, const Symbol *symbol)
{
    Str text =
        type_names_behind_parameters(str_slice(side->code.text, symbol->name_end, symbol->end));
    size_t at = str_find_byte(text, '=');
    text = at == STR_NONE ? (Str){0} : str_trim(str_from_offset(text, at + 1));
    while (text.len && byte_in(text.ptr[text.len - 1], "; \n"))
        text.len--;
    if (text.len && text.ptr[0] == '|')
        text = str_trim(str_from_offset(text, 1));
    return str_fold_space(arena, text);
}

/* Whether a type is one of several: `a | b`. */
static bool is_choice(Str type)
{
    size_t depth = 0;
    for (size_t i = 0; i < type.len; i++) {
        depth += byte_in(type.ptr[i], "([{<");
        depth -= depth && byte_in(type.ptr[i], ")]}>");
        if (!depth && type.ptr[i] == '|')
            return true;
    }
    return false;
}

/* Whether each type parameter that users may leave out is still what it was for them. */
static bool keep_defaults(const TypeParameterVec *before, const TypeParameterVec *after)
{
    for (size_t i = 0; i < before->len; i++) {
        Str was = before->ptr[i].value;
        if (was.len && (i >= after->len || !str_equal(was, after->ptr[i].value)))
            return false;
    }
    return true;
}

/* The old text with the new names of its type parameters. */
static Str renamed(Arena *arena, Str text, const TypeParameterVec *before,
                   const TypeParameterVec *after)
{
    StrVec from = {0}, to = {0};
    for (size_t i = 0; i < before->len && i < after->len; i++) {
        *VEC_PUSH(arena, &from) = before->ptr[i].name;
        *VEC_PUSH(arena, &to) = after->ptr[i].name;
    }
    return from.len ? type_names_replace(arena, text, &from, &to) : text;
}

/* The new text with the defaults of the type parameters that came. */
static Str completed(Arena *arena, Str text, const TypeParameterVec *before,
                     const TypeParameterVec *after)
{
    StrVec from = {0}, to = {0};
    for (size_t i = before->len; i < after->len; i++)
        if (after->ptr[i].value.len) {
            *VEC_PUSH(arena, &from) = after->ptr[i].name;
            *VEC_PUSH(arena, &to) = after->ptr[i].value;
        }
    return from.len ? type_names_replace(arena, text, &from, &to) : text;
}

/* What a type is before and after. */
typedef struct TypeChoices {
    Str was, is; /* as they are written */
    bool wider;  /* it takes what it took */
} TypeChoices;

static TypeChoices read_both(Arena *arena, const ChangeSet *set, const ChangedSymbol *changed)
{
    const ChangeSide *a = changed_old_side(set, changed), *b = changed_new_side(set, changed);
    TypeParameterVec before = type_names_parameters(arena, a, changed->old_symbol);
    TypeParameterVec after = type_names_parameters(arena, b, changed->new_symbol);
    Str was = written_value(arena, a, changed_old_symbol(set, changed));
    Str is = written_value(arena, b, changed_symbol(set, changed));
    bool wider = was.len && is.len && keep_defaults(&before, &after) &&
                 widening_takes(b->outline.language, completed(arena, is, &before, &after),
                                renamed(arena, was, &before, &after));
    return (TypeChoices){was, is, wider};
}

bool type_choices_widen(Arena *arena, const ChangeSet *set, const ChangedSymbol *changed)
{
    return read_both(arena, set, changed).wider;
}

bool type_choices_compare(Arena *arena, const ChangeSet *set, ChangedSymbol *changed)
{
    const Symbol *old = changed_old_symbol(set, changed), *new = changed_symbol(set, changed);
    const Language *language = changed_new_side(set, changed)->outline.language;
    if (old->kind != SYMBOL_TYPE || new->kind != SYMBOL_TYPE)
        return false;
    TypeChoices both = read_both(arena, set, changed);
    if (!both.was.len || !both.is.len || !(is_choice(both.was) || is_choice(both.is)))
        return false;
    if (both.wider && str_equal(both.was, both.is))
        return true;
    Str text = str_format(arena, "type %.*s is %.*s now",
                          STR_ARG(str_cut_chars(arena, both.was, SHOWN_BYTES)),
                          STR_ARG(str_cut_chars(arena, both.is, SHOWN_BYTES)));
    if (both.wider)
        change_say(arena, &changed->what, text);
    else
        affected_say(arena, changed, lang_hints_types(language) ? AFFECTS_UNSEEN : AFFECTS_USERS,
                     text);
    return true;
}
