/* Requests by HTTP, one after the other, through the program `curl` as a child: TLS and the bytes
   of strangers stay in another process. What curl is told goes through its standard input, a
   body through memory, so that no key stands in a list of processes or in a file; its own
   configuration file is not read. Redirects are never followed: what is sent goes to the host that
   is named, or nowhere. What comes back is read as bytes of a stranger. */
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
    int time_ms;                 /* from its beginning to its end */
    size_t body_max;             /* bytes of an answer; 0: HTTP_BODY_BYTES_MAX */
    unsigned retries;            /* further attempts where a later one may succeed */
    const volatile bool *cancel; /* NULL: never */
    /* Gets the body of a good answer piece by piece as it comes; false ends the request. NULL: all
       of it is in the response alone. */
    bool (*take)(void *state, Str piece);
    void *state;
} HttpRequest;

typedef struct HttpResponse {
    unsigned status;
    VEC(HttpHeader) headers; /* in order, as they came */
    Str body;
} HttpResponse;

/* Answers of any status are answers. Errors: there is no curl, no connection, no answer in time, an
   answer that is none or too long; ERR_INTERRUPTED when it was cancelled. */
bool http_send(Arena *arena, const HttpRequest *request, HttpResponse *response, Err *err) MUST_USE;
/* The first header of that name, in any case; empty when there is none. */
Str http_response_header(const HttpResponse *response, Str name);

/* ---- parts of it, for tests ---- */

/* What curl is told. False when something in the request cannot be said. */
bool http_write_config(Arena *arena, const HttpRequest *request, Str *config, Err *err) MUST_USE;
/* An answer with its head, as curl writes it. *whole is false while the head has not ended. */
bool http_parse(Arena *arena, Str bytes, HttpResponse *response, bool *whole, Err *err) MUST_USE;
/* How long to wait before attempt number `attempt` + 1, which is the first after one that was
   answered so (NULL: not at all); -1: another one is of no use. `chance` 0 to 1 spreads those who
   wait. `now` in seconds since 1970. */
int http_wait_ms(const HttpResponse *response, unsigned attempt, double chance, int64_t now);
