/* Items in texts as users have them. That removing gives back the bytes from before, for all kinds
   of texts, is shown in prop_setup.c. */
#include "setup/item.h"
#include "tools/tool.h"

#include "test.h"

static const SetupItem *item_of(const char *name, const char *what)
{
    const Agent *agent = NULL;
    Err err;
    EXPECT(coding_agent_find(str_from(name), &agent, &err));
    for (size_t i = 0; i < SETUP_ITEMS_MAX; i++)
        if (agent->items[i].kind && strcmp(agent->items[i].what, what) == 0)
            return &agent->items[i];
    return NULL;
}

static EditText text_of(const char *text)
{
    return (EditText){text != NULL, str_from(text)};
}

static Str add(const SetupItem *item, const char *text, const char *command)
{
    static Err err;
    EditText result;
    if (!setup_item_add(test_arena(), item, str_from(command), text_of(text), &result, &err))
        return str_from(err.message);
    return result.exists ? result.bytes : STR("gone");
}

static Str take_out(const SetupItem *item, const char *text)
{
    static Err err;
    EditText result;
    if (!setup_item_remove(test_arena(), item, text_of(text), &result, &err))
        return str_from(err.message);
    return result.exists ? result.bytes : STR("gone");
}

static SetupState look(const SetupItem *item, const char *text)
{
    SetupState state = SETUP_ABSENT;
    Err err;
    EXPECT(setup_item_look(test_arena(), item, STR("fovea"), text_of(text), &state, &err));
    return state;
}

TEST(codex_gets_a_table_at_the_end)
{
    const SetupItem *item = item_of("codex", "server");
    EXPECT_STR(
        add(item, "model = \"x\" # mine\n\n[tui]\nsince = 2025-01-01 10:00:00Z\n", "fovea"),
        "model = \"x\" # mine\n\n[tui]\nsince = 2025-01-01 10:00:00Z\n\n"
        "[mcp_servers.fovea]\ncommand = \"fovea\"\nargs = [\"mcp\", \"--profile\", \"agent\"]\n");
    EXPECT_STR(add(item, "[a]\r\nb = 1\r\n", "C:\\f"),
               "[a]\r\nb = 1\r\n\r\n[mcp_servers.fovea]\r\ncommand = \"C:\\\\f\"\r\nargs = "
               "[\"mcp\", \"--profile\", \"agent\"]\r\n");
    EXPECT_STR(add(item, "mcp_servers = {}\n", "fovea"),
               "mcp_servers is not a table of its own, none can be added to it");
    EXPECT_STR(add(item, "a = \"\n", "fovea"),
               "invalid TOML: line 1: string without closing quotes");
}

TEST(codex_entries_are_found_in_every_form)
{
    const SetupItem *item = item_of("codex", "server");
    static const char *const cases[][2] = {
        {"[mcp_servers.fovea]\ncommand = \"x\"\n\n[mcp_servers.fovea.env]\nA = \"1\"\n\n# b\n[b]\n",
         "# b\n[b]\n"},
        {"[mcp_servers]\nfovea = { command = \"x\" } # mine\nother = {}\n",
         "[mcp_servers]\nother = {}\n"},
        {"mcp_servers.fovea.command = \"x\"\nmcp_servers.fovea.args = [\n  \"mcp\", # ]\n]\na = 1",
         "a = 1"},
        {"a = '''\n[mcp_servers.fovea]\n'''\n", "a = '''\n[mcp_servers.fovea]\n'''\n"},
        {"[\"mcp_servers\" . 'fovea']\nx = \"\"\"\"q\"\"\"\"\"\n[c]\n", "[c]\n"},
        {"a = 1\n\n[mcp_servers.fovea]\nx = 1\n\n[c]\n", "a = 1\n\n[c]\n"},
        {"[mcp_servers.foveal]\nx = 1\n", "[mcp_servers.foveal]\nx = 1\n"},
    };
    for (size_t i = 0; i < COUNT(cases); i++)
        EXPECT_STR(take_out(item, cases[i][0]), cases[i][1]);
    EXPECT_INT(look(item, cases[0][0]), SETUP_DIFFERENT);
    EXPECT_INT(look(item, cases[3][0]), SETUP_ABSENT);
    EXPECT_INT(look(item, "x = 1\r\n\r\n[mcp_servers.fovea]\r\ncommand = \"fovea\"\r\nargs = "
                          "[\"mcp\", \"--profile\", \"agent\"]\r\n"),
               SETUP_PRESENT);
}

/* Adding and removing both say so; nobody's line is lost. */
static void expect_refused(const char *agent, const char *what, const char *text,
                           const char *message)
{
    const SetupItem *item = item_of(agent, what);
    EXPECT_STR(add(item, text, "fovea"), message);
    EXPECT_STR(take_out(item, text), message);
}

TEST(what_is_no_entry_is_refused)
{
    static const char *const toml[] = {
        "[mcp_servers]\nfovea = 5\n",
        "mcp_servers.fovea = [{command = 'x'}]\n",
        "\xEF\xBB\xBF[ 'mcp_servers' ]\r\n\"fo\\u0076ea\" = '''\r\n[x]''' # mine\r\n",
        "[[mcp_servers.fovea]]\ncommand = 'x'\n",
        "mcp_servers = { x = {}, fovea = true }\n",
        "mcp_servers.fovea = 1979-05-27 07:32:00Z\n[mcp_servers.fovea.env]\nA = '1'\n",
    };
    static const char *const json[] = {
        "{\"mcpServers\": {\"fovea\": 5}}",
        "{\"mcpServers\": {\"fovea\": null}}",
        "// c\r\n{\"mcpServers\": {\"fovea\": [{}]}, }",
        "\xEF\xBB\xBF{\"\\u006dcpServers\": {\"fo\\u0076ea\": \"x\"}}",
        "{\"mcpServers\": {\"fovea\": false, \"fovea\": {}, \"fovea\": 1}}",
    };
    for (size_t i = 0; i < COUNT(toml); i++)
        expect_refused("codex", "server", toml[i], "mcp_servers.fovea is not a table");
    for (size_t i = 0; i < COUNT(json); i++)
        expect_refused("cursor", "server", json[i], "mcpServers.fovea is not an object");
    expect_refused("opencode", "server", "{\"mcp\": {\"fovea\": 5}}", "mcp.fovea is not an object");
    expect_refused("vscode", "server", "{\"servers\": {\"fovea\": 5}}",
                   "servers.fovea is not an object");
    expect_refused("zed", "server", "{\"context_servers\": {\"fovea\": 5}}",
                   "context_servers.fovea is not an object");
    expect_refused("gemini-cli", "hook", "{\"hooks\": {\"BeforeTool\": [\"x hook gemini-cli\"]}}",
                   "hooks.BeforeTool is not an array of objects");
}

/* Where the containers are something else there is nothing of ours to take out. */
TEST(what_is_no_container_is_left_alone)
{
    const SetupItem *codex = item_of("codex", "server"), *hook = item_of("claude-code", "hook");
    static const char *const toml[] = {"mcp_servers = 5\n", "mcp_servers = []\n",
                                       "[[mcp_servers]]\nfovea = {command = 'x'}\n",
                                       "[[mcp_servers]]\n[mcp_servers.fovea]\ncommand = 'x'\n",
                                       "mcp_servers = {x = {command = 'a'}}\n"};
    for (size_t i = 0; i < COUNT(toml); i++) {
        EXPECT_STR(add(codex, toml[i], "fovea"),
                   "mcp_servers is not a table of its own, none can be added to it");
        EXPECT_STR(take_out(codex, toml[i]), toml[i]);
    }
    static const char *const json[][2] = {
        {"{\"hooks\": 5}", "\"hooks\" is not an object"},
        {"{\"hooks\": [\"PreToolUse\"]}", "\"hooks\" is not an object"},
        {"{\"hooks\": {\"PreToolUse\": {}}}", "\"PreToolUse\" is not an array"},
        {"[]", "the value is not an object"},
    };
    for (size_t i = 0; i < COUNT(json); i++) {
        EXPECT_STR(add(hook, json[i][0], "fovea"), json[i][1]);
        EXPECT_STR(take_out(hook, json[i][0]), json[i][0]);
    }
}

TEST(entries_in_an_inline_table_are_the_users)
{
    const SetupItem *item = item_of("codex", "server");
    static const char *const texts[] = {"mcp_servers = { fovea = { command = 'x' } } # mine\n",
                                        "\"mcp_servers\" = {x = {}, fovea.command = 'x'}\r\n"};
    for (size_t i = 0; i < COUNT(texts); i++) {
        EXPECT_INT(look(item, texts[i]), SETUP_DIFFERENT);
        EXPECT_STR(add(item, texts[i], "fovea"), texts[i]);
        EXPECT_STR(take_out(item, texts[i]), "mcp_servers.fovea is in an inline table");
    }
}

TEST(what_is_there_twice_is_taken_out_twice)
{
    EXPECT_STR(take_out(item_of("cursor", "server"),
                        "{\"mcpServers\": {\"fovea\": {\"a\": 1}, \"b\": {}, \"fovea\": {}}}"),
               "{\"mcpServers\": {\"b\": {}}}");
    EXPECT_STR(take_out(item_of("claude-code", "instructions"),
                        "<!-- fovea: begin -->\na\n<!-- fovea: end -->\n\nx\n\n"
                        "<!-- fovea: begin -->\nb\n<!-- fovea: end -->\n"),
               "x\n");
}

TEST(entries_of_the_user_are_left_alone)
{
    const SetupItem *item = item_of("cursor", "server");
    static const char own[] = "{\"mcpServers\": {\"fovea\": {\"command\": \"/my/fovea\"}}}";
    EXPECT_INT(look(item, own), SETUP_DIFFERENT);
    EXPECT_STR(add(item, own, "fovea"), own);
    EXPECT_INT(look(item, "{\"mcpServers\": {\"fovea\": {\"type\": \"stdio\", // c\n"
                          "\"command\": \"fovea\", \"args\": [\"mcp\", \"--profile\", \"agent\",], "
                          "\"env\": {}}}}"),
               SETUP_PRESENT);
    EXPECT_INT(
        look(
            item,
            "{\"mcpServers\": {\"fovea\": {\"type\": \"stdio\", \"command\": "
            "\"fovea\", \"args\": [\"mcp\", \"--profile\", \"agent\"], \"env\": {\"A\": \"1\"}}}}"),
        SETUP_DIFFERENT);
}

TEST(a_hook_among_others)
{
    const SetupItem *item = item_of("claude-code", "hook");
    static const char alone[] =
        "{\"hooks\": {\"PreToolUse\": [{\"matcher\": \"Bash\", \"hooks\": []}, {\"matcher\": "
        "\"Read\", \"hooks\": [{\"type\": \"command\", \"command\": \"'/a b/fovea' hook "
        "claude-code\"}]}]}}";
    static const char together[] =
        "{\"hooks\": {\"PreToolUse\": [{\"hooks\": [{\"command\": \"mine\"}, {\"command\": \"fovea "
        "hook claude-code\"}]}]}}";
    EXPECT_STR(add(item, "{\"hooks\": {\"PreToolUse\": [{\"matcher\": \"Bash\", \"hooks\": []}]}}",
                   "/a b/fovea"),
               alone);
    EXPECT_INT(look(item, together), SETUP_DIFFERENT);
    EXPECT_STR(add(item, together, "fovea"), together);
    EXPECT_STR(take_out(item, alone),
               "{\"hooks\": {\"PreToolUse\": [{\"matcher\": \"Bash\", \"hooks\": []}]}}");
    EXPECT_STR(take_out(item, together),
               "{\"hooks\": {\"PreToolUse\": [{\"hooks\": [{\"command\": \"mine\"}]}]}}");
}

TEST(a_paragraph_of_another_version_is_replaced_in_its_place)
{
    const SetupItem *item = item_of("claude-code", "instructions");
    static const char old[] =
        "# Mine\r\n\r\n<!-- fovea: begin (x) -->\r\nold\r\n<!-- fovea: end -->"
        "\r\n\r\nmore\r\n";
    EXPECT_INT(look(item, old), SETUP_DIFFERENT);
    Str replaced = add(item, old, "fovea");
    EXPECT(str_starts(replaced, STR("# Mine\r\n\r\n<!-- fovea: begin")));
    EXPECT(str_ends(replaced, STR("\r\n<!-- fovea: end -->\r\n\r\nmore\r\n")));
    EXPECT_INT(look(item, str_terminate(test_arena(), replaced)), SETUP_PRESENT);
    EXPECT_STR(take_out(item, str_terminate(test_arena(), replaced)), "# Mine\r\n\r\nmore\r\n");
    EXPECT_STR(add(item, "<!-- fovea: begin\nx\n", "fovea"),
               "the line `<!-- fovea: begin` has no `<!-- fovea: end -->` after it");
}

/* How many words in back quotes name a tool of the agent profile; `rung` lines only. */
static size_t count_offered_tools(Str text)
{
    size_t count = 0;
    for (Str line; str_take_line(&text, &line);) {
        bool rung = line.len > 3 && byte_is_digit(line.ptr[0]) && line.ptr[1] == '.';
        for (Str part;
             rung && str_take_until(&line, '`', &part) && str_take_until(&line, '`', &part);) {
            Str name = str_slice(part, 0, str_find_byte(part, ' '));
            const Tool *tool = tool_find(name);
            const char *shown = tool && tool->mcp_name ? tool->mcp_name : tool ? tool->name : "";
            count += tool && tool->profile >= TOOL_IN_AGENT;
            EXPECT(tool && tool->profile >= TOOL_IN_AGENT);
            EXPECT_STR(name, shown);
        }
    }
    return count;
}

TEST(the_skill_names_tools_that_agents_are_offered)
{
    const SetupItem *item = item_of("claude-code", "skill");
    EXPECT_INT(count_offered_tools(str_from(item->content)), 14);
}
