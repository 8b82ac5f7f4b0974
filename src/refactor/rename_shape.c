/* Structural typing (Go, TypeScript): a type implements an interface that it does not name. Where a
   type has every member of an interface, members of one name belong together; renaming both is
   always consistent. */
#include "refactor/rename.h"

#include "base/path.h"

/* Symbols of one name that are compared; `String` in a large repository has fewer. */
#define SHAPE_NAMESAKES_MAX 2000

static const CatalogFile *file_of(const Catalog *catalog, uint32_t symbol)
{
    return catalog_row(catalog, catalog_place(catalog, symbol).file);
}

static uint32_t parent_of(const Catalog *catalog, uint32_t symbol)
{
    const Entry *entry = catalog_entry(catalog, symbol);
    return entry->parent ? file_of(catalog, symbol)->first + entry->parent : SYMBOL_NOWHERE;
}

static bool is_interface(const Catalog *catalog, uint32_t symbol)
{
    return symbol != SYMBOL_NOWHERE && catalog_entry(catalog, symbol)->kind == SYMBOL_INTERFACE;
}

/* Whether both members are of one type: declared in it, or with it as their owner. */
static bool is_of_same_type(const Catalog *catalog, uint32_t a, uint32_t b)
{
    const Entry *x = catalog_entry(catalog, a), *y = catalog_entry(catalog, b);
    if (x->owner || y->owner)
        return x->owner == y->owner && str_equal(path_directory(file_of(catalog, a)->path),
                                                 path_directory(file_of(catalog, b)->path));
    return parent_of(catalog, a) == parent_of(catalog, b);
}

/* Whether the type of a member has a member of that name. */
static bool has_member(Catalog *catalog, uint32_t member, uint32_t name)
{
    IdSpan named = catalog_named(catalog, name);
    for (size_t i = 0; i < named.len && i < SHAPE_NAMESAKES_MAX; i++)
        if (is_of_same_type(catalog, member, named.ptr[i]))
            return true;
    return false;
}

/* Whether the type of `member` has all that the interface declares itself, besides `but`. */
static bool fits(Catalog *catalog, uint32_t member, uint32_t interface, uint32_t but)
{
    SymbolPlace place = catalog_place(catalog, interface);
    const CatalogFile *file = catalog_row(catalog, place.file);
    for (uint32_t i = place.index + 1; i < file->count; i++)
        if (file->entries[i].parent == place.index && file->entries[i].kind != SYMBOL_FIELD &&
            file->entries[i].name != but && !has_member(catalog, member, file->entries[i].name))
            return false;
    return true;
}

bool rename_share_shape(Catalog *catalog, uint32_t a, uint32_t b)
{
    uint32_t first = parent_of(catalog, a), second = parent_of(catalog, b);
    bool from = is_interface(catalog, first), to = is_interface(catalog, second);
    if (from == to || file_of(catalog, a)->language != file_of(catalog, b)->language)
        return false;
    return from ? fits(catalog, b, first, 0) : fits(catalog, a, second, 0);
}

bool rename_gains_shape(Catalog *catalog, uint32_t member, uint32_t declared)
{
    uint32_t interface = parent_of(catalog, declared);
    return is_interface(catalog, interface) && !is_interface(catalog, parent_of(catalog, member)) &&
           file_of(catalog, member)->language == file_of(catalog, declared)->language &&
           fits(catalog, member, interface, catalog_entry(catalog, declared)->name);
}

/* Whether each field of a type is one of the other, too, with the same type as it is written. */
static bool has_fields_of(Catalog *catalog, uint32_t type, uint32_t other)
{
    SymbolPlace place = catalog_place(catalog, type), home = catalog_place(catalog, other);
    const CatalogFile *file = catalog_row(catalog, place.file),
                      *second = catalog_row(catalog, home.file);
    for (uint32_t i = place.index + 1; i < file->count; i++) {
        const Entry *field = &file->entries[i];
        bool found = field->parent != place.index || field->kind != SYMBOL_FIELD;
        for (uint32_t k = home.index + 1; k < second->count && !found; k++)
            found = second->entries[k].parent == home.index &&
                    second->entries[k].name == field->name &&
                    second->entries[k].type == field->type;
        if (!found)
            return false;
    }
    return true;
}

/* Go: a struct is converted to another one that has the same fields: `B(a)`. */
static void check_convertible(Rename *rename)
{
    Catalog *catalog = rename->catalog;
    const Entry *own = catalog_entry(catalog, rename->symbol);
    IdSpan named = catalog_named(catalog, own->name);
    uint32_t type = parent_of(catalog, rename->symbol);
    if (own->kind != SYMBOL_FIELD || type == SYMBOL_NOWHERE)
        return;
    for (size_t i = 0; i < named.len && i < SHAPE_NAMESAKES_MAX; i++) {
        uint32_t other = parent_of(catalog, named.ptr[i]);
        if (rename_has(rename, named.ptr[i]) || other == SYMBOL_NOWHERE ||
            catalog_entry(catalog, named.ptr[i])->kind != SYMBOL_FIELD ||
            !rename_speaks(rename, file_of(catalog, other)->language) ||
            !has_fields_of(catalog, type, other) || !has_fields_of(catalog, other, type))
            continue;
        rename_add_told(
            rename, file_of(catalog, other)->path, catalog_entry(catalog, named.ptr[i])->start_line,
            str_format(rename->request->arena,
                       "'%.*s' has the same fields, and values may be converted",
                       STR_ARG(catalog_name(catalog, catalog_entry(catalog, other)->name))));
    }
}

/* TypeScript: a value of one class is one of another that has all its members. */
void rename_check_twins(Rename *rename)
{
    Catalog *catalog = rename->catalog;
    IdSpan named = catalog_named(catalog, catalog_entry(catalog, rename->symbol)->name);
    uint32_t type = parent_of(catalog, rename->symbol);
    if (rename->facts->interfaces_have_shape && rename->facts->packages_are_scopes)
        check_convertible(rename);
    if (!rename->facts->classes_have_shape || !rename->is_member || type == SYMBOL_NOWHERE)
        return;
    for (size_t i = 0; i < named.len && i < SHAPE_NAMESAKES_MAX; i++) {
        uint32_t other = named.ptr[i], twin = parent_of(catalog, other);
        bool apart = /* no enumeration is used as another */
            rename->is_variant && catalog_entry(catalog, other)->kind == SYMBOL_ENUM_MEMBER;
        if (rename_has(rename, other) || twin == SYMBOL_NOWHERE || apart ||
            !symbol_is_type((SymbolKind)catalog_entry(catalog, twin)->kind) ||
            !rename_speaks(rename, file_of(catalog, other)->language) ||
            !(fits(catalog, other, type, 0) || fits(catalog, rename->symbol, twin, 0)))
            continue;
        const Entry *entry = catalog_entry(catalog, other);
        rename_add_told(
            rename, file_of(catalog, other)->path, entry->start_line,
            str_format(rename->request->arena,
                       "'%.*s' has all members of the type and may be used as one",
                       STR_ARG(catalog_name(catalog, catalog_entry(catalog, twin)->name))));
    }
}
