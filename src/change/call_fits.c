/* Calls are read from the text of their line, which may have several of the name. */
#include "change/call_fits.h"

#include "change/use_text.h"

Str call_fits_say(Arena *arena, const ParameterVec *parameters, uint16_t arguments)
{
    size_t least, most;
    parameters_count(parameters, &least, &most);
    bool few = arguments < least;
    size_t wanted = few ? least : most;
    return str_format(arena, "%u argument%s, %s%zu %s", arguments, arguments == 1 ? "" : "s",
                      least == most ? ""
                      : few         ? "at least "
                                    : "at most ",
                      wanted, wanted == 1 ? "is wanted" : "are wanted");
}

static const Parameter *parameter_named(const ParameterVec *all, Str name)
{
    for (size_t i = 0; i < all->len; i++)
        if (str_equal(all->ptr[i].name, name) ||
            (str_starts(all->ptr[i].name, STR("$")) &&
             str_equal(str_from_offset(all->ptr[i].name, 1), name)))
            return &all->ptr[i];
    return NULL;
}

/* Whether an argument of that name may be given. A list after one star takes no names. */
static bool takes_name(const ParameterVec *all, Str name)
{
    const Parameter *own = parameter_named(all, name);
    for (size_t i = 0; i < all->len; i++) {
        Str text = all->ptr[i].name;
        if (all->ptr[i].many && (!str_starts(text, STR("*")) || str_starts(text, STR("**"))))
            return true;
    }
    return own && !own->by_place;
}

/* A parameter that must be given and is neither among those that a call gives by place nor among
   those that it names; NULL: all are given. */
static const Parameter *left_out(const CallArguments *arguments, const ParameterVec *all)
{
    size_t place = 0;
    for (size_t i = 0; i < all->len && arguments->names.len && !arguments->spread; i++) {
        const Parameter *own = &all->ptr[i];
        bool placed = !own->by_name && place++ < arguments->placed;
        bool named = false;
        for (size_t k = 0; k < arguments->names.len; k++)
            named |= parameter_named(all, arguments->names.ptr[k]) == own;
        if (!placed && !named && !own->optional && !own->many && own->name.len)
            return own;
    }
    return NULL;
}

/* Whether it takes any number of arguments, each by its name: `**options`. */
static bool takes_names_alone(const Parameter *parameter)
{
    return parameter->many && str_starts(parameter->name, STR("**"));
}

/* Whether a call as it is written names an argument that is gone, or gives one by place that may
   only be named. */
static bool is_misnamed(Arena *arena, const CallArguments *arguments, const ParameterVec *old,
                        const ParameterVec *new, Str *why)
{
    size_t placed = 0;
    bool many = false, keywords = false;
    for (size_t i = 0; i < new->len; i++) {
        placed += !new->ptr[i].by_name && !new->ptr[i].many;
        many |= new->ptr[i].many && !takes_names_alone(&new->ptr[i]);
        keywords |= new->ptr[i].by_name || takes_names_alone(&new->ptr[i]);
    }
    for (size_t i = 0; i < arguments->names.len; i++)
        if (takes_name(old, arguments->names.ptr[i]) && !takes_name(new, arguments->names.ptr[i])) {
            *why = str_format(arena, "it names '%.*s'", STR_ARG(arguments->names.ptr[i]));
            return true;
        }
    const Parameter *missing = left_out(arguments, new);
    if (missing && !left_out(arguments, old)) {
        *why = str_format(arena, "'%.*s' is left out", STR_ARG(missing->name));
        return true;
    }
    bool unfit = keywords && !many && !arguments->spread && arguments->placed > placed;
    *why = str_format(arena, "%zu arguments by place, %zu may be", arguments->placed, placed);
    return unfit;
}

bool call_fits_misname(TextUses *uses, const CallForms *forms, Arena *arena, Str *why)
{
    CallArguments arguments;
    for (size_t i = 0; text_uses_arguments(uses, forms->use, i, &arguments); i++)
        if (is_misnamed(arena, &arguments, forms->old, forms->new, why))
            return true;
    return false;
}

/* Whether a call gives all arguments whose defaults are other ones now. */
static bool gives_all(const CallArguments *arguments, const ParameterVec *parameters,
                      const ChangedSymbol *reported)
{
    for (size_t i = 0; i < reported->breaking.len; i++) {
        bool given = false;
        for (size_t k = 0; k < parameters->len; k++)
            given |=
                str_equal(parameters->ptr[k].name, reported->asked[i]) && k < arguments->placed;
        for (size_t k = 0; k < arguments->names.len; k++)
            given |= str_equal(arguments->names.ptr[k], reported->asked[i]) ||
                     (str_starts(reported->asked[i], STR("$")) &&
                      str_equal(arguments->names.ptr[k], str_from_offset(reported->asked[i], 1)));
        if (reported->affects[i] & AFFECTS_OMITTERS && !given && !arguments->spread)
            return false;
    }
    return true;
}

bool call_fits_give_all(TextUses *uses, Arena *arena, const OldUse *use,
                        const ChangedSymbol *reported)
{
    CallArguments arguments;
    ParameterVec parameters;
    size_t calls = 0;
    if (use->kind != REFERENCE_CALL || reported->new_symbol == SYMBOL_ABSENT ||
        !parameters_read(arena, changed_new_side(uses->set, reported), reported->new_symbol,
                         &parameters))
        return false;
    while (text_uses_arguments(uses, use, calls, &arguments)) {
        if (!gives_all(&arguments, &parameters, reported))
            return false;
        calls++;
    }
    return calls > 0;
}
