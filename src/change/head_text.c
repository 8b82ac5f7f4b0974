/* The head is cut at its list of parameters, by brackets. */
#include "change/head_text.h"

typedef struct HeadText {
    Str before, after; /* the name; the list of parameters, or else the name */
    bool list;
} HeadText;

static size_t list_end(Str text)
{
    size_t depth = 0;
    for (size_t i = 0; i < text.len; i++) {
        depth += byte_in(text.ptr[i], "([{");
        if (byte_in(text.ptr[i], ")]}") && depth && !--depth && text.ptr[i] == ')')
            return i + 1;
    }
    return STR_NONE;
}

static HeadText head_of(const ChangeSide *side, const Symbol *symbol)
{
    Str text = side->code.text;
    uint32_t end = symbol->body ? symbol->body : symbol->end;
    Str after = str_slice(text, symbol->name_end, MAX(end, symbol->name_end));
    HeadText head = {.before = str_trim(str_slice(text, symbol->start, symbol->name_start))};
    size_t list = symbol_is_callable(symbol->kind) ? list_end(after) : STR_NONE;
    head.list = list != STR_NONE;
    head.after = str_trim(head.list ? str_from_offset(after, list) : after);
    return head;
}

/* A type of members, `{ a: number } | null`, up to the brace of the body. */
static Str cut_object(Str text)
{
    size_t depth = 0;
    for (size_t i = 0; i < text.len; i++) {
        bool opens = byte_in(text.ptr[i], "([{<");
        Str before = str_trim(str_slice(text, 0, i));
        if (!depth && i &&
            ((opens && !str_ends(before, STR("|")) && !str_ends(before, STR("&"))) ||
             byte_in(text.ptr[i], "=;")))
            return before;
        depth += opens;
        depth -= depth && byte_in(text.ptr[i], ")]}>");
    }
    return str_trim(text);
}

/* The text up to what begins a body, a value or a clause. */
static Str cut_result(Str text)
{
    static const char *const ends[] = {"{", "=", ";", " where ", "\nwhere ", " throws ", "=>"};
    size_t end = text.len;
    if (str_starts(text, STR("{")))
        return cut_object(text);
    for (size_t i = 0; i < COUNT(ends); i++) {
        size_t at = str_find(str_slice(text, 0, end), str_from(ends[i]));
        end = at == STR_NONE || !at ? end : at;
    }
    text = str_trim(str_slice(text, 0, end));
    return str_ends(text, STR(":")) ? str_trim(str_slice(text, 0, text.len - 1)) : text;
}

/* Where the words before a type begin that belong to it: `unsigned long`, `struct a`. */
static size_t type_start(Str before, size_t from)
{
    static const char *const parts = "unsigned signed long short struct union enum";
    for (;;) {
        Str rest = str_trim(str_slice(before, 0, from)), word = str_last_word(rest);
        if (!word.len || !str_is_listed(word, parts))
            return from;
        from = rest.len - word.len;
    }
}

/* The last type before a name: what follows the last blank outside of brackets. */
static Str last_type(Str before)
{
    size_t depth = 0, from = 0;
    for (size_t i = 0; i < before.len; i++) {
        depth += byte_in(before.ptr[i], "<([");
        depth -= depth && byte_in(before.ptr[i], ">)]");
        if (!depth && byte_is_space(before.ptr[i]))
            from = i + 1;
    }
    return str_from_offset(before, type_start(before, from));
}

Str head_text_result(const ChangeSide *side, const Symbol *symbol)
{
    HeadText head = head_of(side, symbol);
    if (str_starts(head.after, STR("->")))
        return cut_result(str_trim(str_from_offset(head.after, 2)));
    bool opens = lang_facts(side->outline.language)->layout.traits & LAYOUT_COLON_OPENS;
    if (str_starts(head.after, STR(":")) && !str_starts(head.after, STR("::")) && !opens)
        return cut_result(str_trim(str_from_offset(head.after, 1)));
    bool value = symbol->kind == SYMBOL_FIELD || symbol->kind == SYMBOL_PROPERTY ||
                 symbol->kind == SYMBOL_EVENT;
    if (value && lang_parameters(side->outline.language) == PARAMETERS_NAME_FIRST)
        return cut_result(str_trim(str_slice(head.after, 0, str_find_byte(head.after, '`'))));
    if (!(head.list || value) || lang_parameters(side->outline.language) != PARAMETERS_TYPE_FIRST)
        return (Str){0};
    Str type = last_type(head.before);
    return type.len && byte_is_word(type.ptr[0]) ? type : (Str){0};
}

bool head_text_has_word(Str text, Str word)
{
    for (size_t at = 0, next; (next = str_find(str_from_offset(text, at), word)) != STR_NONE;) {
        size_t begin = at + next, end = begin + word.len;
        if ((!begin || !byte_is_word(text.ptr[begin - 1])) &&
            (end == text.len || !byte_is_word(text.ptr[end])))
            return true;
        at = MAX(end, begin + 1);
    }
    return false;
}

bool head_text_leads(const ChangeSide *side, const Symbol *symbol, const char *word)
{
    return head_text_has_word(head_of(side, symbol).before, str_from(word));
}
