/* The table of languages. A language that is not in it is resolved by name. */
#include "index/resolve/rules.h"

#include "index/resolve/c_code.h"
#include "index/resolve/cpp.h"
#include "index/resolve/dynamic.h"
#include "index/resolve/lua.h"
#include "index/resolve/perl.h"

#define X(name, words) static const char name[] = words;
#include "index/resolve/usual_words.def"
#undef X

#define BY_NAME \
    .bare_names_may_be_members = true, .argument_counts_are_unchecked = true, \
    .types_can_be_called = true, .unresolved_calls_go_by_name = true
static const Rules table[] = {
    {.language = "c", .linker_resolves_names = true, .resolve = c_code_resolve},
    {.language = "cpp",
     .types_can_be_called = true,
     .aliases_can_be_called = true,
     .functions_are_overloaded = true,
     .linker_resolves_names = true,
     .bare_names_may_be_members = true,
     .resolve = cpp_resolve},
    {.language = "cuda",
     .types_can_be_called = true,
     .aliases_can_be_called = true,
     .linker_resolves_names = true,
     .bare_names_may_be_members = true,
     .resolve = cpp_resolve},
    {.language = "objc",
     .types_can_be_called = true,
     .linker_resolves_names = true,
     .bare_names_may_be_members = true,
     .argument_counts_are_unchecked = true,
     .unresolved_calls_go_by_name = true},
    {.language = "go"},
    {.language = "rust",
     .paths_name_modules = true,
     .same_named_types_are_one = true,
     .blocks_add_to_types = true,
     .library_names = rust_usual},
    {.language = "java",
     .imports_are_private = true,
     .types_can_be_called = true,
     .bare_names_may_be_members = true,
     .functions_are_overloaded = true,
     .classes_inherit_overloads = true,
     .constructors_call_super = true,
     .super_is_a_class = true,
     .paths_begin_with_packages = true,
     .fields_and_methods_share_names = true},
    {.language = "kotlin",
     .imports_are_private = true,
     .classes_have_companion_members = true,
     .types_can_be_called = true,
     .bare_names_may_be_members = true,
     .unresolved_calls_go_by_name = true,
     .library_names = kotlin_usual,
     .paths_begin_with_packages = true,
     .bodiless_methods_are_overloads = true,
     .foreign_types_may_be_extended = true},
    {.language = "c_sharp",
     .imports_are_private = true,
     .namespaces_have_full_names = true,
     .types_may_be_partial = true,
     .static_methods_extend_types = true,
     .types_can_be_called = true,
     .functions_are_overloaded = true,
     .bare_names_may_be_members = true,
     .unresolved_calls_go_by_name = true,
     .library_names = c_sharp_usual},
    {.language = "scala",
     .objects_and_types_share_names = true,
     .imports_are_private = true,
     .types_can_be_called = true,
     .bare_names_may_be_members = true,
     .argument_counts_are_unchecked = true,
     .unresolved_calls_go_by_name = true,
     .self_may_be_a_name = true,
     .library_names = scala_usual,
     .paths_begin_with_packages = true,
     .bodiless_methods_are_overloads = true,
     .foreign_types_may_be_extended = true,
     .list_methods_go_by_name = true},
    {.language = "swift",
     .blocks_add_to_types = true,
     .imports_are_private = true,
     .types_can_be_called = true,
     .bare_names_may_be_members = true,
     .argument_counts_are_unchecked = true,
     .super_is_a_class = true,
     .unresolved_calls_go_by_name = true,
     .library_names = swift_usual,
     .foreign_types_may_be_extended = true,
     .list_methods_go_by_name = true},
    {.language = "php",
     .namespaces_have_full_names = true,
     .static_and_parent_are_types = true,
     .properties_have_sigils = true,
     .constructors_declare_properties = true,
     .imports_hide_namespaces = true,
     .loading_decides_among_functions = true,
     .types_can_be_called = true,
     .unresolved_calls_go_by_name = true,
     .library_names = php_usual},
    {.language = "perl",
     .classes_can_be_reopened = true,
     .package_names_are_absolute = true,
     .constructors_have_own_names = true,
     .resolve = perl_resolve,
     .bare_names_may_be_members = true,
     .argument_counts_are_unchecked = true,
     .types_can_be_called = true,
     .built_in_functions = perl_functions,
     .unresolved_calls_go_by_name = true},
    {.language = "groovy",
     .imports_are_private = true,
     .bare_names_may_be_members = true,
     .argument_counts_are_unchecked = true,
     .types_can_be_called = true,
     .unresolved_calls_go_by_name = true,
     .paths_begin_with_packages = true,
     .bodiless_methods_are_overloads = true},
    {.language = "ruby", BY_NAME, .classes_can_be_reopened = true, .library_names = ruby_usual},
    {.language = "elixir", BY_NAME, .receivers_are_modules = true, .library_names = elixir_usual},
    {.language = "erlang", BY_NAME, .receivers_are_modules = true},
    {.language = "haskell", BY_NAME, .receivers_are_modules = true, .library_names = haskell_usual},
    {.language = "elm", BY_NAME, .receivers_are_modules = true, .library_names = haskell_usual},
    {.language = "ocaml",
     BY_NAME,
     .receivers_are_modules = true,
     .family = "ml",
     .library_names = ocaml_usual},
    {.language = "ocaml_interface",
     BY_NAME,
     .receivers_are_modules = true,
     .family = "ml",
     .library_names = ocaml_usual},
    {.language = "lua",
     BY_NAME,
     .functions_are_global_once_loaded = true,
     .tables_come_by_require = true,
     .library_names = lua_usual,
     .resolve = lua_resolve},
    {.language = "dart", BY_NAME, .constructors_have_own_names = true},
    {.language = "r", BY_NAME, .functions_are_global_once_loaded = true},
    {.language = "bash", BY_NAME, .functions_are_global_once_loaded = true},
    {.language = "fish", BY_NAME, .functions_are_global_once_loaded = true},
    {.language = "powershell", BY_NAME, .functions_are_global_once_loaded = true},
    {.language = "elisp", BY_NAME, .functions_are_global_once_loaded = true},
    {.language = "commonlisp", BY_NAME, .functions_are_global_once_loaded = true},
    {.language = "tcl", BY_NAME, .functions_are_global_once_loaded = true},
    {.language = "awk", BY_NAME, .functions_are_global_once_loaded = true},
    {.language = "cmake", BY_NAME, .functions_are_global_once_loaded = true},
    {.language = "fortran",
     BY_NAME,
     .functions_are_global_once_loaded = true,
     .built_in_functions = fortran_functions},
    {.language = "matlab", BY_NAME, .functions_are_global_once_loaded = true},
    {.language = "rexx", BY_NAME, .functions_are_global_once_loaded = true},
    {.language = "scheme", BY_NAME, .functions_are_global_once_loaded = true},
    {.language = "sql", BY_NAME, .functions_are_global_once_loaded = true},
    {.language = "vim", BY_NAME, .functions_are_global_once_loaded = true},
    {.language = "python",
     .is_dynamic = true,
     .types_can_be_called = true,
     .resolve = dynamic_resolve},
    {.language = "javascript",
     .is_dynamic = true,
     .types_can_be_called = true,
     .argument_counts_are_unchecked = true,
     .resolve = dynamic_resolve},
    {.language = "typescript",
     .is_dynamic = true,
     .same_named_types_are_one = true,
     .types_can_be_called = true,
     .argument_counts_are_unchecked = true,
     .resolve = dynamic_resolve},
    {.language = "tsx",
     .is_dynamic = true,
     .same_named_types_are_one = true,
     .types_can_be_called = true,
     .argument_counts_are_unchecked = true,
     .resolve = dynamic_resolve},
};

static const Rules others = {.language = "", BY_NAME};

const Rules *rules_of(const Language *language)
{
    const char *id = lang_id(language).ptr;
    for (size_t i = 0; language && i < COUNT(table); i++)
        if (id[0] == table[i].language[0] && strcmp(id, table[i].language) == 0)
            return &table[i];
    return &others;
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
