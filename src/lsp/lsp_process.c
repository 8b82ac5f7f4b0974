#include "lsp/lsp_process.h"

#include "base/limits.h"

#include <errno.h>
#include <signal.h>
#include <sys/socket.h>
#include <unistd.h>

/* Bytes taken by one read; a long answer takes several. */
#define READ_BYTES (64 * KB)

typedef struct LspNote {
    uint32_t kind, len;
} LspNote;

bool lsp_process_start(LspProcess *process, void (*serve)(int fd, void *state), void *state)
{
    *process = (LspProcess){0};
    if (!child_fork(serve, state, &process->child)) {
        process->child = (Child){0};
        return false;
    }
    byte_queue_open(&process->in);
    byte_queue_open(&process->out);
    return true;
}

void lsp_process_stop(LspProcess *process)
{
    if (!lsp_process_runs(process))
        return;
    kill(process->child.pid, SIGKILL);
    child_stop(&process->child);
    byte_queue_close(&process->in);
    byte_queue_close(&process->out);
    *process = (LspProcess){0};
}

void lsp_process_put(LspProcess *process, Str text)
{
    uint32_t len = (uint32_t)text.len;
    byte_queue_put(&process->out, (Str){(const char *)&len, sizeof len});
    byte_queue_put(&process->out, text);
}

static bool is_passing(void)
{
    return errno == EINTR || errno == EAGAIN;
}

bool lsp_process_write(LspProcess *process)
{
    Str bytes = byte_queue_bytes(&process->out);
    ssize_t len = send(process->child.fd, bytes.ptr, bytes.len, MSG_DONTWAIT | MSG_NOSIGNAL);
    if (len > 0)
        byte_queue_drop(&process->out, (size_t)len);
    return len >= 0 || is_passing();
}

bool lsp_process_read(LspProcess *process)
{
    char bytes[READ_BYTES];
    ssize_t len = recv(process->child.fd, bytes, sizeof bytes, MSG_DONTWAIT);
    if (len > 0)
        byte_queue_put(&process->in, (Str){bytes, (size_t)len});
    return len > 0 || (len < 0 && is_passing());
}

bool lsp_process_take(LspProcess *process, LspNoteKind *kind, Str *text)
{
    LspNote note;
    if (!lsp_process_runs(process))
        return false;
    Str bytes = byte_queue_bytes(&process->in);
    if (bytes.len < sizeof note)
        return false;
    memcpy(&note, bytes.ptr, sizeof note);
    if (bytes.len - sizeof note < note.len)
        return false;
    *kind = (LspNoteKind)note.kind;
    *text = str_slice(bytes, sizeof note, sizeof note + note.len);
    byte_queue_drop(&process->in, sizeof note + note.len);
    return true;
}

/* ---- in the process ---- */

void lsp_process_tell(int fd, LspNoteKind kind, Str text)
{
    LspNote note = {kind, (uint32_t)text.len};
    if (!child_write_both(fd, (Str){(const char *)&note, sizeof note}, text))
        _exit(0);
}

bool lsp_process_next(int fd, Arena *arena, Str *text)
{
    uint32_t len;
    if (!child_read(fd, &len, sizeof len))
        return false;
    char *bytes = arena_bytes(arena, len);
    *text = (Str){bytes, len};
    return child_read(fd, bytes, len);
}
