/* What fuzzing found in the reader of the C family, and what holds for any text. */
#include "test.h"

#include "outline_valid.h"

static const char *wrong_with(const char *language, Str text)
{
    Arena arena, scratch;
    Outline with = {0}, without = {0};
    const OutlineOptions full = {.want_references = true, .want_cuts = true, .no_ctags = true};
    const OutlineOptions plain = {.no_ctags = true};
    arena_open(&arena, 0);
    arena_open(&scratch, 0);
    lang_outline(&arena, scratch, lang_find(str_from(language)), text, &full, &with);
    lang_outline(&arena, scratch, lang_find(str_from(language)), text, &plain, &without);
    const char *wrong = outline_invalid(&with, text);
    wrong = wrong ? wrong : outline_misplaced(&with, text);
    wrong = wrong ? wrong : outline_difference(&with, &without);
    arena_close(&arena);
    arena_close(&scratch);
    return wrong;
}

TEST(c_reader_finds_of_fuzzing)
{
    static const struct {
        const char *language, *text;
    } finds[] = {
        {"cpp", "c\nr=R\"(\n"},
        {"c", "int r = \"abc\\\n"},
        {"objc", "@interface A : B <C, D> {\n@propert~y (e, f, g:h i:nil];\n{\n@end\n}\n<j k]);"},
    };
    for (size_t i = 0; i < COUNT(finds); i++) {
        const char *wrong = wrong_with(finds[i].language, str_from(finds[i].text));
        EXPECT_STR(str_from(wrong ? wrong : ""), "");
    }
}
