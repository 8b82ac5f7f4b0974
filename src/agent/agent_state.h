/* The state of an agent, for the files of this module. */
#pragma once

#include "agent/agent.h"
#include "agent/call.h"
#include "agent/instructions.h"
#include "agent/plan.h"
#include "agent/recall.h"
#include "agent/stage.h"
#include "agent/task_intent.h"

/* A window that is larger than its limit by the estimate. */
typedef struct CountedWindow {
    uint64_t state; /* which one */
    uint64_t limit; /* by the estimate, whose parts are within the true one */
} CountedWindow;

struct Agent {
    Arena *arena;               /* lives as long as the session */
    ToolContext tools;          /* the caller's, with the repository as root */
    const ToolContext *context; /* that */
    AgentOptions options;
    AgentSink sink;
    Window window;
    RedactionVec redactions;
    bool has_overview;
    struct OverviewTask *overview; /* that is being made; NULL: none */
    Instructions instructions;     /* for the last task */
    ChatModel model;               /* no provider: none yet */
    uint64_t model_window;         /* tokens; 0: not known yet */
    CountedWindow counted;
    bool counter_fails; /* the provider's, so it is not asked again */
    ChatStop stop;      /* why the last answer ended */
    AgentTotals totals;
    AgentStore *store; /* NULL: not opened yet */
    uint64_t session;  /* in the store; 0: none yet */
    uint64_t reserved; /* its number when it begins; 0: any */
    ViewedVec viewed;  /* the last one last */
    size_t viewed_new; /* how many of them, the last, the store does not have */
    VEC(Str) approved; /* commands that the user has named, the last one last */
    Stage stage;
    Stage aside;          /* what was staged before the task that runs */
    EditFileVec reported; /* staged files as the user was shown them */
    Str task;             /* the user's last task */
    TaskIntent intent;    /* of that */
    size_t undone;        /* steps of the plan that changed nothing */
    Str refused;          /* what was said last of a text whose edits cannot be read */
    bool is_cut;          /* what is staged is of an answer that is not whole */
    Plan plan;
    EditFileVec written;   /* by the last commit */
    VEC(Str) commits;      /* the edits of the last task, as `fovea edit log` numbers them */
    Str written_for;       /* what that commit did */
    Str not_for_git;       /* why git may not commit them: the user's own changes; or empty */
    bool on_branch;        /* options.branch is checked out */
    bool staged_is_unkept; /* the session cannot keep what is staged, and the user knows */
};

/* ---- agent.c ---- */

/* Sends an event. */
bool agent_report(Agent *agent, AgentEventKind kind, Str text, const Json *data, Err *err) MUST_USE;
bool agent_is_cancelled(const Agent *agent);

/* ---- proposal.c ---- */

/* A task begins: its edits start from the files, so what was staged before is put aside. */
void proposal_begin(Agent *agent);
/* The task has staged edits: what was put aside is dropped, and that is said. */
bool proposal_take(Agent *agent, Err *err) MUST_USE;
/* The task has ended: what was put aside is staged again, if it was not dropped. */
void proposal_end(Agent *agent);
/* What is to be stored as staged. */
const Stage *proposal_kept(const Agent *agent);
/* Shows what of the staged edits the user has not been shown. */
bool proposal_show(Agent *agent, Err *err) MUST_USE;
/* Drops what is staged without a word. */
void proposal_drop(Agent *agent);
/* The user refused what is staged: it is dropped, and the model reads that with the next task. */
bool proposal_refuse(Agent *agent, Err *err) MUST_USE;
/* The user took only some hunks: the model reads that with the next task. */
void proposal_tell_part(Agent *agent);

/* ---- gather.c, gather_pack.c, gather_all.c ---- */

typedef struct Gathered {
    size_t parts;
    uint64_t left_out;   /* candidates */
    Str note;            /* what the index may lack; or empty */
    bool is_indexed_now; /* the index was made for this: what was read of it before is partial */
} Gathered;

/* Adds a part to the window without its secrets. A file whose name promises secrets is not added.
 */
void gather_add(Agent *agent, const WindowPart *part, Str path);
/* The first line of a declaration: its signature, as one line. */
Str gather_signature(Str text);
/* The overview of the repository, once in a session, at the start of the window. */
bool gather_overview(Agent *agent, Err *err) MUST_USE;
/* The same in two steps, with other work between them; nothing happens if it is there already.
   `anew`: the index has changed since. */
void gather_overview_start(Agent *agent);
bool gather_overview_finish(Agent *agent, bool anew, Err *err) MUST_USE;
/* Ends what was started. */
void gather_overview_stop(Agent *agent);
/* What answers the question, within `budget` tokens. */
bool gather_question(Agent *agent, Str question, uint64_t budget, Gathered *gathered,
                     Err *err) MUST_USE;
/* What one line names: a handle (path, path:10-20, path::Name, Name), `callers of NAME`, `callees
   of NAME`, `tests of NAME`, `search "TEXT"`. Tells in *said what came; what is not there is no
   error.
   */
bool gather_named(Agent *agent, Str line, bool pinned, Str *said, Err *err) MUST_USE;
/* The tool call of such a line; false: it names a handle or a search. */
bool gather_call(Agent *agent, Str line, AgentCall *call);
/* What a call answered, or why it did not. */
typedef struct AgentCallAnswer {
    bool ok;
    Str text;
    Err err;
} AgentCallAnswer;
/* Adds it to the window under a name, or tells why there is nothing to add. */
bool gather_answer(Agent *agent, Str name, const AgentCallAnswer *answer, Str *said,
                   Err *err) MUST_USE;
/* Adds what each line names, in their order. Look-ups run at the same time (gather_all.c). */
bool gather_all(Agent *agent, const Str *lines, size_t count, Str *said, Err *err) MUST_USE;
/* Adds the present text of a file that changed since the model saw it, unless it is large. */
bool gather_again(Agent *agent, Str path, Err *err) MUST_USE;
/* What `@path`, `@path:10-20` and `@Name` in a text name, pinned. */
bool gather_pins(Agent *agent, Str text, Err *err) MUST_USE;
/* AGENTS.md and CLAUDE.md above the files that this turn shows. */
bool gather_instructions(Agent *agent, Err *err) MUST_USE;
