/* Estimate of tokens without the model's tokenizer. A byte-pair encoding merges letters into pieces
   of words, and seldom merges across kinds of characters. So words, numbers, spaces and other
   characters are counted each by the shortest pieces that occur in source text. */
#include "model/chat_state.h"

/* Bytes of a token: in a word, in a number, in a run of spaces. */
#define WORD_BYTES 3
#define NUMBER_BYTES 2
#define SPACE_BYTES 4
/* What a chat template adds to each message, and to a request. */
#define MESSAGE_TOKENS 8
#define REQUEST_TOKENS 16

typedef enum ByteKind {
    KIND_WORD,
    KIND_NUMBER,
    KIND_SPACE,
    KIND_OTHER /* each byte is a token */
} ByteKind;

static ByteKind kind_of(char c)
{
    if (byte_is_alpha(c))
        return KIND_WORD;
    if (byte_is_digit(c))
        return KIND_NUMBER;
    return c == ' ' || c == '\t' ? KIND_SPACE : KIND_OTHER;
}

uint64_t chat_estimate(Str text)
{
    static const size_t bytes[] = {WORD_BYTES, NUMBER_BYTES, SPACE_BYTES, 1};
    uint64_t tokens = 0;
    for (size_t i = 0, end = 0; i < text.len; i = end) {
        ByteKind kind = kind_of(text.ptr[i]);
        end = i + 1;
        while (end < text.len && kind_of(text.ptr[end]) == kind)
            end++;
        bool is_joined = kind == KIND_SPACE && end - i == 1; /* a space belongs to the next word */
        tokens += is_joined ? 0 : (end - i + bytes[kind] - 1) / bytes[kind];
    }
    return tokens;
}

uint64_t chat_estimate_request(const ChatRequest *request)
{
    uint64_t tokens = REQUEST_TOKENS + chat_estimate(request->system);
    for (size_t i = 0; i < request->count; i++)
        tokens += MESSAGE_TOKENS + chat_estimate(request->messages[i].text);
    return tokens;
}
