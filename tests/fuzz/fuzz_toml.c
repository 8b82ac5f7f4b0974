/* Whatever parses is valid JSON within the caps. */
#include "text/toml.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    Arena arena;
    Err err;
    Json *value, *again;
    arena_open(&arena, 1 * GB);
    if (toml_parse(&arena, (Str){(const char *)data, size}, &value, &err)) {
        Buf buf = buf_open(&arena, 0);
        json_write(&buf, value, 0);
        bool parsed = json_parse(&arena, buf_str(&buf), &again, &err);
        assert(parsed && again->count == value->count);
    } else {
        assert(err.message[0]);
    }
    arena_close(&arena);
    return 0;
}
