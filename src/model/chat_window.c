/* The window of a model. Most servers state it in their list of models. llama.cpp's list has the
   file of its only model, which serves any requested name. ollama's list does not state the window.
   The model's own figure is a maximum there: the window set at loading counts (`/api/ps`). A longer
   prompt would lose its beginning there without an error. */
#include "model/chat_state.h"

/* Queries ollama's own API, at the same address without /v1. */
static bool ask_ollama(Arena *arena, const ChatModel *model, HttpRequest http, Json **answer)
{
    Err ignored = {0};
    Str root = model->url;
    if (!str_ends(root, STR("/v1")))
        return false;
    root.len -= STR("/v1").len;
    http.url = str_join(arena, root, http.url);
    return chat_ask(arena, model, &http, answer, &ignored);
}

/* Whether it is the model's name in ollama's lists, where `latest` is the usual tag. */
static bool is_named(Str listed, Str name)
{
    Str rest = str_from_offset(listed, name.len);
    return str_starts(listed, name) && (!rest.len || str_equal(rest, STR(":latest")));
}

static uint64_t loaded_window(const Json *answer, Str name)
{
    const Json *models = json_get(answer, STR("models"));
    uint64_t window = 0;
    for (const Json *item = models ? models->first : NULL; item; item = item->next)
        if (is_named(json_text(item, STR("model")), name) &&
            chat_number(item, STR("context_length"), &window) && window <= CHAT_WINDOW_MAX)
            return window;
    return 0;
}

static uint64_t ollama_window(Arena *arena, const ChatModel *model, const volatile bool *cancel)
{
    Buf body = buf_open(arena, 0);
    Json *load = json_object(arena), *answer = NULL;
    json_set(load, STR("model"), json_str(arena, model->name));
    json_set(load, STR("stream"), json_bool(arena, false));
    json_write(&body, load, 0);
    HttpRequest loading = {.method = STR("POST"),
                           .url = STR("/api/generate"),
                           .body = buf_str(&body),
                           .time_ms = model->silence_ms,
                           .cancel = cancel};
    HttpRequest listing = {.method = STR("GET"), .url = STR("/api/ps"), .cancel = cancel};
    if (!ask_ollama(arena, model, loading, &answer) || !ask_ollama(arena, model, listing, &answer))
        return 0;
    return loaded_window(answer, model->name);
}

uint64_t chat_window(Arena *arena, const ChatModel *model, const volatile bool *cancel)
{
    ChatOfferVec offers;
    Err ignored = {0};
    if (model->provider->is_ollama)
        return ollama_window(arena, model, cancel);
    if (chat_list(arena, model, &offers, &ignored))
        for (size_t i = 0; i < offers.len; i++)
            if (offers.len == 1 || str_equal(offers.ptr[i].name, model->name))
                return offers.ptr[i].window;
    return 0;
}
