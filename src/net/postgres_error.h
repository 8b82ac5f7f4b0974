/* Turns a report of the program fovea-postgres into an error with a hint. */
#pragma once

#include "base/err.h"
#include "net/postgres_wire.h"

/* Sets *err and returns false. `state` is the SQLSTATE, empty if no server gave one; `message`
   comes from the server or from libpq, in one line. */
bool postgres_fail(PostgresFault fault, Str state, Str message, Err *err);
