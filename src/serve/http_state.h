/* What the files of the HTTP transport share. */
#pragma once

#include "serve/server.h"

#include <event2/http.h>

/* 128 random bits as hexadecimal digits: nobody guesses a session. */
#define HTTP_ID_BYTES 32

typedef struct Http Http;
typedef struct HttpClient HttpClient;
typedef struct Stream Stream;

/* A client that shook hands. */
struct HttpClient {
    HttpClient *next;
    Http *http;
    Client *client;
    Str id;
    Stream *listener; /* its GET stream, or NULL */
    int64_t used_ms;
};

struct Http {
    Server *server;
    struct evhttp *evhttp;
    Str token; /* what a client must show; empty: nothing */
    bool local;
    HttpClient *clients;
    size_t client_count;
    Stream *streams; /* the latest first */
    uint64_t stream_count;
    struct event *tick;
    struct HttpGate *gate; /* http_gate.h */
};

/* ---- http_check.c: may this request be answered at all? ---- */

/* A request header with white space around it taken off; empty when missing. */
Str http_header(struct evhttp_request *request, const char *name);
typedef struct HttpRefusal {
    int status; /* 0: none */
    const char *text;
} HttpRefusal;

/* Host, Origin and token, as soon as the headers are there; `head` is them as they came in, with
   the line before them. What is refused here need not be read any further. */
HttpRefusal http_check_head(const Http *http, Str head);
/* The same for a whole request. False when an answer was sent. */
bool http_check_caller(const Http *http, struct evhttp_request *request) MUST_USE;
/* What modern clients repeat in headers must be what the body says. */
bool http_check_headers(const Exchange *exchange, struct evhttp_request *request,
                        RpcFault *fault) MUST_USE;
/* An answer without a JSON-RPC message in it; `text` is for people. */
void http_refuse(struct evhttp_request *request, int status, const char *text);
/* A fault that is no answer to a request under way. */
void http_refuse_fault(struct evhttp_request *request, int status, const Json *id,
                       const RpcFault *fault);

/* ---- stream.c: answers ---- */

/* The answer to `request`: JSON when its first message is the last, else a stream of events. */
Stream *stream_open(Http *http, HttpClient *owner, struct evhttp_request *request);
Outlet stream_outlet(Stream *stream);
void stream_set_exchange(Stream *stream, Exchange *exchange);
/* From the first moment a stream of events that can be taken up again after a disconnect. */
void stream_start_resumable(Stream *stream);
/* The client's stream for what belongs to no request. */
void stream_start_listener(Stream *stream);
/* The owner's stream with this event, replayed after it to the new reader. False: none such. */
bool stream_resume(Http *http, const HttpClient *owner, Str event_id,
                   struct evhttp_request *request);
/* When none of its requests is under way any more. */
void stream_free_owned(Http *http, const HttpClient *owner);
void stream_keep_alive(Http *http);
