/* The head of a segment is a zstd frame: the slots with their keys and parts, then the list of
   pieces. A piece is a frame of rows: difference to the previous term, number of hits, hits.

   Losses in a damaged database are noticed: missing pieces by the head, missing segments by their
   number in the table `meta`. */
#include "index/terms/term_segment.h"

#include "base/limits.h"
#include "base/zstd_frame.h"

/* Size of a piece before compression. A look-up decompresses a whole piece. */
#define PIECE_BYTES (24 * KB)
#define COMPRESSION 3
#define PIECE_BITS 16
#define KEY_BYTES 8

static bool fail_damaged(Db *db, Err *err)
{
    db_note_damage(db);
    return err_set(err, ERR_FAILED, "the index of words is damaged");
}

/* ---- writing ---- */

static Str head_of(Arena *arena, const TermSegmentWriter *writer)
{
    const TermSegment *head = writer->head;
    Buf plain = buf_open(arena, 0);
    varint_put(&plain, head->slot_count);
    for (size_t i = 0; i < head->slot_count; i++) {
        const TermSlot *slot = &head->slots[i];
        uint32_t before = 0;
        buf_put(&plain, (Str){(const char *)&slot->key, KEY_BYTES});
        varint_put(&plain, slot->count);
        for (uint32_t p = 0; p < slot->count; p++) {
            const TermPart *part = &head->parts[slot->first + p];
            varint_put(&plain, part->entry - before);
            varint_put(&plain, part->length);
            before = part->entry;
        }
    }
    varint_put(&plain, writer->pieces.len);
    for (size_t i = 0; i < writer->pieces.len; i++)
        varint_put(&plain, writer->pieces.ptr[i]);
    return buf_str(&plain);
}

bool segment_count_again(Db *db, Err *err)
{
    return db_run(db_prepare(db, "INSERT OR REPLACE INTO meta SELECT 'term_segments', count(*)"
                                 " FROM term_segment"),
                  err);
}

bool segment_begin(TermSegmentWriter *writer, Arena *arena, Db *db, const TermSegment *head,
                   Err *err)
{
    *writer = (TermSegmentWriter){.db = db, .arena = arena, .head = head};
    Statement *put =
        db_prepare(db, "INSERT INTO term_segment(files, bytes, head) VALUES(?1, 0, x'')");
    db_bind_u64(put, 1, head->slot_count);
    if (!db_run(put, err))
        return false;
    writer->id = db_last_id(db);
    writer->piece = buf_open(arena, 0);
    writer->hits = buf_open(arena, 0);
    return true;
}

static bool end_piece(TermSegmentWriter *writer, Err *err)
{
    Arena scratch SCOPED(arena_close) = {0};
    if (!writer->piece.len)
        return true;
    arena_open(&scratch, 0);
    Buf frame = buf_open(&scratch, 0);
    zstd_frame_put(&frame, buf_str(&writer->piece), (Str){0}, COMPRESSION);
    writer->bytes += writer->piece.len;
    writer->piece.len = 0;
    *VEC_PUSH(writer->arena, &writer->pieces) = (uint16_t)(writer->first >> PIECE_BITS);
    Statement *put = db_prepare(writer->db, "INSERT INTO term_piece VALUES(?1, ?2)");
    db_bind_u64(put, 1, writer->id << PIECE_BITS | writer->first >> PIECE_BITS);
    db_bind_blob(put, 2, buf_str(&frame));
    return db_run(put, err);
}

static bool end_term(TermSegmentWriter *writer, Err *err)
{
    if (!writer->hit_count)
        return true;
    bool cut = writer->piece.len >= PIECE_BYTES &&
               writer->last >> PIECE_BITS != writer->term >> PIECE_BITS;
    if (cut && !end_piece(writer, err))
        return false;
    if (!writer->piece.len) {
        writer->first = writer->term;
        writer->last = 0;
    }
    varint_put(&writer->piece, writer->term - writer->last);
    varint_put(&writer->piece, writer->hit_count);
    varint_put_str(&writer->piece, buf_str(&writer->hits));
    writer->last = writer->term;
    writer->hits.len = 0;
    writer->hit_count = writer->hit_before = 0;
    return true;
}

bool segment_put(TermSegmentWriter *writer, uint32_t term, TermHit hit, Err *err)
{
    if (term != writer->term && !end_term(writer, err))
        return false;
    writer->term = term;
    writer->hit_count++;
    term_hits_put(&writer->hits, &writer->hit_before, hit);
    return true;
}

bool segment_end(TermSegmentWriter *writer, Err *err)
{
    if (!end_term(writer, err) || !end_piece(writer, err))
        return false;
    Buf frame = buf_open(writer->arena, 0);
    zstd_frame_put(&frame, head_of(writer->arena, writer), (Str){0}, COMPRESSION);
    Statement *put =
        db_prepare(writer->db, "UPDATE term_segment SET bytes = ?2, head = ?3 WHERE id = ?1");
    db_bind_u64(put, 1, writer->id);
    db_bind_u64(put, 2, writer->bytes);
    db_bind_blob(put, 3, buf_str(&frame));
    return db_run(put, err) && segment_count_again(writer->db, err);
}

/* Deletes the pieces by their range of ids. Any other condition would scan the pieces of all
   segments. */
bool segment_drop(Db *db, uint64_t id, Err *err)
{
    Statement *pieces = db_prepare(db, "DELETE FROM term_piece WHERE id BETWEEN ?1 AND ?2");
    db_bind_u64(pieces, 1, id << PIECE_BITS);
    db_bind_u64(pieces, 2, ((id + 1) << PIECE_BITS) - 1);
    if (!db_run(pieces, err))
        return false;
    Statement *segment = db_prepare(db, "DELETE FROM term_segment WHERE id = ?1");
    db_bind_u64(segment, 1, id);
    return db_run(segment, err);
}

/* ---- reading ---- */

static bool take_slot(Arena *arena, VarintReader *in, TermSlot *slot, TermPart **parts, size_t *cap,
                      size_t *len)
{
    if (in->end - in->ptr < KEY_BYTES)
        return false;
    memcpy(&slot->key, in->ptr, KEY_BYTES);
    in->ptr += KEY_BYTES;
    slot->first = (uint32_t)*len;
    slot->count = varint_u32(in);
    uint32_t entry = 0;
    for (uint32_t p = 0; p < slot->count && !in->failed; p++) {
        entry += varint_u32(in);
        if (*len == *cap)
            *parts = vec_grow(arena, *parts, cap, sizeof **parts, _Alignof(TermPart));
        (*parts)[(*len)++] = (TermPart){entry, varint_u32(in)};
    }
    return !in->failed;
}

static bool take_head(Arena *arena, Str frame, TermSegment *segment)
{
    Str plain;
    size_t cap = 0;
    if (!zstd_frame_take(arena, frame, (Str){0}, PACK_TEXT_BYTES_MAX, &plain))
        return false;
    VarintReader in = varint_open(plain);
    uint64_t count = varint_take(&in);
    if (in.failed || count > plain.len / KEY_BYTES)
        return false;
    segment->slots = NEW(arena, TermSlot, count);
    segment->slot_count = (size_t)count;
    for (size_t i = 0; i < segment->slot_count; i++)
        if (!take_slot(arena, &in, &segment->slots[i], &segment->parts, &cap, &segment->part_count))
            return false;
    segment->piece_count = (size_t)varint_take(&in);
    if (in.failed || segment->piece_count > plain.len)
        return false;
    segment->pieces = NEW(arena, uint16_t, segment->piece_count + 1);
    for (size_t i = 0; i < segment->piece_count; i++)
        segment->pieces[i] = (uint16_t)varint_u32(&in);
    return varint_is_done(&in) && !in.failed;
}

/* The number of segments that should exist. */
static bool count_segments(Db *db, uint64_t *count, Err *err)
{
    Statement *get = db_prepare(db, "SELECT value FROM meta WHERE key = 'term_segments'");
    *count = 0;
    while (db_next(get, err))
        *count = db_u64(get, 0);
    return !db_failed(get);
}

bool term_segments(Db *db, Arena *arena, TermSegmentVec *segments, Err *err)
{
    Statement *get = db_prepare(db, "SELECT id, head FROM term_segment ORDER BY id DESC");
    while (db_next(get, err)) {
        TermSegment *segment = VEC_PUSH(arena, segments);
        segment->id = db_u64(get, 0);
        if (!take_head(arena, db_text(get, 1), segment)) {
            while (db_next(get, err))
                continue;
            return fail_damaged(db, err);
        }
    }
    uint64_t wanted;
    if (db_failed(get) || !count_segments(db, &wanted, err))
        return false;
    return segments->len == wanted || fail_damaged(db, err);
}

static bool take_row(VarintReader *in, uint32_t *term, TermHits *hits)
{
    *term += varint_u32(in);
    uint32_t count = varint_u32(in);
    *hits = term_hits_open(varint_str(in), count);
    return !in->failed;
}

/* Decompresses a piece. False if it is damaged or missing. */
static bool take_piece(Db *db, Arena *arena, const TermSegment *segment, size_t piece, Str *plain,
                       Err *err)
{
    Statement *get = db_prepare(db, "SELECT data FROM term_piece WHERE id = ?1");
    bool whole = false;
    db_bind_u64(get, 1, segment->id << PIECE_BITS | segment->pieces[piece]);
    while (db_next(get, err))
        whole = zstd_frame_take(arena, db_text(get, 0), (Str){0}, PACK_TEXT_BYTES_MAX, plain);
    return !db_failed(get) && (whole || fail_damaged(db, err));
}

/* The only piece that may have the term; false if no piece may have it. */
static bool choose_piece(const TermSegment *segment, uint32_t term, size_t *piece)
{
    size_t from = 0, to = segment->piece_count;
    while (from < to) {
        size_t middle = (from + to) / 2;
        if (segment->pieces[middle] <= term >> PIECE_BITS)
            from = middle + 1;
        else
            to = middle;
    }
    *piece = from - 1;
    return from > 0;
}

bool term_segment_find(Db *db, Arena *arena, const TermSegment *segment, uint32_t term,
                       TermHits *hits, Err *err)
{
    Str plain;
    size_t piece;
    *hits = (TermHits){0};
    if (!choose_piece(segment, term, &piece))
        return true;
    if (!take_piece(db, arena, segment, piece, &plain, err))
        return false;
    VarintReader in = varint_open(plain);
    uint32_t here = 0;
    TermHits found = {0};
    while (!varint_is_done(&in) && take_row(&in, &here, &found) && here < term)
        continue;
    if (in.failed)
        return fail_damaged(db, err);
    if (plain.len && here == term)
        *hits = found;
    return true;
}

static bool next_piece(SegmentReader *reader, Err *err)
{
    Str plain;
    reader->done = reader->next == reader->segment->piece_count;
    if (reader->done)
        return true;
    arena_reset(&reader->arena);
    if (!take_piece(reader->db, &reader->arena, reader->segment, reader->next++, &plain, err))
        return false;
    reader->term = 0;
    reader->in = varint_open(plain);
    return true;
}

bool segment_next(SegmentReader *reader, Err *err)
{
    if (!reader->arena.begin)
        arena_open(&reader->arena, 0);
    if (varint_is_done(&reader->in) && (!next_piece(reader, err) || reader->done))
        return reader->done;
    return take_row(&reader->in, &reader->term, &reader->hits) || fail_damaged(reader->db, err);
}
