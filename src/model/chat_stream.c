/* One attempt of a chat request: bytes of the answer become events, events become text, and
   thoughts are removed from it (chat_thought.h). Each event is parsed as JSON with all limits, in
   memory that is released after it. An event that is not JSON ends the attempt. Some servers cut an
   answer within a character; the halves become U+FFFD. A server that ignores `stream` and answers
   with one JSON value is recognised by the first byte. */
#include "model/chat_state.h"

#include "model/key.h"
#include "model/reason.h"

/* The longest answers of models have some 128,000 tokens. */
#define TEXT_BYTES_MAX (4 * MB)
/* A reply shows one line of a refusal. */
#define REFUSAL_BYTES_MAX 1000
/* Shorter keys are placeholders for servers that need none ("none", "ollama"): hiding such words
   would change answers. */
#define HIDDEN_KEY_BYTES_MIN 16

/* For a character that is not whole. */
#define REPLACEMENT STR("\xEF\xBF\xBD")

/* The code unit of `\uXXXX` at an offset; 0: no such escape. */
static unsigned unit_at(Str text, size_t at)
{
    uint32_t unit;
    bool escape = str_starts(str_from_offset(text, at), STR("\\u"));
    return escape && str_parse_unit(text, at + 2, &unit) ? unit : 0;
}

static bool is_high(unsigned unit)
{
    return unit >= 0xD800 && unit <= 0xDBFF;
}

static bool is_low(unsigned unit)
{
    return unit >= 0xDC00 && unit <= 0xDFFF;
}

/* Appends an escape that stands alone, where a pair is needed. Servers cut texts into tokens, so a
   pair may come in two events: the first half ends a text, and the second half begins the next. */
static void put_half(ChatStream *stream, Buf *out, Str text, size_t at, unsigned unit)
{
    bool ends = at + 6 < text.len && text.ptr[at + 6] == '"';
    bool begins = at && text.ptr[at - 1] == '"';
    if (is_high(unit) && ends)
        stream->high = unit;
    else if (is_low(unit) && begins && stream->waiting)
        buf_printf(out, "\\u%04X\\u%04X", stream->waiting, unit);
    else
        buf_put(out, STR("\\uFFFD"));
    if (is_low(unit) && begins)
        stream->waiting = 0;
}

/* The text with incomplete characters completed or replaced: bytes that are not UTF-8, and unpaired
   surrogates. */
static Str repair(ChatStream *stream, Arena *arena, Str data)
{
    Buf clean = buf_open(arena, 0), out = buf_open(arena, 0);
    buf_put_text(&clean, data);
    Str text = buf_str(&clean);
    for (size_t i = 0, next; i < text.len; i = next) {
        unsigned unit = text.ptr[i] == '\\' ? unit_at(text, i) : 0;
        bool is_pair = is_high(unit) && is_low(unit_at(text, i + 6));
        bool is_half = !is_pair && (is_high(unit) || is_low(unit));
        next = MIN(text.len, i + (is_pair ? 12 : is_half ? 6 : text.ptr[i] == '\\' ? 2 : 1));
        if (is_half)
            put_half(stream, &out, text, i, unit);
        else
            buf_put(&out, str_slice(text, i, next));
    }
    return buf_str(&out);
}

static bool parse(ChatStream *stream, Arena *arena, Str data, Json **value)
{
    Err ignored;
    return json_parse(arena, data, value, &ignored) ||
           json_parse(arena, repair(stream, arena, data), value, &ignored);
}

static bool take_event(void *state, Str type, Str data)
{
    ChatStream *stream = state;
    Arena scratch = *stream->scratch;
    Json *value = NULL;
    if (stream->is_finished || !str_trim(data).len)
        return true;
    stream->has_event = true;
    if (str_equal(str_trim(data), STR("[DONE]"))) {
        stream->is_finished = true;
        return true;
    }
    if (!parse(stream, &scratch, data, &value) || value->type != JSON_OBJECT)
        return !stream->is_ending &&
               chat_stream_fail(stream, 500, STR("an event of the answer is not valid JSON"));
    bool goes_on = chat_protocol(stream->request->model)->event(stream, type, value);
    stream->waiting = stream->high ? stream->high : stream->waiting;
    stream->high = 0;
    return goes_on;
}

/* Takes a frame of an answer; a fault has a type and says why. */
static bool take_frame(void *state, bool is_fault, Str type, Str payload)
{
    ChatStream *stream = state;
    if (!is_fault || stream->is_finished)
        return take_event(state, type, payload);
    stream->has_event = true;
    Str why = reason_find(stream->arena, payload, stream->request->model->key);
    return chat_stream_fail(stream, chat_converse_status(type),
                            why.len       ? why
                            : payload.len ? payload
                                          : type);
}

/* Passes text of the answer on. */
static bool deliver(void *state, Str text)
{
    ChatStream *stream = state;
    const ChatRequest *request = stream->request;
    buf_put(&stream->text, text);
    if (stream->text.overflow) {
        stream->why = STR("the answer is too long");
        return !(stream->is_stopped = true);
    }
    if (request->take && !request->take(request->state, text))
        stream->is_stopped = true;
    return !stream->is_stopped;
}

/* Passes on the complete lines of the thoughts, without the key. */
void chat_stream_think(ChatStream *stream, Str text)
{
    const ChatRequest *request = stream->request;
    if (!request->think || !text.len)
        return;
    buf_put(&stream->thought, text);
    Str all = buf_str(&stream->thought);
    size_t end = str_find_last_byte(all, '\n');
    if (end == STR_NONE)
        return;
    Str lines = str_copy(stream->arena, str_slice(all, 0, end + 1));
    Str rest = str_copy(stream->arena, str_from_offset(all, end + 1));
    stream->thought.len = 0;
    buf_put(&stream->thought, rest);
    request->think(request->state, key_hide(stream->arena, lines, request->model->key));
}

static void end_thoughts(ChatStream *stream)
{
    if (stream->thought.len)
        chat_stream_think(stream, STR("\n"));
}

static void think(void *state, Str text)
{
    chat_stream_think(state, text);
}

/* The beginning of the delivered text was a thought; the rest is delivered again. */
static bool retract(void *state, size_t count)
{
    ChatStream *stream = state;
    const ChatRequest *request = stream->request;
    chat_stream_think(stream, str_copy(stream->arena, str_slice(buf_str(&stream->text), 0, count)));
    Str kept = str_copy(stream->arena, str_from_offset(buf_str(&stream->text), count));
    stream->text.len = 0;
    if (request->retract)
        request->retract(request->state);
    return !kept.len || deliver(stream, kept);
}

void chat_stream_open(ChatStream *stream, const ChatRequest *request, Arena *arena, Arena *scratch)
{
    *stream = (ChatStream){
        .request = request,
        .arena = arena,
        .scratch = scratch,
        .text = buf_open(arena, TEXT_BYTES_MAX),
        .held = buf_open(arena, 0),
        .thought = buf_open(arena, TEXT_BYTES_MAX),
        .thoughts = {.put = deliver, .retract = retract, .think = think, .state = stream}};
    thought_open(&stream->thoughts, arena);
    chat_reasoning_open(stream);
    sse_open(&stream->events, scratch, take_event, stream);
    aws_events_open(&stream->frames, scratch, take_frame, stream);
}

static bool take_frames(ChatStream *stream, Str piece)
{
    if (aws_events_take(&stream->frames, piece))
        return !stream->is_finished;
    if (stream->frames.is_broken && !stream->is_finished)
        chat_stream_fail(stream, 500, STR("a frame of the answer is broken"));
    return false;
}

bool chat_stream_take(void *state, Str piece)
{
    ChatStream *stream = state;
    for (size_t i = 0; i < piece.len && !stream->is_started; i++)
        if (!byte_is_space(piece.ptr[i])) {
            stream->is_started = true;
            stream->is_plain = piece.ptr[i] == '{';
        }
    if (!stream->is_plain && chat_protocol(stream->request->model)->is_framed)
        return take_frames(stream, piece);
    if (stream->is_plain || sse_take(&stream->events, piece))
        return !stream->is_finished;
    if (stream->events.is_too_long)
        chat_stream_fail(stream, 500, STR("an event of the answer is too long"));
    return false;
}

/* The length of the longest suffix of the text that is a prefix of the key. */
static size_t begun_key(Str text, Str key)
{
    size_t len = MIN(text.len, key.len ? key.len - 1 : 0);
    while (len && !str_starts(key, str_from_offset(text, text.len - len)))
        len--;
    return len;
}

/* No text has a NUL: it would make a file binary, and end a message. */
static Str without_nul(Arena *arena, Str text)
{
    Buf out = buf_open(arena, 0);
    if (str_find_byte(text, '\0') == STR_NONE)
        return text;
    for (size_t i = 0; i < text.len; i++)
        buf_put(&out, text.ptr[i] ? str_slice(text, i, i + 1) : REPLACEMENT);
    return buf_str(&out);
}

bool chat_stream_put(ChatStream *stream, Str text)
{
    Str key = stream->request->model->key;
    if (!text.len)
        return true;
    stream->has_text = true;
    end_thoughts(stream);
    text = without_nul(stream->arena, text);
    if (stream->waiting) { /* no second half came for it */
        stream->waiting = 0;
        text = str_join(stream->arena, REPLACEMENT, text);
    }
    if (key.len < HIDDEN_KEY_BYTES_MIN)
        return thought_take(&stream->thoughts, text);
    Str all = key_hide(stream->arena, str_join(stream->arena, buf_str(&stream->held), text), key);
    size_t kept = begun_key(all, key);
    stream->held.len = 0;
    buf_put(&stream->held, str_from_offset(all, all.len - kept));
    return thought_take(&stream->thoughts, str_slice(all, 0, all.len - kept));
}

void chat_stream_refuse(ChatStream *stream, Str refusal)
{
    if (!refusal.len)
        return;
    stream->stop = CHAT_REFUSED;
    if (stream->why.len < REFUSAL_BYTES_MAX)
        stream->why = str_join(stream->arena, stream->why, refusal);
}

bool chat_stream_fail(ChatStream *stream, unsigned status, Str reason)
{
    if (!stream->fault) {
        stream->fault = status;
        stream->fault_reason = reason_line(stream->arena, reason, stream->request->model->key);
    }
    return false;
}

static void take_plain(ChatStream *stream, Str body)
{
    Json *answer = NULL;
    if (!parse(stream, stream->scratch, body, &answer)) {
        chat_stream_fail(stream, 500, STR("the answer is not valid JSON"));
        return;
    }
    chat_protocol(stream->request->model)->whole(stream, answer);
}

/* Takes the last event of a server that ends without an empty line. A part of one is dropped. */
static void take_rest(ChatStream *stream)
{
    bool has_ended = stream->is_finished || stream->is_stopped || stream->fault;
    stream->is_ending = true;
    if (!has_ended && !stream->is_plain && !chat_protocol(stream->request->model)->is_framed)
        (void)!sse_take(&stream->events, STR("\n\n\n"));
}

void chat_stream_end(ChatStream *stream, Str body)
{
    if (stream->is_plain && !stream->fault)
        take_plain(stream, body);
    take_rest(stream);
    if (stream->waiting && !stream->is_stopped) {
        stream->waiting = 0;
        (void)!chat_stream_put(stream, REPLACEMENT);
    }
    if (!stream->is_stopped && thought_take(&stream->thoughts, buf_str(&stream->held)))
        (void)thought_end(&stream->thoughts);
    end_thoughts(stream);
    stream->held.len = 0;
}

bool chat_number(const Json *object, Str key, uint64_t *number)
{
    const Json *value = json_get(object, key);
    return value && value->type == JSON_NUMBER && str_parse_u64(value->text, number);
}
