#include "index/catalog/hash_prefixes.h"

#include "index/catalog/file_filter.h"

#define HASH_BITS 64
#define HASH_PREFIX_BITS 16
#define DIGIT_BITS 4

static void mark_file(Catalog *catalog, Arena scratch, uint32_t id)
{
    CatalogFile *file = &catalog->files.ptr[id];
    uint64_t *hashes = NEW(&scratch, uint64_t, file->count);
    catalog_file_hashes(catalog, scratch, id, hashes);
    uint16_t *hash_prefixes = NEW(catalog->arena, uint16_t, file->count);
    for (uint32_t i = 0; i < file->count; i++)
        hash_prefixes[i] = (uint16_t)(hashes[i] >> (HASH_BITS - HASH_PREFIX_BITS));
    file->hash_prefixes = hash_prefixes;
    file->filter = file_filter_make(catalog, catalog->arena, id);
}

void catalog_hash_prefix(Catalog *catalog, Arena scratch, uint32_t symbols)
{
    uint32_t done = 0, file = 0;
    for (; file < catalog->files.len && done < symbols; file++)
        if (catalog->files.ptr[file].entries && !catalog->files.ptr[file].hash_prefixes) {
            mark_file(catalog, scratch, file);
            done += catalog->files.ptr[file].count;
        }
    catalog->has_hash_prefixes = file == catalog->files.len;
}

/* Whether a symbol of the file may match. True if prefixes are missing, or fewer digits than a
   prefix are given. */
static bool has_mark(const CatalogFile *file, const PrefixWanted *wanted)
{
    unsigned bits = wanted->count * DIGIT_BITS;
    if (!file->hash_prefixes || bits < HASH_PREFIX_BITS)
        return true;
    uint16_t mark = (uint16_t)(wanted->digits >> (bits - HASH_PREFIX_BITS));
    unsigned found = 0;
    for (uint32_t i = 0; i < file->count; i++)
        found += file->hash_prefixes[i] == mark;
    return found;
}

void catalog_with_hash(const Catalog *catalog, Arena scratch, uint32_t id,
                       const PrefixWanted *wanted)
{
    const CatalogFile *file = &catalog->files.ptr[id];
    if (!file->path.len || !has_mark(file, wanted))
        return;
    uint64_t *hashes = NEW(&scratch, uint64_t, file->count);
    catalog_file_hashes(catalog, scratch, id, hashes);
    unsigned other = HASH_BITS - wanted->count * DIGIT_BITS;
    for (uint32_t i = 0; i < file->count; i++)
        if (!wanted->count || hashes[i] >> other == wanted->digits)
            wanted->visit(wanted->context, file->first + i);
}
