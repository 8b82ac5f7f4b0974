#include "serve/profile.h"
#include "serve/rpc.h"
#include "serve/schema.h"
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
    EXPECT_STR(schema_reword(arena, STR("`fovea page notes` or fovea chunk F --max-tokens 9")),
               "`read_file notes` or read_chunk F max_tokens 9");
    EXPECT_STR(schema_reword(arena, STR("fovea maps are --not a-- b")), "fovea maps are not a-- b");
    EXPECT_STR(schema_reword(arena, STR("fovea is not a command")), "fovea is not a command");
}

static Str listing(const Tool *const *tools, size_t count, bool brief)
{
    Json *list = json_array(test_arena());
    Buf text = buf_open(test_arena(), 0);
    for (size_t i = 0; i < count; i++)
        json_add(list, schema_of_tool(test_arena(), tools[i], brief));
    json_write(&text, list, 0);
    return buf_str(&text);
}

TEST(the_core_profile_is_small)
{
    Err err = {0};
    size_t count = 0;
    const Tool **tools = NULL;
    REQUIRE(profile_select(test_arena(), STR("core"), &tools, &count, &err));
    EXPECT(count >= 4 && count <= 10);
    Str text = listing(tools, count, true);
    if (tokens_of_bytes(text.len) > 1200)
        printf("core: %zu tools, %zu bytes\n", count, text.len);
    EXPECT(tokens_of_bytes(text.len) <= 1200);
}

TEST(the_full_profile_has_every_tool_for_agents_under_a_valid_name)
{
    Err err = {0};
    size_t count = 0;
    const Tool **tools = NULL;
    REQUIRE(profile_select(test_arena(), STR("full"), &tools, &count, &err));
    for (size_t i = 0; i < count; i++) {
        Str name = profile_tool_name(tools[i]);
        EXPECT(!tools[i]->cli_only && name.len >= 1 && name.len <= 64);
        for (size_t j = 0; j < name.len; j++)
            EXPECT(byte_is_alpha(name.ptr[j]) || byte_is_digit(name.ptr[j]) || name.ptr[j] == '_');
        for (size_t j = 0; j < i; j++)
            EXPECT(!str_equal(name, profile_tool_name(tools[j])));
    }
}

TEST(no_schema_names_a_property_twice)
{
    for (size_t i = 0; i < tool_count(); i++) {
        const Json *schema =
            json_get(schema_of_tool(test_arena(), tool_at(i), false), STR("inputSchema"));
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
