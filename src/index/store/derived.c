#include "index/store/derived.h"

#include "base/varint.h"
#include "base/zstd_frame.h"
#include "index/catalog/catalog_lazy.h"

#define DERIVED_PART 253
#define COMPRESSION 3

Str derived_get(const Catalog *catalog, DerivedKind kind)
{
    Str plain = {0};
    Err ignored;
    if (!catalog->lazy || !catalog->generation || !db_in_transaction(store_db(catalog->store)))
        return plain;
    Statement *row = store_segment(catalog->store, DERIVED_PART, kind);
    while (db_next(row, &ignored))
        if (!zstd_frame_take(catalog->arena, db_text(row, 0), (Str){0}, CATALOG_SEGMENT_BYTES_MAX,
                             &plain))
            plain = (Str){0};
    VarintReader in = varint_open(plain);
    bool good =
        plain.len && varint_take(&in) == DERIVED_VERSION && varint_take(&in) == catalog->generation;
    return good && !in.failed ? (Str){in.ptr, (size_t)(in.end - in.ptr)} : (Str){0};
}

void derived_put(const Catalog *catalog, DerivedKind kind, Str bytes)
{
    if (catalog->lazy && !catalog->lazy->changed)
        catalog->lazy->derived[kind] = str_copy(catalog->arena, bytes);
}

static bool save(const Catalog *catalog, Arena scratch, DerivedKind kind)
{
    Buf plain = buf_open(&scratch, 0);
    Err ignored;
    varint_put(&plain, DERIVED_VERSION);
    varint_put(&plain, catalog->generation);
    buf_put(&plain, catalog->lazy->derived[kind]);
    Arena work SCOPED(arena_close) = {0};
    arena_open(&work, 0);
    Buf frame = buf_open(&work, 0);
    zstd_frame_put(&frame, buf_str(&plain), (Str){0}, COMPRESSION);
    return store_segment_put(catalog->store, DERIVED_PART, kind, buf_str(&frame), &ignored);
}

void derived_save(const Catalog *catalog, Arena scratch)
{
    const CatalogLazy *lazy = catalog->lazy;
    Err ignored;
    bool ok = true, any = false;
    for (size_t i = 0; lazy && i < DERIVED_COUNT; i++)
        any = any || lazy->derived[i].len;
    if (!any || catalog->damaged || !catalog->generation || store_is_private(catalog->store) ||
        !store_begin_at_once(catalog->store, &ignored))
        return;
    for (size_t i = 0; i < DERIVED_COUNT && ok; i++)
        ok = !lazy->derived[i].len || save(catalog, scratch, (DerivedKind)i);
    if (!ok || !store_commit(catalog->store, &ignored))
        store_rollback(catalog->store);
}
