/* State shared by the files of the HTTP transport. */
#pragma once

#include "serve/server.h"

#include <event2/http.h>

/* 128 random bits as hexadecimal digits, so that a session cannot be guessed. */
#define HTTP_ID_BYTES 32

typedef struct Http Http;
typedef struct HttpClient HttpClient;
typedef struct Stream Stream;

/* A client after its handshake. */
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
    Str token; /* the secret that a client must send; empty: none */
    bool local;
    HttpClient *clients;
    size_t client_count;
    Stream *streams; /* latest first */
    uint64_t stream_count;
    struct event *tick;
    struct HttpGate *gate; /* http_gate.h */
};

/* ---- http_check.c: whether a request may be answered ---- */

/* Returns a request header without surrounding white space; empty when missing. */
Str http_header(struct evhttp_request *request, const char *name);
typedef struct HttpRefusal {
    int status; /* 0: none */
    const char *text;
} HttpRefusal;

/* Checks Host, Origin and token before the body is read. `head`: request line and headers as they
   came in. */
HttpRefusal http_check_head(const Http *http, Str head);
/* The same for a complete request. False when it was refused and an answer was sent. */
bool http_check_caller(const Http *http, struct evhttp_request *request) MUST_USE;
/* Checks that headers in which modern clients repeat parts of the body agree with it. */
bool http_check_headers(const Exchange *exchange, struct evhttp_request *request,
                        RpcFault *fault) MUST_USE;
/* Answers without a JSON-RPC message; `text` is for people. */
void http_refuse(struct evhttp_request *request, int status, const char *text);
/* Answers with a fault outside of any exchange. */
void http_refuse_fault(struct evhttp_request *request, int status, const Json *id,
                       const RpcFault *fault);

/* ---- stream.c: answers ---- */

/* Opens the answer to `request`: JSON if its first message is the last one, else a stream of
   events. */
Stream *stream_open(Http *http, HttpClient *owner, struct evhttp_request *request);
Outlet stream_outlet(Stream *stream);
void stream_set_exchange(Stream *stream, Exchange *exchange);
/* Makes it a stream of events at once, which the client can resume after a disconnect. */
void stream_start_resumable(Stream *stream);
/* Makes it the client's stream for messages that belong to no request. */
void stream_start_listener(Stream *stream);
/* Resumes the owner's stream with this event: replays the events after it to the new reader. False
   if the stream does not exist. */
bool stream_resume(Http *http, const HttpClient *owner, Str event_id,
                   struct evhttp_request *request);
/* Frees the owner's streams, if none of its requests is under way. */
void stream_free_owned(Http *http, const HttpClient *owner);
void stream_keep_alive(Http *http);
