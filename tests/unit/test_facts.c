#include "test.h"

#include "index/facts.h"

static Outline outline_of(const char *id, Str text)
{
    Outline outline;
    OutlineOptions options = {.want_docs = true, .want_references = true};
    lang_outline(test_arena(), test_scratch(), lang_find(str_from(id)), text, &options, &outline);
    return outline;
}

static const char source[] =
    "import os\n\nclass A(Base):\n    \"\"\"Doc.\"\"\"\n    def run(self, x):\n"
    "        return os.path.join(x)\n\nLIMIT = 3\n";

TEST(facts_come_back_as_they_were)
{
    Outline outline = outline_of("python", STR(source));
    Buf blob = buf_open(test_arena(), 0);
    facts_encode(test_scratch(), &outline, &blob);
    Outline back;
    REQUIRE(facts_decode(test_arena(), buf_str(&blob), &back));
    REQUIRE(back.symbols.len == outline.symbols.len);
    REQUIRE(back.references.len == outline.references.len);
    EXPECT_INT(back.imports.len, 1);
    EXPECT(back.language == outline.language);
    for (size_t i = 0; i < back.symbols.len; i++) {
        const Symbol *a = &back.symbols.ptr[i], *b = &outline.symbols.ptr[i];
        EXPECT(str_equal(a->name, b->name) && str_equal(a->signature, b->signature));
        EXPECT(str_equal(a->doc, b->doc) && a->kind == b->kind && a->next == b->next);
        EXPECT(a->start == b->start && a->end == b->end && a->end_line == b->end_line);
    }
    for (size_t i = 0; i < back.references.len; i++) {
        const Reference *a = &back.references.ptr[i], *b = &outline.references.ptr[i];
        EXPECT(str_equal(a->name, b->name) && str_equal(a->receiver, b->receiver));
        EXPECT(a->line == b->line && a->symbol == b->symbol && a->kind == b->kind);
    }
}

TEST(damaged_facts_do_not_decode_outside_their_bytes)
{
    Outline outline = outline_of("python", STR(source)), back;
    Buf blob = buf_open(test_arena(), 0);
    facts_encode(test_scratch(), &outline, &blob);
    for (size_t len = 0; len < blob.len; len++)
        EXPECT(!facts_decode(test_arena(), str_slice(buf_str(&blob), 0, len), &back));
    for (size_t i = 0; i < blob.len; i++) {
        Str damaged = str_copy(test_arena(), buf_str(&blob));
        ((char *)(uintptr_t)damaged.ptr)[i] ^= 0x55;
        EXPECT(!facts_decode(test_arena(), damaged, &back) || back.language);
    }
}
