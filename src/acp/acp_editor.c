/* A client that refuses to read a file does not have it open, so the disk's text counts. */
#include "acp/acp_editor.h"

#include "base/path.h"

static bool fail_reply(AcpReply reply, Str path, Err *err)
{
    if (reply == ACP_CANCELLED)
        return err_set(err, ERR_INTERRUPTED, "cancelled");
    if (reply == ACP_GONE)
        return err_set(err, ERR_READER_GONE, "the client is gone");
    return err_set(err, ERR_FAILED, "the editor %s %.*s",
                   reply == ACP_SILENT ? "does not answer for" : "refuses to write", STR_ARG(path));
}

static Json *file_params(const AcpEditor *editor, Arena *arena, Str path)
{
    Json *params = json_object(arena);
    json_set(params, STR("path"), json_str(arena, path_join(arena, editor->root, path)));
    return params;
}

static bool read_file(void *state, Arena *arena, Str path, Str *text, bool *found, Err *err)
{
    const AcpEditor *editor = state;
    const Json *result;
    AcpReply reply = acp_link_ask(editor->link, arena, STR("fs/read_text_file"),
                                  file_params(editor, arena, path), ACP_ANSWER_MS, &result);
    *found = false;
    if (reply == ACP_REFUSED)
        return true;
    if (reply != ACP_REPLIED)
        return fail_reply(reply, path, err);
    const Json *content = json_get(result, STR("content"));
    *found = content && content->type == JSON_STRING;
    *text = *found ? content->text : (Str){0};
    return true;
}

static bool write_file(void *state, Arena scratch, Str path, Str text, Err *err)
{
    const AcpEditor *editor = state;
    const Json *result;
    Json *params = file_params(editor, &scratch, path);
    json_set(params, STR("content"), json_str(&scratch, text));
    editor->link->is_writing = true;
    AcpReply reply = acp_link_ask(editor->link, &scratch, STR("fs/write_text_file"), params,
                                  ACP_ANSWER_MS, &result);
    editor->link->is_writing = false;
    return reply == ACP_REPLIED || fail_reply(reply, path, err);
}

StageEditor acp_editor(AcpEditor *state, const AcpClient *client)
{
    return (StageEditor){.read = client->reads ? read_file : NULL,
                         .write = client->writes ? write_file : NULL,
                         .state = state};
}
