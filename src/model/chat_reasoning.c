/* Reasoning that goes back to the model with its answer. Some providers want it, whole and
   unchanged: with a signature (Anthropic, Bedrock), encrypted (OpenAI's responses), or as a field
   of the message (DeepSeek, Kimi, OpenRouter). It is kept in the provider's own form, and goes to
   no other model. Reasoning that comes after text has no place in a message of one text: then none
   is kept. */
#include "model/chat_state.h"

#include "model/key.h"

/* Some 60,000 tokens. A longer thought is not kept: models do without. */
#define KEPT_BYTES_MAX ((size_t)256 * KB)
#define FORM_MODEL STR("model")
#define FORM_ITEMS STR("items")

static Str model_id(Arena *arena, const ChatModel *model)
{
    return str_format(arena, "%s/%.*s", model->provider->name, STR_ARG(model->name));
}

void chat_reasoning_open(ChatStream *stream)
{
    stream->kept = buf_open(stream->arena, KEPT_BYTES_MAX);
    stream->reasoning = buf_open(stream->arena, KEPT_BYTES_MAX);
    stream->signature = buf_open(stream->arena, KEPT_BYTES_MAX);
}

void chat_reasoning_put(ChatStream *stream, Buf *part, Str text)
{
    if (stream->request->keeps_reasoning)
        buf_put(part, text);
}

void chat_reasoning_keep(ChatStream *stream, const Json *item)
{
    if (!stream->request->keeps_reasoning)
        return;
    bool is_apart = stream->request->model->provider->api == CHAT_OPENAI;
    stream->keeps_none |= stream->text.len > 0 && !is_apart;
    if (stream->kept.len)
        buf_put_byte(&stream->kept, ',');
    json_write(&stream->kept, item, 0);
}

Str chat_reasoning_text(ChatStream *stream)
{
    const ChatModel *model = stream->request->model;
    Arena *arena = stream->arena;
    if (stream->reasoning_field.len && stream->reasoning.len) {
        Json *item = json_object(arena);
        json_set(item, STR("field"), json_str(arena, stream->reasoning_field));
        json_set(item, STR("text"), json_str(arena, buf_str(&stream->reasoning)));
        chat_reasoning_keep(stream, item);
    }
    Str items = buf_str(&stream->kept);
    bool is_whole = !stream->kept.overflow && !stream->reasoning.overflow && !stream->keeps_none;
    Buf out = buf_open(arena, 0);
    if (!items.len || !is_whole || (model->key.len && str_find(items, model->key) != STR_NONE))
        return (Str){0};
    buf_put(&out, STR("{\"model\":"));
    json_write_str(&out, model_id(arena, model));
    buf_printf(&out, ",\"items\":[%.*s]}", STR_ARG(items));
    return buf_str(&out);
}

const Json *chat_reasoning_of(Arena *arena, const ChatRequest *request, size_t at,
                              ChatFields fields)
{
    Json *form = NULL;
    Err ignored;
    Str text = request->messages[at].reasoning;
    if (!text.len || fields.has_no_thoughts || !json_parse(arena, text, &form, &ignored) ||
        !str_equal(json_text(form, FORM_MODEL), model_id(arena, request->model)))
        return NULL;
    const Json *items = json_get(form, FORM_ITEMS);
    return items && items->type == JSON_ARRAY ? items->first : NULL;
}

Json *chat_reasoning_copy(Arena *arena, const Json *item)
{
    Json *copy = NEW(arena, Json, 1);
    *copy = *item;
    copy->next = NULL;
    return copy;
}
