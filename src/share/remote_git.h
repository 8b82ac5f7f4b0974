/* State shared by reading and publishing through git. Only for src/share/remote_git*.c. */
#pragma once

#include "share/remote_state.h"

#include "git/git_program.h"
#include "git/transport.h"

#define REMOTE_GIT_INDEX_REFS "refs/fovea/index/"
#define REMOTE_GIT_PACKS_REFS "refs/fovea/packs/"
#define REMOTE_GIT_MANIFEST "manifest.json"
#define REMOTE_GIT_LIST "objects"
/* git's answer about one object: its id, type and size. */
#define REMOTE_GIT_HEAD_BYTES_MAX 200

#define REMOTE_GIT_NO_POINTER ((size_t)-1)

/* A blob in the other repository. */
typedef struct RemoteGitObject {
    Str digest;
    Str id; /* git's */
    uint64_t size;
    size_t pointer; /* index of the pointer that lists it; REMOTE_GIT_NO_POINTER: it is here */
} RemoteGitObject;

typedef VEC(RemoteGitObject) RemoteGitObjectVec;

/* Names of uploads, which list blobs of pointers still to be put. No pointer has such a name. */
#define REMOTE_GIT_UPLOAD_PREFIX "@upload-"

/* A pointer or an upload of the other repository, as last fetched. */
typedef struct RemoteGitPointer {
    Str name;
    bool is_upload;
    Str commit;
    uint64_t seconds; /* when it was put */
    RemoteGitObjectVec objects;
    bool has_tree; /* the tree of its blobs was written here */
} RemoteGitPointer;

typedef struct RemoteGit {
    GitTransport transport;
    bool is_current;          /* all pointers were fetched, and no pointer was put since */
    bool has_missed;          /* a requested pointer did not exist */
    bool cannot_push_at_once; /* the server lacks the capability `atomic` */
    VEC(RemoteGitPointer)
    pointers;        /* of branches, of commits, uploads; the most recent first */
    uint64_t unsent; /* bytes of blobs put here since the last upload */
    Str upload;      /* name of this publisher's upload; empty: no upload yet */
    Map objects;     /* digest → RemoteGitObject; the first one wins */
} RemoteGit;

/* ---- remote_git.c ---- */

RemoteGit *remote_git_of(const Remote *remote);
/* Sets the error of a failed command from its output with messages; returns false. */
bool remote_git_fail(const Remote *remote, Str output, Err *err);
/* Fetches blobs by their ids, except those already here. */
bool remote_git_fetch_blobs(Remote *remote, Arena *arena, const RemoteGitObject *const *objects,
                            size_t count, Err *err) MUST_USE;

/* ---- remote_git_pointers.c ---- */

/* A pointer's name as part of a ref: a dot is escaped where git does not accept it. */
Str remote_git_ref_name(Arena *arena, Str name);
/* Takes an answer of `git cat-file --batch`. False at the end; *found is false if the object is
   missing or not a blob. */
bool remote_git_take_answer(Str *rest, bool *found, uint64_t *size, Str *bytes);
/* Reads local objects, one answer for each line of the questions. */
bool remote_git_read(const Remote *remote, Arena *arena, Str questions, size_t output_max,
                     ProcResult *result, Err *err) MUST_USE;
/* Fetches all pointers, unless done already and no pointer was put since. */
bool remote_git_fetch_all(Remote *remote, Err *err) MUST_USE;
/* Finds a pointer among the fetched ones; NULL if it is not there. */
const RemoteGitPointer *remote_git_find_pointer(const Remote *remote, Str name);
typedef struct RemoteGitFetch {
    GitWordVec refs;   /* refspecs */
    Str ids;           /* of objects, a line each */
    uint64_t file_max; /* bytes of any file that git writes */
} RemoteGitFetch;
/* Fetches refs and objects. The output is git's, with its messages; a failure of git is an exit
   code. */
bool remote_git_fetch(const Remote *remote, Arena *arena, const RemoteGitFetch *what,
                      ProcResult *result, Err *err) MUST_USE;
bool remote_git_pointer_get(Remote *remote, Arena *arena, Str name, bool *found, Str *manifest,
                            Err *err) MUST_USE;
/* Notes where a blob is; a local copy takes precedence. */
void remote_git_note(Remote *remote, const RemoteGitObject *object);
/* Finds a blob of that digest and size; NULL if unknown. */
const RemoteGitObject *remote_git_find(const Remote *remote, const RemoteBlob *blob);

/* ---- remote_git_publish.c ---- */

/* Sends the local blobs under the name of an upload, so that a restarted publisher need not send
   them again. A failure is no error: they are sent with the pointers then. */
bool remote_git_upload(Remote *remote, Err *err) MUST_USE;
bool remote_git_pointers_put(Remote *remote, const RemotePointer *pointers, size_t count,
                             Err *err) MUST_USE;
bool remote_git_prune(Remote *remote, size_t keep, uint64_t *freed, Err *err) MUST_USE;
