/* workspace/executeCommand: questions that have no request of their own. The answer is the text
   that the command line prints. */
#include "lsp/lsp_command.h"

#include "lsp/lsp_reader.h"

/* Bytes of an answer; a client shows it in a buffer or hands it to a model. */
#define ANSWER_BYTES ((size_t)64 * 1024)

typedef struct Command {
    Str name;
    const char *tool, *param; /* its only argument is the value of that parameter */
} Command;

static const Command commands[] = {
    {STR_INIT("fovea.explore"), "explore", "question"},
    {STR_INIT("fovea.callers"), "callers", "symbol"},
    {STR_INIT("fovea.impact"), "impact", "symbol"},
    {STR_INIT("fovea.tests"), "tests", "symbol"},
};

Json *lsp_command_names(Arena *arena)
{
    Json *value = json_object(arena), *names = json_array(arena);
    for (size_t i = 0; i < COUNT(commands); i++)
        json_add(names, json_str(arena, commands[i].name));
    json_set(value, STR("commands"), names);
    return value;
}

static const Command *find_command(Str name)
{
    for (size_t i = 0; i < COUNT(commands); i++)
        if (str_equal(commands[i].name, name))
            return &commands[i];
    return NULL;
}

static bool keep(void *state, Str bytes, Err *err)
{
    Buf *text = state;
    buf_put(text, bytes);
    return !text->overflow || err_set(err, ERR_FAILED, "the answer is too large");
}

static bool run(LspReader *reader, const Command *command, Str value, Buf *text, Err *err)
{
    ToolContext context = *reader->root->server->context;
    context.root = reader->root->repo.root;
    ToolCall call = {.tool = tool_find(str_from(command->tool)),
                     .context = &context,
                     .arena = &reader->arena,
                     .scratch = &reader->scratch,
                     .sink = {.put = keep, .state = text}};
    const ToolParam *param = tool_param(call.tool, str_from(command->param));
    assert(param && "the tool has no parameter of that name");
    return tool_set(&call, param, value, err) && tool_run(&call, err);
}

Json *lsp_command_run(LspReader *reader, const Json *params, RpcFault *fault)
{
    Err err = {0};
    const Command *command = find_command(json_text(params, STR("command")));
    const Json *arguments = json_get(params, STR("arguments"));
    const Json *first = arguments && arguments->type == JSON_ARRAY ? arguments->first : NULL;
    if (!command || !first || first->type != JSON_STRING) {
        lsp_reader_refuse(reader, fault, RPC_INVALID_PARAMS,
                          command ? STR("arguments: [TEXT] is needed")
                                  : STR("the command is not known"));
        return NULL;
    }
    Buf text = buf_open(&reader->arena, ANSWER_BYTES);
    if (run(reader, command, first->text, &text, &err))
        return json_str(&reader->arena, buf_str(&text));
    lsp_reader_refuse(reader, fault, RPC_REQUEST_FAILED,
                      str_copy(&reader->arena, str_from(err.message)));
    return NULL;
}
