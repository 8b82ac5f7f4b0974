/* A `#` before a parameter makes text of the argument, and assertions print theirs. Definitions are
   sought in the file alone. */
#include "lang/lexical/macro_texts.h"

#include "base/map.h"

#include <string.h>

bool macro_is_name(Str word)
{
    size_t letters = 0;
    for (size_t i = 0; i < word.len; i++) {
        if (word.ptr[i] >= 'a' && word.ptr[i] <= 'z')
            return str_equal(word, STR("assert")) || str_equal(word, STR("static_assert"));
        letters += word.ptr[i] >= 'A' && word.ptr[i] <= 'Z';
    }
    return letters > 1;
}

/* The text that the file defines a macro with parameters by; empty: it does not. */
static Str macro_body(Str text, Str name)
{
    for (size_t at; (at = str_find(text, STR("define "))) != STR_NONE;) {
        Str rest = str_from_offset(text, at + strlen("define "));
        while (rest.len && byte_in(rest.ptr[0], " \t"))
            rest = str_from_offset(rest, 1);
        text = rest;
        if (!str_starts(rest, name) || rest.len == name.len || rest.ptr[name.len] != '(')
            continue;
        size_t end = name.len;
        while (end < rest.len && !(rest.ptr[end] == '\n' && rest.ptr[end - 1] != '\\'))
            end++;
        return str_slice(rest, name.len, end);
    }
    return (Str){0};
}

/* Whether a macro's text makes text of a parameter, or hands it to another macro. */
static bool makes_text(Str body)
{
    for (size_t at = 0, end; at < body.len; at = end) {
        for (end = at; end < body.len && byte_is_word(body.ptr[end]);)
            end++;
        Str word = str_slice(body, at, end);
        if (word.len && macro_is_name(word) && end < body.len && body.ptr[end] == '(')
            return true;
        if (word.len)
            continue;
        for (end = at + 1; body.ptr[at] == '#' && end < body.len && body.ptr[end] == '#';)
            end++;
        if (body.ptr[at] == '#' && end == at + 1)
            return true;
    }
    return false;
}

/* Different macros that are looked up in one file; further ones count as unknown. */
#define MACROS_MAX 256

struct MacroTexts {
    Str text;
    Map known; /* name → whether it keeps blanks */
};

MacroTexts *macro_texts_open(Arena *arena, Str text)
{
    MacroTexts *macros = NEW(arena, MacroTexts, 1);
    *macros = (MacroTexts){.text = text, .known = map_open(arena)};
    return macros;
}

bool macro_keeps_blanks(MacroTexts *macros, Str name)
{
    uint64_t *keeps = map_find(&macros->known, name);
    if (keeps)
        return *keeps;
    if (macros->known.len >= MACROS_MAX)
        return true;
    Str body = macro_body(macros->text, name);
    keeps = map_put(&macros->known, name, NULL);
    *keeps = !body.len || makes_text(body);
    return *keeps;
}
