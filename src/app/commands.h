/* The commands of `fovea`: the tools, and a few commands about the program itself. */
#pragma once

#include "tools/tool.h"

extern const Tool command_ask;
extern const Tool command_acp;
extern const Tool command_agent;
extern const Tool command_mcp;
extern const Tool command_setup;
extern const Tool command_doctor;
extern const Tool command_hook;
extern const Tool command_help;
extern const Tool command_completions;

/* The real path of the first program of that name on PATH; empty when there is none. */
Str command_on_path(Arena *arena, Str name);
size_t command_count(void);
const Tool *command_at(size_t index);
const Tool *command_find(Str name); /* NULL when unknown */
/* The command that the program runs when started by this name, or NULL. */
const Tool *command_of_program(Str program);
/* Lists at most `max` names; returns how many. */
size_t command_names(Str *names, size_t max);
