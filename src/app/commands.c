#include "app/commands.h"

#include "base/fs.h"
#include "base/proc.h"

static const Tool *const own_commands[] = {
    &command_ask,   &command_agent,  &command_acp,  &command_mcp,  &command_lsp,
    &command_setup, &command_doctor, &command_hook, &command_help, &command_completions};

size_t command_count(void)
{
    return tool_command_count() + COUNT(own_commands);
}

const Tool *command_at(size_t index)
{
    size_t tools = tool_command_count();
    return index < tools ? tool_at(index) : own_commands[index - tools];
}

const Tool *command_find(Str name)
{
    for (size_t i = 0; i < command_count(); i++)
        if (str_equal(name, str_from(command_at(i)->name)))
            return command_at(i);
    return NULL;
}

/* `semfora…` are the names of the engine whose commands and tools these have. CMakeLists.txt makes
   the links; docs/packaging.md lists them. */
static const ProgramName program_names[] = {
    {"progressive-reader", "progressive-reader"},
    {"semfora", NULL},
    {"semfora-cli", NULL},
    {"semfora-ci", "review"},
    {"semfora-mcp", "mcp"},
    {"semfora-mcp-server", "mcp"},
};

const ProgramName *program_name_find(Str program)
{
    for (size_t i = 0; i < COUNT(program_names); i++)
        if (str_equal(program, str_from(program_names[i].name)))
            return &program_names[i];
    return NULL;
}

const Tool *program_name_command(const ProgramName *name)
{
    if (!name->command)
        return NULL;
    Str command = str_from(name->command);
    return str_equal(command, str_from(reader_tool.name)) ? &reader_tool : command_find(command);
}

size_t command_names(Str *names, size_t max)
{
    size_t count = MIN(command_count(), max);
    for (size_t i = 0; i < count; i++)
        names[i] = str_from(command_at(i)->name);
    return count;
}

Str command_on_path(Arena *arena, Str name)
{
    char path[PATH_BYTES_MAX];
    bool found = proc_find(str_terminate(arena, name), path);
    return found ? fs_real_path(arena, str_from(path)) : (Str){0};
}
