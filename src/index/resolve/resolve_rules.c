#include "index/resolve/resolve_dynamic.h"
#include "index/resolve/resolve_links.h"
#include "index/resolve/resolve_package.h"

#define X(name, words) static const char name[] = words;
#include "index/resolve/usual_words.def"
#undef X

#define NAMED .implicit_this = true, .unchecked = true, .constructs = true, .named = true
static const Rules table[] = {
    {.language = "c", .linked = true, .macros = true, .resolve = resolve_c_reference},
    {.language = "cpp",
     .constructs = true,
     .renames = true,
     .overloads = true,
     .linked = true,
     .implicit_this = true,
     .macros = true,
     .resolve = resolve_plus_reference},
    {.language = "cuda",
     .constructs = true,
     .renames = true,
     .linked = true,
     .implicit_this = true,
     .macros = true,
     .resolve = resolve_plus_reference},
    {.language = "objc",
     .constructs = true,
     .linked = true,
     .implicit_this = true,
     .macros = true,
     .unchecked = true,
     .named = true},
    {.language = "go"},
    {.language = "rust", .paths = true, .joins = true, .blocks = true, .usual = rust_usual},
    {.language = "java",
     .packages = true,
     .constructs = true,
     .implicit_this = true,
     .overloads = true,
     .merges = true,
     .apart = true},
    {.language = "kotlin",
     .packages = true,
     .companions = true,
     .constructs = true,
     .implicit_this = true,
     .named = true,
     .usual = kotlin_usual},
    {.language = "c_sharp",
     .packages = true,
     .spaces = true,
     .partial = true,
     .extensions = true,
     .constructs = true,
     .overloads = true,
     .implicit_this = true,
     .named = true,
     .usual = c_sharp_usual},
    {.language = "scala",
     .twins = true,
     .extended = true,
     .packages = true,
     .constructs = true,
     .implicit_this = true,
     .unchecked = true,
     .named = true,
     .alias = true,
     .usual = scala_usual},
    {.language = "swift",
     .extended = true,
     .blocks = true,
     .packages = true,
     .constructs = true,
     .implicit_this = true,
     .unchecked = true,
     .classes = true,
     .named = true,
     .usual = swift_usual},
    {.language = "php",
     .spaces = true,
     .everywhere = true,
     .constructs = true,
     .named = true,
     .usual = php_usual},
    {.language = "perl",
     .reopens = true,
     .flat = true,
     .makers = true,
     .resolve = resolve_perl_reference,
     .implicit_this = true,
     .unchecked = true,
     .constructs = true,
     .built_in = perl_functions,
     .named = true},
    {.language = "groovy",
     .packages = true,
     .implicit_this = true,
     .unchecked = true,
     .constructs = true,
     .named = true},
    {.language = "ruby", NAMED, .reopens = true, .usual = ruby_usual},
    {.language = "elixir", NAMED, .modules = true, .usual = elixir_usual},
    {.language = "erlang", NAMED, .modules = true},
    {.language = "haskell", NAMED, .modules = true, .usual = haskell_usual},
    {.language = "elm", NAMED, .modules = true, .usual = haskell_usual},
    {.language = "ocaml", NAMED, .modules = true, .family = "ml", .usual = ocaml_usual},
    {.language = "ocaml_interface", NAMED, .modules = true, .family = "ml", .usual = ocaml_usual},
    {.language = "lua",
     NAMED,
     .open = true,
     .tables = true,
     .usual = lua_usual,
     .resolve = resolve_lua_reference},
    {.language = "dart", NAMED, .makers = true},
    {.language = "r", NAMED, .open = true},
    {.language = "bash", NAMED, .open = true},
    {.language = "fish", NAMED, .open = true},
    {.language = "powershell", NAMED, .open = true},
    {.language = "elisp", NAMED, .open = true},
    {.language = "commonlisp", NAMED, .open = true},
    {.language = "tcl", NAMED, .open = true},
    {.language = "awk", NAMED, .open = true},
    {.language = "cmake", NAMED, .open = true},
    {.language = "fortran", NAMED, .open = true, .built_in = fortran_functions},
    {.language = "matlab", NAMED, .open = true},
    {.language = "rexx", NAMED, .open = true},
    {.language = "scheme", NAMED, .open = true},
    {.language = "sql", NAMED, .open = true},
    {.language = "vim", NAMED, .open = true},
    {.language = "python",
     .dynamic = true,
     .constructs = true,
     .resolve = resolve_dynamic_reference},
    {.language = "javascript",
     .dynamic = true,
     .constructs = true,
     .unchecked = true,
     .resolve = resolve_dynamic_reference},
    {.language = "typescript",
     .dynamic = true,
     .joins = true,
     .constructs = true,
     .unchecked = true,
     .resolve = resolve_dynamic_reference},
    {.language = "tsx",
     .dynamic = true,
     .joins = true,
     .constructs = true,
     .unchecked = true,
     .resolve = resolve_dynamic_reference},
};

static const Rules others = {.language = "", NAMED};

const Rules *rules_of(const Language *language)
{
    const char *id = lang_id(language).ptr;
    for (size_t i = 0; language && i < COUNT(table); i++)
        if (id[0] == table[i].language[0] && strcmp(id, table[i].language) == 0)
            return &table[i];
    return &others;
}

bool rules_have(const char *words, Str name)
{
    Str rest = str_from(words ? words : ""), word;
    while (str_take_until(&rest, ' ', &word))
        if (str_equal(word, name))
            return true;
    return false;
}

bool resolve_is_linked(const Language *language)
{
    return rules_of(language)->linked;
}

bool rules_have_packages(const Rules *rules)
{
    return rules->packages && !rules->spaces && !rules->classes;
}

bool resolve_has_packages(const Language *language)
{
    return rules_have_packages(rules_of(language));
}

bool resolve_has_blocks(const Language *language)
{
    return rules_of(language)->blocks;
}

bool resolve_is_named(const Language *language)
{
    return rules_of(language)->named;
}

bool resolve_is_strict(const Language *language)
{
    const Rules *rules = rules_of(language);
    return !rules->named && !rules->dynamic;
}

bool resolve_is_dynamic(const Language *language)
{
    return rules_of(language)->dynamic;
}
