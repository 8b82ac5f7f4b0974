/* This process reads the files in path order into memory it shares with the workers. While workers
   scan, it puts the names they return into the catalog. */
#include "index/update/first_pass.h"

#include "base/fs.h"
#include "index/catalog/catalog_lean.h"
#include "index/catalog/classify.h"
#include "index/update/first_pass_code.h"
#include "index/update/first_pass_pool.h"
#include "index/update/memory.h"
#include "lang/lexical/lexical.h"

typedef struct FirstPassScan {
    Arena *arena;
    Arena scratch;
    Catalog *catalog;
    const IntakeFileVec *files;
    const FirstPassOptions *options;
    uint32_t done;
    FsTree tree;
    FirstPassPool *pool;
    FirstPassBatch *batch; /* being filled; NULL: none */
    bool full;             /* no memory left for further files */
    VEC(size_t) again;     /* jobs to retry one by one: one of them killed a worker */
} FirstPassScan;

void first_pass_list(Catalog *catalog, const IntakeFileVec *files)
{
    for (size_t i = 0; i < files->len; i++) {
        const WalkFile *listed = files->ptr[i].file;
        CatalogFile *file = &catalog->files.ptr[files->ptr[i].id];
        if (file->state != FILE_LISTED)
            continue;
        file->size = listed->size;
        file->language = lang_detect(listed->path, (Str){0});
        file->class = classify_path(listed->path, listed->size, file->language);
    }
}

/* ---- answers ---- */

static bool take_file(FirstPassScan *first_pass, VarintReader *in, const IntakeFile *wanted)
{
    FirstPassHead head;
    Arena work = first_pass->scratch;
    Names *names = &first_pass->catalog->names;
    if (!first_pass_take_head(in, &head))
        return false;
    CatalogFile *file = &first_pass->catalog->files.ptr[wanted->id];
    file->language = head.language ? head.language : file->language;
    file->class = head.class;
    Entry *entries = catalog_set_entries(first_pass->catalog, wanted->id, head.lines, head.count);
    file->degraded = head.degraded;
    file->package = names_put(names, head.package);
    Str *texts = NEW(&work, Str, head.count + 1), owner;
    uint32_t *ids = NEW(&work, uint32_t, head.count + 1);
    for (uint32_t i = 1; i <= head.count; i++) {
        if (!first_pass_take_entry(in, i, &entries[i - 1], &entries[i], &texts[i], &owner))
            return false;
        entries[i].owner = names_put(names, owner);
    }
    names_put_many(names, texts + 1, head.count, ids + 1);
    for (uint32_t i = 1; i <= head.count; i++)
        entries[i].name = ids[i];
    return true;
}

/* For a file without definitions, or whose record makes no sense. */
static void take_nothing(FirstPassScan *first_pass, const IntakeFile *wanted)
{
    catalog_set_entries(first_pass->catalog, wanted->id, 0, 0);
}

/* Updates the row only now: until the file is done, a save must not claim its new version. */
static void finish(FirstPassScan *first_pass, const IntakeFile *wanted)
{
    CatalogFile *file = &first_pass->catalog->files.ptr[wanted->id];
    file->size = wanted->file->size;
    file->stamp = wanted->file->stamp;
    file->inode = wanted->file->inode;
    file->reason = file->hash = (Str){0};
    file->state = FILE_LEXICAL;
    first_pass->done++;
    catalog_trim(first_pass->catalog);
}

static void take_answer(FirstPassScan *first_pass, const FirstPassAnswer *answer)
{
    VarintReader in = varint_open(answer->packed);
    for (size_t i = 0; i < answer->count; i++) {
        const IntakeFile *wanted = &first_pass->files->ptr[answer->jobs[i]];
        if (answer->lost && answer->count > 1) {
            *VEC_PUSH(first_pass->arena, &first_pass->again) = answer->jobs[i];
            continue;
        }
        if (answer->lost || !take_file(first_pass, &in, wanted))
            take_nothing(first_pass, wanted);
        finish(first_pass, wanted);
    }
}

/* Takes one answer; false when no batch is being scanned. */
static bool take_next(FirstPassScan *first_pass)
{
    FirstPassAnswer answer;
    if (!first_pass_pool_next(first_pass->pool, &answer))
        return false;
    take_answer(first_pass, &answer);
    return true;
}

/* ---- requests ---- */

static void send(FirstPassScan *first_pass)
{
    if (first_pass->batch && first_pass_batch_count(first_pass->batch))
        first_pass_pool_send(first_pass->pool, first_pass->batch);
    first_pass->batch = NULL;
}

static char *make_room(FirstPassScan *first_pass, const IntakeFile *wanted, size_t len)
{
    char *room = first_pass->batch
                     ? first_pass_batch_room(first_pass->batch, wanted->file->path, len)
                     : NULL;
    if (room)
        return room;
    send(first_pass);
    first_pass->full = memory_for_workers(first_pass->options->memory, 0, 0) < FIRST_PASS_SHARE_MIN;
    while (!(first_pass->batch = first_pass_pool_batch(first_pass->pool)))
        if (!take_next(first_pass))
            return NULL;
    return first_pass_batch_room(first_pass->batch, wanted->file->path, len);
}

/* False if the path shows a language without likely definitions: the file need not be read. */
static bool may_define(const CatalogFile *file)
{
    return classify_is_indexed(file->class, file->path) &&
           (lexical_is_known(file->language) || lang_facts(file->language)->is_plain_text);
}

static void put_file(FirstPassScan *first_pass, size_t job)
{
    const IntakeFile *wanted = &first_pass->files->ptr[job];
    const CatalogFile *row = &first_pass->catalog->files.ptr[wanted->id];
    FsFile file SCOPED(fs_close) = {.fd = -1};
    size_t got = 0;
    Err ignored;
    if (!may_define(row)) {
        take_nothing(first_pass, wanted);
        finish(first_pass, wanted);
        return;
    }
    if (!fs_tree_file(&first_pass->tree, wanted->file->path, &file) ||
        file.size > INDEX_FILE_BYTES_MAX)
        return;
    char *room = make_room(first_pass, wanted, (size_t)file.size);
    if (room && fs_read_at(&file, 0, room, (size_t)file.size, &got, &ignored))
        first_pass_batch_put(first_pass->batch, job, got);
}

static bool look_at_all(FirstPassScan *first_pass, const volatile bool *cancel)
{
    for (size_t i = 0; i < first_pass->files->len && !first_pass->full; i++) {
        FileState state = first_pass->catalog->files.ptr[first_pass->files->ptr[i].id].state;
        if (*cancel)
            return false;
        if (state == FILE_LISTED)
            put_file(first_pass, i);
        else
            first_pass->done++;
        if (first_pass->options->step)
            first_pass->options->step(first_pass->options->context, first_pass->done);
    }
    send(first_pass);
    do {
        while (first_pass->again.len) {
            put_file(first_pass, first_pass->again.ptr[--first_pass->again.len]);
            send(first_pass);
        }
    } while (!*cancel && (take_next(first_pass) || first_pass->again.len));
    return !*cancel;
}

bool first_pass_files(Arena *arena, Catalog *catalog, const IntakeFileVec *files,
                      const FirstPassOptions *options, Err *err)
{
    const volatile bool never = false;
    FirstPassPool *pool SCOPED(first_pass_pool_close) = NULL;
    FsTree tree SCOPED(fs_tree_close) = {.fd = -1};
    const WorkerOptions workers = {.count = options->workers,
                                   .hidden = {options->hidden[0], options->hidden[1]}};
    size_t memory = memory_for_workers(options->memory, 0, 0);
    if (memory < FIRST_PASS_SHARE_MIN)
        return true;
    if (!fs_tree_open(arena, &(FsPolicy){0}, options->root, &tree, err) ||
        !first_pass_pool_open(arena, &workers, memory, &pool, err))
        return false;
    FirstPassScan first_pass = {.arena = arena,
                                .catalog = catalog,
                                .files = files,
                                .options = options,
                                .tree = tree,
                                .pool = pool};
    arena_open(&first_pass.scratch, 0);
    arena_keep_from_children(&first_pass.scratch);
    bool whole = look_at_all(&first_pass, options->cancel ? options->cancel : &never);
    arena_close(&first_pass.scratch);
    return whole || err_interrupted(err);
}
