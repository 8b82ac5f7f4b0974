/* What universal-ctags might print for a text: up to a line `---` its output, then the text.
   Whatever it says, the outline is valid. */
#include "outline_valid.h"

#include "lang/fallback.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    Arena arena, scratch;
    Str all = {(const char *)data, size}, mark = STR("\n---\n");
    size_t cut = str_find(all, mark);
    if (cut == STR_NONE)
        return 0;
    Str output = str_slice(all, 0, cut), text = str_from_offset(all, cut + mark.len);
    const OutlineOptions options = {.time_ms = 5000, .want_cuts = true};
    Outline outline = {.language = lang_find(STR("fortran"))};
    outline.line_count = (uint32_t)lines_count(text);
    arena_open(&arena, 2 * GB);
    arena_open(&scratch, 2 * GB);
    (void)fallback_ctags_read(&arena, scratch, text, output, &options, &outline);
    const char *wrong = outline_invalid(&outline, text);
    if (wrong) {
        fprintf(stderr, "%s\n", wrong);
        abort();
    }
    arena_close(&arena);
    arena_close(&scratch);
    return 0;
}
