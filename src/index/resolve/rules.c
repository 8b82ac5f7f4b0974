/* The table of languages, from languages/<id>/calls.def. A language without that file is resolved
   by name. */
#include "languages_calls.h"

#include "index/resolve/attempt.h"
#include "index/resolve/resolve.h"

#define own_step(name) &(name)
/* Languages whose scopes and types are not followed to the end. */
#define NAMES_BY_NAME \
    &step_built_in, &step_constructor_call, &step_variable, &step_field_first, &step_visible, \
        &step_library, &step_name
#define MEMBERS_BY_NAME \
    &step_typed_member, &step_bound, &step_package, &step_list, &step_module, &step_member, \
        &step_closed, &step_member_name
#define BY_NAME \
    .types = STEPS(&step_type), .names = STEPS(NAMES_BY_NAME), .receivers = STEPS(&step_receiver), \
    .members = STEPS(MEMBERS_BY_NAME), .bare_names_may_be_members = true, \
    .argument_counts_are_unchecked = true, .types_can_be_called = true
static const Rules table[] = {
#include "languages_calls.inc"
};

static const Rules others = {.language = "", BY_NAME};

const Rules *rules_of(const Language *language)
{
    const Rules *rules = lang_row(language, table, COUNT(table), sizeof table[0]);
    return rules ? rules : &others;
}

bool rules_go_by_name(const Rules *rules)
{
    const Step *const *steps = rules->names;
    while (*steps && *steps != &step_name)
        steps++;
    return *steps;
}

bool rules_see_through_imports(const Rules *rules)
{
    return rules->linker_resolves_names || rules->imports_may_be_passed_on ||
           (rules->functions_are_global_once_loaded && !rules->tables_come_by_require);
}

bool rules_list_has(const char *words, Str name)
{
    Str rest = str_from(words ? words : ""), word;
    while (str_take_until(&rest, ' ', &word))
        if (str_equal(word, name))
            return true;
    return false;
}

bool resolve_is_linked(const Language *language)
{
    return rules_of(language)->linker_resolves_names;
}

bool resolve_sees_through_imports(const Language *language)
{
    return rules_see_through_imports(rules_of(language));
}

bool resolve_has_packages(const Language *language)
{
    return rules_of(language)->paths_begin_with_packages;
}

bool resolve_has_blocks(const Language *language)
{
    return rules_of(language)->blocks_add_to_types;
}

bool resolve_has_bare_members(const Language *language)
{
    return rules_of(language)->bare_names_may_be_members;
}

bool resolve_follows_values(const Language *language)
{
    return rules_of(language)->values_have_users;
}

bool resolve_is_named(const Language *language)
{
    return rules_go_by_name(rules_of(language));
}

bool resolve_follows_pointers(const Language *language)
{
    return *rules_of(language)->receivers;
}

bool resolve_is_strict(const Language *language)
{
    const Rules *rules = rules_of(language);
    return !rules_go_by_name(rules) && !rules->is_dynamic;
}

bool resolve_is_dynamic(const Language *language)
{
    return rules_of(language)->is_dynamic;
}

bool rules_are_kin(const Language *language, const Language *other)
{
    const Rules *rules = rules_of(language), *own = rules_of(other);
    return language == other || (rules->linker_resolves_names && own->linker_resolves_names) ||
           (rules->is_dynamic && own->is_dynamic && !rules->definitions_take_effect_in_order &&
            !own->definitions_take_effect_in_order) ||
           (rules->family && own->family &&
            str_equal(str_from(rules->family), str_from(own->family)));
}
