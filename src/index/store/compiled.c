#include "index/store/compiled.h"

#include "base/hash.h"

bool compiled_put(Store *store, Str path, Str hash, Str marks, Err *err)
{
    Statement *put =
        db_prepare(store_db(store), "INSERT OR REPLACE INTO compiled(tree, path, hash, marks)"
                                    " VALUES(?1,?2,?3,?4)");
    db_bind_u64(put, 1, store_tree(store));
    db_bind_blob(put, 2, path);
    db_bind_blob(put, 3, hash);
    db_bind_blob(put, 4, marks);
    return db_run(put, err);
}

bool compiled_clear(Store *store, Err *err)
{
    Statement *clear = db_prepare(store_db(store), "DELETE FROM compiled WHERE tree = ?1");
    db_bind_u64(clear, 1, store_tree(store));
    return db_run(clear, err);
}

bool compiled_count(Store *store, uint64_t *count, Err *err)
{
    Statement *rows = db_prepare(store_db(store), "SELECT count(*) FROM compiled WHERE tree = ?1");
    db_bind_u64(rows, 1, store_tree(store));
    *count = db_next(rows, err) ? db_u64(rows, 0) : 0;
    bool ok = !db_failed(rows);
    return ok && db_run(rows, err);
}

Statement *compiled_rows(Store *store)
{
    Statement *rows = db_prepare(
        store_db(store), "SELECT path, hash, marks FROM compiled WHERE tree = ?1 ORDER BY path");
    db_bind_u64(rows, 1, store_tree(store));
    return rows;
}

/* ---- marks ---- */

void compiled_put_marks(Buf *out, const CompiledTargetVec *targets, const CompiledMarkVec *marks)
{
    varint_put(out, targets->len);
    for (size_t i = 0; i < targets->len; i++) {
        varint_put_str(out, targets->ptr[i].path);
        varint_put_str(out, targets->ptr[i].hash);
    }
    uint32_t before = 0;
    for (size_t i = 0; i < marks->len; i++) {
        const CompiledMark *mark = &marks->ptr[i];
        varint_put(out, mark->reference - before);
        varint_put(out, mark->target);
        if (mark->target)
            varint_put(out, mark->index);
        before = mark->reference;
    }
}

bool compiled_take_targets(VarintReader *in, Arena *arena, CompiledTargetVec *targets)
{
    uint64_t count = varint_take(in);
    for (uint64_t i = 0; i < count && !in->failed; i++) {
        CompiledTarget target = {.path = varint_str(in), .hash = varint_str(in)};
        if (!in->failed)
            *VEC_PUSH(arena, targets) = target;
    }
    return !in->failed;
}

bool compiled_take_mark(VarintReader *in, CompiledMark *mark)
{
    if (varint_is_done(in))
        return false;
    mark->reference += varint_u32(in);
    mark->target = varint_u32(in);
    mark->index = mark->target ? varint_u32(in) : 0;
    return !in->failed;
}
