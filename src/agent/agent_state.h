/* The state of an agent, for the files of this module. */
#pragma once

#include "agent/agent.h"
#include "agent/agent_call.h"
#include "agent/instructions.h"
#include "agent/mcp_link.h"
#include "agent/plan.h"
#include "agent/recall.h"
#include "agent/stage.h"
#include "agent/task_intent.h"

/* A window whose estimate exceeds its limit although its true count does not. */
typedef struct CountedWindow {
    uint64_t state; /* which one */
    uint64_t limit; /* limit by estimate, whose parts fit the true one */
} CountedWindow;

struct Agent {
    Arena *arena;               /* lives as long as the session */
    ToolContext tools;          /* the caller's, with the repository as root */
    const ToolContext *context; /* points to `tools` */
    AgentOptions options;
    AgentSink sink;
    Window window;
    RedactionVec redactions;
    bool has_overview;
    struct OverviewTask *overview; /* in progress; NULL: none */
    Instructions instructions;     /* for the last task */
    ChatModel model;               /* no provider: none yet */
    uint64_t model_window;         /* tokens; 0: not known yet */
    CountedWindow counted;
    bool counter_fails;     /* the provider's, so it is not asked again */
    bool asks_no_summaries; /* the model gave none, so it is not asked again */
    ChatStop stop;          /* why the last answer ended */
    Buf thoughts;           /* of the model, for the last task */
    AgentTotals totals;
    AgentStore *store;    /* NULL: not opened yet */
    uint64_t session;     /* in the store; 0: not stored yet */
    uint64_t reserved;    /* number reserved for it when it begins; 0: any */
    ViewedVec viewed;     /* the latest last */
    size_t viewed_new;    /* how many of them, at the end, the store lacks */
    VEC(Str) approved;    /* commands named by the user, the latest last */
    VEC(McpLink) servers; /* MCP servers that the user started */
    Stage stage;
    Stage aside;          /* staged before the current task */
    EditFileVec reported; /* staged files as shown to the user */
    Str task;             /* the user's last task */
    TaskIntent intent;    /* of `task` */
    size_t undone;        /* steps of the plan that changed nothing */
    Str refused;          /* last message about a text whose edits cannot be read */
    bool is_cut;          /* the staged edits come from an incomplete answer */
    Plan plan;
    EditFileVec written;   /* by the last commit */
    Str written_for;       /* the task of that commit */
    Str not_for_git;       /* why git may not commit them (changes of the user); or empty */
    bool on_branch;        /* options.branch is checked out */
    bool staged_is_unkept; /* the staged edits cannot be saved, and the user knows */
};

/* ---- agent.c ---- */

/* Sends an event. */
bool agent_report(Agent *agent, AgentEventKind kind, Str text, const Json *data, Err *err) MUST_USE;
bool agent_is_cancelled(const Agent *agent);

/* ---- proposal.c ---- */

/* Begins a task: its edits start from the files, so earlier staged edits are set aside. */
void proposal_begin(Agent *agent);
/* The task has staged edits: the edits set aside are dropped, and the user is notified. */
bool proposal_take(Agent *agent, Err *err) MUST_USE;
/* Ends a task: the edits set aside are staged again, unless dropped. */
void proposal_end(Agent *agent);
/* The staged edits to be stored. */
const Stage *proposal_kept(const Agent *agent);
/* Shows the staged edits that the user has not seen yet. */
bool proposal_show(Agent *agent, Err *err) MUST_USE;
/* Drops the staged edits silently. */
void proposal_drop(Agent *agent);
/* The user refused the staged edits: they are dropped, and the next task reports it to the
   model. */
bool proposal_refuse(Agent *agent, Err *err) MUST_USE;
/* The user took only some hunks: the next task reports it to the model. */
void proposal_tell_part(Agent *agent);

/* ---- gather.c, gather_pack.c, gather_all.c ---- */

typedef struct Gathered {
    size_t parts;
    uint64_t left_out;   /* candidates */
    Str note;            /* what the index may lack; or empty */
    bool is_indexed_now; /* the index was built just now: earlier reads of it are partial */
} Gathered;

/* Adds a part to the window, with secrets redacted. A file whose name suggests secrets is not
   added. */
void gather_add(Agent *agent, const WindowPart *part, Str path);
/* The part of the window that already shows this text of a file, or NULL. `name` is for the notes
   of redacted secrets. */
WindowPart *gather_shown(Agent *agent, Str name, Str path, Str text);
/* The first line of a declaration: its signature, as one line. */
Str gather_signature(Str text);
/* The overview of the repository, once in a session, at the start of the window. */
bool gather_overview(Agent *agent, Err *err) MUST_USE;
/* The same in two steps, with other work in between; does nothing if the window has it. The flag:
   the index has changed since. */
void gather_overview_start(Agent *agent);
bool gather_overview_finish(Agent *agent, bool again, Err *err) MUST_USE;
/* Stops the overview thread. */
void gather_overview_stop(Agent *agent);
/* Gathers the answer to the question, within `budget` tokens. */
bool gather_question(Agent *agent, Str question, uint64_t budget, Gathered *gathered,
                     Err *err) MUST_USE;
/* Gathers what one line names: a handle (path, path:10-20, path::Name, Name), `callers of NAME`,
   `callees of NAME`, `tests of NAME`, `search "TEXT"`. *said reports what was found; a name that is
   not found is no error. */
bool gather_named(Agent *agent, Str line, bool pinned, Str *said, Err *err) MUST_USE;
/* The tool call of such a line; false: it names a handle or a search. */
bool gather_call(Agent *agent, Str line, AgentCall *call);
/* The answer of a call, or why it failed. */
typedef struct AgentCallAnswer {
    bool ok;
    Str text;
    Err err;
} AgentCallAnswer;
/* Adds the answer to the window under a name, or reports why it has nothing to add. */
bool gather_answer(Agent *agent, Str name, const AgentCallAnswer *answer, Str *said,
                   Err *err) MUST_USE;
/* Gathers the names of all lines, in their order. Look-ups run in parallel (gather_all.c). */
bool gather_all(Agent *agent, const Str *lines, size_t count, Str *said, Err *err) MUST_USE;
/* Adds the current text of a file changed since the model saw it, unless it is large. */
bool gather_again(Agent *agent, Str path, Err *err) MUST_USE;
/* Gathers the files that a task names, within `budget` tokens: whole, or as a map; of a line, the
   declaration around it. The innermost place of a call stack comes first. *used: tokens. */
bool gather_task_files(Agent *agent, Str task, uint64_t budget, uint64_t *used, Err *err) MUST_USE;
/* Gathers the names after `@` in a text (`@path`, `@path:10-20`, `@Name`), pinned. */
bool gather_pins(Agent *agent, Str text, Err *err) MUST_USE;
/* Gathers AGENTS.md and CLAUDE.md above the files shown in this turn. */
bool gather_instructions(Agent *agent, Err *err) MUST_USE;
