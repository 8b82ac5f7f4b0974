/* A root: its live index, the reader that answers requests about it, and its reviews. */
#include "base/fs.h"
#include "base/path.h"
#include "base/proc.h"
#include "config/config.h"
#include "lsp/lsp_state.h"
#include "lsp/lsp_uri.h"
#include "session/place.h"
#include "session/root_guard.h"
#include "session/staleness.h"

#include <poll.h>

/* Quiet before a review, so that typing starts few; and the longest delay while changes go on. */
#define QUIET_MS 200
#define QUIET_MAX_MS 600
/* A commit moves HEAD and changes no file of the tree. */
#define HEAD_MS 1000
/* Where the system refuses file watches, the tree is listed this often. */
#define UNWATCHED_MS 1000

/* ---- opening ---- */

/* Finds the repository and opens its index, or sets root->why. */
static void open_index(LspRoot *root)
{
    const ToolContext *context = root->server->context;
    const FsPolicy policy = {.roots = context->roots, .root_count = context->root_count};
    Arena scratch SCOPED(arena_close) = {0};
    Err err = {0};
    arena_open(&scratch, 0);
    bool placed =
        session_place_of(&root->arena, &policy, root->real, &root->repo, &root->database, &err);
    if (!root->real.len)
        err_set(&err, ERR_NOT_FOUND, "the directory does not exist");
    else if (placed && root_guard_is_wide(scratch, &root->repo))
        placed = root_guard_refuse(&root->arena, &root->repo, &err);
    LiveOptions options = {.root = root->repo.root,
                           .database = root->database,
                           .memory = config_memory(context->config)};
    if (!root->real.len || !placed ||
        !root_guard_check_bare(&root->arena, (Str){0}, &root->repo, &err) ||
        !live_open(&options, &root->live, &err)) {
        live_close(&root->live);
        root->why = str_copy(&root->arena,
                             err.message[0] ? str_from(err.message) : STR("no place for an index"));
    }
}

/* A free slot; NULL: all are taken. */
static LspRoot *free_root(LspServer *server)
{
    for (size_t i = 0; i < server->root_count; i++)
        if (!lsp_root_is_open(&server->roots[i]))
            return &server->roots[i];
    return server->root_count < LSP_ROOTS_MAX ? &server->roots[server->root_count++] : NULL;
}

void lsp_root_open(LspServer *server, Str uri, Str path)
{
    LspRoot *root = free_root(server);
    if (!root) {
        lsp_front_log(server, STR("too many folders are open: the last one is left out"));
        return;
    }
    *root = (LspRoot){.server = server};
    arena_open(&root->unreviewed_arena, 0);
    arena_open(&root->arena, 0);
    arena_open(&root->head_arena, 0);
    root->uri = str_copy(&root->arena, uri);
    root->path = path_normalise(&root->arena, path);
    root->real = fs_real_path(&root->arena, root->path);
    root->published = NEW(&root->arena, LspPublished, LSP_PUBLISHED_MAX);
    open_index(root);
    if (root->why.len)
        lsp_front_log(server, str_format(&root->arena, "no index of %.*s: %.*s",
                                         STR_ARG(root->path), STR_ARG(root->why)));
    lsp_root_changed(root);
}

static void fail_requests(const LspRoot *root)
{
    for (LspRequest *request = root->server->requests, *next; request; request = next) {
        next = request->next;
        if (request->root == root)
            lsp_front_fail(request, RPC_REQUEST_FAILED, STR("its folder was closed"));
    }
}

void lsp_root_close(LspRoot *root)
{
    lsp_process_stop(&root->reader);
    lsp_process_stop(&root->reviewer);
    live_close(&root->live);
    fail_requests(root);
    lsp_publish_close(root);
    arena_close(&root->head_arena);
    arena_close(&root->unreviewed_arena);
    Arena arena = root->arena;
    *root = (LspRoot){0};
    arena_close(&arena);
}

LspRoot *lsp_root_of(LspServer *server, Str path)
{
    LspRoot *found = NULL;
    size_t most = 0;
    for (size_t i = 0; i < server->root_count; i++) {
        LspRoot *root = &server->roots[i];
        if (!lsp_root_is_open(root))
            continue;
        found = found ? found : root;
        bool inside = path_is_inside(path, root->path) || path_is_inside(path, root->real);
        if (path.len && inside && root->path.len > most) {
            most = root->path.len;
            found = root;
        }
    }
    return found;
}

/* ---- paths ---- */

Str lsp_root_relative(const LspRoot *root, Arena *arena, Str path)
{
    Str base = root->repo.root;
    if (path_is_inside(path, root->path) && !path_is_inside(path, root->real))
        path = path_join(arena, root->real, str_from_offset(path, root->path.len + 1));
    if (!base.len || !path.len || !path_is_inside(path, base) || str_equal(path, base))
        return (Str){0};
    return str_from_offset(path, base.len + (str_ends(base, STR("/")) ? 0 : 1));
}

Str lsp_root_uri(const LspRoot *root, Arena *arena, Str path)
{
    Str whole = path_join(arena, root->repo.root, path);
    const LspDocuments *documents = &root->server->documents;
    for (size_t i = 0; i < documents->count; i++)
        if (str_equal(lsp_root_relative(root, arena, documents->list[i].path), path))
            return documents->list[i].uri;
    if (!path_is_inside(whole, root->real) || str_equal(whole, root->real))
        return lsp_uri_of(arena, whole);
    return lsp_uri_join(arena, root->uri, str_from_offset(whole, root->real.len + 1));
}

bool lsp_root_has(const LspRoot *root, Arena *arena, Str uri)
{
    return lsp_root_relative(root, arena, lsp_uri_path(arena, uri)).len > 0;
}

/* ---- requests ---- */

void lsp_root_drop_reader(LspRoot *root)
{
    lsp_process_stop(&root->reader);
}

static bool is_outdated(const LspRoot *root)
{
    return root->reader_version != root->version ||
           root->reader_serial != root->server->documents.serial;
}

/* Whether the index has what a request needs; else *why says what is missing. */
static bool is_ready(const LspRoot *root, Arena *arena, LspNeed need, Str *why)
{
    if (need == LSP_NEEDS_TEXT)
        return true;
    *why = root->why;
    if (!root->live)
        return false;
    LiveView view = live_view(root->live);
    *why = STR("the index needs more memory than allowed: fovea index --help says how to raise it");
    if (view.absent)
        return false;
    *why = STR("calls of files that changed just now are being resolved");
    if (view.stage == LIVE_SETTLING)
        return need != LSP_NEEDS_CALLS;
    Buf text = buf_open(arena, 0);
    buf_put(&text, STR("not indexed yet: "));
    staleness_put(&text, &view.behind);
    *why = buf_str(&text);
    return view.stage != LIVE_BUILDING;
}

static LspRequest *next_request(const LspRoot *root)
{
    LspRequest *request = root->server->requests;
    while (request && (request->root != root || request->method->need == LSP_NEEDS_REVIEW))
        request = request->next;
    return request;
}

/* Starts the reader, unless it runs and has the present state. */
static bool bring_reader(LspRoot *root)
{
    if (lsp_process_runs(&root->reader) && !is_outdated(root))
        return true;
    lsp_process_stop(&root->reader);
    root->reader_version = root->version;
    root->reader_serial = root->server->documents.serial;
    return lsp_process_start(&root->reader, lsp_reader_serve, root);
}

/* Gives the reader the oldest request that can be answered; refuses those that have waited too
   long. */
static void give_request(LspRoot *root)
{
    Str why = {0};
    LspRequest *request = root->running ? NULL : next_request(root);
    if (!request)
        return;
    bool late = proc_clock_ms() - request->since_ms >= LSP_PATIENCE_MS;
    bool waits = root->live && !live_view(root->live).absent;
    if (!is_ready(root, &request->arena, request->method->need, &why)) {
        if (late || !waits)
            lsp_front_fail(request, RPC_REQUEST_FAILED, why);
        return;
    }
    if (!bring_reader(root)) {
        lsp_front_fail(request, RPC_REQUEST_FAILED, STR("the system refuses a process"));
        return;
    }
    request->since_ms = proc_clock_ms();
    root->running = request;
    lsp_process_put(&root->reader, request->text);
}

static void take_answer(LspRoot *root)
{
    LspNoteKind kind;
    Str text;
    while (lsp_process_take(&root->reader, &kind, &text)) {
        if (kind == LSP_NOTE_SPENT)
            root->reader_serial = UINT64_MAX;
        if (kind == LSP_NOTE_SPENT || !root->running)
            continue;
        lsp_front_send(root->server, text);
        if (kind == LSP_NOTE_ANSWER)
            lsp_front_forget(root->running);
    }
}

static void lose_reader(LspRoot *root, Str why)
{
    lsp_process_stop(&root->reader);
    if (root->running)
        lsp_front_fail(root->running, RPC_INTERNAL_ERROR, why);
}

static void step_reader(LspRoot *root, short events)
{
    if (!lsp_process_runs(&root->reader))
        return;
    bool sound = !(events & POLLOUT) || lsp_process_write(&root->reader);
    if (events & (POLLIN | POLLHUP | POLLERR))
        sound = lsp_process_read(&root->reader) && sound;
    take_answer(root);
    if (!sound)
        lose_reader(root, STR("the request's process ended early"));
    else if (root->running && proc_clock_ms() - root->running->since_ms > LSP_ANSWER_MS)
        lose_reader(root, STR("the request took too long"));
}

/* ---- the index ---- */

void lsp_root_changed(LspRoot *root)
{
    int64_t now = proc_clock_ms();
    if (!root->changed_ms)
        root->changed_ms = now;
    root->review_ms = MIN(now + QUIET_MS, root->changed_ms + QUIET_MAX_MS);
    lsp_process_stop(&root->reviewer);
}

static unsigned hurry_of(const LspRoot *root)
{
    const LspRequest *request = next_request(root);
    bool reviews = root->review_ms != 0;
    unsigned hurry = request && request->method->need != LSP_NEEDS_TEXT ? LIVE_HURRY_SYMBOLS : 0;
    return hurry | (reviews || (request && request->method->need == LSP_NEEDS_CALLS)
                        ? LIVE_HURRY_SYMBOLS | LIVE_HURRY_CALLS
                        : 0);
}

static void step_live(LspRoot *root)
{
    Err err = {0};
    if (!root->live)
        return;
    bool stepped = live_step(root->live, hurry_of(root), &err);
    LiveView view = live_view(root->live);
    if (!stepped || view.lost) {
        root->why =
            stepped ? STR("the repository is gone") : str_copy(&root->arena, str_from(err.message));
        live_close(&root->live);
        lsp_process_stop(&root->reviewer);
        return;
    }
    if (view.version != root->version) {
        root->version = view.version;
        lsp_root_changed(root);
    }
}

/* Notices a commit or another branch. */
static void look_at_head(LspRoot *root)
{
    int64_t now = proc_clock_ms();
    Arena scratch SCOPED(arena_close) = {0};
    if (!root->live || now - root->head_ms < HEAD_MS)
        return;
    GitRepo repo = root->repo;
    arena_open(&scratch, 0);
    root->head_ms = now;
    git_repo_read_head(&scratch, &repo);
    if (str_equal(repo.head, root->head))
        return;
    arena_reset(&root->head_arena);
    root->head = str_copy(&root->head_arena, repo.head);
    lsp_root_changed(root);
}

/* ---- reviews ---- */

static void step_review(LspRoot *root, short events)
{
    if (lsp_process_runs(&root->reviewer) && events) {
        bool sound = lsp_process_read(&root->reviewer);
        lsp_publish_take(root);
        if (!sound)
            lsp_process_stop(&root->reviewer);
    }
    if (!root->review_ms || proc_clock_ms() < root->review_ms || !root->live ||
        lsp_process_runs(&root->reviewer))
        return;
    LiveView view = live_view(root->live);
    if (view.absent || view.stage == LIVE_SETTLING || view.stage == LIVE_BUILDING)
        return;
    root->review_ms = root->changed_ms = 0;
    lsp_publish_begin(root);
}

/* ---- the loop ---- */

static int wait_for(int64_t when_ms, int wait)
{
    int left = (int)MAX(when_ms - proc_clock_ms(), (int64_t)0);
    return wait < 0 ? left : MIN(wait, left);
}

int lsp_root_fill(const LspRoot *root, struct pollfd fds[LSP_ROOT_FDS])
{
    int live[LIVE_FDS] = {-1, -1, -1}, wait = -1;
    if (root->live)
        wait = live_wait_ms(root->live, live);
    for (size_t i = 0; i < LIVE_FDS; i++)
        fds[i] = (struct pollfd){.fd = live[i], .events = POLLIN};
    const LspProcess *both[] = {&root->reader, &root->reviewer};
    for (size_t i = 0; i < COUNT(both); i++) {
        bool runs = lsp_process_runs(both[i]);
        bool writes = runs && byte_queue_bytes(&both[i]->out).len;
        fds[LIVE_FDS + i] = (struct pollfd){.fd = runs ? both[i]->child.fd : -1,
                                            .events = (short)(POLLIN | (writes ? POLLOUT : 0))};
    }
    const LspRequest *request = root->running ? NULL : next_request(root);
    if (request)
        wait = wait_for(MIN(proc_clock_ms() + 20, request->since_ms + LSP_PATIENCE_MS), wait);
    if (root->running)
        wait = wait_for(root->running->since_ms + LSP_ANSWER_MS + 1, wait);
    if (root->review_ms && root->live && !lsp_process_runs(&root->reviewer))
        wait = wait_for(MAX(root->review_ms, proc_clock_ms() + 10), wait);
    return root->live ? wait_for(root->head_ms + HEAD_MS, wait) : wait;
}

void lsp_root_step(LspRoot *root, const struct pollfd fds[LSP_ROOT_FDS])
{
    step_reader(root, fds[LIVE_FDS].revents);
    step_live(root);
    lsp_progress_step(root);
    look_at_head(root);
    step_review(root, fds[LIVE_FDS + 1].revents);
    give_request(root);
    if (lsp_process_runs(&root->reader) && byte_queue_bytes(&root->reader.out).len)
        step_reader(root, POLLOUT);
}
