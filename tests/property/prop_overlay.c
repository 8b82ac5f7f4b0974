/* Whatever happened to a few files: a catalog that is only looked at, with an overlay, has the
   symbols of one that was brought up to date. */
#include "catalog_text.h"
#include "store_case.h"
#include "test_random.h"

#include "index/update/overlay.h"

#include <sys/stat.h>
#include <unistd.h>

#define FILES 600 /* three segments */
#define ROUNDS 30
#define NAMES 40
#define SEEN_PARTS (CATALOG_SYMBOLS | CATALOG_METRICS | CATALOG_LAZY)

static Str file_name(uint32_t number)
{
    return str_format(test_arena(), "d%u/f%03u.%s", number % 7, number, number % 3 ? "py" : "c");
}

static void write_text(uint32_t number, Str text)
{
    test_file(str_terminate(test_arena(), file_name(number)), text);
}

static void write_random(Random *random, uint32_t number)
{
    Buf text = buf_open(test_arena(), 0);
    uint32_t count = random_below(random, 6);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t name = random_below(random, random_below(random, 4) ? NAMES : 1000000);
        if (number % 3)
            buf_printf(&text, "\nclass C%u:\n    def f_%u(self): pass\n", name, name % 10);
        else
            buf_printf(&text, "int f_%u(void)\n{\n    return f_%u();\n}\n", name, i);
    }
    write_text(number, buf_str(&text));
}

static void remove_one(uint32_t number)
{
    Str path = str_format(test_arena(), "%s/%.*s", test_directory(), STR_ARG(file_name(number)));
    unlink(str_terminate(test_arena(), path));
}

static void write_tree(Random *random)
{
    for (uint32_t i = 0; i < 7; i++)
        mkdir(str_terminate(test_arena(), str_format(test_arena(), "%s/d%u", test_directory(), i)),
              0700);
    for (uint32_t i = 0; i < FILES; i++)
        write_random(random, i);
}

static WalkResult *walk(void)
{
    WalkResult *tree = NEW(test_arena(), WalkResult, 1);
    WalkOptions options = {0};
    GitRepo repo = test_repo();
    Err err;
    EXPECT(git_walk(test_arena(), test_scratch(), &repo, &options, tree, &err));
    return tree;
}

static bool see(Store *store, Catalog **catalog, uint32_t *files)
{
    Err err;
    OverlayOptions options = {
        .root = str_from(test_directory()), .tree = walk(), .memory = UINT64_MAX};
    EXPECT(catalog_load(test_arena(), test_scratch(), store, SEEN_PARTS, catalog, &err));
    EXPECT((*catalog)->lazy != NULL);
    return overlay_take(test_arena(), *catalog, &options, files, &err);
}

/* Every symbol with its place, in the order of the paths. */
static Str symbols_text(const Catalog *catalog)
{
    Buf text = buf_open(test_arena(), 0);
    size_t count;
    const CatalogPath *paths = catalog_by_path(test_arena(), catalog, &count);
    for (size_t i = 0; i < count; i++) {
        const CatalogFile *file = catalog_row(catalog, paths[i].id);
        buf_printf(&text, "%.*s %u\n", STR_ARG(file->path), file->lines);
        for (uint32_t e = 0; e < file->count; e++) {
            const Entry *entry = &file->entries[e];
            Str name = catalog_qualified_name(catalog, test_arena(), file->first + e);
            buf_printf(&text, "  %.*s %d %u-%u\n", STR_ARG(name), entry->kind, entry->start_line,
                       entry->end_line);
        }
    }
    return buf_str(&text);
}

/* Where symbols with a name are, in the order of the paths. */
static Str named_text(Catalog *catalog, Str name)
{
    Buf text = buf_open(test_arena(), 0);
    uint32_t id = names_find(&catalog->names, name);
    IdSpan found = id ? catalog_named(catalog, id) : (IdSpan){0};
    size_t count;
    const CatalogPath *paths = catalog_by_path(test_arena(), catalog, &count);
    for (size_t i = 0; i < count; i++)
        for (size_t s = 0; s < found.len; s++)
            if (catalog_place(catalog, found.ptr[s]).file == paths[i].id)
                buf_printf(&text, " %.*s:%u", STR_ARG(paths[i].path),
                           catalog_entry(catalog, found.ptr[s])->start_line);
    return buf_str(&text);
}

static void expect_same(Catalog *seen, Store *updated)
{
    Catalog *whole = load(updated);
    for (uint32_t i = 0; i < NAMES; i++) {
        Str name = str_format(test_arena(), i % 2 ? "f_%u" : "C%u", i);
        EXPECT_STR(named_text(seen, name), str_terminate(test_arena(), named_text(whole, name)));
    }
    EXPECT_STR(symbols_text(seen), str_terminate(test_arena(), symbols_text(whole)));
    EXPECT(!seen->damaged);
}

TEST(an_overlay_has_the_symbols_of_an_update)
{
    Random random = {7};
    Store *base = open_memory_store(), *updated = open_memory_store();
    write_tree(&random);
    update_store(base, 2);
    update_store(updated, 2);
    for (uint32_t round = 0; round < ROUNDS; round++) {
        uint32_t edits = 1 + random_below(&random, 4), files = 0;
        Catalog *seen = NULL;
        for (uint32_t i = 0; i < edits; i++) {
            uint32_t number = random_below(&random, FILES + 200);
            if (random_below(&random, 4))
                write_random(&random, number);
            else
                remove_one(number);
        }
        update_store(updated, 1);
        EXPECT(see(base, &seen, &files));
        EXPECT(files <= OVERLAY_FILES_MAX);
        expect_same(seen, updated);
        catalog_let_go(seen);
        if (round % 4 == 3)
            update_store(base, 1);
    }
    store_close(&base);
    store_close(&updated);
}

TEST(an_overlay_with_more_new_names_than_it_has_room_for)
{
    Random random = {8};
    Store *base = open_memory_store(), *updated = open_memory_store();
    Catalog *seen = NULL;
    uint32_t files;
    Buf text = buf_open(test_arena(), 0);
    write_tree(&random);
    update_store(base, 2);
    for (uint32_t i = 0; i < 20000; i++)
        buf_printf(&text, "int new_%u(void) { return 0; }\n", i);
    write_text(0, buf_str(&text));
    update_store(updated, 2);
    EXPECT(see(base, &seen, &files));
    EXPECT_INT(files, 1);
    expect_same(seen, updated);
    catalog_let_go(seen);
    store_close(&base);
    store_close(&updated);
}

TEST(an_overlay_of_too_many_files_is_none)
{
    Random random = {9};
    Store *base = open_memory_store();
    Catalog *seen = NULL;
    uint32_t files;
    write_tree(&random);
    update_store(base, 2);
    for (uint32_t i = 0; i <= OVERLAY_FILES_MAX; i++)
        write_text(i, str_format(test_arena(), "changed = %u", i));
    EXPECT(!see(base, &seen, &files));
    catalog_let_go(seen);
    store_close(&base);
}
