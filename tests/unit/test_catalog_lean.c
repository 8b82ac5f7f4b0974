#include "test.h"

#include "index/catalog/catalog_lean.h"

#define FILES 3
#define ROWS 120000

static uint32_t next_number(uint64_t *seed)
{
    *seed = *seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)(*seed >> 33);
}

/* Small numbers, zeros and the ends of what a field holds. */
static uint32_t any(uint64_t *seed, uint32_t most)
{
    switch (next_number(seed) % 4) {
    case 0: return 0;
    case 1: return most;
    case 2: return next_number(seed) % 100 & most;
    default: return next_number(seed) & most;
    }
}

static void fill(Entry *entries, uint64_t *seed, uint32_t kind)
{
    for (uint32_t i = 0; i < ROWS; i++)
        entries[i] = (Entry){.name = any(seed, UINT32_MAX),
                             .owner = kind ? any(seed, UINT32_MAX) : 0,
                             .type = kind == 1 ? i : any(seed, UINT32_MAX),
                             .parent = any(seed, i),
                             .start_line = any(seed, UINT32_MAX),
                             .end_line = any(seed, UINT32_MAX),
                             .modifiers = any(seed, UINT32_MAX),
                             .complexity = (uint16_t)any(seed, UINT16_MAX),
                             .kind = (uint8_t)kind,
                             .arity = (uint8_t)any(seed, UINT8_MAX)};
}

TEST(packed_entries_come_back_as_they_were)
{
    static const char *const paths[FILES] = {"a.c", "b.c", "c.c"};
    Catalog *catalog = catalog_open(test_arena());
    CatalogLean lean;
    Entry *wanted[FILES];
    uint64_t seed = 7;
    catalog_lean_open(&lean);
    catalog_make_lean(catalog, &lean);
    for (uint32_t f = 0; f < FILES; f++) {
        uint32_t id = catalog_put_file(catalog, str_from(paths[f]));
        wanted[f] = NEW(test_arena(), Entry, ROWS);
        fill(wanted[f], &seed, f);
        memcpy(catalog_make_entries(catalog, id, ROWS), wanted[f], ROWS * sizeof(Entry));
    }
    catalog_trim(catalog);
    for (uint32_t f = 0; f < FILES; f++) {
        EXPECT(!catalog->files.ptr[f].entries && catalog->files.ptr[f].packed.len > 0);
        EXPECT(memcmp(catalog_row(catalog, f)->entries, wanted[f], ROWS * sizeof(Entry)) == 0);
    }
    EXPECT(catalog->files.ptr[0].entries != NULL);
    catalog_trim(catalog);
    EXPECT(catalog->files.ptr[0].entries == NULL);
    catalog_lean_close(&lean);
}
