/* Access control of HTTP requests, from the headers alone, before the body is read. Host and Origin
   come first, so that a page in a browser learns nothing. Then come the secret, compared in
   constant time, and the announced length. Later the headers that repeat parts of the body are
   compared with it. */
#include "serve/http_state.h"

#include "text/base64.h"

#include <event2/keyvalq_struct.h>

Str http_header(struct evhttp_request *request, const char *name)
{
    const char *value = evhttp_find_header(evhttp_request_get_input_headers(request), name);
    return str_trim(str_from(value));
}

/* ---- refusing ---- */

void http_refuse(struct evhttp_request *request, int status, const char *text)
{
    struct evbuffer *body = evbuffer_new();
    if (body)
        evbuffer_add_printf(body, "%s\n", text);
    evhttp_add_header(evhttp_request_get_output_headers(request), "Content-Type", "text/plain");
    evhttp_send_reply(request, status, NULL, body);
    if (body)
        evbuffer_free(body);
}

void http_refuse_fault(struct evhttp_request *request, int status, const Json *id,
                       const RpcFault *fault)
{
    Arena arena;
    arena_open(&arena, 0);
    Str text = rpc_write_fault(&arena, id, fault);
    struct evbuffer *body = evbuffer_new();
    if (body)
        evbuffer_add(body, text.ptr, text.len);
    evhttp_add_header(evhttp_request_get_output_headers(request), "Content-Type",
                      "application/json");
    evhttp_send_reply(request, status, NULL, body);
    if (body)
        evbuffer_free(body);
    arena_close(&arena);
}

/* ---- the caller ---- */

/* Whether it is a loopback host name, with or without a port. */
static bool is_local_name(Str host)
{
    static const Str names[] = {STR_INIT("localhost"), STR_INIT("127.0.0.1"), STR_INIT("[::1]")};
    uint64_t port;
    size_t colon = str_find_last_byte(host, ':');
    bool has_port = colon != STR_NONE && !str_ends(host, STR("]"));
    if (has_port && !str_parse_u64(str_from_offset(host, colon + 1), &port))
        return false;
    for (size_t i = 0; i < COUNT(names); i++)
        if (str_equal_nocase(has_port ? str_slice(host, 0, colon) : host, names[i]))
            return true;
    return false;
}

static Str origin_host(Str origin)
{
    size_t mark = str_find(origin, STR("://"));
    return mark == STR_NONE ? (Str){0} : str_from_offset(origin, mark + 3);
}

/* Whether the request may come from this origin. Pages in a browser may not call, whatever their
   name resolves to (DNS rebinding). */
static bool is_origin_allowed(const Http *http, Str origin, Str host)
{
    Str from = origin_host(origin);
    if (http->local && !is_local_name(host))
        return false;
    return !origin.len || (http->local ? is_local_name(from) : str_equal_nocase(from, host));
}

/* Compares in constant time. */
static bool same_secret(Str given, Str secret)
{
    unsigned difference = given.len != secret.len;
    for (size_t i = 0; i < secret.len; i++)
        difference |= (unsigned char)(secret.ptr[i] ^ (given.len ? given.ptr[i % given.len] : 0));
    return !difference;
}

/* The headers that identify the caller. */
typedef struct Caller {
    Str values[3];
    bool doubled;
} Caller;

enum {
    HOST,
    ORIGIN,
    AUTHORIZATION
};

static void note_header(Caller *caller, bool *seen, Str name, Str value)
{
    static const Str names[] = {[HOST] = STR_INIT("Host"),
                                [ORIGIN] = STR_INIT("Origin"),
                                [AUTHORIZATION] = STR_INIT("Authorization")};
    for (size_t i = 0; i < COUNT(names); i++) {
        if (!str_equal_nocase(name, names[i]))
            continue;
        caller->doubled |= seen[i];
        seen[i] = true;
        caller->values[i] = str_trim(value);
    }
}

static HttpRefusal judge(const Http *http, const Caller *caller)
{
    Str given = caller->values[AUTHORIZATION];
    bool bearer = str_equal_nocase(str_slice(given, 0, 7), STR("Bearer "));
    if (caller->doubled)
        return (HttpRefusal){HTTP_BADREQUEST, "Host, Origin or Authorization is given twice"};
    if (!is_origin_allowed(http, caller->values[ORIGIN], caller->values[HOST]))
        return (HttpRefusal){403, "this Host or Origin may not call"};
    if (http->token.len &&
        !(bearer && same_secret(str_trim(str_from_offset(given, 7)), http->token)))
        return (HttpRefusal){401, "a bearer token is needed"};
    return (HttpRefusal){0};
}

/* Whether the announced length is too large. It is refused here, while the body is drained;
   libevent would answer and close the connection on a client that is still sending. */
static bool is_too_long(Str name, Str value)
{
    uint64_t length;
    return str_equal_nocase(name, STR("Content-Length")) &&
           str_parse_u64(str_trim(value), &length) && length > MCP_MESSAGE_BYTES_MAX;
}

HttpRefusal http_check_head(const Http *http, Str head)
{
    Caller caller = {0};
    bool too_long = false;
    bool seen[COUNT(caller.values)] = {0};
    Str line, name;
    str_take_line(&head, &line); /* the request line */
    while (str_take_line(&head, &line) && line.len) {
        if (byte_in(line.ptr[0], " \t"))
            return (HttpRefusal){
                0}; /* continuation of the previous line: http_check_caller sees it joined */
        if (!str_take_until(&line, ':', &name))
            continue;
        note_header(&caller, seen, name, line);
        too_long = too_long || is_too_long(name, line);
    }
    HttpRefusal refusal = judge(http, &caller);
    return too_long && !refusal.status ? (HttpRefusal){413, "a message has at most 4 MB"} : refusal;
}

bool http_check_caller(const Http *http, struct evhttp_request *request)
{
    Caller caller = {0};
    bool seen[COUNT(caller.values)] = {0};
    const struct evkeyvalq *headers = evhttp_request_get_input_headers(request);
    for (const struct evkeyval *header = headers->tqh_first; header; header = header->next.tqe_next)
        note_header(&caller, seen, str_from(header->key), str_from(header->value));
    HttpRefusal refusal = judge(http, &caller);
    if (!refusal.status)
        return true;
    if (refusal.status == 401)
        evhttp_add_header(evhttp_request_get_output_headers(request), "WWW-Authenticate", "Bearer");
    http_refuse(request, refusal.status, refusal.text);
    return false;
}

/* ---- headers that repeat the body ---- */

static bool fail_header(const Exchange *exchange, const char *name, RpcFault *fault)
{
    Arena *arena = &((Exchange *)exchange)->arena;
    return rpc_fail(arena, fault, RPC_HEADER_MISMATCH, "header %s does not match the body", name);
}

/* Whether the header has that value, which may be wrapped as =?base64?…?= . */
static bool is_value(Arena scratch, Str header, Str value)
{
    Str plain = header;
    if (str_starts(header, STR("=?base64?")) && str_ends(header, STR("?=")) &&
        !base64_decode(&scratch, str_slice(header, 9, header.len - 2), &plain))
        return false;
    return str_equal(plain, value);
}

bool http_check_headers(const Exchange *exchange, struct evhttp_request *request, RpcFault *fault)
{
    const RpcMessage *message = &exchange->message;
    const Json *meta = rpc_object(message->params, STR("_meta"));
    Str version = json_text(meta, STR("io.modelcontextprotocol/protocolVersion"));
    if (version.len && !str_equal(http_header(request, "MCP-Protocol-Version"), version))
        return fail_header(exchange, "MCP-Protocol-Version", fault);
    if (!str_equal(http_header(request, "Mcp-Method"), message->method))
        return fail_header(exchange, "Mcp-Method", fault);
    bool by_uri = str_equal(message->method, STR("resources/read"));
    bool by_name = str_equal(message->method, STR("tools/call")) ||
                   str_equal(message->method, STR("prompts/get"));
    Str named = json_text(message->params, by_uri ? STR("uri") : STR("name"));
    if ((by_uri || by_name) && named.len &&
        !is_value(exchange->arena, http_header(request, "Mcp-Name"), named))
        return fail_header(exchange, "Mcp-Name", fault);
    return true;
}
