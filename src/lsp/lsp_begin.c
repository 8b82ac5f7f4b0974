#include "lsp/lsp_begin.h"

#include "base/fs.h"
#include "lsp/lsp_command.h"
#include "lsp/lsp_uri.h"

/* ---- the client ---- */

/* A value below an object; NULL when a part is missing. */
static const Json *at(const Json *value, const char *keys)
{
    Str rest = str_from(keys), key;
    while (value && str_take_until(&rest, '.', &key))
        value = json_get(value, key);
    return value;
}

static bool is_true(const Json *value)
{
    return value && value->type == JSON_TRUE;
}

static bool has_text(const Json *array, Str text)
{
    for (const Json *item = array ? array->first : NULL; item; item = item->next)
        if (item->type == JSON_STRING && str_equal(item->text, text))
            return true;
    return false;
}

/* UTF-8 if the client offers it, since texts are UTF-8 here. */
static LspEncoding choose_encoding(const Json *offered)
{
    return has_text(offered, STR("utf-8"))                                         ? LSP_UTF8
           : has_text(offered, STR("utf-32")) && !has_text(offered, STR("utf-16")) ? LSP_UTF32
                                                                                   : LSP_UTF16;
}

static void read_client(LspServer *server, const Json *params)
{
    const Json *can = json_get(params, STR("capabilities"));
    const Json *process = json_get(params, STR("processId"));
    server->documents.encoding = choose_encoding(at(can, "general.positionEncodings"));
    server->client = (LspClient){
        .has_hierarchy =
            is_true(at(can, "textDocument.documentSymbol.hierarchicalDocumentSymbolSupport")),
        .has_markdown = has_text(at(can, "textDocument.hover.contentFormat"), STR("markdown")),
        .has_related = is_true(at(can, "textDocument.publishDiagnostics.relatedInformation")),
        .may_pull = at(can, "textDocument.diagnostic") != NULL,
        .has_progress = is_true(at(can, "window.workDoneProgress")),
    };
    server->client.pulls =
        server->client.may_pull && is_true(at(can, "workspace.diagnostics.refreshSupport"));
    if (process && process->type == JSON_NUMBER && !str_parse_u64(process->text, &server->owner))
        server->owner = 0;
}

/* ---- the roots ---- */

static void open_root(LspServer *server, Arena *arena, Str uri)
{
    Str path = lsp_uri_path(arena, uri);
    if (path.len)
        lsp_root_open(server, uri, path);
}

static void open_roots(LspServer *server, Arena *arena, const Json *params)
{
    const Json *folders = json_get(params, STR("workspaceFolders"));
    for (const Json *one = folders ? folders->first : NULL; one; one = one->next)
        open_root(server, arena, json_text(one, STR("uri")));
    if (!server->root_count)
        open_root(server, arena, json_text(params, STR("rootUri")));
    Str path = json_text(params, STR("rootPath"));
    if (!server->root_count && path.len)
        open_root(server, arena, lsp_uri_of(arena, path));
    path = server->context->root.len ? server->context->root : fs_working_directory(arena);
    if (!server->root_count)
        lsp_root_open(server, lsp_uri_of(arena, path), path);
}

void lsp_begin_change_folders(LspServer *server, Arena *arena, const Json *params)
{
    const Json *added = at(params, "event.added"), *removed = at(params, "event.removed");
    for (const Json *one = removed ? removed->first : NULL; one; one = one->next)
        for (size_t i = 0; i < server->root_count; i++)
            if (lsp_root_is_open(&server->roots[i]) &&
                str_equal(server->roots[i].uri, json_text(one, STR("uri"))))
                lsp_root_close(&server->roots[i]);
    for (const Json *one = added ? added->first : NULL; one; one = one->next)
        open_root(server, arena, json_text(one, STR("uri")));
}

/* ---- the server ---- */

static void set_flag(Arena *arena, Json *object, const char *key)
{
    json_set(object, str_from(key), json_bool(arena, true));
}

static Json *provide_diagnostics(Arena *arena)
{
    Json *value = json_object(arena);
    set_flag(arena, value, "interFileDependencies");
    set_flag(arena, value, "workspaceDiagnostics");
    return value;
}

/* Files and directories of which the client asks before it renames them: all. */
static Json *provide_file_operations(Arena *arena)
{
    Json *value = json_object(arena), *will = json_object(arena), *filters = json_array(arena);
    Json *filter = json_object(arena), *pattern = json_object(arena);
    json_set(pattern, STR("glob"), json_str(arena, STR("**/*")));
    json_set(filter, STR("scheme"), json_str(arena, STR("file")));
    json_set(filter, STR("pattern"), pattern);
    json_add(filters, filter);
    json_set(will, STR("filters"), filters);
    json_set(value, STR("willRename"), will);
    return value;
}

static Json *capabilities(Arena *arena, const LspServer *server)
{
    static const char *const provided[] = {
        "documentSymbolProvider", "hoverProvider",
        "definitionProvider",     "declarationProvider",
        "referencesProvider",     "workspaceSymbolProvider",
        "implementationProvider", "documentHighlightProvider",
        "callHierarchyProvider",  "typeHierarchyProvider",
        "foldingRangeProvider",   "selectionRangeProvider",
    };
    Json *all = json_object(arena), *sync = json_object(arena), *save = json_object(arena);
    Json *workspace = json_object(arena), *folders = json_object(arena);
    Json *rename = json_object(arena), *lens = json_object(arena);
    json_set(all, STR("positionEncoding"),
             json_str(arena, lsp_text_encoding_name(server->documents.encoding)));
    set_flag(arena, sync, "openClose");
    json_set(sync, STR("change"), json_u64(arena, 2)); /* incremental */
    json_set(save, STR("includeText"), json_bool(arena, false));
    json_set(sync, STR("save"), save);
    json_set(all, STR("textDocumentSync"), sync);
    for (size_t i = 0; i < COUNT(provided); i++)
        set_flag(arena, all, provided[i]);
    set_flag(arena, rename, "prepareProvider");
    json_set(all, STR("renameProvider"), rename);
    json_set(lens, STR("resolveProvider"), json_bool(arena, false));
    json_set(all, STR("codeLensProvider"), lens);
    if (server->client.may_pull)
        json_set(all, STR("diagnosticProvider"), provide_diagnostics(arena));
    json_set(all, STR("executeCommandProvider"), lsp_command_names(arena));
    set_flag(arena, folders, "supported");
    set_flag(arena, folders, "changeNotifications");
    json_set(workspace, STR("workspaceFolders"), folders);
    json_set(workspace, STR("fileOperations"), provide_file_operations(arena));
    json_set(all, STR("workspace"), workspace);
    return all;
}

void lsp_begin(LspServer *server, Arena *arena, const RpcMessage *message)
{
    Json *result = json_object(arena), *self = json_object(arena);
    read_client(server, message->params);
    json_set(self, STR("name"), json_str(arena, STR("fovea")));
    json_set(self, STR("version"), json_str(arena, STR(FOVEA_VERSION)));
    json_set(result, STR("capabilities"), capabilities(arena, server));
    json_set(result, STR("serverInfo"), self);
    lsp_front_send(server, rpc_write_result(arena, message->id, result));
    server->phase = LSP_READY;
    open_roots(server, arena, message->params);
}
