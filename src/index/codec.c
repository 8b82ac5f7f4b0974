/* A frame is its length and zstd's bytes; inside are the names that are new, each ended by a NUL,
   and then what was coded in the order of the calls. A name is coded as NAME_NEW, the first time it
   is met, so that the names themselves are in that order. */
#include "index/codec.h"

#include "base/limits.h"
#include "base/zip.h"

#define COMPRESSION 6
/* The largest outline that limits.h allows stays below. */
#define FRAME_BYTES_MAX (1 * GB)

enum {
    TEXT_END,
    TEXT_PART /* here stands what was left out */
};

enum {
    NAME_NEW,
    NAME_EMPTY,
    NAME_FIRST /* and the others after it */
};

Codec codec_write(Arena *arena)
{
    return (Codec){
        .arena = arena, .writing = true, .out = buf_open(arena, 0), .known = map_open(arena)};
}

Codec codec_read(Arena *arena, bool zipped)
{
    return (Codec){.arena = arena, .zipped = zipped};
}

/* ---- numbers ---- */

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
    for (unsigned shift = 0; shift < 64 && in->len; shift += 7) {
        uint64_t byte = (unsigned char)in->ptr[0];
        *in = (Str){in->ptr + 1, in->len - 1};
        value |= (byte & 0x7F) << shift;
        if (byte < 0x80)
            return value;
    }
    *failed = true;
    return 0;
}

void codec_number(Codec *codec, uint64_t *value)
{
    if (codec->writing)
        put_number(&codec->out, *value);
    else
        *value = take_number(&codec->in, &codec->failed);
}

void codec_u32(Codec *codec, uint32_t *value)
{
    uint64_t wide = *value;
    codec_number(codec, &wide);
    *value = (uint32_t)wide;
}

void codec_u16(Codec *codec, uint16_t *value)
{
    uint64_t wide = *value;
    codec_number(codec, &wide);
    *value = (uint16_t)wide;
}

void codec_near(Codec *codec, uint32_t *value, uint32_t near)
{
    int64_t delta = (int64_t)*value - near;
    uint64_t folded = ((uint64_t)delta << 1) ^ (uint64_t)(delta >> 63);
    codec_number(codec, &folded);
    if (!codec->writing)
        *value = near + (uint32_t)((folded >> 1) ^ (0 - (folded & 1)));
}

void codec_count(Codec *codec, size_t *count)
{
    uint64_t wide = *count;
    codec_number(codec, &wide);
    codec->failed |= !codec->writing && wide > codec->in.len;
    *count = codec->failed ? 0 : (size_t)wide;
}

/* ---- texts ---- */

static void put_plain(Buf *buf, Str text)
{
    size_t from = buf->len;
    buf_put(buf, text);
    for (size_t i = from; i < buf->len; i++)
        if ((unsigned char)buf->ptr[i] <= TEXT_PART)
            buf->ptr[i] = ' ';
}

static Str take_text(Str *in, bool *failed)
{
    const char *end = in->len ? memchr(in->ptr, TEXT_END, in->len) : NULL;
    if (!end) {
        *failed = true;
        return (Str){0};
    }
    Str text = {in->ptr, (size_t)(end - in->ptr)};
    *in = str_from_offset(*in, text.len + 1);
    return text;
}

void codec_text(Codec *codec, Str *text)
{
    if (!codec->writing) {
        *text = take_text(&codec->in, &codec->failed);
        return;
    }
    put_plain(&codec->out, *text);
    buf_put_byte(&codec->out, TEXT_END);
}

void codec_text_around(Codec *codec, Str *text, Str part)
{
    if (codec->writing) {
        size_t at = part.len ? str_find(*text, part) : STR_NONE;
        Str rest = *text;
        if (at != STR_NONE) {
            put_plain(&codec->out, str_slice(*text, 0, at));
            buf_put_byte(&codec->out, TEXT_PART);
            rest = str_from_offset(*text, at + part.len);
        }
        codec_text(codec, &rest);
        return;
    }
    codec_text(codec, text);
    size_t at = str_find_byte(*text, TEXT_PART);
    if (at == STR_NONE)
        return;
    Str head = str_join(codec->arena, str_slice(*text, 0, at), part);
    *text = str_join(codec->arena, head, str_from_offset(*text, at + 1));
}

/* ---- names ---- */

static uint32_t put_name(Codec *codec, Str name)
{
    bool added = false;
    if (!name.len) {
        put_number(&codec->out, NAME_EMPTY);
        return 0;
    }
    uint64_t *number = map_put(&codec->known, name, &added);
    if (added) {
        *VEC_PUSH(codec->arena, &codec->names) = name;
        *number = codec->names.len;
    }
    put_number(&codec->out, added ? NAME_NEW : NAME_FIRST + *number - 1);
    return (uint32_t)*number;
}

static uint32_t take_name(Codec *codec, Str *name)
{
    uint64_t code = take_number(&codec->in, &codec->failed);
    *name = (Str){0};
    if (codec->failed || code == NAME_EMPTY)
        return 0;
    uint64_t index = code == NAME_NEW ? codec->names_met++ : code - NAME_FIRST;
    if (index >= codec->names.len) {
        codec->failed = true;
        return 0;
    }
    *name = codec->names.ptr[index];
    return (uint32_t)index + 1;
}

uint32_t codec_name(Codec *codec, Str *name)
{
    return codec->writing ? put_name(codec, *name) : take_name(codec, name);
}

/* ---- frames ---- */

/* What is in the frame before often comes again. */
static void put_zipped(Codec *codec, Buf *blob, Str plain)
{
    Buf frame = buf_open(codec->arena, 0);
    zip_put(&frame, plain, codec->before, COMPRESSION);
    put_number(blob, frame.len);
    buf_put(blob, buf_str(&frame));
}

void codec_put_frame(Codec *codec, Buf *blob, Buf *also)
{
    Buf plain = buf_open(codec->arena, 0);
    put_number(&plain, codec->names.len - codec->names_before);
    for (size_t i = codec->names_before; i < codec->names.len; i++) {
        put_plain(&plain, codec->names.ptr[i]);
        buf_put_byte(&plain, TEXT_END);
    }
    buf_put(&plain, buf_str(&codec->out));
    if (blob)
        put_zipped(codec, blob, buf_str(&plain));
    if (also) {
        put_number(also, plain.len);
        buf_put(also, buf_str(&plain));
    }
    codec->before = buf_str(&plain);
    codec->out.len = 0;
    codec->names_before = codec->names.len;
}

static bool open_frame(Codec *codec, Str frame)
{
    Str plain = frame;
    if (codec->zipped && !zip_take(codec->arena, frame, codec->before, FRAME_BYTES_MAX, &plain))
        return false;
    codec->in = codec->before = plain;
    return true;
}

bool codec_take_frame(Codec *codec, Str *blob)
{
    uint64_t len = take_number(blob, &codec->failed);
    if (codec->failed || len > blob->len || !open_frame(codec, str_slice(*blob, 0, (size_t)len)))
        return false;
    *blob = str_from_offset(*blob, (size_t)len);
    size_t count = 0, known = codec->names.len;
    codec_count(codec, &count);
    Str *names = NEW(codec->arena, Str, known + count);
    if (known)
        memcpy(names, codec->names.ptr, known * sizeof *names);
    for (size_t i = 0; i < count && !codec->failed; i++)
        names[known + i] = take_text(&codec->in, &codec->failed);
    codec->names.ptr = names;
    codec->names.len = codec->names.cap = known + count;
    codec->names_met = known;
    return !codec->failed;
}
