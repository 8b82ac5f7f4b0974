/* Internals of the chat client: one attempt of a request, and the differences between the two APIs.
   Only for the files model/chat*.c. */
#pragma once

#include "base/json.h"
#include "model/chat.h"
#include "model/chat_thought.h"
#include "net/aws_events.h"
#include "net/http.h"
#include "net/sse.h"

/* Model names have some dozen bytes, file paths (vLLM) more. */
#define CHAT_NAME_BYTES_MAX 300

/* A larger window is a mistake. */
#define CHAT_WINDOW_MAX 1000000000

/* Differences between servers of one API. */
typedef struct ChatFields {
    bool limits_completion; /* max_completion_tokens, not max_tokens */
    bool has_other_limit;   /* the opposite of the provider's row */
    bool has_no_options;    /* without stream_options */
    bool has_no_system;     /* the instructions begin the first message of the user */
    bool has_no_effort, has_no_temperature;
    bool has_no_thoughts; /* neither summaries of thoughts nor reasoning that is sent back */
    bool wants_reasoning; /* refuses answers of the model without it */
} ChatFields;

/* One attempt: the answer received so far. */
typedef struct ChatStream {
    const ChatRequest *request;
    Arena *arena;   /* outlives the attempt: texts of the reply */
    Arena *scratch; /* of the attempt */
    SseParser events;
    AwsEvents frames; /* in place of events, for a protocol with frames */
    Buf text;         /* delivered text */
    Buf held;         /* text that may be the beginning of the key: not yet delivered */
    ThoughtFilter thoughts;
    Buf thought;              /* the incomplete line of a thought */
    Buf kept;                 /* reasoning to be sent back: items as JSON, with commas */
    Buf reasoning, signature; /* of the item that is arriving */
    Str reasoning_field;      /* the member that has the reasoning; empty: items have it */
    bool is_reasoning;        /* an item is arriving */
    bool keeps_none;          /* the reasoning cannot be sent back as it came */
    bool has_thought;         /* the server sent thoughts apart from the text */
    bool has_call;            /* the model called a tool */
    bool is_started;          /* the first byte other than a space was seen */
    bool has_event;
    bool is_plain;    /* the server does not stream: the body is one JSON value */
    unsigned high;    /* first half of a character, at the end of this event's text; or 0 */
    unsigned waiting; /* … of an earlier event's text, whose second half has not arrived */
    bool has_text;    /* the server sent some, whatever of it is a thought */
    bool is_ending;   /* the last bytes have come */
    bool is_finished; /* its last event arrived; the rest is ignored */
    bool is_stopped;  /* by the receiver of the text, or because the text is too long */
    bool has_stop;    /* the server gave a reason why the answer ended */
    ChatStop stop;
    ChatUsage usage;
    bool counts_input, counts_output; /* the server gave these numbers */
    Str why;
    unsigned fault; /* the equivalent status of an error within the stream; 0: none */
    Str fault_reason;
} ChatStream;

/* ---- chat_stream.c ---- */

void chat_stream_open(ChatStream *stream, const ChatRequest *request, Arena *arena, Arena *scratch);
/* HttpRequest.take. */
bool chat_stream_take(void *state, Str piece);
/* Called after the last byte: `body` is the whole answer, for a server that does not stream. */
void chat_stream_end(ChatStream *stream, Str body);
/* Delivers text; false if the receiver wants no more. */
bool chat_stream_put(ChatStream *stream, Str text);
/* Takes a piece of the thoughts that come apart from the text. */
void chat_stream_think(ChatStream *stream, Str text);
/* Records an error of the server. Returns false. */
bool chat_stream_fail(ChatStream *stream, unsigned status, Str reason);
/* Takes a piece of a refusal, which replaces the content. Its beginning is enough. */
void chat_stream_refuse(ChatStream *stream, Str refusal);
/* False if the member is no whole number. */
bool chat_number(const Json *object, Str key, uint64_t *number);

/* ---- chat_stop.c ---- */

/* Takes the provider's word for why the answer ended. A refusal stays one. */
void chat_stop_take(ChatStream *stream, Str name);

/* ---- chat_reasoning.c ---- */

void chat_reasoning_open(ChatStream *stream);
/* Adds to a part of the arriving item. */
void chat_reasoning_put(ChatStream *stream, Buf *part, Str text);
/* Keeps an item. */
void chat_reasoning_keep(ChatStream *stream, const Json *item);
/* What was kept, with the model it is for; empty: nothing, or not all of it. */
Str chat_reasoning_text(ChatStream *stream);
/* The first kept item of a message, if this model may have it; NULL: none. */
const Json *chat_reasoning_of(Arena *arena, const ChatRequest *request, size_t at,
                              ChatFields fields);
/* An item for another list. */
Json *chat_reasoning_copy(Arena *arena, const Json *item);

/* ---- chat_anthropic.c, chat_openai.c, chat_responses.c, chat_converse.c ---- */

typedef struct ChatProtocol {
    bool is_framed;     /* answers are frames (net/aws_events.h), not server-sent events */
    bool has_no_effort; /* each model names it differently */
    Str (*path)(Arena *arena, const ChatModel *model); /* below the base address */
    Str (*body)(Arena *arena, const ChatRequest *request, ChatFields fields);
    /* Takes an event; false ends the stream. */
    bool (*event)(ChatStream *stream, Str type, const Json *data);
    /* Takes an answer that was not streamed. */
    void (*whole)(ChatStream *stream, const Json *answer);
} ChatProtocol;
extern const ChatProtocol chat_anthropic, chat_openai, chat_responses, chat_converse;
/* The temperature of a request as a number; NULL: not set, or not accepted. */
Json *chat_temperature(Arena *arena, const ChatModel *model, ChatFields fields);
/* The HTTP status for a type of exception. */
unsigned chat_converse_status(Str type);
/* The body of a request that counts the input. */
Str chat_anthropic_count_body(Arena *arena, const ChatRequest *request);

/* ---- chat_place.c ---- */

/* The provider's usual address; empty: it has none. Its access keys must be set. */
bool chat_place(Arena *arena, const ChatModel *model, Str *url, Err *err) MUST_USE;

/* ---- chat_request.c ---- */

#define CHAT_HEADERS_MAX 8 /* at most this many headers from chat_headers */
const ChatProtocol *chat_protocol(const ChatModel *model);
/* The address of an API's path. */
Str chat_address(Arena *arena, const ChatModel *model, Str path);
/* The text with all bytes but letters, digits and `-._` escaped, as a part of an address. */
Str chat_escape(Arena *arena, Str text);
/* Sets the headers of a request whose method, address and body are set. `headers` has room for
   CHAT_HEADERS_MAX. */
bool chat_headers(Arena *arena, const ChatModel *model, bool streams, HttpHeader *headers,
                  HttpRequest *http, Err *err) MUST_USE;
/* An image as an address that has its data. */
Str chat_image_url(Arena *arena, const ChatImage *image);
/* Calls `add` for each image of the messages from `from` to before `to`. */
void chat_each_image(const ChatRequest *request, size_t from, size_t to,
                     void (*add)(Arena *arena, Json *list, const ChatImage *image), Arena *arena,
                     Json *list);
/* The content of a message: the text alone, or the list if it has images, with the text behind them
   as a part of that type. */
Json *chat_content(Arena *arena, Json *list, Str type, Str text);
/* The text of the messages of one role from *at on, joined; then *at is the next message. */
Str chat_join(Arena *arena, const ChatRequest *request, size_t *at);
/* Sends a request whose answer is a JSON object, not a stream. Headers and limits are set here; an
   existing time limit is kept. */
bool chat_ask(Arena *arena, const ChatModel *model, HttpRequest *http, Json **answer,
              Err *err) MUST_USE;
/* Sets the error for an unsuccessful status. */
bool chat_fail_status(const ChatModel *model, unsigned status, Str reason, Err *err);
/* Upper bound on a request's input tokens. */
uint64_t chat_estimate_request(const ChatRequest *request);
