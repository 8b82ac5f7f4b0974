/* The outline of any bytes in any language. The first two bytes choose the language. */
#include "outline_valid.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static Arena arena;
    static Arena scratch;
    if (!arena.begin) {
        arena_open(&arena, 0);
        arena_open(&scratch, 0);
    }
    if (size < 2)
        return 0;
    arena_reset(&arena);
    const Language *language = lang_at((size_t)(data[0] | data[1] << 8) % lang_count());
    Str text = {(const char *)data + 2, size - 2};
    Outline outline = {0};
    const OutlineOptions options = {
        .time_ms = 5000, .want_references = true, .want_cuts = true, .no_ctags = true};
    lang_outline(&arena, scratch, language, text, &options, &outline);
    const char *wrong = outline_invalid(&outline, text);
    if (wrong) {
        fprintf(stderr, "%.*s: %s\n", STR_ARG(lang_id(language)), wrong);
        abort();
    }
    return 0;
}
