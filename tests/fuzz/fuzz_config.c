/* A project's file, whatever it holds, only restricts. */
#include "config/config.h"
#include "search/intent.h"

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
    const SearchConfig *search = &now->search, *usual = &before.search;
    assert(!search->path.len && search->persistent <= usual->persistent);
    assert(search->answers <= usual->answers && search->ttl_s <= usual->ttl_s);
    assert(search->show.lines <= usual->show.lines && search->show.bodies <= usual->show.bodies);
    assert(search->show.no_private >= usual->show.no_private && search->level <= LEVEL_FULL);
    assert(search->show.file_bytes <= usual->show.file_bytes && search->fallback <= LEVEL_FULL);
    assert(search->fallback >= LEVEL_FILE && search->similarity <= 1000);
    const ModelConfig *model = &now->model;
    assert(!model->name.len && !model->url.len && !model->key_file.len);
    assert(model->max_cost == PRICE_UNKNOWN && !model->max_tokens_per_day);
    const AgentConfig *agent = &now->agent;
    assert(agent->ask_risk <= before.agent.ask_risk && agent->max_risk <= before.agent.max_risk);
    assert(agent->max_files <= before.agent.max_files);
    assert(agent->max_lines <= before.agent.max_lines);
    for (size_t i = 0; i < agent->protected_paths.count; i++)
        assert(agent->protected_paths.names[i].ptr[0] != '!');
}

static void apply(Str name, Str text)
{
    Arena arena;
    Err err = {0};
    Config config;
    arena_open(&arena, 1 * GB);
    config_init(&config);
    if (!config_apply(&arena, name, text, true, &config, &err))
        assert(err.code == ERR_FAILED && err.message[0] && err.hint[0]);
    check_restricts(&config);
    for (SettingId id = 0; id < SETTING_COUNT; id++)
        (void)setting_value(&arena, &config, id);
    arena_close(&arena);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    Str text = {(const char *)data, size};
    apply(STR(".fovea.toml"), text);
    apply(STR(".fovea.json"), text);
    return 0;
}
