/* Parallel requests. While one plan step waits for the model, threads ask for later steps; each
   request has the bytes that its step would send alone. For the files of this module. */
#pragma once

#include "agent/agent_state.h"

#include <pthread.h>

/* At most this many requests besides the step's own: as many at once as a change has reviewers. The
   limits of servers are higher. */
#define ALONG_MAX 3

typedef struct Along {
    Arena arena; /* the request and its reply */
    ChatRequest request;
    uint64_t tokens;     /* of the request, by the estimate */
    WindowPartVec parts; /* parts that it adds to the window */
    EditFileVec staged;  /* edits staged at that time */
    bool sent, ok;
    ChatReply reply; /* its usage counts even if it is not ok */
    Err err;
    pthread_t thread;
} Along;

typedef struct AlongSet {
    Along *items[ALONG_MAX];
    size_t count;
    Str notice; /* for the user, if they are sent */
    volatile bool stopped;
} AlongSet;

/* Builds a request from the current window, whose parts since `mark` belong to its step, and resets
   the window to the mark. */
bool along_prepare(Agent *agent, Str system, const WindowPartVec *mark, Along *along,
                   Err *err) MUST_USE;
/* Sends all requests of a set, which may be NULL. */
void along_start(AlongSet *set);
/* Waits for all replies; with `stop`, ends each at its next data. */
void along_finish(AlongSet *set, bool stop);
/* The text that the model last got in the request. */
Str along_shown(const Along *along);
/* Adds the parts of the step to the window. */
void along_install(Agent *agent, const Along *along);
void along_close(Along *along);
