#include "tools/config.h"

static const Str excluded_default[] = {{".git", 4}, {".obsidian", 9}};

void config_init(Config *config)
{
    *config = (Config){
        .map_budget = MAP_BUDGET_BYTES,
        .map_full = MAP_FULL_BYTES,
        .map_compact = MAP_COMPACT_BYTES,
        .map_minimal = MAP_MINIMAL_BYTES,
        .map_enabled = true,
        .read_lines = READ_LINES_MAX,
        .read_bytes = READ_BYTES_MAX,
        .page_chars = PAGE_CHARS,
        .chunk_tokens = 2000,
        .parse_ms = PARSE_TIME_MS,
        .excluded = excluded_default,
        .excluded_count = COUNT(excluded_default),
    };
}
