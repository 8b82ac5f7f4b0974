/* Continuation tokens: whatever is taken is written and read back the same. */
#include "tools/continuation.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static Arena arena;
    if (!arena.begin)
        arena_open(&arena, GB);
    arena_reset(&arena);
    Continuation token, back;
    Err err = {0};
    if (!continuation_parse(&arena, (Str){(const char *)data, size}, &token, &err)) {
        if (!err.message[0] || !err.hint[0])
            abort();
        return 0;
    }
    if (!token.given[CONTINUATION_TOTAL])
        token.total_chunks = MAX(token.offset, 1);
    if (!token.given[CONTINUATION_CHECKSUM])
        token.checksum = STR("0000000000000000000000000000000000000000000000000000000000000000");
    token.current_chunk = token.offset;
    Buf out = buf_open(&arena, 0);
    continuation_put(&out, &token);
    if (!continuation_parse(&arena, buf_str(&out), &back, &err))
        abort();
    if (!str_equal(back.file, token.file) || back.offset != token.offset ||
        back.has_more != token.has_more || back.max_tokens != token.max_tokens)
        abort();
    return 0;
}
