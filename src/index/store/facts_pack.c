/* The blob: the frames in the order of PackStream, each but the last behind its length. In the
   first one the slots come before the outlines: their number, and of each its check and the lengths
   of its pieces. */
#include "index/store/facts_pack.h"

#include "base/limits.h"
#include "base/pack.h"
#include "base/zip.h"
#include "index/store/codec.h"

/* What is compressed once is read many times; 6 takes 1.4 times as long as 5 for a fiftieth less.
 */
#define COMPRESSION 6

FactsPack facts_pack_open(Arena *arena)
{
    FactsPack pack = {.arena = arena, .references = true};
    return pack;
}

static PackStream stream_of(PieceSort sort, PackStream numbers)
{
    return sort == PIECE_NUMBERS ? numbers : sort == PIECE_TEXTS ? PACK_TEXTS : PACK_NAMES;
}

static void put_part(FactsPack *pack, PackPiece *pieces, PackStream numbers, Str part)
{
    CodecPieces cut = codec_cut_part(part);
    const Str texts[PIECE_COUNT] = {cut.numbers, cut.texts, cut.names};
    for (PieceSort sort = 0; sort < PIECE_COUNT; sort++) {
        Buf *stream = &pack->streams[stream_of(sort, numbers)];
        if (!stream->arena)
            *stream = buf_open(pack->arena, 0);
        pieces[sort] = (PackPiece){stream->len, texts[sort].len};
        buf_put(stream, texts[sort]);
    }
}

void facts_pack_put(FactsPack *pack, uint32_t check, const Facts *facts)
{
    PackSlot *slot = VEC_PUSH(pack->arena, &pack->slots);
    slot->check = check;
    put_part(pack, slot->outline, PACK_OUTLINES, facts->outline);
    put_part(pack, slot->references, PACK_REFERENCES, facts->references);
}

static Str join(Arena *arena, const FactsPack *pack, const PackPiece *pieces, PackStream numbers)
{
    size_t len = 0;
    for (PieceSort sort = 0; sort < PIECE_COUNT; sort++)
        len += pieces[sort].len;
    char *bytes = arena_bytes(arena, len), *at = bytes;
    for (PieceSort sort = 0; sort < PIECE_COUNT; sort++) {
        const Buf *stream = &pack->streams[stream_of(sort, numbers)];
        if (pieces[sort].len)
            memcpy(at, stream->ptr + pieces[sort].start, pieces[sort].len);
        at += pieces[sort].len;
    }
    return (Str){bytes, len};
}

Facts facts_pack_get(Arena *arena, const FactsPack *pack, size_t slot, bool references)
{
    Facts facts = {0};
    if (slot >= pack->slots.len)
        return facts;
    facts.outline = join(arena, pack, pack->slots.ptr[slot].outline, PACK_OUTLINES);
    if (references)
        facts.references = join(arena, pack, pack->slots.ptr[slot].references, PACK_REFERENCES);
    return facts;
}

size_t facts_pack_bytes(const FactsPack *pack)
{
    size_t bytes = 0;
    for (size_t i = 0; i < PACK_STREAM_COUNT; i++)
        bytes += pack->streams[i].len;
    return bytes;
}

/* ---- as bytes ---- */

static void put_lengths(Buf *out, const PackPiece *pieces)
{
    for (PieceSort sort = 0; sort < PIECE_COUNT; sort++)
        pack_put(out, pieces[sort].len);
}

static void put_first(Buf *out, const FactsPack *pack)
{
    pack_put(out, pack->slots.len);
    for (size_t i = 0; i < pack->slots.len; i++) {
        const PackSlot *slot = &pack->slots.ptr[i];
        pack_put(out, slot->check);
        put_lengths(out, slot->outline);
        put_lengths(out, slot->references);
    }
    buf_put(out, buf_str(&pack->streams[PACK_OUTLINES]));
}

void facts_pack_write(Arena scratch, const FactsPack *pack, Buf *blob)
{
    for (PackStream i = 0; i < PACK_STREAM_COUNT; i++) {
        Arena work = scratch;
        Buf first = buf_open(&work, 0);
        if (i == PACK_OUTLINES)
            put_first(&first, pack);
        Str plain = buf_str(i == PACK_OUTLINES ? &first : &pack->streams[i]);
        Buf frame = buf_open(&work, 0);
        zip_put(i == PACK_REFERENCES ? blob : &frame, plain, (Str){0}, COMPRESSION);
        if (i != PACK_REFERENCES)
            pack_put_str(blob, buf_str(&frame));
    }
}

static void take_lengths(Unpack *in, PackPiece *pieces, PackStream numbers, size_t *ends)
{
    for (PieceSort sort = 0; sort < PIECE_COUNT; sort++) {
        size_t *end = &ends[stream_of(sort, numbers)];
        pieces[sort] = (PackPiece){*end, unpack_u32(in)};
        *end += pieces[sort].len;
    }
}

/* `ends`: what the slots say of the streams' lengths. */
static bool take_slots(Unpack *in, FactsPack *pack, size_t *ends)
{
    uint64_t count = unpack_take(in);
    if (in->failed || count > PACK_FILES_MAX)
        return false;
    pack->slots.ptr = NEW(pack->arena, PackSlot, count);
    pack->slots.len = pack->slots.cap = (size_t)count;
    for (uint64_t i = 0; i < count; i++) {
        PackSlot *slot = &pack->slots.ptr[i];
        slot->check = unpack_u32(in);
        take_lengths(in, slot->outline, PACK_OUTLINES, ends);
        take_lengths(in, slot->references, PACK_REFERENCES, ends);
    }
    return !in->failed;
}

static void set_stream(FactsPack *pack, PackStream stream, Str text)
{
    pack->streams[stream].ptr = (char *)(uintptr_t)text.ptr;
    pack->streams[stream].len = text.len;
}

bool facts_pack_read(Arena *arena, Str blob, bool references, size_t max, FactsPack *pack)
{
    Unpack in = unpack_open(blob);
    size_t ends[PACK_STREAM_COUNT] = {0};
    *pack = (FactsPack){.arena = arena, .references = references};
    for (PackStream i = 0; i < (references ? PACK_STREAM_COUNT : PACK_REFERENCES); i++) {
        Str frame =
            i == PACK_REFERENCES ? (Str){in.ptr, (size_t)(in.end - in.ptr)} : unpack_str(&in);
        Str text;
        if (in.failed || !zip_take(arena, frame, (Str){0}, max, &text))
            return false;
        Unpack slots = unpack_open(text);
        if (i == PACK_OUTLINES && !take_slots(&slots, pack, ends))
            return false;
        if (i == PACK_OUTLINES)
            text = (Str){slots.ptr, (size_t)(slots.end - slots.ptr)};
        if (text.len != ends[i])
            return false;
        set_stream(pack, i, text);
    }
    return true;
}
