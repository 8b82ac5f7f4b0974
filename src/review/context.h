/* Input of a review: the change, the policy it is held to, and access to the repository around
   it. */
#pragma once

#include "base/map.h"
#include "change/consequences.h"
#include "index/catalog/catalog.h"
#include "index/catalog/classify.h"
#include "review/finding.h"
#include "review/policy.h"

/* Cache: the lines that the change removes anywhere; filled in on first use. */
typedef struct ReviewRemoved {
    bool made;
    Map lines;
} ReviewRemoved;

struct ReviewFind;

typedef struct ReviewContext {
    Arena *arena;
    Arena *scratch; /* a second arena; pass it on by value */
    const ChangeSet *set;
    const ReviewPolicy *policy;
    Catalog *catalog;           /* of the repository as of the new state, or NULL */
    const ConsequenceVec *uses; /* what the change breaks elsewhere; NULL: not determined */
    size_t unread;              /* files that may use what changes and were not read for it */
    size_t skipped;             /* names that the change takes away and that were not looked for */
    Str unseen_code;            /* why uses may be missing (code that is not indexed), or empty */
    /* Reads an unchanged file of the base; *found false: it does not exist. NULL: none can be
       read. */
    bool (*read)(void *state, Str path, Str *text, bool *found, Err *err);
    void *state;
    /* Adds the findings of a rule that asks a model; NULL: no model is asked. */
    bool (*ask_model)(void *model, const struct ReviewFind *find, Err *err);
    void *model;
    const GitAttributes *attributes; /* of the base; set by review_prepare, as is the rest */
    const FileClass *classes;        /* by file of the set */
    ReviewRemoved *removed;
} ReviewContext;

/* Sets the fields that are derived from the change. review_run calls it. */
void review_prepare(ReviewContext *review);
/* The class of a file of the set, as the base tells it: by the base's content and attributes. Of
   the new side only its path counts, and only where rules look more closely then. A new file that
   says it is generated is source. */
FileClass review_class(const ReviewContext *review, const ChangedFile *file);
/* Whether the change moves the file to where rules look less closely. */
bool review_class_lowers(const ReviewContext *review, const ChangedFile *file);

/* Reads the new text of any file of the repository, changed or not. */
bool review_read(const ReviewContext *review, Str path, Str *text, bool *found, Err *err) MUST_USE;
/* The changed file with this path on its new side, or NULL. */
const ChangedFile *review_changed_file(const ReviewContext *review, Str path);
/* Whether a binary file needs no review: a picture, font or sound, or a path that the policy
   accepts. */
bool review_is_accepted_binary(const ReviewContext *review, const ChangedFile *file);
