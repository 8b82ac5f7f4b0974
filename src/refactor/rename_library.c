/* Names by which the language or its library calls a symbol: some always, some only where the
   declaration says so, and some only where a type has all members of one of its interfaces. */
#include "refactor/rename.h"

static bool is_dunder(Str name)
{
    return name.len > 4 && str_starts(name, STR("__")) && str_ends(name, STR("__"));
}

/* Whether the repository has a function or a type of that name. */
static bool has_name(const Rename *rename, Str name)
{
    Catalog *catalog = rename->catalog;
    uint32_t id = names_find(&catalog->names, name);
    IdSpan named = id ? catalog_named(catalog, id) : (IdSpan){0};
    for (size_t i = 0; i < named.len; i++) {
        SymbolKind kind = (SymbolKind)catalog_entry(catalog, named.ptr[i])->kind;
        if (symbol_is_function(kind) || symbol_is_type(kind))
            return true;
    }
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
        if (!str_equal(word, name) && !has_name(rename, word))
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

/* Whether a declaration of the family has the mark before its name, or right after it. */
static bool is_marked(const Rename *rename, const char *mark, bool before)
{
    for (size_t f = 0; mark && f < rename->files.len; f++) {
        const RenameFile *file = &rename->files.ptr[f];
        uint32_t first = rename->catalog->files.ptr[file->id].first;
        for (size_t i = 0; i < file->outline.symbols.len; i++) {
            const Symbol *symbol = &file->outline.symbols.ptr[i];
            if (!rename_has(rename, first + (uint32_t)i + 1))
                continue;
            Str head = str_slice(file->text, symbol->start, symbol->name_start);
            Str tail = str_slice(file->text, symbol->name_end, symbol->end);
            size_t open = str_find_byte(tail, '(');
            tail = open == STR_NONE ? (Str){0} : str_trim(str_from_offset(tail, open + 1));
            if (before ? rename_find_mark(head, str_from(mark), 0) != STR_NONE
                       : str_starts(tail, str_from(mark)))
                return true;
        }
    }
    return false;
}

/* Java: whether the symbol is the element of an annotation that uses give without its name. */
static bool is_implied(const Rename *rename, Str name)
{
    const RenameFacts *facts = rename->facts;
    for (size_t f = 0; name_is_listed(facts->implied, name) && f < rename->files.len; f++) {
        const RenameFile *file = &rename->files.ptr[f];
        uint32_t first = rename->catalog->files.ptr[file->id].first;
        for (size_t i = 0; i < file->outline.symbols.len; i++) {
            const Symbol *symbol = &file->outline.symbols.ptr[i];
            Str head = str_slice(file->text, symbol->start, symbol->name_start);
            if (rename_is_owner(rename, first + (uint32_t)i + 1) &&
                rename_find_mark(head, str_from(facts->implied_in), 0) != STR_NONE)
                return true;
        }
    }
    return false;
}

/* PHP: names of functions have no case. */
static bool is_outside(const RenameFacts *facts, Str name)
{
    Str rest = facts->outside && facts->folds_functions ? str_from(facts->outside) : (Str){0}, word;
    while (str_take_until(&rest, ' ', &word))
        if (word.len && str_equal_nocase(word, name))
            return true;
    return name_is_listed(facts->outside, name);
}

bool rename_is_called_by_library(const Rename *rename, Str name)
{
    const RenameFacts *facts = rename->facts;
    if (!rename_may_be_called(rename) || (!rename->is_member && rename->is_nested))
        return false;
    if (is_dunder(name) || is_implied(rename, name) ||
        (name_is_listed(facts->operators, name) && is_marked(rename, facts->operator, true)))
        return true;
    return is_outside(facts, name) &&
           (is_marked(rename, facts->extends, false) || !is_apart(rename, name));
}
