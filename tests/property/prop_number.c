/* Whatever changed in which order: every symbol is found by its number and by its name. */
#include "test.h"
#include "test_random.h"

#include "base/buf.h"
#include "index/catalog/catalog.h"

#define FILES 40
#define NAMES 30
#define MOST 40
#define ROUNDS 400

static void fill(Catalog *catalog, Random *random, uint32_t id)
{
    uint32_t count = random_below(random, random_below(random, 8) ? 6 : MOST);
    Entry *entries = catalog_set_entries(catalog, id, 1, count);
    for (uint32_t i = 1; i <= count; i++) {
        Str name = str_format(test_arena(), "n%u", random_below(random, NAMES));
        entries[i] = (Entry){.name = names_put(&catalog->names, name), .kind = SYMBOL_FUNCTION};
    }
}

static uint32_t put(Catalog *catalog, uint32_t number)
{
    return catalog_put_file(catalog, str_format(test_arena(), "f%u", number));
}

/* Mostly at the end of what there is, as people write. */
static void edit(Catalog *catalog, Random *random, uint32_t id)
{
    CatalogFile was = catalog->files.ptr[id];
    uint32_t same = random_below(random, was.count + 1);
    fill(catalog, random, id);
    for (uint32_t i = 0; i < MIN(same, catalog->files.ptr[id].count); i++)
        catalog->files.ptr[id].entries[i] = was.entries[i];
}

static void change(Catalog *catalog, Random *random)
{
    FormerFileVec former = {0};
    uint32_t first = (uint32_t)catalog->files.len;
    for (uint32_t i = 1 + random_below(random, 3); i--;) {
        uint32_t kind = random_below(random, 10);
        uint32_t id = random_below(random, first);
        bool again = false;
        for (size_t k = 0; k < former.len; k++)
            again = again || former.ptr[k].id == id;
        id = again || !kind ? put(catalog, (uint32_t)catalog->files.len) : id;
        *VEC_PUSH(test_arena(), &former) = (FormerFile){id, catalog->files.ptr[id]};
        if (kind == 1)
            catalog_remove_file(catalog, id);
        else
            edit(catalog, random, id);
    }
    catalog_number_changed(catalog, test_scratch(), &former);
}

static void expect_places(const Catalog *catalog)
{
    uint32_t symbols = 0;
    for (uint32_t f = 0; f < catalog->files.len; f++) {
        const CatalogFile *file = &catalog->files.ptr[f];
        symbols += file->count;
        for (uint32_t i = 0; i < file->count; i++) {
            SymbolPlace place = catalog_place(catalog, file->first + i);
            EXPECT(file->first + i < catalog->symbol_count);
            EXPECT(place.file == f && place.index == i);
        }
    }
    EXPECT(symbols == catalog->symbol_count - catalog->numbering.empty);
}

static void expect_named(Catalog *catalog)
{
    uint32_t symbols = 0;
    for (uint32_t name = 0; name < names_count(&catalog->names); name++) {
        IdSpan ids = catalog_named(catalog, name);
        EXPECT(ids.len == catalog_count_named(catalog, name));
        for (size_t i = 0; i < ids.len; i++) {
            EXPECT(!i || ids.ptr[i - 1] < ids.ptr[i]);
            SymbolPlace place = catalog_place(catalog, ids.ptr[i]);
            const CatalogFile *file = &catalog->files.ptr[place.file];
            EXPECT(place.index < file->count && file->entries[place.index].name == name);
        }
        symbols += (uint32_t)ids.len;
    }
    EXPECT(symbols == catalog->symbol_count - catalog->numbering.empty);
}

TEST(symbols_are_found_whatever_changed)
{
    Random random = {7};
    Catalog *catalog = catalog_open(test_arena());
    uint32_t scattered = 0;
    for (uint32_t i = 0; i < FILES; i++)
        fill(catalog, &random, put(catalog, i));
    catalog_number(catalog);
    for (int i = 0; i < ROUNDS; i++) {
        catalog_warm(catalog);
        change(catalog, &random);
        expect_places(catalog);
        expect_named(catalog);
        scattered += catalog->numbering.scattered;
    }
    EXPECT(scattered > ROUNDS / 2);
    catalog_number(catalog);
    EXPECT_INT(catalog->numbering.empty, 0);
    expect_places(catalog);
    expect_named(catalog);
}
