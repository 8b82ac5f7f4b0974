/* The safety gate before anything is written: allows, asks or refuses, and says why. */
#pragma once

#include "agent/check.h"
#include "agent/gate_named.h"

typedef enum GateVerdict {
    GATE_ALLOW,
    GATE_ASK,
    GATE_REFUSE
} GateVerdict;

/* Thresholds; each is a setting `agent.…`. */
typedef struct GateLimits {
    uint8_t ask_risk; /* touched symbols of at least this risk need consent */
    uint8_t max_risk; /* … and of more than this are refused without a person, even with --yes */
    uint32_t max_files;         /* more files need consent */
    uint32_t max_lines;         /* more changed lines need consent */
    const Str *protected_paths; /* patterns of paths never written */
    size_t protected_count;
} GateLimits;

typedef struct GateAsked {
    const EditSet *set;
    const CheckReport *report;
    const Str *planned; /* files of the plan; empty: no plan */
    size_t planned_count;
    GateNamedVec named; /* files that git runs or reads by its configuration */
    Str task;           /* of the user: delicate files that it names need no further consent */
    bool is_question;   /* it asks for no change */
    bool is_forbidden;  /* it forbids changes */
    bool is_cut;        /* the edits come from an incomplete answer */
    bool unattended;    /* no user can be asked */
    bool yes;           /* the user agreed in advance to every question */
} GateAsked;

typedef struct GateReason {
    GateVerdict verdict; /* ASK or REFUSE */
    Str path;
    Str message; /* one sentence */
} GateReason;

typedef struct GateAnswer {
    GateVerdict verdict; /* the strictest of the reasons. ASK counts as REFUSE if nobody can be
                            asked; as ALLOW if the user agreed in advance, unless it needs a
                            person */
    bool needs_person;   /* consent in advance is not enough */
    VEC(GateReason) reasons;
} GateAnswer;

/* The limits from the settings. */
GateLimits gate_limits(const ToolContext *context);
/* Weighs risk of the touched symbols, files outside the plan, protected paths (always: .git;
   delicate files ask, review/delicate.h), secrets in new text, size, deleted or weakened tests,
   failed checks. */
GateAnswer gate_decide(Arena *arena, const GateLimits *limits, const GateAsked *asked);
Str gate_text(Arena *arena, const GateAnswer *answer);
Json *gate_value(Arena *arena, const GateAnswer *answer);
