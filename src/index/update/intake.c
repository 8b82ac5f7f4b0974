/* This process reads the files and hands those without known facts to workers; it takes results
   whenever all of them are busy. Files queued in a worker that died are submitted again. Files that
   need more than one worker's share of the memory wait and run alone, with the share of all. */
#include "index/update/intake.h"

#include "base/fs.h"
#include "base/hash.h"
#include "base/path.h"
#include "index/catalog/catalog_lean.h"
#include "index/catalog/classify.h"
#include "index/update/memory.h"

#include <errno.h>
#include <stdlib.h>

#define HEAD_BYTES SOURCE_HEAD_BYTES
/* Files above this take long; they go first, so that none runs last while other workers idle. */
#define LARGE_BYTES (256 * KB)
/* Above this, the memory a file needed is given back to the system. */
#define LARGE_SYMBOLS 10000
/* Memory is checked before each large file, and once for this many small ones. */
#define LOOK_FILES 8
/* When workers have less than this, results of the first pass are dropped. */
#define LOOK_KEPT_BYTES (4 * WORKER_SHARE_MIN)

typedef struct Intake {
    Arena file; /* for the file being read */
    Arena work; /* for the outline being taken in */
    Arena scratch;
    Catalog *catalog;
    const IntakeFileVec *files;
    const IntakeOptions *options;
    FsTree tree;
    IntakeReport *report;
    WorkerPool *pool;
    VEC(size_t) again;   /* jobs that never ran because their worker died */
    VEC(size_t) starved; /* jobs that need more than one worker's share of the memory */
    Arena *arena;
    uint32_t until_look; /* files until the next memory check */
    uint64_t symbols;    /* of files that were complete before */
    bool full;           /* no memory left for further files */
    Str full_reason;
} Intake;

Str intake_hash(Arena *arena, const Language *language, Str text)
{
    char hash[HASH_CONTENT_BYTES];
    hash_content(language ? lang_id(language) : (Str){0}, text, hash);
    return str_copy(arena, (Str){hash, sizeof hash});
}

/* Sets the state only now: until the file is done, a save must not claim its new version. */
static bool finish(Intake *intake, uint32_t id, const Outline *outline, FileState state, Err *err)
{
    IntakeReport *report = intake->report;
    intake->catalog->files.ptr[id].state = state;
    catalog_set_outline(intake->catalog, intake->scratch, id, outline);
    report->done++;
    bool left_out = memory_is_reason(intake->catalog->files.ptr[id].reason);
    report->left_out += left_out;
    report->failed += intake->catalog->files.ptr[id].state == FILE_FAILED && !left_out;
    report->symbols += outline ? outline->symbols.len : 0;
    if (outline && outline->symbols.len > LARGE_SYMBOLS)
        arena_give_back(intake->scratch, intake->scratch.end);
    catalog_trim(intake->catalog);
    const IntakeOptions *options = intake->options;
    return !options->step || options->step(options->context, report, err);
}

static bool fail(Intake *intake, uint32_t id, Str reason, Err *err)
{
    intake->catalog->files.ptr[id].reason = str_copy(intake->catalog->arena, reason);
    return finish(intake, id, NULL, FILE_FAILED, err);
}

/* Looks for facts of the same content, from another branch, work tree or copy. */
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
    if (!intake->options->unsaved)
        return store_facts_put(catalog->store, hash, facts, err);
    *VEC_PUSH(catalog->arena, &catalog->fresh) =
        (FreshFacts){.hash = hash, .facts = facts_copy(catalog->arena, facts)};
    return true;
}

static bool take_facts(Intake *intake, uint32_t id, const WorkerResult *result, Err *err)
{
    Outline outline;
    if (!result->ok && result->starved)
        return fail(intake, id,
                    memory_reason(&intake->work, intake->options->memory,
                                  STR("this file needs more than it leaves")),
                    err);
    if (!result->ok)
        return fail(intake, id, result->reason, err);
    if (!keep_facts(intake, intake->catalog->files.ptr[id].hash, &result->facts, err))
        return false;
    if (!facts_decode(&intake->work, &result->facts, true, &outline))
        return fail(intake, id, STR("its facts could not be read back"), err);
    return finish(intake, id, &outline, FILE_SYNTACTIC, err);
}

/* Waits for a worker and takes its result; *none: all workers are idle. */
static bool take_result(Intake *intake, bool *none, Err *err)
{
    WorkerResult result;
    *none = !worker_pool_next(intake->pool, &result);
    if (*none)
        return true;
    if (result.must_resubmit) {
        *VEC_PUSH(intake->arena, &intake->again) = result.job;
        return true;
    }
    if (result.starved && !result.alone) {
        *VEC_PUSH(intake->arena, &intake->starved) = result.job;
        return true;
    }
    intake->report->parsed++;
    arena_reset(&intake->work);
    return take_facts(intake, intake->files->ptr[result.job].id, &result, err);
}

/* Running out of descriptors or memory says nothing about a file: fails the intake. */
static bool check_resources(int cause, Err *err)
{
    if (!fs_is_exhausted(cause))
        return true;
    err_set(err, ERR_FAILED, "cannot read the tree: %s", strerror(cause));
    return fs_hint(cause, err);
}

const Language *intake_language(const CatalogFile *file, Str path, Str head)
{
    bool foreign = str_starts(head, STR("R\"")) || str_starts(head, STR("<?"));
    const Language *own = lang_detect(path, head);
    bool beyond = file->included && lang_is_c(own) &&
                  str_compare(lang_id(own), lang_id(file->included)) > 0; // C++ in C
    return file->included && !foreign && !beyond ? file->included : own;
}

/* Reads and classifies. *text is empty when there is nothing to parse; the row's reason is set when
   the file cannot be read. */
static bool read_file(Intake *intake, const IntakeFile *wanted, Str *text, Err *err)
{
    Catalog *catalog = intake->catalog;
    CatalogFile *file = &catalog->files.ptr[wanted->id];
    Str path = wanted->file->path;
    file->size = wanted->file->size;
    file->stamp = wanted->file->stamp;
    file->inode = wanted->file->inode;
    file->reason = file->hash = *text = (Str){0};
    file->lines = 0;
    if (file->size > INDEX_FILE_BYTES_MAX) {
        file->language = lang_detect(path, (Str){0});
        file->class = FILE_LARGE;
        return true;
    }
    FsFile open SCOPED(fs_close) = {.fd = -1};
    Err failure;
    if (!fs_tree_file(&intake->tree, path, &open)) {
        int cause = errno;
        if (!check_resources(cause, err))
            return false;
        file->reason =
            str_format(catalog->arena, "cannot read '%.*s': %s", STR_ARG(path), strerror(cause));
    } else if (!fs_read_all(&intake->file, &open, text, &failure))
        file->reason = str_copy(catalog->arena, str_from(failure.message));
    intake->report->bytes += text->len;
    file->language = intake_language(file, path, str_slice(*text, 0, HEAD_BYTES));
    const ClassifyBy by = {.attributes = catalog->attributes};
    file->class = classify_file(&by, path, file->language, *text);
    file->hash = intake_hash(catalog->arena, file->language, *text);
    if (!classify_is_indexed(file->class, path))
        *text = (Str){0};
    return true;
}

static bool is_whole(const Intake *intake, const IntakeFile *wanted)
{
    FileState state = intake->catalog->files.ptr[wanted->id].state;
    return state == FILE_SYNTACTIC || state == FILE_FAILED;
}

static size_t memory_left(const Intake *intake)
{
    return memory_for_workers(intake->options->memory, intake->symbols + intake->report->symbols,
                              intake->catalog->files.len);
}

/* Sets how much the workers may take now. Once nothing is left, it is not checked again. */
static void look_at_memory(Intake *intake, uint64_t size)
{
    uint64_t limit = memory_limit(intake->options->memory);
    if (limit == MEMORY_NONE || intake->full || (intake->until_look && size < LARGE_BYTES)) {
        intake->until_look -= intake->until_look > 0;
        return;
    }
    intake->until_look = LOOK_FILES;
    size_t left = memory_left(intake);
    if (left < LOOK_KEPT_BYTES)
        memory_be_thrifty(limit, intake->catalog, intake->symbols + intake->report->symbols);
    if (left < LOOK_KEPT_BYTES && catalog_drop_first_pass(intake->catalog))
        left = memory_left(intake);
    worker_pool_allow(intake->pool, left);
    if (left >= WORKER_SHARE_MIN)
        return;
    intake->full = true;
    intake->full_reason = memory_reason(intake->arena, limit, STR("all of it is in use"));
}

/* Records a file that is left out, as never read. */
static bool exclude(Intake *intake, const IntakeFile *wanted, Err *err)
{
    CatalogFile *file = &intake->catalog->files.ptr[wanted->id];
    file->size = wanted->file->size;
    file->stamp = wanted->file->stamp;
    file->inode = wanted->file->inode;
    file->language = lang_detect(wanted->file->path, (Str){0});
    file->class = classify_path(wanted->file->path, file->size, file->language);
    file->hash = (Str){0};
    file->lines = 0;
    file->reason = intake->full_reason;
    return finish(intake, wanted->id, NULL, FILE_FAILED, err);
}

static bool submit(Intake *intake, size_t job, Str text, bool alone, Err *err)
{
    bool none = false;
    uint32_t id = intake->files->ptr[job].id;
    const Language *language = intake->catalog->files.ptr[id].language;
    if (alone)
        return worker_pool_submit_alone(intake->pool, job, language, text) ||
               worker_pool_refuse(intake->pool, err);
    while (!worker_pool_submit(intake->pool, job, language, text)) {
        if (!take_result(intake, &none, err))
            return false;
        if (none)
            return worker_pool_refuse(intake->pool, err);
    }
    return true;
}

static bool start_file(Intake *intake, size_t job, bool alone, Err *err)
{
    const IntakeFile *wanted = &intake->files->ptr[job];
    Str text;
    bool used = false;
    look_at_memory(intake, wanted->file->size);
    if (intake->full)
        return exclude(intake, wanted, err);
    arena_reset(&intake->file);
    if (!read_file(intake, wanted, &text, err))
        return false;
    if (!text.len)
        return finish(
            intake, wanted->id, NULL,
            intake->catalog->files.ptr[wanted->id].reason.len ? FILE_FAILED : FILE_SYNTACTIC, err);
    if (!use_known_facts(intake, wanted->id, &used, err) || used)
        return used;
    return submit(intake, job, text, alone, err);
}

/* Large files by size; the rest by path, as facts of neighbours are packed together (packs.h). */
static int compare_files(const IntakeFile *a, const IntakeFile *b, int large_order)
{
    const WalkFile *x = a->file, *y = b->file;
    uint64_t x_size = x->size < LARGE_BYTES ? 0 : x->size;
    uint64_t y_size = y->size < LARGE_BYTES ? 0 : y->size;
    if (x_size != y_size)
        return x_size < y_size ? -large_order : large_order;
    return str_compare(x->path, y->path);
}

static int large_first(const void *a, const void *b)
{
    return compare_files(a, b, -1);
}

static int large_last(const void *a, const void *b)
{
    return compare_files(a, b, 1);
}

/* Takes results until all workers are idle. */
static bool take_all(Intake *intake, const volatile bool *cancel, Err *err)
{
    for (bool none = false; !none && !*cancel;)
        if (!take_result(intake, &none, err))
            return false;
    return true;
}

/* Runs starved files one by one, each with the memory of all workers; other files wait
   meanwhile. */
static bool run_starved(Intake *intake, const volatile bool *cancel, Err *err)
{
    if (intake->starved.len && !take_all(intake, cancel, err))
        return false;
    while (intake->starved.len && !*cancel) {
        intake->until_look = 0;
        if (!start_file(intake, intake->starved.ptr[--intake->starved.len], true, err) ||
            !take_all(intake, cancel, err))
            return false;
        intake->until_look = 0;
    }
    return true;
}

static bool run(Intake *intake, Err *err)
{
    const volatile bool never = false;
    const volatile bool *cancel = intake->options->cancel ? intake->options->cancel : &never;
    for (size_t i = 0; i < intake->files->len && !*cancel; i++)
        if (!is_whole(intake, &intake->files->ptr[i]) &&
            (!start_file(intake, i, false, err) || !run_starved(intake, cancel, err)))
            return false;
    do {
        while (intake->again.len && !*cancel)
            if (!start_file(intake, intake->again.ptr[--intake->again.len], false, err))
                return false;
        if (!take_all(intake, cancel, err) || !run_starved(intake, cancel, err))
            return false;
    } while (intake->again.len && !*cancel);
    return !*cancel || err_interrupted(err);
}

bool intake_open_workers(Arena *arena, const IntakeOptions *options, size_t files,
                         WorkerPool **pool, Err *err)
{
    WorkerOptions workers = {.count = files < 4 ? 1 : options->workers,
                             .hidden = {options->hidden[0], options->hidden[1]}};
    return worker_pool_open(arena, &workers, pool, err);
}

static bool run_in_workers(Intake *intake, Err *err)
{
    WorkerPool *own SCOPED(worker_pool_close) = NULL, *lent = intake->options->pool;
    if (!lent &&
        !intake_open_workers(intake->arena, intake->options, intake->files->len, &own, err))
        return false;
    intake->pool = lent ? lent : own;
    Arena *const all[] = {&intake->file, &intake->work, &intake->scratch};
    for (size_t i = 0; i < COUNT(all); i++) {
        arena_open(all[i], 0);
        arena_keep_from_children(all[i]);
    }
    bool ok = run(intake, err);
    for (size_t i = 0; i < COUNT(all); i++)
        arena_close(all[i]);
    return ok;
}

/* ---- attributes ---- */

/* Maximum size of a .gitattributes: a line for each of thousands of files. */
#define ATTRIBUTES_BYTES_MAX (1 * MB)

static int by_path(const void *a, const void *b)
{
    return str_compare(*(const Str *)a, *(const Str *)b);
}

/* Reads the .gitattributes files of the catalog, upper directories first. An unreadable one counts
   as empty, as in git. */
static GitAttributes read_attributes(Intake *intake)
{
    GitAttributes attributes = {0};
    VEC(Str) directories = {0};
    const Catalog *catalog = intake->catalog;
    Str name = STR(GIT_ATTRIBUTES_NAME);
    for (size_t i = 0; i < catalog->files.len; i++)
        if (str_equal(path_base(catalog->files.ptr[i].path), name))
            *VEC_PUSH(intake->arena, &directories) =
                str_slice(catalog->files.ptr[i].path, 0, catalog->files.ptr[i].path.len - name.len);
    if (directories.len)
        qsort(directories.ptr, directories.len, sizeof(Str), by_path);
    for (size_t i = 0; i < directories.len; i++) {
        FsFile open SCOPED(fs_close) = {.fd = -1};
        Str directory = directories.ptr[i], text;
        Err ignored;
        Str path = str_join(intake->arena, directory, name);
        if (!fs_tree_file(&intake->tree, path, &open) || open.size > ATTRIBUTES_BYTES_MAX ||
            !fs_read_all(intake->arena, &open, &text, &ignored))
            continue;
        directory.len -= directory.len > 0; /* its slash */
        git_attributes_push(intake->arena, &attributes, directory, text);
    }
    return attributes;
}

bool intake_files(Arena *arena, Catalog *catalog, IntakeFileVec *files,
                  const IntakeOptions *options, IntakeReport *report, Err *err)
{
    *report = (IntakeReport){0};
    if (!files->len)
        return true;
    uint64_t symbols = 0;
    for (size_t i = 0; i < catalog->files.len; i++)
        symbols += catalog->files.ptr[i].state == FILE_SYNTACTIC ? catalog->files.ptr[i].count : 0;
    uint64_t bytes = 0;
    for (size_t i = 0; i < files->len; i++)
        bytes += files->ptr[i].file->size <= INDEX_FILE_BYTES_MAX ? files->ptr[i].file->size : 0;
    bool tight = memory_is_tight(options->memory, bytes);
    qsort(files->ptr, files->len, sizeof *files->ptr, tight ? large_last : large_first);
    Intake intake = {.catalog = catalog,
                     .files = files,
                     .options = options,
                     .tree = {.fd = -1},
                     .report = report,
                     .arena = arena,
                     .symbols = symbols};
    bool ok = fs_tree_open(arena, &(FsPolicy){0}, options->root, &intake.tree, err);
    const GitAttributes attributes = ok ? read_attributes(&intake) : (GitAttributes){0};
    catalog->attributes = &attributes;
    ok = ok && run_in_workers(&intake, err);
    catalog->attributes = NULL;
    fs_tree_close(&intake.tree);
    return ok;
}
