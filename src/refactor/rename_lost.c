/* What else hangs on the old name: a member that a subtype has from two bases, a function that a
   framework knows by its name. */
#include "refactor/rename.h"

static const CatalogFile *file_of(const Rename *rename, uint32_t symbol)
{
    return catalog_row(rename->catalog, catalog_place(rename->catalog, symbol).file);
}

static uint32_t parent_of(const Rename *rename, uint32_t symbol)
{
    const Entry *entry = catalog_entry(rename->catalog, symbol);
    return entry->parent ? file_of(rename, symbol)->first + entry->parent : SYMBOL_NOWHERE;
}

static void add_kin(Rename *rename, uint32_t type)
{
    if (type != SYMBOL_NOWHERE && !rename_is_kin(rename, type))
        *VEC_PUSH(rename->request->arena, &rename->kin) = type;
}

void rename_find_kin(Rename *rename)
{
    IdVec bases = {0};
    if (!rename->is_member)
        return;
    for (size_t i = 0; i < rename->owners.len; i++) {
        add_kin(rename, rename->owners.ptr[i]);
        resolve_ancestors(rename->resolver, rename->request->arena, rename->owners.ptr[i], &bases);
    }
    for (size_t i = 0; i < bases.len; i++)
        add_kin(rename, bases.ptr[i]);
}

/* ---- two bases ---- */

bool rename_is_member_of(const Rename *rename, uint32_t symbol, uint32_t type)
{
    const Catalog *catalog = rename->catalog;
    uint32_t parent = parent_of(rename, symbol);
    const Entry *entry = catalog_entry(catalog, symbol);
    if (parent != SYMBOL_NOWHERE && (parent == type || catalog_part_of(catalog, parent) == type))
        return true;
    return entry->owner && entry->owner == catalog_entry(catalog, type)->name &&
           file_of(rename, symbol)->language == file_of(rename, type)->language;
}

/* A type that inherits the member and another of that name would lose one of them. */
static void check_bases(Rename *rename)
{
    Catalog *catalog = rename->catalog;
    IdSpan named = catalog_named(catalog, catalog_entry(catalog, rename->symbol)->name);
    const char *mark = rename->facts->private_mark;
    bool mangled =
        mark && str_starts(rename->old, str_from(mark)) && !str_ends(rename->old, str_from(mark));
    if (rename->facts->bases_are_apart)
        return;
    if (mangled || str_starts(rename->old, STR("#"))) /* another name in each class */
        return;
    for (size_t i = 0; i < named.len; i++)
        for (size_t k = 0; !rename_has(rename, named.ptr[i]) && k < rename->kin.len; k++) {
            uint32_t type = rename->kin.ptr[k];
            const Entry *entry = catalog_entry(catalog, named.ptr[i]);
            bool both = rename->facts->fields_are_apart && !rename->is_component &&
                        symbol_is_function((SymbolKind)entry->kind) != rename->is_function;
            if (both || !rename_is_member_of(rename, named.ptr[i], type))
                continue;
            rename_add_told(
                rename, file_of(rename, named.ptr[i])->path, entry->start_line,
                str_format(rename->request->arena,
                           "'%.*s' has '%.*s', too, and a type inherits both",
                           STR_ARG(catalog_name(catalog, catalog_entry(catalog, type)->name)),
                           STR_ARG(rename->old)));
        }
}

/* ---- marks ---- */

static bool has_word(const RenameFile *file, Str text, const char *words, Str *found)
{
    Str rest = words ? str_from(words) : (Str){0};
    while (str_take_until(&rest, ' ', found))
        if (found->len && lang_has_name(file->language, text, *found))
            return true;
    return false;
}

/* The declaration before its name, with its decorators. */
static void check_marks(Rename *rename, const RenameFile *file)
{
    for (size_t i = 0; i < file->outline.symbols.len; i++) {
        const Symbol *symbol = &file->outline.symbols.ptr[i];
        const CatalogFile *row = &rename->catalog->files.ptr[file->id];
        Str mark;
        if (!rename_has(rename, row->first + (uint32_t)i + 1) || symbol->name_end <= symbol->start)
            continue;
        if (has_word(file, str_slice(file->text, symbol->start, symbol->name_start),
                     rename->facts->named_by, &mark))
            rename_add_told(rename, row->path, symbol->name_line,
                            str_format(rename->request->arena,
                                       "'%.*s' lets other code name it without a reference",
                                       STR_ARG(mark)));
    }
}

/* A constructor of a record that lists the components has their names for its parameters. */
static void check_components(Rename *rename, const RenameFile *file)
{
    uint32_t first = rename->catalog->files.ptr[file->id].first;
    for (size_t i = 0; i < file->outline.symbols.len; i++) {
        const Symbol *symbol = &file->outline.symbols.ptr[i];
        Str head = str_slice(file->text, symbol->name_end, MIN(symbol->body, symbol->end));
        if (symbol->kind == SYMBOL_CONSTRUCTOR && symbol->parent &&
            rename_is_owner(rename, first + symbol->parent) &&
            rename_find_mark(head, rename->old, 0) != STR_NONE)
            rename_add_told(rename, rename->catalog->files.ptr[file->id].path, symbol->name_line,
                            STR("a parameter of the constructor may have to have the name"));
    }
}

void rename_check_lost(Rename *rename)
{
    check_bases(rename);
    for (size_t f = 0; rename->is_component && f < rename->files.len; f++)
        check_components(rename, &rename->files.ptr[f]);
    if (rename->facts->names_may_end_in_marks && str_ends(rename->old, STR("=")))
        rename_add_told(rename, file_of(rename, rename->symbol)->path,
                        catalog_entry(rename->catalog, rename->symbol)->start_line,
                        STR("assignments call it, and are not followed"));
    for (size_t f = 0; rename->facts->named_by && f < rename->files.len; f++)
        check_marks(rename, &rename->files.ptr[f]);
}
