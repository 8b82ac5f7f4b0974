/* The head is a zstd frame: the slots with their keys and numbers of parts, then the parts. A piece
   is one, too: rows of (difference to the term before, number of hits, the hits). */
#include "index/terms/term_segment.h"

#include "base/limits.h"
#include "base/zip.h"

/* Before compression: what a look-up unpacks. */
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

static Str head_of(Arena *arena, const TermSegment *head)
{
    Buf plain = buf_open(arena, 0);
    pack_put(&plain, head->slot_count);
    for (size_t i = 0; i < head->slot_count; i++) {
        const TermSlot *slot = &head->slots[i];
        uint32_t before = 0;
        buf_put(&plain, (Str){(const char *)&slot->key, KEY_BYTES});
        pack_put(&plain, slot->count);
        for (uint32_t p = 0; p < slot->count; p++) {
            const TermPart *part = &head->parts[slot->first + p];
            pack_put(&plain, part->entry - before);
            pack_put(&plain, part->length);
            before = part->entry;
        }
    }
    return buf_str(&plain);
}

bool segment_begin(SegmentWriter *writer, Arena *arena, Db *db, const TermSegment *head, Err *err)
{
    *writer = (SegmentWriter){.db = db, .arena = arena};
    Buf frame = buf_open(arena, 0);
    zip_put(&frame, head_of(arena, head), (Str){0}, COMPRESSION);
    Statement *put =
        db_prepare(db, "INSERT INTO term_segment(files, bytes, head) VALUES(?1, 0, ?2)");
    db_bind_u64(put, 1, head->slot_count);
    db_bind_blob(put, 2, buf_str(&frame));
    if (!db_run(put, err))
        return false;
    writer->id = db_last_id(db);
    writer->piece = buf_open(arena, 0);
    writer->hits = buf_open(arena, 0);
    return true;
}

static bool end_piece(SegmentWriter *writer, Err *err)
{
    Arena scratch SCOPED(arena_close) = {0};
    if (!writer->piece.len)
        return true;
    arena_open(&scratch, 0);
    Buf frame = buf_open(&scratch, 0);
    zip_put(&frame, buf_str(&writer->piece), (Str){0}, COMPRESSION);
    writer->bytes += writer->piece.len;
    writer->piece.len = 0;
    Statement *put = db_prepare(writer->db, "INSERT INTO term_piece VALUES(?1, ?2)");
    db_bind_u64(put, 1, writer->id << PIECE_BITS | writer->first >> PIECE_BITS);
    db_bind_blob(put, 2, buf_str(&frame));
    return db_run(put, err);
}

static bool end_term(SegmentWriter *writer, Err *err)
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
    pack_put(&writer->piece, writer->term - writer->last);
    pack_put(&writer->piece, writer->hit_count);
    pack_put_str(&writer->piece, buf_str(&writer->hits));
    writer->last = writer->term;
    writer->hits.len = 0;
    writer->hit_count = writer->hit_before = 0;
    return true;
}

bool segment_put(SegmentWriter *writer, uint32_t term, TermHit hit, Err *err)
{
    if (term != writer->term && !end_term(writer, err))
        return false;
    writer->term = term;
    writer->hit_count++;
    term_hits_put(&writer->hits, &writer->hit_before, hit);
    return true;
}

bool segment_end(SegmentWriter *writer, Err *err)
{
    if (!end_term(writer, err) || !end_piece(writer, err))
        return false;
    Statement *put = db_prepare(writer->db, "UPDATE term_segment SET bytes = ?2 WHERE id = ?1");
    db_bind_u64(put, 1, writer->id);
    db_bind_u64(put, 2, writer->bytes);
    return db_run(put, err);
}

/* ---- reading ---- */

static bool take_slot(Arena *arena, Unpack *in, TermSlot *slot, TermPart **parts, size_t *cap,
                      size_t *len)
{
    if (in->end - in->ptr < KEY_BYTES)
        return false;
    memcpy(&slot->key, in->ptr, KEY_BYTES);
    in->ptr += KEY_BYTES;
    slot->first = (uint32_t)*len;
    slot->count = unpack_u32(in);
    uint32_t entry = 0;
    for (uint32_t p = 0; p < slot->count && !in->failed; p++) {
        entry += unpack_u32(in);
        if (*len == *cap)
            *parts = vec_grow(arena, *parts, cap, sizeof **parts, _Alignof(TermPart));
        (*parts)[(*len)++] = (TermPart){entry, unpack_u32(in)};
    }
    return !in->failed;
}

static bool take_head(Arena *arena, Str frame, TermSegment *segment)
{
    Str plain;
    size_t cap = 0;
    if (!zip_take(arena, frame, (Str){0}, PACK_TEXT_BYTES_MAX, &plain))
        return false;
    Unpack in = unpack_open(plain);
    uint64_t count = unpack_take(&in);
    if (in.failed || count > plain.len)
        return false;
    segment->slots = NEW(arena, TermSlot, count);
    segment->slot_count = (size_t)count;
    for (size_t i = 0; i < segment->slot_count; i++)
        if (!take_slot(arena, &in, &segment->slots[i], &segment->parts, &cap, &segment->part_count))
            return false;
    return unpack_is_done(&in);
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
    return !db_failed(get);
}

static bool take_row(Unpack *in, uint32_t *term, TermHits *hits)
{
    *term += unpack_u32(in);
    uint32_t count = unpack_u32(in);
    *hits = term_hits_open(unpack_str(in), count);
    return !in->failed;
}

bool term_segment_find(Db *db, Arena *arena, uint64_t segment, uint32_t term, TermHits *hits,
                       Err *err)
{
    Statement *get = db_prepare(
        db, "SELECT data FROM term_piece WHERE id BETWEEN ?1 AND ?2 ORDER BY id DESC LIMIT 1");
    Str plain = {0};
    bool whole = true;
    db_bind_u64(get, 1, segment << PIECE_BITS);
    db_bind_u64(get, 2, segment << PIECE_BITS | term >> PIECE_BITS);
    *hits = (TermHits){0};
    while (db_next(get, err))
        whole = zip_take(arena, db_text(get, 0), (Str){0}, PACK_TEXT_BYTES_MAX, &plain);
    if (db_failed(get))
        return false;
    Unpack in = unpack_open(plain);
    uint32_t here = 0;
    TermHits found;
    while (whole && !unpack_is_done(&in) && take_row(&in, &here, &found) && here < term)
        continue;
    if (!whole || in.failed)
        return fail_damaged(db, err);
    if (plain.len && here == term)
        *hits = found;
    return true;
}

static bool next_piece(SegmentReader *reader, Err *err)
{
    Statement *get = db_prepare(
        reader->db, "SELECT id, data FROM term_piece WHERE id BETWEEN ?1 AND ?2 ORDER BY id"
                    " LIMIT 1");
    Str plain;
    bool whole = true, found = false;
    if (!reader->next)
        reader->next = reader->id << PIECE_BITS;
    db_bind_u64(get, 1, reader->next);
    db_bind_u64(get, 2, ((reader->id + 1) << PIECE_BITS) - 1);
    arena_reset(&reader->arena);
    while (db_next(get, err)) {
        found = true;
        reader->next = db_u64(get, 0) + 1;
        whole = zip_take(&reader->arena, db_text(get, 1), (Str){0}, PACK_TEXT_BYTES_MAX, &plain);
    }
    if (db_failed(get))
        return false;
    if (!whole)
        return fail_damaged(reader->db, err);
    reader->done = !found;
    reader->term = 0;
    if (found)
        reader->in = unpack_open(plain);
    return true;
}

bool segment_next(SegmentReader *reader, Err *err)
{
    if (!reader->arena.begin)
        arena_open(&reader->arena, 0);
    if (unpack_is_done(&reader->in) && (!next_piece(reader, err) || reader->done))
        return reader->done;
    return take_row(&reader->in, &reader->term, &reader->hits) || fail_damaged(reader->db, err);
}
