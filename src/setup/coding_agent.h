/* The coding agents and editors that `fovea setup` supports: their settings files, and the entries
   written into them. All of it is data, in agents.def. */
#pragma once

#include "base/err.h"

/* Maximum length of a key path and maximum number of items in agents.def. */
#define SETUP_KEYS_MAX 4
#define SETUP_ITEMS_MAX 5

typedef enum SetupKind {
    SETUP_NONE,      /* marks the end of an agent's items */
    SETUP_JSON,      /* a value in a JSON file with comments */
    SETUP_TOML,      /* a table in a TOML file */
    SETUP_FILE,      /* a whole file */
    SETUP_PARAGRAPH, /* marked lines in a text for the model */
} SetupKind;

typedef enum SetupWhen {
    SETUP_ALWAYS,
    SETUP_HOOK,         /* with --hook */
    SETUP_INSTRUCTIONS, /* with --instructions */
    SETUP_LSP,          /* with --lsp */
} SetupWhen;

/* An entry or file that setup writes. A user's path starts with ~/ or ${VARIABLE:-DEFAULT}/; a
   project's is relative to its root. NULL: the agent has no such file. The second path of a pair is
   used if it exists and the first does not. */
typedef struct SetupItem {
    SetupKind kind;
    SetupWhen when;
    const char *what; /* for people: server, skill */
    const char *user[2];
    const char *project[2];
    /* JSON: keys from the root to the value, "[]" for an element of an array, recognised by a
       string in it that ends with `holds`. TOML: the table and its member. */
    const char *keys[SETUP_KEYS_MAX];
    const char *holds;
    const char *content; /* JSON, lines of TOML, or text; `@`, in a text `"@"`, is replaced by the
                            program */
} SetupItem;

typedef struct Agent {
    const char *name;
    const char *title;
    const char *program;  /* it is installed when this is on PATH … */
    const char *home;     /* … or this folder exists */
    const char *next;     /* the user's next step after the setup */
    const char *next_lsp; /* … with --lsp; NULL: the same */
    SetupItem items[SETUP_ITEMS_MAX];
} Agent;

size_t coding_agent_count(void);
const Agent *coding_agent_at(size_t index);
/* Finds an agent by its name, or the name of its program (claude, gemini, code). ERR_USAGE suggests
   the nearest name. */
bool coding_agent_find(Str name, const Agent **agent, Err *err) MUST_USE;
/* Whether it is an editor, which gets the language server and nothing else. */
bool coding_agent_is_editor(const Agent *agent);
bool coding_agent_is_installed(Arena scratch, const Agent *agent);

/* `~/x` and `${VARIABLE:-DEFAULT}/x` as an absolute path; empty when HOME is needed and not set. */
Str coding_agent_path(Arena *arena, Str path);
/* A path for display: ~/x below HOME. */
Str coding_agent_shown_path(Arena *arena, Str path);
