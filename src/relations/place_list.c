/* What is before a name is read from the text, and from the outline where a pattern or braces give
   the name its value. */
#include "relations/place_list.h"

#include "lang/walk/expression.h"
#include "relations/designated.h"
#include "relations/place_forms.h"

/* Whether a symbol is declared, a variable bound, or a name imported there. A key in braces of a
   type is bound and read at once: Rust's `P { x, .. }`. */
static bool is_declaration(const Outline *outline, uint32_t start, bool keyed)
{
    for (size_t i = 0; i < outline->symbols.len; i++)
        if (outline->symbols.ptr[i].name_start == start)
            return true;
    for (size_t i = 0; i < outline->imports.len; i++)
        if (outline->imports.ptr[i].start <= start && start < outline->imports.ptr[i].end)
            return true;
    for (size_t i = 0; i < outline->references.len; i++) {
        const Reference *bind = &outline->references.ptr[i];
        if (bind->kind == REFERENCE_BIND && bind->start == start && !keyed &&
            str_find_byte(bind->name, '.') == STR_NONE)
            return true;
    }
    return false;
}

static bool is_joint(Str text, uint32_t start)
{
    while (start && byte_in(text.ptr[start - 1], " \t\r\n"))
        start--;
    return start && byte_in(text.ptr[start - 1], ".>") &&
           (text.ptr[start - 1] == '.' || (start > 1 && text.ptr[start - 2] == '-'));
}

/* A key in a literal of a type: the receiver is a value of the type. */
static Str literal_receiver(Arena *arena, const Language *language, Str text, const NameSite *site,
                            size_t length)
{
    bool alone = site->next == ',' || site->next == '}';
    Str before = str_trim(str_slice(text, 0, site->start));
    bool key = site->next == ':' || (alone && !str_ends(before, STR(":"))) ||
               place_forms_access(text, site->start + length) == PLACE_WRITTEN;
    size_t open = key ? designated_bracket(text, site->start) : STR_NONE;
    if (open == STR_NONE || (text.ptr[open] == '(' && site->next != '='))
        return (Str){0};
    size_t end = open, start;
    while (end && byte_in(text.ptr[end - 1], " \t\r\n"))
        end--;
    for (start = end;
         start && (byte_is_word(text.ptr[start - 1]) || byte_in(text.ptr[start - 1], ".:<>"));)
        start--;
    Str head = str_slice(text, start, end);
    bool type = head.len && head.ptr[0] >= 'A' && head.ptr[0] <= 'Z';
    bool path =
        head.len && (str_find_byte(head, '.') != STR_NONE || str_find_byte(head, ':') != STR_NONE);
    return type || path ? expression_text(arena, language, str_join(arena, head, STR("{}")))
                        : (Str){0};
}

bool place_list_read(Arena *arena, const Outline *outline, Str text, const NameSite *site, Str word,
                     NamePlace *place)
{
    const Language *language = outline->language;
    uint32_t start = site->start - place_forms_mark(text, site->start);
    Str keyed = literal_receiver(arena, language, text, site, word.len);
    *place = (NamePlace){.start = start,
                         .line = site->line,
                         .around = name_site_symbol(outline, start),
                         .joined = true,
                         .called = site->next == '('};
    if (place_forms_keyed(outline, text, site, word, place) ||
        place_forms_taken(outline, text, site, word, place))
        return true;
    if (site->where != NAME_IN_CODE || is_declaration(outline, start, keyed.len > 0))
        return false;
    Str before = expression_before(text, start);
    Str receiver = before.len ? expression_text(arena, language, before) : (Str){0};
    Str typed = designated_value(arena, language, text, start);
    place->joined = before.len || is_joint(text, start);
    receiver = typed.len ? typed : receiver;
    if (before.len && !receiver.len)
        receiver = STR("()");
    place->receiver = !place->joined && !typed.len ? keyed : receiver;
    place->access = place_forms_access(text, site->start + word.len);
    return true;
}
