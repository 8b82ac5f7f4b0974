/* S3 signs the path of a request as it is written. The other services sign it with its bytes
   escaped once more, so that `%3A` counts as `%253A`. */
#include "net/aws.h"

#include "base/buf.h"
#include "base/fs.h"
#include "base/fs_private.h"
#include "base/hash.h"
#include "base/limits.h"
#include "base/path.h"
#include "net/url.h"

#include <time.h>

/* The files have some KB. */
#define FILE_BYTES (1 * MB)
#define REGION_BYTES_MAX 32

/* ---- access ---- */

Str aws_ini(Str text, Str section, Str key)
{
    Str line;
    bool is_in = false;
    while (str_take_line(&text, &line)) {
        line = str_trim(line);
        size_t equals = str_find_byte(line, '=');
        if (str_starts(line, STR("[")) && str_ends(line, STR("]")))
            is_in = str_equal(str_trim(str_slice(line, 1, line.len - 1)), section);
        else if (is_in && equals != STR_NONE &&
                 str_equal_nocase(str_trim(str_slice(line, 0, equals)), key))
            return str_trim(str_from_offset(line, equals + 1));
    }
    return (Str){0};
}

static Str first_of(Str a, Str b)
{
    return a.len ? a : b;
}

/* The text of the file that a variable names, else of the one in the home directory. */
static bool read_file(Arena *arena, const char *variable, const char *path, Str *text, Err *err)
{
    Str file = fs_environment(variable), home = fs_environment("HOME");
    bool found;
    *text = (Str){0};
    if (!file.len && path_is_absolute(home))
        file = path_join(arena, home, str_from(path));
    return !file.len || fs_read_own(arena, file, FILE_BYTES, text, &found, err);
}

/* The value of a key in the profile's section of the configuration. */
static Str configured(Arena *arena, Str text, Str profile, const char *key)
{
    Str section =
        str_equal(profile, STR("default")) ? profile : str_join(arena, STR("profile "), profile);
    return aws_ini(text, section, str_from(key));
}

bool aws_read(Arena *arena, AwsAccess *access, Err *err)
{
    Str keys, config, profile = first_of(fs_environment("AWS_PROFILE"), STR("default"));
    if (!read_file(arena, "AWS_SHARED_CREDENTIALS_FILE", ".aws/credentials", &keys, err) ||
        !read_file(arena, "AWS_CONFIG_FILE", ".aws/config", &config, err))
        return false;
    *access = (AwsAccess){.id = fs_environment("AWS_ACCESS_KEY_ID"),
                          .secret = fs_environment("AWS_SECRET_ACCESS_KEY"),
                          .token = fs_environment("AWS_SESSION_TOKEN")};
    if (!access->id.len || !access->secret.len)
        *access = (AwsAccess){.id = aws_ini(keys, profile, STR("aws_access_key_id")),
                              .secret = aws_ini(keys, profile, STR("aws_secret_access_key")),
                              .token = aws_ini(keys, profile, STR("aws_session_token"))};
    Str region = first_of(fs_environment("AWS_REGION"), fs_environment("AWS_DEFAULT_REGION"));
    region = first_of(region, configured(arena, config, profile, "region"));
    access->region = first_of(region, STR("us-east-1"));
    Str endpoint =
        first_of(fs_environment("AWS_ENDPOINT_URL_S3"), fs_environment("AWS_ENDPOINT_URL"));
    access->endpoint = first_of(endpoint, configured(arena, config, profile, "endpoint_url"));
    while (str_ends(access->endpoint, STR("/")))
        access->endpoint.len--;
    return true;
}

bool aws_is_region(Str region)
{
    for (size_t i = 0; i < region.len; i++)
        if (!byte_is_alpha(region.ptr[i]) && !byte_is_digit(region.ptr[i]) && region.ptr[i] != '-')
            return false;
    return region.len > 0 && region.len <= REGION_BYTES_MAX;
}

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

/* A request, in the parts that are signed. */
typedef struct Signed {
    const AwsAccess *access;
    Str service;
    Str method, place, path;
    Str digest; /* of the body */
    Str when;
} Signed;

/* The headers that are signed, in the order of their names. */
static Str signed_headers(Arena *arena, const Signed *request)
{
    Str text =
        str_format(arena, "host:%.*s\nx-amz-content-sha256:%.*s\nx-amz-date:%.*s\n",
                   STR_ARG(request->place), STR_ARG(request->digest), STR_ARG(request->when));
    if (request->access->token.len)
        text = str_format(arena, "%.*sx-amz-security-token:%.*s\n", STR_ARG(text),
                          STR_ARG(request->access->token));
    return text;
}

static Str signed_path(Arena *arena, const Signed *request)
{
    Buf out = buf_open(arena, 0);
    if (str_equal(request->service, STR("s3")))
        return request->path;
    for (size_t i = 0; i < request->path.len; i++) {
        char c = request->path.ptr[i];
        if (byte_is_alpha(c) || byte_is_digit(c) || byte_in(c, "/-._~"))
            buf_put_byte(&out, c);
        else
            buf_printf(&out, "%%%02X", (unsigned char)c);
    }
    return buf_str(&out);
}

static Str authorization(Arena *arena, const Signed *request)
{
    const AwsAccess *access = request->access;
    Str day = str_slice(request->when, 0, 8);
    Str names = access->token.len ? STR("host;x-amz-content-sha256;x-amz-date;x-amz-security-token")
                                  : STR("host;x-amz-content-sha256;x-amz-date");
    Str canonical =
        str_format(arena, "%.*s\n%.*s\n\n%.*s\n%.*s\n%.*s", STR_ARG(request->method),
                   STR_ARG(signed_path(arena, request)), STR_ARG(signed_headers(arena, request)),
                   STR_ARG(names), STR_ARG(request->digest));
    Str scope = str_format(arena, "%.*s/%.*s/%.*s/aws4_request", STR_ARG(day),
                           STR_ARG(access->region), STR_ARG(request->service));
    Str text = str_format(arena, "AWS4-HMAC-SHA256\n%.*s\n%.*s\n%.*s", STR_ARG(request->when),
                          STR_ARG(scope), STR_ARG(digest_of(arena, canonical)));
    Mac key = mac_of(str_join(arena, STR("AWS4"), access->secret), day);
    key = mac_next(&key, access->region);
    key = mac_next(&key, request->service);
    key = mac_next(&key, STR("aws4_request"));
    Mac signature = mac_next(&key, text);
    return str_format(
        arena, "AWS4-HMAC-SHA256 Credential=%.*s/%.*s, SignedHeaders=%.*s, Signature=%.*s",
        STR_ARG(access->id), STR_ARG(scope), STR_ARG(names), STR_ARG(hex_of(arena, &signature)));
}

static void put_header(AwsHeaders *headers, HttpHeader header)
{
    headers->items[headers->count++] = header;
}

bool aws_sign(Arena *arena, const AwsAccess *access, Str service, const HttpRequest *request,
              AwsHeaders *headers, Err *err)
{
    time_t now = time(NULL);
    struct tm utc;
    char text[32];
    Url url;
    headers->count = 0;
    if (!url_parse("the address", request->url, &url, err))
        return false;
    if (!gmtime_r(&now, &utc) || !strftime(text, sizeof text, "%Y%m%dT%H%M%SZ", &utc))
        return err_set(err, ERR_FAILED, "the clock is out of its range");
    Signed parts = {.access = access,
                    .service = service,
                    .method = request->method,
                    .place = url.place,
                    .path = url.path,
                    .digest = digest_of(arena, request->body),
                    .when = str_copy(arena, str_from(text))};
    put_header(headers, (HttpHeader){STR("x-amz-content-sha256"), parts.digest});
    if (!access->id.len)
        return true;
    put_header(headers, (HttpHeader){STR("x-amz-date"), parts.when});
    if (access->token.len)
        put_header(headers, (HttpHeader){STR("x-amz-security-token"), access->token});
    put_header(headers, (HttpHeader){STR("Authorization"), authorization(arena, &parts)});
    return true;
}
