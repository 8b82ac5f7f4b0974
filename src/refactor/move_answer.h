/* How a move is answered. */
#pragma once

#include "refactor/move.h"

/* `id`: of the journal, or empty. `next`: the line that names the next call, or empty. */
bool move_put_answer(const Move *move, bool dry_run, Str id, Str next, Err *err) MUST_USE;
