/* The table of languages, from languages/<id>/calls.def. A language without that file is resolved
   by name. */
#include "languages_calls.h"

#include "index/resolve/resolve.h"

#define BY_NAME \
    .bare_names_may_be_members = true, .argument_counts_are_unchecked = true, \
    .types_can_be_called = true, .unresolved_calls_go_by_name = true
static const Rules table[] = {
#include "languages_calls.inc"
};

static const Rules others = {.language = "", BY_NAME};

const Rules *rules_of(const Language *language)
{
    const Rules *rules = lang_row(language, table, COUNT(table), sizeof table[0]);
    return rules ? rules : &others;
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

bool resolve_has_packages(const Language *language)
{
    return rules_of(language)->paths_begin_with_packages;
}

bool resolve_has_blocks(const Language *language)
{
    return rules_of(language)->blocks_add_to_types;
}

bool resolve_follows_values(const Language *language)
{
    return rules_of(language)->values_have_users;
}

bool resolve_is_named(const Language *language)
{
    return rules_of(language)->unresolved_calls_go_by_name;
}

bool resolve_is_strict(const Language *language)
{
    const Rules *rules = rules_of(language);
    return !rules->unresolved_calls_go_by_name && !rules->is_dynamic;
}

bool resolve_is_dynamic(const Language *language)
{
    return rules_of(language)->is_dynamic;
}
