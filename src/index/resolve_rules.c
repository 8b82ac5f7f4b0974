#include "index/resolve_dynamic.h"

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
     .unchecked = true},
    {.language = "go"},
    {.language = "rust", .paths = true},
    {.language = "java",
     .constructs = true,
     .implicit_this = true,
     .overloads = true,
     .merges = true,
     .apart = true},
    {.language = "kotlin", .constructs = true, .implicit_this = true},
    {.language = "c_sharp", .constructs = true, .overloads = true, .implicit_this = true},
    {.language = "scala", .constructs = true, .implicit_this = true, .unchecked = true},
    {.language = "swift", .constructs = true, .implicit_this = true, .unchecked = true},
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
     .constructs = true,
     .unchecked = true,
     .resolve = resolve_dynamic_reference},
    {.language = "tsx",
     .dynamic = true,
     .constructs = true,
     .unchecked = true,
     .resolve = resolve_dynamic_reference},
};

static const Rules others = {
    .language = "", .implicit_this = true, .unchecked = true, .loose = true, .constructs = true};

const Rules *rules_of(const Language *language)
{
    for (size_t i = 0; language && i < COUNT(table); i++)
        if (str_equal(lang_id(language), str_from(table[i].language)))
            return &table[i];
    return &others;
}
