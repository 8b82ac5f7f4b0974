/* A part begins with the lengths of its names and texts; then come numbers and texts in the order
   of the calls, then the names that are new. A name is coded as NAME_NEW, the first time it is met,
   so that the names themselves are in that order: neighbours often begin alike (registers, enum
   members, the parts of a prefix). */
#include "index/store/codec.h"

#include "base/limits.h"
#include "base/pack.h"

/* What a name is said to share with the one before it fits a byte. */
#define SHARED_MAX 255

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
    return (Codec){.arena = arena,
                   .writing = true,
                   .out = buf_open(arena, 0),
                   .texts = buf_open(arena, 0),
                   .known = map_open(arena)};
}

Codec codec_read(Arena *arena)
{
    return (Codec){.arena = arena};
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
        *text = take_text(&codec->in_texts, &codec->failed);
        return;
    }
    put_plain(&codec->texts, *text);
    buf_put_byte(&codec->texts, TEXT_END);
}

void codec_text_around(Codec *codec, Str *text, Str part)
{
    if (codec->writing) {
        size_t at = part.len ? str_find(*text, part) : STR_NONE;
        Str rest = *text;
        if (at != STR_NONE) {
            put_plain(&codec->texts, str_slice(*text, 0, at));
            buf_put_byte(&codec->texts, TEXT_PART);
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

/* ---- parts ---- */

static size_t shared_bytes(Str before, Str name)
{
    size_t max = MIN(MIN(before.len, name.len), (size_t)SHARED_MAX), shared = 0;
    while (shared < max && before.ptr[shared] == name.ptr[shared])
        shared++;
    return shared;
}

static void put_names(const Codec *codec, Buf *part)
{
    Str before = {0};
    size_t bytes = 0, from = codec->names_before;
    for (size_t i = from; i < codec->names.len; i++)
        bytes += codec->names.ptr[i].len;
    put_number(part, codec->names.len - from);
    put_number(part, bytes);
    for (size_t i = from; i < codec->names.len; i++) {
        Str name = codec->names.ptr[i];
        size_t shared = shared_bytes(before, name);
        buf_put_byte(part, (char)shared);
        put_plain(part, str_from_offset(name, shared));
        buf_put_byte(part, TEXT_END);
        before = name;
    }
}

CodecPieces codec_cut_part(Str part)
{
    Unpack in = unpack_open(part);
    uint64_t names = unpack_take(&in), texts = unpack_take(&in);
    size_t left = (size_t)(in.end - in.ptr);
    if (in.failed || names > left || texts > left - names)
        return (CodecPieces){.numbers = part};
    size_t names_at = part.len - (size_t)names, texts_at = names_at - (size_t)texts;
    return (CodecPieces){str_slice(part, 0, texts_at), str_slice(part, texts_at, names_at),
                         str_from_offset(part, names_at)};
}

void codec_put_part(Codec *codec, Buf *part)
{
    Buf names = buf_open(codec->arena, 0);
    put_names(codec, &names);
    pack_put(part, names.len);
    pack_put(part, codec->texts.len);
    buf_put(part, buf_str(&codec->out));
    buf_put(part, buf_str(&codec->texts));
    buf_put(part, buf_str(&names));
    codec->out.len = codec->texts.len = 0;
    codec->names_before = codec->names.len;
}

/* The name at the head of the bytes, written behind the one before it. */
static Str take_whole_name(Codec *codec, Str before, char *room, size_t room_len)
{
    size_t shared = codec->in.len ? (unsigned char)codec->in.ptr[0] : 0;
    codec->in = str_from_offset(codec->in, 1);
    Str rest = take_text(&codec->in, &codec->failed);
    if (codec->failed || shared > before.len || rest.len + shared > room_len) {
        codec->failed = true;
        return (Str){0};
    }
    if (shared)
        memcpy(room, before.ptr, shared);
    if (rest.len)
        memcpy(room + shared, rest.ptr, rest.len);
    return (Str){room, shared + rest.len};
}

static void take_names(Codec *codec, Str *names, size_t count, char *room, size_t room_len)
{
    Str before = {0};
    for (size_t i = 0; i < count && !codec->failed; i++) {
        before = names[i] = take_whole_name(codec, before, room, room_len);
        room += before.len;
        room_len -= before.len;
    }
}

/* Each byte of the part stands for one of a name, or for at most SHARED_MAX more. */
bool codec_take_part(Codec *codec, Str part)
{
    size_t count = 0, known = codec->names.len;
    uint64_t bytes = 0;
    CodecPieces pieces = codec_cut_part(part);
    codec->in = pieces.names;
    codec_count(codec, &count);
    codec_number(codec, &bytes);
    if (codec->failed || bytes / (SHARED_MAX + 1) > part.len)
        return false;
    Str *names = NEW(codec->arena, Str, known + count);
    if (known)
        memcpy(names, codec->names.ptr, known * sizeof *names);
    char *room = arena_bytes(codec->arena, (size_t)bytes);
    take_names(codec, names + known, count, room, (size_t)bytes);
    codec->names.ptr = names;
    codec->names.len = codec->names.cap = known + count;
    codec->names_met = known;
    codec->in_texts = pieces.texts;
    codec->in = pieces.numbers;
    codec_number(codec, &bytes); /* the lengths */
    codec_number(codec, &bytes);
    return !codec->failed;
}
