/* Members that a value gets when the program runs: Ruby's `a.extend(M)` and `A.include(M)`. What
   the module has is found before, or after, what the type declares. */
#include "refactor/rename.h"

#include "text/lines.h"

/* Whether a module or type of the name has a member of either name that is not the symbol. */
static bool has_member(const Rename *rename, Str module)
{
    Catalog *catalog = rename->catalog;
    const Str names[] = {rename->old, rename->new};
    for (size_t n = 0; n < COUNT(names); n++) {
        uint32_t id = names_find(&catalog->names, names[n]);
        IdSpan named = id ? catalog_named(catalog, id) : (IdSpan){0};
        for (size_t i = 0; i < named.len; i++) {
            const Entry *entry = catalog_entry(catalog, named.ptr[i]);
            const CatalogFile *file =
                catalog_row(catalog, catalog_place(catalog, named.ptr[i]).file);
            if (!rename_has(rename, named.ptr[i]) && entry->parent &&
                str_equal(catalog_name(catalog, file->entries[entry->parent].name), module))
                return true;
        }
    }
    return false;
}

/* PHP: whether what a loop walks may be a value of an owner, whose fields have their names there:
   `foreach ($this as $name => $value)`. */
static bool is_owner_value(const Rename *rename, Str text, Str value)
{
    Arena *arena = rename->request->arena;
    if (str_equal(value, STR("$this")))
        return true;
    for (size_t i = 0; i < rename->owners.len; i++) {
        Str type = rename_owner_name(rename, i);
        Str made = str_format(arena, "new %.*s", STR_ARG(type));
        Str given = str_format(arena, "%.*s = %.*s", STR_ARG(value), STR_ARG(made));
        Str declared = str_format(arena, "%.*s %.*s", STR_ARG(type), STR_ARG(value));
        if (str_starts(value, made) ||
            str_starts(value, str_format(arena, "(%.*s", STR_ARG(made))) ||
            str_find(text, given) != STR_NONE || str_find(text, declared) != STR_NONE)
            return true;
    }
    return false;
}

static void scan_walked(Rename *rename, const CatalogFile *row, Str text)
{
    Str word = STR("foreach");
    for (size_t at = 0; (at = rename_find_mark(text, word, at)) != STR_NONE; at += word.len) {
        Str head = rename_arguments(text, at + word.len);
        size_t as = str_find(head, STR(" as "));
        if (as != STR_NONE && str_find(head, STR("=>")) != STR_NONE &&
            is_owner_value(rename, text, str_trim(str_slice(head, 0, as))))
            rename_add_told(rename, row->path, (uint32_t)lines_at_offset(text, at),
                            STR("a loop goes through the fields of a value by their names"));
    }
}

void rename_scan_mixed(Rename *rename, const CatalogFile *row, Str text)
{
    bool field = str_equal(rename->sigil, STR("$"));
    static const char *const words[] = {".extend", ".include", ".prepend"};
    if (field)
        scan_walked(rename, row, text);
    for (size_t w = 0; rename->facts->types_mix && rename->is_member && w < COUNT(words); w++) {
        Str word = str_from(words[w]);
        for (size_t at = 0; (at = rename_find_mark(text, word, at)) != STR_NONE; at += word.len) {
            size_t start = at + word.len;
            while (start < text.len && byte_in(text.ptr[start], "( "))
                start++;
            size_t end = start;
            while (end < text.len && (byte_is_word(text.ptr[end]) || text.ptr[end] == ':'))
                end++;
            Str module = handle_last_part(str_slice(text, start, end));
            if (module.len && has_member(rename, module))
                rename_add_told(rename, row->path, (uint32_t)lines_at_offset(text, at),
                                str_format(rename->request->arena,
                                           "'%.*s' comes in here while the program runs, and has a "
                                           "member of that name",
                                           STR_ARG(module)));
        }
    }
}
