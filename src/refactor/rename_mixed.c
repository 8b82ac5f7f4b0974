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

void rename_scan_mixed(Rename *rename, const CatalogFile *row, Str text)
{
    static const char *const words[] = {".extend", ".include", ".prepend"};
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
