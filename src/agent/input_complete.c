#include "agent/input_complete.h"

#include "agent/agent_state.h"
#include "agent/index_lookup.h"
#include "agent/own_text.h"
#include "agent/slash.h"

/* Candidates of each kind: a screen has no room for more. */
#define COMPLETED_MAX 20

static void add(Arena *arena, LineCompletion *completion, Str text, Str about)
{
    LineCandidate *candidate = VEC_PUSH(arena, &completion->candidates);
    *candidate = (LineCandidate){.text = text, .about = about};
}

static void complete_command(Arena *arena, Str prefix, LineCompletion *completion)
{
    for (size_t i = 0; i < slash_count(); i++) {
        const SlashCommand *command = slash_at(i);
        Str text = str_format(arena, "/%s", command->name);
        if (str_starts(text, prefix))
            add(arena, completion, text, str_from(command->help));
    }
    OwnTextVec own = own_text_list(arena, OWN_COMMAND);
    for (size_t i = 0; i < own.len; i++) {
        Str text = str_format(arena, "/%.*s", STR_ARG(own.ptr[i].name));
        if (str_starts(text, prefix))
            add(arena, completion, text, own.ptr[i].about);
    }
}

static void complete_name(Agent *agent, Arena *arena, Str mark, Str prefix,
                          LineCompletion *completion)
{
    Str paths[COMPLETED_MAX];
    size_t count = index_lookup_paths(arena, agent->context, prefix, paths, COMPLETED_MAX);
    for (size_t i = 0; i < count; i++)
        add(arena, completion, str_join(arena, mark, paths[i]), (Str){0});
    LookupName names[COMPLETED_MAX];
    count = prefix.len < 2
                ? 0
                : index_lookup_names(arena, agent->context, prefix, names, COMPLETED_MAX);
    for (size_t i = 0; i < count; i++)
        add(arena, completion, str_join(arena, mark, names[i].name), names[i].path);
}

void input_complete(void *state, Arena *arena, Str before, LineCompletion *completion)
{
    Agent *agent = state;
    size_t from = before.len;
    while (from > 0 && !byte_is_space(before.ptr[from - 1]))
        from--;
    Str word = str_from_offset(before, from);
    completion->from = from;
    if (from == 0 && slash_is_command(str_format(arena, "%.*sx", STR_ARG(word))))
        complete_command(arena, word, completion);
    else if (str_starts(word, STR("@")))
        complete_name(agent, arena, STR("@"), str_from_offset(word, 1), completion);
    else if (slash_is_command(before))
        complete_name(agent, arena, (Str){0}, word, completion);
}
