/* The references and bindings of the outline say what is before the name. */
#include "relations/place_forms.h"

/* Bytes after a name that show an assignment. */
#define ACCESS_BYTES 16

PlaceAccess place_forms_access(Str text, size_t end)
{
    Str rest = str_trim(str_slice(text, end, MIN(text.len, end + ACCESS_BYTES)));
    bool equal = rest.len > 1 && rest.ptr[0] == '=' && !byte_in(rest.ptr[1], "=>~");
    bool step = str_starts(rest, STR("++")) || str_starts(rest, STR("--"));
    size_t sign = 0;
    while (sign < rest.len && sign < 3 && byte_in(rest.ptr[sign], "+-*/%&|^<>?~.@"))
        sign++;
    bool both = sign && sign + 1 < rest.len && rest.ptr[sign] == '=' && rest.ptr[sign + 1] != '=' &&
                !byte_in(rest.ptr[0], "<>");
    return equal ? PLACE_WRITTEN : step || both ? PLACE_CHANGED : PLACE_READ;
}

bool place_forms_mark(Str text, uint32_t start)
{
    bool marked = start && text.ptr[start - 1] == '#';
    return marked && (start < 2 || !byte_is_word(text.ptr[start - 2])); // Rust: `r#type`
}

bool place_forms_keyed(const Outline *outline, Str text, const NameSite *site, Str word,
                       NamePlace *place)
{
    if (site->where != NAME_IN_STRING || !site->whole)
        return false;
    for (size_t i = 0; i < outline->references.len; i++) {
        const Reference *use = &outline->references.ptr[i];
        if (use->kind != REFERENCE_USE || use->start != site->start || !use->receiver.len)
            continue;
        size_t close = str_find_byte(str_from_offset(text, site->start + word.len), ']');
        place->receiver = use->receiver;
        place->access = close == STR_NONE
                            ? PLACE_READ
                            : place_forms_access(text, site->start + word.len + close + 1);
        return true;
    }
    return false;
}

/* What is before the last `.word` of the expression; empty if it has no such member. */
static Str before_member(Str expression, Str word)
{
    for (size_t end = expression.len; end > word.len + 1; end--) {
        size_t start = end - word.len;
        bool whole = end == expression.len || !byte_is_word(expression.ptr[end]);
        if (whole && expression.ptr[start - 1] == '.' &&
            str_equal(str_slice(expression, start, end), word))
            return str_slice(expression, 0, start - 1);
    }
    return (Str){0};
}

/* Whether the pattern binds the value under the name at `end`, or parts of it, to what follows. */
static bool leads_to(Str text, size_t end, uint32_t start)
{
    Str between = start > end ? str_trim(str_slice(text, end, start)) : (Str){0};
    for (size_t i = 1; i < between.len; i++)
        if (!byte_in(between.ptr[i], " \t\r\n{["))
            return false;
    return str_starts(between, STR(":"));
}

bool place_forms_taken(const Outline *outline, Str text, const NameSite *site, Str word,
                       NamePlace *place)
{
    if (site->where != NAME_IN_CODE)
        return false;
    for (size_t i = 0; i < outline->references.len; i++) {
        const Reference *bind = &outline->references.ptr[i];
        bool own = bind->start == site->start && str_equal(bind->name, word);
        if (bind->kind != REFERENCE_BIND ||
            (!own && !leads_to(text, site->start + word.len, bind->start)))
            continue;
        place->receiver = before_member(bind->receiver, word);
        if (!place->receiver.len)
            continue;
        place->access = PLACE_READ;
        return true;
    }
    return false;
}
