/* A module's file is found among the files that the changed file uses, by the end of its path. What
   it gives is read from the change, or from the catalog if the change leaves it as it is. */
#include "change/stars.h"

#include "change/places.h"

#define STAR "* of "

typedef struct Settling {
    Arena *arena;
    const ChangeSet *set;
    Catalog *catalog;
    Places places;
} Settling;

/* ---- the file of a module ---- */

/* The path without its extension, and without a last `index`. */
static Str stem_of(Str path)
{
    static const Str inner[] = {STR_INIT("/index"), STR_INIT("/mod"), STR_INIT("/__init__")};
    size_t dot = str_find_last_byte(path, '.'), slash = str_find_last_byte(path, '/');
    if (dot != STR_NONE && dot && (slash == STR_NONE || dot > slash + 1))
        path = str_slice(path, 0, dot);
    for (size_t i = 0; i < COUNT(inner); i++)
        if (str_ends(path, inner[i]))
            return str_slice(path, 0, path.len - inner[i].len);
    return path;
}

/* What follows the dots and slashes that a module's name begins with. */
static Str plain_name(Str module)
{
    while (module.len && byte_in(module.ptr[0], "./"))
        module = str_from_offset(module, 1);
    return stem_of(module);
}

/* The only one of the paths that the module's name may mean; empty: not known. */
static Str file_of(const StrVec *paths, Str module)
{
    Str name = plain_name(module), found = {0};
    for (size_t i = 0; i < paths->len && name.len; i++) {
        Str stem = stem_of(paths->ptr[i]);
        size_t before = stem.len - name.len;
        if (!str_ends(stem, name) || (before && stem.ptr[before - 1] != '/'))
            continue;
        if (found.len)
            return (Str){0};
        found = paths->ptr[i];
    }
    return found;
}

/* ---- what it gives ---- */

/* False: not known, since it gives on what others give. */
static bool take_offers(const Settling *settling, const ChangeOffers *offers, StrVec *names)
{
    for (size_t i = 0; i < offers->names.len; i++) {
        if (str_starts(offers->names.ptr[i], STR(STAR)))
            return false;
        if (!str_equal(offers->names.ptr[i], STR("default")))
            *VEC_PUSH(settling->arena, names) = offers->names.ptr[i];
    }
    return !offers->open;
}

static bool gives_on(const Settling *settling, uint32_t file)
{
    ImportLinkVec links = {0};
    catalog_imports(settling->catalog, settling->arena, file, &links);
    for (size_t i = 0; i < links.len; i++)
        if (links.ptr[i].flags & BINDING_REEXPORT)
            return true;
    return false;
}

static bool take_catalog(const Settling *settling, Str path, StrVec *names)
{
    uint32_t file = places_file(&settling->places, path);
    if (file == FILE_NOWHERE || gives_on(settling, file))
        return false;
    const CatalogFile *row = catalog_row(settling->catalog, file);
    for (uint32_t i = 1; i < row->count; i++) {
        const Entry *entry = &row->entries[i];
        if (entry->parent)
            continue;
        if (entry->kind == SYMBOL_EXPORT)
            return false; /* a list of names, which the catalog does not have */
        if (entry->modifiers & MODIFIER(EXPORTED) && !(entry->modifiers & MODIFIER(DEFAULT)))
            *VEC_PUSH(settling->arena, names) = catalog_name(settling->catalog, entry->name);
    }
    return true;
}

/* Adds the names that a file gives in one state. False: not known. */
static bool take_names(const Settling *settling, Str path, bool old, StrVec *names)
{
    for (size_t i = 0; path.len && i < settling->set->files.len; i++) {
        const ChangedFile *file = &settling->set->files.ptr[i];
        const ChangeSide *side = old ? &file->old : &file->new;
        if (str_equal(side->path, path))
            return !file->unseen.len && take_offers(settling, &side->offers, names);
    }
    return path.len && take_catalog(settling, path, names);
}

/* Adds the names that the new state of a changed file gives. False: not all are known. */
static bool take_given(const Settling *settling, const ChangedFile *file, StrVec *names)
{
    const StrVec *offers = &file->new.offers.names;
    bool known = !file->new.offers.open;
    for (size_t i = 0; i < offers->len; i++) {
        bool star = str_starts(offers->ptr[i], STR(STAR));
        Str module = star ? str_from_offset(offers->ptr[i], strlen(STAR)) : (Str){0};
        if (star)
            known &= take_names(settling, file_of(&file->uses_new, module), false, names);
        else
            *VEC_PUSH(settling->arena, names) = offers->ptr[i];
    }
    return known;
}

/* Adds to `lost` what the module gave and the file gives no more. */
static void settle_one(const Settling *settling, const ChangedFile *file, Str star, StrVec *lost)
{
    StrVec old = {0}, new = {0};
    Str module = str_from_offset(star, strlen(STAR));
    bool known = take_names(settling, file_of(&file->uses_old, module), true, &old);
    bool whole = take_given(settling, file, &new);
    size_t missing = 0;
    for (size_t i = 0; known && i < old.len; i++)
        missing += !change_texts_have(&new, old.ptr[i]);
    if (!known || (missing && !whole))
        *VEC_PUSH(settling->arena, lost) = star;
    for (size_t i = 0; known && whole && i < old.len; i++)
        if (!change_texts_have(&new, old.ptr[i]) && !change_texts_have(lost, old.ptr[i]))
            *VEC_PUSH(settling->arena, lost) = old.ptr[i];
}

void stars_settle(Arena *arena, ChangeSet *set, Catalog *catalog)
{
    const Settling settling = {arena, set, catalog, places_of(arena, set, catalog)};
    for (size_t f = 0; f < set->files.len; f++) {
        ChangedFile *file = &set->files.ptr[f];
        StrVec lost = {0};
        for (size_t i = 0; i < file->exports_removed.len; i++) {
            Str name = file->exports_removed.ptr[i];
            if (str_starts(name, STR(STAR)))
                settle_one(&settling, file, name, &lost);
            else
                *VEC_PUSH(arena, &lost) = name;
        }
        set->breaking -= file->exports_removed.len && !lost.len;
        file->exports_removed = lost;
    }
}
