/* Documentation of the commands, generated from their records: nothing is written twice. */
#pragma once

#include "tools/tool.h"

void help_put_overview(Buf *out); /* `fovea` alone: the first minute */
void help_put_commands(Buf *out); /* `fovea --help` */
/* `fovea map --help`; `link`: the program's name where it is not fovea, else NULL. */
void help_put_tool(Buf *out, const Tool *tool, const char *link);
void help_put_man(Buf *out);          /* roff, section 1 */
void help_put_markdown(Buf *out);     /* docs/tools.md */
void help_put_mcp_markdown(Buf *out); /* docs/mcp-tools.md */

/* ---- shared by the writers ---- */

/* `fovea map PATH [--budget SIZE] …` */
void help_put_usage(Buf *out, const Tool *tool, const char *link);
/* `--budget SIZE`, `PATH` */
void help_put_param_name(Buf *out, const ToolParam *param);
/* The help line with choices, bounds and default. */
void help_put_param_help(Buf *out, const ToolParam *param);
