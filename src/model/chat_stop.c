/* Why an answer ended, in the words of all providers. Gateways pass on the words of the provider
   behind them, so each API may have those of another. */
#include "model/chat_state.h"

static const struct {
    Str name;
    ChatStop stop;
} stops[] = {
    {STR_INIT("stop"), CHAT_ENDED},
    {STR_INIT("end_turn"), CHAT_ENDED},
    {STR_INIT("stop_sequence"), CHAT_ENDED},
    {STR_INIT("eos"), CHAT_ENDED},
    {STR_INIT("eos_token"), CHAT_ENDED},
    {STR_INIT("complete"), CHAT_ENDED},
    {STR_INIT("completed"), CHAT_ENDED},
    {STR_INIT("length"), CHAT_MAX_TOKENS},
    {STR_INIT("max_tokens"), CHAT_MAX_TOKENS},
    {STR_INIT("max_output_tokens"), CHAT_MAX_TOKENS},
    {STR_INIT("model_length"), CHAT_WINDOW},
    {STR_INIT("model_context_window_exceeded"), CHAT_WINDOW},
    {STR_INIT("refusal"), CHAT_REFUSED},
    {STR_INIT("content_filter"), CHAT_REFUSED},
    {STR_INIT("content_filtered"), CHAT_REFUSED},
    {STR_INIT("guardrail_intervened"), CHAT_REFUSED},
    {STR_INIT("safety"), CHAT_REFUSED},
    {STR_INIT("recitation"), CHAT_REFUSED},
    {STR_INIT("prohibited_content"), CHAT_REFUSED},
    {STR_INIT("tool_use"), CHAT_CALLED},
    {STR_INIT("tool_calls"), CHAT_CALLED},
    {STR_INIT("function_call"), CHAT_CALLED},
};

void chat_stop_take(ChatStream *stream, Str name)
{
    bool is_refused = stream->stop == CHAT_REFUSED;
    stream->has_stop = true;
    for (size_t i = 0; i < COUNT(stops); i++)
        if (str_equal_nocase(name, stops[i].name)) {
            stream->stop = is_refused ? CHAT_REFUSED : stops[i].stop;
            return;
        }
    if (is_refused)
        return;
    stream->stop = CHAT_OTHER;
    stream->why = str_copy(stream->arena, name);
}
