/* The whole graph is loaded, which checks its bytes. Then a random sample of files is rebuilt from
   facts and resolved, as in an update, and compared with the graph. */
#include "share/graph_state.h"

#include "base/hash.h"
#include "index/catalog/catalog_store.h"
#include "index/graph/metrics.h"
#include "index/update/as_of.h"
#include "share/sample.h"

/* The share of files resolved again, and their minimum number. */
#define SAMPLE_PERCENT 1
#define SAMPLE_MIN 20

/* A file of the sample as in the graph. */
typedef struct Before {
    uint32_t count;
    Entry *entries;
    Str links;
    Outline outline;
} Before;

typedef struct Verify {
    Arena *arena;
    Catalog *catalog;
    const GraphReader *reader;
    GraphTaken *taken;
    VEC(uint32_t) files; /* with symbols, whose facts are here */
    VEC(Before) before;
    VEC(AsOfAgain) again; /* parallel to `before` */
    bool exact;           /* all files are the same here */
} Verify;

/* Files whose facts are missing here cannot be compared: they are parsed in any case. */
static bool list_files(Verify *verify, Err *err)
{
    const Catalog *catalog = verify->catalog;
    verify->exact = true;
    for (uint32_t i = 0; i < catalog->files.len; i++) {
        CatalogFile file = catalog->files.ptr[i];
        bool has = false;
        if (!file.path.len)
            continue;
        bool same = verify->reader->stamp(verify->reader->context, &file);
        verify->taken->files += same;
        verify->exact = verify->exact && same;
        if (file.count <= 1 || file.hash.len != HASH_CONTENT_BYTES)
            continue;
        if (!store_facts_has(verify->reader->store, file.hash, &has, err))
            return false;
        if (has)
            *VEC_PUSH(verify->arena, &verify->files) = i;
    }
    return true;
}

static bool add_file(Verify *verify, uint32_t id, Err *err)
{
    const CatalogFile *file = catalog_row(verify->catalog, id);
    Arena *arena = verify->arena;
    Facts facts;
    Before before = {.count = file->count, .links = str_copy(arena, file->links)};
    if (!store_facts_get(verify->reader->store, arena, file->hash, true, &facts, err))
        return false;
    if (!facts_decode(arena, &facts, true, &before.outline) ||
        before.outline.language != file->language)
        return true;
    before.entries = NEW(arena, Entry, file->count);
    memcpy(before.entries, file->entries, file->count * sizeof *file->entries);
    *VEC_PUSH(arena, &verify->before) = before;
    VEC_PUSH(arena, &verify->again)->id = id;
    return true;
}

static bool draw(Verify *verify, Err *err)
{
    SampleDraw random;
    if (!sample_begin(&random, verify->files.len, SAMPLE_PERCENT, SAMPLE_MIN, err))
        return false;
    for (size_t i = 0; i < verify->files.len; i++)
        if (sample_takes(&random) && !add_file(verify, verify->files.ptr[i], err))
            return false;
    for (size_t i = 0; i < verify->before.len; i++)
        verify->again.ptr[i].outline = &verify->before.ptr[i].outline;
    verify->taken->sampled = (uint32_t)verify->before.len;
    return true;
}

/* The links of all files are in memory, so the sums are over the whole graph. */
static bool metrics_are_right(const Verify *verify)
{
    Catalog *catalog = verify->catalog;
    MetricSums *sums SCOPED(metric_sums_close) = metric_sums_open(catalog);
    metric_sums_add_all(sums);
    metric_sums_sum(sums);
    for (uint32_t i = 0; i < catalog->files.len; i++) {
        catalog->files.ptr[i].changed = CATALOG_SYMBOLS;
        metric_sums_set(sums, i);
        if (catalog->files.ptr[i].changed & CATALOG_METRICS)
            return false;
    }
    return true;
}

static bool is_same(const Verify *verify, size_t i)
{
    const Before *before = &verify->before.ptr[i];
    const CatalogFile *file = catalog_row(verify->catalog, verify->again.ptr[i].id);
    return file->count == before->count && str_equal(file->links, before->links) &&
           memcmp(file->entries, before->entries, file->count * sizeof *file->entries) == 0;
}

static bool compare(Arena scratch, Verify *verify, Err *err)
{
    GraphTaken *taken = verify->taken;
    if (!as_of_again(scratch, verify->catalog, verify->reader->repo, verify->again.ptr,
                     verify->again.len, err))
        return false;
    *taken = (GraphTaken){GRAPH_TAKEN, NULL, taken->files, taken->sampled};
    for (size_t i = 0; i < verify->before.len; i++)
        if (!is_same(verify, i)) {
            taken->verdict = verify->exact ? GRAPH_REFUSED : GRAPH_UNUSED;
            taken->why = "its graph is not what its facts yield";
        }
    return true;
}

/* Writes the filters that questions rely on, from checked data. */
static bool write_filters(Arena scratch, const Verify *verify, Err *err)
{
    Store *store = verify->reader->store;
    if (store_begin(store, err) && catalog_write_filters(verify->catalog, scratch, store, err) &&
        store_commit(store, err))
        return true;
    store_rollback(store);
    return false;
}

bool graph_verify(Arena scratch, const GraphReader *reader, GraphTaken *taken, Err *err)
{
    Arena arena SCOPED(arena_close) = {0};
    arena_open(&arena, 0);
    Verify verify = {.arena = &arena, .reader = reader, .taken = taken};
    if (!catalog_load(&arena, scratch, reader->store, CATALOG_ALL, &verify.catalog, err))
        return false;
    if (verify.catalog->damaged || !catalog_has_symbols(verify.catalog))
        return true;
    if (!metrics_are_right(&verify)) {
        taken->why = "its metrics are not what its graph yields";
        return true;
    }
    return write_filters(scratch, &verify, err) && list_files(&verify, err) && draw(&verify, err) &&
           compare(scratch, &verify, err);
}
