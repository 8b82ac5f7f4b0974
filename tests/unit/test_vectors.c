#include "store_case.h"

#include "base/path.h"
#include "index/catalog/catalog_store.h"
#include "index/store/packs.h"
#include "index/store/prune.h"
#include "index/store/vectors.h"
#include "search/vector_search.h"

#define DIMS 70
#define SIGN_BYTES ((DIMS + 7) / 8)

static uint32_t state = 1;

static int8_t draw(void)
{
    state = state * 1664525u + 1013904223u;
    return (int8_t)((int)(state >> 24) - 128 + (state >> 24 == 0));
}

static void begin(Store *store, const char *identity)
{
    static int8_t probe[DIMS];
    VectorModel model = {.identity = str_from(identity), .probe = probe, .dims = DIMS};
    Err err;
    for (size_t i = 0; i < DIMS; i++)
        probe[i] = draw();
    EXPECT(store_begin(store, &err) && vectors_begin(store, &model, &err) &&
           store_commit(store, &err));
}

/* `count` declarations, from entry 1 on, of drawn numbers. */
static int8_t *put(Store *store, uint64_t key, uint32_t count)
{
    Arena *arena = test_arena();
    uint32_t *entries = NEW(arena, uint32_t, count + 1);
    uint64_t *hashes = NEW(arena, uint64_t, count + 1);
    uint8_t *signs = NEW(arena, uint8_t, count * SIGN_BYTES + 1);
    int8_t *numbers = NEW(arena, int8_t, count * DIMS + 1);
    Err err;
    for (uint32_t i = 0; i < count; i++) {
        entries[i] = i + 1;
        hashes[i] = key * 1000 + i;
        for (size_t k = 0; k < DIMS; k++)
            numbers[i * DIMS + k] = draw();
        vector_signs(numbers + i * DIMS, DIMS, signs + i * SIGN_BYTES);
    }
    FileVectors file = {.count = count,
                        .secret = 2,
                        .large = 3,
                        .entries = entries,
                        .hashes = hashes,
                        .signs = signs,
                        .numbers = numbers};
    EXPECT(store_begin(store, &err) && vectors_put(store, test_scratch(), key, &file, DIMS, &err) &&
           vectors_touch(store, &err) && store_commit(store, &err));
    return numbers;
}

static size_t count_rows(Store *store)
{
    Arena scratch SCOPED(arena_close) = {0};
    size_t count = 0;
    Err err = {0};
    arena_open(&scratch, 0);
    VectorRows rows = vectors_rows(store, &scratch, DIMS);
    while (vectors_next(&rows, &err))
        count++;
    EXPECT(!db_failed(rows.statement));
    return count;
}

static const int8_t *numbers_of(Store *store, uint64_t key, uint32_t count)
{
    const int8_t *numbers = NULL;
    Err err;
    EXPECT(vectors_numbers(store, test_arena(), key, count * DIMS, &numbers, &err));
    return numbers;
}

TEST(what_is_put_is_read)
{
    Store *store SCOPED(store_close) = open_memory_store();
    Arena scratch SCOPED(arena_close) = {0};
    VectorModel model;
    Err err = {0};
    arena_open(&scratch, 0);
    EXPECT(vectors_model(store, test_arena(), &model, &err) && !model.identity.len && !model.dims);
    begin(store, "one");
    EXPECT(vectors_model(store, test_arena(), &model, &err));
    EXPECT_STR(model.identity, "one");
    EXPECT_INT(model.dims, DIMS);
    uint64_t before = model.moment;
    int8_t *numbers = put(store, 7, 3);
    put(store, 8, 0);
    EXPECT(vectors_model(store, test_arena(), &model, &err) && model.moment != before);
    VectorRows rows = vectors_rows(store, &scratch, DIMS);
    REQUIRE(vectors_next(&rows, &err));
    EXPECT(rows.key == 7 && rows.file.count == 3 && rows.file.secret == 2 && rows.file.large == 3);
    EXPECT(rows.file.entries[2] == 3 && rows.file.hashes[2] == 7002);
    REQUIRE(vectors_next(&rows, &err));
    EXPECT(rows.key == 8 && rows.file.count == 0);
    EXPECT(!vectors_next(&rows, &err) && !db_failed(rows.statement));
    const int8_t *read = numbers_of(store, 7, 3);
    REQUIRE(read);
    EXPECT(!memcmp(read, numbers, 3 * DIMS));
    EXPECT(!numbers_of(store, 7, 2) && !numbers_of(store, 8, 1) && !numbers_of(store, 9, 1));
}

TEST(another_model_begins_with_nothing)
{
    Store *store SCOPED(store_close) = open_memory_store();
    begin(store, "one");
    put(store, 7, 3);
    begin(store, "two");
    EXPECT_INT(count_rows(store), 0);
}

TEST(damaged_rows_are_none)
{
    Store *store SCOPED(store_close) = open_memory_store();
    Err err;
    begin(store, "one");
    put(store, 7, 3);
    put(store, 8, 3);
    put(store, 9, 3);
    EXPECT(db_script(store_db(store),
                     "UPDATE embedding SET parts = zeroblob(length(parts)) WHERE key = 7;"
                     "UPDATE embedding SET numbers = substr(numbers, 1, 40) WHERE key = 8;"
                     "UPDATE embedding SET parts = x'' WHERE key = 9;",
                     &err));
    EXPECT_INT(count_rows(store), 1);
    EXPECT(numbers_of(store, 7, 3) && !numbers_of(store, 8, 3));
    EXPECT(
        db_script(store_db(store), "UPDATE embedder SET probe = x'0102030405060708090a';", &err));
    VectorModel model;
    EXPECT(vectors_model(store, test_arena(), &model, &err) && !model.dims);
}

TEST(rows_go_with_the_facts_of_their_content)
{
    Store *store SCOPED(store_close) = open_memory_store();
    Facts facts = {.outline = STR("facts")};
    Str hash = STR("0123456789abcdef");
    Err err;
    begin(store, "one");
    EXPECT(store_begin(store, &err) && store_facts_put(store, hash, &facts, &err) &&
           store_commit(store, &err));
    put(store, facts_key(hash), 3);
    put(store, 5, 3);
    EXPECT(store_begin(store, &err) && vectors_drop_unused(store, &err) &&
           store_commit(store, &err));
    EXPECT_INT(count_rows(store), 1);
}

/* As if the program were another version. */
static void age(const StoreOptions *options)
{
    Store *store SCOPED(store_close) = open_test_store(options);
    Err err;
    begin(store, "one");
    put(store, 7, 3);
    put(store, 8, 2);
    EXPECT(
        db_script(store_db(store), "UPDATE meta SET value = '1.1.1' WHERE key = 'version';", &err));
}

static size_t count_former(Store *store)
{
    Arena scratch SCOPED(arena_close) = {0};
    size_t count = 0;
    Err err = {0};
    arena_open(&scratch, 0);
    VectorRows rows = vectors_former_rows(store, &scratch, DIMS);
    while (vectors_next(&rows, &err)) {
        const int8_t *numbers = NULL;
        EXPECT(vectors_former_numbers(store, test_arena(), rows.key, rows.file.count * DIMS,
                                      &numbers, &err));
        count += numbers ? rows.file.count : 0;
    }
    return count;
}

TEST(an_index_of_another_version_leaves_its_vectors)
{
    StoreOptions options = {.path = str_format(test_arena(), "%s/cache/index.db", test_directory()),
                            .tree = STR("/tree")};
    VectorModel model;
    Err err;
    age(&options);
    {
        Store *store SCOPED(store_close) = open_test_store(&options);
        EXPECT_INT(count_rows(store), 0);
        EXPECT_INT(count_former(store), 5);
        EXPECT(vectors_model(store, test_arena(), &model, &err));
        EXPECT_STR(model.identity, "one");
        put(store, 9, 4);
        EXPECT(db_script(store_db(store), "UPDATE meta SET value = '1.1.2' WHERE key = 'version';",
                         &err));
    }
    Store *store SCOPED(store_close) = open_test_store(&options);
    EXPECT_INT(count_former(store), 9);
    EXPECT(store_begin(store, &err) && vectors_drop_former(store, &err) &&
           store_commit(store, &err));
    EXPECT_INT(count_former(store), 0);
    EXPECT_INT(test_count_entries(str_terminate(test_arena(), path_directory(options.path))), 5);
}

/* The nearest by looking at each. */
static uint32_t nearest(const int8_t *numbers, uint32_t count, const int8_t *vector)
{
    uint32_t best = 0;
    for (uint32_t i = 1; i < count; i++)
        if (vector_cosine(numbers + i * DIMS, vector, DIMS) >
            vector_cosine(numbers + best * DIMS, vector, DIMS))
            best = i;
    return best + 1;
}

TEST(the_nearest_are_found_among_many)
{
    enum {
        COUNT_MANY = 9000
    };
    Store *store SCOPED(store_close) = open_memory_store();
    Buf text = buf_open(test_arena(), 0);
    Catalog *catalog = NULL;
    Err err;
    for (int i = 0; i < COUNT_MANY; i++)
        buf_printf(&text, "def f%d(): pass\n", i);
    test_file("many.py", buf_str(&text));
    update_store(store, 1);
    REQUIRE(catalog_load(test_arena(), test_scratch(), store, CATALOG_FILES | CATALOG_SYMBOLS,
                         &catalog, &err));
    uint32_t file = catalog_find_file(catalog, STR("many.py"));
    begin(store, "one");
    int8_t *numbers = put(store, facts_key(catalog->files.ptr[file].hash), COUNT_MANY),
           vector[DIMS];
    put(store, 99, 10); /* of no file */
    for (int round = 0; round < 20; round++) {
        VectorHitVec parts;
        VectorQuery wanted = {.vector = vector, .dims = DIMS, .limit = 50};
        size_t from = (size_t)round * 400;
        for (size_t i = 0; i < DIMS; i++) /* near to one of them */
            vector[i] = i % 5 ? numbers[from * DIMS + i] : draw();
        REQUIRE(vector_search_find(store, catalog, test_arena(), &wanted, &parts, &err));
        EXPECT_INT(parts.len, 50);
        EXPECT_INT(parts.ptr[0].entry, nearest(numbers, COUNT_MANY, vector));
        for (size_t i = 1; i < parts.len; i++)
            EXPECT(parts.ptr[i].cosine <= parts.ptr[i - 1].cosine);
    }
    bool *left_out = NEW(test_arena(), bool, catalog->files.len + 1);
    left_out[file] = true;
    VectorHitVec none;
    VectorQuery nothing = {.vector = vector, .dims = DIMS, .limit = 50, .left_out = left_out};
    EXPECT(vector_search_find(store, catalog, test_arena(), &nothing, &none, &err) && !none.len);
}

TEST(rankings_are_merged_by_place)
{
    Arena *arena = test_arena();
    CatalogFile files[4] = {0};
    Catalog catalog = {.files = {files, 4, 4}};
    Ranking ranking = {.total = 2};
    VectorHitVec parts = {0};
    static const char *const paths[] = {"a", "b", "c", "d"};
    for (size_t i = 0; i < COUNT(paths); i++)
        files[i].path = str_from(paths[i]);
    for (uint32_t i = 0; i < 2; i++) {
        RankedFile *file = VEC_PUSH(arena, &ranking.files);
        *file = (RankedFile){.file = i, .path = files[i].path, .score = 3 - (float)i};
        file->parts[0] = (RankedPart){.entry = 4, .score = 2};
    }
    vector_search_fuse(arena, &catalog, &parts, 10, &ranking);
    EXPECT(ranking.files.len == 2 && ranking.files.ptr[0].score == 3); /* no vectors, no change */
    *VEC_PUSH(arena, &parts) = (VectorHit){1, 9, 0.9F};
    *VEC_PUSH(arena, &parts) = (VectorHit){2, 5, 0.8F};
    *VEC_PUSH(arena, &parts) = (VectorHit){1, 4, 0.7F};
    vector_search_fuse(arena, &catalog, &parts, 10, &ranking);
    REQUIRE(ranking.files.len == 3);
    EXPECT_STR(ranking.files.ptr[0].path, "b"); /* second by words, first by vectors */
    EXPECT_STR(ranking.files.ptr[1].path, "a");
    EXPECT_STR(ranking.files.ptr[2].path, "c");
    EXPECT(ranking.files.ptr[0].score == 3 && ranking.total == 3);
    EXPECT(ranking.files.ptr[0].parts[0].entry == 4 && ranking.files.ptr[0].parts[1].entry == 9);
    vector_search_fuse(arena, &catalog, &parts, 1, &ranking);
    EXPECT_INT(ranking.files.len, 1);
    ranking.files.len = 0;
    for (uint32_t i = 0; i < 2; i++)
        *VEC_PUSH(arena, &ranking.files) =
            (RankedFile){.file = i, .path = files[i].path, .score = 3 - (float)i};
    ranking.files.ptr[0].evidence[RANK_NAMED] = 1; /* a name that is asked for stays first */
    vector_search_fuse(arena, &catalog, &parts, 10, &ranking);
    EXPECT_STR(ranking.files.ptr[0].path, "a");
}
