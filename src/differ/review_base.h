/* The base of a review: the commit whose policy and files a change is held to. */
#pragma once

#include "git/objects.h"
#include "review/policy.h"
#include "session/send.h"

typedef struct ReviewBase {
    SessionRequest *request;
    GitObjects *objects; /* NULL: there is no repository */
    Str commit;          /* id; empty: none */
} ReviewBase;

/* Reads a file of the base into the call's arena; *found false: it has no such file, or that is too
   large. */
bool review_base_read(const ReviewBase *base, Str path, Str *text, bool *found, Err *err) MUST_USE;
/* Reads the base's policy; that of repositories without one if the base has none. It is an error if
   it exists but cannot be read. */
bool review_base_policy(const ReviewBase *base, ReviewPolicy *policy, Err *err) MUST_USE;
