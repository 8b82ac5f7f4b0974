/* Redirects are followed here and not by curl, so that each target is checked, and gets credentials
   only if it has the origin of the remote. A broken transfer is resumed at its end; the count of
   attempts restarts whenever bytes arrive. */
#include "share/remote_net.h"

#include "base/limits.h"

/* Storage services redirect once; browsers stop at 20. */
#define REDIRECTS_MAX 5
/* Attempts of a request: with the waits of net/http_retry.c, some 8 seconds, or as long as the
   server demands. */
#define TRIES_MAX 5
/* Breaks of one transfer: without progress in between, and in all. */
#define BREAKS_MAX 5
#define PARTS_MAX 50
/* A transfer without a byte in either direction for this long is over. */
#define STALL_MS (60 * 1000)
/* A request that transfers nothing. */
#define ANSWER_MS (2 * 60 * 1000)
/* Bytes a second below which a transfer is too slow to finish. */
#define SLOWEST_BYTES (16 * KB)
/* HEAD requests that one process sends. */
#define HEADS_MAX 50

/* ---- one request ---- */

void remote_net_header(RemoteNetRequest *request, Str name, Str value)
{
    if (request->header_count < REMOTE_NET_HEADERS_MAX)
        request->headers[request->header_count++] = (HttpHeader){name, value};
}

bool remote_net_is_safe(const Url *url)
{
    return str_equal(url->scheme, STR("https")) || url_is_local(url);
}

bool remote_net_is_missing(unsigned status)
{
    return status == 404 || status == 410;
}

static size_t body_max(const RemoteNetRequest *request)
{
    return request->body_max ? request->body_max : REMOTE_NET_BODY_BYTES_MAX;
}

static HttpRequest to_http(const Remote *remote, const RemoteNetRequest *request)
{
    size_t bytes = request->body.len + body_max(request);
    return (HttpRequest){.method = request->method,
                         .url = request->url,
                         .headers = request->headers,
                         .header_count = request->header_count,
                         .body = request->body,
                         .body_max = body_max(request),
                         .time_ms = ANSWER_MS + (int)(bytes / SLOWEST_BYTES * 1000),
                         .stall_ms = STALL_MS,
                         .cancel = remote->options.cancel};
}

/* Adds the authorization if the request goes to the permitted origin. */
static bool authorize_request(Arena *arena, RemoteNetRequest *request,
                              const RemoteNetAuthorize *authorize, Err *err)
{
    Url url, origin;
    if (!url_parse("the address", request->url, &url, err))
        return false;
    if (!authorize || !authorize->put || !url_parse("the address", authorize->origin, &origin, err))
        return !authorize || !authorize->put;
    return !url_same_origin(&url, &origin) ||
           authorize->put(authorize->context, arena, request, err);
}

/* Sends a request to one URL. A conflict is an answer like any other: a retry does not help. */
static bool send_repeatedly(const Remote *remote, Arena *arena, const RemoteNetRequest *request,
                            const RemoteNetAuthorize *authorize, HttpResponse *response, Err *err)
{
    for (unsigned attempt = 0;; attempt++) {
        RemoteNetRequest signed_request = *request;
        Err failed = {0};
        if (!remote_go_on(remote, err) ||
            !authorize_request(arena, &signed_request, authorize, err))
            return false;
        HttpRequest http = to_http(remote, &signed_request);
        bool answered = http_send(arena, &http, response, &failed);
        if (failed.code == ERR_INTERRUPTED || (response->is_cut && request->is_partial)) {
            *err = failed;
            return response->is_cut;
        }
        bool is_final = request->is_single || attempt + 1 == TRIES_MAX || response->status == 409;
        int wait_ms = is_final ? -1 : http_next_ms(response, attempt);
        if (wait_ms < 0 && answered)
            return true;
        if (wait_ms < 0) {
            remote_fail(remote, failed.code, err, "%s", failed.message);
            return err_hint(err, "%s", failed.hint);
        }
        if (!http_wait(wait_ms, remote->options.cancel))
            return err_interrupted(err);
    }
}

static bool is_redirect(unsigned status)
{
    return status == 301 || status == 302 || status == 303 || status == 307 || status == 308;
}

static bool fail_redirect(const Remote *remote, const char *why, Err *err)
{
    remote_fail(remote, ERR_FAILED, err, "the server redirects %s", why);
    return err_hint(err, "name the address that it redirects to, if you trust it");
}

/* Sets the URL of an answer's redirect, if it may be followed. */
static bool follow(const Remote *remote, Arena *arena, RemoteNetRequest *request,
                   const HttpResponse *response, Err *err)
{
    Url from, to;
    Err ignored;
    if (!url_parse("the address", request->url, &from, err))
        return false;
    Str next = url_resolve(arena, &from, http_response_header(response, STR("location")));
    next = str_slice(next, 0, MIN(str_find_byte(next, '#'), next.len));
    if (!url_parse("the address", next, &to, &ignored))
        return fail_redirect(remote, "to what is no address", err);
    if (str_equal(from.scheme, STR("https")) && !str_equal(to.scheme, STR("https")))
        return fail_redirect(remote, "from https to http", err);
    if (url_is_local(&to) && !url_is_local(&from))
        return fail_redirect(remote, "to this machine", err);
    request->url = next;
    return true;
}

bool remote_net_send(const Remote *remote, Arena *arena, const RemoteNetRequest *request,
                     const RemoteNetAuthorize *authorize, HttpResponse *response, Err *err)
{
    RemoteNetRequest current = *request;
    for (unsigned i = 0; i <= REDIRECTS_MAX; i++) {
        if (!send_repeatedly(remote, arena, &current, authorize, response, err))
            return false;
        if (!request->follow || !is_redirect(response->status))
            return true;
        if (!follow(remote, arena, &current, response, err))
            return false;
    }
    return fail_redirect(remote, "more than 5 times", err);
}

/* ---- errors ---- */

bool remote_net_fail(const Remote *remote, const HttpResponse *response, const char *what, Err *err)
{
    unsigned status = response->status;
    remote_fail(remote, ERR_FAILED, err, "%s: the server answers with status %u", what, status);
    if (status == 401 || status == 403)
        return err_hint(
            err, "it wants (other) credentials; docs/remotes.md says where they are read from");
    if (status == 405 || status == 501)
        return err_hint(err, "it does not accept files by PUT; docs/remotes.md has a configuration "
                             "that does");
    if (status == 413)
        return err_hint(err, "raise the server's limit for the size of a request");
    if (is_redirect(status))
        return err_hint(err, "name the address that it redirects to, if you trust it");
    return err_hint(err,
                    status >= 500 || status == 429 ? "try again later" : "is the address right?");
}

/* ---- many heads ---- */

/* Sends HEAD requests for many URLs. False if they must be sent one by one. */
static bool send_heads(const Remote *remote, Arena *arena, const Str *urls, size_t count,
                       const RemoteNetAuthorize *authorize, HttpResponse *responses)
{
    RemoteNetRequest *requests = NEW(arena, RemoteNetRequest, count + 1);
    HttpRequest *http = NEW(arena, HttpRequest, count + 1);
    Err ignored = {0};
    for (size_t i = 0; i < count; i++) {
        requests[i] = (RemoteNetRequest){.method = STR("HEAD"), .url = urls[i]};
        if (!authorize_request(arena, &requests[i], authorize, &ignored))
            return false;
        http[i] = to_http(remote, &requests[i]);
    }
    return http_send_heads(arena, http, count, responses, &ignored);
}

/* Whether a HEAD's answer says that the blob exists. A server need not give the length. */
static bool is_there(const HttpResponse *response, const RemoteBlob *blob)
{
    uint64_t length;
    Str text = http_response_header(response, STR("content-length"));
    return response->status == 200 && (!str_parse_u64(text, &length) || length == blob->size);
}

/* Whether an answer to one of many HEADs is final. */
static bool is_settled(const HttpResponse *response)
{
    return response->status == 200 || remote_net_is_missing(response->status);
}

static bool has_one(Remote *remote, Arena *arena, const RemoteNetStore *store,
                    const RemoteBlob *blob, bool *has, Err *err)
{
    RemoteNetRequest request = {
        .method = STR("HEAD"), .url = store->url(remote, arena, blob->digest), .follow = true};
    HttpResponse response;
    if (!store->send(remote, arena, &request, &response, err))
        return false;
    *has = is_there(&response, blob);
    /* 403: some stores hide that an object is missing from users who may not list */
    if (is_settled(&response) || (response.status == 403 && remote->options.write))
        return true;
    return remote_net_fail(remote, &response, "asking for a blob", err);
}

/* At most HEADS_MAX blobs. */
static bool has_some(Remote *remote, const RemoteNetStore *store, const RemoteBlob *blobs,
                     size_t count, bool *has, Err *err)
{
    Arena scratch SCOPED(arena_close) = {0};
    Str urls[HEADS_MAX];
    HttpResponse responses[HEADS_MAX];
    arena_open(&scratch, 0);
    for (size_t i = 0; i < count; i++)
        urls[i] = store->url(remote, &scratch, blobs[i].digest);
    bool answered =
        count > 1 && send_heads(remote, &scratch, urls, count, store->authorize(remote), responses);
    for (size_t i = 0; i < count; i++)
        if (answered && is_settled(&responses[i]))
            has[i] = is_there(&responses[i], &blobs[i]);
        else if (!has_one(remote, &scratch, store, &blobs[i], &has[i], err))
            return false;
    return true;
}

bool remote_net_has(Remote *remote, const RemoteNetStore *store, const RemoteBlob *blobs,
                    size_t count, bool *has, Err *err)
{
    /* the answer to the first may bring the authorization of the others */
    for (size_t from = 0; from < count; from += from ? HEADS_MAX : 1) {
        size_t len = MIN(count - from, (size_t)(from ? HEADS_MAX : 1));
        if (!has_some(remote, store, blobs + from, len, has + from, err))
            return false;
    }
    return true;
}

/* ---- a blob ---- */

/* Parses `bytes 100-199/200`; false unless it begins at the expected offset. */
static bool begins_at(const HttpResponse *response, size_t at)
{
    Str range = http_response_header(response, STR("content-range"));
    uint64_t from;
    if (!str_starts(range, STR("bytes ")))
        return false;
    range = str_from_offset(range, STR("bytes ").len);
    return str_parse_u64(str_slice(range, 0, MIN(str_find_byte(range, '-'), range.len)), &from) &&
           from == at;
}

static bool fail_size(const Remote *remote, const RemoteBlob *blob, const char *what, Err *err)
{
    remote_fail(remote, ERR_FAILED, err, "blob %.*s %s", STR_ARG(blob->digest), what);
    return err_hint(err, "it was damaged there or on the way, and is not used");
}

/* Takes the bytes of an answer's body. */
static bool take_part(const Remote *remote, const RemoteBlob *blob, const HttpResponse *response,
                      char *bytes, size_t *got, Err *err)
{
    bool is_range = response->status == 206;
    if (is_range && !begins_at(response, *got))
        return fail_size(remote, blob, "cannot be resumed: the server sends another part", err);
    if (!is_range)
        *got = 0; /* the server does not support ranges: it starts over */
    if (response->body.len > blob->size - *got)
        return fail_size(remote, blob, "is longer than its manifest says", err);
    if (response->body.len)
        memcpy(bytes + *got, response->body.ptr, response->body.len);
    *got += response->body.len;
    return true;
}

static bool get_one(Remote *remote, Arena *arena, const RemoteNetStore *store,
                    const RemoteBlob *blob, Str *bytes, Err *err)
{
    Arena scratch SCOPED(arena_close) = {0};
    char *buffer = arena_bytes(arena, (size_t)blob->size + 1);
    Str url = store->url(remote, arena, blob->digest);
    size_t got = 0;
    unsigned breaks = 0;
    arena_open(&scratch, 0);
    for (unsigned part = 0; part < PARTS_MAX && breaks < BREAKS_MAX; part++) {
        HttpResponse response;
        size_t before = got;
        arena_reset(&scratch);
        RemoteNetRequest request = {.method = STR("GET"),
                                    .url = url,
                                    .body_max = MAX((size_t)blob->size, REMOTE_NET_BODY_BYTES_MAX),
                                    .follow = true,
                                    .is_partial = true};
        if (got)
            remote_net_header(&request, STR("Range"), str_format(&scratch, "bytes=%zu-", got));
        if (!store->send(remote, &scratch, &request, &response, err))
            return false;
        if (remote_net_is_missing(response.status))
            return remote_fail_missing(remote, blob->digest, err);
        if (response.status == 416 && got) {
            got = 0;
            breaks++;
            continue;
        }
        if (response.status != 200 && response.status != 206)
            return remote_net_fail(remote, &response, "getting a blob", err);
        if (!take_part(remote, blob, &response, buffer, &got, err))
            return false;
        if (!response.is_cut) {
            *bytes = (Str){buffer, got};
            return true;
        }
        breaks = got > before ? 0 : breaks + 1;
    }
    return fail_size(remote, blob, "breaks off again and again", err);
}

bool remote_net_get(Remote *remote, const RemoteNetStore *store, const RemoteBlob *blobs,
                    size_t count, const RemoteTake *take, Err *err)
{
    Arena scratch SCOPED(arena_close) = {0};
    arena_open(&scratch, 0);
    for (size_t i = 0; i < count; i++) {
        Str bytes;
        arena_reset(&scratch);
        if (!get_one(remote, &scratch, store, &blobs[i], &bytes, err) ||
            !remote_give(remote, take, blobs, i, bytes, err))
            return false;
    }
    return true;
}
