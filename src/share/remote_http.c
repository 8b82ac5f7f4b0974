/* A server of files as a remote, with the layout of a folder (remote_file.c):
     BASE/blobs/sha256/ab/abcd…   a blob, named by its digest
     BASE/pointers/NAME.json      a pointer's manifest
   Servers must store a file whole or not at all, as WebDAV servers do. Nothing is listed, so any
   server that answers GET, HEAD and PUT is enough. */
#include "share/remote_http.h"

#include "share/credentials.h"

typedef struct Plain {
    RemoteHttp http;
    Str authorization; /* value of the header; empty: none */
} Plain;

static RemoteHttp *http_of(const Remote *remote)
{
    return remote->state;
}

/* ---- opening ---- */

static bool put_authorization(void *context, Arena *arena, RemoteNetRequest *request, Err *err)
{
    const Plain *plain = context;
    (void)arena;
    (void)err;
    if (plain->authorization.len)
        remote_net_header(request, STR("Authorization"), plain->authorization);
    return true;
}

static bool find_authorization(Remote *remote, Plain *plain, const Url *url, Err *err)
{
    Arena *arena = remote->arena;
    Login login;
    Str token = credentials_token(url);
    if (!credentials_netrc(arena, url->host, &login, err))
        return false;
    if (token.len)
        plain->authorization = str_join(arena, STR("Bearer "), token);
    else if (login.user.len || login.password.len)
        plain->authorization = credentials_basic(arena, &login);
    if (!plain->authorization.len || remote_net_is_safe(url))
        return true;
    remote_fail(remote, ERR_USAGE, err, "there are credentials for it, and it has no TLS");
    return err_hint(err, "use https://; credentials are sent unencrypted to this machine alone");
}

static bool http_open(Remote *remote, Err *err)
{
    Plain *plain = NEW(remote->arena, Plain, 1);
    Url url;
    Str base = remote->options.target;
    while (str_ends(base, STR("/")))
        base.len--;
    remote->state = plain;
    if (!url_parse("the target of a remote", base, &url, err))
        return false;
    if (str_find_byte(url.path, '?') != STR_NONE) {
        remote_fail(remote, ERR_USAGE, err, "a query cannot be part of it");
        return err_hint(err, "names of files are put at its end");
    }
    plain->http = (RemoteHttp){
        .base = base, .authorize = {put_authorization, plain, base}, .makes_folders = true};
    return find_authorization(remote, plain, &url, err);
}

/* ---- requests ---- */

static Str blob_url(const Remote *remote, Arena *arena, Str digest)
{
    Str hex = remote_digest_hex(digest);
    return str_format(arena, "%.*s/blobs/sha256/%.2s/%.*s", STR_ARG(http_of(remote)->base), hex.ptr,
                      STR_ARG(hex));
}

static Str pointer_url(const Remote *remote, Arena *arena, Str name)
{
    return str_format(arena, "%.*s/pointers/%.*s.json", STR_ARG(http_of(remote)->base),
                      STR_ARG(name));
}

static bool send(Remote *remote, Arena *arena, const RemoteNetRequest *request,
                 HttpResponse *response, Err *err)
{
    return remote_net_send(remote, arena, request, &http_of(remote)->authorize, response, err);
}

static const RemoteNetAuthorize *authorize(const Remote *remote)
{
    return &http_of(remote)->authorize;
}

static const RemoteNetStore store = {.url = blob_url, .send = send, .authorize = authorize};

bool remote_http_has(Remote *remote, const RemoteBlob *blobs, size_t count, bool *has, Err *err)
{
    return remote_net_has(remote, &store, blobs, count, has, err);
}

bool remote_http_get(Remote *remote, const RemoteBlob *blobs, size_t count, const RemoteTake *take,
                     Err *err)
{
    return remote_net_get(remote, &store, blobs, count, take, err);
}

bool remote_http_pointer_get(Remote *remote, Arena *arena, Str name, bool *found, Str *manifest,
                             Err *err)
{
    RemoteNetRequest request = {.method = STR("GET"),
                                .url = pointer_url(remote, arena, name),
                                .body_max = REMOTE_MANIFEST_BYTES_MAX,
                                .follow = true};
    HttpResponse response;
    if (!send(remote, arena, &request, &response, err))
        return false;
    *found = response.status == 200;
    *manifest = response.body;
    return *found || remote_net_is_missing(response.status) ||
           remote_net_fail(remote, &response, "getting a pointer", err);
}

static bool is_stored(unsigned status)
{
    return status == 200 || status == 201 || status == 204;
}

/* Makes the folders of this URL's file, from the base on; whether that was needed or worked shows
   when the file is put. */
static bool make_folders(Remote *remote, Arena *arena, Str url, Err *err)
{
    for (size_t i = http_of(remote)->base.len + 1; i < url.len; i++) {
        HttpResponse response;
        if (url.ptr[i] != '/')
            continue;
        RemoteNetRequest request = {.method = STR("MKCOL"), .url = str_slice(url, 0, i + 1)};
        if (!send(remote, arena, &request, &response, err))
            return false;
    }
    return true;
}

static RemoteNetRequest put_request(Str url, Str type, Str bytes)
{
    RemoteNetRequest request = {.method = STR("PUT"), .url = url, .body = bytes};
    remote_net_header(&request, STR("Content-Type"), type);
    return request;
}

static bool put_file(Remote *remote, Arena *arena, const RemoteNetRequest *request,
                     const char *what, Err *err)
{
    HttpResponse response;
    if (!send(remote, arena, request, &response, err))
        return false;
    if (http_of(remote)->makes_folders &&
        (response.status == 409 || remote_net_is_missing(response.status)) &&
        (!make_folders(remote, arena, request->url, err) ||
         !send(remote, arena, request, &response, err)))
        return false;
    return is_stored(response.status) || remote_net_fail(remote, &response, what, err);
}

bool remote_http_put(Remote *remote, const RemoteBlob *blob, Str bytes, Err *err)
{
    Arena scratch SCOPED(arena_close) = {0};
    arena_open(&scratch, 0);
    RemoteNetRequest request = put_request(blob_url(remote, &scratch, blob->digest),
                                           STR("application/octet-stream"), bytes);
    return put_file(remote, &scratch, &request, "putting a blob", err);
}

bool remote_http_pointers_put(Remote *remote, const RemotePointer *pointers, size_t count, Err *err)
{
    Arena scratch SCOPED(arena_close) = {0};
    arena_open(&scratch, 0);
    for (size_t i = 0; i < count; i++) {
        arena_reset(&scratch);
        RemoteNetRequest request = put_request(pointer_url(remote, &scratch, pointers[i].name),
                                               STR(REMOTE_MANIFEST_TYPE), pointers[i].manifest);
        if (!put_file(remote, &scratch, &request, "putting a pointer", err))
            return false;
    }
    return true;
}

#define HTTP_BACKEND(scheme) \
    { \
        .prefix = STR_INIT(scheme), .open = http_open, .has = remote_http_has, \
        .get = remote_http_get, .put = remote_http_put, .pointer_get = remote_http_pointer_get, \
        .pointers_put = remote_http_pointers_put \
    }

const RemoteBackend remote_http_backend = HTTP_BACKEND("http://");
const RemoteBackend remote_https_backend = HTTP_BACKEND("https://");
