/* The format: a sequence of frames, each after its length; an empty stream has an empty frame.

   First comes the head: the number of names, and for each slot its check value and the lengths of
   its pieces in both parts. A length is stored as the difference to the previous one, since most
   columns have one byte for each symbol. Then come the names, split into two frames: how much each
   shares with the previous one, and the rest of each. The streams of outlines and of references
   follow. */
#include "index/store/facts_pack.h"

#include "base/limits.h"
#include "base/varint.h"
#include "base/zstd_frame.h"

/* A pack is written once and read often. Level 6 takes 1.4 times as long as 5 and saves a
   fiftieth. */
#define COMPRESSION 7

/* The number of shared bytes is stored in one byte. */
#define SHARED_MAX 255

/* Codes in STREAM_NAMES. */
enum {
    CODE_NEW,
    CODE_FIRST /* this and higher codes: number of a known name */
};

FactsPack facts_pack_open(Arena *arena)
{
    FactsPack pack = {.arena = arena, .references = true, .known = map_open(arena)};
    return pack;
}

/* ---- a part ---- */

static void put_names(FactsPack *pack, Buf *codes, Str names)
{
    Str name;
    while (str_take_until(&names, '\0', &name)) {
        bool added = false;
        uint64_t *number = map_find(&pack->known, name);
        if (!number) {
            name = str_copy(pack->arena, name);
            number = map_put(&pack->known, name, &added);
            *number = pack->names.len;
            *VEC_PUSH(pack->arena, &pack->names) = name;
            pack->names_bytes += name.len + 1;
        }
        varint_put(codes, added ? CODE_NEW : CODE_FIRST + *number);
    }
}

/* Begins a piece at the present end of the stream. */
static Buf *begin_piece(FactsPack *pack, PackPart part, unsigned stream, PackPiece *piece)
{
    Buf *buf = &pack->streams[part][stream];
    if (!buf->arena)
        *buf = buf_open(pack->arena, 0);
    piece->starts[stream] = buf->len;
    return buf;
}

static void put_piece(FactsPack *pack, PackPart part, unsigned stream, PackPiece *piece, Str text)
{
    buf_put(begin_piece(pack, part, stream, piece), text);
    piece->lens[stream] = text.len;
}

static void put_part(FactsPack *pack, PackPart part, PackPiece *piece, Str bytes)
{
    CodecPieces cut = codec_cut_part(bytes);
    piece->columns = (uint32_t)cut.count;
    piece->new_names = (uint32_t)pack->names.len;
    for (unsigned i = 0; i < cut.count; i++)
        put_piece(pack, part, i, piece, cut.columns[i]);
    Buf *codes = begin_piece(pack, part, STREAM_NAMES, piece);
    put_names(pack, codes, cut.names);
    piece->lens[STREAM_NAMES] = codes->len - piece->starts[STREAM_NAMES];
    put_piece(pack, part, STREAM_REST, piece, cut.rest);
}

void facts_pack_put(FactsPack *pack, uint64_t check, const Facts *facts)
{
    PackSlot *slot = VEC_PUSH(pack->arena, &pack->slots);
    slot->check = check;
    put_part(pack, PART_OUTLINE, &slot->pieces[PART_OUTLINE], facts->outline);
    put_part(pack, PART_REFERENCES, &slot->pieces[PART_REFERENCES], facts->references);
}

static Str piece_of(const FactsPack *pack, PackPart part, unsigned stream, const PackPiece *piece)
{
    const Buf *buf = &pack->streams[part][stream];
    return piece->lens[stream] ? (Str){buf->ptr + piece->starts[stream], piece->lens[stream]}
                               : (Str){0};
}

/* A file's facts have each name once. Names that differ only in control characters, which are not
   stored, become equal: at most this many bytes of such repetitions are accepted. */
#define NAMES_TWICE_BYTES_MAX (1 * MB)

/* False if a code is out of range, or if the names have more bytes than the names of the pack. */
static bool join_names(const FactsPack *pack, const PackPiece *piece, Str codes, Buf *out)
{
    VarintReader in = varint_open(codes);
    uint64_t fresh = piece->new_names;
    size_t left = pack->names_bytes + NAMES_TWICE_BYTES_MAX;
    while (!varint_is_done(&in)) {
        uint64_t code = varint_take(&in);
        uint64_t number = code == CODE_NEW ? fresh++ : code - CODE_FIRST;
        if (number >= pack->names.len)
            return false;
        Str name = pack->names.ptr[number];
        if (name.len + 1 > left)
            return false;
        left -= name.len + 1;
        buf_put(out, name);
        buf_put_byte(out, '\0');
    }
    return !in.failed;
}

static Str join(Arena *arena, const FactsPack *pack, PackPart part, const PackPiece *piece)
{
    Buf out = buf_open(arena, 0);
    CodecPieces pieces = {.count = piece->columns};
    if (!piece->columns)
        return str_copy(arena, piece_of(pack, part, STREAM_REST, piece));
    for (unsigned i = 0; i < piece->columns; i++)
        pieces.columns[i] = piece_of(pack, part, i, piece);
    codec_put_head(&out, &pieces);
    for (unsigned i = 0; i < piece->columns; i++)
        buf_put(&out, pieces.columns[i]);
    if (!join_names(pack, piece, piece_of(pack, part, STREAM_NAMES, piece), &out))
        return (Str){0};
    return buf_str(&out);
}

Facts facts_pack_get(Arena *arena, const FactsPack *pack, size_t slot, bool references)
{
    Facts facts = {0};
    if (slot >= pack->slots.len)
        return facts;
    const PackPiece *pieces = pack->slots.ptr[slot].pieces;
    facts.outline = join(arena, pack, PART_OUTLINE, &pieces[PART_OUTLINE]);
    if (references)
        facts.references = join(arena, pack, PART_REFERENCES, &pieces[PART_REFERENCES]);
    return facts;
}

size_t facts_pack_bytes(const FactsPack *pack)
{
    size_t bytes = pack->names_bytes;
    for (PackPart part = 0; part < PART_COUNT; part++)
        for (size_t i = 0; i < STREAM_COUNT; i++)
            bytes += pack->streams[part][i].len;
    return bytes;
}

/* ---- as bytes ---- */

/* Iterates over the streams in which a piece has a length. */
static unsigned next_stream(const PackPiece *piece, unsigned stream)
{
    return stream + 1 < piece->columns ? stream + 1 : MAX(stream + 1, (unsigned)STREAM_NAMES);
}

static unsigned first_stream(const PackPiece *piece)
{
    return piece->columns ? 0 : STREAM_REST;
}

static void put_slots(Buf *out, const FactsPack *pack)
{
    varint_put(out, pack->names.len);
    varint_put(out, pack->slots.len);
    for (size_t i = 0; i < pack->slots.len; i++)
        varint_put(out, pack->slots.ptr[i].check);
    for (PackPart part = 0; part < PART_COUNT; part++)
        for (size_t i = 0; i < pack->slots.len; i++) {
            const PackPiece *piece = &pack->slots.ptr[i].pieces[part];
            uint64_t before = 0;
            varint_put(out, piece->columns);
            varint_put(out, piece->new_names);
            for (unsigned s = first_stream(piece); s < STREAM_COUNT; s = next_stream(piece, s)) {
                varint_put_near(out, piece->lens[s], before);
                before = piece->lens[s];
            }
        }
}

static void put_frame(Arena scratch, Buf *blob, Str plain)
{
    Buf frame = buf_open(&scratch, 0);
    if (plain.len)
        zstd_frame_put(&frame, plain, (Str){0}, COMPRESSION);
    varint_put_str(blob, buf_str(&frame));
}

static size_t shared_bytes(Str before, Str name)
{
    size_t max = MIN(MIN(before.len, name.len), (size_t)SHARED_MAX), shared = 0;
    while (shared < max && before.ptr[shared] == name.ptr[shared])
        shared++;
    return shared;
}

static void write_names(Arena scratch, const FactsPack *pack, Buf *blob)
{
    Str before = {0};
    Buf shares = buf_open(&scratch, 0);
    buf_reserve(&shares, pack->names.len);
    Buf rests = buf_open(&scratch, 0);
    for (size_t i = 0; i < pack->names.len; i++) {
        Str name = pack->names.ptr[i];
        size_t shared = shared_bytes(before, name);
        buf_put_byte(&shares, (char)shared);
        buf_put(&rests, str_from_offset(name, shared));
        buf_put_byte(&rests, '\0');
        before = name;
    }
    put_frame(scratch, blob, buf_str(&shares));
    put_frame(scratch, blob, buf_str(&rests));
}

void facts_pack_write(Arena scratch, const FactsPack *pack, Buf *blob)
{
    Buf head = buf_open(&scratch, 0);
    put_slots(&head, pack);
    put_frame(scratch, blob, buf_str(&head));
    write_names(scratch, pack, blob);
    for (PackPart part = 0; part < PART_COUNT; part++)
        for (unsigned i = 0; i < STREAM_COUNT; i++)
            put_frame(scratch, blob, buf_str(&pack->streams[part][i]));
}

/* ---- from bytes ---- */

/* Lengths of all streams, as the sums of their pieces. */
typedef size_t PackEnds[PART_COUNT][STREAM_COUNT];

static void take_lengths(VarintReader *in, PackPiece *piece, size_t *ends)
{
    uint64_t len = 0;
    piece->columns = varint_u32(in);
    piece->new_names = varint_u32(in);
    in->failed = in->failed || piece->columns > CODEC_COLUMNS;
    unsigned s = first_stream(piece);
    for (; s < STREAM_COUNT && !in->failed; s = next_stream(piece, s)) {
        len = varint_near(in, len);
        in->failed = in->failed || len > PACK_TEXT_BYTES_MAX;
        piece->starts[s] = ends[s];
        piece->lens[s] = (size_t)len;
        ends[s] += piece->lens[s];
    }
}

static bool take_slots(VarintReader *in, FactsPack *pack, uint64_t *names, PackEnds ends)
{
    *names = varint_take(in);
    uint64_t count = varint_take(in);
    if (in->failed || count > PACK_FILES_MAX)
        return false;
    pack->slots.ptr = NEW(pack->arena, PackSlot, count);
    pack->slots.len = pack->slots.cap = (size_t)count;
    for (uint64_t i = 0; i < count; i++)
        pack->slots.ptr[i].check = varint_take(in);
    for (PackPart part = 0; part < PART_COUNT; part++)
        for (uint64_t i = 0; i < count && !in->failed; i++)
            take_lengths(in, &pack->slots.ptr[i].pieces[part], ends[part]);
    return varint_is_done(in) && !in->failed;
}

static bool take_frame(VarintReader *in, Arena *arena, size_t max, Str *text)
{
    Str frame = varint_str(in);
    *text = (Str){0};
    return !in->failed && (!frame.len || zstd_frame_take(arena, frame, (Str){0}, max, text));
}

/* Restores the names from shared prefixes and rests. `room` has space for all of them. */
static bool unfold_names(FactsPack *pack, Str shares, Str rests, char *room)
{
    Str before = {0};
    for (size_t i = 0; i < shares.len; i++) {
        size_t shared = (unsigned char)shares.ptr[i];
        const char *end = rests.len ? memchr(rests.ptr, '\0', rests.len) : NULL;
        if (!end || shared > before.len)
            return false;
        size_t rest = (size_t)(end - rests.ptr);
        if (shared)
            memcpy(room, before.ptr, shared);
        if (rest)
            memcpy(room + shared, rests.ptr, rest);
        before = pack->names.ptr[i] = (Str){room, shared + rest};
        room += before.len;
        rests = str_from_offset(rests, rest + 1);
    }
    return !rests.len;
}

static bool take_names(VarintReader *in, FactsPack *pack, uint64_t count, size_t max)
{
    Str shares, rests;
    if (!take_frame(in, pack->arena, max, &shares) || !take_frame(in, pack->arena, max, &rests) ||
        shares.len != count)
        return false;
    size_t bytes = rests.len;
    for (size_t i = 0; i < shares.len; i++)
        bytes += (unsigned char)shares.ptr[i];
    if (bytes > max)
        return false;
    pack->names.ptr = NEW(pack->arena, Str, count);
    pack->names.len = pack->names.cap = (size_t)count;
    pack->names_bytes = bytes;
    return unfold_names(pack, shares, rests, arena_bytes(pack->arena, bytes));
}

static bool take_streams(VarintReader *in, FactsPack *pack, PackPart part, size_t max,
                         const size_t *ends)
{
    for (unsigned i = 0; i < STREAM_COUNT; i++) {
        Str text;
        if (!take_frame(in, pack->arena, max, &text) || text.len != ends[i])
            return false;
        pack->streams[part][i].ptr = (char *)(uintptr_t)text.ptr;
        pack->streams[part][i].len = text.len;
    }
    return true;
}

bool facts_pack_read(Arena *arena, Str blob, bool references, size_t max, FactsPack *pack)
{
    VarintReader in = varint_open(blob);
    PackEnds ends = {0};
    uint64_t names = 0;
    Str head;
    *pack = (FactsPack){.arena = arena, .references = references};
    if (!take_frame(&in, arena, max, &head))
        return false;
    VarintReader slots = varint_open(head);
    return take_slots(&slots, pack, &names, ends) && take_names(&in, pack, names, max) &&
           take_streams(&in, pack, PART_OUTLINE, max, ends[PART_OUTLINE]) &&
           (!references || take_streams(&in, pack, PART_REFERENCES, max, ends[PART_REFERENCES]));
}
