/* All spellings of a name form a chain that begins with the leading one. */
#include "index/resolve/fold_case.h"

#include "base/hash.h"

bool fold_case_applies(const Resolver *resolver, uint32_t file)
{
    return lang_folds_case(resolver->catalog->files.ptr[file].language);
}

static uint32_t lead_of(const Resolver *resolver, uint32_t name)
{
    return id_map_get(&resolver->folds, hash_nocase(catalog_name(resolver->catalog, name)));
}

void fold_case_add(Resolver *resolver, uint32_t name)
{
    uint32_t lead = name ? lead_of(resolver, name) : name, last = lead;
    if (lead == name)
        return;
    if (lead == ID_MAP_NONE) {
        id_map_put(&resolver->folds, resolver->arena,
                   hash_nocase(catalog_name(resolver->catalog, name)), name);
        return;
    }
    for (uint32_t next; (next = fold_case_next(resolver, last)) != 0; last = next)
        if (next == name)
            return;
    id_map_put(&resolver->spellings, resolver->arena, last, name);
}

uint32_t fold_case_name(const Resolver *resolver, uint32_t file, uint32_t name)
{
    if (!resolver->folds.len || !name || !fold_case_applies(resolver, file))
        return name;
    uint32_t lead = lead_of(resolver, name);
    return lead == ID_MAP_NONE ? name : lead;
}

uint32_t fold_case_next(const Resolver *resolver, uint32_t name)
{
    uint32_t next = resolver->spellings.len ? id_map_get(&resolver->spellings, name) : ID_MAP_NONE;
    return next == ID_MAP_NONE ? 0 : next;
}
