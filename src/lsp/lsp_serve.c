/* An event loop over standard input and output, the live indexes and the processes. Output is
   written in pieces that a pipe accepts at once, so a slow client never blocks the loop. */
#include "lsp/lsp.h"

#include "base/limits.h"
#include "base/proc.h"
#include "lsp/lsp_state.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <unistd.h>

/* Bytes taken by one read from standard input; a longer message takes several. */
#define READ_BYTES (64 * KB)
/* Output waiting for the client at which no more input is read. */
#define OUTPUT_BYTES_MAX (16 * MB)
/* How often the client's process is looked for. */
#define OWNER_MS 2000
/* After the end of input, requests under way get this long. */
#define GRACE_MS 3000

static void read_input(LspServer *server)
{
    char bytes[READ_BYTES];
    ssize_t len = read(STDIN_FILENO, bytes, sizeof bytes);
    if (len < 0 && (errno == EINTR || errno == EAGAIN))
        return;
    server->ends |= len <= 0;
    if (len > 0)
        byte_queue_put(&server->frames.in, (Str){bytes, (size_t)len});
    Str text = {0};
    for (LspFrameKind kind; server->phase != LSP_OVER &&
                            (kind = lsp_frame_take(&server->frames, &text)) != LSP_FRAME_NONE;)
        lsp_front_take(server, kind, text);
}

static void write_output(LspServer *server)
{
    if (!byte_queue_write(&server->out, STDOUT_FILENO))
        server->reader_gone = true;
}

static bool is_busy(const LspServer *server)
{
    bool busy = server->requests || byte_queue_bytes(&server->out).len;
    for (size_t i = 0; i < server->root_count; i++)
        busy |= lsp_root_is_open(&server->roots[i]) && server->roots[i].running;
    return busy;
}

static bool owner_is_gone(const LspServer *server)
{
    return server->owner && kill((pid_t)server->owner, 0) < 0 && errno == ESRCH;
}

enum {
    AT_INPUT,
    AT_OUTPUT,
    AT_ROOTS
};
#define FDS (AT_ROOTS + LSP_ROOTS_MAX * LSP_ROOT_FDS)

static int shorter(int a, int b)
{
    return a < 0 ? b : b < 0 ? a : MIN(a, b);
}

static int fill(const LspRoot *root, struct pollfd fds[LSP_ROOT_FDS])
{
    for (size_t i = 0; i < LSP_ROOT_FDS; i++)
        fds[i] = (struct pollfd){.fd = -1};
    return lsp_root_is_open(root) ? lsp_root_fill(root, fds) : -1;
}

static void step(LspServer *server)
{
    struct pollfd fds[FDS];
    size_t waiting = byte_queue_bytes(&server->out).len, count = AT_ROOTS;
    int wait = server->ends ? 50 : server->owner ? OWNER_MS : -1;
    bool reads = !server->ends && waiting < OUTPUT_BYTES_MAX;
    fds[AT_INPUT] = (struct pollfd){.fd = reads ? STDIN_FILENO : -1, .events = POLLIN};
    fds[AT_OUTPUT] = (struct pollfd){.fd = waiting ? STDOUT_FILENO : -1, .events = POLLOUT};
    for (size_t i = 0; i < server->root_count; i++, count += LSP_ROOT_FDS)
        wait = shorter(wait, fill(&server->roots[i], fds + count));
    size_t roots = server->root_count;
    if (poll(fds, count, wait) < 0)
        return;
    if (fds[AT_OUTPUT].revents)
        write_output(server);
    if (fds[AT_INPUT].revents)
        read_input(server);
    for (size_t i = 0; i < roots; i++)
        if (lsp_root_is_open(&server->roots[i]))
            lsp_root_step(&server->roots[i], fds + AT_ROOTS + i * LSP_ROOT_FDS);
    lsp_publish_answer(server);
}

/* Whether the server ends. `end_ms`: the end of the grace, once it has begun. */
static bool is_over(LspServer *server, int64_t *end_ms)
{
    if (server->reader_gone || owner_is_gone(server))
        return true;
    bool ending = server->ends || server->phase == LSP_OVER;
    if (ending && !*end_ms)
        *end_ms = proc_clock_ms() + GRACE_MS;
    return ending && (!is_busy(server) || proc_clock_ms() > *end_ms);
}

static void close_all(LspServer *server)
{
    while (server->requests)
        lsp_front_forget(server->requests);
    server->client.pulls = false;
    for (size_t i = 0; i < server->root_count; i++)
        if (lsp_root_is_open(&server->roots[i]))
            lsp_root_close(&server->roots[i]);
    lsp_documents_close(&server->documents);
    byte_queue_close(&server->out);
    lsp_frame_close(&server->frames);
}

bool lsp_serve(const ToolContext *context, ErrCode *exit_code, Err *err)
{
    Arena arena SCOPED(arena_close) = {0};
    int64_t end_ms = 0;
    arena_open(&arena, 0);
    LspServer *server = NEW(&arena, LspServer, 1);
    (void)err;
    signal(SIGPIPE, SIG_IGN);
    signal(SIGINT, SIG_DFL);
    server->context = context;
    lsp_frame_open(&server->frames);
    byte_queue_open(&server->out);
    lsp_documents_open(&arena, &server->documents);
    while (!is_over(server, &end_ms))
        step(server);
    *exit_code = server->was_shut ? ERR_NONE : ERR_FAILED;
    close_all(server);
    return true;
}
