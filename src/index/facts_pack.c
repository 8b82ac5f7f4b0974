/* The blob: length of the first frame, the two frames. In the first one the slots come before the
   outlines: their number, and of each its check and the lengths of its two texts. */
#include "index/facts_pack.h"

#include "base/limits.h"
#include "base/pack.h"
#include "base/zip.h"

/* What is compressed once is read many times; 6 takes twice the time of 3 for a tenth less. */
#define COMPRESSION 6

FactsPack facts_pack_open(Arena *arena)
{
    FactsPack pack = {.arena = arena, .references = true};
    return pack;
}

void facts_pack_put(FactsPack *pack, uint32_t check, const Facts *facts)
{
    const Str texts[] = {facts->outline, facts->references};
    PackSlot *slot = VEC_PUSH(pack->arena, &pack->slots);
    slot->check = check;
    for (size_t i = 0; i < PACK_TEXT_COUNT; i++) {
        Buf *text = &pack->texts[i];
        if (!text->arena)
            *text = buf_open(pack->arena, 0);
        slot->start[i] = text->len;
        slot->len[i] = texts[i].len;
        buf_put(text, texts[i]);
    }
}

static Str text_of(const FactsPack *pack, const PackSlot *slot, PackText text)
{
    return str_slice(buf_str(&pack->texts[text]), slot->start[text],
                     slot->start[text] + slot->len[text]);
}

Facts facts_pack_get(const FactsPack *pack, size_t slot, bool references)
{
    Facts facts = {0};
    if (slot >= pack->slots.len)
        return facts;
    facts.outline = text_of(pack, &pack->slots.ptr[slot], PACK_OUTLINES);
    if (references)
        facts.references = text_of(pack, &pack->slots.ptr[slot], PACK_REFERENCES);
    return facts;
}

/* ---- as bytes ---- */

void facts_pack_write(Arena scratch, const FactsPack *pack, Buf *blob)
{
    Buf first = buf_open(&scratch, 0);
    pack_put(&first, pack->slots.len);
    for (size_t i = 0; i < pack->slots.len; i++) {
        const PackSlot *slot = &pack->slots.ptr[i];
        pack_put(&first, slot->check);
        pack_put(&first, slot->len[PACK_OUTLINES]);
        pack_put(&first, slot->len[PACK_REFERENCES]);
    }
    buf_put(&first, buf_str(&pack->texts[PACK_OUTLINES]));
    Buf frame = buf_open(&scratch, 0);
    zip_put(&frame, buf_str(&first), (Str){0}, COMPRESSION);
    pack_put_str(blob, buf_str(&frame));
    zip_put(blob, buf_str(&pack->texts[PACK_REFERENCES]), (Str){0}, COMPRESSION);
}

static bool take_slots(Unpack *in, FactsPack *pack)
{
    size_t ends[PACK_TEXT_COUNT] = {0};
    uint64_t count = unpack_take(in);
    if (in->failed || count > PACK_FILES_MAX)
        return false;
    pack->slots.ptr = NEW(pack->arena, PackSlot, count);
    pack->slots.len = pack->slots.cap = (size_t)count;
    for (uint64_t i = 0; i < count; i++) {
        PackSlot *slot = &pack->slots.ptr[i];
        slot->check = unpack_u32(in);
        for (size_t text = 0; text < PACK_TEXT_COUNT; text++) {
            slot->start[text] = ends[text];
            slot->len[text] = unpack_u32(in);
            ends[text] += slot->len[text];
        }
    }
    pack->texts[PACK_OUTLINES].ptr = (char *)(uintptr_t)in->ptr;
    pack->texts[PACK_OUTLINES].len = (size_t)(in->end - in->ptr);
    pack->texts[PACK_REFERENCES].len = ends[PACK_REFERENCES];
    return !in->failed && ends[PACK_OUTLINES] == pack->texts[PACK_OUTLINES].len;
}

static bool read_references(Str frame, size_t max, FactsPack *pack)
{
    Str text;
    if (!zip_take(pack->arena, frame, (Str){0}, max, &text) ||
        text.len != pack->texts[PACK_REFERENCES].len)
        return false;
    pack->texts[PACK_REFERENCES].ptr = (char *)(uintptr_t)text.ptr;
    return true;
}

bool facts_pack_read(Arena *arena, Str blob, bool references, size_t max, FactsPack *pack)
{
    Unpack in = unpack_open(blob);
    Str frame = unpack_str(&in), first;
    *pack = (FactsPack){.arena = arena, .references = references};
    if (in.failed || !zip_take(arena, frame, (Str){0}, max, &first))
        return false;
    Unpack slots = unpack_open(first);
    Str second = {in.ptr, (size_t)(in.end - in.ptr)};
    return take_slots(&slots, pack) && (!references || read_references(second, max, pack));
}
