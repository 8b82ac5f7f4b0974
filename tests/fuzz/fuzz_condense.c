/* An outline made with gaps (lang/condense.h) is the same as one made without, or the whole parse
   has errors that the other does not see. The first line names the language. */
#include "outline_valid.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static Arena one, other, scratch;
    if (!one.begin) {
        arena_open(&one, 0);
        arena_open(&other, 0);
        arena_open(&scratch, 0);
    }
    arena_reset(&one);
    arena_reset(&other);
    Str text = {(const char *)data, size}, name;
    const Language *language = str_take_line(&text, &name) ? lang_find(name) : NULL;
    if (!language)
        return 0;
    Outline whole = {0}, condensed = {0};
    OutlineOptions options = {.time_ms = 5000, .want_docs = true, .no_ctags = true};
    lang_outline(&one, scratch, language, text, &options, &condensed);
    options.whole = true;
    lang_outline(&other, scratch, language, text, &options, &whole);
    const char *wrong = outline_invalid(&condensed, text);
    wrong = wrong ? wrong : outline_condensed_wrong(&whole, &condensed);
    if (wrong) {
        fprintf(stderr, "%.*s: %s\n", STR_ARG(lang_id(language)), wrong);
        abort();
    }
    return 0;
}
