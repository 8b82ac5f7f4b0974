/* `fovea explore`: shared by answers from this machine and from an organisation's database. */
#pragma once

#include "explore/context_pack.h"
#include "org/org_calls.h"
#include "query/org_target.h"
#include "query/query.h"

/* An answer from an organisation's database. Its catalog has the found symbols with their edges. */
typedef struct ExploreOrg {
    SessionRequest *request;
    OrgCalls calls;
    Exclusion out;
    PackElsewhere elsewhere;
    Str asked;           /* parameters for the next call: ` --org …` */
    SearchWordVec words; /* that were looked for */
} ExploreOrg;

typedef struct ExploreAnswer {
    SessionRequest *request;
    const IndexSession *session;
    Str question;
    Str also;            /* words that the asker added */
    SearchWordVec words; /* all that were looked for */
    const Pack *pack;
    size_t candidates;
    uint64_t budget; /* bytes */
    Seen *seen;
    const ExploreOrg *org; /* NULL: of this machine */
    bool terse;            /* without follow-up calls */
} ExploreAnswer;

/* A question for a pack. */
typedef struct ExploreQuestion {
    Str text;
    Str also; /* further words that the code may have */
    OrgWanted org;
    Str seeds; /* names of symbols to include, one a line */
    QueryFilter filter;
    /* What was shown before is left out: a file that lists it, or else the name of a caller, whose
       list is stored with the index; or neither. */
    Str seen, caller;
    uint64_t budget; /* bytes of the answer */
    /* Receives the answer while the repository is open; NULL: it is printed. */
    bool (*deliver)(const ExploreAnswer *answer, void *state, Err *err);
    void *state;
} ExploreQuestion;

/* Bytes from which an answer lists the words that were looked for. */
#define EXPLORE_WORDS_BUDGET 4000

static inline uint32_t explore_symbol(const ExploreAnswer *answer, uint32_t file, uint32_t entry)
{
    return catalog_row(answer->session->catalog, file)->first + entry;
}

/* ---- explore_ask.c ---- */

bool explore_ask(SessionRequest *request, const ExploreQuestion *question, Err *err) MUST_USE;

/* ---- explore_answer.c ---- */

void explore_put(Buf *out, const ExploreAnswer *answer);

/* ---- explore_org.c ---- */

/* Fetches candidates and their surroundings as session->catalog. */
bool explore_org_open(SessionRequest *request, IndexSession *session,
                      const ExploreQuestion *question, ExploreOrg *org,
                      PackCandidateVec *candidates, Err *err) MUST_USE;

/* ---- explore_org_tell.c ---- */

/* The form of an answer's symbols in a pack; whole: files whose functions are all in its
   catalog. */
PackElsewhere explore_org_elsewhere(const ExploreOrg *org, const bool *whole);
/* Adds the description of a symbol to its value: signature, comment, and edges unless it is
   `bare`. */
void explore_org_value(const ExploreOrg *org, Json *value, uint32_t symbol, bool bare);
