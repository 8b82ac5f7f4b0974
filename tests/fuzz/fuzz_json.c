/* Whatever parses is written, parses again and is written the same. */
#include "base/json.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static Str written(Arena *arena, const Json *value, int indent)
{
    Buf buf = buf_open(arena, 0);
    json_write(&buf, value, indent);
    return buf_str(&buf);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    Arena arena;
    Err err;
    Json *value, *again;
    arena_open(&arena, 1 * GB);
    if (json_parse(&arena, (Str){(const char *)data, size}, &value, &err)) {
        Str compact = written(&arena, value, 0);
        bool parsed = json_parse(&arena, written(&arena, value, 2), &again, &err);
        assert(parsed);
        assert(str_equal(compact, written(&arena, again, 0)));
    }
    arena_close(&arena);
    return 0;
}
