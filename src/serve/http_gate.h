/* Limits in front of the HTTP library. The library accepts any number of connections, reads each
   body to its end before the caller is checked, and has no time limit for a request. A connection
   that exceeds a limit is shut down; the library notices and frees it. */
#pragma once

#include "serve/http_state.h"

typedef struct HttpGate HttpGate;

/* Called before any connection is accepted. */
void http_gate_open(Http *http);
/* Sets the socket that accepts connections. It pauses while no descriptors are free. */
void http_gate_listen(HttpGate *gate, struct evconnlistener *listener);
/* A complete request has come in; it is being answered until it ends. */
void http_gate_take(HttpGate *gate, struct evhttp_request *request);
void http_gate_close(HttpGate **gate);
