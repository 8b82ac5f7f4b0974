/* Requests of further steps that are sent along with that of one step: each has a thread that waits
   for its server. They are requests as the step would send them in its turn. For the files of this
   module. */
#pragma once

#include "agent/agent_state.h"

#include <pthread.h>

/* Requests at the same time, that of the step included, are as many as the reviewers of a change.
   Servers limit more. */
#define ALONG_MAX 3

typedef struct Along {
    Arena arena; /* the request and its reply */
    ChatRequest request;
    uint64_t tokens;     /* of the request, by the estimate */
    WindowPartVec parts; /* what it adds to the window */
    EditFileVec staged;  /* what was staged then */
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

/* Makes a request of the window as it is, whose parts since `mark` are of its step, and goes back
   to the mark. */
bool along_prepare(Agent *agent, Str system, const WindowPartVec *mark, Along *along,
                   Err *err) MUST_USE;
/* Sends all of a set, which may be NULL. */
void along_start(AlongSet *set);
/* Waits for all replies; if `stop`, ends those from which something comes. */
void along_finish(AlongSet *set, bool stop);
/* The text that the model got last in the request. */
Str along_shown(const Along *along);
/* Puts what the step adds into the window. */
void along_install(Agent *agent, const Along *along);
void along_close(Along *along);
