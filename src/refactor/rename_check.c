/* The new name must not meet another one: in the scope that declares the symbol, in the files that
   use it, or in a local scope around a use. A doubt is a refusal. */
#include "refactor/rename.h"

#include "base/path.h"
#include "index/catalog/counterparts.h"

/* Conflicts that an answer lists; further ones are of the same kind. */
#define CONFLICTS_MAX 50

void rename_add_conflict(Rename *rename, Str path, uint32_t line, Str message)
{
    for (size_t i = 0; i < rename->conflicts.len; i++)
        if (rename->conflicts.ptr[i].line == line &&
            str_equal(rename->conflicts.ptr[i].path, path) &&
            str_equal(rename->conflicts.ptr[i].message, message))
            return;
    if (rename->conflicts.len < CONFLICTS_MAX)
        *VEC_PUSH(rename->request->arena, &rename->conflicts) =
            (RenameConflict){.path = path, .line = line, .message = message};
}

void rename_add_told(Rename *rename, Str path, uint32_t line, Str message)
{
    size_t before = rename->conflicts.len;
    rename_add_conflict(rename, path, line, message);
    if (rename->conflicts.len > before)
        rename->conflicts.ptr[before].may_be_told = true;
}

static const CatalogFile *file_of(const Rename *rename, uint32_t symbol)
{
    return catalog_row(rename->catalog, catalog_place(rename->catalog, symbol).file);
}

static bool is_in_files(const Rename *rename, uint32_t id)
{
    for (size_t i = 0; i < rename->places.len; i++) {
        const RenamePlace *place = &rename->places.ptr[i];
        if (rename->files.ptr[place->file].id == id && place->verdict <= RENAME_AMBIGUOUS)
            return true;
    }
    return false;
}

/* ---- declarations of the new name ---- */

static bool is_linked_name(const Entry *entry)
{
    return entry->kind != SYMBOL_FIELD && !entry->owner &&
           (!(entry->modifiers & MODIFIER(STATIC)) || entry->kind == SYMBOL_MACRO);
}

/* Whether a declaration of the new name is in a scope of the symbol. */
static bool meets(const Rename *rename, uint32_t other)
{
    const Catalog *catalog = rename->catalog;
    const Entry *entry = catalog_entry(catalog, other);
    const CatalogFile *file = file_of(rename, other);
    uint32_t parent = entry->parent ? file->first + entry->parent : SYMBOL_NOWHERE;
    bool macro =
        rename->facts->names_are_global && rename_facts(file->language) &&
        (entry->kind == SYMBOL_MACRO || (entry->kind == SYMBOL_CONSTANT && !entry->parent));
    if (macro && (is_in_files(rename, catalog_place(catalog, other).file) ||
                  str_ends(file->path, STR(".h"))))
        return true;
    if (rename->is_member)
        return rename_is_owner(rename, parent) ||
               (entry->owner && rename->owners.len &&
                entry->owner == catalog_entry(catalog, rename->owners.ptr[0])->name);
    for (size_t i = 0; i < rename->family.len; i++) {
        const Entry *own = catalog_entry(catalog, rename->family.ptr[i]);
        const CatalogFile *home = file_of(rename, rename->family.ptr[i]);
        if (home == file && own->parent == entry->parent && own->owner == entry->owner)
            return true;
        if (rename->facts->packages_are_scopes && !entry->parent && !own->parent &&
            str_equal(path_directory(home->path), path_directory(file->path)) &&
            home->language == file->language)
            return true;
    }
    if (!rename->facts->names_are_global || !rename_facts(file->language) ||
        entry->kind == SYMBOL_FIELD)
        return false;
    return is_in_files(rename, catalog_place(catalog, other).file) ||
           (!rename->is_hidden && is_linked_name(entry));
}

/* Whether the two names are one to the language. */
static bool is_same_name(const Rename *rename, Str name)
{
    bool folds = rename->facts->folds_functions && (rename->is_function || rename->is_type);
    return folds ? str_equal_nocase(name, rename->new)
                 : str_equal(name, str_join(rename->request->arena, rename->sigil, rename->new));
}

IdVec rename_new_namesakes(const Rename *rename)
{
    Catalog *catalog = rename->catalog;
    IdVec named = {0};
    uint32_t exact = rename_name_id(rename, rename->new);
    bool folds = rename->facts->folds_functions;
    uint32_t first = folds ? 1 : exact, end = folds ? names_count(&catalog->names) : exact + 1;
    for (uint32_t name = first; name && name < end; name++) {
        IdSpan all = is_same_name(rename, catalog_name(catalog, name))
                         ? catalog_named(catalog, name)
                         : (IdSpan){0};
        for (size_t i = 0; i < all.len; i++)
            if (name == exact || !rename_has(rename, all.ptr[i]))
                *VEC_PUSH(rename->request->arena, &named) = all.ptr[i];
    }
    return named;
}

static void check_declarations(Rename *rename)
{
    Catalog *catalog = rename->catalog;
    IdVec named = rename_new_namesakes(rename);
    for (size_t i = 0; i < named.len; i++) {
        if (!catalog_place(catalog, named.ptr[i]).index || !meets(rename, named.ptr[i]))
            continue;
        const Entry *entry = catalog_entry(catalog, named.ptr[i]);
        rename_add_conflict(rename, file_of(rename, named.ptr[i])->path, entry->start_line,
                            str_format(rename->request->arena, "there is a %.*s '%.*s' already",
                                       STR_ARG(symbol_kind_name((SymbolKind)entry->kind)),
                                       STR_ARG(rename->new)));
    }
}

/* ---- what reaches the name from outside ---- */

static void check_outside(Rename *rename)
{
    Arena *arena = rename->request->arena;
    const Catalog *catalog = rename->catalog;
    const CatalogFile *file = file_of(rename, rename->symbol);
    const Entry *entry = catalog_entry(catalog, rename->symbol);
    if (rename_is_called_by_library(rename, rename->old))
        rename_add_told(rename, file->path, entry->start_line,
                        str_format(arena,
                                   "'%.*s' is a name by which the language or its library calls it",
                                   STR_ARG(rename->old)));
    if (rename->facts->packages_are_scopes && rename->facts->interfaces_have_shape &&
        rename->family.len == 1 && lang_shows(file->language, rename->old) && rename->owners.len &&
        catalog_entry(catalog, rename->owners.ptr[0])->kind == SYMBOL_INTERFACE)
        rename_add_told(rename, file->path, entry->start_line,
                        STR("only types outside of the repository can implement the interface"));
    bool inside = rename->facts->interfaces_have_shape && rename->facts->packages_are_scopes &&
                  !lang_shows(file->language, rename->old); /* Go: of its package alone */
    if (!rename->is_member || inside || !symbol_is_function((SymbolKind)entry->kind))
        return;
    for (size_t i = 0; i < rename->owners.len; i++) {
        const Entry *owner = catalog_entry(catalog, rename->owners.ptr[i]);
        if (symbol_is_type((SymbolKind)owner->kind) &&
            resolve_has_foreign_base(rename->resolver, rename->owners.ptr[i],
                                     rename->facts->plain_bases)) {
            rename_add_told(
                rename, file_of(rename, rename->owners.ptr[i])->path, owner->start_line,
                str_format(arena,
                           "'%.*s' has a base outside of the repository, which may have or "
                           "call the member",
                           STR_ARG(catalog_name(catalog, owner->name))));
            return;
        }
    }
}

/* Whether the entry only names a symbol that is defined elsewhere. */
static bool is_only_declared(const Rename *rename, uint32_t symbol)
{
    const Entry *entry = catalog_entry(rename->catalog, symbol);
    const CatalogFile *file = file_of(rename, symbol);
    bool marked = entry->modifiers & (MODIFIER(EXTERN) | MODIFIER(DECLARED));
    bool function = symbol_is_function((SymbolKind)entry->kind);
    if (function && entry->modifiers & ENTRY_HAS_BODY)
        return false;
    bool member = entry->parent && symbol_is_type((SymbolKind)file->entries[entry->parent].kind);
    return marked ? function || counterpart_announces(rename->catalog, symbol)
                  : function && !member && rename->facts->bodies_may_be_outside;
}

/* A name by which a linker, a loader or a library outside of the repository is asked. */
static void check_link(Rename *rename)
{
    for (size_t i = 0; i < rename->family.len; i++)
        if (!is_only_declared(rename, rename->family.ptr[i]))
            return;
    const Entry *entry = catalog_entry(rename->catalog, rename->symbol);
    rename_add_conflict(rename, file_of(rename, rename->symbol)->path, entry->start_line,
                        STR("it is only declared in this repository; what defines it has the "
                            "old name"));
}

bool rename_check(Rename *rename, Err *err)
{
    check_link(rename);
    check_declarations(rename);
    rename_check_taken(rename);
    rename_check_words(rename);
    rename_check_lost(rename);
    rename_check_twins(rename);
    check_outside(rename);
    rename_check_data(rename);
    rename_check_pasting(rename);
    rename_check_quoting(rename);
    return rename_check_expansions(rename, err) && rename_check_uses(rename, err);
}
