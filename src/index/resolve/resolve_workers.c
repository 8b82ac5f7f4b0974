/* Each worker has one batch of files at a time. The next batch is prepared meanwhile, so that no
   worker waits for it. Results are applied in order: a batch that is done early waits for those
   before it, and no batch is given out while too many are waiting. Only the parent has the store
   open, since connections of SQLite must not cross a fork. */
#include "index/resolve/resolve_workers.h"

#include "base/child.h"
#include "base/limits.h"
#include "base/proc.h"
#include "base/proc_memory.h"
#include "index/catalog/catalog_lean.h"
#include "index/update/memory.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <unistd.h>

/* One batch, whichever is reached first: large enough that messages cost little, small
 * enough that no worker ends long after the others. */
#define BATCH_FILES 64
#define BATCH_BYTES (1 * MB)
/* Batches from the first that is not applied to the last that is given out. */
#define BATCHES_MAX 32
#define CANCEL_MS 100
/* Between two checks of the memory. Counting shared pages is slow: it takes at most one part in
   MEMORY_CHECK_PAUSE of the time. */
#define MEMORY_CHECK_MS 20
#define MEMORY_CHECK_PAUSE 20

/* ---- messages ---- */

typedef struct Head {
    uint32_t bytes, files;
} Head;

typedef struct FileHead {
    uint32_t file, outline, references; /* bytes of facts */
} FileHead;

typedef struct ResultHead {
    uint32_t file;
    uint32_t names; /* bytes of new names, each ending in NUL */
    uint32_t imports, edges;
} ResultHead;

static void put_bytes(Buf *out, const void *bytes, size_t len)
{
    buf_put(out, (Str){bytes, len});
}

static Str take_bytes(Str *rest, size_t len)
{
    Str taken = str_slice(*rest, 0, len);
    *rest = str_from_offset(*rest, len);
    return taken;
}

static bool send_batch(int fd, const Buf *batch, uint32_t files)
{
    Head head = {(uint32_t)batch->len, files};
    return child_write(fd, &head, sizeof head) && child_write(fd, batch->ptr, batch->len);
}

static bool receive_batch(int fd, Arena *arena, Head *head, Str *batch)
{
    if (!child_read(fd, head, sizeof *head))
        return false;
    char *bytes = arena_bytes(arena, head->bytes);
    *batch = (Str){bytes, head->bytes};
    return child_read(fd, bytes, head->bytes);
}

/* ---- in a worker ---- */

static void put_result(Buf *out, const Catalog *catalog, uint32_t file, uint32_t names,
                       const FileLinks *links)
{
    uint32_t count = names_count(&catalog->names);
    size_t start = names < count ? catalog->names.starts.ptr[names] : catalog->names.text.len;
    Str texts = {catalog->names.text.ptr + start, catalog->names.text.len - start};
    ResultHead head = {.file = file,
                       .names = (uint32_t)texts.len,
                       .imports = (uint32_t)links->imports->len,
                       .edges = (uint32_t)links->edges.len};
    put_bytes(out, &head, sizeof head);
    buf_put(out, texts);
    put_bytes(out, links->imports->ptr, head.imports * sizeof *links->imports->ptr);
    put_bytes(out, links->edges.ptr, head.edges * sizeof *links->edges.ptr);
}

static bool resolve_next(Resolver *resolver, Catalog *catalog, Arena scratch, Str *rest, Buf *out)
{
    FileHead head;
    FileLinks links;
    Err ignored;
    Arena start = scratch;
    memcpy(&head, take_bytes(rest, sizeof head).ptr, sizeof head);
    Str outline = take_bytes(rest, head.outline), references = take_bytes(rest, head.references);
    FreshFacts fresh = {.hash = catalog->files.ptr[head.file].hash,
                        .facts = {.outline = outline, .references = references}};
    catalog->fresh.ptr = &fresh;
    catalog->fresh.len = 1;
    uint32_t names = names_count(&catalog->names);
    if (!resolve_links(resolver, &scratch, head.file, &links, &ignored))
        return false;
    put_result(out, catalog, head.file, names, &links);
    if (catalog->files.ptr[head.file].count > RESOLVE_LARGE_SYMBOLS)
        arena_give_back(start, start.end);
    catalog_trim(catalog);
    return true;
}

static void serve(int fd, void *state)
{
    const ResolveWork *work = state;
    Arena arena, made, scratch;
    Head head;
    Str rest;
    work->catalog->store = NULL;
    arena_open(&arena, 0);
    arena_open(&made, 0);
    arena_open(&scratch, 0);
    while (receive_batch(fd, &arena, &head, &rest)) {
        Buf out = buf_open(&made, 0);
        for (uint32_t i = 0; i < head.files; i++)
            if (!resolve_next(work->resolver, work->catalog, scratch, &rest, &out))
                return;
        if (!send_batch(fd, &out, head.files))
            return;
        arena_reset(&arena);
        arena_reset(&made);
    }
}

/* ---- in the parent ---- */

typedef struct ResolveWorker {
    Child child;
    uint32_t batch;          /* its number + 1; 0: idle */
    uint32_t names;          /* name ids below this are the same as in the parent */
    VEC(uint32_t) our_names; /* the other names: ids of the worker → ids of the parent */
} ResolveWorker;

/* A batch that is not applied yet. */
typedef struct Batch {
    uint32_t from, to, files; /* `files`: how many between the two are resolved */
    ResolveWorker *worker;
    Arena arena;
    Str result;
    bool done;
} Batch;

typedef struct ResolveWorkers {
    const ResolveWork *work;
    Arena scratch;
    Arena arena; /* of our_names */
    ResolveWorker workers[PARALLEL_MAX];
    unsigned count;
    Batch batches[BATCHES_MAX]; /* by number, modulo BATCHES_MAX */
    uint32_t made, applied;     /* how many batches */
    uint32_t given;             /* … and how many were given out; one more may be prepared */
    uint32_t file;              /* the next that no batch has */
    Arena ready_arena;
    Buf ready;
    int64_t memory_check_ms;
    bool lost;
} ResolveWorkers;

static Batch *batch_at(ResolveWorkers *workers, uint32_t number)
{
    return &workers->batches[number % BATCHES_MAX];
}

static bool is_due(const ResolveWork *work, uint32_t file)
{
    return (!work->chosen || work->chosen[file]) && work->catalog->files.ptr[file].count;
}

static bool put_file(ResolveWorkers *workers, uint32_t file, Err *err)
{
    const Catalog *catalog = workers->work->catalog;
    Arena work = workers->scratch;
    Facts facts;
    if (!catalog_file_facts(catalog, &work, file, &facts, err))
        return false;
    FileHead head = {file, (uint32_t)facts.outline.len, (uint32_t)facts.references.len};
    put_bytes(&workers->ready, &head, sizeof head);
    buf_put(&workers->ready, facts.outline);
    buf_put(&workers->ready, facts.references);
    return true;
}

/* Prepares the next batch, unless one is prepared, too many are waiting, or no file is left. */
static bool prepare(ResolveWorkers *workers, Err *err)
{
    const ResolveWork *work = workers->work;
    size_t files = work->catalog->files.len;
    if (workers->made > workers->given || workers->file == files ||
        workers->made - workers->applied >= MIN(BATCHES_MAX, 4 * workers->count))
        return true;
    Batch *batch = batch_at(workers, workers->made++);
    arena_reset(&workers->ready_arena);
    workers->ready = buf_open(&workers->ready_arena, 0);
    batch->from = workers->file;
    batch->files = 0;
    batch->done = false;
    for (; workers->file < files && batch->files < BATCH_FILES && workers->ready.len < BATCH_BYTES;
         workers->file++) {
        if (!is_due(work, workers->file))
            continue;
        if (!put_file(workers, workers->file, err))
            return false;
        batch->files++;
    }
    batch->to = workers->file;
    return true;
}

static bool give_batch(ResolveWorkers *workers, ResolveWorker *worker, Err *err)
{
    if (worker->batch || !prepare(workers, err))
        return worker->batch;
    if (workers->made == workers->given)
        return true;
    Batch *batch = batch_at(workers, workers->given++);
    batch->worker = worker;
    worker->batch = workers->given;
    workers->lost = workers->lost || !send_batch(worker->child.fd, &workers->ready, batch->files);
    return true;
}

static bool take_result(ResolveWorkers *workers, ResolveWorker *worker)
{
    Batch *batch = batch_at(workers, worker->batch - 1);
    Head head;
    if (batch->arena.begin)
        arena_reset(&batch->arena);
    else
        arena_open(&batch->arena, 0);
    worker->batch = 0;
    batch->done = receive_batch(worker->child.fd, &batch->arena, &head, &batch->result);
    return batch->done;
}

/* ---- applying results ---- */

static void take_names(ResolveWorkers *workers, ResolveWorker *worker, Str texts)
{
    Str name;
    while (texts.len && str_take_until(&texts, '\0', &name))
        *VEC_PUSH(&workers->arena, &worker->our_names) =
            names_put(&workers->work->catalog->names, name);
}

static uint32_t our_name(const ResolveWorker *worker, uint32_t name)
{
    return name < worker->names ? name : worker->our_names.ptr[name - worker->names];
}

static void take_links(ResolveWorkers *workers, const ResolveWorker *worker, const ResultHead *head,
                       Str *rest)
{
    Arena work = workers->scratch;
    ImportLinkVec imports = {.ptr = NEW(&work, ImportLink, head->imports), .len = head->imports};
    EdgeVec edges = {.ptr = NEW(&work, Edge, head->edges), .len = head->edges};
    Str from = take_bytes(rest, imports.len * sizeof *imports.ptr);
    if (from.len)
        memcpy(imports.ptr, from.ptr, from.len);
    from = take_bytes(rest, edges.len * sizeof *edges.ptr);
    if (from.len)
        memcpy(edges.ptr, from.ptr, from.len);
    for (size_t i = 0; i < imports.len; i++) {
        ImportLink *link = &imports.ptr[i];
        link->package = our_name(worker, link->package);
        link->name = our_name(worker, link->name);
        link->alias = our_name(worker, link->alias);
    }
    for (size_t i = 0; i < edges.len; i++)
        edges.ptr[i].external = our_name(worker, edges.ptr[i].external);
    catalog_set_links(workers->work->catalog, work, head->file, &imports, &edges);
}

static bool apply(ResolveWorkers *workers, const Batch *batch, Err *err)
{
    const ResolveWork *work = workers->work;
    Str rest = batch->result;
    for (uint32_t file = batch->from; file < batch->to; file++) {
        bool due = is_due(work, file);
        if (due) {
            ResultHead head;
            memcpy(&head, take_bytes(&rest, sizeof head).ptr, sizeof head);
            take_names(workers, batch->worker, take_bytes(&rest, head.names));
            take_links(workers, batch->worker, &head, &rest);
        }
        if (!work->done(work->context, file, due, err))
            return false;
    }
    return true;
}

static bool apply_done(ResolveWorkers *workers, uint32_t *next, Err *err)
{
    while (workers->applied < workers->given && batch_at(workers, workers->applied)->done) {
        Batch *batch = batch_at(workers, workers->applied++);
        if (!apply(workers, batch, err))
            return false;
        batch->done = false;
        *next = batch->to;
    }
    return true;
}

/* ---- memory ---- */

static uint64_t sum_memory(const ResolveWorkers *workers, size_t (*of)(int pid))
{
    uint64_t sum = of(getpid());
    for (unsigned i = 0; i < workers->count; i++)
        sum += of(workers->workers[i].child.pid);
    return sum;
}

/* Each process counts shared pages as its own. Only if that exceeds the limit, its true share is
   measured. */
static void check_memory(ResolveWorkers *workers)
{
    uint64_t limit = memory_limit(workers->work->memory);
    int64_t now = proc_clock_ms();
    if (limit == MEMORY_NONE || now < workers->memory_check_ms)
        return;
    workers->memory_check_ms = now + MEMORY_CHECK_MS;
    if (sum_memory(workers, proc_memory_of) <= limit)
        return;
    workers->lost = workers->lost || sum_memory(workers, proc_memory_part_of) > limit;
    int64_t end = proc_clock_ms();
    workers->memory_check_ms =
        end + MAX((int64_t)MEMORY_CHECK_MS, MEMORY_CHECK_PAUSE * (end - now));
}

/* ---- the loop ---- */

static bool wait_for_any(ResolveWorkers *workers, Err *err)
{
    struct pollfd fds[PARALLEL_MAX];
    for (unsigned i = 0; i < workers->count; i++)
        fds[i] = (struct pollfd){workers->workers[i].batch ? workers->workers[i].child.fd : -1,
                                 POLLIN, 0};
    while (poll(fds, workers->count, CANCEL_MS) <= 0)
        if (workers->work->cancel && *workers->work->cancel)
            return err_interrupted(err);
    for (unsigned i = 0; i < workers->count && !workers->lost; i++) {
        if (!fds[i].revents)
            continue;
        workers->lost = !take_result(workers, &workers->workers[i]);
        if (!workers->lost && !give_batch(workers, &workers->workers[i], err))
            return false;
    }
    return true;
}

static bool run(ResolveWorkers *workers, uint32_t *next, Err *err)
{
    size_t files = workers->work->catalog->files.len;
    while (*next < files && !workers->lost) {
        for (unsigned i = 0; i < workers->count && !workers->lost; i++)
            if (!give_batch(workers, &workers->workers[i], err))
                return false;
        if (!prepare(workers, err))
            return false;
        check_memory(workers);
        if (workers->applied < workers->given && !workers->lost && !wait_for_any(workers, err))
            return false;
        if (!apply_done(workers, next, err))
            return false;
    }
    return true;
}

/* Kills the workers: results they have not returned are no longer needed. */
static void stop(ResolveWorkers *workers)
{
    for (unsigned i = 0; i < workers->count; i++) {
        kill(workers->workers[i].child.pid, SIGKILL);
        child_stop(&workers->workers[i].child);
    }
    for (size_t i = 0; i < BATCHES_MAX; i++)
        arena_close(&workers->batches[i].arena);
    arena_close(&workers->ready_arena);
    arena_close(&workers->arena);
}

bool resolve_in_workers(Arena scratch, const ResolveWork *work, uint32_t *next, Err *err)
{
    ResolveWorkers workers = {.work = work, .scratch = scratch};
    uint32_t names = names_count(&work->catalog->names);
    *next = 0;
    arena_open(&workers.arena, 0);
    arena_open(&workers.ready_arena, 0);
    if (work->catalog->lean)
        catalog_lean_hide(work->catalog->lean, false);
    while (workers.count < MIN(work->workers, (unsigned)PARALLEL_MAX)) {
        ResolveWorker *worker = &workers.workers[workers.count];
        if (!child_fork(serve, (void *)(uintptr_t)work, &worker->child))
            break;
        worker->names = names;
        workers.count++;
    }
    if (work->catalog->lean)
        catalog_lean_hide(work->catalog->lean, true);
    bool ok = !workers.count || run(&workers, next, err);
    stop(&workers);
    return ok;
}
