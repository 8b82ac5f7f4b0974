/* The organisation's database that a call asks: by its parameter `org`, or by the user's
   configuration. A repository's own files cannot name it. */
#pragma once

#include "org/org.h"
#include "session/send.h"

/* The value of `--org` and `--to` that means FOVEA_ORG or the setting org.database. */
#define ORG_CONFIGURED "configured"
/* A question that takes longer is worth asking in another way. */
#define ORG_QUESTION_MS 20000

/* Which database and branches a question is about. */
typedef struct OrgWanted {
    bool asked; /* the question is about a database */
    Str target; /* as the caller writes it */
    Str branch; /* empty: each repository's own default */
} OrgWanted;

/* The target that the text means. ERR_USAGE when nothing is configured, and for any other database
   in a call of an agent: what a model writes must not choose to which host a question goes. */
bool org_target(const SessionRequest *request, Str text, Str *target, Err *err) MUST_USE;
/* Connects for a question. */
bool org_open_asked(const SessionRequest *request, OrgWanted wanted, Org *org, Err *err) MUST_USE;
/* The same question for the next call, as text: ` --org URL --branch NAME`, with a password hidden.
 */
Str org_asked_again(Arena *arena, OrgWanted wanted);
