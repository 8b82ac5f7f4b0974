/* Any bytes as C, C++, Objective-C or CUDA, read by our own reader of that family: the outline is
   valid, lines are those of the offsets, references lie in the symbols they belong to, and asking
   for them changes no symbol. The first line names the language, as scripts/fuzz.sh makes seeds. */
#include "outline_valid.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const char *const family[] = {"c", "cpp", "objc", "cuda"};

static const Language *choose(Str name)
{
    for (size_t i = 0; i < COUNT(family); i++) {
        if (str_equal(name, str_from(family[i])))
            return lang_find(name);
    }
    return lang_find(str_from(family[str_hash(name) % COUNT(family)]));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    Arena arena, scratch;
    Str text = {(const char *)data, size}, name;
    if (!str_take_line(&text, &name))
        return 0;
    const Language *language = choose(name);
    const OutlineOptions full = {.want_references = true, .want_cuts = true, .no_ctags = true};
    const OutlineOptions plain = {.no_ctags = true};
    Outline with = {0}, without = {0};
    arena_open(&arena, 2 * GB);
    arena_open(&scratch, 2 * GB);
    lang_outline(&arena, scratch, language, text, &full, &with);
    lang_outline(&arena, scratch, language, text, &plain, &without);
    const char *wrong = outline_invalid(&with, text);
    wrong = wrong ? wrong : outline_invalid(&without, text);
    wrong = wrong ? wrong : outline_misplaced(&with, text);
    wrong = wrong ? wrong : outline_difference(&with, &without);
    if (wrong) {
        fprintf(stderr, "%.*s: %s\n", STR_ARG(lang_id(language)), wrong);
        abort();
    }
    arena_close(&arena);
    arena_close(&scratch);
    return 0;
}
