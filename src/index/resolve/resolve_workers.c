/* A worker has one piece of work at a time, a run of files; the next piece is made ready meanwhile,
   so that it need not wait. Pieces that are done early wait for those before them; who is far ahead
   gets nothing for a while. Only this process has the store open: SQLite's connections must not
   cross a fork. */
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

#define PIECE_FILES 64
#define PIECE_BYTES (1 * MB)
/* Pieces between the first that is not taken up and the last that is given out. */
#define PIECES_MAX 32
#define CANCEL_MS 100
/* Between two looks at the memory; a look at shared pages takes a part of that at most. */
#define LOOK_MS 20
#define LOOK_PAUSE 20

/* ---- messages ---- */

typedef struct Head {
    uint32_t bytes, files;
} Head;

typedef struct FileHead {
    uint32_t file, outline, references; /* bytes of facts */
} FileHead;

typedef struct ResultHead {
    uint32_t file;
    uint32_t names; /* bytes, each with a NUL behind it */
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

static bool send_piece(int fd, const Buf *piece, uint32_t files)
{
    Head head = {(uint32_t)piece->len, files};
    return child_write(fd, &head, sizeof head) && child_write(fd, piece->ptr, piece->len);
}

static bool receive_piece(int fd, Arena *arena, Head *head, Str *piece)
{
    if (!child_read(fd, head, sizeof *head))
        return false;
    char *bytes = arena_bytes(arena, head->bytes);
    *piece = (Str){bytes, head->bytes};
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
    while (receive_piece(fd, &arena, &head, &rest)) {
        Buf out = buf_open(&made, 0);
        for (uint32_t i = 0; i < head.files; i++)
            if (!resolve_next(work->resolver, work->catalog, scratch, &rest, &out))
                return;
        if (!send_piece(fd, &out, head.files))
            return;
        arena_reset(&arena);
        arena_reset(&made);
    }
}

/* ---- in the parent ---- */

typedef struct ResolveWorkersWorker {
    Child child;
    uint32_t piece;       /* 1 + its number, 0: idle */
    uint32_t names;       /* its names below are ours, too */
    VEC(uint32_t) itself; /* ours, by what it calls the others */
} ResolveWorkersWorker;

/* A piece that is not taken up yet. */
typedef struct Piece {
    uint32_t from, to, files; /* files in it: those that are due between the two */
    ResolveWorkersWorker *worker;
    Arena arena;
    Str result;
    bool done;
} Piece;

typedef struct ResolveWorkers {
    const ResolveWork *work;
    Arena scratch;
    Arena arena; /* what the workers' names are called here */
    ResolveWorkersWorker workers[PARALLEL_MAX];
    unsigned count;
    Piece pieces[PIECES_MAX]; /* by number */
    uint32_t made, applied;   /* numbers */
    uint32_t given;           /* pieces below are given out, the one at it may be ready */
    uint32_t file;            /* the next one */
    Arena ready_arena;
    Buf ready;
    int64_t look_ms;
    bool lost;
} ResolveWorkers;

static Piece *piece_at(ResolveWorkers *workers, uint32_t number)
{
    return &workers->pieces[number % PIECES_MAX];
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

/* Makes the next piece ready unless one is, or there is no room, or nothing left. */
static bool prepare(ResolveWorkers *workers, Err *err)
{
    const ResolveWork *work = workers->work;
    size_t files = work->catalog->files.len;
    if (workers->made > workers->given || workers->file == files ||
        workers->made - workers->applied >= MIN(PIECES_MAX, 4 * workers->count))
        return true;
    Piece *piece = piece_at(workers, workers->made++);
    arena_reset(&workers->ready_arena);
    workers->ready = buf_open(&workers->ready_arena, 0);
    piece->from = workers->file;
    piece->files = 0;
    piece->done = false;
    for (; workers->file < files && piece->files < PIECE_FILES && workers->ready.len < PIECE_BYTES;
         workers->file++) {
        if (!is_due(work, workers->file))
            continue;
        if (!put_file(workers, workers->file, err))
            return false;
        piece->files++;
    }
    piece->to = workers->file;
    return true;
}

static bool give(ResolveWorkers *workers, ResolveWorkersWorker *worker, Err *err)
{
    if (worker->piece || !prepare(workers, err))
        return worker->piece;
    if (workers->made == workers->given)
        return true;
    Piece *piece = piece_at(workers, workers->given++);
    piece->worker = worker;
    worker->piece = workers->given;
    workers->lost = workers->lost || !send_piece(worker->child.fd, &workers->ready, piece->files);
    return true;
}

static bool hear(ResolveWorkers *workers, ResolveWorkersWorker *worker)
{
    Piece *piece = piece_at(workers, worker->piece - 1);
    Head head;
    if (piece->arena.begin)
        arena_reset(&piece->arena);
    else
        arena_open(&piece->arena, 0);
    worker->piece = 0;
    piece->done = receive_piece(worker->child.fd, &piece->arena, &head, &piece->result);
    return piece->done;
}

/* ---- taking up ---- */

static void take_names(ResolveWorkers *workers, ResolveWorkersWorker *worker, Str texts)
{
    Str name;
    while (texts.len && str_take_until(&texts, '\0', &name))
        *VEC_PUSH(&workers->arena, &worker->itself) =
            names_put(&workers->work->catalog->names, name);
}

static uint32_t our_name(const ResolveWorkersWorker *worker, uint32_t name)
{
    return name < worker->names ? name : worker->itself.ptr[name - worker->names];
}

static void take_links(ResolveWorkers *workers, const ResolveWorkersWorker *worker,
                       const ResultHead *head, Str *rest)
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

static bool apply(ResolveWorkers *workers, const Piece *piece, Err *err)
{
    const ResolveWork *work = workers->work;
    Str rest = piece->result;
    for (uint32_t file = piece->from; file < piece->to; file++) {
        bool due = is_due(work, file);
        if (due) {
            ResultHead head;
            memcpy(&head, take_bytes(&rest, sizeof head).ptr, sizeof head);
            take_names(workers, piece->worker, take_bytes(&rest, head.names));
            take_links(workers, piece->worker, &head, &rest);
        }
        if (!work->done(work->context, file, due, err))
            return false;
    }
    return true;
}

static bool apply_done(ResolveWorkers *workers, uint32_t *next, Err *err)
{
    while (workers->applied < workers->given && piece_at(workers, workers->applied)->done) {
        Piece *piece = piece_at(workers, workers->applied++);
        if (!apply(workers, piece, err))
            return false;
        piece->done = false;
        *next = piece->to;
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

/* Pages that are shared count for each who has them where that is enough to know. */
static void look_at_memory(ResolveWorkers *workers)
{
    uint64_t limit = memory_limit(workers->work->memory);
    int64_t now = proc_clock_ms();
    if (limit == MEMORY_NONE || now < workers->look_ms)
        return;
    workers->look_ms = now + LOOK_MS;
    if (sum_memory(workers, proc_memory_of) <= limit)
        return;
    workers->lost = workers->lost || sum_memory(workers, proc_memory_part_of) > limit;
    int64_t end = proc_clock_ms();
    workers->look_ms = end + MAX((int64_t)LOOK_MS, LOOK_PAUSE * (end - now));
}

/* ---- the whole ---- */

static bool wait_for_any(ResolveWorkers *workers, Err *err)
{
    struct pollfd fds[PARALLEL_MAX];
    for (unsigned i = 0; i < workers->count; i++)
        fds[i] = (struct pollfd){workers->workers[i].piece ? workers->workers[i].child.fd : -1,
                                 POLLIN, 0};
    while (poll(fds, workers->count, CANCEL_MS) <= 0)
        if (workers->work->cancel && *workers->work->cancel)
            return err_set(err, ERR_INTERRUPTED, "interrupted");
    for (unsigned i = 0; i < workers->count && !workers->lost; i++) {
        if (!fds[i].revents)
            continue;
        workers->lost = !hear(workers, &workers->workers[i]);
        if (!workers->lost && !give(workers, &workers->workers[i], err))
            return false;
    }
    return true;
}

static bool run(ResolveWorkers *workers, uint32_t *next, Err *err)
{
    size_t files = workers->work->catalog->files.len;
    while (*next < files && !workers->lost) {
        for (unsigned i = 0; i < workers->count && !workers->lost; i++)
            if (!give(workers, &workers->workers[i], err))
                return false;
        if (!prepare(workers, err))
            return false;
        look_at_memory(workers);
        if (workers->applied < workers->given && !workers->lost && !wait_for_any(workers, err))
            return false;
        if (!apply_done(workers, next, err))
            return false;
    }
    return true;
}

/* What workers have not handed over is not wanted any more, whatever they are doing. */
static void stop(ResolveWorkers *workers)
{
    for (unsigned i = 0; i < workers->count; i++) {
        kill(workers->workers[i].child.pid, SIGKILL);
        child_stop(&workers->workers[i].child);
    }
    for (size_t i = 0; i < PIECES_MAX; i++)
        arena_close(&workers->pieces[i].arena);
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
        ResolveWorkersWorker *worker = &workers.workers[workers.count];
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
