/* Setting up and undoing it gives the bytes from before, for every item of every agent over made-up
   settings: comments, trailing commas, line ends of all kinds, odd indentation, empty containers,
   files that are empty or missing. In between the item is found, adding it again changes nothing,
   and everything else has the values it had. */
#include "setup/item.h"
#include "text/jsonc_edit.h"
#include "text/toml.h"

#include "test.h"

#define ROUNDS 3000

static uint64_t state;
static size_t toml_compared;

static unsigned roll(unsigned sides)
{
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)(state >> 33) % sides;
}

typedef struct Maker {
    Buf out;
    const char *line_end;
    const char *unit;
    unsigned style; /* 0: on one line; 1: over lines; 2: wild */
} Maker;

static void put_gap(Maker *maker, unsigned depth)
{
    static const char *const wild[] = {"",           " ",          "\t",
                                       "\n",         "\r\n",       "\r",
                                       "\n\n  ",     "/**/",       "/* , } ] \n */",
                                       " // x \"\n", "//,}\r\n  ", "  \n\t\r\n"};
    if (maker->style == 2) {
        for (unsigned i = roll(3); i > 0; i--)
            buf_put(&maker->out, str_from(wild[roll(COUNT(wild))]));
    } else if (maker->style == 1) {
        if (!roll(8))
            buf_put(&maker->out, STR(" // note"));
        buf_put(&maker->out, str_from(maker->line_end));
        buf_put_repeat(&maker->out, str_from(maker->unit), depth);
    }
}

static void put_value(Maker *maker, const char *const *keys, unsigned depth);

static void put_items(Maker *maker, const char *const *keys, unsigned depth, bool object)
{
    static const char *const names[] = {"a", "fovea2", "mcp", "caf\\u00e9", "\\\"", "hooks2"};
    unsigned count = roll(4), special = keys && *keys ? roll(count + 2) : 99;
    count = MAX(count, special < 99 ? special : 0);
    for (unsigned i = 0; i <= count; i++) {
        bool on_path = i == special;
        if (i == count && !on_path)
            break;
        put_gap(maker, depth + 1);
        if (object)
            buf_printf(&maker->out, "\"%s%.0u\": ", on_path ? *keys : names[roll(COUNT(names))],
                       on_path ? 0 : i);
        put_value(maker, on_path ? keys + 1 : NULL, depth + 1);
        bool last = i >= count || (i + 1 == count && special != count);
        if (!last || !roll(3)) {
            if (maker->style == 2)
                put_gap(maker, 0);
            buf_put_byte(&maker->out, ',');
        }
    }
    if (roll(2) || maker->style == 2)
        put_gap(maker, depth);
}

/* On the path to the item containers are what they have to be, but now and then. */
static void put_value(Maker *maker, const char *const *keys, unsigned depth)
{
    static const char *const scalars[] = {"1",    "-0.5e+3", "true",          "null",
                                          "\"\"", "\"//\"",  "\"\\\\\\\"}\"", "\"\xC3\xA9\""};
    keys = roll(40) ? keys : NULL;
    bool container = keys || (depth < 3 && !roll(3));
    if (!container) {
        buf_put(&maker->out, str_from(scalars[roll(COUNT(scalars))]));
        return;
    }
    bool object = keys ? !(*keys && strcmp(*keys, "[]") == 0) : roll(2);
    const char *none = NULL;
    if (keys && (!object || (*keys && !keys[1] && roll(20))))
        keys = &none; /* the item itself is seldom there */
    buf_put_byte(&maker->out, object ? '{' : '[');
    if (roll(4))
        put_items(maker, keys, depth, object);
    else if (maker->style == 2)
        put_gap(maker, depth);
    buf_put_byte(&maker->out, object ? '}' : ']');
}

static Str make_json(const SetupItem *item)
{
    static const char *const line_ends[] = {"\n", "\r\n"}, *const units[] = {"  ", "\t", "    ",
                                                                             ""};
    Maker maker = {.out = buf_open(test_arena(), 0),
                   .line_end = line_ends[roll(2)],
                   .unit = units[roll(4)],
                   .style = roll(3)};
    if (!roll(10))
        buf_put(&maker.out, STR("\xEF\xBB\xBF"));
    if (maker.style == 2)
        put_gap(&maker, 0);
    if (roll(12))
        put_value(&maker, item->keys, 0);
    if (roll(2))
        buf_put(&maker.out, str_from(maker.line_end));
    return buf_str(&maker.out);
}

static Str make_lines(const char *const *lines, size_t count)
{
    Buf out = buf_open(test_arena(), 0);
    const char *line_end = roll(2) ? "\n" : "\r\n";
    Str mark = roll(10) ? (Str){0} : STR("\xEF\xBB\xBF");
    buf_put(&out, mark);
    for (unsigned i = roll(8); i > 0; i--) {
        buf_put(&out, str_from(lines[roll((unsigned)count)]));
        buf_put(&out, roll(10) ? str_from(line_end) : STR("\n"));
    }
    if (roll(2) && out.len > mark.len)
        out.len -= out.len > 1 && out.ptr[out.len - 2] == '\r' ? 2 : 1;
    return buf_str(&out);
}

static Str make_text(const SetupItem *item)
{
    static const char *const toml[] = {"",
                                       "# comment [x]",
                                       "a.b = 1",
                                       "[mcp_servers.other]",
                                       "[[p]]",
                                       "x = '[y]'",
                                       "d = 2020-01-01",
                                       "s = \"\"\"\n[mcp_servers.fovea]\n\"\"\"",
                                       "  k = [ 1,\n  # c ]\n {a = ']'} ] # end",
                                       "[mcp_servers]",
                                       "mcp_servers.x.command = 'a'",
                                       "mcp_servers = {x = {command='a'}}",
                                       "'mcp_servers' . \"fovea\" = 5 # mine",
                                       "fovea = 5",
                                       "fovea = [ # c\n 1 ]",
                                       "[[mcp_servers]]",
                                       "[\"mcp_servers\".x]",
                                       "[[mcp_servers.fovea]]",
                                       "[mcp_servers.fovea.env]",
                                       "mcp_servers.fovea = { command = 'x' }",
                                       "\"q\\\"r\" = true"};
    static const char *const prose[] = {"", "# Title", "text", "  - item", "<!-- other -->", "\t"};
    switch (item->kind) {
    case SETUP_JSON: return make_json(item);
    case SETUP_TOML: return make_lines(toml, COUNT(toml));
    default: return make_lines(prose, COUNT(prose));
    }
}

static bool same(EditText a, EditText b)
{
    return a.exists == b.exists && str_equal(a.bytes, b.bytes);
}

static bool report(const char *what, const SetupItem *item, EditText text)
{
    fprintf(stderr, "%s: %s: %s<%.*s>\n", item->user[0] ? item->user[0] : item->project[0], what,
            text.exists ? "" : "no file ", STR_ARG(text.bytes));
    return false;
}

/* A TOML file that our reader takes whole it takes afterwards too, and finds the command in it, or
   no entry where there is to be none. */
static bool still_toml(const SetupItem *item, EditText before, EditText after, const Str *command)
{
    Json *value;
    Err err;
    if (item->kind != SETUP_TOML || !toml_parse(test_arena(), before.bytes, &value, &err))
        return true;
    if (!toml_parse(test_arena(), after.bytes, &value, &err))
        return report(err.message, item, before);
    const Json *server =
        json_get(json_get(value, str_from(item->keys[0])), str_from(item->keys[1]));
    const Json *is = json_get(server, STR("command"));
    toml_compared++;
    return command ? is && str_equal(is->text, *command) : !server;
}

/* What cannot be put in is refused with the reason; taking it out does the same or nothing. */
static bool check_refused(const SetupItem *item, EditText before, const Err *why)
{
    EditText undone = {0};
    Err err;
    if (!strstr(why->message, " is not ") || !why->hint[0])
        return report(why->message, item, before);
    if (setup_item_remove(test_arena(), item, before, &undone, &err))
        return same(before, undone) || report("taken out what is not ours", item, before);
    return (strcmp(err.message, why->message) == 0 && err.hint[0]) ||
           report(err.message, item, before);
}

/* An entry of the user's stays when ours is put in, and goes when it is taken out. */
static bool check_own(const SetupItem *item, EditText before, EditText after)
{
    EditText undone = {0};
    SetupState found = SETUP_PRESENT;
    Err err;
    if (!same(before, after))
        return report("an own entry was changed", item, before);
    if (!setup_item_remove(test_arena(), item, before, &undone, &err))
        return strstr(err.message, "inline table") || report(err.message, item, before);
    if (!setup_item_look(test_arena(), item, STR("fovea"), undone, &found, &err) ||
        found != SETUP_ABSENT)
        return report("still there", item, before);
    return still_toml(item, before, undone, NULL) || report("still in the TOML", item, before);
}

static bool check_round(const SetupItem *item, EditText before)
{
    Arena *arena = test_arena();
    EditText after = {0}, again = {0}, undone = {0};
    SetupState found = SETUP_ABSENT;
    Err err;
    Str command = roll(2) ? STR("fovea") : STR("/opt/my tools/\"fo\\vea\"");
    if (!setup_item_add(arena, item, command, before, &after, &err))
        return check_refused(item, before, &err);
    if (setup_item_look(arena, item, command, before, &found, &err) && found == SETUP_DIFFERENT)
        return check_own(item, before, after);
    if (!setup_item_look(arena, item, command, after, &found, &err) || found != SETUP_PRESENT)
        return report("not found after adding", item, before);
    if (!still_toml(item, before, after, &command))
        return report("not the same TOML", item, before);
    if (!setup_item_add(arena, item, command, after, &again, &err) || !same(after, again))
        return report("added twice", item, before);
    if (!setup_item_remove(arena, item, after, &undone, &err) || !same(before, undone))
        return report("not as before", item, before);
    return true;
}

TEST(undoing_gives_the_bytes_from_before)
{
    for (size_t a = 0; a < coding_agent_count(); a++) {
        for (size_t i = 0; i < SETUP_ITEMS_MAX; i++) {
            const SetupItem *item = &coding_agent_at(a)->items[i];
            if (item->kind == SETUP_NONE || item->kind == SETUP_FILE)
                continue;
            state = a * 10 + i;
            EXPECT(check_round(item, (EditText){0}));
            EXPECT(check_round(item, (EditText){.exists = true}));
            for (unsigned round = 0; round < ROUNDS; round++) {
                Arena kept = *test_arena();
                REQUIRE(check_round(item, (EditText){true, make_text(item)}));
                *test_arena() = kept;
            }
        }
    }
    EXPECT(toml_compared > ROUNDS / 10);
}

/* Two items of one file: what came last leaves first. */
TEST(two_items_in_one_file)
{
    const SetupItem *items = coding_agent_at(2)->items;
    Arena *arena = test_arena();
    Err err;
    REQUIRE(items[1].kind == SETUP_JSON && strcmp(items[0].user[0], items[1].user[0]) == 0);
    state = 7;
    for (unsigned round = 0; round < ROUNDS; round++) {
        Arena kept = *arena;
        EditText before = {round > 0, {0}}, one = {0}, both = {0}, undone = {0};
        if (round > 1)
            before.bytes = make_json(&items[roll(2)]);
        bool done = setup_item_add(arena, &items[0], STR("fovea"), before, &one, &err);
        done = done && !same(before, one); /* not an entry of the user's */
        if (done && setup_item_add(arena, &items[1], STR("fovea"), one, &both, &err)) {
            REQUIRE(setup_item_remove(arena, &items[1], both, &undone, &err));
            REQUIRE(setup_item_remove(arena, &items[0], undone, &undone, &err));
            REQUIRE(same(before, undone) || report("not as before", &items[0], before));
        }
        *arena = kept;
    }
}

/* The document without the item, as values. */
static Str other_values(const SetupItem *item, Str text)
{
    JsoncDoc doc;
    Json *value;
    Err err;
    if (!jsonc_parse(test_arena(), text, &doc, &err) || !doc.root ||
        !jsonc_value(test_arena(), &doc, doc.root, &value, &err))
        return STR("?");
    const Json *at = value;
    size_t depth = 0;
    while (at && item->keys[depth + 1])
        at = json_get(at, str_from(item->keys[depth++]));
    for (Json *member = at ? at->first : NULL; member; member = member->next)
        if (str_equal(member->key, str_from(item->keys[depth])))
            *member = (Json){.type = JSON_NULL, .key = STR("item"), .next = member->next};
    Buf out = buf_open(test_arena(), 0);
    json_write(&out, value, 0);
    return buf_str(&out);
}

TEST(everything_else_keeps_its_value)
{
    const SetupItem *item = &coding_agent_at(0)->items[0];
    size_t compared = 0;
    state = 99;
    for (unsigned round = 0; round < ROUNDS; round++) {
        Arena kept = *test_arena();
        EditText before = {true, make_json(item)}, after = {0};
        Err err;
        bool added = setup_item_add(test_arena(), item, STR("fovea"), before, &after, &err);
        if (!added || same(before, after)) {
            *test_arena() = kept;
            continue;
        }
        Str was = other_values(item, before.bytes), is = other_values(item, after.bytes);
        /* what was put in is last in its container; cut it from the text of the values */
        size_t at = str_find(is, STR("\"item\":null"));
        REQUIRE(at != STR_NONE);
        bool comma = at > 0 && is.ptr[at - 1] == ',';
        Str rest = str_join(test_arena(), str_slice(is, 0, at - comma),
                            str_from_offset(is, at + strlen("\"item\":null")));
        bool made = !str_equal(rest, was);
        compared += !made;
        if (made) /* its container was made too */
            REQUIRE(str_find(rest, STR("\"mcpServers\":{}")) != STR_NONE);
        *test_arena() = kept;
    }
    EXPECT(compared > ROUNDS / 10);
}
