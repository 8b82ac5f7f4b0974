/* What overrides or implements what, before the edit and after it. Symbols keep their places, so
   the relations of the symbols with either name can be compared one by one. */
#include "refactor/rename_proof.h"

#include "search/override.h"

/* Symbols of the two names whose relations are compared; each is looked up in the whole tree. */
#define COMPARED_MAX 1000

static void add(Rename *rename, RenameOverrides *all, uint32_t symbol)
{
    Arena *arena = rename->request->arena;
    if (all->symbols.len == COMPARED_MAX || !catalog_place(rename->catalog, symbol).index)
        return;
    *VEC_PUSH(arena, &all->symbols) = symbol;
    *VEC_PUSH(arena, &all->bases) = (IdVec){0};
    override_bases(rename->catalog, arena, symbol, &all->bases.ptr[all->bases.len - 1]);
}

RenameOverrides rename_find_overrides(Rename *rename)
{
    RenameOverrides all = {0};
    if (!rename->is_member || !rename_may_be_called(rename))
        return all;
    IdVec named = rename_new_namesakes(rename);
    for (size_t i = 0; i < rename->family.len; i++)
        add(rename, &all, rename->family.ptr[i]);
    for (size_t i = 0; i < named.len; i++)
        if (!rename_has(rename, named.ptr[i]))
            add(rename, &all, named.ptr[i]);
    return all;
}

static bool has_id(const IdVec *ids, uint32_t id)
{
    for (size_t i = 0; i < ids->len; i++)
        if (ids->ptr[i] == id)
            return true;
    return false;
}

static void tell(Rename *rename, uint32_t symbol, uint32_t base, const char *what)
{
    const CatalogFile *file =
        catalog_row(rename->catalog, catalog_place(rename->catalog, symbol).file);
    const CatalogFile *other =
        catalog_row(rename->catalog, catalog_place(rename->catalog, base).file);
    rename_add_told(rename, file->path, catalog_entry(rename->catalog, symbol)->start_line,
                    str_format(rename->request->arena, "this %s the member of %.*s:%u", what,
                               STR_ARG(other->path),
                               catalog_entry(rename->catalog, base)->start_line));
}

void rename_compare_overrides(Rename *rename, const RenameOverrides *before)
{
    Arena *arena = rename->request->arena;
    for (size_t i = 0; i < before->symbols.len; i++) {
        const IdVec *was = &before->bases.ptr[i];
        IdVec is = {0};
        override_bases(rename->catalog, arena, before->symbols.ptr[i], &is);
        if (was->len == OVERRIDES_MAX || is.len == OVERRIDES_MAX)
            continue;
        for (size_t k = 0; k < is.len; k++)
            if (!has_id(was, is.ptr[k]))
                tell(rename, before->symbols.ptr[i], is.ptr[k], "would override or implement");
        for (size_t k = 0; k < was->len; k++)
            if (!has_id(&is, was->ptr[k]))
                tell(rename, before->symbols.ptr[i], was->ptr[k],
                     "would no longer override or implement");
    }
}
