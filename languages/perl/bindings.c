/* Bindings of Perl's `use Module LIST`: the functions that the list names. */
#include "languages_lang.h"

#include "lang/import/import.h"

/* Adds the words of a list between quotes or brackets: `'f'`, `qw(f g)`. */
static void add_words(Arena *arena, Str text, BindingVec *bindings)
{
    size_t at = 0;
    while (at < text.len) {
        size_t start = at;
        while (at < text.len && (byte_is_word(text.ptr[at]) || byte_in(text.ptr[at], ":&")))
            at++;
        Str word = str_slice(text, start, at);
        bool name = word.len && !byte_is_digit(word.ptr[0]) && !str_equal(word, STR("qw"));
        word = str_from_offset(word, str_starts(word, STR("&")));
        if (name)
            import_add(arena, bindings, word, word, 0);
        at += at == start;
    }
}

/* `use One ();` imports nothing, `use One;` what the module exports by default. */
void bindings_perl(Arena *arena, Str text, BindingVec *bindings)
{
    Str token;
    if (!import_take(&text, STR("use")))
        return;
    size_t end = 0;
    text = str_trim(text);
    while (end < text.len && (byte_is_word(text.ptr[end]) || text.ptr[end] == ':'))
        end++;
    text = str_trim(str_from_offset(text, end));
    Str rest = text;
    bool nothing =
        import_take(&rest, STR("(")) && import_token(&rest, &token) && str_equal(token, STR(")"));
    if (nothing)
        import_add(arena, bindings, STR("()"), STR("()"), 0);
    else
        add_words(arena, text, bindings);
}
