#include "index/catalog/names_lazy.h"

#include "base/filter.h"
#include "base/limits.h"

/* For names that are put; untouched it costs nothing. */
#define MORE_NAMES 4096
#define MORE_BYTES (128 * KB)

void names_be_lazy(Names *names, NamesLazy *lazy)
{
    const NamesBlock *last = &lazy->blocks[lazy->count - 1];
    size_t count = last->first + last->count, bytes = (size_t)last->start + last->bytes;
    size_t room = count + MORE_NAMES;
    arena_expect(names->arena, count * sizeof *names->starts.ptr);
    names->starts.ptr =
        arena_grow(names->arena, NULL, 0, room * sizeof *names->starts.ptr, _Alignof(uint32_t));
    names->starts.len = count;
    names->starts.cap = room;
    names->text.ptr = arena_bytes(names->arena, bytes + MORE_BYTES);
    names->text.len = bytes;
    names->text.cap = bytes + MORE_BYTES;
    names->text.ptr[0] = '\0';
    names->starts.ptr[0] = 0;
    names->starts.ptr[1] = 1;
    names->slot_count = 0;
    names->lazy = lazy;
}

/* Where the name behind the block's last begins: what is asked for that one needs it. */
static void end_block(const Names *names, const NamesBlock *block)
{
    uint32_t end = block->first + block->count;
    if (end < names->starts.len)
        names->starts.ptr[end] = block->start + block->bytes;
}

/* Behind each NUL a name starts. False when there are not as many as there should be. */
static bool list_starts(const Names *names, const NamesBlock *block)
{
    const char *text = names->text.ptr + block->start, *end = text + block->bytes, *at = text;
    uint32_t found = 0;
    for (; at < end && found < block->count; found++) {
        names->starts.ptr[block->first + found] = block->start + (uint32_t)(at - text);
        at = memchr(at, '\0', (size_t)(end - at));
        if (!at++)
            return false;
    }
    return found == block->count && at == end;
}

static void make_empty(const Names *names, const NamesBlock *block)
{
    memset(names->text.ptr + block->start, 0, block->bytes);
    for (uint32_t i = 0; i < block->count; i++)
        names->starts.ptr[block->first + i] = block->start + i;
}

bool names_bring_wanted(const Names *names, size_t number, const NamesWish *wish)
{
    const NamesLazy *lazy = names->lazy;
    NamesBlock *block = &lazy->blocks[number];
    Str texts;
    if (block->here)
        return true;
    bool sound = lazy->read(lazy->state, number, &texts) && texts.len == block->bytes;
    if (sound && wish && !wish->wants(wish->context, texts))
        return false;
    block->here = true;
    end_block(names, block);
    if (sound)
        memcpy(names->text.ptr + block->start, texts.ptr, texts.len);
    if (sound && list_starts(names, block))
        return true;
    make_empty(names, block);
    *lazy->damaged = true;
    return true;
}

static void bring_block(const Names *names, size_t number)
{
    (void)names_bring_wanted(names, number, NULL);
}

void names_bring(const Names *names, uint32_t id)
{
    const NamesLazy *lazy = names->lazy;
    size_t low = 0, high = lazy->count;
    while (high - low > 1) {
        size_t middle = low + (high - low) / 2;
        if (lazy->blocks[middle].first <= id)
            low = middle;
        else
            high = middle;
    }
    bring_block(names, low);
}

/* The last one of the block whose text begins at or before a place. */
static uint32_t name_at(const Names *names, const NamesBlock *block, size_t place)
{
    uint32_t low = block->first, high = low + block->count;
    while (high - low > 1) {
        uint32_t middle = low + (high - low) / 2;
        if (names->starts.ptr[middle] <= place)
            low = middle;
        else
            high = middle;
    }
    return low;
}

static uint32_t find_in(const Names *names, const NamesBlock *block, Str text)
{
    const char *begin = names->text.ptr + block->start, *at = begin, *end = at + block->bytes;
    while (at && (size_t)(end - at) > text.len) {
        at = memmem(at, (size_t)(end - at), text.ptr, text.len + 1);
        if (at && (at == begin || !at[-1]))
            return name_at(names, block, (size_t)(at - names->text.ptr));
        at = at ? at + 1 : NULL;
    }
    return 0;
}

uint32_t names_find_lazily(const Names *names, Str text)
{
    Arena scratch SCOPED(arena_close) = {0};
    uint64_t hash = str_hash(text);
    uint32_t found = 0;
    if (!text.len)
        return 0;
    arena_open(&scratch, 0);
    Str whole = {str_terminate(&scratch, text), text.len};
    PieceVec pieces = {0};
    pieces_add_name(&scratch, &pieces, text);
    for (size_t i = 0; i < names->lazy->count && !found; i++) {
        const NamesBlock *block = &names->lazy->blocks[i];
        if (!filter_may_have(block->signs, hash) || !pieces_are_in(block->pieces, &pieces))
            continue;
        bring_block(names, i);
        found = find_in(names, block, whole);
    }
    return found;
}

static NamesBlock *open_more(Names *names)
{
    NamesLazy *lazy = names->lazy;
    if (!lazy->more)
        lazy->blocks[lazy->count++] = (NamesBlock){
            .first = names_count(names), .start = (uint32_t)names->text.len, .here = true};
    lazy->more = true;
    return &lazy->blocks[lazy->count - 1];
}

uint32_t names_put_lazily(Names *names, Str text)
{
    uint32_t known = names_find_lazily(names, text);
    size_t more = text.len + 1, end = names->text.len;
    if (known || !text.len || names->starts.len == names->starts.cap ||
        end + more > names->text.cap)
        return known;
    NamesBlock *block = open_more(names);
    names->starts.ptr[names->starts.len] = (uint32_t)end;
    memcpy(names->text.ptr + end, text.ptr, text.len);
    names->text.ptr[end + text.len] = '\0';
    names->text.len += more;
    block->bytes += (uint32_t)more;
    block->count++;
    return (uint32_t)names->starts.len++;
}

void names_expect_many(const Names *names)
{
    arena_expect_within(names->arena, names->text.ptr, names->text.len);
}

void names_bring_all(Names *names)
{
    if (names->lazy)
        names_expect_many(names);
    for (size_t i = 0; names->lazy && i < names->lazy->count; i++)
        bring_block(names, i);
    names->lazy = NULL;
}
