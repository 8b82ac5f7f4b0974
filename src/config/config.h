/* Settings, from lowest to highest precedence: built-in defaults, the user's file
   (~/.config/fovea/config.toml), the project's file (.fovea.toml in the root). Each file may have a
   JSON counterpart next to it, which takes precedence over it. The project's file is untrusted: it
   can only restrict (a lower limit, mapping off, more excluded directories, more languages off,
   more protected paths), and cannot name a server, a path or a command.
   docs/configuration.md is written by hand from the table in config.def. */
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
    SETTING_MODEL_NAME,
    SETTING_MODEL_URL,
    SETTING_MODEL_KEY_FILE,
    SETTING_MODEL_WINDOW,
    SETTING_MODEL_MAX_TOKENS,
    SETTING_MODEL_TIMEOUT,
    SETTING_MODEL_EDIT,
    SETTING_MODEL_EFFORT,
    SETTING_MODEL_TEMPERATURE,
    SETTING_MODEL_PRICE_INPUT,
    SETTING_MODEL_PRICE_OUTPUT,
    SETTING_MODEL_PRICE_CACHE_READ,
    SETTING_MODEL_MAX_COST,
    SETTING_MODEL_MAX_TOKENS_PER_DAY,
    SETTING_AGENT_ASK_RISK,
    SETTING_AGENT_MAX_RISK,
    SETTING_AGENT_MAX_FILES,
    SETTING_AGENT_MAX_LINES,
    SETTING_AGENT_PROTECTED,
    SETTING_AGENT_CHECK,
    SETTING_AGENT_SUMMARIES,
    SETTING_REFACTOR_CHECK,
    SETTING_TERMINAL_PLAIN,
    SETTING_TERMINAL_BELL,
    SETTING_ORG_DATABASE,
    SETTING_SHARE_SIGN,
    SETTING_SHARE_ALLOWED_SIGNERS,
    SETTING_SHARE_REQUIRE_SIGNATURE,
    SETTING_COUNT
} SettingId;

/* A price of 1. */
#define PRICE_UNIT 1000000
#define PRICE_UNKNOWN UINT64_MAX
/* Larger windows and answers than any model has. */
#define MODEL_TOKENS_MAX 100000000

/* Names, in the order in which they were given. */
typedef struct NameList {
    const Str *names;
    size_t count;
} NameList;

/* What search shows of a place at each level. */
typedef struct SearchShow {
    bool summaries, structure;         /* of a file: its purpose; its declarations and imports */
    uint64_t file_bytes;               /* limit of a file */
    bool signatures, docs, no_private; /* of a class: members with signatures, docs; public only */
    bool bodies;                       /* of a method: its body, else its signature */
    uint64_t lines;                    /* around a body */
} SearchShow;

/* progressive_context; shares in thousandths. */
typedef struct SearchConfig {
    bool progressive;        /* places have levels; else they are shown in full */
    uint64_t level;          /* the default SearchLevel */
    uint64_t similarity;     /* the least cosine of two questions that share an answer */
    uint64_t answers, ttl_s; /* how many answers are stored, and for how long */
    bool persistent;         /* they are stored in a file */
    Str path;                /* directory of the file; empty: that of the index */
    SearchShow show;
    bool classified;     /* the question chooses the level */
    uint64_t confidence; /* the least that this takes */
    uint64_t fallback;   /* the level for a lower one */
} SearchConfig;

/* The chat model (tools/model.h). Prices are in 1 / PRICE_UNIT of any currency, or
   PRICE_UNKNOWN. */
typedef struct ModelConfig {
    Str name;          /* provider/id; empty: none */
    Str url, key_file; /* empty: the provider's */
    uint64_t window, max_tokens, timeout_s;
    Str edit;             /* provider/id for the steps of a plan; empty: the same model */
    Str effort;           /* empty: the provider's default */
    uint64_t temperature; /* in 1 / PRICE_UNIT; PRICE_UNKNOWN: the provider's default */
    uint64_t price_input, price_output, price_cache_read; /* of a million tokens */
    uint64_t max_cost, max_tokens_per_day;                /* PRICE_UNKNOWN, 0: no limit */
} ModelConfig;
/* Limits of the agent's safety gate (agent/gate.h). */
typedef struct AgentConfig {
    uint64_t ask_risk, max_risk;   /* of touched symbols, 0 to 100 */
    uint64_t max_files, max_lines; /* of one edit; more ask */
    NameList protected_paths;      /* patterns as in .gitignore: never written */
    NameList check;                /* commands that must pass after edits were written */
    bool summaries;                /* the model summarises answers that no longer fit */
} AgentConfig;

/* Signatures of shared indices (share/signature.h): absolute paths of files, or empty. */
typedef struct ShareConfig {
    Str sign, allowed_signers;
    bool require_signature;
} ShareConfig;

typedef struct Config {
    bool map_enabled;                                        /* `read` adds maps to what it cuts */
    uint64_t map_budget, map_full, map_compact, map_minimal; /* bytes */
    uint64_t read_lines, read_bytes;
    uint64_t page_chars;
    uint64_t chunk_tokens;
    uint64_t parse_ms;
    bool parse_ctags;         /* universal-ctags may be started if there is no grammar */
    uint64_t index_memory;    /* bytes of all processes of an update; 0: depends on the machine */
    uint64_t history_commits; /* how many are read; 0: none */
    uint64_t risk_medium, risk_high; /* where levels begin; 0: depends on the repository */
    SearchConfig search;
    NameList excluded; /* directory names that are never read */
    NameList disabled; /* ids of languages that are not mapped */
    /* The embedding server (explore/embedding.h); empty: the default of the provider. */
    Str embedder_provider, embedder_url, embedder_model, embedder_key_variable;
    uint64_t embedder_dims, embedder_batch, embedder_tokens;
    uint64_t embedder_price; /* of a million tokens, in 1 / PRICE_UNIT of any currency */
    ModelConfig model;
    AgentConfig agent;
    Str refactor_check; /* run in a copy before and after a rename or move; empty: none */
    Str org_database;   /* what `--org` asks; empty: none */
    ShareConfig share;
    bool terminal_plain;        /* for screen readers (terminal/terminal.h) */
    bool terminal_bell;         /* rings when a long task asks or ends */
    Str origins[SETTING_COUNT]; /* `default`, `.fovea.toml:3`, or several */
    bool is_loaded;             /* the files were read */
    Str notice;                 /* why the project's file or a setting in it is ignored; or empty */
} Config;

void config_init(Config *config); /* the defaults */

/* Applies the defaults, the user's file, then the project's. An empty path or root is skipped, and
   so is a missing file. A project's file is ignored if it is large, no regular file or outside of
   the root; so is a mistake in it. The notice says so. Errors name file and line. Strings live in
   the arena. */
bool config_load(Arena *arena, Str user_file, Str root, Config *config, Err *err) MUST_USE;
/* Applies the text of one file; `shown` is its name in messages. Public for tests. */
bool config_apply(Arena *arena, Str shown, Str text, bool is_project, Config *config,
                  Err *err) MUST_USE;
/* Sets the notice that something is ignored, unless there is one. */
void config_pass_over(Arena *arena, Config *config, const Err *why);
/* Returns the path of the user's file (XDG_CONFIG_HOME, HOME); empty when neither is set. */
Str config_user_file(Arena *arena);

/* Returns index.memory in bytes (index/update/memory.h). */
uint64_t config_memory(const Config *config);
Str setting_name(SettingId id); /* map.budget */
Str setting_help(SettingId id);
/* Returns the value as it would be written in a file; sizes as text. */
Json *setting_value(Arena *arena, const Config *config, SettingId id);
