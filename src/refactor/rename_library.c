/* Names by which the language or its library calls a symbol: some always, some only where the
   declaration says so, and some only where a type has all members of one of its interfaces. */
#include "refactor/rename.h"

static bool is_dunder(Str name)
{
    return name.len > 4 && str_starts(name, STR("__")) && str_ends(name, STR("__"));
}

/* Whether any type of the repository has a function of that name. */
static bool has_function(const Rename *rename, Str name)
{
    Catalog *catalog = rename->catalog;
    uint32_t id = names_find(&catalog->names, name);
    IdSpan named = id ? catalog_named(catalog, id) : (IdSpan){0};
    for (size_t i = 0; i < named.len; i++)
        if (symbol_is_function((SymbolKind)catalog_entry(catalog, named.ptr[i])->kind))
            return true;
    return false;
}

static bool has_foreign_base(const Rename *rename)
{
    for (size_t i = 0; i < rename->owners.len; i++)
        if (resolve_has_foreign_base(rename->resolver, rename->owners.ptr[i],
                                     rename->facts->plain_bases))
            return true;
    return false;
}

/* Whether a type may have all members of the group; embedding may bring them from anywhere. */
static bool is_whole(const Rename *rename, Str group, Str name)
{
    Str word;
    while (str_take_until(&group, ' ', &word))
        if (!str_equal(word, name) && !has_function(rename, word))
            return false;
    return true;
}

/* Whether the name is in groups, and no type can have all members of any of them. */
static bool is_apart(const Rename *rename, Str name)
{
    Str rest = rename->facts->shapes ? str_from(rename->facts->shapes) : (Str){0}, group;
    bool found = false;
    while (str_take_until(&rest, '|', &group)) {
        Str words = group, word;
        while (str_take_until(&words, ' ', &word))
            if (str_equal(word, name)) {
                found = true;
                if (is_whole(rename, group, name))
                    return false;
            }
    }
    return found && !has_foreign_base(rename);
}

/* Kotlin: whether a declaration of the family is `operator`. */
static bool is_operator(const Rename *rename)
{
    for (size_t f = 0; rename->facts->operator&& f<rename->files.len; f++) {
        const RenameFile *file = &rename->files.ptr[f];
        uint32_t first = rename->catalog->files.ptr[file->id].first;
        for (size_t i = 0; i < file->outline.symbols.len; i++) {
            const Symbol *symbol = &file->outline.symbols.ptr[i];
            Str head = str_slice(file->text, symbol->start, symbol->name_start);
            if (rename_has(rename, first + (uint32_t)i + 1) &&
                rename_find_mark(head, str_from(rename->facts->operator), 0) != STR_NONE)
                return true;
        }
    }
    return false;
}

bool rename_is_called_by_library(const Rename *rename, Str name)
{
    const RenameFacts *facts = rename->facts;
    const Entry *entry = catalog_entry(rename->catalog, rename->symbol);
    if (!rename_may_be_called(rename) || (!rename->is_member && entry->parent))
        return false;
    if (is_dunder(name) || (name_is_listed(facts->operators, name) && is_operator(rename)))
        return true;
    return name_is_listed(facts->outside, name) && !is_apart(rename, name);
}
