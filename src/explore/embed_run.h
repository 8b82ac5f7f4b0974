/* Embeds the files of a repository that are not embedded yet, in groups. Each group is stored as
   soon as it is complete, so an interruption loses at most one. */
#pragma once

#include "explore/embed_documents.h"
#include "explore/embedding.h"

/* A place that was left out. */
typedef struct EmbedLeftOut {
    Str path;
    uint32_t line; /* 0: the whole file */
    const char *why;
} EmbedLeftOut;

typedef struct EmbedReport {
    uint32_t files, done;   /* to be embedded in all; embedded in the end */
    uint32_t fresh;         /* files that were not embedded before */
    uint64_t texts, tokens; /* of fresh files: to be sent, or sent */
    uint64_t stored_texts;  /* declarations embedded in the end */
    uint64_t reused;        /* texts that were already embedded as part of other contents */
    uint32_t secret_files, secret, large, unread;
    bool capped;                /* it stopped at the cap */
    VEC(EmbedLeftOut) left_out; /* the first places that were left out */
} EmbedReport;

typedef struct EmbedPlan {
    const Embedding *embedding; /* NULL: nothing is sent, only counted */
    VectorModel model;          /* the stored one, or the one to be stored */
    uint64_t max_tokens;
    uint64_t batch;
} EmbedPlan;

/* On an error the report says what was done before it. */
bool embed_run(SessionRequest *request, IndexSession *session, const EmbedPlan *plan,
               EmbedReport *report, Err *err) MUST_USE;
/* Counts the files that are to be embedded and those that are, without asking the server. */
bool embed_count(const IndexSession *session, Arena scratch, uint32_t *files, uint32_t *done,
                 Err *err) MUST_USE;
