#include "index/history/history_log.h"

#include "base/varint.h"

#define KIND_BITS 2

void history_log_open(HistoryLog *log, Arena *arena)
{
    *log = (HistoryLog){.arena = arena, .path_ids = map_open(arena)};
}

uint32_t history_log_path(HistoryLog *log, Str path)
{
    uint64_t *known = map_find(&log->path_ids, path);
    if (known)
        return (uint32_t)*known;
    uint32_t id = (uint32_t)log->paths.len;
    Str copy = str_copy(log->arena, path);
    *VEC_PUSH(log->arena, &log->paths) = copy;
    (void)VEC_PUSH(log->arena, &log->present);
    *map_put(&log->path_ids, copy, NULL) = id;
    return id;
}

void history_log_copy(HistoryLog *log, const HistoryLog *from, const HistoryCommit *commit)
{
    HistoryCommit *copy = VEC_PUSH(log->arena, &log->commits);
    *copy = *commit;
    copy->first = (uint32_t)log->changes.len;
    for (uint32_t i = 0; i < commit->count; i++) {
        HistoryChange change = from->changes.ptr[commit->first + i];
        change.path = history_log_path(log, from->paths.ptr[change.path]);
        if (change.kind == HISTORY_RENAMED)
            change.from = history_log_path(log, from->paths.ptr[change.from]);
        *VEC_PUSH(log->arena, &log->changes) = change;
    }
}

uint64_t history_id(Str hex)
{
    uint64_t id = 0;
    return str_parse_hex(str_slice(hex, 0, 16), &id) ? id : 0;
}

/* ---- as bytes ---- */

void history_log_pack(Buf *out, const HistoryLog *log)
{
    int64_t before = 0;
    varint_put_str(out, log->head);
    varint_put(out, log->most);
    varint_put(out, log->whole);
    varint_put(out, log->paths.len);
    for (size_t i = 0; i < log->paths.len; i++)
        varint_put_str(out, log->paths.ptr[i]);
    varint_put(out, log->commits.len);
    for (size_t i = 0; i < log->commits.len; i++) {
        const HistoryCommit *commit = &log->commits.ptr[i];
        buf_put(out, (Str){(const char *)&commit->id, sizeof commit->id});
        varint_put_near(out, (uint64_t)commit->time, (uint64_t)before);
        varint_put(out, commit->author);
        varint_put(out, commit->files);
        varint_put(out, commit->count);
        before = commit->time;
        for (uint32_t c = 0; c < commit->count; c++) {
            const HistoryChange *change = &log->changes.ptr[commit->first + c];
            varint_put(out, (uint64_t)change->path << KIND_BITS | change->kind);
            if (change->kind == HISTORY_RENAMED)
                varint_put(out, change->from);
        }
    }
}

static void take_change(VarintReader *in, HistoryLog *log)
{
    uint64_t packed = varint_take(in);
    HistoryChange change = {.path = (uint32_t)(packed >> KIND_BITS),
                            .kind = packed & ((1u << KIND_BITS) - 1)};
    if (change.kind == HISTORY_RENAMED)
        change.from = varint_u32(in);
    in->failed = in->failed || packed >> KIND_BITS >= log->paths.len ||
                 change.from >= log->paths.len || change.kind > HISTORY_RENAMED;
    *VEC_PUSH(log->arena, &log->changes) = change;
}

static void take_commit(VarintReader *in, HistoryLog *log, int64_t before)
{
    HistoryCommit commit = {.first = (uint32_t)log->changes.len};
    if ((size_t)(in->end - in->ptr) < sizeof commit.id) {
        in->failed = true;
        return;
    }
    memcpy(&commit.id, in->ptr, sizeof commit.id);
    in->ptr += sizeof commit.id;
    commit.time = (int64_t)varint_near(in, (uint64_t)before);
    commit.author = varint_u32(in);
    commit.files = varint_u32(in);
    commit.count = varint_u32(in);
    for (uint32_t i = 0; i < commit.count && !in->failed; i++)
        take_change(in, log);
    *VEC_PUSH(log->arena, &log->commits) = commit;
}

bool history_log_unpack(Arena *arena, Str bytes, HistoryLog *log)
{
    VarintReader in = varint_open(bytes);
    history_log_open(log, arena);
    log->head = varint_str(&in);
    log->most = varint_take(&in);
    log->whole = varint_take(&in) != 0;
    for (uint64_t left = varint_take(&in); left && !in.failed; left--)
        (void)history_log_path(log, varint_str(&in));
    for (uint64_t left = varint_take(&in); left && !in.failed; left--) {
        size_t count = log->commits.len;
        take_commit(&in, log, count ? log->commits.ptr[count - 1].time : 0);
    }
    return varint_is_done(&in) && !in.failed;
}
