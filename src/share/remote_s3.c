/* S3 and compatible servers: a server of files (remote_http.c) whose requests are signed
   (AWS Signature Version 4). The signature covers method, path, query, host, time and the body's
   digest, and the secret key never leaves this machine. A bucket is part of the host's name at
   Amazon, and of the path at any other endpoint. */
#include "share/remote_http.h"

#include "base/buf.h"
#include "base/hash.h"
#include "share/credentials.h"

#include <time.h>

/* Bucket names have 3 to 63 characters. */
#define BUCKET_BYTES_MIN 3
#define BUCKET_BYTES_MAX 63

typedef struct S3 {
    RemoteHttp http;
    AwsAccess access;
} S3;

/* ---- signing ---- */

typedef struct Mac {
    char bytes[HASH_SHA256_BYTES];
} Mac;

static Mac mac_of(Str key, Str text)
{
    Mac mac;
    hash_hmac_sha256(key, text, mac.bytes);
    return mac;
}

static Mac mac_next(const Mac *key, Str text)
{
    return mac_of((Str){key->bytes, sizeof key->bytes}, text);
}

static Str hex_of(Arena *arena, const Mac *mac)
{
    Buf out = buf_open(arena, 0);
    buf_put_hex(&out, (Str){(const char *)mac->bytes, sizeof mac->bytes});
    return buf_str(&out);
}

static Str digest_of(Arena *arena, Str bytes)
{
    char hex[65];
    hash_sha256(bytes, hex);
    return str_copy(arena, str_from(hex));
}

/* The headers that are signed, in the order of their names. */
static Str signed_headers(Arena *arena, const S3 *s3, const Url *url, Str digest, Str when)
{
    Str text = str_format(arena, "host:%.*s\nx-amz-content-sha256:%.*s\nx-amz-date:%.*s\n",
                          STR_ARG(url->place), STR_ARG(digest), STR_ARG(when));
    if (s3->access.token.len)
        text = str_format(arena, "%.*sx-amz-security-token:%.*s\n", STR_ARG(text),
                          STR_ARG(s3->access.token));
    return text;
}

static Str sign(Arena *arena, const S3 *s3, const RemoteNetRequest *request, const Url *url,
                Str digest, Str when)
{
    const AwsAccess *access = &s3->access;
    Str day = str_slice(when, 0, 8);
    Str names = access->token.len ? STR("host;x-amz-content-sha256;x-amz-date;x-amz-security-token")
                                  : STR("host;x-amz-content-sha256;x-amz-date");
    Str canonical = str_format(
        arena, "%.*s\n%.*s\n\n%.*s\n%.*s\n%.*s", STR_ARG(request->method), STR_ARG(url->path),
        STR_ARG(signed_headers(arena, s3, url, digest, when)), STR_ARG(names), STR_ARG(digest));
    Str scope =
        str_format(arena, "%.*s/%.*s/s3/aws4_request", STR_ARG(day), STR_ARG(access->region));
    Str text = str_format(arena, "AWS4-HMAC-SHA256\n%.*s\n%.*s\n%.*s", STR_ARG(when),
                          STR_ARG(scope), STR_ARG(digest_of(arena, canonical)));
    Mac key = mac_of(str_join(arena, STR("AWS4"), access->secret), day);
    key = mac_next(&key, access->region);
    key = mac_next(&key, STR("s3"));
    key = mac_next(&key, STR("aws4_request"));
    Mac signature = mac_next(&key, text);
    return str_format(
        arena, "AWS4-HMAC-SHA256 Credential=%.*s/%.*s, SignedHeaders=%.*s, Signature=%.*s",
        STR_ARG(access->id), STR_ARG(scope), STR_ARG(names), STR_ARG(hex_of(arena, &signature)));
}

static bool put_signature(void *context, Arena *arena, RemoteNetRequest *request, Err *err)
{
    const S3 *s3 = context;
    time_t now = time(NULL);
    struct tm utc;
    char text[32];
    Url url;
    if (!url_parse("the address", request->url, &url, err))
        return false;
    if (!gmtime_r(&now, &utc) || !strftime(text, sizeof text, "%Y%m%dT%H%M%SZ", &utc))
        return err_set(err, ERR_FAILED, "the clock is out of its range");
    Str digest = digest_of(arena, request->body), when = str_copy(arena, str_from(text));
    remote_net_header(request, STR("x-amz-content-sha256"), digest);
    if (!s3->access.id.len)
        return true;
    remote_net_header(request, STR("x-amz-date"), when);
    if (s3->access.token.len)
        remote_net_header(request, STR("x-amz-security-token"), s3->access.token);
    remote_net_header(request, STR("Authorization"), sign(arena, s3, request, &url, digest, when));
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
    if (!credentials_aws(arena, &s3->access, err))
        return false;
    if (!is_plain(s3->access.region, "-"))
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
