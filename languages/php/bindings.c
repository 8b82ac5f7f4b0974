/* Bindings of PHP's imports: `use A\B as C;`, `use function A\b;`, `use A\{B, C as D};`. */
#include "languages_lang.h"

#include "lang/import/import.h"

static Str last_part(Str path)
{
    size_t at = str_find_last_byte(path, '\\');
    return str_from_offset(path, at == STR_NONE ? 0 : at + 1);
}

/* Reads A\B\C. White space in a path is an error since PHP 8. */
static Str take_path(Str *text)
{
    *text = str_trim(*text);
    size_t len = 0;
    while (len < text->len && (byte_is_word(text->ptr[len]) || text->ptr[len] == '\\'))
        len++;
    Str path = str_slice(*text, 0, len);
    *text = str_from_offset(*text, len);
    return path;
}

static uint32_t take_kind(Str *text)
{
    bool member = import_take(text, STR("function")) || import_take(text, STR("const"));
    return member ? BINDING_STATIC : 0;
}

void bindings_php(Arena *arena, Str text, BindingVec *bindings)
{
    bool file = str_find_byte(text, '\'') != STR_NONE || str_find_byte(text, '"') != STR_NONE;
    if (file) // require 'a.php'
        return;
    import_take(&text, STR("use"));
    uint32_t flags = take_kind(&text);
    bool group = false;
    for (size_t before = text.len + 1; text.len && text.len < before;) {
        before = text.len;
        uint32_t own = flags | take_kind(&text);
        Str path = take_path(&text), alias = last_part(path);
        group |= import_take(&text, STR("{"));
        if (import_take(&text, STR("as")))
            import_token(&text, &alias);
        if (alias.len)
            import_add(arena, bindings, group ? path : (Str){0}, alias, own);
        if (!import_take(&text, STR(",")) && !group)
            break;
        if (import_take(&text, STR("}")) || import_take(&text, STR(";")))
            break;
    }
}
