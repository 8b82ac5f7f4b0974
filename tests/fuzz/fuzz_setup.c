/* Whatever a settings file holds: an item that can be put in is found again, and taking it out
   gives the bytes from before. The first byte chooses the form. */
#include "text/jsonc_edit.h"
#include "text/toml_edit.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const JsoncStep steps[] = {
    {.key = STR_INIT("a")}, {.key = STR_INIT("b")}, {.holds = STR_INIT(" me")}};

static void check_json(Arena *arena, Str text, JsoncPath path)
{
    EditText before = {true, text}, after, undone;
    JsoncDoc doc;
    Err err;
    Json *value, *found;
    bool parsed = json_parse(arena, STR("{\"x\":[\"call me\",1],\"y\":{}}"), &value, &err);
    assert(parsed);
    if (!jsonc_parse(arena, text, &doc, &err)) {
        assert(err.message[0]);
        return;
    }
    JsoncNode *node = jsonc_find(*arena, &doc, &path);
    if (node) { /* already there: taken out, the rest still parses */
        undone = jsonc_remove(arena, &doc, node);
        parsed = jsonc_parse(arena, undone.bytes, &doc, &err);
        assert(parsed);
        return;
    }
    if (!jsonc_insert(arena, before, &path, value, &after, &err)) {
        assert(err.message[0] && err.hint[0]);
        return;
    }
    parsed = jsonc_parse(arena, after.bytes, &doc, &err);
    assert(parsed);
    node = jsonc_find(*arena, &doc, &path);
    assert(node);
    parsed = jsonc_value(arena, &doc, node, &found, &err);
    assert(parsed && found->count == value->count);
    undone = jsonc_remove(arena, &doc, node);
    assert(undone.exists && str_equal(undone.bytes, text));
}

static void check_toml(Arena *arena, Str text)
{
    EditText before = {true, text}, after, undone;
    TomlTable table;
    Err err;
    if (!toml_find_table(arena, text, STR("a"), STR("b"), &table, &err)) {
        assert(err.message[0]);
        return;
    }
    if (table.count) {
        undone = toml_remove(arena, text, &table);
        assert(undone.bytes.len < text.len);
        return;
    }
    if (table.closed)
        return;
    after = toml_insert(arena, before, STR("[a.b]\nx = 1\ny = [\"z\"]"));
    bool found = toml_find_table(arena, after.bytes, STR("a"), STR("b"), &table, &err);
    assert(found && table.count == 1);
    undone = toml_remove(arena, after.bytes, &table);
    assert(undone.exists && str_equal(undone.bytes, text));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    Arena arena;
    if (!size)
        return 0;
    arena_open(&arena, 1 * GB);
    Str text = {(const char *)data + 1, size - 1};
    switch (data[0] % 4) {
    case 0: check_toml(&arena, text); break;
    case 1: check_json(&arena, text, (JsoncPath){steps, 1}); break;
    case 2: check_json(&arena, text, (JsoncPath){steps, 2}); break;
    default: check_json(&arena, text, (JsoncPath){steps, 3}); break;
    }
    arena_close(&arena);
    return 0;
}
