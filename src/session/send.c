#include "session/send.h"

#include "session/answer.h"

bool session_send(const SessionRequest *request, Str bytes, Err *err)
{
    return session_may_send(request, err) &&
           (!bytes.len || request->sink.put(request->sink.state, bytes, err));
}

bool session_send_buf(const SessionRequest *request, const Buf *buf, Err *err)
{
    if (!buf->overflow)
        return session_send(request, buf_str(buf), err);
    err_set(err, ERR_FAILED, "the answer is larger than %zu MB", ANSWER_BYTES_MAX / MB);
    return err_hint(err, "ask for a part: a range of lines, a symbol, or a page");
}

Str session_hint(const SessionRequest *request, Str text)
{
    return request->reword ? request->reword(request->arena, text) : text;
}
