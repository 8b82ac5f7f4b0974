/* What a client may send: each line is a message to one server, over a directory with one file.
   Every request gets one answer, which is JSON. What a process of its own would do is done here,
   for the tools that need no index. */
#include "fuzz_tree.h"

#include "base/limits.h"
#include "config/config.h"
#include "serve/era.h"
#include "serve/server.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerInitialize(int *argc, char ***argv);

static Config config;
static ToolContext context;

static void check_message(void *state, Str message)
{
    Arena arena;
    Err err = {0};
    Json *value = NULL;
    (void)state;
    arena_open(&arena, MCP_EXCHANGE_RESERVE);
    bool parsed = json_parse(&arena, message, &value, &err);
    assert(parsed && str_find_byte(message, '\n') == STR_NONE);
    arena_close(&arena);
}

static void count_end(void *state, Str answer, RpcCode code)
{
    (void)code;
    ++*(size_t *)state;
    if (answer.len)
        check_message(NULL, answer);
}

static bool needs_index(const Exchange *exchange)
{
    static const char *const plain[] = {"map", "read", "read_file", "read_chunk", "list_languages"};
    Str name = json_text(exchange->message.params, STR("name"));
    if (!str_equal(exchange->method->name, STR("tools/call")))
        return exchange->method->works;
    for (size_t i = 0; i < COUNT(plain); i++)
        if (str_equal(name, str_from(plain[i])))
            return false;
    return true;
}

static void answer_request(Exchange *exchange)
{
    RpcFault fault = {0};
    Json *result = json_object(&exchange->arena);
    if (!era_check(exchange, &fault)) {
        exchange_fail(exchange, &fault);
    } else if (needs_index(exchange)) {
        exchange_cancel(exchange);
    } else if (!exchange->method->answer(exchange, result, &fault)) {
        assert(fault.code && fault.message.len);
        exchange_fail(exchange, &fault);
    } else if (exchange->listening) {
        exchange_cancel(exchange);
    } else {
        exchange_answer(exchange, result);
    }
}

static void take(Server *server, Client *client, Str line)
{
    size_t ends = 0;
    RpcFault fault = {0};
    Outlet outlet = {&ends, check_message, count_end};
    Exchange *exchange = exchange_open(server, client, outlet, line, &fault);
    assert((fault.code != RPC_OK) == (exchange->message.kind == RPC_INVALID));
    if (exchange->message.kind != RPC_REQUEST) {
        exchange_take(exchange);
        return;
    }
    answer_request(exchange);
    assert(ends == 1);
}

static void ignore_message(void *state, Str message)
{
    check_message(state, message);
}

static void ignore_end(void *state, Str answer, RpcCode code)
{
    (void)state;
    (void)answer;
    (void)code;
}

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    static Str root;
    (void)argc;
    (void)argv;
    fuzz_tree_open();
    fuzz_tree_write("a.py", STR("class A:\n    def f(self):\n        return 1\n"));
    root = str_from(fuzz_tree);
    setenv("XDG_CACHE_HOME", fuzz_tree, 1);
    setenv("XDG_RUNTIME_DIR", fuzz_tree, 1);
    config_init(&config);
    context = (ToolContext){.config = &config, .root = root, .roots = &root, .root_count = 1};
    return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    Server server;
    Err err = {0};
    Str text = {(const char *)data, size}, line;
    const ServeOptions options = {.profile = STR("full")};
    bool opened = server_open(&server, &context, &options, &err);
    assert(opened);
    Client *client = client_open(&server);
    client->outlet = (Outlet){NULL, ignore_message, ignore_end};
    for (unsigned i = 0; i < 20 && str_take_line(&text, &line); i++)
        take(&server, client, line);
    server_close(&server);
    return 0;
}
