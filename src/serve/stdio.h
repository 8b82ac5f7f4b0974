/* The stdio transport: one message a line. */
#pragma once

#include "serve/server.h"

/* Serves until end of input, a signal, or until the output is closed. */
bool stdio_serve(Server *server, Err *err) MUST_USE;
