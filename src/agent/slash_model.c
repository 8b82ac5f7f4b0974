#include "agent/slash_model.h"

#include "agent/agent_state.h"
#include "agent/turn.h"

bool slash_budget(Agent *agent, Str argument, SlashAnswer *answer, Err *err)
{
    uint64_t budget = agent->options.budget;
    if (argument.len && (!str_parse_u64(argument, &budget) || budget < AGENT_BUDGET_MIN ||
                         budget > AGENT_BUDGET_MAX)) {
        err_set(err, ERR_USAGE, "/budget: '%.*s' is not a number of tokens", STR_ARG(argument));
        return err_hint(err, "%d to %d", AGENT_BUDGET_MIN, AGENT_BUDGET_MAX);
    }
    agent->options.budget = budget;
    answer->text = str_format(agent->arena, "%llu tokens are gathered for each task\n",
                              (unsigned long long)budget);
    return true;
}

bool slash_model(Agent *agent, Str argument, SlashAnswer *answer, Err *err)
{
    ChatModel former = agent->model;
    Str wanted = agent->options.model;
    if (argument.len) {
        agent->model = (ChatModel){0};
        agent->model_window = 0;
        agent->counted = (CountedWindow){0};
        agent->counter_fails = false;
        agent->options.model = str_copy(agent->arena, argument);
    }
    if (!turn_need_model(agent, err)) {
        agent->model = former;
        agent->options.model = wanted;
        return false;
    }
    Str place = chat_model_place(&agent->model);
    answer->text = str_format(agent->arena, "%s/%.*s at %.*s\n", agent->model.provider->name,
                              STR_ARG(agent->model.name), STR_ARG(place));
    return true;
}

bool slash_effort(Agent *agent, Str argument, SlashAnswer *answer, Err *err)
{
    for (size_t i = 0; i < argument.len; i++)
        if (!byte_is_alpha(argument.ptr[i])) {
            err_set(err, ERR_USAGE, "/effort: '%.*s' is no word", STR_ARG(argument));
            return err_hint(err, "/effort low, /effort medium, /effort high");
        }
    if (!turn_need_model(agent, err))
        return false;
    if (argument.len)
        agent->model.effort = str_copy(agent->arena, argument);
    Str effort = agent->model.effort.len ? agent->model.effort : STR("the provider's default");
    answer->text = str_format(agent->arena, "effort: %.*s\n", STR_ARG(effort));
    return true;
}

bool slash_thoughts(Agent *agent, Str argument, SlashAnswer *answer, Err *err)
{
    Str thoughts = buf_str(&agent->thoughts);
    (void)argument;
    (void)err;
    answer->text = thoughts.len ? str_copy(agent->arena, thoughts)
                                : STR("the model has sent no thoughts for the last task\n");
    return true;
}
