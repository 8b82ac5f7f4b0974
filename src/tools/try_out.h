/* `--check COMMAND` of tools that change code by the index: the edit is tried out in a copy. */
#pragma once

#include "refactor/rename.h"
#include "tools/params.h"

#define PARAM_CHECK \
    { \
        .name = "check", .type = TOOL_TEXT, .cli_only = true, .value = "COMMAND", \
        .help = "run in a copy before and after; write only if it passes; includes likely places" \
    }

/* The command: --check, else refactor.check of the user's settings on a command line; empty: none.
   `--check none` sets the setting aside. */
Str try_out_command(const ToolCall *call);
/* Runs it before and after the edit. A failure is a conflict of the rename; else rename->checked is
   the command. */
bool try_out(ToolCall *call, Rename *rename, const EditSet *set, Err *err) MUST_USE;
