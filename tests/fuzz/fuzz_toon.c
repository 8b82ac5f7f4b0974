/* The first byte chooses the options. Whatever decodes is encoded, and then decodes strictly to
   what is encoded the same; JSON that parses goes the same way. */
#include "text/toon.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static Str encode(Arena *arena, Arena *scratch, const Json *value, const ToonOptions *options)
{
    Err err;
    Buf buf = buf_open(arena, 0);
    bool done = toon_encode(scratch, value, options, &buf, &err);
    assert(done);
    return buf_str(&buf);
}

static void check_value(Arena *arena, Arena *scratch, const Json *value, ToonOptions options)
{
    Err err;
    Json *again;
    options.lenient = options.expand_paths = options.fold_keys = false;
    Str toon = encode(arena, scratch, value, &options);
    bool decoded = toon_decode(arena, toon, &options, &again, &err);
    assert(decoded);
    assert(str_equal(toon, encode(arena, scratch, again, &options)));
    if (options.shape == TOON_V4)
        return;
    options.fold_keys = options.expand_paths = true;
    if (!toon_decode(arena, encode(arena, scratch, value, &options), &options, &again, &err))
        assert(err.message[0]); /* dotted names may clash with folded ones */
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (!size)
        return 0;
    Arena arena, scratch;
    Err err;
    Json *value;
    ToonOptions options = {.delimiter = ",\t|,"[data[0] & 3],
                           .indent = 1 + (data[0] >> 2 & 1),
                           .lenient = data[0] >> 3 & 1,
                           .shape = data[0] >> 4 & 1 ? TOON_V3 : TOON_V4};
    options.expand_paths = options.shape == TOON_V3 && data[0] >> 5 & 1;
    Str text = {(const char *)data + 1, size - 1};
    arena_open(&arena, 4 * GB);
    arena_open(&scratch, 4 * GB);
    if (toon_decode(&arena, text, &options, &value, &err))
        check_value(&arena, &scratch, value, options);
    else
        assert(err.message[0]);
    if (json_parse(&arena, text, &value, &err))
        check_value(&arena, &scratch, value, options);
    arena_close(&arena);
    arena_close(&scratch);
    return 0;
}
