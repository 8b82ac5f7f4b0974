/* Shared by the backends of remotes. Only for src/share/remote*.c. */
#pragma once

#include "share/remote.h"

#include "base/map.h"

/* Longer than any path, address or name that systems accept. */
#define REMOTE_TARGET_BYTES_MAX 2000
/* A container registry's limit for a tag. */
#define REMOTE_NAME_BYTES_MAX 128
/* One blob is held in memory while it is checked. Packs have some MB; the largest blob of a catalog
   is one of its segments. */
#define REMOTE_BLOB_BYTES_MAX (1 * GB)
/* Blobs of one manifest together: a hundred times the index of the largest trees. */
#define REMOTE_BYTES_SUM_MAX (256 * GB)
/* Characters of an annotation's key, as container registries allow; and bytes of its value, which
   may be a signature. */
#define REMOTE_KEY_BYTES_MAX 255
#define REMOTE_VALUE_BYTES_MAX (64 * KB)
/* The blob `{}`, which is every manifest's config. */
#define REMOTE_EMPTY_DIGEST \
    "sha256:44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a"
#define REMOTE_EMPTY_BYTES "{}"
#define REMOTE_MANIFEST_TYPE "application/vnd.oci.image.manifest.v1+json"
/* Data that no pointer needs is kept for this long: another publisher may be about to put a pointer
   to it. A push takes minutes. */
#define REMOTE_GRACE_SECONDS (24 * 60 * 60)

/* The functions of remote.h for one kind of target. Their arguments are checked: digests and names
   are valid, bytes match their digest, and a call that writes has options.write. */
typedef struct RemoteBackend {
    Str prefix; /* of targets */
    bool (*open)(Remote *remote, Err *err);
    void (*close)(Remote *remote); /* NULL: nothing to close */
    bool (*has)(Remote *remote, const RemoteBlob *blobs, size_t count, bool *has, Err *err);
    bool (*get)(Remote *remote, const RemoteBlob *blobs, size_t count, const RemoteTake *take,
                Err *err);
    bool (*put)(Remote *remote, const RemoteBlob *blob, Str bytes, Err *err);
    bool (*pointer_get)(Remote *remote, Arena *arena, Str name, bool *found, Str *manifest,
                        Err *err);
    bool (*pointers_put)(Remote *remote, const RemotePointer *pointers, size_t count, Err *err);
    bool (*prune)(Remote *remote, size_t keep, uint64_t *freed, Err *err); /* NULL: left to its
                                                                              operator */
} RemoteBackend;

struct Remote {
    Arena *arena;
    RemoteOptions options;
    const RemoteBackend *backend;
    Str rest;    /* the target without the backend's prefix */
    Map known;   /* digests of blobs that the remote has */
    void *state; /* the backend's */
};

extern const RemoteBackend remote_file_backend;
extern const RemoteBackend remote_git_backend;
extern const RemoteBackend remote_http_backend;
extern const RemoteBackend remote_https_backend;
extern const RemoteBackend remote_s3_backend;
extern const RemoteBackend remote_oci_backend;

/* Fails with ERR_INTERRUPTED if the user asked for it. */
bool remote_go_on(const Remote *remote, Err *err) MUST_USE;
/* Checks a blob's bytes and passes them on. */
bool remote_give(const Remote *remote, const RemoteTake *take, const RemoteBlob *blobs,
                 size_t index, Str bytes, Err *err) MUST_USE;
/* Sets the error for a blob that the remote lacks; returns false. */
bool remote_fail_missing(const Remote *remote, Str digest, Err *err);
/* Sets an error whose message begins with the target; returns false. */
bool remote_fail(const Remote *remote, ErrCode code, Err *err, const char *format, ...)
    PRINTF_LIKE(4, 5);
bool remote_digest_is_valid(Str digest);
bool remote_name_is_valid(Str name);
/* Whether the name is of a commit's pointer, which prune may remove. */
bool remote_name_is_commit(Str name);
/* The 64 digits of a valid digest. */
Str remote_digest_hex(Str digest);
/* Adds the digests of a manifest's blobs to a set. */
bool remote_note_needed(Arena *arena, Map *needed, Str manifest, Err *err) MUST_USE;
