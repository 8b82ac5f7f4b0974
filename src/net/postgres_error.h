/* What the program fovea-postgres reports, as an error with a hint. */
#pragma once

#include "base/err.h"
#include "net/postgres_wire.h"

/* Sets *err and returns false. `state` is the SQLSTATE, empty if no server gave one; `message` is
   of the server or of libpq, in one line. */
bool postgres_fail(PostgresFault fault, Str state, Str message, Err *err);
