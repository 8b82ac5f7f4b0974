/* What a statement gives is known of the changed files; what a file declares and imports, of all.
 */
#include "change/offered_names.h"

/* Whether a changed file gives that name to others by a statement. */
static bool names_it(const ChangeSet *set, Str path, Str name)
{
    for (size_t i = 0; i < set->files.len; i++) {
        const ChangeSide *side = &set->files.ptr[i].new;
        for (size_t k = 0; k < side->offers.names.len && str_equal(side->path, path); k++)
            if (str_equal(side->offers.names.ptr[k], name))
                return true;
    }
    return false;
}

bool offered_names_have(const ChangeSet *set, Catalog *catalog, Arena scratch, uint32_t file,
                        Str name)
{
    ImportLinkVec links = {0};
    const CatalogFile *row = catalog_row(catalog, file);
    if (names_it(set, row->path, name))
        return true;
    for (uint32_t i = 1; i < row->count; i++)
        if (!row->entries[i].parent && str_equal(catalog_name(catalog, row->entries[i].name), name))
            return true;
    catalog_imports(catalog, &scratch, file, &links);
    for (size_t i = 0; i < links.len; i++) {
        Str taken = catalog_name(catalog, links.ptr[i].name);
        Str alias = catalog_name(catalog, links.ptr[i].alias);
        if (str_equal(alias.len ? alias : taken, name) || str_equal(taken, STR("*")))
            return true;
    }
    return false;
}
