/* What stands before the HTTP library, which takes any number of connections, reads each body to
   its end before anybody is asked who calls, and has no limit of time for a request. A connection
   that is over a limit is shut down; the library sees its end and frees it. */
#pragma once

#include "serve/http_state.h"

typedef struct HttpGate HttpGate;

/* Before any connection is taken. */
void gate_open(Http *http);
/* The socket that takes connections: it rests while there are no descriptors. */
void gate_listen(HttpGate *gate, struct evconnlistener *listener);
/* A request is there as a whole, and is being answered until its end. */
void gate_take(HttpGate *gate, struct evhttp_request *request);
void gate_close(HttpGate **gate);
