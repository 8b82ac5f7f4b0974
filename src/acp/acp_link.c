/* The front sends only prompts, one at a time, and answers to requests. So a message that arrives
   while a request waits is its answer, or a late one. */
#include "acp/acp_link.h"

#include "base/child.h"
#include "base/proc.h"

#include <errno.h>
#include <poll.h>
#include <unistd.h>

/* How soon a waiting request notices that its prompt was cancelled. */
#define CANCEL_POLL_MS 20

void acp_link_open(AcpLink *link, int fd, const AcpSession *session)
{
    *link = (AcpLink){.fd = fd,
                      .id = session->id,
                      .requests = (uint64_t)session->number * ACP_REQUESTS_MAX,
                      .shared = session->shared};
    byte_queue_open(&link->in);
}

/* Reads the available bytes. False at the end. */
static bool read_more(AcpLink *link)
{
    char bytes[64 * KB];
    ssize_t len = read(link->fd, bytes, sizeof bytes);
    if (len < 0)
        return errno == EINTR || errno == EAGAIN;
    byte_queue_put(&link->in, (Str){bytes, (size_t)len});
    return len > 0;
}

static bool send_line(AcpLink *link, AcpTag tag, Str message)
{
    Arena scratch SCOPED(arena_close) = {0};
    arena_open(&scratch, ARENA_RESERVE);
    Buf line = buf_open(&scratch, 0);
    buf_put_byte(&line, (char)tag);
    buf_put(&line, message);
    buf_put_byte(&line, '\n');
    return child_write(link->fd, line.ptr, line.len);
}

bool acp_link_next(AcpLink *link, Str *message)
{
    for (Str line;;) {
        if (byte_queue_take_line(&link->in, &line)) {
            if (!line.len || line.ptr[0] != ACP_MESSAGE)
                continue;
            *message = str_from_offset(line, 1);
            return true;
        }
        if (!read_more(link))
            return false;
    }
}

bool acp_link_end(AcpLink *link, Str message)
{
    return send_line(link, ACP_END, message);
}

bool acp_link_update(AcpLink *link, Arena scratch, Json *update, Err *err)
{
    Json *params = json_object(&scratch);
    json_set(params, STR("sessionId"), json_str(&scratch, link->id));
    json_set(params, STR("update"), update);
    Str message = rpc_write_notification(&scratch, STR("session/update"), params);
    return send_line(link, ACP_MESSAGE, message) ||
           err_set(err, ERR_READER_GONE, "the client is gone");
}

/* Whether a line is the answer to the last request; then sets *reply. */
static bool take_answer(const AcpLink *link, Arena *arena, Str line, AcpReply *reply,
                        const Json **result)
{
    Json *value;
    uint64_t id;
    Err ignored = {0};
    *reply = ACP_REFUSED;
    if (line.len && line.ptr[0] == ACP_LOST) {
        *reply = ACP_SILENT;
        return true;
    }
    line = str_copy(arena, str_from_offset(line, 1));
    if (!json_parse(arena, line, &value, &ignored))
        return false;
    RpcMessage message = rpc_read(value);
    if (message.kind != RPC_RESPONSE || !str_parse_u64(message.id->text, &id) ||
        id != link->requests)
        return false;
    *result = message.result;
    if (message.result)
        *reply = ACP_REPLIED;
    return true;
}

/* Waits for more input. */
static AcpReply wait_for_answer(AcpLink *link, int64_t end_ms)
{
    for (;;) {
        struct pollfd fd = {.fd = link->fd, .events = POLLIN};
        if (link->shared->cancel && !link->is_writing)
            return ACP_CANCELLED;
        if (end_ms && proc_clock_ms() > end_ms)
            return ACP_SILENT;
        if (poll(&fd, 1, CANCEL_POLL_MS) > 0)
            return read_more(link) ? ACP_REPLIED : ACP_GONE;
    }
}

AcpReply acp_link_ask(AcpLink *link, Arena *arena, Str method, Json *params, int wait_ms,
                      const Json **result)
{
    int64_t end_ms = wait_ms ? proc_clock_ms() + wait_ms : 0;
    json_set(params, STR("sessionId"), json_str(arena, link->id));
    Json *id = json_u64(arena, ++link->requests);
    Str message = rpc_write_request(arena, id, method, params);
    AcpReply reply;
    *result = NULL;
    if (!send_line(link, ACP_MESSAGE, message))
        return ACP_GONE;
    for (Str line;;) {
        while (byte_queue_take_line(&link->in, &line))
            if (take_answer(link, arena, line, &reply, result))
                return reply;
        reply = wait_for_answer(link, end_ms);
        if (reply != ACP_REPLIED)
            return reply;
    }
}
