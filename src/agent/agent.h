/* The agent: gathers the context of a task with the program's own tools, asks a model once or
   twice, checks the reply. The model has no tools; only the program acts. One agent is one session
   with one user. */
#pragma once

#include "agent/agent_store.h"
#include "agent/event.h"
#include "agent/redact.h"
#include "agent/stage_editor.h"
#include "agent/window.h"
#include "tools/tool.h"

/* Tokens gathered for a task, in the estimate of the tools (text/tokens.h). */
#define AGENT_BUDGET 8000
#define AGENT_BUDGET_MIN 500
#define AGENT_BUDGET_MAX 1000000
/* Kept free in the window for the program's own text. */
#define AGENT_SYSTEM 2000

typedef struct AgentOptions {
    Str model;       /* provider/id; empty: that of the settings */
    uint64_t budget; /* 0: AGENT_BUDGET */
    bool yes;        /* agrees in advance to every question, as far as the gate allows */
    bool edits;      /* for agent_context: edits are wanted, not only answers */
    bool dry_run;    /* edits are staged and checked, and not written */
    bool unattended; /* no user can be asked */
    bool resume;     /* for callers: resume `session` (0: the last one) */
    uint64_t session;
    bool has_max_risk;
    uint8_t max_risk; /* with has_max_risk: instead of the setting agent.max_risk */
    Str check;        /* the command that must pass after edits were written; empty: none */
    Str mcp;          /* MCP servers to start, separated by commas; empty: none */
    Str branch; /* git: edits go to this new branch and are committed there; empty: files only */
    const StageEditor *editor; /* has unsaved texts; NULL: no editor */
} AgentOptions;

typedef struct Agent Agent;

/* What the session has used so far. */
typedef struct AgentTotals {
    uint32_t requests;
    ChatUsage usage;
} AgentTotals;

/* Opens a session for the repository of `context`. A model is needed by agent_ask only. */
bool agent_open(Arena *arena, const ToolContext *context, const AgentOptions *options,
                const AgentSink *sink, Agent **agent, Err *err) MUST_USE;

/* Saves nothing: each step was saved. The agent must be closed before its arena is. */
void agent_close(Agent *agent);

/* Resumes a session of this repository (`id` 0: the last one). Texts of files changed since are
   left out. ERR_NOT_FOUND: no such session. */
bool agent_resume(Agent *agent, uint64_t id, Err *err) MUST_USE;
/* The sessions of this repository, last used first. */
bool agent_sessions(Agent *agent, AgentSessionVec *sessions, Err *err) MUST_USE;

/* Gathers the context of a task into the window, and reports it. */
bool agent_gather(Agent *agent, Str task, Err *err) MUST_USE;
/* The text that a model would get for the last gathered task, including the system text. */
Str agent_context(Agent *agent, Arena *arena);
/* The redactions so far. */
const RedactionVec *agent_redactions(const Agent *agent);

/* Gathers, asks the model, fetches what it needs, and reports its checked answer. ERR_NO_MODEL
   without a model. */
bool agent_ask(Agent *agent, Str question, Err *err) MUST_USE;
/* Why the last answer is incomplete, as one line; empty if it is complete. */
Str agent_cut_reason(const Agent *agent);

typedef enum AgentOutcome {
    AGENT_ANSWERED,  /* the model answered without edits */
    AGENT_COMMITTED, /* edits were written */
    AGENT_STAGED,    /* edits are staged: the user did not want them written now, or --dry-run */
    AGENT_GATED,     /* the gate refused; nothing was written */
    AGENT_FAILING,   /* edits were written, but the user's command still fails */
    AGENT_UNMEANT,   /* the model says that its edits are not meant, even when asked again */
    AGENT_DOUBTFUL,  /* nobody watches, and the answer may take its edits back, also asked again */
    AGENT_UNFIT,     /* the model's edits do not fit the files, even after repairs */
    AGENT_CUT,       /* an answer was cut; nothing of it was written */
    AGENT_PARTIAL,   /* edits were written, but steps of the plan changed nothing */
    AGENT_UNREAD     /* the task asks for a change, but no edit that makes one was read */
} AgentOutcome;

/* Does a task: gathers, asks the model, stages and checks its edits, has them repaired, passes the
   gate, and writes them. ERR_STALE, and nothing written, if files changed meanwhile. */
bool agent_do(Agent *agent, Str task, AgentOutcome *outcome, Err *err) MUST_USE;

/* The command that rolls back all edits of the last task; empty: nothing can be rolled back this
   way. */
Str agent_rollback_command(const Agent *agent);

/* Ends a task that failed or was cancelled: it no longer counts, and its staged edits are
   dropped. */
void agent_drop(Agent *agent);

/* Passes the gate with the staged edits and writes them, after asking if needed. */
bool agent_commit(Agent *agent, Str description, AgentOutcome *outcome, Err *err) MUST_USE;
/* Also commits the files with git. If nothing is staged, commits the files of the last write. */
bool agent_commit_git(Agent *agent, Str title, AgentOutcome *outcome, Err *err) MUST_USE;

/* Runs a command named by the user (edit/run_check.h). Failures go to the model, whose edits are
   written and tested again, at most three times. *passed is the last result. */
bool agent_test(Agent *agent, Str command, bool *passed, Err *err) MUST_USE;
