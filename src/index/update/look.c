/* This process reads the files into memory that it has in common with the workers, in the order of
   their paths, and puts the names that come back into the catalog, while the workers scan. */
#include "index/update/look.h"

#include "base/fs.h"
#include "index/catalog/catalog_lean.h"
#include "index/catalog/classify.h"
#include "index/update/look_code.h"
#include "index/update/look_pool.h"
#include "index/update/memory.h"
#include "lang/lexical/lexical.h"

typedef struct Look {
    Arena *arena;
    Arena scratch;
    Catalog *catalog;
    const IntakeFileVec *files;
    const LookOptions *options;
    uint32_t done;
    FsTree tree;
    LookPool *pool;
    LookBatch *batch;  /* being filled, or NULL */
    bool full;         /* there is no memory for further files */
    VEC(size_t) again; /* each by itself: one of them took a worker down */
} Look;

void look_list(Catalog *catalog, const IntakeFileVec *files)
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

/* ---- what comes back ---- */

static bool take_file(Look *look, Unpack *in, const IntakeFile *wanted)
{
    LookHead head;
    Arena work = look->scratch;
    Names *names = &look->catalog->names;
    if (!look_take_head(in, &head))
        return false;
    CatalogFile *file = &look->catalog->files.ptr[wanted->id];
    file->language = head.language ? head.language : file->language;
    file->class = head.class;
    Entry *entries = catalog_set_entries(look->catalog, wanted->id, head.lines, head.count);
    file->degraded = head.degraded;
    file->package = names_put(names, head.package);
    Str *texts = NEW(&work, Str, head.count + 1), owner;
    uint32_t *ids = NEW(&work, uint32_t, head.count + 1);
    for (uint32_t i = 1; i <= head.count; i++) {
        if (!look_take_entry(in, i, &entries[i - 1], &entries[i], &texts[i], &owner))
            return false;
        entries[i].owner = names_put(names, owner);
    }
    names_put_many(names, texts + 1, head.count, ids + 1);
    for (uint32_t i = 1; i <= head.count; i++)
        entries[i].name = ids[i];
    return true;
}

/* A file that has nothing, or nothing that makes sense. */
static void take_nothing(Look *look, const IntakeFile *wanted)
{
    catalog_set_entries(look->catalog, wanted->id, 0, 0);
}

/* Until then a file is as it was before, so that what is saved does not claim it. */
static void finish(Look *look, const IntakeFile *wanted)
{
    CatalogFile *file = &look->catalog->files.ptr[wanted->id];
    file->size = wanted->file->size;
    file->stamp = wanted->file->stamp;
    file->inode = wanted->file->inode;
    file->reason = file->hash = (Str){0};
    file->state = FILE_LEXICAL;
    look->done++;
    catalog_trim(look->catalog);
}

static void take_answer(Look *look, const LookAnswer *answer)
{
    Unpack in = unpack_open(answer->packed);
    for (size_t i = 0; i < answer->count; i++) {
        const IntakeFile *wanted = &look->files->ptr[answer->jobs[i]];
        if (answer->lost && answer->count > 1) {
            *VEC_PUSH(look->arena, &look->again) = answer->jobs[i];
            continue;
        }
        if (answer->lost || !take_file(look, &in, wanted))
            take_nothing(look, wanted);
        finish(look, wanted);
    }
}

/* False when none is under way. */
static bool take_next(Look *look)
{
    LookAnswer answer;
    if (!look_pool_next(look->pool, &answer))
        return false;
    take_answer(look, &answer);
    return true;
}

/* ---- what goes out ---- */

static void send(Look *look)
{
    if (look->batch && look_batch_count(look->batch))
        look_pool_send(look->pool, look->batch);
    look->batch = NULL;
}

static char *make_room(Look *look, const IntakeFile *wanted, size_t len)
{
    char *room = look->batch ? look_batch_room(look->batch, wanted->file->path, len) : NULL;
    if (room)
        return room;
    send(look);
    look->full = memory_for_workers(look->options->memory, 0, 0) < LOOK_SHARE_MIN;
    while (!(look->batch = look_pool_batch(look->pool)))
        if (!take_next(look))
            return NULL;
    return look_batch_room(look->batch, wanted->file->path, len);
}

/* A language that the path tells and that has no definitions of this kind need not be read. */
static bool may_define(const CatalogFile *file)
{
    return classify_is_indexed(file->class, file->path) &&
           (lexical_is_known(file->language) || str_equal(lang_id(file->language), STR("text")));
}

static void put_file(Look *look, size_t job)
{
    const IntakeFile *wanted = &look->files->ptr[job];
    const CatalogFile *row = &look->catalog->files.ptr[wanted->id];
    FsFile file SCOPED(fs_close) = {.fd = -1};
    size_t got = 0;
    Err ignored;
    if (!may_define(row)) {
        take_nothing(look, wanted);
        finish(look, wanted);
        return;
    }
    if (!fs_tree_file(&look->tree, wanted->file->path, &file) || file.size > INDEX_FILE_BYTES_MAX)
        return;
    char *room = make_room(look, wanted, (size_t)file.size);
    if (room && fs_read_at(&file, 0, room, (size_t)file.size, &got, &ignored))
        look_batch_put(look->batch, job, got);
}

static bool look_at_all(Look *look, const volatile bool *cancel)
{
    for (size_t i = 0; i < look->files->len && !look->full; i++) {
        FileState state = look->catalog->files.ptr[look->files->ptr[i].id].state;
        if (*cancel)
            return false;
        if (state == FILE_LISTED)
            put_file(look, i);
        else
            look->done++;
        if (look->options->step)
            look->options->step(look->options->context, look->done);
    }
    send(look);
    do {
        while (look->again.len) {
            put_file(look, look->again.ptr[--look->again.len]);
            send(look);
        }
    } while (!*cancel && (take_next(look) || look->again.len));
    return !*cancel;
}

bool look_files(Arena *arena, Catalog *catalog, const IntakeFileVec *files,
                const LookOptions *options, Err *err)
{
    const volatile bool never = false;
    LookPool *pool SCOPED(look_pool_close) = NULL;
    FsTree tree SCOPED(fs_tree_close) = {.fd = -1};
    const WorkerOptions workers = {.count = options->workers,
                                   .hidden = {options->hidden[0], options->hidden[1]}};
    size_t memory = memory_for_workers(options->memory, 0, 0);
    if (memory < LOOK_SHARE_MIN)
        return true;
    if (!fs_tree_open(arena, &(FsPolicy){0}, options->root, &tree, err) ||
        !look_pool_open(arena, &workers, memory, &pool, err))
        return false;
    Look look = {.arena = arena,
                 .catalog = catalog,
                 .files = files,
                 .options = options,
                 .tree = tree,
                 .pool = pool};
    arena_open(&look.scratch, 0);
    arena_keep_from_children(&look.scratch);
    bool whole = look_at_all(&look, options->cancel ? options->cancel : &never);
    arena_close(&look.scratch);
    return whole || err_set(err, ERR_INTERRUPTED, "interrupted");
}
