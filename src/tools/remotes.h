/* Names of remotes: what a user calls the targets that a repository's index is shared with. They
   are in the user's configuration directory, never in the repository, whose author could else name
   the place that facts are sent to. */
#pragma once

#include "base/vec.h"
#include "git/repo.h"

typedef struct NamedRemote {
    Str name, target;
} NamedRemote;
typedef VEC(NamedRemote) NamedRemoteVec;

/* Repositories have one or two. */
#define NAMED_REMOTES_MAX 100

/* The repository's remotes, by name. */
bool remotes_load(Arena *arena, const GitRepo *repo, NamedRemoteVec *remotes, Err *err) MUST_USE;
/* Adds one. It is no error if it has that target already. */
bool remotes_add(Arena *arena, const GitRepo *repo, Str name, Str target, Err *err) MUST_USE;
bool remotes_remove(Arena *arena, const GitRepo *repo, Str name, Err *err) MUST_USE;
/* The target that is meant: `text` itself, or the one that it names. An empty text means the only
   remote, or the one named `default`. */
bool remotes_target(Arena *arena, const GitRepo *repo, Str text, Str *target, Err *err) MUST_USE;
