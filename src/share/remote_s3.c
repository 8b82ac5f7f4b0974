/* S3 and compatible servers: a server of files (remote_http.c) whose requests are signed
   (net/aws.h). A bucket is part of the host's name at Amazon, and of the path at any other
   endpoint. */
#include "share/remote_http.h"

#include "net/aws.h"

/* Bucket names have 3 to 63 characters. */
#define BUCKET_BYTES_MIN 3
#define BUCKET_BYTES_MAX 63

typedef struct S3 {
    RemoteHttp http;
    AwsAccess access;
} S3;

static bool put_signature(void *context, Arena *arena, RemoteNetRequest *request, Err *err)
{
    const S3 *s3 = context;
    AwsHeaders headers;
    HttpRequest sent = {.method = request->method, .url = request->url, .body = request->body};
    if (!aws_sign(arena, &s3->access, STR("s3"), &sent, &headers, err))
        return false;
    for (size_t i = 0; i < headers.count; i++)
        remote_net_header(request, headers.items[i].name, headers.items[i].value);
    return true;
}

/* ---- opening ---- */

static bool fail_target(const Remote *remote, const char *why, Err *err)
{
    remote_fail(remote, ERR_USAGE, err, "%s", why);
    return err_hint(err, "write s3://BUCKET/PREFIX; letters, digits and ._- need no escapes");
}

/* Whether the text may be part of a path that is signed as written. */
static bool is_plain(Str text, const char *more)
{
    for (size_t i = 0; i < text.len; i++)
        if (!byte_is_alpha(text.ptr[i]) && !byte_is_digit(text.ptr[i]) &&
            !byte_in(text.ptr[i], more))
            return false;
    return true;
}

static bool has_dots(Str path)
{
    Str part;
    while (str_take_until(&path, '/', &part))
        if (!part.len || str_equal(part, STR(".")) || str_equal(part, STR("..")))
            return true;
    return false;
}

static Str base_of(Arena *arena, const AwsAccess *access, Str bucket)
{
    bool dotted = str_find_byte(bucket, '.') != STR_NONE; /* no certificate matches such a name */
    if (access->endpoint.len)
        return str_format(arena, "%.*s/%.*s", STR_ARG(access->endpoint), STR_ARG(bucket));
    if (dotted)
        return str_format(arena, "https://s3.%.*s.amazonaws.com/%.*s", STR_ARG(access->region),
                          STR_ARG(bucket));
    return str_format(arena, "https://%.*s.s3.%.*s.amazonaws.com", STR_ARG(bucket),
                      STR_ARG(access->region));
}

static bool s3_open(Remote *remote, Err *err)
{
    Arena *arena = remote->arena;
    S3 *s3 = NEW(arena, S3, 1);
    Str rest = remote->rest;
    Url url;
    while (str_ends(rest, STR("/")))
        rest.len--;
    size_t slash = MIN(str_find_byte(rest, '/'), rest.len);
    Str bucket = str_slice(rest, 0, slash), prefix = str_from_offset(rest, slash);
    remote->state = s3;
    if (!is_plain(bucket, ".-_") || bucket.len < BUCKET_BYTES_MIN ||
        bucket.len > BUCKET_BYTES_MAX || has_dots(bucket))
        return fail_target(remote, "the name of the bucket is not valid", err);
    if (!is_plain(prefix, "._-/~") || has_dots(str_from_offset(prefix, 1)))
        return fail_target(remote, "the prefix is not valid", err);
    if (!aws_read(arena, &s3->access, err))
        return false;
    if (!aws_is_region(s3->access.region))
        return fail_target(remote, "AWS_REGION is not valid", err);
    Str base = str_join(arena, base_of(arena, &s3->access, bucket), prefix);
    if (!url_parse("the endpoint of S3", base, &url, err))
        return false;
    s3->http = (RemoteHttp){.base = base, .authorize = {put_signature, s3, base}};
    if (!s3->access.token.len || remote_net_is_safe(&url))
        return true;
    remote_fail(remote, ERR_USAGE, err, "there is a session token, and the endpoint has no TLS");
    return err_hint(err, "use an endpoint with https://");
}

const RemoteBackend remote_s3_backend = {
    .prefix = STR_INIT("s3://"),
    .open = s3_open,
    .has = remote_http_has,
    .get = remote_http_get,
    .put = remote_http_put,
    .pointer_get = remote_http_pointer_get,
    .pointers_put = remote_http_pointers_put,
};
