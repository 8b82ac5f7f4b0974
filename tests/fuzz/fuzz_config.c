/* A project's file, whatever it holds, only restricts. */
#include "tools/config.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_restricts(const Config *now)
{
    Config before;
    config_init(&before);
    assert(now->map_enabled <= before.map_enabled && now->parse_ctags <= before.parse_ctags);
    assert(now->map_budget <= before.map_budget && now->map_budget >= MAP_BUDGET_MIN);
    assert(now->map_full <= before.map_full && now->map_compact <= before.map_compact);
    assert(now->map_minimal <= before.map_minimal && now->read_lines <= before.read_lines);
    assert(now->read_bytes <= before.read_bytes && now->page_chars <= before.page_chars);
    assert(now->chunk_tokens <= before.chunk_tokens && now->parse_ms <= before.parse_ms);
    assert(now->page_chars > 0 && now->read_lines > 0 && now->parse_ms > 0);
    assert(now->excluded.count >= before.excluded.count);
    for (size_t i = 0; i < before.excluded.count; i++)
        assert(str_equal(now->excluded.names[i], before.excluded.names[i]));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    Arena arena;
    Err err = {0};
    Config config;
    arena_open(&arena, 1 * GB);
    config_init(&config);
    Str text = {(const char *)data, size};
    if (!config_apply(&arena, STR(".fovea.toml"), text, true, &config, &err))
        assert(err.code == ERR_FAILED && err.message[0] && err.hint[0]);
    check_restricts(&config);
    for (SettingId id = 0; id < SETTING_COUNT; id++)
        (void)setting_value(&arena, &config, id);
    arena_close(&arena);
    return 0;
}
