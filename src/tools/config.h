/* Settings, from lowest to highest: built-in defaults, the user's file
   (~/.config/fovea/config.toml), the project's file (.fovea.toml in the root); beside each may
   stand the same as JSON, which is above it. The project's file may come from anybody: it can only
   restrict (a lower limit, mapping off, more excluded directories, more languages off), and names
   no server and no path. Neither file can name a command. docs/configuration.md is made by hand
   from the table in config.def. */
#pragma once

#include "base/fs.h"
#include "base/json.h"

/* What `read` returns without a range: the limits that coding agents' own read tools have. */
#define READ_LINES_MAX 2000
#define READ_BYTES_MAX (50 * KB)
/* One page of `page`. Characters. */
#define PAGE_CHARS 4000
#define PAGE_CHARS_MAX (16 * MB)

typedef enum SettingId {
    SETTING_MAP_ENABLED,
    SETTING_MAP_BUDGET,
    SETTING_MAP_FULL,
    SETTING_MAP_COMPACT,
    SETTING_MAP_MINIMAL,
    SETTING_READ_LINES,
    SETTING_READ_BYTES,
    SETTING_PAGE_LENGTH,
    SETTING_CHUNK_TOKENS,
    SETTING_PARSE_TIME,
    SETTING_PARSE_CTAGS,
    SETTING_INDEX_MEMORY,
    SETTING_HISTORY_COMMITS,
    SETTING_RISK_MEDIUM,
    SETTING_RISK_HIGH,
    SETTING_SEARCH_PROGRESSIVE,
    SETTING_SEARCH_DEFAULT_LEVEL,
    SETTING_SEARCH_SIMILARITY,
    SETTING_SEARCH_CACHE_SIZE,
    SETTING_SEARCH_CACHE_TTL,
    SETTING_SEARCH_PERSISTENCE,
    SETTING_SEARCH_PERSISTENCE_PATH,
    SETTING_SEARCH_FILE_SUMMARIES,
    SETTING_SEARCH_FILE_LENGTH,
    SETTING_SEARCH_FILE_STRUCTURE,
    SETTING_SEARCH_CLASS_SIGNATURES,
    SETTING_SEARCH_CLASS_DOCSTRINGS,
    SETTING_SEARCH_CLASS_PRIVATE,
    SETTING_SEARCH_METHOD_BODIES,
    SETTING_SEARCH_METHOD_LINES,
    SETTING_SEARCH_CLASSIFY,
    SETTING_SEARCH_CONFIDENCE,
    SETTING_SEARCH_FALLBACK,
    SETTING_FILES_EXCLUDED,
    SETTING_LANGUAGES_DISABLED,
    SETTING_EMBEDDER_PROVIDER,
    SETTING_EMBEDDER_URL,
    SETTING_EMBEDDER_MODEL,
    SETTING_EMBEDDER_DIMENSIONS,
    SETTING_EMBEDDER_KEY_VARIABLE,
    SETTING_EMBEDDER_BATCH,
    SETTING_EMBEDDER_MAX_TOKENS,
    SETTING_EMBEDDER_PRICE,
    SETTING_COUNT
} SettingId;

/* A price of 1. */
#define PRICE_UNIT 1000000

/* Names, in the order in which they were given. */
typedef struct NameList {
    const Str *names;
    size_t count;
} NameList;

/* What search shows of a place at its levels. */
typedef struct SearchShow {
    bool summaries, structure;         /* of a file: what it is for; what it declares and imports */
    uint64_t file_bytes;               /* that it takes at most */
    bool signatures, docs, no_private; /* of a class: else names; of members, too; which ones */
    bool bodies;                       /* of a method: else its signature */
    uint64_t lines;                    /* around a body */
} SearchShow;

/* progressive_context; shares in thousandths. */
typedef struct SearchConfig {
    bool progressive;        /* there are levels; else all is shown in full */
    uint64_t level;          /* where none is asked for: a SearchLevel */
    uint64_t similarity;     /* least cosine of two questions with one answer */
    uint64_t answers, ttl_s; /* that are kept, and for how long */
    bool persistent;         /* in a file */
    Str path;                /* its directory; empty: beside the index */
    SearchShow show;
    bool classified;     /* questions choose the level */
    uint64_t confidence; /* that this takes */
    uint64_t fallback;   /* the level below it */
} SearchConfig;

typedef struct Config {
    bool map_enabled;                                        /* `read` adds maps to what it cuts */
    uint64_t map_budget, map_full, map_compact, map_minimal; /* bytes */
    uint64_t read_lines, read_bytes;
    uint64_t page_chars;
    uint64_t chunk_tokens;
    uint64_t parse_ms;
    bool parse_ctags;         /* universal-ctags may be started where there is no grammar */
    uint64_t index_memory;    /* bytes of all processes that make an index; 0: by the machine */
    uint64_t history_commits; /* that are looked at; 0: none */
    uint64_t risk_medium, risk_high; /* where levels begin; 0: by what the repository has */
    SearchConfig search;
    NameList excluded; /* directory names that are never read */
    NameList disabled; /* ids of languages that are not mapped */
    /* A server that makes vectors of texts (tools/embedding.h); empty: as the provider has it. */
    Str embedder_provider, embedder_url, embedder_model, embedder_key_variable;
    uint64_t embedder_dims, embedder_batch, embedder_tokens;
    uint64_t embedder_price;    /* millionths of whatever a million tokens are paid in */
    Str origins[SETTING_COUNT]; /* `default`, `.fovea.toml:3`, or several */
    Str notice; /* why the project's file, or something in it, is passed over, or empty */
} Config;

void config_init(Config *config); /* the defaults */

/* Defaults, then the user's file, then the project's; an empty path or root is skipped, a missing
   file too. A project's file that is no small regular file below the root is passed over, a mistake
   in it, too, and the notice says so. Errors name file and line. The strings live in the arena. */
bool config_load(Arena *arena, Str user_file, Str root, Config *config, Err *err) MUST_USE;
/* Applies one file's text on top; `shown` is its name in messages. Part of config_load, for tests.
 */
bool config_apply(Arena *arena, Str shown, Str text, bool is_project, Config *config,
                  Err *err) MUST_USE;
/* Notes why something is passed over; the first of several reasons is told. */
void config_pass_over(Arena *arena, Config *config, const Err *why);
/* Where the user's file is (XDG_CONFIG_HOME, HOME); empty when neither is set. */
Str config_user_file(Arena *arena);

/* Bytes that index.memory stands for (index/update/memory.h). */
uint64_t config_memory(const Config *config);
Str setting_name(SettingId id); /* map.budget */
Str setting_help(SettingId id);
/* The value as it would be written in a file; sizes as text. */
Json *setting_value(Arena *arena, const Config *config, SettingId id);
