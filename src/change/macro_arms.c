/* An arm is `(pattern) => {expansion}`, with any brackets. Patterns are compared as text without
   white space and without the names that they bind. */
#include "change/macro_arms.h"

#include "change/affected.h"

#include "base/buf.h"

/* Arms of one macro that are compared. */
#define ARMS_MAX 200
/* Maximum length of a pattern in a text, so that it stays on one line. */
#define SHOWN_BYTES 60

static size_t skip_space(Str text, size_t at)
{
    while (at < text.len && byte_is_space(text.ptr[at]))
        at++;
    return at;
}

/* End of the group in brackets at `at`; `at`: no group begins there. */
static size_t group_end(Str text, size_t at)
{
    size_t depth = 0;
    if (at >= text.len || !byte_in(text.ptr[at], "([{"))
        return at;
    for (size_t i = at; i < text.len; i++) {
        if (text.ptr[i] == '"')
            for (i++; i < text.len && text.ptr[i] != '"'; i++)
                i += text.ptr[i] == '\\';
        else if (byte_in(text.ptr[i], "([{"))
            depth++;
        else if (byte_in(text.ptr[i], ")]}") && !--depth)
            return i + 1;
    }
    return at;
}

/* The pattern without white space, and `$` instead of `$name`. */
static Str plain_pattern(Arena *arena, Str pattern)
{
    Buf text = buf_open(arena, 0);
    for (size_t i = 1; i + 1 < pattern.len; i++) {
        if (byte_is_space(pattern.ptr[i]))
            continue;
        buf_put_byte(&text, pattern.ptr[i]);
        while (pattern.ptr[i] == '$' && i + 1 < pattern.len && byte_is_word(pattern.ptr[i + 1]))
            pattern = str_from_offset(pattern, 1);
    }
    return buf_str(&text);
}

typedef struct Arms {
    StrVec shown, plain;
} Arms;

static Arms read_arms(Arena *arena, const ChangeSide *side, uint32_t index)
{
    const Symbol *symbol = &side->outline.symbols.ptr[index];
    Str text = str_slice(side->text, symbol->name_end, symbol->end);
    size_t at = skip_space(text, 0), end = group_end(text, at);
    Arms arms = {0};
    text = end > at ? str_slice(text, at + 1, end - 1) : (Str){0};
    for (at = skip_space(text, 0); at < text.len && arms.plain.len < ARMS_MAX;) {
        size_t close = group_end(text, at), arrow = skip_space(text, close);
        size_t body = skip_space(text, arrow + 2);
        if (close == at || !str_starts(str_from_offset(text, arrow), STR("=>")) ||
            group_end(text, body) == body)
            break;
        Str pattern = str_slice(text, at, close);
        *VEC_PUSH(arena, &arms.shown) = pattern;
        *VEC_PUSH(arena, &arms.plain) = plain_pattern(arena, pattern);
        at = skip_space(text, group_end(text, body));
        at = skip_space(text, at + (at < text.len && text.ptr[at] == ';'));
    }
    return arms;
}

void macro_arms_compare(Arena *arena, const ChangeSet *set, ChangedSymbol *changed)
{
    const ChangeSide *a = changed_old_side(set, changed), *b = changed_new_side(set, changed);
    if (a->outline.symbols.ptr[changed->old_symbol].kind != SYMBOL_MACRO ||
        b->outline.symbols.ptr[changed->new_symbol].kind != SYMBOL_MACRO)
        return;
    Arms old = read_arms(arena, a, changed->old_symbol);
    Arms new = read_arms(arena, b, changed->new_symbol);
    for (size_t i = 0; i < old.plain.len; i++)
        if (!change_texts_have(&new.plain, old.plain.ptr[i]))
            affected_say(arena, changed, AFFECTS_UNSEEN,
                         str_format(arena, "it no longer takes %.*s",
                                    STR_ARG(str_cut_chars(arena, old.shown.ptr[i], SHOWN_BYTES))));
}
