/* Shared by remotes that store files on an HTTP server: plain servers and S3. Only for
   src/share/remote_http.c and remote_s3.c. */
#pragma once

#include "share/remote_net.h"

typedef struct RemoteHttp {
    Str base; /* address, without a final slash */
    RemoteNetAuthorize authorize;
    bool makes_folders; /* missing folders are made by MKCOL (WebDAV) */
} RemoteHttp;

/* Functions of a backend whose state begins with a RemoteHttp. */
bool remote_http_has(Remote *remote, const RemoteBlob *blobs, size_t count, bool *has, Err *err);
bool remote_http_get(Remote *remote, const RemoteBlob *blobs, size_t count, const RemoteTake *take,
                     Err *err);
bool remote_http_put(Remote *remote, const RemoteBlob *blob, Str bytes, Err *err);
bool remote_http_pointer_get(Remote *remote, Arena *arena, Str name, bool *found, Str *manifest,
                             Err *err);
bool remote_http_pointers_put(Remote *remote, const RemotePointer *pointers, size_t count,
                              Err *err);
