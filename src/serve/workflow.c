#include "serve/workflow.h"

#include "serve/list.h"

/* Maximum number of arguments of the built-in prompts. */
#define PROMPT_ARGUMENTS_MAX 2

typedef struct PromptArgument {
    const char *name; /* NULL: end of the list */
    const char *description;
    bool required;
} PromptArgument;

typedef struct Prompt {
    const char *name;
    const char *description;
    const char *text; /* `{name}` is replaced by the argument's value */
    PromptArgument arguments[PROMPT_ARGUMENTS_MAX];
} Prompt;

static const Prompt prompts[] = {
    {.name = "explore_repository",
     .description = "Find out how a repository is built, with little reading",
     .text =
         "Get an overview of this repository with the fovea tools. {focus}\n"
         "Begin at the top: what it is, its main parts and how they depend on each other, where "
         "it starts to run. Then map only the files that carry the structure. Read single "
         "symbols, never whole files. Answer in at most one page, with path:line for every "
         "claim.",
     .arguments = {{"focus", "what you want to know most", false}}},
    {.name = "explain_symbol",
     .description = "Explain a function or class: what it does, who uses it, what it relies on",
     .text = "Explain `{symbol}` with the fovea tools. Find it by name; when several match, say "
             "which you take. Read its source alone, then look at its callers and at what it "
             "calls, a line each. Say what it promises, how it fails, and what would break if it "
             "changed. Give path:line for every claim.",
     .arguments = {{"symbol", "its name, or PATH::Name", true}}},
    {.name = "find_where_to_change",
     .description = "Find the places that a change has to touch",
     .text =
         "Find out, with the fovea tools, where the code has to be changed for this: {task}\n"
         "Explore the question first, then search by name and by text, and read just the symbols "
         "that decide. List each place as path:line with one sentence on what changes there, the "
         "tests that cover it, and what else depends on it. Change nothing.",
     .arguments = {{"task", "what is to be done", true}}},
    {.name = "review_diff",
     .description = "Review a change with the code around it in view",
     .text = "Review the changes {range}. For each changed symbol read its source and, with the "
             "fovea tools, its callers: look for callers that the change breaks, cases it forgets, "
             "and tests that are missing. Report findings by weight, each with path:line, the "
             "failing case, and a proposal. Do not comment on style.",
     .arguments = {{"range", "which: a branch, commits, or `in the working tree`", true}}},
};

static const Prompt *find(Str name)
{
    for (size_t i = 0; i < COUNT(prompts); i++)
        if (str_equal(name, str_from(prompts[i].name)))
            return &prompts[i];
    return NULL;
}

static Json *argument_values(Arena *arena, const Prompt *prompt)
{
    Json *list = json_array(arena);
    for (size_t i = 0; i < PROMPT_ARGUMENTS_MAX && prompt->arguments[i].name; i++) {
        const PromptArgument *argument = &prompt->arguments[i];
        Json *entry = json_object(arena);
        json_set(entry, STR("name"), json_str(arena, str_from(argument->name)));
        json_set(entry, STR("description"), json_str(arena, str_from(argument->description)));
        json_set(entry, STR("required"), json_bool(arena, argument->required));
        json_add(list, entry);
    }
    return list;
}

bool workflow_list(Exchange *exchange, Json *result, RpcFault *fault)
{
    Arena *arena = &exchange->arena;
    Json *all = json_array(arena);
    for (size_t i = 0; i < COUNT(prompts); i++) {
        Json *entry = json_object(arena);
        json_set(entry, STR("name"), json_str(arena, str_from(prompts[i].name)));
        json_set(entry, STR("description"), json_str(arena, str_from(prompts[i].description)));
        json_set(entry, STR("arguments"), argument_values(arena, &prompts[i]));
        json_add(all, entry);
    }
    return list_put_page(exchange, result, STR("prompts"), all, fault);
}

static bool check_arguments(Exchange *exchange, const Prompt *prompt, const Json *given,
                            RpcFault *fault)
{
    for (size_t i = 0; i < PROMPT_ARGUMENTS_MAX && prompt->arguments[i].name; i++) {
        const PromptArgument *argument = &prompt->arguments[i];
        if (argument->required && !json_text(given, str_from(argument->name)).len)
            return rpc_fail(&exchange->arena, fault, RPC_INVALID_PARAMS, "%s: no %s given",
                            prompt->name, argument->name);
    }
    return true;
}

static Str fill_in(Arena *arena, Str text, const Json *values)
{
    Buf out = buf_open(arena, 0);
    Str plain;
    while (str_take_until(&text, '{', &plain)) {
        Str name = {0};
        buf_put(&out, plain);
        if (str_take_until(&text, '}', &name))
            buf_put(&out, json_text(values, name));
    }
    return buf_str(&out);
}

bool workflow_get(Exchange *exchange, Json *result, RpcFault *fault)
{
    Arena *arena = &exchange->arena;
    const Json *params = exchange->message.params;
    Str name = json_text(params, STR("name"));
    const Prompt *prompt = find(name);
    const Json *values = rpc_object(params, STR("arguments"));
    if (!prompt)
        return rpc_fail(arena, fault, RPC_INVALID_PARAMS, "unknown prompt '%.*s'", STR_ARG(name));
    if (!check_arguments(exchange, prompt, values, fault))
        return false;
    Json *messages = json_array(arena), *message = json_object(arena), *text = json_object(arena);
    json_set(text, STR("type"), json_str(arena, STR("text")));
    json_set(text, STR("text"), json_str(arena, fill_in(arena, str_from(prompt->text), values)));
    json_set(message, STR("role"), json_str(arena, STR("user")));
    json_set(message, STR("content"), text);
    json_add(messages, message);
    json_set(result, STR("description"), json_str(arena, str_from(prompt->description)));
    json_set(result, STR("messages"), messages);
    return true;
}
