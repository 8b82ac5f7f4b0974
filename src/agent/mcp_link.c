/* One message a line. While an answer is awaited, a server's own requests are answered (a ping) or
   refused, and its notifications are skipped. */
#include "agent/mcp_link.h"

#include "base/rpc.h"

#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

/* A slow look-up; a server that is downloaded first by npx. */
#define CALL_MS 30000
#define START_MS 120000
#define LOOK_MS 100
/* Of one message: files are read whole. */
#define MESSAGE_BYTES_MAX ((size_t)8 * MB)
/* Pages of the list of tools, and tools that are taken from it. */
#define PAGES_MAX 20
#define TOOLS_MAX 100
#define ABOUT_CHARS 140
#define ARGUMENTS_BYTES ((size_t)300)
#define VERSION "2025-11-25"
#define VERSION_BYTES_MAX 32

/* ---- messages ---- */

static bool fail(const McpLink *link, const char *what, Err *err)
{
    err_set(err, ERR_FAILED, "MCP server %.*s: %s", STR_ARG(link->name), what);
    return err_hint(err, "mcp.json in the directory of your settings names it");
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

/* The answer to a request of the server. */
static Str reply_to(Arena *arena, const RpcMessage *message)
{
    RpcFault fault;
    if (str_equal(message->method, STR("ping")))
        return rpc_write_result(arena, message->id, json_object(arena));
    rpc_fail(arena, &fault, RPC_METHOD_NOT_FOUND, "this client has no such method");
    return rpc_write_fault(arena, message->id, &fault);
}

static bool fail_answer(const McpLink *link, Arena *arena, const Json *value, Err *err)
{
    Str why = json_text(rpc_object(value, STR("error")), STR("message"));
    if (link->remote)
        why = mcp_remote_hide(link->remote, arena, why);
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

/* Waits for the answer of a program. *answer is the message. */
static bool await(McpLink *link, Arena *arena, const Json *id, int64_t until, const Json **answer,
                  Err *err)
{
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
        if (message.kind == RPC_REQUEST && !send_line(link, arena, reply_to(arena, &message), err))
            return false;
        if (message.kind != RPC_RESPONSE || !rpc_same_id(message.id, id))
            continue;
        *answer = value;
        return true;
    }
}

/* Sends a message; with an id, waits for its answer. */
static bool exchange(McpLink *link, Arena *arena, McpExchange *sent, Err *err)
{
    int64_t until = proc_clock_ms() + sent->ms;
    sent->reply = reply_to;
    if (link->remote)
        return mcp_remote_send(link->remote, arena, sent, err);
    return send_line(link, arena, sent->message, err) &&
           (!sent->id || await(link, arena, sent->id, until, &sent->answer, err));
}

static bool introduce(McpLink *link, Arena *scratch, Err *err);

/* The server has forgotten the session, and has not taken the request: a new session. */
static bool begin_again(McpLink *link, Arena *arena, Err *err)
{
    link->remote->session = (Str){0};
    return introduce(link, arena, err);
}

/* Sends a request and waits for its result. */
static bool ask(McpLink *link, Arena *arena, const McpAsk *asked, const Json **result, Err *err)
{
    Json *id = json_u64(arena, ++link->next_id);
    McpExchange sent = {.message =
                            rpc_write_request(arena, id, str_from(asked->method), asked->params),
                        .id = id,
                        .ms = asked->ms};
    bool had_session = link->remote && link->remote->session.len;
    if (!exchange(link, arena, &sent, err) &&
        !(had_session && link->remote->status == 404 && begin_again(link, arena, err) &&
          exchange(link, arena, &sent, err)))
        return false;
    *result = rpc_read(sent.answer).result;
    return *result || fail_answer(link, arena, sent.answer, err);
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

/* Whether the text can be sent in a header: `2025-06-18`. */
static bool is_version(Str text)
{
    for (size_t i = 0; i < text.len; i++)
        if (!byte_is_alpha(text.ptr[i]) && !byte_is_digit(text.ptr[i]) &&
            !byte_in(text.ptr[i], "-._"))
            return false;
    return text.len > 0 && text.len <= VERSION_BYTES_MAX;
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
    if (!ask(link, scratch, &(McpAsk){"initialize", params, START_MS}, &result, err))
        return false;
    Str version = json_text(result, STR("protocolVersion"));
    if (link->remote && is_version(version))
        link->remote->version = str_copy(link->arena, version);
    Str done = rpc_write_notification(scratch, STR("notifications/initialized"), NULL);
    return exchange(link, scratch, &(McpExchange){.message = done, .ms = CALL_MS}, err);
}

/* Introduces this client to a server over HTTP. One that does not know the transport refuses, and
   is asked by the former one. */
static bool introduce_remote(McpLink *link, const McpSetting *setting, Arena *scratch, Err *err)
{
    McpRemote *remote = NEW(link->arena, McpRemote, 1);
    Err ignored = {0};
    *remote = (McpRemote){.arena = link->arena, .cancel = link->cancel, .stream = {.fd = -1}};
    link->remote = remote;
    if (!mcp_remote_open(remote, setting, err))
        return false;
    if (introduce(link, scratch, err))
        return true;
    bool may_be_old = remote->status == 400 || remote->status == 404 || remote->status == 405;
    return may_be_old && !remote->post_url.len && mcp_remote_go_back(remote, scratch, &ignored) &&
           introduce(link, scratch, err);
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
    bool is_open = setting->argv ? proc_link_open(setting->argv, &link->process, err) &&
                                       introduce(link, &scratch, err)
                                 : introduce_remote(link, setting, &scratch, err);
    if (is_open && list_tools(link, &scratch, err))
        return true;
    mcp_link_close(link);
    return false;
}

void mcp_link_close(McpLink *link)
{
    proc_link_close(&link->process);
    if (link->remote)
        mcp_remote_close(link->remote);
    link->remote = NULL;
}

bool mcp_link_is_open(const McpLink *link)
{
    return link->process.process || link->remote;
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
    if (link->remote)
        answer->text = mcp_remote_hide(link->remote, arena, answer->text);
    return true;
}
