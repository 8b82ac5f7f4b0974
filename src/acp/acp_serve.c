/* An event loop over standard input and output and the sockets of the sessions' processes. Output
   is written in pieces that a pipe accepts at once, so a slow reader never blocks the loop; the
   descriptors, which other processes may share, stay in blocking mode. While much output waits for
   the client, sessions are not read. */
#include "acp/acp.h"

#include "acp/acp_front.h"
#include "acp/acp_session.h"
#include "base/child.h"
#include "base/proc.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

/* Bytes taken by one read from standard input; a longer message takes several. */
#define READ_BYTES (64 * KB)
/* Output waiting for the client at which sessions are no longer read. */
#define OUTPUT_BYTES_MAX (4 * MB)
/* A process that does not read gets at most this; it reads while it waits for an answer. */
#define INPUT_BYTES_MAX (4 * ACP_LINE_BYTES_MAX)
/* After the end of input, processes get this long to end. */
#define GRACE_MS 3000

typedef struct Process {
    AcpSession *session; /* NULL: the place is free */
    Child child;
    ByteQueue in, out; /* from and to the process */
} Process;

typedef struct Serving {
    const ToolContext *context;
    AcpFront front;
    ByteQueue in, out; /* from and to the client */
    bool skipping;     /* skips the rest of a line that is too long */
    bool ending;       /* end of input */
    bool reader_gone;
    int64_t end_ms; /* when it ends, even if prompts run */
    Process processes[ACP_SESSIONS_MAX];
} Serving;

/* ---- the front's host ---- */

static void put(void *state, Str message)
{
    Serving *serving = state;
    byte_queue_put(&serving->out, message);
    byte_queue_put(&serving->out, STR("\n"));
}

static Process *process_of(Serving *serving, const AcpSession *session)
{
    return &serving->processes[session - serving->front.sessions];
}

static bool start(void *state, AcpSession *session)
{
    Serving *serving = state;
    Process *process = process_of(serving, session);
    AcpStart how = {
        .context = serving->context, .options = serving->front.options, .session = session};
    session->shared = (AcpShared *)child_memory_open(sizeof *session->shared);
    if (!session->shared)
        return false;
    if (!child_fork(acp_session_serve, &how, &process->child)) {
        child_memory_close((char *)session->shared, sizeof *session->shared);
        return false;
    }
    process->session = session;
    byte_queue_open(&process->in);
    byte_queue_open(&process->out);
    return true;
}

static void send_to(void *state, AcpSession *session, AcpTag tag, Str line)
{
    Process *process = process_of(state, session);
    char first = (char)tag;
    if (byte_queue_bytes(&process->out).len + line.len > INPUT_BYTES_MAX)
        return;
    byte_queue_put(&process->out, (Str){&first, 1});
    byte_queue_put(&process->out, line);
    byte_queue_put(&process->out, STR("\n"));
}

/* Its process is idle, or gone. */
static void stop(void *state, AcpSession *session)
{
    Process *process = process_of(state, session);
    kill(process->child.pid, SIGKILL);
    child_stop(&process->child);
    child_memory_close((char *)session->shared, sizeof *session->shared);
    byte_queue_close(&process->in);
    byte_queue_close(&process->out);
    *process = (Process){0};
}

static void tell(void *state, Str text)
{
    const Serving *serving = state;
    if (serving->context->notice)
        serving->context->notice(text);
}

/* ---- the client ---- */

static void end_input(Serving *serving)
{
    serving->ending = true;
    serving->end_ms = proc_clock_ms() + GRACE_MS;
    acp_front_cancel_all(&serving->front);
    for (size_t i = 0; i < ACP_SESSIONS_MAX; i++)
        if (serving->processes[i].session)
            shutdown(serving->processes[i].child.fd, SHUT_WR);
}

static void take_lines(Serving *serving)
{
    Str line;
    while (byte_queue_take_line(&serving->in, &line)) {
        if (!serving->skipping && line.len > ACP_LINE_BYTES_MAX)
            acp_front_take_too_long(&serving->front);
        else if (!serving->skipping)
            acp_front_take(&serving->front, line);
        serving->skipping = false;
    }
    size_t left = byte_queue_bytes(&serving->in).len;
    if (!serving->skipping && left <= ACP_LINE_BYTES_MAX)
        return;
    if (!serving->skipping)
        acp_front_take_too_long(&serving->front);
    byte_queue_drop(&serving->in, left);
    serving->skipping = true;
}

static void read_input(Serving *serving)
{
    char bytes[READ_BYTES];
    ssize_t len = read(STDIN_FILENO, bytes, sizeof bytes);
    if (len < 0 && (errno == EINTR || errno == EAGAIN))
        return;
    if (len <= 0) {
        end_input(serving);
        return;
    }
    byte_queue_put(&serving->in, (Str){bytes, (size_t)len});
    take_lines(serving);
}

static void write_output(Serving *serving)
{
    if (!byte_queue_write(&serving->out, STDOUT_FILENO))
        serving->reader_gone = true;
}

/* ---- the processes ---- */

static void take_from(Serving *serving, Process *process)
{
    Str line;
    while (process->session && byte_queue_take_line(&process->in, &line))
        if (line.len)
            acp_front_take_from(&serving->front, process->session, (AcpTag)line.ptr[0],
                                str_from_offset(line, 1));
}

static void read_process(Serving *serving, Process *process)
{
    char bytes[READ_BYTES];
    ssize_t len = recv(process->child.fd, bytes, sizeof bytes, MSG_DONTWAIT);
    if (len < 0 && (errno == EINTR || errno == EAGAIN))
        return;
    if (len <= 0) {
        acp_front_lose(&serving->front, process->session);
        return;
    }
    byte_queue_put(&process->in, (Str){bytes, (size_t)len});
    take_from(serving, process);
}

static void write_process(Process *process)
{
    Str bytes = byte_queue_bytes(&process->out);
    ssize_t len = send(process->child.fd, bytes.ptr, bytes.len, MSG_DONTWAIT | MSG_NOSIGNAL);
    if (len > 0)
        byte_queue_drop(&process->out, (size_t)len);
    else if (len < 0 && errno != EINTR && errno != EAGAIN)
        byte_queue_drop(&process->out, bytes.len); /* the next read reports that it is gone */
}

/* ---- the loop ---- */

static bool has_processes(const Serving *serving)
{
    for (size_t i = 0; i < ACP_SESSIONS_MAX; i++)
        if (serving->processes[i].session)
            return true;
    return false;
}

static bool is_over(const Serving *serving)
{
    bool idle = !has_processes(serving) && !byte_queue_bytes(&serving->out).len;
    return serving->reader_gone || (serving->ending && (idle || proc_clock_ms() > serving->end_ms));
}

enum {
    AT_INPUT,
    AT_OUTPUT,
    AT_PROCESSES
};

static void fill(const Serving *serving, struct pollfd fds[AT_PROCESSES + ACP_SESSIONS_MAX])
{
    size_t waiting = byte_queue_bytes(&serving->out).len;
    bool reads = waiting < OUTPUT_BYTES_MAX;
    fds[AT_INPUT] =
        (struct pollfd){.fd = serving->ending || !reads ? -1 : STDIN_FILENO, .events = POLLIN};
    fds[AT_OUTPUT] = (struct pollfd){.fd = waiting ? STDOUT_FILENO : -1, .events = POLLOUT};
    for (size_t i = 0; i < ACP_SESSIONS_MAX; i++) {
        const Process *process = &serving->processes[i];
        bool writes = process->session && byte_queue_bytes(&process->out).len;
        fds[AT_PROCESSES + i] =
            (struct pollfd){.fd = process->session && (reads || writes) ? process->child.fd : -1,
                            .events = (short)((reads ? POLLIN : 0) | (writes ? POLLOUT : 0))};
    }
}

static void step(Serving *serving)
{
    struct pollfd fds[AT_PROCESSES + ACP_SESSIONS_MAX];
    fill(serving, fds);
    if (poll(fds, COUNT(fds), serving->ending ? 50 : -1) <= 0)
        return;
    if (fds[AT_OUTPUT].revents)
        write_output(serving);
    for (size_t i = 0; i < ACP_SESSIONS_MAX; i++) {
        Process *process = &serving->processes[i];
        short ready = fds[AT_PROCESSES + i].revents;
        if (process->session && ready & POLLOUT)
            write_process(process);
        if (process->session && ready & (POLLIN | POLLHUP | POLLERR))
            read_process(serving, process);
    }
    if (fds[AT_INPUT].revents)
        read_input(serving);
}

bool acp_serve(const ToolContext *context, const AcpOptions *options, Err *err)
{
    Arena arena SCOPED(arena_close) = {0};
    arena_open(&arena, 0);
    Serving *serving = NEW(&arena, Serving, 1);
    AcpHost host = {
        .put = put, .start = start, .send = send_to, .stop = stop, .log = tell, .state = serving};
    Str run =
        str_format(&arena, "fovea-%llx-%x", (unsigned long long)time(NULL), (unsigned)getpid());
    (void)err;
    signal(SIGPIPE, SIG_IGN);
    signal(SIGINT, SIG_DFL);
    serving->context = context;
    byte_queue_open(&serving->in);
    byte_queue_open(&serving->out);
    acp_front_open(&serving->front, options, host, run);
    serving->front.root = context->root;
    serving->front.has_store = true;
    while (!is_over(serving))
        step(serving);
    for (size_t i = 0; i < ACP_SESSIONS_MAX; i++)
        if (serving->processes[i].session)
            stop(serving, serving->processes[i].session);
    acp_front_close(&serving->front);
    byte_queue_close(&serving->in);
    byte_queue_close(&serving->out);
    return true;
}
