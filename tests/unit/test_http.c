#include "test.h"

#include "base/buf.h"
#include "base/proc.h"
#include "net/http.h"
#include "net/url.h"

#include <stdlib.h>
#include <sys/stat.h>

static bool parse(const char *text, HttpResponse *response, bool *whole)
{
    Err err = {0};
    return http_parse(test_arena(), str_from(text), response, whole, &err);
}

TEST(answers)
{
    HttpResponse response;
    bool whole;
    REQUIRE(
        parse("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nRetry-After: 3 \r\nX:\r\n\r\nbody",
              &response, &whole));
    EXPECT(whole);
    EXPECT_INT(response.status, 200);
    EXPECT_STR(response.body, "body");
    EXPECT_STR(http_response_header(&response, STR("retry-after")), "3");
    EXPECT_INT(response.headers.len, 2);
    REQUIRE(parse("HTTP/2 404 \n\n", &response, &whole));
    EXPECT(whole && response.status == 404 && !response.body.len);
    static const char *const cut[] = {"", "HTTP/1.1", "HTTP/1.1 200 OK\r\n", "HTTP/1.1 200\r\na: b",
                                      "HTTP/1.1 100 C\r\n\r\n"};
    for (size_t i = 0; i < COUNT(cut); i++)
        EXPECT(parse(cut[i], &response, &whole) && !whole);
    static const char *const bad[] = {"<html>\n\n",
                                      "HTTP/1.1 20 OK\r\n\r\n",
                                      "HTTP/1.1 2000 OK\r\n\r\n",
                                      "HTTP/1.1 099 \r\n\r\n",
                                      "HTTP/1.1 200 OK\r\n folded\r\n\r\n",
                                      "HTTP/1.1 200 OK\r\nno colon\r\n\r\n",
                                      "HTTP/1.1 200 OK\r\na b: c\r\n\r\n"};
    for (size_t i = 0; i < COUNT(bad); i++)
        EXPECT(!parse(bad[i], &response, &whole));
}

TEST(heads_have_an_end)
{
    HttpResponse response;
    bool whole;
    Err err = {0};
    Buf many = buf_open(test_arena(), 0);
    buf_put(&many, STR("HTTP/1.1 200 OK\r\n"));
    for (int i = 0; i < 100000; i++)
        buf_put(&many, STR("a: b\r\n"));
    EXPECT(!http_parse(test_arena(), buf_str(&many), &response, &whole, &err));
    char *blank = NEW(test_arena(), char, 200000);
    memset(blank, 'x', 200000);
    EXPECT(!http_parse(test_arena(), (Str){blank, 200000}, &response, &whole, &err));
}

TEST(waits)
{
    HttpResponse response;
    bool whole;
    EXPECT_INT(http_wait_ms(NULL, 0, 0, 0), 500);
    EXPECT_INT(http_wait_ms(NULL, 3, 0, 0), 4000);
    EXPECT_INT(http_wait_ms(NULL, 60, 0, 0), 8000);
    EXPECT_INT(http_wait_ms(NULL, 0, 1, 0), 375);
    const struct {
        const char *text;
        int wait;
    } cases[] = {
        {"HTTP/1.1 200 OK\r\nx-should-retry: true\r\n\r\n", -1},
        {"HTTP/1.1 404 N\r\n\r\n", -1},
        {"HTTP/1.1 400 N\r\nx-should-retry: true\r\n\r\n", 1000},
        {"HTTP/1.1 408 N\r\n\r\n", 1000},
        {"HTTP/1.1 409 N\r\n\r\n", 1000},
        {"HTTP/1.1 429 N\r\n\r\n", 1000},
        {"HTTP/1.1 529 N\r\n\r\n", 1000},
        {"HTTP/1.1 500 N\r\nx-should-retry: false\r\n\r\n", -1},
        {"HTTP/1.1 429 N\r\nretry-after: 7\r\n\r\n", 7000},
        {"HTTP/1.1 429 N\r\nretry-after: 7\r\nretry-after-ms: 20\r\n\r\n", 20},
        {"HTTP/1.1 429 N\r\nretry-after: Thu, 01 Jan 1970 00:01:50 GMT\r\n\r\n", 10000},
        {"HTTP/1.1 429 N\r\nretry-after: Thu, 01 Jan 1970 00:00:50 GMT\r\n\r\n", 0},
        {"HTTP/1.1 429 N\r\nretry-after: soon\r\n\r\n", 1000},
        {"HTTP/1.1 429 N\r\nretry-after: 99999999999\r\n\r\n", -1},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        REQUIRE(parse(cases[i].text, &response, &whole));
        EXPECT_INT(http_wait_ms(&response, 1, 0, 100), cases[i].wait);
    }
}

static Str config_of(HttpRequest request)
{
    Str config = {0};
    Err err = {0};
    request.url = request.url.len ? request.url : STR("http://h/");
    request.method = STR("POST");
    return http_write_config(test_arena(), &request, &config, &err) ? config : STR("refused");
}

TEST(what_curl_is_told)
{
    HttpHeader good[] = {{STR("Authorization"), STR("Bearer a\"b\\c")}};
    HttpHeader bad[] = {{STR("A"), STR("b\nurl = \"http://evil\"")}};
    Str config = config_of((HttpRequest){.headers = good,
                                         .header_count = 1,
                                         .body = STR("{\"a\": \"@x\\n\"}\n\turl = \"x\""),
                                         .time_ms = 1500});
    EXPECT(str_find(config, STR("header = \"Authorization: Bearer a\\\"b\\\\c\"\n")) != STR_NONE);
    EXPECT(str_find(config, STR("max-time = 1.500\n")) != STR_NONE);
    EXPECT(str_ends(config, STR("data-binary = \"@/proc/self/fd/3\"\n")));
    EXPECT_STR(config_of((HttpRequest){.headers = bad, .header_count = 1}), "refused");
    EXPECT(str_find(config_of((HttpRequest){0}), STR("data-")) == STR_NONE);
    EXPECT(str_find(config_of((HttpRequest){0}), STR("proxy")) == STR_NONE);
    EXPECT(str_find(config_of((HttpRequest){.url = STR("http://localhost:1/")}),
                    STR("noproxy = \"*\"\n")) != STR_NONE);
    EXPECT_STR(config_of((HttpRequest){.url = STR("file:///etc/passwd")}), "refused");
}

TEST(addresses)
{
    static const char *const good[] = {"http://localhost:11434", "https://api.example.com/v1",
                                       "http://[::1]:8080/x?y=1", "https://a_b-c.d"};
    static const char *const bad[] = {"",
                                      "localhost",
                                      "ftp://a",
                                      "file:///a",
                                      "http://",
                                      "http://a b",
                                      "http://a\n",
                                      "http://u:p@a",
                                      "http://a:",
                                      "http://a:0",
                                      "http://a:99999",
                                      "http://[::1",
                                      "http://a\"b",
                                      "https://a{b}",
                                      "HTTP//a",
                                      "http://a:8x"};
    Url url;
    Err err = {0};
    for (size_t i = 0; i < COUNT(good); i++)
        EXPECT(url_parse("url", str_from(good[i]), &url, &err));
    for (size_t i = 0; i < COUNT(bad); i++) {
        err = (Err){0};
        EXPECT(!url_parse("url", str_from(bad[i]), &url, &err) && err.hint[0]);
    }
    REQUIRE(url_parse("url", STR("http://[::1]:8080/x?y"), &url, &err));
    EXPECT_STR(url.host, "[::1]");
    EXPECT_STR(url.place, "[::1]:8080");
    EXPECT_STR(url.path, "/x?y");
    EXPECT(url_is_local(&url));
    REQUIRE(url_parse("url", STR("http://localhost.evil.com"), &url, &err));
    EXPECT(!url_is_local(&url));
}

/* ---- with a program that is called curl ---- */

typedef struct Pieces {
    Buf all;
    size_t count, most;
} Pieces;

static bool take_piece(void *state, Str piece)
{
    Pieces *pieces = state;
    buf_put(&pieces->all, piece);
    return ++pieces->count < pieces->most;
}

/* Sends by a script in the place of curl. */
static bool send_by(const char *script, HttpRequest request, HttpResponse *response, Err *err)
{
    char before[PATH_BYTES_MAX], path[3 * PATH_BYTES_MAX];
    Str text = str_format(test_arena(), "#!/bin/sh\ncat >/dev/null\n%s\n", script);
    EXPECT(chmod(test_file("curl", text), 0755) == 0);
    snprintf(before, sizeof before, "%s", getenv("PATH"));
    snprintf(path, sizeof path, "%s:%s", test_directory(), before);
    setenv("PATH", path, 1);
    request.method = STR("POST");
    request.url = STR("http://host/");
    request.time_ms = request.time_ms ? request.time_ms : 10000;
    *err = (Err){0};
    bool sent = http_send(test_arena(), &request, response, err);
    setenv("PATH", before, 1);
    return sent;
}

#define HEAD "printf 'HTTP/1.1 200 OK\\r\\na: b\\r\\n\\r\\n'; "

TEST(bodies_come_in_pieces)
{
    Pieces pieces = {.all = buf_open(test_arena(), 0), .most = 10};
    HttpRequest request = {.take = take_piece, .state = &pieces};
    HttpResponse response;
    Err err;
    REQUIRE(send_by(HEAD "printf one; sleep 0.1; printf two", request, &response, &err));
    EXPECT_STR(buf_str(&pieces.all), "onetwo");
    EXPECT(pieces.count == 2);
    EXPECT_STR(response.body, "onetwo");
    pieces = (Pieces){.all = buf_open(test_arena(), 0), .most = 1};
    REQUIRE(send_by(HEAD "printf one; sleep 5; printf two", request, &response, &err));
    EXPECT_STR(response.body, "one"); /* nobody takes more: it has ended at once */
    pieces = (Pieces){.all = buf_open(test_arena(), 0), .most = 10};
    REQUIRE(send_by("printf 'HTTP/1.1 429 No\\r\\n\\r\\nno'", request, &response, &err));
    EXPECT(response.status == 429 && !pieces.count);
}

TEST(silence)
{
    Pieces pieces = {.all = buf_open(test_arena(), 0), .most = 100};
    HttpRequest request = {.take = take_piece, .state = &pieces, .silence_ms = 1000};
    HttpResponse response;
    Err err;
    int64_t start = proc_clock_ms();
    EXPECT(!send_by(HEAD "printf one; sleep 20", request, &response, &err));
    EXPECT_STR(str_from(err.message), "host: no answer in time");
    EXPECT_STR(buf_str(&pieces.all), "one");
    EXPECT(proc_clock_ms() - start < 10000 && !response.is_hopeless);
    REQUIRE(send_by(HEAD "for i in 1 2 3; do sleep 0.4; printf $i; done", request, &response,
                    &err)); /* longer, but never silent for so long */
    EXPECT_STR(response.body, "123");
}

TEST(no_attempt_after_the_first_piece)
{
    Pieces pieces = {.all = buf_open(test_arena(), 0), .most = 100};
    HttpRequest request = {.take = take_piece, .state = &pieces, .retries = 2};
    HttpResponse response;
    Err err;
    EXPECT(!send_by(HEAD "printf one; exit 18", request, &response, &err));
    EXPECT_STR(str_from(err.message), "host: the answer broke off");
    EXPECT(pieces.count == 1);
    EXPECT(!send_by("exit 7", request, &response, &err) && response.is_hopeless);
}

TEST(ends_of_requests)
{
    volatile bool cancel = true;
    HttpResponse response;
    Err err;
    EXPECT(!send_by(HEAD "sleep 5", (HttpRequest){.cancel = &cancel}, &response, &err));
    EXPECT_INT(err.code, ERR_INTERRUPTED);
    EXPECT(!send_by(HEAD "head -c 500000 /dev/zero", (HttpRequest){.body_max = 1000}, &response,
                    &err));
    EXPECT(str_find(str_from(err.message), STR("too long")) != STR_NONE && err.hint[0]);
    EXPECT(!send_by("echo hello", (HttpRequest){0}, &response, &err));
    EXPECT(str_find(str_from(err.message), STR("is not HTTP")) != STR_NONE && err.hint[0]);
    EXPECT(!send_by("exit 28", (HttpRequest){0}, &response, &err));
    EXPECT_STR(str_from(err.message), "host: no answer in time");
    EXPECT(!send_by("exit 7", (HttpRequest){.retries = 9}, &response, &err));
    EXPECT_STR(str_from(err.message), "host: cannot connect");
    EXPECT(!send_by("exit 99", (HttpRequest){0}, &response, &err) && err.hint[0]);
    REQUIRE(
        send_by(HEAD "cat /proc/self/fd/3", (HttpRequest){.body = STR("a\0b")}, &response, &err));
    EXPECT(str_equal(response.body, STR("a\0b")));
}
