/* Embedding what of a repository is not embedded yet: in groups of files, each kept as soon as it
   is there, so that whatever ends it costs one group at most. */
#pragma once

#include "tools/embed_documents.h"
#include "tools/embedding.h"

/* A place that was left out. */
typedef struct EmbedLeftOut {
    Str path;
    uint32_t line; /* 0: the whole file */
    const char *why;
} EmbedLeftOut;

typedef struct EmbedReport {
    uint32_t files, done;   /* to be embedded: all; those that are, in the end */
    uint32_t fresh;         /* files that were not embedded before */
    uint64_t texts, tokens; /* of these: to be sent, or sent */
    uint64_t stored_texts;  /* declarations that are embedded, in the end */
    uint64_t reused;        /* texts that were embedded before in other contents */
    uint32_t secret_files, secret, large, unread;
    bool capped;                /* the cap ended it */
    VEC(EmbedLeftOut) left_out; /* the first of them */
} EmbedReport;

typedef struct EmbedPlan {
    const Embedding *embedding; /* NULL: nothing is sent, only counted */
    VectorModel model;          /* that is stored, or will be */
    uint64_t max_tokens;
    uint64_t batch;
} EmbedPlan;

/* With an error the report says what was done before it. */
bool embed_run(ToolCall *call, IndexSession *session, const EmbedPlan *plan, EmbedReport *report,
               Err *err) MUST_USE;
/* Of the files that are to be embedded: how many are, by what is stored. */
bool embed_count(const IndexSession *session, Arena scratch, uint32_t *files, uint32_t *done,
                 Err *err) MUST_USE;
