/* Shared by requests and transfers of container registries. Only for src/share/remote_oci*.c. */
#pragma once

#include "share/remote_net.h"

#include "share/credentials.h"

typedef struct RemoteOci {
    Str registry; /* host and port, the key of stored credentials */
    Str name;     /* of the repository: a/b/c */
    Str base;     /* https://host/v2/ */
    Str mount;    /* another repository of the registry, from which blobs are mounted; or empty */
    Login login;  /* for the registry; read on first use */
    bool has_login;
    Str authorization; /* value of the header last accepted or given; empty: none */
    RemoteNetAuthorize authorize;
    bool has_config; /* the empty config blob exists */
} RemoteOci;

RemoteOci *remote_oci_of(const Remote *remote);

/* ---- remote_oci_auth.c ---- */

/* The demands of a WWW-Authenticate header; texts may be empty. */
typedef struct RemoteOciChallenge {
    bool is_basic, is_bearer;
    Str realm, service, scope;
} RemoteOciChallenge;
void remote_oci_parse_challenge(Arena *arena, Str header, RemoteOciChallenge *challenge);
/* Whether the registry's credentials may be sent to the server that issues its tokens. */
bool remote_oci_may_know(Str registry, const Url *realm);
/* remote_net_send with the authorization that the registry demands. */
bool remote_oci_send(Remote *remote, Arena *arena, const RemoteNetRequest *request,
                     HttpResponse *response, Err *err);

/* ---- remote_oci_upload.c ---- */

bool remote_oci_put(Remote *remote, const RemoteBlob *blob, Str bytes, Err *err);
