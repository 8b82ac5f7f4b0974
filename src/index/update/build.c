/* One update: walk the tree, compare it with the catalog (both in path order), take in the changed
   files, resolve the files that the changes touch, save. The list of files is committed first and
   facts every BATCH_MS, so readers see progress and a kill loses little. */
#include "index/update/build.h"

#include "base/limits.h"
#include "base/proc.h"
#include "index/catalog/catalog_lean.h"
#include "index/catalog/catalog_store.h"
#include "index/catalog/classify.h"
#include "index/store/listed.h"
#include "index/store/prune.h"
#include "index/store/unlisted.h"
#include "index/update/adopt.h"
#include "index/update/first_pass.h"
#include "index/update/memory.h"

/* How often other writers may save between a build's loading and its writing. */
#define BUILD_TRIES 5

/* Facts are committed this often; a process that is killed loses no more than that. */
#define BATCH_MS 1000
/* Unused facts that pruning keeps, in percent of the used ones: the latest, for branches that come
   back. */
#define PRUNE_KEEP_PERCENT 20
/* How often a long build publishes the symbols it has so far. At most a tenth of the time goes into
   saving. */
#define SAVE_MS 2000
#define SAVE_PAUSE 10
/* More text than this takes longer than a reader likes to wait for. */
#define FIRST_PASS_BYTES (48 * MB)

/* One difference between tree and catalog. */
typedef struct Difference {
    const WalkFile *file; /* NULL: removed */
    uint32_t id;          /* FILE_NOWHERE: new */
} Difference;

typedef struct Build {
    Arena *arena;
    Arena scratch;
    Store *store;
    const BuildOptions *options;
    BuildReport *report;
    Catalog *catalog;
    DirtySet *dirty;
    Listings *listings; /* NULL unless the tree was walked here */
    VEC(Difference) differences;
    WorkerPool *pool; /* started early for changes to a whole catalog */
    Unlisted unlisted;
    IntakeFileVec changes;
    uint64_t change_bytes;
    int64_t batch_end_ms, save_end_ms;
    bool partial;     /* no complete index is stored yet: readers may see intermediate states */
    bool rebuilds;    /* everything is rebuilt, into a lean catalog */
    CatalogLean lean; /* … whose rows are compressed here */
    bool outdated;    /* another process saved since the catalog was loaded */
    bool force;       /* nothing stored is used */
} Build;

/* ---- comparing ---- */

/* Left by a build that did not finish. */
static bool was_in_first_pass(const CatalogFile *known, const WalkFile *file)
{
    return known->state == FILE_LEXICAL && build_is_version(known, file);
}

static void note_difference(void *context, uint32_t id, const WalkFile *file)
{
    Build *build = context;
    if (!file || id == FILE_NOWHERE ||
        !build_is_same(build->catalog, id, file, build->options->memory))
        *VEC_PUSH(build->arena, &build->differences) = (Difference){file, id};
}

static void compare(Build *build, const WalkResult *tree)
{
    build->differences.len = 0;
    build_compare(build->arena, build->catalog, &tree->files,
                  &(BuildComparison){.visit = note_difference, .context = build});
}

static void note_change(Build *build, const Difference *difference)
{
    Catalog *catalog = build->catalog;
    const WalkFile *file = difference->file;
    uint32_t id = difference->id;
    if (file && id == FILE_NOWHERE)
        id = catalog_put_file(catalog, file->path);
    dirty_note(build->dirty, id);
    if (file) {
        *VEC_PUSH(build->arena, &build->changes) = (IntakeFile){file, id};
        build->change_bytes += file->size;
        if (!was_in_first_pass(&catalog->files.ptr[id], file))
            catalog->files.ptr[id].state = FILE_LISTED;
    } else {
        catalog_remove_file(catalog, id);
        build->report->removed++;
    }
}

/* ---- the steps ---- */

/* Call within a transaction: whether the store has not changed since it was loaded. */
static bool is_current(Build *build, Err *err)
{
    uint64_t now = 0;
    if (!catalog_generation(build->store, &now, err))
        return false;
    build->outdated = now != build->catalog->generation;
    return !build->outdated;
}

/* `last`: the transaction ends with it. */
static bool save(Build *build, bool last, CatalogSave how, Err *err)
{
    int64_t start = proc_clock_ms();
    Catalog *catalog = build->catalog;
    bool ok = is_current(build, err) &&
              (last ? catalog_save(catalog, build->scratch, build->store, how, err)
                    : catalog_write(catalog, build->scratch, build->store, how, err));
    build->report->save_ms += proc_clock_ms() - start;
    return ok;
}

static void tell(const Build *build, const BuildStep *step)
{
    store_tell(build->store, (StoreProgress){.done = step->done,
                                             .total = step->total,
                                             .first_pass = step->first_pass,
                                             .bytes = step->bytes,
                                             .bytes_total = step->bytes_total});
    if (build->options->progress)
        build->options->progress(build->options->context, step);
}

/* Readers take a catalog with all files but no links for complete, so the last files are only saved
   together with links. */
static bool save_some(Build *build, const IntakeReport *report, Err *err)
{
    int64_t start = proc_clock_ms();
    if (!build->partial || start < build->save_end_ms || report->done >= build->changes.len)
        return true;
    catalog_number(build->catalog);
    if (!save(build, true, CATALOG_SAVE_LASTING, err) || !store_facts_flush(build->store, err))
        return false;
    int64_t end = proc_clock_ms();
    build->save_end_ms = end + MAX((int64_t)SAVE_MS, SAVE_PAUSE * (end - start));
    return true;
}

static bool after_file(void *context, const IntakeReport *report, Err *err)
{
    Build *build = context;
    if (proc_clock_ms() < build->batch_end_ms)
        return true;
    tell(build, &(BuildStep){.done = report->done,
                             .total = (uint32_t)build->changes.len,
                             .bytes = report->bytes,
                             .bytes_total = build->change_bytes});
    if (!save_some(build, report, err))
        return false;
    build->batch_end_ms = proc_clock_ms() + BATCH_MS;
    return store_commit_some(build->store, err) && store_begin(build->store, err);
}

static void after_first_pass(void *context, uint32_t done)
{
    Build *build = context;
    int64_t now = proc_clock_ms();
    if (now < build->batch_end_ms)
        return;
    tell(build,
         &(BuildStep){.done = done, .total = (uint32_t)build->changes.len, .first_pass = true});
    build->batch_end_ms = now + BATCH_MS;
}

static bool publish(Build *build, Err *err)
{
    catalog_number(build->catalog);
    return save(build, true, CATALOG_SAVE_QUICK, err) && store_commit(build->store, err) &&
           store_begin(build->store, err);
}

/* For many new files: publishes the list of files at once, and likely definitions long before the
   exact ones. */
static bool first_pass(Build *build, const IntakeOptions *options, Err *err)
{
    FirstPassOptions first_pass = {.root = options->root,
                                   .workers = options->workers,
                                   .memory = options->memory,
                                   .hidden = {options->hidden[0], options->hidden[1]},
                                   .cancel = options->cancel,
                                   .step = after_first_pass,
                                   .context = build};
    int64_t start = proc_clock_ms();
    uint64_t bytes = 0;
    for (size_t i = 0; i < build->changes.len; i++)
        if (build->changes.ptr[i].file->size <= INDEX_FILE_BYTES_MAX)
            bytes += build->changes.ptr[i].file->size;
    if (bytes < FIRST_PASS_BYTES || !build->partial || memory_is_tight(options->memory, bytes))
        return true;
    first_pass_list(build->catalog, &build->changes);
    build->batch_end_ms = start + BATCH_MS;
    if (!publish(build, err))
        return false;
    tell(build, &(BuildStep){.total = (uint32_t)build->changes.len, .first_pass = true});
    bool ok = first_pass_files(build->arena, build->catalog, &build->changes, &first_pass, err);
    Err ignored;
    if (ok || err->code == ERR_INTERRUPTED) /* partial results help the next build */
        ok = publish(build, ok ? err : &ignored) && ok;
    tell(build, &(BuildStep){.total = (uint32_t)build->changes.len});
    build->report->first_pass_ms = proc_clock_ms() - start;
    return ok;
}

/* An interrupted build commits the facts it made, so that they need not be made again. */
static void keep_facts(Build *build)
{
    Err ignored;
    bool kept = store_commit(build->store, &ignored) && store_begin(build->store, &ignored);
    (void)kept;
}

static IntakeOptions intake_options(Build *build)
{
    return (IntakeOptions){.root = build->options->repo->root,
                           .force = build->force,
                           .workers = build->options->workers,
                           .memory = memory_limit(build->options->memory),
                           .hidden = {build->arena, &build->scratch},
                           .pool = build->pool,
                           .cancel = build->options->cancel,
                           .step = after_file,
                           .context = build};
}

/* Takes in again the files that get another language from their includers. */
static bool adopt(Build *build, Err *err)
{
    IntakeReport taken;
    IntakeOptions options = intake_options(build);
    options.step = NULL;
    bool *noted = NEW(build->arena, bool, build->catalog->files.len + 1);
    for (size_t i = 0; i < build->changes.len; i++)
        noted[build->changes.ptr[i].id] = true;
    for (int round = 0; round < ADOPT_ROUNDS_MAX; round++) {
        IntakeFileVec files = {0};
        adopt_find(build->arena, build->scratch, build->catalog, &files);
        for (size_t i = 0; i < files.len; i++) {
            uint32_t id = files.ptr[i].id;
            if (!noted[id])
                dirty_note(build->dirty, id);
            noted[id] = true;
            build->catalog->files.ptr[id].state = FILE_LISTED;
        }
        if (!files.len)
            return true;
        if (!intake_files(build->arena, build->catalog, &files, &options, &taken, err))
            return false;
    }
    return true;
}

static bool intake(Build *build, Err *err)
{
    IntakeReport taken;
    int64_t start = proc_clock_ms();
    IntakeOptions options = intake_options(build);
    if (!first_pass(build, &options, err))
        return false;
    build->save_end_ms = proc_clock_ms();
    build->batch_end_ms = build->save_end_ms + BATCH_MS;
    bool ok = intake_files(build->arena, build->catalog, &build->changes, &options, &taken, err) &&
              adopt(build, err);
    worker_pool_close(&build->pool);
    if (!ok && err->code == ERR_INTERRUPTED)
        keep_facts(build);
    store_tell(build->store, (StoreProgress){.done = taken.done, .total = taken.done});
    BuildReport *report = build->report;
    report->parsed = taken.parsed;
    report->failed = taken.failed;
    memory_count(build->catalog, memory_limit(build->options->memory));
    report->left_out = build->catalog->left_out.files;
    report->bytes = taken.bytes;
    report->symbols = taken.symbols;
    report->intake_ms = proc_clock_ms() - start;
    return ok;
}

static bool resolve(Build *build, Err *err)
{
    int64_t start = proc_clock_ms();
    catalog_number(build->catalog);
    memory_be_thrifty(build->options->memory, build->catalog, build->catalog->symbol_count);
    BuildResolving wanted = {.catalog = build->catalog,
                             .repo = build->options->repo,
                             .dirty = build->dirty,
                             .all = build->rebuilds || build->options->prepare,
                             .workers = build->options->workers,
                             .memory = build->options->memory,
                             .resolvers = &build->report->resolvers,
                             .cancel = build->options->cancel,
                             .store = build->rebuilds ? build->store : NULL};
    bool ok = build_resolve(build->scratch, &wanted, &build->report->resolved, err);
    build->report->resolve_ms = proc_clock_ms() - start;
    return ok;
}

/* Writes everything that resolving neither changes nor needs uncompressed. */
static bool write_lean(Build *build, Err *err)
{
    catalog_forget_first_pass(build->catalog);
    catalog_number(build->catalog);
    bool ok = save(build, false, CATALOG_SAVE_LASTING, err);
    arena_give_back(build->scratch, build->scratch.end);
    return ok;
}

static bool prepare(const Build *build, Err *err)
{
    const BuildOptions *options = build->options;
    return !options->prepare || options->prepare(options->prepare_context, build->store, err);
}

static bool take_up(Build *build, Err *err)
{
    if (!store_begin(build->store, err))
        return false;
    bool ok = is_current(build, err) && intake(build, err) &&
              memory_save(build->store, build->scratch, &build->catalog->left_out, err) &&
              (!build->rebuilds || write_lean(build, err)) && prepare(build, err) &&
              resolve(build, err) && save(build, true, CATALOG_SAVE_LASTING, err) &&
              unlisted_save(build->store, build->scratch, &build->unlisted, err) &&
              store_commit(build->store, err);
    if (!ok)
        store_rollback(build->store);
    return ok;
}

/* Whether a build has finished since the catalog was begun. */
static bool is_whole(const Catalog *catalog)
{
    bool any = false;
    for (size_t i = 0; i < catalog->files.len; i++) {
        const CatalogFile *file = &catalog->files.ptr[i];
        if (file->path.len && (file->state == FILE_LISTED || file->state == FILE_LEXICAL))
            return false;
        any = any || file->path.len;
    }
    return any;
}

/* An empty catalog with only the generation and extent of the stored one. */
static bool start_over(Build *build, Err *err)
{
    build->catalog = catalog_open(build->arena);
    build->catalog->store = build->store;
    build->rebuilds = true;
    catalog_make_lean(build->catalog, &build->lean);
    bool ok = catalog_generation(build->store, &build->catalog->generation, err) &&
              extent_load(build->store, build->arena, &build->catalog->extent, err);
    build->partial = !build->catalog->generation && !build->options->unseen;
    return ok;
}

bool build_has_room(Store *store, uint64_t memory)
{
    return memory_limit(memory) == MEMORY_NONE ||
           memory_has_room(memory, catalog_loaded_bytes(store, CATALOG_ALL) + MEMORY_TO_CHANGE);
}

/* If the catalog is too large to load, it is rebuilt from the facts. That is slow, so first check
   whether there is anything to do at all (*same). */
static bool load_within(Build *build, WalkResult *tree, bool *same, Err *err)
{
    Arena work SCOPED(arena_close) = {0};
    Catalog *known = NULL;
    Staleness stale;
    arena_open(&work, 0);
    if (!catalog_load(&work, build->scratch, build->store, CATALOG_FILES, &known, err))
        return false;
    build_check(build->scratch, known, tree, build->options->memory, &stale);
    *same = !staleness_files(&stale);
    return start_over(build, err);
}

/* Loads the list of files only; load_rest loads the rest if something changed. */
static bool load(Build *build, WalkResult *tree, bool *same, Err *err)
{
    *same = build->rebuilds = build->partial = false;
    if (build->force)
        return start_over(build, err);
    if (!build_has_room(build->store, build->options->memory))
        return load_within(build, tree, same, err);
    return catalog_load(build->arena, build->scratch, build->store, CATALOG_FILES | CATALOG_BEGUN,
                        &build->catalog, err);
}

/* Forks workers while this process is still small, when a fork is cheapest; they are ready by the
   time they get a file. */
static bool start_workers(Build *build, Err *err)
{
    IntakeOptions options = intake_options(build);
    size_t files = 0;
    for (size_t i = 0; i < build->differences.len; i++)
        files += build->differences.ptr[i].file != NULL;
    return !files || intake_open_workers(build->arena, &options, files, &build->pool, err);
}

static bool load_rest(Build *build, Err *err)
{
    if (is_whole(build->catalog) && !start_workers(build, err))
        return false;
    if (!catalog_load_rest(&build->catalog, build->scratch, err)) {
        build->outdated = err->code == ERR_STALE;
        return false;
    }
    build->report->damaged = build->catalog->damaged;
    build->rebuilds = !is_whole(build->catalog);
    build->partial = build->rebuilds && !build->options->unseen;
    if (!build->rebuilds)
        return true;
    worker_pool_close(&build->pool);
    catalog_make_lean(build->catalog, &build->lean);
    return true;
}

/* Counts the files that the walk did not list, before the rest of this update. */
static void count_unlisted(Build *build, const WalkResult *tree)
{
    build->unlisted = unlisted_count(build->arena, build->scratch, build->options->repo->root,
                                     &tree->gaps, classify_is_code);
}

static void note_changes(Build *build, const WalkResult *tree)
{
    build->dirty = dirty_open(build->arena, build->catalog);
    catalog_reserve_files(build->catalog, build->rebuilds ? tree->files.len : 0);
    for (size_t i = 0; i < build->differences.len; i++)
        note_change(build, &build->differences.ptr[i]);
    build->report->changed = (uint32_t)build->changes.len;
}

static bool update(Build *build, WalkResult *tree, Err *err)
{
    bool same;
    build->changes.len = build->change_bytes = 0;
    build->outdated = false;
    *build->report = (BuildReport){.files = (uint32_t)tree->files.len,
                                   .unreadable = (uint32_t)tree->unreadable,
                                   .walk_ms = build->report->walk_ms};
    bool always = build->options->prepare;
    if (!load(build, tree, &same, err) || (same && !always))
        return same;
    compare(build, tree);
    const Catalog *begun = build->catalog;
    if (!build->differences.len && !always) {
        build->catalog = NULL;
        return true;
    }
    if (!build->rebuilds && !load_rest(build, err))
        return false;
    if (build->catalog != begun)
        compare(build, tree);
    note_changes(build, tree);
    count_unlisted(build, tree);
    return take_up(build, err);
}

static bool list(Build *build, WalkResult *tree, Err *err)
{
    const BuildOptions *options = build->options;
    if (options->tree) {
        *tree = *options->tree;
        return true;
    }
    Str listed = listed_load(build->store, build->arena);
    build->listings = listings_open(build->arena, listed);
    WalkOptions walk = {
        .cancel = options->cancel, .is_source = classify_is_code, .listings = build->listings};
    return git_walk(build->arena, build->scratch, options->repo, &walk, tree, err);
}

static bool run(Build *build, Err *err)
{
    WalkResult tree;
    int64_t start = proc_clock_ms();
    Extent extent;
    if (!extent_load(build->store, build->arena, &extent, err) || !list(build, &tree, err))
        return false;
    extent_filter(&extent, &tree.files);
    arena_give_back(build->scratch, build->scratch.end);
    build->report->walk_ms = proc_clock_ms() - start;
    if (!memory_check_files(build->options->memory, tree.files.len, err))
        return false;
    for (int tries = 0; tries < BUILD_TRIES; tries++) {
        bool ok = update(build, &tree, err);
        bool lost = !ok && build->catalog && *build->catalog->lacks && !build->force;
        if (ok || !(build->outdated || lost))
            return ok;
        build->force = build->force || lost; /* facts are missing: rebuild */
    }
    err_set(err, ERR_STALE, "other processes keep changing the index");
    return err_hint(err, "try again");
}

/* Prunes facts that no recent state uses. A failure costs only space. */
static void prune(const Build *build)
{
    PruneReport pruned = {0};
    Err ignored;
    bool due = false;
    if (prune_is_due(build->store, build->catalog, &due, &ignored) && due)
        (void)!prune_facts(build->store, build->scratch, PRUNE_KEEP_PERCENT, &pruned, &ignored);
}

bool build_update(Arena *arena, Arena scratch, Store *store, const BuildOptions *options,
                  BuildReport *report, Err *err)
{
    *report = (BuildReport){0};
    Build build = {
        .arena = arena, .scratch = scratch, .store = store, .options = options, .report = report};
    int64_t start = proc_clock_ms();
    build.force = options->force;
    if (!store_lock(store, options->wait_ms)) {
        err_set(err, ERR_STALE, "another process is building the index");
        return err_hint(err, "fovea status shows how far it is");
    }
    catalog_lean_open(&build.lean);
    bool ok = run(&build, err);
    worker_pool_close(&build.pool);
    report->catalog = build.rebuilds ? NULL : build.catalog;
    if (ok && build.listings)
        listed_save(store, scratch, build.listings);
    if (ok && report->parsed)
        prune(&build);
    catalog_lean_close(&build.lean);
    report->total_ms = proc_clock_ms() - start;
    return ok;
}
