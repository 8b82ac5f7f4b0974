#include "index/store/extent.h"

#include "base/buf.h"
#include "base/path.h"

bool extent_load(Store *store, Arena *arena, Extent *extent, Err *err)
{
    Statement *get =
        db_prepare(store_db(store), "SELECT value FROM meta WHERE key = 'extent:' || ?1");
    uint64_t depth = 0;
    Str number;
    *extent = (Extent){0};
    db_bind_u64(get, 1, store_tree(store));
    if (db_next(get, err)) {
        Str text = str_copy(arena, db_text(get, 0));
        if (str_take_until(&text, ' ', &number) && str_parse_u64(number, &depth))
            *extent = (Extent){(uint32_t)MIN(depth, (uint64_t)UINT32_MAX), text};
    }
    return !db_failed(get);
}

bool extent_save(Store *store, Arena scratch, const Extent *extent, Err *err)
{
    Statement *put =
        db_prepare(store_db(store), "INSERT OR REPLACE INTO meta VALUES('extent:' || ?1, ?2)");
    db_bind_u64(put, 1, store_tree(store));
    db_bind_text(put, 2,
                 str_format(&scratch, "%u %.*s", extent->max_depth, STR_ARG(extent->extensions)));
    return db_run(put, err);
}

bool extent_has_extension(Str list, Str path)
{
    Str wanted;
    if (!list.len)
        return true;
    while (str_take_until(&list, ',', &wanted)) {
        wanted = str_trim(wanted);
        if (str_starts(wanted, STR(".")))
            wanted = str_from_offset(wanted, 1);
        if (wanted.len && str_equal_nocase(path_extension(path), wanted))
            return true;
    }
    return false;
}

bool extent_has(const Extent *extent, Str path)
{
    return (!extent->max_depth || path_depth(path) < extent->max_depth) &&
           extent_has_extension(extent->extensions, path);
}

void extent_filter(const Extent *extent, WalkFileVec *files)
{
    size_t kept = 0;
    if (!extent->max_depth && !extent->extensions.len)
        return;
    for (size_t i = 0; i < files->len; i++)
        if (extent_has(extent, files->ptr[i].path))
            files->ptr[kept++] = files->ptr[i];
    files->len = kept;
}

Str extent_describe(Arena *arena, const Extent *extent)
{
    Buf out = buf_open(arena, 0);
    if (extent->extensions.len)
        buf_printf(&out, "only extensions %.*s", STR_ARG(extent->extensions));
    if (extent->max_depth)
        buf_printf(&out, "%sonly %u level%s of directories", out.len ? ", " : "", extent->max_depth,
                   extent->max_depth == 1 ? "" : "s");
    return buf_str(&out);
}
