/* The Streamable HTTP transport: one endpoint, /mcp. */
#pragma once

#include "serve/server.h"

/* Serves until a signal. Prints the address on standard error. */
bool mcp_http_serve(Server *server, Err *err) MUST_USE;
