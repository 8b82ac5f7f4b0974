/* Any bytes in any language that the lexical tier knows: its outline is valid, words or not, and
   what a worker of the first pass makes of it can be read back whole, and damaged. The first line
   names the language, as scripts/fuzz.sh makes seeds. */
#include "outline_valid.h"

#include "index/update/first_pass_code.h"
#include "lang/lexical/lexical.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const Language *choose(Str name)
{
    const Language *language = lang_find(name);
    if (!language)
        language = lang_at((size_t)str_hash(name) % lang_count());
    return lexical_is_known(language) ? language : lang_find(STR("c"));
}

static const char *scan(Arena *arena, Arena scratch, const Language *language, Str text)
{
    Outline plain, other;
    LexicalWords words;
    lexical_scan(arena, scratch, language, text, &plain, NULL);
    lexical_scan(arena, scratch, language, text, &other, &words);
    const char *wrong = outline_invalid(&plain, text);
    return wrong ? wrong : outline_invalid(&other, text);
}

/* Damaged ones may have any lines. */
static const char *take_all(Str packed, bool damaged)
{
    VarintReader in = varint_open(packed);
    FirstPassHead head;
    Entry before = {.start_line = 1}, entry;
    Str name, owner;
    if (!first_pass_take_head(&in, &head))
        return "its head cannot be read back";
    for (uint32_t i = 1; i <= head.count; i++) {
        if (!first_pass_take_entry(&in, i, &before, &entry, &name, &owner))
            return "a symbol cannot be read back";
        if (entry.parent >= i || entry.kind >= SYMBOL_KIND_COUNT)
            return "a symbol cannot be";
        if (!damaged && (!entry.start_line || entry.start_line > entry.end_line ||
                         entry.end_line > head.lines + 1))
            return "a symbol's lines are none of the text";
        before = entry;
    }
    return varint_is_done(&in) ? NULL : "something is left over";
}

#define DAMAGES 8

static const char *read_back(Arena *arena, Arena scratch, Str text)
{
    Buf out = buf_open(arena, 0);
    Arena work SCOPED(arena_close) = {0};
    arena_open(&work, 2 * GB);
    first_pass_encode(&out, work, scratch, &(FirstPassText){.path = STR("a.c"), .text = text});
    const char *wrong = take_all(buf_str(&out), false);
    uint64_t random = str_hash(text);
    for (unsigned i = 0; i < DAMAGES && !wrong && out.len; i++) {
        random = random * 6364136223846793005u + 1442695040888963407u;
        out.ptr[(random >> 16) % out.len] ^= (char)(1 + random % 255);
        const char *damaged = take_all(buf_str(&out), true);
        wrong = damaged && strcmp(damaged, "a symbol cannot be") == 0 ? damaged : NULL;
    }
    return wrong;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    Arena arena, scratch;
    Str text = {(const char *)data, size}, name;
    if (!str_take_line(&text, &name))
        return 0;
    arena_open(&arena, 2 * GB);
    arena_open(&scratch, 2 * GB);
    const char *wrong = scan(&arena, scratch, choose(name), text);
    wrong = wrong ? wrong : read_back(&arena, scratch, text);
    if (wrong) {
        fprintf(stderr, "%.*s: %s\n", STR_ARG(name), wrong);
        abort();
    }
    arena_close(&arena);
    arena_close(&scratch);
    return 0;
}
