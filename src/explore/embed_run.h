/* Embeds the files of a repository that lack vectors, in groups. Each group is stored as soon as it
   is complete, so an interruption loses at most one. */
#pragma once

#include "explore/embed_documents.h"
#include "explore/embedding.h"

/* A place left out. */
typedef struct EmbedLeftOut {
    Str path;
    uint32_t line; /* 0: the whole file */
    const char *why;
} EmbedLeftOut;

typedef struct EmbedReport {
    uint32_t files, done;   /* to be embedded in all; embedded in the end */
    uint32_t fresh;         /* files not embedded before */
    uint64_t texts, tokens; /* of fresh files: to send, or sent */
    uint64_t stored_texts;  /* declarations embedded in the end */
    uint64_t reused;        /* texts already embedded as part of other contents */
    uint32_t secret_files, secret, large, unread;
    bool capped;                /* it stopped at the cap */
    VEC(EmbedLeftOut) left_out; /* the first places left out */
} EmbedReport;

typedef struct EmbedPlan {
    const Embedding *embedding; /* NULL: nothing is sent, only counted */
    VectorModel model;          /* the stored one, or the one to be stored */
    uint64_t max_tokens;
    uint64_t batch;
} EmbedPlan;

/* After an error the report covers the work done before it. */
bool embed_run(SessionRequest *request, IndexSession *session, const EmbedPlan *plan,
               EmbedReport *report, Err *err) MUST_USE;
/* Counts the files to embed and the embedded ones, without contacting the server. */
bool embed_count(const IndexSession *session, Arena scratch, uint32_t *files, uint32_t *done,
                 Err *err) MUST_USE;
