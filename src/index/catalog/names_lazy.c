/* Address space for all texts and starts is taken at once and filled block by block; only touched
   memory costs anything. Added names are in a last block of their own. */
#include "index/catalog/names_lazy.h"

#include "base/limits.h"
#include "base/parallel.h"

/* Room for added names; untouched memory costs nothing. */
#define MORE_NAMES 4096
#define MORE_BYTES (128 * KB)

void names_be_lazy(Names *names, NamesLazy *lazy)
{
    const NamesBlock *last = &lazy->blocks[lazy->count - 1];
    size_t count = last->first + last->count, bytes = (size_t)last->start + last->bytes;
    size_t room = count + MORE_NAMES;
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

/* Sets the start of the name after the block's last, which marks where the last one ends. */
static void end_block(const Names *names, const NamesBlock *block)
{
    uint32_t end = block->first + block->count;
    if (end < names->starts.len)
        names->starts.ptr[end] = block->start + block->bytes;
}

/* Sets the starts of a block's names. False if it has not as many as it should. */
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

/* Copies the texts of a block into place, but leaves the start of the next block's first name
   (end_block). False if they are damaged. */
static bool take_block(const Names *names, NamesBlock *block, Str texts)
{
    block->is_loaded = true;
    if (texts.len)
        memcpy(names->text.ptr + block->start, texts.ptr, texts.len);
    if (texts.len && list_starts(names, block))
        return true;
    make_empty(names, block);
    return false;
}

/* ---- on several threads ---- */

/* Number of blocks that makes another thread worthwhile. */
#define BLOCKS_A_THREAD 8u
#define THREADS_MAX 4u

typedef struct Bringing {
    const Names *names;
    const NamesWish *wish;
    const uint32_t *blocks; /* NULL: all blocks */
    size_t count;
    pthread_mutex_t mutex; /* protects the fields below, and reading */
    size_t next;
    bool damaged;
} Bringing;

static NamesBlock *block_of(const Bringing *bringing, size_t i, size_t *number)
{
    *number = bringing->blocks ? bringing->blocks[i] : i;
    return &bringing->names->lazy->blocks[*number];
}

/* The next block that is not in memory, with its stored bytes. With a wish, blocks in memory are
   returned too. NULL at the end. */
static NamesBlock *read_next(Bringing *bringing, Arena *arena, Str *packed)
{
    const NamesLazy *lazy = bringing->names->lazy;
    NamesBlock *block = NULL;
    size_t number = 0;
    pthread_mutex_lock(&bringing->mutex);
    while (!block && bringing->next < bringing->count) {
        block = block_of(bringing, bringing->next++, &number);
        if (block->is_loaded && !bringing->wish)
            block = NULL;
    }
    if (block && !block->is_loaded && !lazy->read(lazy->state, arena, number, packed))
        *packed = (Str){0};
    pthread_mutex_unlock(&bringing->mutex);
    return block;
}

static void bring_next(Bringing *bringing, Arena kept)
{
    const NamesLazy *lazy = bringing->names->lazy;
    const NamesWish *wish = bringing->wish;
    NamesBlock *block;
    do {
        Arena arena = kept;
        Str packed = {0}, texts = {0};
        block = read_next(bringing, &arena, &packed);
        bool is_loaded = block && block->is_loaded;
        if (is_loaded)
            texts = (Str){bringing->names->text.ptr + block->start, block->bytes};
        bool sound = is_loaded || (packed.len && lazy->unpack(&arena, packed, &texts) &&
                                   texts.len == block->bytes);
        bool wanted = block && (!sound || !wish || wish->wants(wish->context, arena, block, texts));
        if (!wanted || is_loaded)
            continue;
        if (take_block(bringing->names, block, sound ? texts : (Str){0}))
            continue;
        pthread_mutex_lock(&bringing->mutex);
        bringing->damaged = true;
        pthread_mutex_unlock(&bringing->mutex);
    } while (block);
}

static void bring_share(void *state, unsigned number)
{
    Bringing *bringing = state;
    Arena own SCOPED(arena_close) = {0};
    if (number)
        arena_open(&own, 0);
    bring_next(bringing, number ? own : bringing->names->lazy->scratch);
}

void names_bring_some(const Names *names, const uint32_t *blocks, size_t count,
                      const NamesWish *wish)
{
    NamesLazy *lazy = names->lazy;
    size_t threads = MIN(MIN(parallel_cores(), THREADS_MAX), count / BLOCKS_A_THREAD + 1), number;
    Bringing bringing = {.names = names, .wish = wish, .blocks = blocks, .count = count};
    if (!lazy->scratch.begin)
        arena_open(&lazy->scratch, 0);
    pthread_mutex_init(&bringing.mutex, NULL);
    parallel_run((unsigned)threads, bring_share, &bringing);
    pthread_mutex_destroy(&bringing.mutex);
    for (size_t i = 0; i < count; i++)
        if (block_of(&bringing, i, &number)->is_loaded)
            end_block(names, &lazy->blocks[number]);
    *lazy->damaged = *lazy->damaged || bringing.damaged;
}

static void bring_block(const Names *names, uint32_t number)
{
    if (!names->lazy->blocks[number].is_loaded)
        names_bring_some(names, &number, 1, NULL);
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
    bring_block(names, (uint32_t)low);
}

/* The last name of the block that begins at or before a position. */
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
    uint32_t found = 0;
    if (!text.len)
        return 0;
    arena_open(&scratch, 0);
    Str whole = {str_terminate(&scratch, text), text.len};
    NgramVec ngrams = {0};
    ngrams_add_name(&scratch, &ngrams, text);
    for (size_t i = 0; i < names->lazy->count && !found; i++) {
        const NamesBlock *block = &names->lazy->blocks[i];
        if (!ngrams_are_in(block->ngrams, &ngrams))
            continue;
        bring_block(names, (uint32_t)i);
        found = find_in(names, block, whole);
    }
    return found;
}

static NamesBlock *open_more(Names *names)
{
    NamesLazy *lazy = names->lazy;
    if (!lazy->more)
        lazy->blocks[lazy->count++] = (NamesBlock){
            .first = names_count(names), .start = (uint32_t)names->text.len, .is_loaded = true};
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

Names names_of_block(Arena *arena, const NamesBlock *block, Str texts)
{
    Names names = {.text = {.ptr = (char *)texts.ptr, .len = texts.len}};
    const char *at = texts.ptr, *end = texts.ptr + texts.len;
    names.starts.ptr =
        arena_grow(arena, NULL, 0, block->count * sizeof(uint32_t), _Alignof(uint32_t));
    while (names.starts.len < block->count && at && at < end) {
        names.starts.ptr[names.starts.len++] = (uint32_t)(at - texts.ptr);
        at = memchr(at, '\0', (size_t)(end - at));
        at = at ? at + 1 : NULL;
    }
    return names;
}

/* Announces that many blocks will be fetched. */
static void expect_many(const Names *names)
{
    arena_expect_within(names->arena, names->text.ptr, names->text.len);
    arena_expect_within(names->arena, names->starts.ptr,
                        names->starts.len * sizeof *names->starts.ptr);
}

void names_bring_all(Names *names)
{
    if (!names->lazy)
        return;
    expect_many(names);
    names_bring_some(names, NULL, names->lazy->count, NULL);
    names->lazy = NULL;
}
