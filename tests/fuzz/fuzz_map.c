/* A map of any bytes in any language keeps every budget in every form; JSON parses. The first line
   names the language; its length picks the budget. */
#include "view/file_map.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_map(const MapFile *file, const MapOptions *options)
{
    Arena arena, scratch;
    arena_open(&arena, 1 * GB);
    arena_open(&scratch, 4 * GB);
    Buf out = buf_open(&arena, 0);
    file_map_write(&out, scratch, file, options);
    assert(!out.overflow && out.len > 0 && out.len <= options->budget);
    assert(str_is_utf8(buf_str(&out)));
    if (options->format == VIEW_JSON) {
        Err err = {0};
        Json *value = NULL;
        bool parsed = json_parse(&arena, buf_str(&out), &value, &err);
        assert(parsed);
    }
    arena_close(&arena);
    arena_close(&scratch);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    Arena arena, scratch;
    Outline outline;
    Str rest = {(const char *)data, size}, id;
    const OutlineOptions options = {.time_ms = 2000, .want_docs = true, .no_ctags = true};
    if (!str_take_line(&rest, &id))
        return 0;
    const Language *language = lang_find(id);
    if (!language)
        return 0;
    arena_open(&arena, 4 * GB);
    arena_open(&scratch, 4 * GB);
    lang_outline(&arena, scratch, language, rest, &options, &outline);
    MapFile file = {id, rest.len, &outline};
    for (size_t i = 0; i < 3 * VIEW_FORMAT_COUNT; i++) {
        MapOptions map = {.format = (ViewFormat)(i % VIEW_FORMAT_COUNT),
                          .budget = MAP_BUDGET_MIN + (rest.len * (i + 1)) % 5000,
                          .docs = i % 2};
        check_map(&file, &map);
    }
    arena_close(&arena);
    arena_close(&scratch);
    return 0;
}
