#include "base/rpc.h"
#include "serve/profile.h"
#include "serve/tool_schema.h"
#include "test.h"
#include "text/base64.h"
#include "text/tokens.h"
#include "text/uri.h"

static RpcMessage read_message(const char *text)
{
    Err err;
    Json *value = NULL;
    bool parsed = json_parse(test_arena(), str_from(text), &value, &err);
    EXPECT(parsed);
    return rpc_read(parsed ? value : NULL);
}

TEST(messages_are_told_apart)
{
    EXPECT_INT(read_message("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"a\"}").kind, RPC_REQUEST);
    EXPECT_INT(read_message("{\"jsonrpc\":\"2.0\",\"method\":\"a\"}").kind, RPC_NOTIFICATION);
    EXPECT_INT(read_message("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}").kind, RPC_RESPONSE);
    EXPECT_INT(read_message("{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":{}}").kind, RPC_RESPONSE);
    EXPECT_INT(read_message("{\"jsonrpc\":\"2.0\",\"id\":null,\"method\":\"a\"}").kind,
               RPC_INVALID);
    EXPECT_INT(read_message("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":1}").kind, RPC_INVALID);
    EXPECT_INT(read_message("{\"jsonrpc\":\"2.0\",\"id\":1}").kind, RPC_INVALID);
    EXPECT_INT(read_message("{\"id\":1,\"method\":\"a\"}").kind, RPC_INVALID);
    EXPECT_INT(read_message("[]").kind, RPC_INVALID);
}

TEST(an_invalid_message_keeps_its_id)
{
    RpcMessage message =
        read_message("{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"a\",\"params\":[]}");
    EXPECT_INT(message.kind, RPC_INVALID);
    RpcFault fault = {.code = RPC_INVALID_REQUEST, .message = STR("no")};
    EXPECT_STR(rpc_write_fault(test_arena(), message.id, &fault),
               "{\"jsonrpc\":\"2.0\",\"id\":7,\"error\":{\"code\":-32600,\"message\":\"no\"}}");
}

TEST(text_for_the_command_line_is_reworded_for_agents)
{
    Arena *arena = test_arena();
    EXPECT_STR(tool_schema_reword(arena, STR("`fovea page notes` or fovea chunk F --max-tokens 9")),
               "`read_file notes` or read_chunk F max_tokens 9");
    EXPECT_STR(tool_schema_reword(arena, STR("fovea maps are --not a-- b")),
               "fovea maps are not a-- b");
    EXPECT_STR(tool_schema_reword(arena, STR("fovea is not a command")), "fovea is not a command");
}

static Str listing(const Tool *const *tools, size_t count, bool brief)
{
    Json *list = json_array(test_arena());
    Buf text = buf_open(test_arena(), 0);
    for (size_t i = 0; i < count; i++)
        json_add(list, tool_schema_of(test_arena(), tools[i], brief));
    json_write(&text, list, 0);
    return buf_str(&text);
}

TEST(the_core_profile_is_small)
{
    Err err = {0};
    size_t count = 0;
    const Tool **tools = NULL;
    REQUIRE(profile_select(test_arena(), STR("core"), false, &tools, &count, &err));
    EXPECT(count >= 4 && count <= 10);
    Str text = listing(tools, count, true);
    if (tokens_of_bytes(text.len) > 1300)
        printf("core: %zu tools, %zu bytes\n", count, text.len);
    EXPECT(tokens_of_bytes(text.len) <= 1300);
}

TEST(the_agent_profile_adds_tests_diff_and_review)
{
    Err err = {0};
    size_t core_count = 0, count = 0, found = 0;
    const Tool **core = NULL, **tools = NULL;
    REQUIRE(profile_select(test_arena(), STR("core"), false, &core, &core_count, &err));
    REQUIRE(profile_select(test_arena(), STR("agent"), false, &tools, &count, &err));
    for (size_t i = 0; i < count; i++)
        for (size_t j = 0; j < core_count; j++)
            found += tools[i] == core[j];
    EXPECT_INT(found, core_count);
    EXPECT_INT(count, core_count + 3);
    Str text = listing(tools, count, true);
    EXPECT(str_find(text, STR("\"get_tests\"")) != STR_NONE);
    EXPECT(str_find(text, STR("\"review_changes\"")) != STR_NONE);
    EXPECT(str_find(text, STR("\"analyze_diff\"")) != STR_NONE);
    if (tokens_of_bytes(text.len) > 1600)
        printf("agent: %zu tools, %zu bytes\n", count, text.len);
    EXPECT(tokens_of_bytes(text.len) <= 1600);
}

TEST(the_full_profile_has_every_tool_for_agents_under_a_valid_name)
{
    Err err = {0};
    size_t count = 0;
    const Tool **tools = NULL;
    REQUIRE(profile_select(test_arena(), STR("full"), false, &tools, &count, &err));
    for (size_t i = 0; i < count; i++) {
        Str name = profile_tool_name(tools[i]);
        EXPECT(!tools[i]->cli_only && name.len >= 1 && name.len <= 64);
        for (size_t j = 0; j < name.len; j++)
            EXPECT(byte_is_alpha(name.ptr[j]) || byte_is_digit(name.ptr[j]) || name.ptr[j] == '_');
        for (size_t j = 0; j < i; j++)
            EXPECT(!str_equal(name, profile_tool_name(tools[j])));
    }
}

TEST(every_tool_for_agents_says_what_it_costs)
{
    for (size_t i = 0; i < tool_count(); i++) {
        const Tool *tool = tool_at(i);
        EXPECT(tool->cli_only || (tool->tokens.usual && tool->tokens.most));
    }
}

TEST(no_schema_names_a_property_twice)
{
    for (size_t i = 0; i < tool_count(); i++) {
        const Json *schema =
            json_get(tool_schema_of(test_arena(), tool_at(i), false), STR("inputSchema"));
        const Json *first = json_get(schema, STR("properties"))->first;
        for (const Json *a = first; a; a = a->next)
            for (const Json *b = a->next; b; b = b->next)
                EXPECT(!str_equal(a->key, b->key));
    }
}

TEST(a_schema_says_nothing_of_the_command_line)
{
    for (size_t i = 0; i < tool_count(); i++) {
        const Tool *tool = tool_at(i);
        if (tool->cli_only)
            continue;
        Str text = listing(&tool, 1, true);
        EXPECT(str_find(text, STR("--")) == STR_NONE);
        EXPECT(str_find(text, STR("`fovea ")) == STR_NONE);
    }
}

TEST(base64_goes_both_ways)
{
    Arena *arena = test_arena();
    Str bytes;
    static const Str samples[] = {STR_INIT(""), STR_INIT("a"), STR_INIT("ab"), STR_INIT("abc"),
                                  STR_INIT("\0\xFF\x80~")};
    for (size_t i = 0; i < COUNT(samples); i++) {
        EXPECT(base64_decode(arena, base64_encode(arena, samples[i]), &bytes));
        EXPECT(str_equal(bytes, samples[i]));
    }
    EXPECT(!base64_decode(arena, STR("abc"), &bytes));
    EXPECT(!base64_decode(arena, STR("ab-_"), &bytes));
    EXPECT(!base64_decode(arena, STR("a=bc"), &bytes));
    EXPECT(!base64_decode(arena, STR("===="), &bytes));
}

TEST(paths_in_uris)
{
    Arena *arena = test_arena();
    EXPECT_STR(uri_decode(arena, STR("/a%20b/%E2%82%AC%zz%4")), "/a b/€%zz%4");
}

/* ---- what agents were promised ---- */

typedef struct Promise {
    const char *tool, *param;
    const char *fallback; /* as JSON; NULL: none */
    uint64_t max;         /* 0: none */
} Promise;

/* The table of tools that the full profile is to have, with their parameters, defaults and caps. */
static const Promise promises[] = {
    {"get_repo_overview", "path", NULL, 0},
    {"get_repo_overview", "max_modules", "30", 100},
    {"get_repo_overview", "include_git", "true", 0},
    {"search_symbols", "query", NULL, 0},
    {"search_symbols", "module", NULL, 0},
    {"search_symbols", "kind", NULL, 0},
    {"search_symbols", "path", NULL, 0},
    {"search_symbols", "risk", NULL, 0},
    {"search_symbols", "limit", "20", 100},
    {"list_symbols", "module", NULL, 0},
    {"list_symbols", "kind", NULL, 0},
    {"list_symbols", "risk", NULL, 0},
    {"list_symbols", "limit", "50", 200},
    {"list_symbols", "cursor", NULL, 0},
    {"get_symbol", "symbol", NULL, 0},
    {"get_symbol", "file", NULL, 0},
    {"get_symbol", "line", NULL, 0},
    {"get_symbol", "include_source", NULL, 0},
    {"get_symbol", "context", "3", 100},
    {"get_symbols", "symbols", NULL, 0},
    {"get_symbol_source", "symbol", NULL, 0},
    {"get_symbol_source", "file", NULL, 0},
    {"get_symbol_source", "start", NULL, 0},
    {"get_symbol_source", "end", NULL, 0},
    {"get_symbol_source", "context", "5", 100},
    {"get_call_graph", "symbol", NULL, 0},
    {"get_call_graph", "module", NULL, 0},
    {"get_call_graph", "path", NULL, 0},
    {"get_call_graph", "direction", "\"both\"", 0},
    {"get_call_graph", "depth", "1", 3},
    {"get_call_graph", "limit", "500", 2000},
    {"get_call_graph", "format", "\"text\"", 0},
    {"get_call_graph", "summary_only", NULL, 0},
    {"get_impact", "symbol", NULL, 0},
    {"get_impact", "depth", "3", 3},
    {"list_modules", NULL, NULL, 0},
    {"get_module", "module", NULL, 0},
    {"get_module", "cursor", NULL, 0},
    {"analyze_file", "path", NULL, 0},
    {"analyze_file", "start", NULL, 0},
    {"analyze_file", "end", NULL, 0},
    {"analyze_directory", "path", NULL, 0},
    {"analyze_directory", "max_depth", "10", 100},
    {"analyze_directory", "extensions", NULL, 0},
    {"analyze_directory", "summary_only", NULL, 0},
    {"generate_index", "path", NULL, 0},
    {"generate_index", "force", NULL, 0},
    {"generate_index", "max_depth", NULL, 0},
    {"generate_index", "extensions", NULL, 0},
    {"check_index", "auto_refresh", NULL, 0},
    {"check_index", "max_age", "3600", 0},
    {"list_languages", NULL, NULL, 0},
    {"raw_search", "pattern", NULL, 0},
    {"raw_search", "file_types", NULL, 0},
    {"raw_search", "case_insensitive", NULL, 0},
    {"raw_search", "limit", "50", 200},
    {"raw_search", "merge_threshold", "3", 0},
    {"map", "path", NULL, 0},
    {"read", "path", NULL, 0},
    {"read_chunk", "path", NULL, 0},
    {"read_file", "path", NULL, 0},
};

static const Tool *find_offered(const Tool *const *tools, size_t count, Str name)
{
    for (size_t i = 0; i < count; i++)
        if (str_equal(profile_tool_name(tools[i]), name))
            return tools[i];
    return NULL;
}

static void check_promise(const Promise *promise, const Tool *tool)
{
    Arena *arena = test_arena();
    const Json *schema = json_get(tool_schema_of(arena, tool, false), STR("inputSchema"));
    const Json *param = json_get(json_get(schema, STR("properties")), str_from(promise->param));
    Buf fallback = buf_open(arena, 0);
    const Json *max = json_get(param, STR("maximum")), *value = json_get(param, STR("default"));
    if (value)
        json_write(&fallback, value, 0);
    bool kept = param && str_equal(buf_str(&fallback), str_from(promise->fallback)) &&
                (!promise->max ||
                 (max && str_equal(max->text,
                                   str_format(arena, "%llu", (unsigned long long)promise->max))));
    if (!kept)
        printf("%s %s: there: %d, default %.*s, maximum %.*s\n", promise->tool, promise->param,
               param != NULL, STR_ARG(buf_str(&fallback)), STR_ARG(max ? max->text : (Str){0}));
    EXPECT(kept);
}

TEST(the_full_profile_keeps_the_promised_parameters)
{
    Err err = {0};
    size_t count = 0;
    const Tool **tools = NULL;
    REQUIRE(profile_select(test_arena(), STR("full"), false, &tools, &count, &err));
    for (size_t i = 0; i < COUNT(promises); i++) {
        const Tool *tool = find_offered(tools, count, str_from(promises[i].tool));
        if (!tool)
            printf("no tool %s\n", promises[i].tool);
        EXPECT(tool != NULL);
        if (tool && promises[i].param)
            check_promise(&promises[i], tool);
    }
}
