#include "index/intake.h"

#include "base/fs.h"
#include "base/hash.h"
#include "base/path.h"
#include "index/catalog_lean.h"
#include "index/classify.h"

#include <errno.h>
#include <stdlib.h>
#include <xxhash.h>

#define HEAD_BYTES SOURCE_HEAD_BYTES
#define HASH_BYTES 12 /* of XXH3's 16: enough to tell contents apart */
/* What takes longer than a moment must not come last, when other workers have nothing to do. */
#define LARGE_BYTES (256 * KB)

typedef struct Intake {
    Arena file; /* the file being read */
    Arena work; /* the outline being taken up */
    Arena scratch;
    Catalog *catalog;
    const IntakeFileVec *files;
    const IntakeOptions *options;
    FsTree tree;
    IntakeReport *report;
    WorkerPool *pool;
    VEC(size_t) again; /* jobs that a worker took down with it untried */
    Arena *arena;
} Intake;

Str intake_hash(Arena *arena, const Language *language, Str text)
{
    uint64_t seed = language ? hash_fast(lang_id(language)) : 0;
    XXH128_hash_t hash = XXH3_128bits_withSeed(text.len ? text.ptr : "", text.len, seed);
    XXH128_canonical_t canonical;
    XXH128_canonicalFromHash(&canonical, hash);
    return str_copy(arena, (Str){(const char *)canonical.digest, HASH_BYTES});
}

/* Until then a file is as it was before, so that what is saved meanwhile does not claim it. */
static bool finish(Intake *intake, uint32_t id, const Outline *outline, FileState state, Err *err)
{
    IntakeReport *report = intake->report;
    intake->catalog->files.ptr[id].state = state;
    catalog_set_outline(intake->catalog, intake->scratch, id, outline);
    report->done++;
    report->failed += intake->catalog->files.ptr[id].state == FILE_FAILED;
    report->symbols += outline ? outline->symbols.len : 0;
    catalog_trim(intake->catalog);
    const IntakeOptions *options = intake->options;
    return !options->step || options->step(options->context, report, err);
}

static bool fail(Intake *intake, uint32_t id, Str reason, Err *err)
{
    intake->catalog->files.ptr[id].reason = str_copy(intake->catalog->arena, reason);
    return finish(intake, id, NULL, FILE_FAILED, err);
}

/* Facts of the same content, from another branch, work tree or copy. */
static bool use_known_facts(Intake *intake, uint32_t id, bool *used, Err *err)
{
    const CatalogFile *file = &intake->catalog->files.ptr[id];
    Facts facts;
    Outline outline;
    *used = false;
    if (intake->options->force)
        return true;
    if (!catalog_facts(intake->catalog, &intake->file, file->hash, true, &facts, err))
        return false;
    if (!facts.outline.len || !facts_decode(&intake->file, &facts, true, &outline) ||
        outline.language != file->language)
        return true;
    *used = true;
    return finish(intake, id, &outline, FILE_SYNTACTIC, err);
}

static bool keep_facts(Intake *intake, Str hash, const Facts *facts, Err *err)
{
    Catalog *catalog = intake->catalog;
    if (!intake->options->pool)
        return store_facts_put(catalog->store, hash, facts, err);
    *VEC_PUSH(catalog->arena, &catalog->fresh) =
        (FreshFacts){hash, facts_copy(catalog->arena, facts)};
    return true;
}

static bool take_facts(Intake *intake, uint32_t id, const WorkerResult *result, Err *err)
{
    Outline outline;
    if (!result->ok)
        return fail(intake, id, result->reason, err);
    if (!keep_facts(intake, intake->catalog->files.ptr[id].hash, &result->facts, err))
        return false;
    if (!facts_decode(&intake->work, &result->facts, true, &outline))
        return fail(intake, id, STR("its facts could not be read back"), err);
    return finish(intake, id, &outline, FILE_SYNTACTIC, err);
}

/* Waits for a worker; *none when all are idle. */
static bool take_result(Intake *intake, bool *none, Err *err)
{
    WorkerResult result;
    *none = !worker_pool_next(intake->pool, &result);
    if (*none)
        return true;
    if (result.again) {
        *VEC_PUSH(intake->arena, &intake->again) = result.job;
        return true;
    }
    intake->report->parsed++;
    arena_reset(&intake->work);
    return take_facts(intake, intake->files->ptr[result.job].id, &result, err);
}

/* Reads and classifies; *text is empty when there is nothing to parse, and the reason set when it
   cannot be read. */
static void read_file(Intake *intake, const IntakeFile *wanted, Str *text)
{
    Catalog *catalog = intake->catalog;
    CatalogFile *file = &catalog->files.ptr[wanted->id];
    Str path = wanted->file->path;
    file->size = wanted->file->size;
    file->mtime_ns = wanted->file->mtime_ns;
    file->inode = wanted->file->inode;
    file->reason = file->hash = *text = (Str){0};
    file->lines = 0;
    if (file->size > INDEX_FILE_BYTES_MAX) {
        file->language = lang_detect(path, (Str){0});
        file->class = FILE_LARGE;
        return;
    }
    FsFile open SCOPED(fs_close) = {.fd = -1};
    Err err;
    if (!fs_tree_file(&intake->tree, path, &open))
        file->reason =
            str_format(catalog->arena, "cannot read '%.*s': %s", STR_ARG(path), strerror(errno));
    else if (!fs_read_all(&intake->file, &open, text, &err))
        file->reason = str_copy(catalog->arena, str_from(err.message));
    intake->report->bytes += text->len;
    file->language = lang_detect(path, str_slice(*text, 0, HEAD_BYTES));
    file->class = classify_path(path, file->size, file->language);
    file->class = classify_text(file->class, file->language, *text);
    file->hash = intake_hash(catalog->arena, file->language, *text);
    if (!classify_is_indexed(file->class, path))
        *text = (Str){0};
}

static bool is_whole(const Intake *intake, const IntakeFile *wanted)
{
    FileState state = intake->catalog->files.ptr[wanted->id].state;
    return state == FILE_SYNTACTIC || state == FILE_FAILED;
}

static bool start_file(Intake *intake, size_t job, Err *err)
{
    const IntakeFile *wanted = &intake->files->ptr[job];
    Str text;
    bool used = false, none = false;
    arena_reset(&intake->file);
    read_file(intake, wanted, &text);
    if (!text.len)
        return finish(
            intake, wanted->id, NULL,
            intake->catalog->files.ptr[wanted->id].reason.len ? FILE_FAILED : FILE_SYNTACTIC, err);
    if (!use_known_facts(intake, wanted->id, &used, err) || used)
        return used;
    const Language *language = intake->catalog->files.ptr[wanted->id].language;
    while (!worker_pool_submit(intake->pool, job, language, text))
        if (!take_result(intake, &none, err))
            return false;
    return true;
}

/* The others by path: facts of neighbours are packed together (shelf.h). */
static int large_first(const void *a, const void *b)
{
    const WalkFile *x = ((const IntakeFile *)a)->file, *y = ((const IntakeFile *)b)->file;
    uint64_t x_size = x->size < LARGE_BYTES ? 0 : x->size;
    uint64_t y_size = y->size < LARGE_BYTES ? 0 : y->size;
    if (x_size != y_size)
        return x_size < y_size ? 1 : -1;
    return str_compare(x->path, y->path);
}

static bool run(Intake *intake, Err *err)
{
    const volatile bool never = false;
    const volatile bool *cancel = intake->options->cancel ? intake->options->cancel : &never;
    bool none = false;
    for (size_t i = 0; i < intake->files->len && !*cancel; i++)
        if (!is_whole(intake, &intake->files->ptr[i]) && !start_file(intake, i, err))
            return false;
    while (!none && !*cancel) {
        if (!take_result(intake, &none, err))
            return false;
        if (intake->again.len && !start_file(intake, intake->again.ptr[--intake->again.len], err))
            return false;
    }
    return !*cancel || err_set(err, ERR_INTERRUPTED, "interrupted");
}

static bool run_in_workers(Intake *intake, Err *err)
{
    WorkerPool *own SCOPED(worker_pool_close) = NULL, *lent = intake->options->pool;
    int workers = intake->files->len < 4 ? 1 : intake->options->workers;
    if (!lent && !worker_pool_open(intake->arena, workers, &own, err))
        return false;
    intake->pool = lent ? lent : own;
    arena_open(&intake->file, 0);
    arena_open(&intake->work, 0);
    arena_open(&intake->scratch, 0);
    bool ok = run(intake, err);
    arena_close(&intake->scratch);
    arena_close(&intake->work);
    arena_close(&intake->file);
    return ok;
}

bool intake_files(Arena *arena, Catalog *catalog, IntakeFileVec *files,
                  const IntakeOptions *options, IntakeReport *report, Err *err)
{
    *report = (IntakeReport){0};
    if (!files->len)
        return true;
    qsort(files->ptr, files->len, sizeof *files->ptr, large_first);
    Intake intake = {.catalog = catalog,
                     .files = files,
                     .options = options,
                     .tree = {.fd = -1},
                     .report = report,
                     .arena = arena};
    bool ok = fs_tree_open(arena, &(FsPolicy){0}, options->root, &intake.tree, err) &&
              run_in_workers(&intake, err);
    fs_tree_close(&intake.tree);
    return ok;
}
