/* A tool is one question that fovea answers. It is a const record from which the command line, the
   help pages, the manual, shell completions, docs/tools.md and MCP schemas (serve/tool_schema.h)
   are made.

   To add one: write tool_x.c with its record, add a line to tools.def and a case to tests/golden
   (docs/add-a-tool.md). run() is called with values that were checked: they have the right type,
   are within min and max or one of the choices, and defaults are filled in. */
#pragma once

#include "base/fs.h"
#include "session/send.h"

/* Parameters of one tool. */
#define TOOL_PARAMS_MAX 24

typedef enum ToolType {
    TOOL_TEXT,   /* any text */
    TOOL_TARGET, /* a file or a part of one: PATH, PATH:12-40, PATH::Class.method (see target.h) */
    TOOL_NUMBER, /* whole number */
    TOOL_SIZE,   /* bytes: 512, 20KB, 1.5MB, or none (BUDGET_NONE) */
    TOOL_FLAG,   /* off unless given; with the fallback "true" on unless --no-NAME is given */
    TOOL_CHOICE, /* one of `choices`; its number is the index */
} ToolType;

typedef struct ToolParam {
    const char *name; /* the option is --name; snake_case names become --snake-case */
    ToolType type;
    bool positional; /* may be given without its name, in the order of the record */
    bool required;
    const char *unless;         /* the parameter that makes a required one optional */
    bool never_empty;           /* an empty text, as of an unset variable, is an error */
    bool after_dashes;          /* takes all words of a command line after `--` */
    bool many;                  /* text: may be given several times; values are joined by LF */
    bool lines;                 /* text: may contain several values, one a line */
    bool words;                 /* text: takes all further words of a command line */
    bool cli_only;              /* not for agents: help, paths on this machine */
    bool rare;                  /* accepted from agents, but not shown in the short schemas */
    bool tokens;                /* a limit of tokens for the answer */
    bool capped;                /* a number above max is lowered to it, and the answer says so */
    const char *bare;           /* value of an option that ends a command line without one */
    const char *agent_value;    /* default for agents, if it differs */
    const char *value;          /* placeholder in help: LINE */
    const char *fallback;       /* the default, written as a user would; NULL: none */
    uint64_t min, max;          /* of numbers and sizes; max 0: no bound */
    const char *const *choices; /* NULL-terminated; for a text: suggestions */
    const char *help;           /* one line, lower case, without a full stop */
} ToolParam;

typedef struct ToolValue {
    bool given;      /* by the caller; false for a default */
    bool word;       /* … as a word of a command line, without the parameter's name */
    Str text;        /* as written; empty when neither given nor defaulted */
    uint64_t number; /* NUMBER, SIZE, FLAG (0 or 1), CHOICE (index) */
} ToolValue;

typedef struct ToolContext ToolContext;

struct ReviewFind;
/* Rules of review that ask a model (agent/specialists.h). */
typedef struct ToolSpecialists {
    /* NULL when the model cannot be used. */
    void *(*open)(Arena *arena, const ToolContext *context, Str model, Err *err);
    /* Adds the findings of one rule. */
    bool (*ask)(void *state, const struct ReviewFind *find, Err *err);
    /* What they did, for the report; empty: nothing. */
    Str (*said)(void *state, Arena *arena);
} ToolSpecialists;

/* Everything that outlives one call. */
struct ToolContext {
    const Config *config;
    Str root;         /* where relative paths start; empty: the working directory */
    const Str *roots; /* directories that may be read, absolute; none: see Tool.roots_always */
    size_t root_count;
    bool no_ignore;              /* files that ignore rules leave out are read, too */
    MapCache *cache;             /* NULL: none */
    const volatile bool *cancel; /* NULL: never */
    const char *indexer;         /* the program to start for background work; NULL: start none */
    uint64_t owner;              /* process with which background work ends; 0: none */
    void (*notice)(Str text);    /* tells a person something besides the answer; NULL: nobody */
    const SessionWarm *warm;     /* a catalog in memory (session/warm.h), or NULL */
    ProgressSink progress;
    bool warms_cache; /* nobody reads the answer: it warms a cache */
    /* The size that an answer should have if the caller asked for none; 0: any. */
    size_t answer_bytes;
    /* Rewrites `fovea find --limit 9` for the readers of the answers; NULL: leaves it. */
    Str (*reword)(Arena *arena, Str text);
    const ToolSpecialists *specialists; /* NULL: no model can be asked */
};

typedef struct Tool Tool;

/* Profiles of a server, from the largest to the smallest; a larger one has all tools of a smaller
 * one. */
typedef enum ToolProfile {
    TOOL_IN_FULL,
    TOOL_IN_AGENT,
    TOOL_IN_CORE
} ToolProfile;

typedef struct ToolCall {
    const Tool *tool;
    const ToolContext *context;
    Arena *arena;           /* lives until the answer was delivered */
    Arena *scratch;         /* another one; pass it on by value */
    SessionRequest request; /* what sessions of the index need; set by tool_run */
    ViewFormat format;
    SessionSink sink;
    Str lowered;                       /* says which numbers were lowered to their max */
    bool dashes;                       /* the command line had a `--` */
    ErrCode exit_code;                 /* of a command after its answer; ERR_FAILED: it is no */
    ToolValue values[TOOL_PARAMS_MAX]; /* parallel to tool->params */
} ToolCall;

struct Tool {
    const char *name;     /* command, and part of the library function's name */
    const char *mcp_name; /* NULL: the same */
    const char *summary;  /* one line, capital first, no full stop */
    const char *about;    /* paragraphs for help page and manual */
    const char *agents;   /* for models, after the summary: when to call it, its cost */
    struct {
        const char *usual;       /* median of bench/costs.mjs; empty: not measured */
        const char *most;        /* what limits an answer */
    } tokens;                    /* of an answer to an agent, for docs/mcp-tools.md */
    const char *next;            /* which calls follow it, in the names that agents use */
    const char *const *examples; /* arguments after `fovea`, NULL-terminated */
    const ToolParam *params;
    size_t param_count;
    const char *link_name; /* name of a link to the program that runs this tool */
    bool roots_always;     /* without --root, only the working directory may be read */
    bool text_only;        /* has no --format */
    ToolProfile profile;   /* the smallest profile that has it */
    bool cli_only;         /* never offered to agents */
    bool agents_only;      /* has no command; last in tools.def */
    bool edits;            /* changes files: offered to agents by `mcp --allow-edits` alone */
    bool names_place;      /* its path is meant, however wide it is (session/root_guard.h) */
    bool uses_index;       /* run() opens sessions and may be called again (session/answer.h) */
    /* The name of an MCP resource: fovea://name, or fovea://name/PATH if its first parameter is a
       path. */
    const char *resource;
    bool (*run)(ToolCall *call, Err *err);
};

/* `fovea chunk` as the program progressive-reader; no command. */
extern const Tool reader_tool;

/* All tools, in the order of tools.def. */
size_t tool_count(void);
size_t tool_command_count(void); /* the first of them, which are commands */
const Tool *tool_at(size_t index);
const Tool *tool_find(Str name); /* by name, MCP name or link name; NULL when unknown */

/* ---- for callers ---- */

/* Checks and sets one value. `param` belongs to call->tool. */
bool tool_set(ToolCall *call, const ToolParam *param, Str text, Err *err) MUST_USE;
/* Fills in defaults, checks that no required value is missing, and runs the tool. */
bool tool_run(ToolCall *call, Err *err) MUST_USE;
/* What a question may know of the call. tool_run sets it; callers that run no tool do so
   themselves. */
SessionRequest tool_request(const ToolCall *call);
/* The same for a question that is no tool. */
SessionRequest tool_context_request(const ToolContext *context, Arena *arena, Arena *scratch);
const ToolParam *tool_param(const Tool *tool,
                            Str name); /* NULL when unknown; - and _ are the same */

/* ---- for run() ---- */

/* Returns the value of a parameter; a name that the tool does not have is a bug. */
const ToolValue *tool_value(const ToolCall *call, const char *name);
static inline uint64_t tool_number(const ToolCall *call, const char *name)
{
    return tool_value(call, name)->number;
}
static inline Str tool_text(const ToolCall *call, const char *name)
{
    return tool_value(call, name)->text;
}
static inline bool tool_flag(const ToolCall *call, const char *name)
{
    return tool_value(call, name)->number != 0;
}

/* See session/send.h. */
static inline bool tool_put(ToolCall *call, Str bytes, Err *err)
{
    return session_send(&call->request, bytes, err);
}
static inline bool tool_put_buf(ToolCall *call, const Buf *buf, Err *err)
{
    return session_send_buf(&call->request, buf, err);
}
static inline Str tool_hint(const ToolCall *call, Str text)
{
    return session_hint(&call->request, text);
}
static inline bool tool_is_cancelled(const ToolCall *call)
{
    return session_is_cancelled(&call->request);
}
