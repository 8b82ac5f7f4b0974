/* Listings are stored as a segment of the work tree, so they are dropped with its catalog. */
#include "index/store/listed.h"

#include "base/zstd_frame.h"

#define LISTED_PART 254
#define COMPRESSION 1

Str listed_load(Store *store, Arena *arena)
{
    Statement *rows = store_segments(store, LISTED_PART);
    Str plain = {0};
    Err ignored;
    while (db_next(rows, &ignored))
        if (!zstd_frame_take(arena, db_text(rows, 1), (Str){0}, CATALOG_SEGMENT_BYTES_MAX, &plain))
            plain = (Str){0};
    return plain;
}

void listed_save(Store *store, Arena scratch, const Listings *listings)
{
    Err ignored;
    if (!listings_are_outdated(listings) || store_is_private(store) ||
        !store_begin_at_once(store, &ignored))
        return;
    Str plain = listings_pack(listings, &scratch);
    Buf frame = buf_open(&scratch, 0);
    zstd_frame_put(&frame, plain, (Str){0}, COMPRESSION);
    if (!store_segment_put(store, LISTED_PART, 0, buf_str(&frame), &ignored) ||
        !store_commit(store, &ignored))
        store_rollback(store);
}
