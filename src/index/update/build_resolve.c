/* Resolves the files that changes touch, in one process per core if they are many; then computes
   the metrics of all symbols. */
#include "index/update/build.h"

#include "base/limits.h"
#include "base/parallel.h"
#include "index/catalog/catalog_lean.h"
#include "index/catalog/catalog_store.h"
#include "index/graph/metrics.h"
#include "index/resolve/resolve.h"
#include "index/resolve/resolve_workers.h"
#include "index/update/memory.h"

/* Fewer files are resolved before other processes would have started. */
#define RESOLVE_ALONE_MAX 200

/* Files between two checks of the memory in use. */
#define LOOK_FILES 16

typedef struct Resolving {
    Arena scratch;
    const BuildResolving *wanted;
    uint32_t *resolved;
} Resolving;

/* Links are most of a full resolve's output, so a lean catalog writes each segment to the store at
   once. */
static bool after_resolving(void *context, uint32_t file, bool resolved, Err *err)
{
    const Resolving *resolving = context;
    const BuildResolving *wanted = resolving->wanted;
    *resolving->resolved += resolved;
    if (file % LOOK_FILES == 0)
        memory_be_thrifty(wanted->memory, wanted->catalog, 0);
    if (resolved && wanted->catalog->files.ptr[file].count > RESOLVE_LARGE_SYMBOLS)
        arena_give_back(resolving->scratch, resolving->scratch.end);
    if (wanted->store && !catalog_put_away(wanted->catalog, resolving->scratch, wanted->store,
                                           CATALOG_LINKS, file, err))
        return false;
    catalog_trim(wanted->catalog);
    return true;
}

/* One process when there are few files, as a fork would not pay, or when memory is short. */
static unsigned count_resolvers(const BuildResolving *wanted, const bool *chosen)
{
    const Catalog *catalog = wanted->catalog;
    uint64_t files = 0;
    for (size_t i = 0; i < catalog->files.len; i++)
        files += (!chosen || chosen[i]) && catalog->files.ptr[i].count;
    unsigned count = wanted->workers ? (unsigned)wanted->workers : parallel_cores();
    if (files < RESOLVE_ALONE_MAX)
        return 1;
    return MIN(count, memory_for_resolvers(wanted->memory, catalog->symbol_count));
}

static bool resolve_files(Arena scratch, const BuildResolving *wanted, uint32_t *resolved, Err *err)
{
    Catalog *catalog = wanted->catalog;
    Arena arena SCOPED(arena_close) = {0};
    arena_open(&arena, 0);
    Resolver *resolver SCOPED(resolve_close) = resolve_open(&arena, scratch, catalog, wanted->repo);
    const bool *chosen = wanted->all ? NULL : dirty_files(wanted->dirty, resolver, scratch);
    Resolving resolving = {scratch, wanted, resolved};
    ResolveWork work = {.catalog = catalog,
                        .resolver = resolver,
                        .chosen = chosen,
                        .workers = count_resolvers(wanted, chosen),
                        .memory = wanted->memory,
                        .cancel = wanted->cancel,
                        .done = after_resolving,
                        .context = &resolving};
    uint32_t file = 0;
    if (work.workers > 1 && !resolve_in_workers(scratch, &work, &file, err))
        return false;
    if (wanted->resolvers)
        *wanted->resolvers = file ? work.workers : 1;
    for (; file < catalog->files.len; file++) {
        bool due = (!chosen || chosen[file]) && catalog->files.ptr[file].count;
        if (wanted->cancel && *wanted->cancel)
            return err_interrupted(err);
        if ((due && !resolve_file(resolver, scratch, file, err)) ||
            !after_resolving(&resolving, file, due, err))
            return false;
    }
    return true;
}

static void add_to_sums(void *context, uint32_t file)
{
    metric_sums_add(context, file);
}

static bool set_metrics(Arena scratch, const BuildResolving *wanted, MetricSums *sums, Err *err)
{
    Catalog *catalog = wanted->catalog;
    metric_sums_sum(sums);
    for (uint32_t file = 0; file < catalog->files.len; file++) {
        metric_sums_set(sums, file);
        if (wanted->store &&
            !catalog_put_away(catalog, scratch, wanted->store, CATALOG_METRICS, file, err))
            return false;
        catalog_trim(catalog);
    }
    return true;
}

bool build_resolve(Arena scratch, const BuildResolving *wanted, uint32_t *resolved, Err *err)
{
    Catalog *catalog = wanted->catalog;
    *resolved = 0;
    if (!catalog->numbering.scattered)
        catalog_number(catalog);
    if (!resolve_files(scratch, wanted, resolved, err))
        return false;
    if (wanted->linked)
        wanted->linked(wanted->context);
    catalog_number(catalog);
    MetricSums *sums SCOPED(metric_sums_close) = metric_sums_open(catalog);
    const CatalogVisit visit = {add_to_sums, sums};
    if (wanted->store) {
        catalog_forget_by_name(catalog);
        if (!catalog_fetch_links(catalog, scratch, wanted->store, &visit, err))
            return false;
    } else {
        metric_sums_add_all(sums);
    }
    return set_metrics(scratch, wanted, sums, err);
}
