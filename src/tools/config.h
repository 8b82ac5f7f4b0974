/* Settings: built-in defaults, the user's file, and the project's file, which may only restrict. */
#pragma once

#include "base/fs.h"

typedef struct Config {
    uint64_t map_budget, map_full, map_compact, map_minimal;
    bool map_enabled; /* whether `read` adds maps to what it cuts */
    uint64_t read_lines, read_bytes;
    uint64_t page_chars;
    uint64_t chunk_tokens;
    uint64_t parse_ms;
    const Str *excluded; /* directory names that are never read */
    size_t excluded_count;
    const Str *disabled; /* ids of languages that are not mapped */
    size_t disabled_count;
} Config;

void config_init(Config *config);
