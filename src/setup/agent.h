/* The coding agents that `fovea setup` knows: which files they read their settings from, and what
   goes into them. All of it is data, in agents.def. */
#pragma once

#include "base/err.h"

/* Room for the longest path of keys and the most items in agents.def. */
#define SETUP_KEYS_MAX 4
#define SETUP_ITEMS_MAX 4

typedef enum SetupKind {
    SETUP_NONE,      /* behind the last item of an agent */
    SETUP_JSON,      /* a value in a JSON file with comments */
    SETUP_TOML,      /* a table in a TOML file */
    SETUP_FILE,      /* a file of our own */
    SETUP_PARAGRAPH, /* marked lines in a text for the model */
} SetupKind;

typedef enum SetupWhen {
    SETUP_ALWAYS,
    SETUP_HOOK,         /* with --hook */
    SETUP_INSTRUCTIONS, /* with --instructions */
} SetupWhen;

/* A path for one user starts with ~/ or ${VARIABLE:-DEFAULT}/; one in a project is below its root.
   NULL: the agent has no such file. The second of a pair is taken when it exists and the first does
   not. */
typedef struct SetupItem {
    SetupKind kind;
    SetupWhen when;
    const char *what; /* for people: server, skill */
    const char *user[2];
    const char *project[2];
    /* JSON: keys from the root to the value, "[]" for an element of an array; that one is known by
       a string in it that ends with `holds`. TOML: the table and its member. */
    const char *keys[SETUP_KEYS_MAX];
    const char *holds;
    const char *content; /* JSON, lines of TOML, text; `@` stands for the program */
} SetupItem;

typedef struct Agent {
    const char *name;
    const char *title;
    const char *program; /* it is installed when this is on PATH … */
    const char *home;    /* … or this folder exists */
    const char *next;    /* what the user does after setting it up */
    SetupItem items[SETUP_ITEMS_MAX];
} Agent;

size_t agent_count(void);
const Agent *agent_at(size_t index);
/* By its name, or the name of its program (claude, gemini, code). ERR_USAGE names the nearest one.
 */
bool agent_find(Str name, const Agent **agent, Err *err) MUST_USE;
bool agent_is_installed(Arena scratch, const Agent *agent);

/* `~/x` and `${VARIABLE:-DEFAULT}/x` as an absolute path; empty when HOME is needed and not set. */
Str agent_path(Arena *arena, Str path);
/* An absolute path as people read it: ~/x below HOME. */
Str agent_shown_path(Arena *arena, Str path);
