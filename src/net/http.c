/* curl reads its configuration as `name = "value"` lines, where a backslash escapes. Older versions
   reject long lines, so a body is passed in a file in memory. curl writes the head of the answer
   before the body (`include`), so both come through one pipe. A head ends at the first empty line;
   heads of 1xx precede the final one. */
#include "net/http.h"

#include "base/buf.h"
#include "base/proc.h"
#include "net/http_parts.h"
#include "net/url.h"

/* A server that takes longer to connect is down. */
#define CONNECT_SECONDS 10
/* Additional time for curl to start and to end. */
#define MARGIN_MS 5000
/* curl itself ends some seconds after the limit of silence, in case this process is killed. */
#define SILENCE_MARGIN_SECONDS 10
/* Processor time for TLS and for copying an answer. */
#define WORK_MS 60000

/* ---- curl's configuration ---- */

static bool has_control(Str text)
{
    for (size_t i = 0; i < text.len; i++)
        if ((unsigned char)text.ptr[i] < 0x20 || text.ptr[i] == 0x7F)
            return true;
    return false;
}

static void put_value(Buf *out, Str value)
{
    static const char from[] = "\\\"\t\n\r\v", to[] = "\\\"tnrv";
    size_t start = 0;
    buf_put_byte(out, '"');
    for (size_t i = 0; i < value.len; i++) {
        const char *quoted = byte_in(value.ptr[i], from) ? strchr(from, value.ptr[i]) : NULL;
        if (!quoted)
            continue;
        buf_put(out, str_slice(value, start, i));
        buf_put_byte(out, '\\');
        buf_put_byte(out, to[quoted - from]);
        start = i + 1;
    }
    buf_put(out, str_from_offset(value, start));
    buf_put(out, STR("\"\n"));
}

static void put_option(Buf *out, const char *name, Str value)
{
    buf_printf(out, "%s = ", name);
    put_value(out, value);
}

static const char fixed[] = "silent\n"
                            "include\n"
                            "globoff\n"
                            "path-as-is\n"
                            "no-buffer\n"
                            "suppress-connect-headers\n"
                            "disallow-username-in-url\n"
                            "proto = \"=http,https\"\n"
                            "user-agent = \"fovea\"\n"
                            "header = \"Expect:\"\n";

/* Whether a request without a body must state that by its length; servers insist on it. */
static bool has_body(Str method)
{
    return str_equal(method, STR("PUT")) || str_equal(method, STR("PATCH"));
}

bool http_write_config(Arena *arena, const HttpRequest *request, Str *config, Err *err)
{
    Buf out = buf_open(arena, 0);
    Url url;
    if (!url_parse("url", request->url, &url, err))
        return false;
    buf_put(&out, str_from(fixed));
    buf_printf(&out, "connect-timeout = %d\nmax-time = %d.%03d\n", CONNECT_SECONDS,
               request->time_ms / 1000, request->time_ms % 1000);
    if (request->silence_ms || request->stall_ms)
        buf_printf(&out, "speed-limit = 1\nspeed-time = %d\n",
                   request->stall_ms ? request->stall_ms / 1000
                                     : request->silence_ms / 1000 + SILENCE_MARGIN_SECONDS);
    put_option(&out, "url", request->url);
    if (str_equal(request->method, STR("HEAD")))
        buf_put(&out, STR("head\n")); /* no body follows, whatever its stated length */
    else
        put_option(&out, "request", request->method);
    if (url_is_local(&url)) /* requests to this machine do not leave it */
        put_option(&out, "noproxy", STR("*"));
    for (size_t i = 0; i < request->header_count; i++) {
        const HttpHeader *header = &request->headers[i];
        if (has_control(header->name) || has_control(header->value))
            return err_set(err, ERR_FAILED, "header %.*s: its value has control characters",
                           STR_ARG(header->name));
        put_option(&out, "header",
                   str_format(arena, "%.*s: %.*s", STR_ARG(header->name), STR_ARG(header->value)));
    }
    if (request->body.len || has_body(request->method))
        put_option(&out, "data-binary", request->body.len ? STR("@" PROC_FILE) : STR(""));
    *config = buf_str(&out);
    return true;
}

/* ---- the answer ---- */

/* Takes a line without its line end, LF or CRLF. False if it is incomplete. */
static bool take_head_line(Str *rest, Str *line)
{
    size_t end = str_find_byte(*rest, '\n');
    if (end == STR_NONE)
        return false;
    *line = str_slice(*rest, 0, end);
    *rest = str_from_offset(*rest, end + 1);
    if (str_ends(*line, STR("\r")))
        line->len--;
    return true;
}

/* Parses `HTTP/1.1 200 OK` or `HTTP/2 200`. */
static bool parse_status(Str line, unsigned *status)
{
    uint64_t number = 0;
    size_t space = str_find_byte(line, ' ');
    if (!str_starts(line, STR("HTTP/")) || space == STR_NONE || space > STR("HTTP/1.1").len)
        return false;
    Str digits = str_slice(line, space + 1, space + 4), rest = str_from_offset(line, space + 4);
    *status = 0;
    if (digits.len != 3 || !str_parse_u64(digits, &number) || number < 100 ||
        (rest.len && rest.ptr[0] != ' '))
        return false;
    *status = (unsigned)number;
    return true;
}

static bool is_token(Str name)
{
    for (size_t i = 0; i < name.len; i++)
        if (!byte_is_alpha(name.ptr[i]) && !byte_is_digit(name.ptr[i]) &&
            !byte_in(name.ptr[i], "!#$%&'*+-.^_`|~"))
            return false;
    return name.len > 0;
}

static bool parse_header(Str line, HttpHeader *header)
{
    size_t colon = str_find_byte(line, ':');
    if (colon == STR_NONE)
        return false;
    *header = (HttpHeader){str_slice(line, 0, colon), str_trim(str_from_offset(line, colon + 1))};
    return is_token(header->name);
}

static bool fail_head(Err *err)
{
    err_set(err, ERR_FAILED, "the answer is not HTTP");
    return err_hint(err, "does the address belong to another kind of server?");
}

bool http_parse(Arena *arena, Str bytes, HttpResponse *response, bool *whole, Err *err)
{
    Str rest = bytes, line;
    *response = (HttpResponse){0};
    *whole = false;
    while (take_head_line(&rest, &line)) {
        HttpHeader header;
        if (!response->status) {
            if (!parse_status(line, &response->status))
                return fail_head(err);
        } else if (line.len) {
            if (response->headers.len == HTTP_HEADERS_MAX || !parse_header(line, &header))
                return fail_head(err);
            *VEC_PUSH(arena, &response->headers) = header;
        } else if (response->status >= 200) {
            response->body = rest;
            return *whole = true;
        } else {
            *response = (HttpResponse){0};
        }
        if (bytes.len - rest.len > HTTP_HEAD_BYTES_MAX)
            return fail_head(err);
    }
    return bytes.len <= HTTP_HEAD_BYTES_MAX || fail_head(err);
}

Str http_response_header(const HttpResponse *response, Str name)
{
    for (size_t i = 0; i < response->headers.len; i++)
        if (str_equal_nocase(response->headers.ptr[i].name, name))
            return response->headers.ptr[i].value;
    return (Str){0};
}

/* ---- the child ---- */

static const struct {
    int code;     /* curl's exit code */
    bool forlorn; /* another attempt would fail the same way */
    const char *why, *hint;
} curl_errors[] = {
    {5, true, "the proxy's name cannot be resolved", "look at http_proxy and https_proxy"},
    {6, true, "the host's name cannot be resolved",
     "is the address right, and is there a network?"},
    {7, true, "cannot connect", "is the server running, and the port right?"},
    {16, false, "the connection broke", "try again"},
    {18, false, "the answer broke off", "try again"},
    {28, false, "no answer in time", "try again, or look at what keeps the server busy"},
    {35, true, "no secure connection could be made", "does the server speak https at this port?"},
    {52, false, "the server closed the connection without an answer", "try again"},
    {55, false, "the connection broke while sending", "try again"},
    {56, false, "the connection broke", "try again"},
    {60, true, "the server's certificate is not trusted",
     "the program curl decides that by the certificates of the system, or of SSL_CERT_FILE"},
    {77, true, "the file of trusted certificates cannot be read",
     "look at SSL_CERT_FILE and CURL_CA_BUNDLE"},
    {92, false, "the connection broke", "try again"},
    {97, true, "the proxy refuses", "look at http_proxy, https_proxy and all_proxy"},
};

static bool fail_code(const Url *url, int code, HttpResponse *response, Err *err)
{
    for (size_t i = 0; i < COUNT(curl_errors); i++)
        if (curl_errors[i].code == code) {
            response->is_hopeless = curl_errors[i].forlorn;
            err_set(err, ERR_FAILED, "%.*s: %s", STR_ARG(url->place), curl_errors[i].why);
            return err_hint(err, "%s", curl_errors[i].hint);
        }
    err_set(err, ERR_FAILED, "%.*s: curl ended with code %d", STR_ARG(url->place), code);
    return err_hint(err, "man curl lists its codes");
}

typedef struct Stream {
    const HttpRequest *request;
    Arena scratch;
    size_t passed; /* bytes of the body passed on */
} Stream;

/* Passes on new bytes of the body. `output` is all output so far. A malformed answer is reported at
   its end. */
static bool pass_on(void *state, Str output)
{
    Stream *stream = state;
    Arena scratch = stream->scratch;
    HttpResponse response;
    bool whole;
    Err ignored;
    if (!http_parse(&scratch, output, &response, &whole, &ignored))
        return false;
    if (!whole || response.status / 100 != 2 || response.body.len == stream->passed)
        return true;
    Str piece = str_from_offset(response.body, stream->passed);
    stream->passed = response.body.len;
    return stream->request->take(stream->request->state, piece);
}

static size_t body_max(const HttpRequest *request)
{
    return request->body_max ? request->body_max : HTTP_BODY_BYTES_MAX;
}

static bool run_curl(Arena *arena, Stream *stream, Str config, ProcResult *result, Err *err)
{
    static const char *const argv[] = {"curl", "-q", "--config", "-", NULL};
    const HttpRequest *request = stream->request;
    arena_open(&stream->scratch, 1 * MB);
    ProcLimits limits = {.time_ms = WORK_MS,
                         .still_ms = request->time_ms + MARGIN_MS,
                         .silence_ms = request->silence_ms,
                         .output_max = body_max(request) + HTTP_HEAD_BYTES_MAX +
                                       FS_BLOCK_BYTES, /* read by blocks */
                         .file = request->body,
                         .cancel = request->cancel,
                         .take = request->take ? pass_on : NULL,
                         .state = stream};
    bool ran = proc_run(arena, argv, config, limits, result, err);
    arena_close(&stream->scratch);
    return ran;
}

static bool fail_long(const Url *url, HttpResponse *response, Err *err)
{
    *response = (HttpResponse){.is_hopeless = true};
    err_set(err, ERR_FAILED, "%.*s: the answer is too long", STR_ARG(url->place));
    return err_hint(err, "does the address belong to another kind of server?");
}

/* Keeps the beginning of a successful answer whose connection broke. */
static void keep_part(Arena *arena, Str output, HttpResponse *response)
{
    HttpResponse part;
    Err ignored;
    bool whole;
    if (!http_parse(arena, output, &part, &whole, &ignored) || !whole || part.status / 100 != 2 ||
        !part.body.len)
        return;
    *response = part;
    response->is_cut = true;
}

static bool send_once(Arena *arena, Stream *stream, Str config, HttpResponse *response, Err *err)
{
    const HttpRequest *request = stream->request;
    ProcResult result;
    Url url;
    bool whole;
    *response = (HttpResponse){0};
    if (!url_parse("url", request->url, &url, err) ||
        !run_curl(arena, stream, config, &result, err))
        return false;
    if (request->cancel && *request->cancel)
        return err_interrupted(err);
    if (result.cut)
        return fail_long(&url, response, err);
    if (result.timed_out || (result.exit_code && !result.stopped)) {
        fail_code(&url, result.timed_out ? 28 : result.exit_code, response, err);
        keep_part(arena, result.output, response);
        return false;
    }
    if (!http_parse(arena, result.output, response, &whole, err) || (!whole && !fail_head(err))) {
        *response = (HttpResponse){0};
        return false;
    }
    if (response->body.len <= body_max(request))
        return true;
    return fail_long(&url, response, err);
}

bool http_send(Arena *arena, const HttpRequest *request, HttpResponse *response, Err *err)
{
    Str config;
    *response = (HttpResponse){0};
    if (!proc_exists("curl")) {
        err_set(err, ERR_FAILED, "there is no program 'curl', which this needs");
        return err_hint(err, "install curl; nothing else needs it");
    }
    if (!http_write_config(arena, request, &config, err))
        return false;
    for (unsigned attempt = 0;; attempt++) {
        Err failed = {0};
        Stream stream = {.request = request};
        bool answered = send_once(arena, &stream, config, response, &failed);
        bool final = failed.code == ERR_INTERRUPTED || stream.passed || attempt == request->retries;
        int wait_ms = final ? -1 : http_next_ms(response, attempt);
        if (wait_ms < 0) {
            *err = answered ? *err : failed;
            return answered;
        }
        if (!http_wait(wait_ms, request->cancel))
            return err_interrupted(err);
    }
}

/* ---- several heads ---- */

static bool parse_heads(Arena *arena, Str output, size_t count, HttpResponse *responses)
{
    Err ignored;
    bool whole;
    for (size_t i = 0; i < count; i++) {
        if (!http_parse(arena, output, &responses[i], &whole, &ignored) || !whole)
            return false;
        output = responses[i].body;
        responses[i].body = (Str){0};
    }
    return !output.len;
}

bool http_send_heads(Arena *arena, const HttpRequest *requests, size_t count,
                     HttpResponse *responses, Err *err)
{
    Buf config = buf_open(arena, 0);
    ProcResult result;
    HttpRequest all = requests[0];
    Stream stream = {.request = &all};
    Url url;
    for (size_t i = 0; i < count; i++) {
        Str one;
        if (!http_write_config(arena, &requests[i], &one, err))
            return false;
        buf_put(&config, i ? STR("next\n") : (Str){0});
        buf_put(&config, one);
    }
    all.time_ms = (int)MIN((uint64_t)all.time_ms * count, (uint64_t)INT_MAX / 2);
    all.body_max = count * HTTP_HEAD_BYTES_MAX;
    if (!url_parse("url", all.url, &url, err) ||
        !run_curl(arena, &stream, buf_str(&config), &result, err))
        return false;
    if (all.cancel && *all.cancel)
        return err_interrupted(err);
    if (result.timed_out || result.exit_code)
        return fail_code(&url, result.timed_out ? 28 : result.exit_code, responses, err);
    return (!result.cut && parse_heads(arena, result.output, count, responses)) || fail_head(err);
}
