/* Remotes: places where indices are shared. A remote holds blobs, by their digests, and pointers,
   which are small manifests under a name. Blobs and the manifests of commits never change; a
   branch's pointer moves.

   A target names a remote:
     file:///path            a folder
     http://… https://…      a server that answers GET, HEAD and PUT (WebDAV, any blob store)
     s3://bucket/prefix      S3 and compatible servers
     oci://registry/name     a container registry; a tag at its end is ignored
     git:REMOTE              refs/fovea/… of a remote of this repository, or of a repository's URL

   Every manifest is an OCI image manifest (application/vnd.oci.image.manifest.v1+json) with an
   artifactType of ours and an empty config, wherever it is stored. */
#pragma once

#include "base/err.h"
#include "base/vec.h"
#include "git/repo.h"

#define REMOTE_ARTIFACT_TYPE "application/vnd.fovea.index.v1"
#define REMOTE_DIGEST_BYTES 71 /* "sha256:" and 64 digits in lower case */
/* Registries must accept manifests of this size; a longer one is refused unparsed. */
#define REMOTE_MANIFEST_BYTES_MAX (4 * MB)

typedef struct Remote Remote;

/* A blob that a manifest refers to. */
typedef struct RemoteBlob {
    Str digest; /* REMOTE_DIGEST_BYTES long */
    Str type;   /* media type */
    uint64_t size;
} RemoteBlob;

typedef struct RemoteNote {
    Str key, value;
} RemoteNote;

typedef struct RemoteManifest {
    VEC(RemoteBlob) blobs; /* the manifest's layers, in order */
    VEC(RemoteNote) notes; /* its annotations, by key */
} RemoteManifest;

typedef struct RemoteOptions {
    Str target;
    const GitRepo *repo;         /* for git:REMOTE; else may be NULL */
    const volatile bool *cancel; /* NULL: never */
    bool write;                  /* blobs or pointers will be put: requests write access at once */
} RemoteOptions;

/* Opens a remote; no server is contacted before the first call that needs it. Everything lives in
   the arena. Credentials come from the environment and the user's files, never from the target: a
   target with a password is refused. */
bool remote_open(Arena *arena, const RemoteOptions *options, Remote **remote, Err *err) MUST_USE;
/* Whether remote_open would accept the target, without opening it. */
bool remote_target_check(Str target, Err *err) MUST_USE;
void remote_close(Remote **remote); /* works as SCOPED(remote_close); removes temporary files */

/* Which of the blobs the remote has. A wrong "no" only costs an upload. */
bool remote_has(Remote *remote, const RemoteBlob *blobs, size_t count, bool *has,
                Err *err) MUST_USE;
/* Gets blobs. Each is checked against its size and digest before it is passed on, and an
   interrupted transfer is resumed. `take` gets them in any order, each once, with bytes that are
   valid during the call; false ends the transfer. ERR_NOT_FOUND: the remote lacks one. */
typedef struct RemoteTake {
    bool (*take)(void *context, size_t index, Str bytes, Err *err);
    void *context;
} RemoteTake;
bool remote_get(Remote *remote, const RemoteBlob *blobs, size_t count, const RemoteTake *take,
                Err *err) MUST_USE;
/* Puts a blob under the digest of its bytes. It is visible whole or not at all. */
bool remote_put(Remote *remote, const RemoteBlob *blob, Str bytes, Err *err) MUST_USE;

/* A pointer's manifest as stored: bytes of JSON, to be parsed by remote_manifest_parse. Names are 1
   to 128 characters of A-Z a-z 0-9 _ . -, not beginning with . or -. *found is false if it does not
   exist. */
bool remote_pointer_get(Remote *remote, Arena *arena, Str name, bool *found, Str *manifest,
                        Err *err) MUST_USE;
/* Puts pointers. All blobs of their manifests must exist. A reader sees either the old or the new
   manifest of each, complete. Concurrent pointers of another publisher are kept, but the last
   writer of a name wins. */
typedef struct RemotePointer {
    Str name;
    Str manifest;
} RemotePointer;
bool remote_pointers_put(Remote *remote, const RemotePointer *pointers, size_t count,
                         Err *err) MUST_USE;
/* Names of commits' pointers begin with this; any other pointer is a branch's. */
#define REMOTE_COMMIT_PREFIX "commit-"
/* Removes all data not needed by the `keep` most recent pointers of commits and all pointers of
   branches, where the remote leaves that to its users (folders and git refs). Blobs uploaded or
   looked up in the last 24 hours are kept: a pointer to them may follow. *freed: bytes. */
bool remote_prune(Remote *remote, size_t keep, uint64_t *freed, Err *err) MUST_USE;

/* The bytes of a manifest; equal for equal manifests. */
Str remote_manifest_write(Arena *arena, const RemoteManifest *manifest);
/* Parses a manifest as hostile input: size, types, digests, sizes that add up, no name with "..".
 */
bool remote_manifest_parse(Arena *arena, Str bytes, RemoteManifest *manifest, Err *err) MUST_USE;
