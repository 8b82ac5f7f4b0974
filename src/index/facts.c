/* Written and read by the same table of columns (facts_symbol, facts_import, facts_reference), so
   that the two directions cannot drift apart: a Codec either appends a number or takes the next
   one. */
#include "index/facts.h"

#include "base/map.h"

#include <zstd.h>

#define FACTS_MAGIC 0xF0
#define FACTS_COMPRESSION 3
/* A blob's plain size: the largest outline that limits.h allows stays below. */
#define FACTS_BYTES_MAX (1 * GB)

typedef struct Codec {
    Arena *arena;
    bool writing;
    bool failed; /* reading ran off the end or met nonsense */
    Buf out;     /* numbers, when writing */
    Buf strings; /* the pool: length, bytes */
    Map pool;    /* text -> index + 1 */
    Str in;      /* numbers, when reading */
    Str *texts;  /* the pool by index */
    size_t text_count;
} Codec;

static void put_number(Buf *buf, uint64_t value)
{
    while (value >= 0x80) {
        buf_put_byte(buf, (char)(value | 0x80));
        value >>= 7;
    }
    buf_put_byte(buf, (char)value);
}

static uint64_t take_number(Str *in, bool *failed)
{
    uint64_t value = 0;
    for (unsigned shift = 0; shift < 64; shift += 7) {
        if (!in->len)
            break;
        uint64_t byte = (unsigned char)in->ptr[0];
        *in = (Str){in->ptr + 1, in->len - 1};
        value |= (byte & 0x7F) << shift;
        if (byte < 0x80)
            return value;
    }
    *failed = true;
    return 0;
}

static void code_number(Codec *codec, uint64_t *value)
{
    if (codec->writing)
        put_number(&codec->out, *value);
    else
        *value = take_number(&codec->in, &codec->failed);
}

/* A number that is near another. */
static void code_near(Codec *codec, uint32_t *value, uint32_t near)
{
    int64_t delta = (int64_t)*value - near;
    uint64_t folded = ((uint64_t)delta << 1) ^ (uint64_t)(delta >> 63);
    code_number(codec, &folded);
    if (!codec->writing)
        *value = near + (uint32_t)((folded >> 1) ^ (0 - (folded & 1)));
}

static void code_small(Codec *codec, uint32_t *value)
{
    uint64_t wide = *value;
    code_number(codec, &wide);
    *value = (uint32_t)wide;
}

static void code_short(Codec *codec, uint16_t *value)
{
    uint32_t wide = *value;
    code_small(codec, &wide);
    *value = (uint16_t)wide;
}

static void code_text(Codec *codec, Str *text)
{
    uint64_t index = 0;
    if (codec->writing && text->len) {
        bool added = false;
        uint64_t *entry = map_put(&codec->pool, *text, &added);
        if (added) {
            *entry = codec->pool.len;
            put_number(&codec->strings, text->len);
            buf_put(&codec->strings, *text);
        }
        index = *entry;
    }
    code_number(codec, &index);
    if (codec->writing)
        return;
    if (index > codec->text_count)
        codec->failed = true;
    else
        *text = index ? codec->texts[index - 1] : (Str){0};
}

/* The number of items; when reading, it cannot pass what the bytes left could hold. */
static size_t code_count(Codec *codec, size_t count)
{
    uint64_t wide = count;
    code_number(codec, &wide);
    if (!codec->writing && wide > codec->in.len)
        codec->failed = true;
    return codec->failed ? 0 : (size_t)wide;
}

/* Makes room for `count` items when reading; the vector is used as it is when writing. */
#define CODE_ITEMS(codec, vec, Type, code_item) \
    do { \
        size_t count = code_count((codec), (vec)->len); \
        if (!(codec)->writing) { \
            (vec)->ptr = NEW((codec)->arena, Type, count); \
            (vec)->len = (vec)->cap = count; \
        } \
        Type nothing = {0}; \
        for (size_t i = 0; i < count && !(codec)->failed; i++) \
            code_item((codec), &(vec)->ptr[i], i ? &(vec)->ptr[i - 1] : &nothing); \
    } while (0)

static void code_symbol(Codec *codec, Symbol *symbol, const Symbol *before)
{
    uint32_t kind = symbol->kind, value = symbol->is_value;
    code_small(codec, &kind);
    code_small(codec, &symbol->modifiers);
    code_text(codec, &symbol->name);
    code_text(codec, &symbol->owner);
    code_text(codec, &symbol->signature);
    code_text(codec, &symbol->doc);
    code_text(codec, &symbol->type);
    code_near(codec, &symbol->start, before->start);
    code_near(codec, &symbol->end, symbol->start);
    code_near(codec, &symbol->lead, symbol->start);
    code_near(codec, &symbol->name_start, symbol->start);
    code_near(codec, &symbol->name_end, symbol->name_start);
    code_small(codec, &symbol->body);
    code_near(codec, &symbol->start_line, before->start_line);
    code_near(codec, &symbol->end_line, symbol->start_line);
    code_near(codec, &symbol->name_line, symbol->start_line);
    code_small(codec, &symbol->parent);
    code_small(codec, &symbol->next);
    code_small(codec, &symbol->depth);
    code_small(codec, &value);
    code_short(codec, &symbol->complexity);
    code_short(codec, &symbol->branches);
    code_short(codec, &symbol->loops);
    code_short(codec, &symbol->exits);
    symbol->kind = kind < SYMBOL_KIND_COUNT ? (SymbolKind)kind : SYMBOL_NONE;
    symbol->is_value = value;
}

static void code_binding(Codec *codec, Binding *binding, const Binding *before)
{
    (void)before;
    code_text(codec, &binding->name);
    code_text(codec, &binding->alias);
    code_small(codec, &binding->flags);
}

static void code_import(Codec *codec, Import *import, const Import *before)
{
    code_text(codec, &import->name);
    code_text(codec, &import->detail);
    code_near(codec, &import->start, before->start);
    code_near(codec, &import->end, import->start);
    code_near(codec, &import->line, before->line);
    uint32_t angled = import->angled;
    code_small(codec, &angled);
    import->angled = angled;
    CODE_ITEMS(codec, &import->bindings, Binding, code_binding);
}

static void code_reference(Codec *codec, Reference *reference, const Reference *before)
{
    uint32_t kind = reference->kind, arguments = reference->arguments, flags = reference->flags;
    code_small(codec, &kind);
    code_text(codec, &reference->name);
    code_text(codec, &reference->receiver);
    code_near(codec, &reference->start, before->start);
    code_near(codec, &reference->line, before->line);
    code_near(codec, &reference->symbol, before->symbol);
    code_small(codec, &arguments);
    code_small(codec, &flags);
    reference->kind = (ReferenceKind)MIN(kind, (uint32_t)REFERENCE_BIND);
    reference->arguments = (uint16_t)arguments;
    reference->flags = (uint8_t)flags;
}

static void code_head(Codec *codec, Outline *outline)
{
    uint32_t engine = outline->engine, degraded = outline->degraded;
    Str language = codec->writing ? lang_id(outline->language) : (Str){0};
    code_text(codec, &language);
    code_small(codec, &engine);
    code_small(codec, &degraded);
    code_text(codec, &outline->note);
    code_text(codec, &outline->package);
    code_text(codec, &outline->facts);
    code_small(codec, &outline->line_count);
    if (codec->writing)
        return;
    outline->language = lang_find(language);
    outline->engine = (OutlineEngine)MIN(engine, (uint32_t)ENGINE_PATTERNS);
    outline->degraded = degraded;
    codec->failed |= !outline->language;
}

static void code_outline(Codec *codec, Outline *outline)
{
    code_head(codec, outline);
    CODE_ITEMS(codec, &outline->symbols, Symbol, code_symbol);
    CODE_ITEMS(codec, &outline->imports, Import, code_import);
    CODE_ITEMS(codec, &outline->references, Reference, code_reference);
}

void facts_encode(Arena scratch, const Outline *outline, Buf *blob)
{
    Arena pool;
    arena_open(&pool, 0);
    Codec codec = {.arena = &scratch, .writing = true, .pool = map_open(&pool)};
    Arena numbers, strings;
    arena_open(&numbers, 0);
    arena_open(&strings, 0);
    codec.out = buf_open(&numbers, 0);
    codec.strings = buf_open(&strings, 0);
    Outline copy = *outline;
    code_outline(&codec, &copy);
    Buf plain = buf_open(&scratch, 0);
    put_number(&plain, codec.pool.len);
    buf_put(&plain, buf_str(&codec.strings));
    buf_put(&plain, buf_str(&codec.out));
    buf_put_byte(blob, (char)FACTS_MAGIC);
    buf_put_byte(blob, FACTS_VERSION);
    size_t room = ZSTD_compressBound(plain.len);
    char *into = buf_reserve(blob, room);
    if (into)
        blob->len += ZSTD_compress(into, room, plain.ptr, plain.len, FACTS_COMPRESSION);
    arena_close(&pool);
    arena_close(&numbers);
    arena_close(&strings);
}

static bool decode_pool(Codec *codec)
{
    codec->text_count = code_count(codec, 0);
    codec->texts = NEW(codec->arena, Str, codec->text_count);
    for (size_t i = 0; i < codec->text_count && !codec->failed; i++) {
        size_t len = code_count(codec, 0);
        codec->texts[i] = str_slice(codec->in, 0, len);
        codec->in = str_from_offset(codec->in, len);
    }
    return !codec->failed;
}

/* Links that the views follow without looking: they must stay inside. */
static bool links_hold(const Outline *outline)
{
    size_t count = outline->symbols.len;
    for (size_t i = 0; i < count; i++) {
        const Symbol *symbol = &outline->symbols.ptr[i];
        if (symbol->parent > i || symbol->next <= i || symbol->next > count ||
            symbol->end < symbol->start || symbol->lead > symbol->start)
            return false;
    }
    for (size_t i = 0; i < outline->references.len; i++)
        if (outline->references.ptr[i].symbol > count)
            return false;
    return true;
}

bool facts_decode(Arena *arena, Str blob, Outline *outline)
{
    *outline = (Outline){0};
    if (blob.len < 2 || (unsigned char)blob.ptr[0] != FACTS_MAGIC || blob.ptr[1] != FACTS_VERSION)
        return false;
    blob = str_from_offset(blob, 2);
    unsigned long long size = ZSTD_getFrameContentSize(blob.ptr, blob.len);
    if (size > FACTS_BYTES_MAX) /* also the error values */
        return false;
    char *plain = arena_bytes(arena, (size_t)size);
    size_t got = ZSTD_decompress(plain, (size_t)size, blob.ptr, blob.len);
    if (ZSTD_isError(got) || got != size)
        return false;
    Codec codec = {.arena = arena, .in = {plain, (size_t)size}};
    if (!decode_pool(&codec))
        return false;
    code_outline(&codec, outline);
    return !codec.failed && links_hold(outline);
}
