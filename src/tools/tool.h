/* A tool is one question that fovea answers: a const record from which the command line, the help
   pages, the manual, shell completions, docs/tools.md and MCP schemas (serve/schema.h) are made.

   To add one: write tool_x.c with its record, add a line to tools.def and a case to tests/golden
   (docs/add-a-tool.md). Values reach run() checked: of the right type, within min and max, one of
   the choices, defaults filled in. */
#pragma once

#include "base/fs.h"
#include "session/request.h"
#include "view/format.h"

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
    bool positional; /* may be given without its name, in the record's order */
    bool required;
    const char *unless;         /* of a required one: the parameter that it is not needed with */
    bool many;                  /* of text: may be given several times; values are joined by LF */
    bool lines;                 /* of text: may hold several, one a line */
    bool words;                 /* of text: further words of a command line belong to it */
    bool cli_only;              /* not for agents: help, paths on this machine */
    bool rare;                  /* taken from agents, but not shown to them in the core profile */
    bool tokens;                /* a number of them that the answer never passes */
    bool capped;                /* a number above max is lowered to it, and the answer says so */
    const char *bare;           /* of an option without a value at the end of a command line */
    const char *agent_value;    /* what an agent's call has instead of the default */
    const char *value;          /* its placeholder in help: LINE */
    const char *fallback;       /* the default, written as a user would; NULL: none */
    uint64_t min, max;          /* of numbers and sizes; max 0: no bound */
    const char *const *choices; /* NULL-terminated; of a text: the usual ones */
    const char *help;           /* one line, lower case, without a full stop */
} ToolParam;

typedef struct ToolValue {
    bool given;      /* by the caller; a default is not given */
    Str text;        /* as written; empty when neither given nor defaulted */
    uint64_t number; /* NUMBER, SIZE, FLAG (0 or 1), CHOICE (index) */
} ToolValue;

typedef struct Config Config;
typedef struct MapCache MapCache; /* map_cache.h */

/* What lives longer than one call. */
typedef struct ToolContext {
    const Config *config;
    Str root;         /* where relative paths start; empty: the working directory */
    const Str *roots; /* what may be read, absolute; none given: see Tool.roots_always */
    size_t root_count;
    bool no_ignore;              /* what ignore files leave out is read, too */
    MapCache *cache;             /* NULL: none */
    const volatile bool *cancel; /* NULL: never */
    const char *indexer; /* this program, when it may be started to go on on its own; or NULL */
    uint64_t owner;      /* the process with which what goes on ends; 0: none */
    void (*notice)(Str text); /* tells a person what no answer is about; NULL: answers say it */
    const SessionWarm *warm;  /* a catalog in memory (session/warm.h), or NULL */
    ProgressSink progress;
    bool rehearsal; /* nobody asked: what is worked out is for who asks later */
    /* What an answer should fit in when its caller asked for no size; 0: no bound. */
    size_t answer_bytes;
    /* Puts `fovea find --limit 9` in the words of those who get the answers; NULL: as it is. */
    Str (*reword)(Arena *arena, Str text);
} ToolContext;

/* Takes pieces of the answer as they are made. False with *err when the reader is gone. */
typedef struct ToolSink {
    bool (*put)(void *state, Str bytes, Err *err);
    void (*image)(void *state, Str mime, Str bytes); /* NULL: takes text only */
    void *state;
} ToolSink;

typedef struct Tool Tool;

typedef struct ToolCall {
    const Tool *tool;
    const ToolContext *context;
    Arena *arena;           /* lives until the answer was delivered */
    Arena *scratch;         /* another one; pass it on by value */
    SessionRequest request; /* of a question for the index; filled in by tool_run */
    ViewFormat format;
    ToolSink sink;
    Str lowered;  /* which numbers were lowered to their caps */
    bool refused; /* it was answered, and the answer is no: a command ends with ERR_FAILED */
    ToolValue values[TOOL_PARAMS_MAX]; /* parallel to tool->params */
} ToolCall;

struct Tool {
    const char *name;            /* command, and part of the library function's name */
    const char *mcp_name;        /* NULL: the same */
    const char *summary;         /* one line, capital first, no full stop */
    const char *about;           /* paragraphs for help page and manual */
    const char *agents;          /* for models, after the summary: when to call it, what it costs */
    const char *const *examples; /* arguments after `fovea`, NULL-terminated */
    const ToolParam *params;
    size_t param_count;
    const char *link_name; /* of a program of its own: the name it is started by */
    bool roots_always;     /* without --root, only the working directory may be read */
    bool text_only;        /* has no --format */
    bool core;             /* offered to agents by default */
    bool cli_only;         /* never offered to agents */
    bool agents_only;      /* no command; these stand last in tools.def */
    bool names_place;      /* a path that is given to it is meant (session/root_guard.h) */
    bool uses_index;       /* run() is a question for the index (session/answer.h) */
    /* Also an MCP resource fovea://name, or fovea://name/PATH when its first parameter is one. */
    const char *resource;
    bool (*run)(ToolCall *call, Err *err);
};

/* `fovea chunk` as the program progressive-reader; no command. */
extern const Tool reader_tool;

/* All tools, in tools.def's order. */
size_t tool_count(void);
size_t tool_command_count(void); /* those that are commands: the first */
const Tool *tool_at(size_t index);
const Tool *tool_find(Str name); /* by name, MCP name or link name; NULL when unknown */

/* ---- for those who make a call ---- */

/* Checks and keeps one value. `param` is of call->tool. */
bool tool_set(ToolCall *call, const ToolParam *param, Str text, Err *err) MUST_USE;
/* Fills in defaults, checks that nothing required is missing, and runs the tool. */
bool tool_run(ToolCall *call, Err *err) MUST_USE;
/* What sessions need to know of the call; tool_run fills it in itself. */
SessionRequest tool_request(const ToolCall *call);
const ToolParam *tool_param(const Tool *tool,
                            Str name); /* NULL when unknown; - and _ are the same */

/* ---- for those who answer one ---- */

/* The value of a parameter of this tool; a name it does not have is a bug. */
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

/* Sends a piece of the answer. Nothing may be sent before everything that can fail early was
 * checked. */
bool tool_put(ToolCall *call, Str bytes, Err *err) MUST_USE;
/* Sends a buffer; ERR_FAILED when it overflowed its limit. */
bool tool_put_buf(ToolCall *call, const Buf *buf, Err *err) MUST_USE;
bool tool_is_cancelled(const ToolCall *call);

/* A text that names the next call, in the words of the caller. */
Str tool_hint(const ToolCall *call, Str text);

/* What may be opened in this call. */
FsPolicy tool_policy(const ToolCall *call);
