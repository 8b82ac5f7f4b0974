/* HTTP client, one request at a time, by the program `curl` as a child: TLS and untrusted bytes
   stay in another process. curl gets its options through standard input and the body in memory, so
   no key appears in a process list or a file. curl's own configuration file is not read. Redirects
   are never followed: data goes only to the named host. Answers are parsed as untrusted input. */
#pragma once

#include "base/err.h"
#include "base/vec.h"

typedef struct HttpHeader {
    Str name, value;
} HttpHeader;

typedef struct HttpRequest {
    Str method; /* GET, POST, … */
    Str url;    /* see net/url.h */
    const HttpHeader *headers;
    size_t header_count;
    Str body;
    int time_ms;                 /* time limit of the whole request */
    int silence_ms;              /* time limit without a byte of the answer; 0: only time_ms */
    int stall_ms;                /* the same without a byte in either direction, for long bodies */
    size_t body_max;             /* limit of the answer; 0: HTTP_BODY_BYTES_MAX */
    unsigned retries;            /* further attempts if the failure may be temporary */
    const volatile bool *cancel; /* NULL: never */
    /* Receives the body of a successful answer (2xx) piece by piece as it arrives; false ends the
       request. There is no further attempt after the first piece. NULL: the body is only in the
       response. */
    bool (*take)(void *state, Str piece);
    void *state;
} HttpRequest;

typedef struct HttpResponse {
    unsigned status;
    VEC(HttpHeader) headers; /* in the order received */
    Str body;
    bool is_hopeless; /* no answer, and another attempt would fail the same way */
    bool is_cut;      /* the connection broke within the body, and this is its beginning */
} HttpResponse;

/* Sends a request and waits for the answer; any status is a success. Fails without curl, without a
   connection, without an answer in time, or if the answer is malformed or too long; ERR_INTERRUPTED
   if cancelled. After a failure the response is empty, unless is_cut is set. */
bool http_send(Arena *arena, const HttpRequest *request, HttpResponse *response, Err *err) MUST_USE;
/* Sends HEAD requests one after the other over as few connections as possible. The first one's
   limits apply. False, without usable responses, if any request has no answer. */
bool http_send_heads(Arena *arena, const HttpRequest *requests, size_t count,
                     HttpResponse *responses, Err *err) MUST_USE;
/* How long to wait before the next attempt, including jitter, after `attempt` attempts of which the
   last got this response. -1: another attempt is useless. */
int http_next_ms(const HttpResponse *response, unsigned attempt);
/* Waits; false if it was cancelled meanwhile. */
bool http_wait(int wait_ms, const volatile bool *cancel);
/* The first header of that name, ignoring case; empty if missing. */
Str http_response_header(const HttpResponse *response, Str name);

/* ---- parts of it, for tests ---- */

/* Writes curl's configuration. False if it cannot express the request. */
bool http_write_config(Arena *arena, const HttpRequest *request, Str *config, Err *err) MUST_USE;
/* Parses an answer with its head, as written by curl. *whole is false while the head is
   incomplete. */
bool http_parse(Arena *arena, Str bytes, HttpResponse *response, bool *whole, Err *err) MUST_USE;
/* Backoff: how long to wait before attempt number `attempt` + 1, after one with this response
   (NULL: none). -1: another attempt is useless. `chance`, 0 to 1, is the jitter. `now` is in
   seconds since 1970. */
int http_wait_ms(const HttpResponse *response, unsigned attempt, double chance, int64_t now);
