/* Standard input and output: one message a line. */
#pragma once

#include "serve/server.h"

/* Serves until end of input, a signal, or until nobody reads. */
bool stdio_serve(Server *server, Err *err) MUST_USE;
