/* One message a line. While an answer is awaited, a server's own requests are answered (a ping) or
   refused, and its notifications are skipped. */
#include "agent/mcp_link.h"

#include "base/path.h"
#include "base/rpc.h"
#include "config/config.h"
#include "model/chat.h"

#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

/* A slow look-up; a server that is downloaded first by npx. */
#define CALL_MS 30000
#define START_MS 120000
#define LOOK_MS 100
/* Of one message: files are read whole. */
#define MESSAGE_BYTES_MAX ((size_t)8 * MB)
#define SETTINGS_BYTES_MAX ((size_t)1 * MB)
#define SERVERS_MAX 50
#define WORDS_MAX 100
/* Pages of the list of tools, and tools that are taken from it. */
#define PAGES_MAX 20
#define TOOLS_MAX 100
#define ABOUT_CHARS 140
#define ARGUMENTS_BYTES ((size_t)300)
#define VERSION "2025-06-18"

/* ---- settings ---- */

typedef struct Words {
    Arena *arena;
    const char **words;
    size_t count;
} Words;

static void put(Words *words, Str word)
{
    if (words->count + 1 < WORDS_MAX)
        words->words[words->count++] = str_terminate(words->arena, word);
}

static void put_environment(Words *words, Str root, const Json *own)
{
    put(words, STR("env"));
    put(words, STR("-C"));
    put(words, root);
    for (size_t i = 0; i < chat_provider_count(); i++) {
        const char *variable = chat_provider_at(i)->key_variable;
        if (!variable)
            continue;
        put(words, STR("-u"));
        put(words, str_from(variable));
    }
    for (const Json *item = own && own->type == JSON_OBJECT ? own->first : NULL; item;
         item = item->next)
        if (item->type == JSON_STRING && item->key.len && str_find_byte(item->key, '=') == STR_NONE)
            put(words,
                str_format(words->arena, "%.*s=%.*s", STR_ARG(item->key), STR_ARG(item->text)));
}

/* A path that is not absolute would lead into the repository. */
static bool is_command(Str command)
{
    return command.len && !byte_in(command.ptr[0], "-=") &&
           str_find_byte(command, '=') == STR_NONE &&
           (path_is_absolute(command) || str_find_byte(command, '/') == STR_NONE);
}

static bool read_setting(Arena *arena, Str root, const Json *item, McpSetting *setting, Err *err)
{
    Words words = {.arena = arena, .words = NEW(arena, const char *, WORDS_MAX)};
    Str command = json_text(item, STR("command"));
    const Json *arguments = json_get(item, STR("args"));
    if (!is_command(command)) {
        err_set(err, ERR_USAGE, "mcp.json: %.*s has no command", STR_ARG(item->key));
        return err_hint(err, "a program on PATH or an absolute path; servers at a url are not "
                             "supported");
    }
    put_environment(&words, root, json_get(item, STR("env")));
    put(&words, command);
    for (const Json *one = arguments && arguments->type == JSON_ARRAY ? arguments->first : NULL;
         one; one = one->next)
        if (one->type == JSON_STRING)
            put(&words, one->text);
    *setting = (McpSetting){.name = str_copy(arena, item->key), .argv = words.words};
    return true;
}

bool mcp_link_settings(Arena *arena, Str root, McpSettingVec *settings, Err *err)
{
    Str file = config_user_file(arena), bytes;
    Json *value;
    bool found = false;
    Err bad = {0};
    *settings = (McpSettingVec){0};
    if (!file.len)
        return true;
    Str path = path_join(arena, path_directory(file), STR("mcp.json"));
    if (!fs_is_directory(arena, path_directory(path)))
        return true;
    if (!fs_read_own(arena, path, SETTINGS_BYTES_MAX, &bytes, &found, err))
        return false;
    if (!found)
        return true;
    if (!json_parse(arena, bytes, &value, &bad))
        return err_set(err, ERR_USAGE, "mcp.json: %s", bad.message);
    const Json *servers = rpc_object(value, STR("mcpServers"));
    for (const Json *item = servers ? servers->first : NULL; item && settings->len < SERVERS_MAX;
         item = item->next)
        if (!read_setting(arena, root, item, VEC_PUSH(arena, settings), err))
            return false;
    return true;
}

/* ---- messages ---- */

static bool fail(const McpLink *link, const char *what, Err *err)
{
    err_set(err, ERR_FAILED, "MCP server %.*s: %s", STR_ARG(link->name), what);
    return err_hint(err, "mcp.json in the directory of your settings has its command");
}

static bool send_line(const McpLink *link, Arena *arena, Str message, Err *err)
{
    Str line = str_join(arena, message, STR("\n"));
    while (line.len) {
        ssize_t n = send(link->process.fd, line.ptr, line.len, MSG_NOSIGNAL);
        if (n <= 0)
            return fail(link, "it has ended", err);
        line = str_from_offset(line, (size_t)n);
    }
    return true;
}

/* Takes a complete line off the front of the received bytes. */
static bool take_line(McpLink *link, Arena *arena, Str *line)
{
    Str all = buf_str(&link->in);
    size_t end = str_find_byte(all, '\n');
    if (end == STR_NONE)
        return false;
    *line = str_copy(arena, str_slice(all, 0, end));
    Str rest = str_from_offset(all, end + 1);
    memmove((char *)(uintptr_t)link->in.ptr, rest.ptr, rest.len);
    link->in.len = rest.len;
    return true;
}

static bool receive(McpLink *link, int64_t until, Err *err)
{
    struct pollfd event = {.fd = link->process.fd, .events = POLLIN};
    if (link->cancel && *link->cancel)
        return err_interrupted(err);
    if (proc_clock_ms() >= until)
        return fail(link, "no answer in time", err);
    if (poll(&event, 1, LOOK_MS) <= 0)
        return true;
    char *to = buf_reserve(&link->in, 64 * KB);
    ssize_t n = to ? read(link->process.fd, to, 64 * KB) : 0;
    if (!to)
        return fail(link, "its answer is too large", err);
    if (n <= 0)
        return fail(link, "it has ended", err);
    link->in.len += (size_t)n;
    return true;
}

/* Answers a request of the server. */
static bool answer_request(const McpLink *link, Arena *arena, const RpcMessage *message, Err *err)
{
    RpcFault fault;
    if (str_equal(message->method, STR("ping")))
        return send_line(link, arena, rpc_write_result(arena, message->id, json_object(arena)),
                         err);
    rpc_fail(arena, &fault, RPC_METHOD_NOT_FOUND, "this client has no such method");
    return send_line(link, arena, rpc_write_fault(arena, message->id, &fault), err);
}

static bool fail_answer(const McpLink *link, Arena *arena, const Json *value, Err *err)
{
    Str why = json_text(rpc_object(value, STR("error")), STR("message"));
    return fail(link,
                str_terminate(arena, why.len ? str_cut_chars(arena, why, 200)
                                             : STR("its answer has no result")),
                err);
}

/* A request, and how long its result may take. */
typedef struct McpAsk {
    const char *method;
    Json *params;
    int ms;
} McpAsk;

/* Sends a request and waits for its result. */
static bool ask(McpLink *link, Arena *arena, const McpAsk *asked, const Json **result, Err *err)
{
    Json *id = json_u64(arena, ++link->next_id);
    int64_t until = proc_clock_ms() + asked->ms;
    Str request = rpc_write_request(arena, id, str_from(asked->method), asked->params);
    if (!send_line(link, arena, request, err))
        return false;
    for (;;) {
        Str line;
        Json *value;
        Err ignored;
        if (!take_line(link, arena, &line)) {
            if (!receive(link, until, err))
                return false;
            continue;
        }
        if (!json_parse(arena, line, &value, &ignored))
            continue; /* some servers print what is no message */
        RpcMessage message = rpc_read(value);
        if (message.kind == RPC_REQUEST && !answer_request(link, arena, &message, err))
            return false;
        if (message.kind != RPC_RESPONSE || !rpc_same_id(message.id, id))
            continue;
        *result = message.result;
        return *result || fail_answer(link, arena, value, err);
    }
}

/* ---- tools ---- */

/* The arguments of a tool, by its schema. */
static Str arguments_of(Arena *arena, const Json *schema)
{
    const Json *properties = rpc_object(schema, STR("properties"));
    const Json *required = json_get(schema, STR("required"));
    Buf out = buf_open(arena, 0);
    buf_put_byte(&out, '{');
    for (const Json *item = properties ? properties->first : NULL;
         item && out.len < ARGUMENTS_BYTES; item = item->next) {
        bool needed = false;
        for (const Json *one = required && required->type == JSON_ARRAY ? required->first : NULL;
             one; one = one->next)
            needed |= one->type == JSON_STRING && str_equal(one->text, item->key);
        Str type = json_text(item, STR("type"));
        buf_printf(&out, "%s\"%.*s\"%s: %.*s", out.len > 1 ? ", " : "", STR_ARG(item->key),
                   needed ? "" : "?", STR_ARG(type.len ? type : STR("any")));
    }
    buf_put_byte(&out, '}');
    return buf_str(&out);
}

static void add_tool(McpLink *link, const Json *item)
{
    Arena *arena = link->arena;
    Str name = json_text(item, STR("name"));
    const Json *hint = json_get(rpc_object(item, STR("annotations")), STR("readOnlyHint"));
    Str about = str_fold_space(arena, json_text(item, STR("description")));
    if (!name.len || link->tools.len == TOOLS_MAX)
        return;
    *VEC_PUSH(arena, &link->tools) =
        (McpTool){.name = str_copy(arena, name),
                  .about = str_cut_chars(arena, about, ABOUT_CHARS),
                  .arguments = arguments_of(arena, rpc_object(item, STR("inputSchema"))),
                  .only_reads = hint && hint->type == JSON_TRUE};
}

static bool list_tools(McpLink *link, Arena *scratch, Err *err)
{
    Str cursor = {0};
    for (unsigned page = 0; page < PAGES_MAX; page++) {
        const Json *result;
        Json *params = json_object(scratch);
        json_set_text(scratch, params, STR("cursor"), cursor);
        if (!ask(link, scratch, &(McpAsk){"tools/list", params, CALL_MS}, &result, err))
            return false;
        const Json *tools = json_get(result, STR("tools"));
        for (const Json *item = tools && tools->type == JSON_ARRAY ? tools->first : NULL; item;
             item = item->next)
            add_tool(link, item);
        cursor = json_text(result, STR("nextCursor"));
        if (!cursor.len)
            break;
    }
    return true;
}

static bool introduce(McpLink *link, Arena *scratch, Err *err)
{
    const Json *result;
    Json *params = json_object(scratch), *client = json_object(scratch);
    json_set(client, STR("name"), json_str(scratch, STR("fovea")));
    json_set(client, STR("version"), json_str(scratch, STR(FOVEA_VERSION)));
    json_set(params, STR("protocolVersion"), json_str(scratch, STR(VERSION)));
    json_set(params, STR("capabilities"), json_object(scratch));
    json_set(params, STR("clientInfo"), client);
    return ask(link, scratch, &(McpAsk){"initialize", params, START_MS}, &result, err) &&
           send_line(link, scratch,
                     rpc_write_notification(scratch, STR("notifications/initialized"), NULL), err);
}

bool mcp_link_open(Arena *arena, const McpSetting *setting, const volatile bool *cancel,
                   McpLink *link, Err *err)
{
    Arena scratch SCOPED(arena_close) = {0};
    arena_open(&scratch, ARENA_RESERVE);
    *link = (McpLink){.arena = arena,
                      .name = setting->name,
                      .cancel = cancel,
                      .in = buf_open(arena, MESSAGE_BYTES_MAX)};
    if (proc_link_open(setting->argv, &link->process, err) && introduce(link, &scratch, err) &&
        list_tools(link, &scratch, err))
        return true;
    mcp_link_close(link);
    return false;
}

void mcp_link_close(McpLink *link)
{
    proc_link_close(&link->process);
}

/* ---- calls ---- */

static void put_content(Buf *out, const Json *item)
{
    Str type = json_text(item, STR("type")), text = json_text(item, STR("text"));
    if (str_equal(type, STR("resource")))
        text = json_text(rpc_object(item, STR("resource")), STR("text"));
    if (text.len)
        buf_printf(out, "%.*s\n", STR_ARG(text));
    else
        buf_printf(out, "[%.*s, not shown]\n", STR_ARG(type));
}

bool mcp_link_call(McpLink *link, Arena *arena, Str tool, Json *arguments, McpAnswer *answer,
                   Err *err)
{
    const Json *result;
    Json *params = json_object(arena);
    Buf out = buf_open(arena, 0);
    json_set(params, STR("name"), json_str(arena, tool));
    json_set(params, STR("arguments"), arguments);
    if (!ask(link, arena, &(McpAsk){"tools/call", params, CALL_MS}, &result, err))
        return false;
    const Json *content = json_get(result, STR("content")), *bad = json_get(result, STR("isError"));
    for (const Json *item = content && content->type == JSON_ARRAY ? content->first : NULL; item;
         item = item->next)
        put_content(&out, item);
    answer->failed = bad && bad->type == JSON_TRUE;
    answer->text = out.len ? buf_str(&out) : STR("(an empty answer)\n");
    return true;
}
