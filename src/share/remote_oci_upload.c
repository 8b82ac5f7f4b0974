/* Uploads of blobs (OCI distribution 1.1). A small blob takes two requests: POST opens an upload,
   or mounts the blob from another repository of the registry, and PUT sends it. A large one is sent
   in chunks by PATCH; after a failure the registry reports how much it has. */
#include "share/remote_oci.h"

/* Bytes sent by one request: a broken connection loses at most these. Some registries want at least
   5 MB in a chunk. */
#define CHUNK_BYTES (16 * MB)
/* Failures of one upload from which it tries to recover. */
#define BREAKS_MAX 5
/* Uploads of one blob, if the registry forgets its part. */
#define UPLOADS_MAX 3

typedef struct Upload {
    Remote *remote;
    const RemoteBlob *blob;
    Str bytes;
    Str url;   /* URL of the next request; the registry changes it with each answer */
    size_t at; /* bytes that the registry has */
    size_t chunk;
} Upload;

static Str uploads_url(const RemoteOci *oci, Arena *arena, Str digest)
{
    Str url = str_format(arena, "%.*s%.*s/blobs/uploads/?mount=%.*s", STR_ARG(oci->base),
                         STR_ARG(oci->name), STR_ARG(digest));
    if (oci->mount.len)
        url = str_format(arena, "%.*s&from=%.*s", STR_ARG(url), STR_ARG(oci->mount));
    return url;
}

/* Takes the URL of the next request. If it is http:// at the same place, the registry does not know
   of the TLS in front of it. */
static bool take_location(Upload *upload, Arena *arena, const HttpResponse *response, Err *err)
{
    const RemoteOci *oci = remote_oci_of(upload->remote);
    Str location = http_response_header(response, STR("location"));
    Url base, url;
    Err ignored;
    if (!url_parse("the address", oci->base, &base, err))
        return false;
    Str next = url_resolve(arena, &base, location);
    if (!location.len || !url_parse("the address", next, &url, &ignored))
        return remote_fail(upload->remote, ERR_FAILED, err,
                           "it gives no valid address for an upload");
    if (str_equal(base.scheme, STR("https")) && str_equal(url.scheme, STR("http")))
        next = str_join(arena, STR("https"), str_from_offset(next, url.scheme.len));
    upload->url = str_copy(upload->remote->arena, next);
    return true;
}

/* Opens an upload. *done: the blob was mounted. */
static bool begin(Upload *upload, Arena *arena, bool *done, Err *err)
{
    const RemoteOci *oci = remote_oci_of(upload->remote);
    HttpResponse response;
    uint64_t least;
    RemoteNetRequest request = {.method = STR("POST"),
                                .url = uploads_url(oci, arena, upload->blob->digest)};
    remote_net_header(&request, STR("Content-Length"), STR("0"));
    if (!remote_oci_send(upload->remote, arena, &request, &response, err))
        return false;
    *done = response.status == 201;
    if (*done)
        return true;
    if (response.status != 202)
        return remote_net_fail(upload->remote, &response, "opening an upload", err);
    upload->at = 0;
    upload->chunk = CHUNK_BYTES;
    if (str_parse_u64(http_response_header(&response, STR("oci-chunk-min-length")), &least))
        upload->chunk = MAX(upload->chunk, (size_t)MIN(least, REMOTE_BLOB_BYTES_MAX));
    return take_location(upload, arena, &response, err);
}

/* Sends the next chunk. *sent is false if the registry did not take it. */
static bool send_chunk(Upload *upload, Arena *arena, bool *sent, Err *err)
{
    HttpResponse response;
    Str chunk = str_slice(upload->bytes, upload->at, upload->at + upload->chunk);
    RemoteNetRequest request = {
        .method = STR("PATCH"), .url = upload->url, .body = chunk, .is_single = true};
    remote_net_header(&request, STR("Content-Type"), STR("application/octet-stream"));
    remote_net_header(&request, STR("Content-Range"),
                      str_format(arena, "%zu-%zu", upload->at, upload->at + chunk.len - 1));
    *sent = remote_oci_send(upload->remote, arena, &request, &response, err);
    if (!*sent)
        return false;
    *sent = response.status == 202;
    if (*sent) {
        upload->at += chunk.len;
        return take_location(upload, arena, &response, err);
    }
    return response.status == 416 || response.status == 404 || response.status >= 500 ||
           remote_net_fail(upload->remote, &response, "putting a blob", err);
}

/* Asks how much the registry has. *known is false if it has forgotten the upload. */
static bool ask_offset(Upload *upload, Arena *arena, bool *known, Err *err)
{
    HttpResponse response;
    uint64_t last;
    RemoteNetRequest request = {.method = STR("GET"), .url = upload->url};
    if (!remote_oci_send(upload->remote, arena, &request, &response, err))
        return false;
    Str range = http_response_header(&response, STR("range"));
    size_t dash = str_find_byte(range, '-');
    *known = response.status == 204 && dash != STR_NONE &&
             str_parse_u64(str_from_offset(range, dash + 1), &last);
    if (!*known)
        return true;
    /* 0-0 may be one byte or none; both cannot be sent again, so start over */
    *known = last > 0 && last < upload->bytes.len;
    upload->at = *known ? (size_t)last + 1 : 0;
    return !*known || take_location(upload, arena, &response, err);
}

/* Continues an upload after a failure: from its offset, or from its beginning. */
static bool resume(Upload *upload, Arena *arena, bool *done, Err *err)
{
    bool known = false;
    Err ignored = {0};
    if (!ask_offset(upload, arena, &known, &ignored) && ignored.code == ERR_INTERRUPTED)
        return err_interrupted(err);
    return known || begin(upload, arena, done, err);
}

static bool send_chunks(Upload *upload, bool *done, Err *err)
{
    Arena scratch SCOPED(arena_close) = {0};
    arena_open(&scratch, 0);
    for (unsigned breaks = 0; !*done && upload->at < upload->bytes.len;) {
        Err failed = {0};
        bool sent;
        arena_reset(&scratch);
        if (!remote_go_on(upload->remote, err))
            return false;
        if (send_chunk(upload, &scratch, &sent, &failed) && sent)
            continue;
        if (failed.code == ERR_INTERRUPTED || breaks++ == BREAKS_MAX) {
            *err = failed;
            return failed.code ? false
                               : remote_fail(upload->remote, ERR_FAILED, err,
                                             "it does not take the parts of a blob");
        }
        if (!resume(upload, &scratch, done, err))
            return false;
    }
    return true;
}

/* Ends the upload, with the bytes in it if there were no chunks. */
static bool finish(Upload *upload, Arena *arena, Str bytes, bool *again, Err *err)
{
    HttpResponse response;
    bool has_query = str_find_byte(upload->url, '?') != STR_NONE;
    RemoteNetRequest request = {.method = STR("PUT"),
                                .url = str_format(arena, "%.*s%cdigest=%.*s", STR_ARG(upload->url),
                                                  has_query ? '&' : '?',
                                                  STR_ARG(upload->blob->digest)),
                                .body = bytes};
    remote_net_header(&request, STR("Content-Type"), STR("application/octet-stream"));
    if (!remote_oci_send(upload->remote, arena, &request, &response, err))
        return false;
    *again = response.status == 400 || response.status == 404 || response.status == 416;
    return response.status == 201 || response.status == 204 ||
           remote_net_fail(upload->remote, &response, "putting a blob", err);
}

/* Uploads once. *again: the registry has lost the upload, so another one may succeed. */
static bool upload_once(Upload *upload, bool *again, Err *err)
{
    Arena scratch SCOPED(arena_close) = {0};
    bool done;
    *again = false;
    arena_open(&scratch, 0);
    if (!begin(upload, &scratch, &done, err))
        return false;
    Str rest = upload->bytes;
    if (!done && rest.len > upload->chunk) {
        rest = (Str){0};
        if (!send_chunks(upload, &done, err))
            return false;
    }
    return done || finish(upload, &scratch, rest, again, err);
}

bool remote_oci_put(Remote *remote, const RemoteBlob *blob, Str bytes, Err *err)
{
    Upload upload = {.remote = remote, .blob = blob, .bytes = bytes};
    for (unsigned i = 0; i < UPLOADS_MAX; i++) {
        bool again;
        Err failed = {0};
        if (upload_once(&upload, &again, &failed))
            return true;
        if (again && i + 1 < UPLOADS_MAX && remote_go_on(remote, err))
            continue;
        *err = failed;
        return false;
    }
    return false;
}
