/* A declaration is the type's name, marks of references, and a name. */
#include "change/typed_names.h"

/* Tokens before a parameter in which the list that it belongs to begins. */
#define TOKENS_BACK 200

/* The token of the name that a mention of the type declares; 0: it declares none. */
static size_t declared_at(const UseText *file, size_t mention, bool *by_value)
{
    size_t i = mention + 1;
    *by_value = true;
    while (use_text_mark(file, i) == '&' || use_text_is_word(file, i, STR("const"))) {
        *by_value &= use_text_mark(file, i) != '&';
        i++;
    }
    char next = use_text_mark(file, i + 1);
    return use_text_is_any_word(file, i) && next && byte_in(next, ",)=;({[:") ? i : 0;
}

void typed_names_read(Arena *arena, const UseText *file, Str type, StrVec *names)
{
    bool by_value;
    for (size_t i = 0; i < file->tokens.len; i++) {
        size_t name = use_text_is_word(file, i, type) ? declared_at(file, i, &by_value) : 0;
        if (name && !change_texts_have(names, use_text_at(file, name)))
            *VEC_PUSH(arena, names) = use_text_at(file, name);
    }
}

/* The bracket that opens around a token, and how many commas are before it; 0: none is near. */
static size_t list_around(const UseText *file, size_t i, size_t *place)
{
    size_t depth = 0;
    *place = 0;
    for (size_t k = i; k-- > 1 && i - k < TOKENS_BACK;) {
        char mark = use_text_mark(file, k);
        if (mark && byte_in(mark, ";{}"))
            return 0;
        depth += mark && byte_in(mark, ")]>");
        *place += mark == ',' && !depth;
        if (mark == '(' && !depth)
            return k;
        depth -= depth && mark && byte_in(mark, "([<");
    }
    return 0;
}

void typed_names_takers(Arena *arena, const UseText *file, Str type, TypedTakerVec *takers)
{
    for (size_t i = 1; i < file->tokens.len; i++) {
        TypedTaker taker;
        bool named = use_text_is_word(file, i, type) && declared_at(file, i, &taker.by_value);
        size_t open = named ? list_around(file, i, &taker.place) : 0;
        if (!open || !use_text_is_any_word(file, open - 1))
            continue;
        taker.name = use_text_at(file, open - 1);
        *VEC_PUSH(arena, takers) = taker;
    }
}

bool typed_names_argument(const UseText *file, size_t open, size_t place, size_t *first,
                          size_t *last)
{
    size_t close = use_text_close(file, open), depth = 0;
    *first = open + 1;
    for (size_t i = open + 1; i <= close && i < file->tokens.len; i++) {
        char mark = use_text_mark(file, i);
        bool ends = !depth && (mark == ',' || i == close);
        if (ends && !place--) {
            *last = i;
            return i > *first;
        }
        *first = ends ? i + 1 : *first;
        depth += mark && byte_in(mark, "([{");
        depth -= depth && mark && byte_in(mark, ")]}");
    }
    return false;
}
