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
