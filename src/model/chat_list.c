/* The models of a server, and its counter of input tokens. Both are conveniences around a request:
   a failing counter falls back to an estimate. */
#include "model/chat_state.h"

/* OpenRouter offers some 500 models. */
#define OFFERS_MAX 5000
#define PAGES_MAX 20

/* ---- models ---- */

/* Servers name the window differently. llama.cpp's own field is the training window, which its
   server may not offer. */
static uint64_t window_of(const Json *item)
{
    static const Str names[] = {STR_INIT("max_input_tokens"),   STR_INIT("context_length"),
                                STR_INIT("max_model_len"),      STR_INIT("context_window"),
                                STR_INIT("max_context_length"), STR_INIT("n_ctx")};
    uint64_t window = 0;
    for (size_t i = 0; i < COUNT(names); i++)
        if (chat_number(item, names[i], &window) && window && window <= CHAT_WINDOW_MAX)
            return window;
    return chat_number(json_get(item, STR("meta")), STR("n_ctx"), &window) &&
                   window <= CHAT_WINDOW_MAX
               ? window
               : 0;
}

static bool is_shown(Str name)
{
    for (size_t at = 0; at < name.len;)
        if (char_is_control(str_decode(name, &at)))
            return false;
    return name.len && name.len <= CHAT_NAME_BYTES_MAX;
}

/* Takes the models of one page; *after is the last id if more pages follow. */
static void take_page(Arena *arena, const Json *answer, ChatOfferVec *offers, Str *after)
{
    const Json *data = json_get(answer, STR("data")), *more = json_get(answer, STR("has_more"));
    const Json *list = data ? data : json_get(answer, STR("models"));
    Str last = json_text(answer, STR("last_id"));
    *after = more && more->type == JSON_TRUE && is_shown(last) ? last : (Str){0};
    for (const Json *item = list ? list->first : NULL; item && offers->len < OFFERS_MAX;
         item = item->next) {
        Str name = json_text(item, STR("id"));
        if (is_shown(name))
            *VEC_PUSH(arena, offers) = (ChatOffer){str_copy(arena, name), window_of(item)};
    }
}

bool chat_list(Arena *arena, const ChatModel *model, ChatOfferVec *offers, Err *err)
{
    bool is_paged = model->provider->api == CHAT_ANTHROPIC;
    Str after = {0}, path = is_paged ? STR("/v1/models?limit=1000") : STR("/models");
    *offers = (ChatOfferVec){0};
    if (model->provider->has_no_list) {
        err_set(err, ERR_USAGE, "%s: the provider has no list of models here",
                model->provider->name);
        return err_hint(err, "its console has one");
    }
    for (size_t page = 0; page < PAGES_MAX; page++) {
        Str url = chat_address(arena, model, path);
        if (after.len)
            url = str_format(arena, "%.*s&after_id=%.*s", STR_ARG(url),
                             STR_ARG(chat_escape(arena, after)));
        HttpRequest http = {.method = STR("GET"), .url = url};
        Json *answer = NULL;
        if (!chat_ask(arena, model, &http, &answer, err))
            return false;
        take_page(arena, answer, offers, &after);
        if (!is_paged || !after.len)
            break;
    }
    return true;
}

/* ---- counting ---- */

uint64_t chat_count(Arena *arena, const ChatRequest *request, bool *counted)
{
    const ChatModel *model = request->model;
    uint64_t tokens = 0;
    *counted = false;
    if (model->provider->counts) {
        HttpRequest http = {.method = STR("POST"),
                            .url = chat_address(arena, model, STR("/v1/messages/count_tokens")),
                            .body = chat_anthropic_count_body(arena, request),
                            .cancel = request->cancel};
        Json *answer = NULL;
        Err ignored = {0};
        *counted = chat_ask(arena, model, &http, &answer, &ignored) &&
                   chat_number(answer, STR("input_tokens"), &tokens) && tokens <= CHAT_WINDOW_MAX;
    }
    return *counted ? tokens : chat_estimate_request(request);
}
