/* The outline of any bytes in any language. The first line names the language (seeds are made so by
   scripts/fuzz.sh); an unknown name chooses one by its hash. */
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
    arena_reset(&arena);
    Str text = {(const char *)data, size};
    Str name;
    if (!str_take_line(&text, &name))
        return 0;
    const Language *language = lang_find(name);
    if (!language)
        language = lang_at(str_hash(name) % lang_count());
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
