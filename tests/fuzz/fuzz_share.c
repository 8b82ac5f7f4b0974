/* What a pull reads from a remote. Under the name of a language: facts of that text, damaged, are
   read, and terms are made with them of the text, of a part of it and of another one. Else the
   first byte says what the bytes are: a manifest ({), the index of a pack (i, then the pack's
   length), the contents of a group's frames (p), or a group of a pack. */
#include "base/varint.h"
#include "base/zstd_frame.h"
#include "index/terms/file_terms.h"
#include "share/artifact.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define DAMAGES 8

/* Positions of the outline may lie anywhere. */
static void make_terms(Arena *arena, Arena scratch, const Facts *facts, Str text)
{
    Outline outline;
    if (!facts_decode(arena, facts, true, &outline))
        return;
    assert(outline.language);
    const Str texts[] = {text, str_slice(text, 0, text.len / 3),
                         str_from_offset(text, text.len / 2), STR("x y z\nfunc x\n")};
    for (size_t i = 0; i < COUNT(texts); i++) {
        Arena work = *arena;
        (void)file_terms_make(&work, scratch, &outline, texts[i]);
    }
}

/* The text decides where. */
static void damage(Arena *arena, Arena scratch, const Facts *facts, Str text)
{
    uint64_t random = str_hash(text);
    for (unsigned i = 0; i < DAMAGES; i++) {
        Arena work = *arena;
        Facts copy = facts_copy(&work, facts);
        random = random * 6364136223846793005u + 1442695040888963407u;
        Str part = random >> 60 & 1 ? copy.outline : copy.references;
        if (part.len)
            ((char *)(uintptr_t)part.ptr)[(random >> 16) % part.len] ^= (char)(1 + random % 255);
        make_terms(&work, scratch, &copy, text);
    }
}

static void check_text(Arena *arena, Arena scratch, const Language *language, Str text)
{
    Outline outline = {0};
    const OutlineOptions options = {.time_ms = 5000, .want_references = true, .no_ctags = true};
    lang_outline(arena, scratch, language, text, &options, &outline);
    Facts facts = facts_encode(arena, scratch, &outline);
    make_terms(arena, scratch, &facts, text);
    damage(arena, scratch, &facts, text);
}

/* What is accepted is written as it was understood, and understood as it was written. */
static void check_manifest(Arena *arena, Str bytes)
{
    RemoteManifest manifest;
    Artifact artifact, again;
    bool fits = false, same = false;
    Err err = {0};
    if (remote_manifest_parse(arena, bytes, &manifest, &err)) {
        Str written = remote_manifest_write(arena, &manifest);
        bool parsed = remote_manifest_parse(arena, written, &manifest, &err);
        assert(parsed);
    }
    if (!artifact_parse(arena, bytes, &artifact, &fits, &err)) {
        assert(err.message[0]);
        return;
    }
    Str written = artifact_write(arena, &artifact);
    bool parsed = artifact_parse(arena, written, &again, &same, &err);
    assert(parsed && same && again.packs.len == artifact.packs.len);
    assert(str_equal(artifact_write(arena, &again), written));
}

static void check_index(Arena *arena, Str bytes)
{
    VarintReader in = varint_open(bytes);
    uint64_t pack_bytes = varint_take(&in), start = 0, first = 0;
    SharedIndex index;
    if (!shared_index_parse(arena, (Str){in.ptr, (size_t)(in.end - in.ptr)}, pack_bytes, &index))
        return;
    for (size_t i = 0; i < index.groups.len; i++) {
        const SharedGroup *group = &index.groups.ptr[i];
        assert(group->start == start && group->first == first && group->count);
        start += group->len;
        first += group->count;
    }
    assert(start == pack_bytes && first == index.count);
    for (uint32_t i = 0; i < index.count; i++)
        assert(shared_hash(&index, i).ptr + HASH_CONTENT_BYTES <= bytes.ptr + bytes.len);
}

static void check_group(Arena *arena, Arena scratch, Str bytes)
{
    FactsPack pack;
    if (!shared_group_fits(bytes, 16 * MB) || !facts_pack_read(arena, bytes, true, 16 * MB, &pack))
        return;
    for (size_t i = 0; i <= pack.slots.len; i++) {
        Arena work = *arena;
        Facts facts = facts_pack_get(&work, &pack, i, true);
        make_terms(&work, scratch, &facts, bytes);
    }
}

/* Frames have checksums, so what is to be read of a hostile pack must be compressed again. */
static Str pack_up(Arena *arena, Str plain)
{
    VarintReader in = varint_open(plain);
    Buf out = buf_open(arena, 0);
    while (!varint_is_done(&in)) {
        Str part = varint_str(&in);
        Buf frame = buf_open(arena, 0);
        if (part.len)
            zstd_frame_put(&frame, part, (Str){0}, 1);
        varint_put_str(&out, buf_str(&frame));
    }
    return buf_str(&out);
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
    else if (size && data[0] == '{')
        check_manifest(&arena, bytes);
    else if (size && data[0] == 'i')
        check_index(&arena, str_from_offset(bytes, 1));
    else if (size && data[0] == 'p')
        check_group(&arena, scratch, pack_up(&arena, str_from_offset(bytes, 1)));
    else
        check_group(&arena, scratch, bytes);
    return 0;
}
