/* Stored as a segment of the work tree, so it is dropped with its catalog. */
#include "index/store/unlisted.h"

#include "base/varint.h"

#define UNLISTED_PART 253

void unlisted_load(Store *store, Arena *arena, Unlisted *unlisted)
{
    Statement *rows = store_segments(store, UNLISTED_PART);
    Err ignored;
    *unlisted = (Unlisted){0};
    while (db_next(rows, &ignored)) {
        VarintReader in = varint_open(str_copy(arena, db_text(rows, 1)));
        uint64_t noted = varint_take(&in);
        Str packed = varint_str(&in);
        if (!in.failed && gaps_unpack(arena, packed, &unlisted->gaps))
            unlisted->noted = noted;
    }
}

bool unlisted_save(Store *store, Arena scratch, const Unlisted *unlisted, Err *err)
{
    Str packed = gaps_pack(&unlisted->gaps, &scratch);
    Buf out = buf_open(&scratch, 0);
    varint_put(&out, unlisted->noted);
    varint_put_str(&out, packed);
    return store_segment_put(store, UNLISTED_PART, 0, buf_str(&out), err);
}

Unlisted unlisted_count(Arena *arena, Arena scratch, Str root, const WalkGaps *noted,
                        bool (*is_source)(Str path))
{
    return (Unlisted){gaps_hash(scratch, noted),
                      gaps_count(arena, scratch, root, noted, is_source)};
}

void unlisted_refresh(Store *store, Arena scratch, Str root, const WalkGaps *noted,
                      bool (*is_source)(Str path))
{
    Arena work SCOPED(arena_close) = {0};
    Unlisted stored;
    Err ignored;
    unlisted_load(store, &scratch, &stored);
    if (stored.noted == gaps_hash(scratch, noted) || !store_begin_at_once(store, &ignored))
        return;
    arena_open(&work, 0);
    Unlisted now = unlisted_count(&work, scratch, root, noted, is_source);
    if (!unlisted_save(store, scratch, &now, &ignored) || !store_commit(store, &ignored))
        store_rollback(store);
}
