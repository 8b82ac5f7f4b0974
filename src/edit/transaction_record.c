/* A record is variable-length numbers and strings, followed by a hash of them, so that a damaged
   one is recognised. The task comes last: records of former versions end before it. */
#include "edit/transaction_state.h"

#include "base/varint.h"

#define RECORD_MARK "fovea edit 1\n"

static void put_bytes(Buf *out, const char *bytes, size_t len)
{
    buf_put(out, (Str){bytes, len});
}

static void take_bytes(VarintReader *in, char *bytes, size_t len)
{
    in->failed = in->failed || (size_t)(in->end - in->ptr) < len;
    if (in->failed)
        return;
    memcpy(bytes, in->ptr, len);
    in->ptr += len;
}

static Buf open_record(Arena *arena)
{
    Buf out = buf_open(arena, 0);
    buf_put(&out, STR(RECORD_MARK));
    return out;
}

static Str close_record(Buf *out)
{
    EditHash hash;
    hash_content(STR("journal"), buf_str(out), hash);
    put_bytes(out, hash, sizeof hash);
    return buf_str(out);
}

/* Opens a record; false when it is damaged, or of another version. */
static bool check_record(Str bytes, VarintReader *in)
{
    EditHash hash;
    if (!str_starts(bytes, STR(RECORD_MARK)) || bytes.len < sizeof RECORD_MARK + sizeof hash)
        return false;
    Str content = str_slice(bytes, 0, bytes.len - sizeof hash);
    hash_content(STR("journal"), content, hash);
    *in = varint_open(str_from_offset(content, sizeof RECORD_MARK - 1));
    return memcmp(hash, content.ptr + content.len, sizeof hash) == 0;
}

/* A number of items that follow; each takes at least a byte. */
static size_t take_count(VarintReader *in)
{
    uint64_t count = varint_take(in);
    in->failed = in->failed || count > (uint64_t)(in->end - in->ptr);
    return in->failed ? 0 : (size_t)count;
}

static void put_texts(Buf *out, const EditStrVec *texts)
{
    varint_put(out, texts->len);
    for (size_t i = 0; i < texts->len; i++)
        varint_put_str(out, texts->ptr[i]);
}

static void take_texts(Arena *arena, VarintReader *in, EditStrVec *texts)
{
    size_t count = take_count(in);
    *texts = (EditStrVec){0};
    for (size_t i = 0; i < count && !in->failed; i++)
        *VEC_PUSH(arena, texts) = varint_str(in);
}

static void put_file(Buf *out, const JournalFile *file)
{
    varint_put_str(out, file->from);
    varint_put_str(out, file->to);
    put_bytes(out, file->before, sizeof file->before);
    put_bytes(out, file->after, sizeof file->after);
    varint_put(out, file->mode);
    varint_put(out, file->owner);
    varint_put(out, file->group);
    varint_put(out, file->start);
    varint_put(out, file->end);
}

static void take_file(VarintReader *in, JournalFile *file)
{
    file->from = varint_str(in);
    file->to = varint_str(in);
    take_bytes(in, file->before, sizeof file->before);
    take_bytes(in, file->after, sizeof file->after);
    file->mode = varint_u32(in);
    file->owner = varint_u32(in);
    file->group = varint_u32(in);
    file->start = varint_u32(in);
    file->end = varint_u32(in);
}

static void put_entry(Buf *out, const JournalEntry *entry)
{
    varint_put(out, entry->number);
    varint_put(out, entry->nonce);
    varint_put(out, entry->turn);
    varint_put(out, (uint64_t)entry->time);
    varint_put(out, entry->rolled_back);
    varint_put_str(out, entry->description);
    varint_put(out, entry->files.len);
    for (size_t i = 0; i < entry->files.len; i++)
        put_file(out, &entry->files.ptr[i]);
    put_texts(out, &entry->directories);
}

static void take_entry(Arena *arena, VarintReader *in, JournalEntry *entry)
{
    *entry = (JournalEntry){.number = varint_take(in)};
    entry->nonce = varint_take(in);
    entry->turn = varint_take(in);
    entry->time = (int64_t)varint_take(in);
    entry->rolled_back = varint_take(in) != 0;
    entry->description = varint_str(in);
    size_t count = take_count(in);
    for (size_t i = 0; i < count && !in->failed; i++)
        take_file(in, VEC_PUSH(arena, &entry->files));
    take_texts(arena, in, &entry->directories);
}

static uint64_t take_task(VarintReader *in)
{
    return !in->failed && in->ptr < in->end ? varint_take(in) : 0;
}

Str record_put_entry(Arena *arena, const JournalEntry *entry)
{
    Buf out = open_record(arena);
    put_entry(&out, entry);
    varint_put(&out, entry->task);
    return close_record(&out);
}

bool record_take_entry(Arena *arena, Str bytes, JournalEntry *entry)
{
    VarintReader in;
    if (!check_record(bytes, &in))
        return false;
    take_entry(arena, &in, entry);
    entry->task = take_task(&in);
    return !in.failed;
}

Str record_put_pending(Arena *arena, const PendingFile *pending)
{
    Buf out = open_record(arena);
    varint_put(&out, pending->begun);
    put_entry(&out, &pending->entry);
    varint_put(&out, pending->steps.len);
    for (size_t i = 0; i < pending->steps.len; i++) {
        const JournalStep *step = &pending->steps.ptr[i];
        varint_put(&out, step->kind);
        varint_put(&out, step->file);
        varint_put_str(&out, step->path);
        put_bytes(&out, step->before, sizeof step->before);
        put_bytes(&out, step->after, sizeof step->after);
        varint_put(&out, step->made.device);
        varint_put(&out, step->made.number);
    }
    put_texts(&out, &pending->directories);
    put_texts(&out, &pending->leaving);
    varint_put(&out, pending->entry.task);
    return close_record(&out);
}

bool record_take_pending(Arena *arena, Str bytes, PendingFile *pending)
{
    VarintReader in;
    *pending = (PendingFile){0};
    if (!check_record(bytes, &in))
        return false;
    pending->begun = varint_take(&in) != 0;
    take_entry(arena, &in, &pending->entry);
    size_t count = take_count(&in);
    for (size_t i = 0; i < count && !in.failed; i++) {
        JournalStep *step = VEC_PUSH(arena, &pending->steps);
        uint64_t kind = varint_take(&in);
        in.failed = in.failed || kind >= STEP_KIND_COUNT;
        step->kind = (StepKind)kind;
        step->file = varint_u32(&in);
        in.failed = in.failed || step->file >= pending->entry.files.len;
        step->path = varint_str(&in);
        take_bytes(&in, step->before, sizeof step->before);
        take_bytes(&in, step->after, sizeof step->after);
        step->made.device = varint_take(&in);
        step->made.number = varint_take(&in);
    }
    take_texts(arena, &in, &pending->directories);
    take_texts(arena, &in, &pending->leaving);
    pending->entry.task = take_task(&in);
    return !in.failed;
}
