#include "lsp/lsp_reader.h"

#include "lsp/lsp_text.h"

static const LspMethod methods[] = {
    {STR_INIT("textDocument/documentSymbol"), LSP_NEEDS_TEXT, lsp_outline_symbols},
    {STR_INIT("workspace/symbol"), LSP_NEEDS_NAMES, lsp_places_symbols},
    {STR_INIT("textDocument/definition"), LSP_NEEDS_CALLS, lsp_places_definition},
    {STR_INIT("textDocument/declaration"), LSP_NEEDS_CALLS, lsp_places_definition},
    {STR_INIT("textDocument/references"), LSP_NEEDS_CALLS, lsp_places_references},
    {STR_INIT("textDocument/hover"), LSP_NEEDS_CALLS, lsp_hover},
    {STR_INIT("textDocument/implementation"), LSP_NEEDS_CALLS, lsp_places_implementations},
    {STR_INIT("textDocument/documentHighlight"), LSP_NEEDS_CALLS, lsp_places_highlights},
    {STR_INIT("textDocument/prepareCallHierarchy"), LSP_NEEDS_CALLS, lsp_hierarchy_prepare_calls},
    {STR_INIT("callHierarchy/incomingCalls"), LSP_NEEDS_CALLS, lsp_hierarchy_incoming},
    {STR_INIT("callHierarchy/outgoingCalls"), LSP_NEEDS_CALLS, lsp_hierarchy_outgoing},
    {STR_INIT("textDocument/prepareTypeHierarchy"), LSP_NEEDS_CALLS, lsp_hierarchy_prepare_types},
    {STR_INIT("typeHierarchy/supertypes"), LSP_NEEDS_CALLS, lsp_hierarchy_supertypes},
    {STR_INIT("typeHierarchy/subtypes"), LSP_NEEDS_CALLS, lsp_hierarchy_subtypes},
    {STR_INIT("textDocument/prepareRename"), LSP_NEEDS_CALLS, lsp_rename_prepare},
    {STR_INIT("textDocument/rename"), LSP_NEEDS_CALLS, lsp_rename},
    {STR_INIT("workspace/willRenameFiles"), LSP_NEEDS_CALLS, lsp_rename_files},
    {STR_INIT("textDocument/codeLens"), LSP_NEEDS_CALLS, lsp_lens},
    {STR_INIT("textDocument/foldingRange"), LSP_NEEDS_TEXT, lsp_folding_ranges},
    {STR_INIT("textDocument/selectionRange"), LSP_NEEDS_TEXT, lsp_folding_selections},
    {STR_INIT("workspace/executeCommand"), LSP_NEEDS_CALLS, lsp_command_run},
    {STR_INIT("textDocument/diagnostic"), LSP_NEEDS_REVIEW, NULL},
    {STR_INIT("workspace/diagnostic"), LSP_NEEDS_REVIEW, NULL},
};

const LspMethod *lsp_reader_method(Str name)
{
    for (size_t i = 0; i < COUNT(methods); i++)
        if (str_equal(methods[i].name, name))
            return &methods[i];
    return NULL;
}

bool lsp_reader_refuse(LspReader *reader, RpcFault *fault, RpcCode code, Str why)
{
    return rpc_fail(&reader->arena, fault, code, "%.*s", STR_ARG(why));
}

void lsp_reader_log(LspReader *reader, Str text)
{
    Json *params = json_object(&reader->arena);
    json_set(params, STR("type"), json_u64(&reader->arena, 3)); /* information */
    json_set(params, STR("message"), json_str(&reader->arena, text));
    lsp_process_tell(reader->fd, LSP_NOTE_MESSAGE,
                     rpc_write_notification(&reader->arena, STR("window/logMessage"), params));
}

void lsp_reader_spend(LspReader *reader)
{
    lsp_process_tell(reader->fd, LSP_NOTE_SPENT, (Str){0});
}

/* ---- values ---- */

static Json *position(LspReader *reader, const LspText *text, size_t offset)
{
    LspPosition at = lsp_text_position(text, offset);
    Json *value = json_object(&reader->arena);
    json_set(value, STR("line"), json_u64(&reader->arena, at.line));
    json_set(value, STR("character"), json_u64(&reader->arena, at.character));
    return value;
}

Json *lsp_reader_range(LspReader *reader, const LspText *text, size_t start, size_t end)
{
    Json *value = json_object(&reader->arena);
    json_set(value, STR("start"), position(reader, text, start));
    json_set(value, STR("end"), position(reader, text, MAX(start, end)));
    return value;
}

Json *lsp_reader_location(LspReader *reader, Str uri, Json *range)
{
    Json *value = json_object(&reader->arena);
    json_set(value, STR("uri"), json_str(&reader->arena, uri));
    json_set(value, STR("range"), range);
    return value;
}

/* ---- the loop ---- */

static Str answer(LspReader *reader, Str text)
{
    Json *value;
    Err err = {0};
    RpcFault fault = {.code = RPC_INTERNAL_ERROR, .message = STR("no answer")};
    if (!json_parse(&reader->arena, text, &value, &err))
        return rpc_write_fault(&reader->arena, NULL, &fault);
    RpcMessage message = rpc_read(value);
    const LspMethod *method = lsp_reader_method(message.method);
    Json *result = method ? method->answer(reader, message.params, &fault) : NULL;
    return result ? rpc_write_result(&reader->arena, message.id, result)
                  : rpc_write_fault(&reader->arena, message.id, &fault);
}

void lsp_reader_serve(int fd, void *state)
{
    LspReader reader = {.root = state, .fd = fd};
    ToolContext context = *reader.root->server->context;
    Str text;
    arena_open(&reader.kept, 0);
    arena_open(&reader.arena, 0);
    arena_open(&reader.scratch, 0);
    context.root = reader.root->repo.root;
    reader.files = map_open(&reader.kept);
    reader.request = tool_context_request(&context, &reader.arena, &reader.scratch);
    while (lsp_process_next(fd, &reader.arena, &text)) {
        lsp_process_tell(fd, LSP_NOTE_ANSWER, answer(&reader, text));
        arena_reset(&reader.arena);
        arena_reset(&reader.scratch);
    }
}
