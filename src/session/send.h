/* Sending the answer of a question. */
#pragma once

#include "base/buf.h"
#include "session/request.h"

/* Sends a piece of the answer. Make all checks that can fail before the first call, so that no
   error follows half an answer. */
bool session_send(const SessionRequest *request, Str bytes, Err *err) MUST_USE;
/* Sends a buffer. ERR_FAILED when it overflowed its limit. */
bool session_send_buf(const SessionRequest *request, const Buf *buf, Err *err) MUST_USE;
/* Rewrites a text that names the next call for the caller. */
Str session_hint(const SessionRequest *request, Str text);
