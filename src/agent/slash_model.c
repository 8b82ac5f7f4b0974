#include "agent/slash_model.h"

#include "agent/agent_session.h"
#include "agent/agent_state.h"
#include "agent/image.h"
#include "agent/turn.h"
#include "config/config.h"
#include "tools/model.h"

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

bool slash_image(Agent *agent, Str argument, SlashAnswer *answer, Err *err)
{
    if (argument.len)
        return image_add(agent, argument, true, &answer->text, err);
    err_set(err, ERR_USAGE, "/image: which file?");
    return err_hint(err, "/image docs/error.png");
}

static void put_price(Buf *out, uint64_t price)
{
    unsigned long long mills = (price + PRICE_UNIT / 2000) / (PRICE_UNIT / 1000);
    buf_printf(out, "%llu.%03llu", mills / 1000, mills % 1000);
}

bool slash_cost(Agent *agent, Str argument, SlashAnswer *answer, Err *err)
{
    ModelPrices prices;
    Buf out = buf_open(agent->arena, 0);
    (void)argument;
    if (!turn_need_model(agent, err))
        return false;
    Str cost = agent_session_cost(agent);
    buf_printf(&out, "this session: %u request%s, ", agent->totals.requests,
               agent->totals.requests == 1 ? "" : "s");
    Str unknown = agent->totals.requests ? STR("cost unknown") : STR("no cost");
    buf_put(&out, cost.len ? cost : unknown);
    buf_printf(&out, "\n%s/%.*s, a million tokens: ", agent->model.provider->name,
               STR_ARG(agent->model.name));
    if (!model_prices(agent->context->config, &agent->model, &prices)) {
        buf_put(&out, STR("the price is not known; model.price_input and model.price_output set "
                          "it\n"));
    } else {
        put_price(&out, prices.input);
        buf_put(&out, STR(" sent, "));
        put_price(&out, prices.cache_read);
        buf_put(&out, STR(" from the cache, "));
        put_price(&out, prices.output);
        buf_put(&out, STR(" received"));
        if (prices.date.len)
            buf_printf(&out, "; dollars, list of %.*s for short prompts", STR_ARG(prices.date));
        else
            buf_put(&out, STR("; your settings"));
        buf_put_byte(&out, '\n');
    }
    answer->form = SLASH_LIST;
    answer->text = buf_str(&out);
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
