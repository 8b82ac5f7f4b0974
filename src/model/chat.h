/* Client of chat models: Anthropic's Messages API, OpenAI's chat completions, which many servers
   offer (ollama, llama.cpp, vLLM, LM Studio, OpenRouter), OpenAI's responses, and Amazon's
   Converse. Answers are streamed; servers are untrusted. A key is sent only to the model's own host
   and appears in no error. */
#pragma once

#include "base/err.h"
#include "base/vec.h"
#include "net/aws.h"

typedef enum ChatApi {
    CHAT_ANTHROPIC, /* POST /v1/messages */
    CHAT_OPENAI,    /* POST /chat/completions */
    CHAT_RESPONSES, /* POST /responses */
    CHAT_CONVERSE,  /* POST /model/ID/converse-stream */
    CHAT_API_COUNT
} ChatApi;

/* How a request carries its key. */
typedef enum ChatKeyForm {
    CHAT_KEY_BEARER,
    CHAT_KEY_X_API_KEY,
    CHAT_KEY_API_KEY, /* Azure's */
    CHAT_KEY_AWS      /* as a bearer; without a key requests are signed */
} ChatKeyForm;

/* A provider: a row of chat_providers.def. */
typedef struct ChatProvider {
    const char *name; /* the part of `model` before the slash */
    ChatApi api;
    /* Default base address; empty: no default. `{region}`, `{project}` and `{host}` come from the
       environment. */
    const char *url;
    const char *below;        /* added to an address without a path; NULL: nothing */
    const char *url_variable; /* environment variable that replaces it; NULL: none */
    const char *key_variable; /* environment variable of the key; NULL: no key needed */
    ChatKeyForm key_form;
    const char *about;      /* one line for lists and first use */
    bool limits_completion; /* the limit's name is max_completion_tokens, not max_tokens */
    bool is_ollama;         /* has ollama's own API as well */
    bool is_vertex;         /* the model is a part of the path, the version of the body */
    bool counts;            /* counts a request's tokens */
    bool has_no_list;       /* of models, at this address */
    bool lists_prices;      /* it is the maker, at the prices of its list */
    bool wants_reasoning;   /* sent back with the answer, where the API does not demand it */
} ChatProvider;
size_t chat_provider_count(void);
const ChatProvider *chat_provider_at(size_t index);
const ChatProvider *chat_provider_find(Str name); /* NULL when unknown */

typedef struct ChatModel {
    const ChatProvider *provider;
    Str name;      /* as the provider calls it */
    Str url;       /* base address */
    Str key;       /* empty: none. It is hidden in all that the server sends */
    AwsAccess aws; /* signs the requests if it has an id */
    unsigned retries;
    int silence_ms;  /* longest wait for the next byte of an answer */
    Str effort;      /* how long it thinks, in the provider's words; empty: its default */
    Str temperature; /* a number; empty: its default */
} ChatModel;

/* Splits `provider/id` and fills in address and key from the environment. A given `url` takes
   precedence over the provider's variable. `key_file` (may be empty) is a file of mode 0600 whose
   only line is the key; it is used if the variable is unset. Checks that the address is valid, that
   a key exists if the provider's usual address needs one, and that no key goes unencrypted over a
   network. Retries and silence have defaults, which the caller may change. */
bool chat_model_set(Arena *arena, Str model, Str url, Str key_file, ChatModel *chat,
                    Err *err) MUST_USE;
/* Host and port of its address. */
Str chat_model_place(const ChatModel *model);
/* Whether its server is one that users run themselves, usually on this machine: such a server may
   give a model a small window. */
bool chat_model_is_local(const ChatModel *model);

typedef enum ChatRole {
    CHAT_USER,
    CHAT_ASSISTANT
} ChatRole;

/* An image, in base64. */
typedef struct ChatImage {
    Str type; /* image/png, image/jpeg, image/gif or image/webp */
    Str data;
} ChatImage;

typedef struct ChatMessage {
    ChatRole role;
    Str text;
    Str reasoning;           /* ChatReply.reasoning of this answer; empty: none */
    const ChatImage *images; /* before the text; of the user only */
    size_t image_count;
    bool stable; /* the prefix up to here is the same in the next request: worth caching */
} ChatMessage;

typedef struct ChatRequest {
    const ChatModel *model;
    Str system;
    const ChatMessage *messages; /* at least one; the last is the user's */
    size_t count;
    uint32_t max_tokens;         /* of the answer */
    bool keeps_reasoning;        /* to be sent back with the next request */
    const volatile bool *cancel; /* NULL: never */
    /* Receives the answer's text as it arrives, without the model's thoughts; false ends the
       request. NULL: only the reply. */
    bool (*take)(void *state, Str text);
    /* Receives the model's thoughts as they arrive, line by line. NULL: ignored. */
    void (*think)(void *state, Str text);
    /* Called if all text taken so far was a thought: its end mark has come without its beginning.
       The part that belongs to the answer is passed to `take` again. NULL: ignored. */
    void (*retract)(void *state);
    /* Called with the reason of a wait before another attempt: "529, again in 2 s"; or with what
       the server does not accept and was left out. NULL: ignored. */
    void (*waiting)(void *state, Str why);
    void *state;
} ChatRequest;

typedef enum ChatStop {
    CHAT_ENDED,
    CHAT_MAX_TOKENS,
    CHAT_REFUSED, /* by the model or a filter */
    CHAT_WINDOW,  /* the model's window was exceeded */
    CHAT_CUT,     /* cancelled, or the connection broke after text had arrived */
    CHAT_CALLED,  /* the model called a tool, although it has none */
    CHAT_OTHER,   /* for a reason that is not known to end an answer */
    CHAT_STOP_COUNT
} ChatStop;
Str chat_stop_name(ChatStop stop);

typedef struct ChatUsage {
    uint64_t input, output;           /* tokens; input without those of the cache */
    uint64_t cache_read, cache_write; /* input tokens */
    bool known;                       /* the server reported them; else these are estimates */
} ChatUsage;

typedef struct ChatReply {
    Str text;             /* without the model's thoughts */
    Str reasoning;        /* in a form for the model alone, with keeps_reasoning; or empty */
    bool thought, called; /* the model thought; it called a tool */
    ChatStop stop;        /* the text is complete only with CHAT_ENDED */
    ChatUsage usage;
    unsigned attempts;
    Str why; /* a reason, one line; may be empty */
} ChatReply;

/* Sends a request and waits for the answer. Text received before a failure is kept: the reply then
   has CHAT_CUT, and it is a success. Fails if no text arrived. ERR_INTERRUPTED: cancelled before
   any text. ERR_USAGE: the server rejects the request (400, 404, 413, 422); ERR_OVER_WINDOW: since
   it is too large. The reply's usage and number of attempts are always set; usage is the sum over
   all answered attempts. */
bool chat_send(Arena *arena, const ChatRequest *request, ChatReply *reply, Err *err) MUST_USE;
/* An estimate of the tokens of an image, above what is known of the providers. */
#define CHAT_IMAGE_TOKENS 5000
/* Upper bound on a text's tokens; common tokenizers give fewer. */
uint64_t chat_estimate(Str text);
/* The input tokens of a request: from the provider's counter if it has one, else an upper bound.
 *counted says which. A failing counter is no error. */
uint64_t chat_count(Arena *arena, const ChatRequest *request, bool *counted);
/* A model offered by the server. */
typedef struct ChatOffer {
    Str name;
    uint64_t window; /* tokens; 0: not stated */
} ChatOffer;
typedef VEC(ChatOffer) ChatOfferVec;
bool chat_list(Arena *arena, const ChatModel *model, ChatOfferVec *offers, Err *err) MUST_USE;
/* The model's window in tokens, as stated by the server; 0: not stated. ollama decides when it
   loads the model, so it is asked to load it, which may take a minute. */
uint64_t chat_window(Arena *arena, const ChatModel *model, const volatile bool *cancel);
