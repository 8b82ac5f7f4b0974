#include "app/commands.h"

#include "base/fs.h"
#include "base/proc.h"

static const Tool *const own_commands[] = {&command_ask,  &command_agent, &command_acp,
                                           &command_mcp,  &command_setup, &command_doctor,
                                           &command_hook, &command_help,  &command_completions};

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

const Tool *command_of_program(Str program)
{
    return str_equal(program, str_from(reader_tool.link_name)) ? &reader_tool : NULL;
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
