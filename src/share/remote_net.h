/* Shared by remotes that speak HTTP: requests with retries, redirects and resumption. Credentials
   go only to the remote's own origin (scheme, host and port). Only for src/share/remote*.c. */
#pragma once

#include "share/remote_state.h"

#include "net/http.h"
#include "net/url.h"

/* Headers of one request, including authorization. */
#define REMOTE_NET_HEADERS_MAX 12

typedef struct RemoteNetRequest {
    Str method, url;
    HttpHeader headers[REMOTE_NET_HEADERS_MAX];
    size_t header_count;
    Str body;
    size_t body_max; /* bytes of the answer's body; 0: REMOTE_NET_BODY_BYTES_MAX */
    bool follow;     /* redirects of GET and HEAD are followed */
    bool is_partial; /* a truncated answer is returned with is_cut, not retried */
    bool is_single;  /* not retried: the server may have taken part of it */
} RemoteNetRequest;

/* Answers that are neither a blob nor a manifest: errors, tokens. */
#define REMOTE_NET_BODY_BYTES_MAX (1 * MB)

/* Adds authorization to a request's headers. It is called for each attempt, and only for URLs that
   may have it. */
typedef struct RemoteNetAuthorize {
    bool (*put)(void *context, Arena *arena, RemoteNetRequest *request, Err *err);
    void *context;
    Str origin; /* an address of the origin that may have it */
} RemoteNetAuthorize;

void remote_net_header(RemoteNetRequest *request, Str name, Str value);
/* Sends a request, with a few retries while the failure may be temporary. Redirects are followed at
   most 5 times: never from https to http, never from elsewhere to this machine, and without
   credentials to another origin. Any other status is a success. Errors name the target. */
bool remote_net_send(const Remote *remote, Arena *arena, const RemoteNetRequest *request,
                     const RemoteNetAuthorize *authorize, HttpResponse *response,
                     Err *err) MUST_USE;
/* How a backend requests its blobs. */
typedef struct RemoteNetStore {
    Str (*url)(const Remote *remote, Arena *arena, Str digest);
    /* remote_net_send with the backend's authorization */
    bool (*send)(Remote *remote, Arena *arena, const RemoteNetRequest *request,
                 HttpResponse *response, Err *err);
    /* the authorization for many requests at once */
    const RemoteNetAuthorize *(*authorize)(const Remote *remote);
} RemoteNetStore;
/* Which of the blobs exist, by HEAD requests. */
bool remote_net_has(Remote *remote, const RemoteNetStore *store, const RemoteBlob *blobs,
                    size_t count, bool *has, Err *err) MUST_USE;
/* Gets blobs and passes them on; a broken transfer is resumed by a range. */
bool remote_net_get(Remote *remote, const RemoteNetStore *store, const RemoteBlob *blobs,
                    size_t count, const RemoteTake *take, Err *err) MUST_USE;
/* Whether the status means that the object does not exist. */
bool remote_net_is_missing(unsigned status);
/* Sets the error for an unexpected status; returns false. */
bool remote_net_fail(const Remote *remote, const HttpResponse *response, const char *what,
                     Err *err);
/* Whether credentials may be sent to a URL at all: by TLS, or to this machine. */
bool remote_net_is_safe(const Url *url);
