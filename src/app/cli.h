/* The command line: parses the options, runs the command, and maps errors to exit codes. */
#pragma once

#include "tools/tool.h"

/* Options that every command has. */
extern const ToolParam cli_options[];
extern const size_t cli_option_count;
/* The common options of one command: a tool that answers in text only has no --format. */
const ToolParam *cli_options_of(const Tool *tool, size_t *count);

/* The whole program. Returns the exit code. */
int cli_main(int argc, char **argv);
