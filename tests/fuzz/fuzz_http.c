/* A request to `fovea mcp --http`: headers up to an empty line, then the body. Who may not call is
   refused, and so are headers that contradict the body; the first byte chooses whether this
   machine only, and whether a token, is asked for. */
#include "base/limits.h"
#include "config/config.h"
#include "serve/http_state.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define TOKEN STR("0123456789abcdef0123456789abcdef")

static void put_headers(struct evhttp_request *request, Arena scratch, Str *text)
{
    Str line, name;
    while (str_take_line(text, &line) && line.len)
        if (str_take_until(&line, ':', &name))
            evhttp_add_header(evhttp_request_get_input_headers(request),
                              str_terminate(&scratch, name), str_terminate(&scratch, line));
}

/* With a token and for this machine only nobody comes in by accident. */
static void check_admitted(const Http *http, struct evhttp_request *request)
{
    Str given = http_header(request, "Authorization"), host = http_header(request, "Host");
    assert(!http->token.len || str_ends(given, http->token));
    assert(!http->local || str_equal_nocase(str_slice(host, 0, 9), STR("localhost")) ||
           str_starts(host, STR("127.0.0.1")) || str_starts(host, STR("[::1]")));
}

static void check_body(Server *server, struct evhttp_request *request, Str body)
{
    RpcFault fault = {0};
    Exchange *exchange = exchange_open(server, NULL, (Outlet){0}, body, &fault);
    if (!fault.code && exchange->message.kind == RPC_REQUEST) {
        bool agreed = http_check_headers(exchange, request, &fault);
        assert(agreed ? str_equal(http_header(request, "Mcp-Method"), exchange->message.method)
                      : fault.code && fault.message.len);
    }
    exchange_close(exchange);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static Config config;
    static bool made;
    Server server;
    Err err = {0};
    if (!size)
        return 0;
    if (!made)
        config_init(&config);
    made = true;
    Str root = STR("/"), text = {(const char *)data + 1, size - 1};
    ToolContext context = {.config = &config, .root = root, .roots = &root, .root_count = 1};
    bool opened = server_open(&server, &context, &(ServeOptions){.profile = STR("full")}, &err);
    assert(opened);
    Http http = {.server = &server, .local = data[0] & 1, .token = data[0] & 2 ? TOKEN : (Str){0}};
    struct evhttp_request *request = evhttp_request_new(NULL, NULL);
    Arena scratch;
    arena_open(&scratch, 64 * MB);
    put_headers(request, scratch, &text);
    if (http_check_caller(&http, request)) { /* else it is answered, which frees it */
        check_admitted(&http, request);
        check_body(&server, request, text);
        evhttp_request_free(request);
    }
    arena_close(&scratch);
    server_close(&server);
    return 0;
}
