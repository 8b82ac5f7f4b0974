/* Under the name of a language: the facts of any text come back as they were, and damaged ones give
   an outline or none. Anything else is taken for a pack, and for facts, of a hostile database. */
#include "index/store/facts_pack.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define DAMAGES 8

static bool same(const Facts *a, const Facts *b)
{
    return str_equal(a->outline, b->outline) && str_equal(a->references, b->references);
}

static void check_damaged(Arena *arena, Arena scratch, const Facts *facts)
{
    Outline outline;
    if (!facts_decode(arena, facts, true, &outline))
        return;
    assert(outline.language);
    Facts again = facts_encode(arena, scratch, &outline);
    bool decoded = facts_decode(arena, &again, true, &outline);
    assert(decoded);
}

/* The text decides where. */
static void damage(Arena *arena, Arena scratch, const Facts *facts, Str text)
{
    uint64_t random = str_hash(text);
    for (unsigned i = 0; i < DAMAGES; i++) {
        Arena work = *arena;
        Facts copy = facts_copy(&work, facts);
        random = random * 6364136223846793005u + 1442695040888963407u;
        Str part = random >> 60 & 1 ? copy.references : copy.outline;
        if (part.len)
            ((char *)(uintptr_t)part.ptr)[(random >> 16) % part.len] ^= (char)(1 + random % 255);
        check_damaged(&work, scratch, &copy);
    }
}

static void check_text(Arena *arena, Arena scratch, const Language *language, Str text)
{
    Outline outline = {0}, back;
    const OutlineOptions options = {.time_ms = 5000, .want_references = true, .no_ctags = true};
    lang_outline(arena, scratch, language, text, &options, &outline);
    Facts facts = facts_encode(arena, scratch, &outline);
    bool decoded = facts_decode(arena, &facts, true, &back);
    assert(decoded && back.symbols.len == outline.symbols.len &&
           back.references.len == outline.references.len);
    Facts again = facts_encode(arena, scratch, &back);
    decoded = facts_decode(arena, &again, true, &back);
    assert(decoded);
    Facts third = facts_encode(arena, scratch, &back);
    assert(same(&again, &third));
    damage(arena, scratch, &facts, text);
}

static void check_bytes(Arena *arena, Arena scratch, Str bytes)
{
    FactsPack pack;
    size_t cut = bytes.len ? (unsigned char)bytes.ptr[0] * bytes.len / 256 : 0;
    Facts facts = {str_slice(bytes, 1, cut), str_from_offset(bytes, cut)};
    check_damaged(arena, scratch, &facts);
    if (!facts_pack_read(arena, bytes, true, 1 * MB, &pack))
        return;
    for (size_t i = 0; i <= pack.slots.len; i++) {
        Facts slot = facts_pack_get(arena, &pack, i, true);
        check_damaged(arena, scratch, &slot);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static Arena arena;
    static Arena scratch;
    if (!arena.begin) {
        arena_open(&arena, 0);
        arena_open(&scratch, 0);
    }
    arena_reset(&arena);
    Str bytes = {(const char *)data, size}, text = bytes, name;
    const Language *language = str_take_line(&text, &name) ? lang_find(name) : NULL;
    if (language)
        check_text(&arena, scratch, language, text);
    else
        check_bytes(&arena, scratch, bytes);
    return 0;
}
