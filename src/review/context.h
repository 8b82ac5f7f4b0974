/* What is reviewed: a change, the policy it is held to, and what of the repository around it can be
   asked for. */
#pragma once

#include "base/map.h"
#include "change/consequences.h"
#include "index/catalog/catalog.h"
#include "index/catalog/classify.h"
#include "review/finding.h"
#include "review/policy.h"

/* The lines that the change removes somewhere, once they were asked for. */
typedef struct ReviewRemoved {
    bool made;
    Map lines;
} ReviewRemoved;

typedef struct ReviewContext {
    Arena *arena;
    Arena *scratch; /* another one; pass it on by value */
    const ChangeSet *set;
    const ReviewPolicy *policy;
    Catalog *catalog;           /* of the repository as of the new state, or NULL */
    const ConsequenceVec *uses; /* what the change breaks elsewhere; NULL: nobody has looked */
    Str unseen_code; /* why uses may be missing: what the index does not have; or empty */
    /* A file of the base, which did not change; *found false: there is none. NULL: none can be
     * read. */
    bool (*read)(void *state, Str path, Str *text, bool *found, Err *err);
    void *state;
    /* Of each file of the set, by both sides; made by review_prepare. */
    const FileClass *old_classes, *new_classes;
    ReviewRemoved *removed;
} ReviewContext;

void review_prepare(ReviewContext *review);
/* Of a file of the set; of its old side where the new one is not there. */
FileClass review_class(const ReviewContext *review, const ChangedFile *file);

/* The new text of a file of the repository, whether it is in the change or not. */
bool review_read(const ReviewContext *review, Str path, Str *text, bool *found, Err *err) MUST_USE;
/* The file of the change at this path of its new side, or NULL. */
const ChangedFile *review_changed_file(const ReviewContext *review, Str path);
/* Whether a binary file needs no look: a picture, font or sound, or what the policy accepts. */
bool review_is_accepted_binary(const ReviewContext *review, const ChangedFile *file);
