#include "index/catalog/contents.h"

#include "index/store/packs.h"

static bool comes_before(const CatalogFile *file, const CatalogFile *other)
{
    if (file->class != other->class)
        return file->class < other->class;
    return str_compare(file->path, other->path) < 0;
}

IdMap catalog_contents(Arena *arena, const Catalog *catalog)
{
    IdMap map = {0};
    for (uint32_t id = 0; id < catalog->files.len; id++) {
        const CatalogFile *file = &catalog->files.ptr[id];
        if (!file->path.len || !file->hash.len)
            continue;
        uint64_t key = facts_key(file->hash);
        uint32_t known = id_map_get(&map, key);
        if (known == ID_MAP_NONE || comes_before(file, &catalog->files.ptr[known]))
            id_map_put(&map, arena, key, id);
    }
    return map;
}
