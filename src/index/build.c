/* One pass: walk the tree, compare it with the files in the store (both in path order), then feed
   the changed files to the workers, largest first so that none is left for the end alone. Facts are
   looked up by content before anything is parsed. Commits every BATCH_MS, so that readers see
   progress and a kill loses little. */
#include "index/build.h"

#include "base/fs.h"
#include "base/path.h"
#include "base/proc.h"
#include "git/walk.h"
#include "index/classify.h"
#include "index/facts.h"
#include "index/worker.h"

#include <xxhash.h>

#define BATCH_MS 1000
#define HEAD_BYTES 8192
#define HASH_BYTES 16

typedef struct Change {
    const WalkFile *file;
    FileRow row;
    const Language *language;
} Change;
typedef VEC(Change) ChangeVec;

typedef struct Build {
    Arena *arena; /* lists */
    Arena file;   /* one file at a time */
    Arena scratch;
    Store *store;
    const GitRepo *repo;
    const BuildOptions *options;
    BuildReport *report;
    ChangeVec changes;
    WorkerPool *pool;
    int64_t batch_end_ms;
    uint32_t done;
} Build;

static bool is_same(const FileRow *known, const WalkFile *file)
{
    return known->size == file->size && known->mtime_ns == file->mtime_ns &&
           known->inode == file->inode && known->state != FILE_LISTED;
}

/* ---- comparing ---- */

typedef struct Comparison {
    void (*visit)(void *context, const FileRow *known, const WalkFile *file);
    void *context;
} Comparison;

/* Both lists are in path order: known without file is gone, file without known is new. */
static void compare(const FileRowVec *known, const WalkFileVec *files, const Comparison *comparison)
{
    size_t k = 0, f = 0;
    while (k < known->len || f < files->len) {
        int order = k == known->len   ? 1
                    : f == files->len ? -1
                                      : str_compare(known->ptr[k].path, files->ptr[f].path);
        comparison->visit(comparison->context, order <= 0 ? &known->ptr[k] : NULL,
                          order >= 0 ? &files->ptr[f] : NULL);
        k += order <= 0;
        f += order >= 0;
    }
}

typedef struct Sorting {
    Build *build;
    VEC(uint32_t) gone;
} Sorting;

static void sort_one(void *context, const FileRow *known, const WalkFile *file)
{
    Sorting *sorting = context;
    Build *build = sorting->build;
    if (!file) {
        *VEC_PUSH(build->arena, &sorting->gone) = known->id;
        return;
    }
    if (known && !build->options->force && is_same(known, file))
        return;
    *VEC_PUSH(build->arena, &build->changes) = (Change){.file = file};
}

static int larger_first(const void *a, const void *b)
{
    const WalkFile *x = ((const Change *)a)->file, *y = ((const Change *)b)->file;
    if (x->size != y->size)
        return x->size < y->size ? 1 : -1;
    return str_compare(x->path, y->path);
}

/* ---- one file ---- */

static Str content_hash(Arena *arena, Str text)
{
    XXH128_hash_t hash = XXH3_128bits(text.len ? text.ptr : "", text.len);
    XXH128_canonical_t canonical;
    XXH128_canonicalFromHash(&canonical, hash);
    return str_copy(arena, (Str){(const char *)canonical.digest, HASH_BYTES});
}

static bool put_file(Build *build, Change *change, const Outline *outline, Err *err)
{
    if (!store_file_put(build->store, &change->row, err))
        return false;
    build->done++;
    build->report->failed += change->row.state == FILE_FAILED;
    Outline nothing = {.language = change->language};
    build->report->symbols += outline ? outline->symbols.len : 0;
    return store_symbols_put(build->store, &change->row, outline ? outline : &nothing, err);
}

static bool put_facts(Build *build, Change *change, Str blob, Err *err)
{
    Outline outline;
    bool decoded = facts_decode(&build->file, blob, &outline);
    change->row.state = decoded ? FILE_SYNTACTIC : FILE_FAILED;
    change->row.lines = decoded ? outline.line_count : 0;
    if (!decoded)
        change->row.reason = STR("its facts could not be read back");
    return put_file(build, change, decoded ? &outline : NULL, err);
}

/* Facts of the same content, from another branch or copy. */
static bool use_known_facts(Build *build, Change *change, bool *used, Err *err)
{
    Str blob;
    *used = false;
    bool found = false;
    if (!store_facts_get(build->store, &build->file, change->row.hash, &blob, &found, err))
        return false;
    Outline probe;
    if (!found || build->options->force || !facts_decode(&build->file, blob, &probe) ||
        probe.language != change->language)
        return true;
    *used = true;
    return put_facts(build, change, blob, err);
}

static bool take_result(Build *build, Err *err)
{
    WorkerResult result;
    if (!worker_pool_next(build->pool, &result))
        return true;
    Change *change = &build->changes.ptr[result.job];
    build->report->parsed++;
    arena_reset(&build->file);
    if (!result.ok) {
        change->row.state = FILE_FAILED;
        change->row.reason = result.reason;
        return put_file(build, change, NULL, err);
    }
    return store_facts_put(build->store, change->row.hash, result.blob, err) &&
           put_facts(build, change, result.blob, err);
}

/* Reads and classifies; *text is empty when there is nothing to parse. */
static void read_change(Build *build, Change *change, Str *text)
{
    const WalkFile *file = change->file;
    Str full = path_join(&build->file, build->repo->root, file->path);
    FsFile open SCOPED(fs_close) = {.fd = -1};
    Err err;
    *text = (Str){0};
    change->row = (FileRow){.path = file->path,
                            .size = file->size,
                            .mtime_ns = file->mtime_ns,
                            .inode = file->inode,
                            .state = FILE_SYNTACTIC};
    change->language = lang_detect(file->path, (Str){0});
    change->row.class = classify_path(file->path, file->size, change->language);
    if (change->row.class != FILE_LARGE) {
        if (!fs_open(&build->file, &(FsPolicy){0}, full, &open, &err) ||
            !fs_read_all(&build->file, &open, text, &err)) {
            change->row.state = FILE_FAILED;
            change->row.reason = str_copy(build->arena, str_from(err.message));
        }
        build->report->bytes += text->len;
        change->language = lang_detect(file->path, str_slice(*text, 0, HEAD_BYTES));
        change->row.class = classify_path(file->path, file->size, change->language);
        change->row.class = classify_text(change->row.class, change->language, *text);
        change->row.hash = content_hash(build->arena, *text);
    }
    change->row.language = lang_id(change->language);
    if (!classify_is_indexed(change->row.class))
        *text = (Str){0};
}

static bool handle_change(Build *build, size_t job, Err *err)
{
    Change *change = &build->changes.ptr[job];
    Str text;
    bool used = false;
    if (!worker_pool_idle(build->pool) && !take_result(build, err))
        return false;
    arena_reset(&build->file);
    read_change(build, change, &text);
    if (!text.len)
        return put_file(build, change, NULL, err);
    if (!use_known_facts(build, change, &used, err))
        return false;
    if (!used)
        worker_pool_submit(build->pool, job, change->language, text);
    return true;
}

/* ---- the whole ---- */

static bool next_batch(Build *build, Err *err)
{
    if (proc_clock_ms() < build->batch_end_ms)
        return true;
    if (build->options->progress)
        build->options->progress(build->options->context, build->done, (uint32_t)build->changes.len,
                                 build->report->bytes);
    build->batch_end_ms = proc_clock_ms() + BATCH_MS;
    return store_commit(build->store, err) && store_begin(build->store, err);
}

static bool is_cancelled(const Build *build)
{
    return build->options->cancel && *build->options->cancel;
}

static bool index_changes(Build *build, Err *err)
{
    if (!build->changes.len)
        return true;
    WorkerPool *pool SCOPED(worker_pool_close) = NULL;
    if (!worker_pool_open(build->arena, build->options->workers, &pool, err))
        return false;
    build->pool = pool;
    for (size_t i = 0; i < build->changes.len && !is_cancelled(build); i++)
        if (!handle_change(build, i, err) || !next_batch(build, err))
            return false;
    while (worker_pool_idle(pool) < worker_pool_size(pool) && !is_cancelled(build))
        if (!take_result(build, err) || !next_batch(build, err))
            return false;
    return !is_cancelled(build) || err_set(err, ERR_INTERRUPTED, "interrupted");
}

static bool remove_gone(Build *build, const Sorting *sorting, Err *err)
{
    for (size_t i = 0; i < sorting->gone.len; i++)
        if (!store_file_remove(build->store, sorting->gone.ptr[i], err))
            return false;
    build->report->removed = (uint32_t)sorting->gone.len;
    return true;
}

static bool update(Build *build, Err *err)
{
    BuildReport *report = build->report;
    WalkResult tree;
    FileRowVec known = {0};
    int64_t start = proc_clock_ms();
    WalkOptions walk = {.max_depth = build->options->max_depth, .cancel = build->options->cancel};
    if (!git_walk(build->arena, build->scratch, build->repo, &walk, &tree, err))
        return false;
    report->walk_ms = proc_clock_ms() - start;
    if (!store_files(build->store, build->arena, &known, err))
        return false;
    Sorting sorting = {.build = build};
    compare(&known, &tree.files, &(Comparison){sort_one, &sorting});
    if (build->changes.len)
        qsort(build->changes.ptr, build->changes.len, sizeof *build->changes.ptr, larger_first);
    report->files = (uint32_t)tree.files.len;
    report->changed = (uint32_t)build->changes.len;
    report->unreadable = (uint32_t)tree.unreadable;
    report->compare_ms = proc_clock_ms() - start - report->walk_ms;
    if (!build->changes.len && !sorting.gone.len)
        return true;
    build->batch_end_ms = proc_clock_ms() + BATCH_MS;
    bool ok = store_begin(build->store, err) && remove_gone(build, &sorting, err) &&
              index_changes(build, err) && store_commit(build->store, err);
    if (!ok)
        store_rollback(build->store);
    return ok;
}

bool build_update(Arena *arena, Arena scratch, Store *store, const BuildOptions *options,
                  BuildReport *report, Err *err)
{
    *report = (BuildReport){0};
    Build build = {.arena = arena,
                   .scratch = scratch,
                   .store = store,
                   .repo = options->repo,
                   .options = options,
                   .report = report};
    int64_t start = proc_clock_ms();
    arena_open(&build.file, 0);
    bool ok = update(&build, err);
    arena_close(&build.file);
    report->total_ms = proc_clock_ms() - start;
    return ok;
}

static void count_drift(void *context, const FileRow *known, const WalkFile *file)
{
    BuildDrift *drift = context;
    drift->files += file != NULL;
    drift->added += !known;
    drift->removed += !file;
    drift->changed += known && file && !is_same(known, file);
}

bool build_check(Arena scratch, Store *store, const GitRepo *repo, BuildDrift *drift, Err *err)
{
    *drift = (BuildDrift){0};
    Arena lists SCOPED(arena_close) = {0};
    arena_open(&lists, 0);
    WalkResult tree;
    FileRowVec known = {0};
    if (!git_walk(&lists, scratch, repo, &(WalkOptions){0}, &tree, err) ||
        !store_files(store, &lists, &known, err))
        return false;
    compare(&known, &tree.files, &(Comparison){count_drift, drift});
    return true;
}
