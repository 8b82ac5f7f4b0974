/* Guarded parse: tree-sitter with an allocator and a clock of our own.

   Some grammars need gigabytes or minutes for 100 KB of hostile input, and ignore the progress
   callback. So the clock is also read every few thousand allocations, and whenever a few megabytes
   were read again.

   The allocator is a capped bump arena with segregated free lists (one per size class), owned by
   the calling thread while it parses. A limit is enforced by longjmp out of the parser. That is
   safe because the parser holds nothing but memory, and all of it is in the arena. */
#include "lang/parse.h"

#include "base/poison.h"
#include "base/work_limit.h"
#include "lang/registry.h"

#include <pthread.h>
#include <setjmp.h>

/* Memory of a parse for a map that is kept for the next parse; the rest is returned to the system
   before the map is written. Faulting it in again costs a hundredth of the parse that needs it. */
#define MAP_PARSE_KEEP (160 * KB)

#define BLOCK_ALIGN 8     /* the largest alignment in a tree */
#define SMALL_CLASSES 128 /* multiples of BLOCK_ALIGN */
#define LARGE_CLASSES 256 /* above those, four classes for each power of two */
#define CLOCK_EVERY 4096  /* allocations */

typedef struct Block {
    size_t size;             /* of the memory, which starts after this field */
    struct Block *next_free; /* overlaps the memory of a free block */
} Block;

typedef struct Guard {
    char *ptr;
    char *end;
    Block *small[SMALL_CLASSES + 1];
    Block *large[LARGE_CLASSES];
    unsigned until_clock; /* allocations until the clock is read */
    WorkLimit time;
    const volatile bool *cancel;
    uint32_t reached; /* the furthest byte so far */
    uint32_t stalled; /* progress reports since then */
    uint32_t stalled_max;
    uint32_t pulses;        /* grammar_pulse calls left until the parse is given up */
    bool strict;            /* stop at the first syntax error */
    const char *broken_end; /* end of the memory once there are errors; NULL: no lower cap */
    ParseStatus status;
    const TSInput *input; /* set while the tree is visited */
    const FoveaTrim *trim;
    jmp_buf escape;
} Guard;

static _Thread_local Guard *guard;

static void guard_leave(ParseStatus status)
{
    guard->status = status;
    longjmp(guard->escape, 1);
}

static ParseStatus guard_expired(Guard *self)
{
    if (self->cancel && *self->cancel)
        return PARSE_CANCELLED;
    return work_limit_is_over(&self->time) ? PARSE_TIMED_OUT : PARSE_OK;
}

/* Logarithm of a quarter of the largest power of two that is not above the size. */
static unsigned size_step(size_t size)
{
    return 61 - (unsigned)__builtin_clzll(size);
}

static Block **guard_list(Guard *self, size_t size)
{
    if (size <= SMALL_CLASSES * BLOCK_ALIGN)
        return &self->small[size / BLOCK_ALIGN];
    unsigned step = size_step(size);
    return &self->large[step * 4 + (size >> step) - 4];
}

static size_t guard_round(size_t size)
{
    if (size <= SMALL_CLASSES * BLOCK_ALIGN)
        return MAX((size + BLOCK_ALIGN - 1) / BLOCK_ALIGN, 1) * BLOCK_ALIGN;
    size_t unit = (size_t)1 << size_step(size);
    return (size + unit - 1) & ~(unit - 1);
}

static Block *guard_new_block(size_t size)
{
    if (size + BLOCK_ALIGN > (size_t)(guard->end - guard->ptr))
        guard_leave(PARSE_OUT_OF_MEMORY);
    Block *block = (Block *)(void *)guard->ptr;
    guard->ptr += size + BLOCK_ALIGN;
    block->size = size;
    return block;
}

static void *guard_malloc(size_t size)
{
    if (!guard)
        return malloc(size);
    if (--guard->until_clock == 0) {
        guard->until_clock = CLOCK_EVERY;
        ParseStatus status = guard_expired(guard);
        if (status != PARSE_OK)
            guard_leave(status);
    }
    if (size > PARSE_MEMORY_MAX)
        guard_leave(PARSE_OUT_OF_MEMORY);
    size_t rounded = guard_round(size + POISON_GAP);
    Block **list = guard_list(guard, rounded);
    Block *block = *list;
    if (block) {
        UNPOISON(&block->next_free, sizeof block->next_free);
        *list = block->next_free;
    } else {
        block = guard_new_block(rounded);
    }
    char *memory = (char *)block + BLOCK_ALIGN;
    POISON(memory, rounded);
    UNPOISON(memory, size);
    return memory;
}

static void guard_free(void *memory)
{
    if (!guard) {
        free(memory);
        return;
    }
    if (!memory)
        return;
    Block *block = (Block *)(void *)((char *)memory - BLOCK_ALIGN);
    Block **list = guard_list(guard, block->size);
    UNPOISON(&block->next_free, sizeof block->next_free);
    block->next_free = *list;
    *list = block;
    POISON(memory, block->size);
}

static void *guard_calloc(size_t count, size_t size)
{
    if (!guard)
        return calloc(count, size);
    if (size && count > PARSE_MEMORY_MAX / size)
        guard_leave(PARSE_OUT_OF_MEMORY);
    return memset(guard_malloc(count * size), 0, count * size);
}

static void *guard_realloc(void *old, size_t size)
{
    if (!guard)
        return realloc(old, size);
    if (!old)
        return guard_malloc(size);
    Block *block = (Block *)(void *)((char *)old - BLOCK_ALIGN);
    size_t usable = block->size - POISON_GAP;
    if (size <= usable) {
        UNPOISON(old, size);
        return old;
    }
    void *larger = guard_malloc(size);
    UNPOISON(old, usable);
    memcpy(larger, old, usable);
    guard_free(old);
    return larger;
}

static void grammar_failed(const char *why)
{
    (void)why;
    if (guard)
        guard_leave(PARSE_FAILED);
}

static void grammar_pulse(void)
{
    if (!guard)
        return;
    ParseStatus status = guard->pulses-- ? guard_expired(guard) : PARSE_FAILED;
    if (status != PARSE_OK)
        guard_leave(status);
}

static bool on_progress(TSParseState *state)
{
    Guard *self = state->payload;
    if (state->current_byte_offset > self->reached) {
        self->reached = state->current_byte_offset;
        self->stalled = 0;
    }
    bool vain =
        (self->strict && fovea_grammar_recovered(false)) || ++self->stalled > self->stalled_max;
    self->status = vain ? PARSE_FAILED : guard_expired(self);
    if (self->broken_end && self->ptr > self->broken_end && fovea_grammar_recovered(false))
        self->status = PARSE_OUT_OF_MEMORY;
    return self->status != PARSE_OK;
}

/* How elided spans are hidden from the parser. The parser reads text from an offset and decodes
   one character from it, with its length in bytes. A span is presented as one character that is as
   long as the span. read_source returns a GapMark for it: a byte that cannot occur in UTF-8, the
   blank, and the length. decode_source translates that. */
#define GAP_MARK 0xff

typedef struct GapMark {
    unsigned char mark, blank, len[4];
} GapMark;

typedef struct Reader {
    const ParseSource *source;
    size_t near;  /* index of the span found last */
    GapMark span; /* the span read last */
} Reader;

static bool is_first_behind(const ElidedSpans *spans, size_t index, uint32_t offset)
{
    return index <= spans->len && (index == spans->len || spans->ptr[index].end > offset) &&
           (!index || spans->ptr[index - 1].end <= offset);
}

/* Index of the first span that ends after the offset. */
static size_t find_span(Reader *reader, uint32_t offset)
{
    const ElidedSpans *spans = &reader->source->elided;
    size_t low = 0, high = spans->len;
    for (size_t i = 0; i < 2; i++)
        if (is_first_behind(spans, reader->near + i, offset))
            return reader->near += i;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (spans->ptr[middle].end <= offset)
            low = middle + 1;
        else
            high = middle;
    }
    return reader->near = low;
}

static const char *read_source(void *payload, uint32_t offset, TSPoint point, uint32_t *len)
{
    Reader *reader = payload;
    Str text = reader->source->text;
    (void)point;
    const ElidedSpans *spans = &reader->source->elided;
    size_t index = find_span(reader, offset);
    const ElidedSpan *span = index < spans->len ? &spans->ptr[index] : NULL;
    if (span && span->start == offset) {
        uint32_t bytes = span->end - span->start;
        reader->span = (GapMark){.mark = GAP_MARK, .blank = (unsigned char)span->blank};
        memcpy(reader->span.len, &bytes, sizeof bytes);
        *len = 1; /* a span of one byte must not hide the byte after it */
        return (const char *)&reader->span;
    }
    size_t end = span ? span->start : text.len;
    *len = offset < end ? (uint32_t)(end - offset) : 0;
    return text.ptr + MIN(offset, end);
}

/* A byte that is not valid UTF-8 is read as a letter. In Latin-1 and its relatives most are
   letters, so names that contain them stay whole. The parser's own decoder reports an error. */
#define INVALID_LETTER 0xe9

static uint32_t decode_text(const uint8_t *bytes, uint32_t len, int32_t *code)
{
    if (bytes[0] < 0x80) {
        *code = bytes[0];
        return 1;
    }
    size_t at = 0;
    uint32_t point = str_decode((Str){(const char *)bytes, len}, &at);
    bool invalid = point == 0xfffd && at == 1;
    *code = invalid ? INVALID_LETTER : (int32_t)point;
    return (uint32_t)at;
}

static uint32_t decode_source(const uint8_t *bytes, uint32_t len, int32_t *code)
{
    if (bytes[0] != GAP_MARK)
        return decode_text(bytes, len, code);
    uint32_t wide;
    memcpy(&wide, ((const GapMark *)(const void *)bytes)->len, sizeof wide);
    *code = bytes[1];
    return wide;
}

/* Characters in [from, to) of a line; a span counts as one. */
static uint32_t count_characters(void *payload, uint32_t from, uint32_t to)
{
    Reader *reader = payload;
    const ParseSource *source = reader->source;
    uint32_t count = 0;
    int32_t code;
    for (size_t i = find_span(reader, from); from < to; i++) {
        const ElidedSpan *span = i < source->elided.len ? &source->elided.ptr[i] : NULL;
        uint32_t stop = span ? MIN(span->start, to) : to;
        for (; from < stop; count++)
            from += decode_text((const uint8_t *)source->text.ptr + from, stop - from, &code);
        count += from < to;
        from = from < to ? span->end : from;
    }
    return count;
}

static void install_once(void)
{
    fovea_grammar_pulse = grammar_pulse;
    fovea_grammar_columns = count_characters;
    ts_set_allocator(guard_malloc, guard_calloc, guard_realloc, guard_free);
    fovea_grammar_failed = grammar_failed;
}

static ParseStatus parse_guarded(const TSLanguage *grammar, const ParseSource *source,
                                 ParseVisit visit, void *context)
{
    Reader reader = {.source = source};
    TSParser *parser = ts_parser_new();
    if (!ts_parser_set_language(parser, grammar))
        return PARSE_FAILED;
    TSInput input = {.payload = &reader, .read = read_source, .encoding = TSInputEncodingUTF8};
    if (source->elided.len || !str_is_utf8(source->text)) {
        input.encoding = TSInputEncodingCustom;
        input.decode = source->elided.len ? decode_source : decode_text;
    }
    TSParseOptions options = {.payload = guard, .progress_callback = on_progress};
    guard->trim = source->trim;
    guard->strict = source->elided.len > 0;
    fovea_grammar_recovered(true);
    fovea_grammar_trim(guard->trim);
    TSTree *tree = ts_parser_parse_with_options(parser, NULL, input, options);
    fovea_grammar_trim(NULL);
    guard->strict = false;
    if (!tree)
        return guard->status != PARSE_OK ? guard->status : PARSE_FAILED;
    guard->cancel = NULL;
    guard->until_clock = UINT_MAX;
    guard->input = &input;
    visit(context, tree);
    return PARSE_OK;
}

TSTree *parse_part(const TSLanguage *grammar, const TSRange *parts, uint32_t count)
{
    if (!guard || !guard->input)
        return NULL;
    TSParser *parser = ts_parser_new();
    TSTree *tree = NULL;
    TSParseOptions options = {.payload = guard, .progress_callback = on_progress};
    guard->reached = guard->stalled = 0;
    fovea_grammar_trim(guard->trim);
    if (ts_parser_set_language(parser, grammar) &&
        ts_parser_set_included_ranges(parser, parts, count))
        tree = ts_parser_parse_with_options(parser, NULL, *guard->input, options);
    fovea_grammar_trim(NULL);
    ts_parser_delete(parser);
    if (!tree || !ts_node_has_error(ts_tree_root_node(tree)))
        return tree;
    ts_tree_delete(tree);
    return NULL;
}

static size_t memory_cap(Arena memory, const ParseSource *source)
{
    size_t usual = PARSE_MEMORY_BASE + source->text.len * PARSE_MEMORY_PER_BYTE;
    size_t wanted = source->memory_max ? MIN(source->memory_max, usual) : usual;
    return MIN(MIN(wanted, PARSE_MEMORY_MAX), (size_t)(memory.end - memory.ptr));
}

ParseStatus parse_visit(Arena memory, const TSLanguage *grammar, const ParseSource *source,
                        const OutlineOptions *options, ParseVisit visit, void *context)
{
    Str text = source->text;
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, install_once);
    if (text.len > UINT32_MAX / 2)
        return PARSE_OUT_OF_MEMORY;
    Guard *outer = guard;
    Guard *self = NEW(&memory, Guard, 1);
    size_t align = (size_t)(-(uintptr_t)memory.ptr & (BLOCK_ALIGN - 1));
    self->ptr = memory.ptr + align;
    self->end = self->ptr + memory_cap(memory, source) - align;
    self->broken_end = source->broken_max ? memory.ptr + source->broken_max : NULL;
    self->until_clock = CLOCK_EVERY;
    work_limit_start(&self->time, 0, outline_time_ms(options));
    self->cancel = options->cancel;
    self->stalled_max = PARSE_STALL_MAX + (uint32_t)text.len / PARSE_STALL_BYTES;
    self->pulses =
        (uint32_t)((PARSE_VAIN_BASE + text.len * PARSE_VAIN_PER_BYTE) / FOVEA_PULSE_BYTES);
    guard = self;
    if (setjmp(self->escape) == 0)
        self->status = parse_guarded(grammar, source, visit, context);
    guard = outer;
    fovea_grammar_trim(NULL); /* after longjmp it is still set */
    UNPOISON(memory.ptr, (size_t)(self->ptr - memory.ptr));
    ParseStatus status = self->status;
    arena_give_back_above(memory, source->trim ? MAP_PARSE_KEEP : ARENA_KEEP, self->ptr);
    return status;
}

Str parse_status_text(ParseStatus status)
{
    switch (status) {
    case PARSE_OK: return (Str){0};
    case PARSE_TIMED_OUT: return STR("parsing passed its time limit");
    case PARSE_OUT_OF_MEMORY: return STR("parsing passed its memory limit");
    case PARSE_CANCELLED: return STR("cancelled");
    case PARSE_FAILED: return STR("the grammar failed on this file");
    }
    return (Str){0};
}

Str parse_prepare(Arena *scratch, const Language *language, Str text)
{
    if (!language->prepare || !text.len)
        return text;
    char *copy = arena_bytes(scratch, text.len);
    memcpy(copy, text.ptr, text.len);
    language->prepare(copy, text.len);
    return (Str){copy, text.len};
}
