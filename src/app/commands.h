/* The commands of `fovea`: the tools, and a few commands about the program itself. */
#pragma once

#include "tools/tool.h"

extern const Tool command_ask;
extern const Tool command_acp;
extern const Tool command_agent;
extern const Tool command_lsp;
extern const Tool command_mcp;
extern const Tool command_setup;
extern const Tool command_doctor;
extern const Tool command_hook;
extern const Tool command_help;
extern const Tool command_completions;

/* The real path of the first program of that name on PATH; empty if PATH has none. */
Str command_on_path(Arena *arena, Str name);
size_t command_count(void);
const Tool *command_at(size_t index);
const Tool *command_find(Str name); /* NULL when unknown */
/* A name that the program answers to: a link to it, often with the name of a program that it
 * replaces. */
typedef struct ProgramName {
    const char *name;
    const char *command; /* that it runs; NULL: the first word names one, as for `fovea` */
} ProgramName;
/* The entry of `program`, the base name of argv[0]; NULL for every other name. */
const ProgramName *program_name_find(Str program);
/* The command that an entry runs, or NULL. */
const Tool *program_name_command(const ProgramName *name);
/* Lists at most `max` names; returns how many. */
size_t command_names(Str *names, size_t max);
