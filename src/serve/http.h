/* Streamable HTTP: one endpoint, /mcp. */
#pragma once

#include "serve/server.h"

/* Serves until a signal. Says on standard error where. */
bool http_serve(Server *server, Err *err) MUST_USE;
