/* A part begins with the number of its columns and their lengths. The columns follow, then the new
   names. The first occurrence of a name is coded as NAME_NEW, so new names are stored in the order
   of their use. Neighbours in that order often begin alike (registers, enum members). */
#include "index/store/codec.h"

enum {
    TEXT_END,
    TEXT_PART /* marks the place of the part that was left out */
};

enum {
    NAME_NEW,
    NAME_EMPTY,
    NAME_FIRST /* this and higher codes: number of a known name */
};

Codec codec_write(Arena *arena)
{
    Codec codec = {.arena = arena, .writing = true, .known = map_open(arena)};
    for (unsigned i = 0; i < CODEC_COLUMNS; i++)
        codec.out[i] = buf_open(arena, 0);
    return codec;
}

Codec codec_read(Arena *arena)
{
    return (Codec){.arena = arena};
}

void codec_use(Codec *codec, unsigned column)
{
    assert(column < CODEC_COLUMNS);
    codec->column = column;
}

static Buf *out_of(Codec *codec)
{
    return &codec->out[codec->column];
}

static VarintReader *in_of(Codec *codec)
{
    return &codec->in[codec->column];
}

/* ---- numbers ---- */

static uint64_t take_number(Codec *codec)
{
    uint64_t value = varint_take(in_of(codec));
    codec->failed |= in_of(codec)->failed;
    return value;
}

void codec_number(Codec *codec, uint64_t *value)
{
    if (codec->writing)
        varint_put(out_of(codec), *value);
    else
        *value = take_number(codec);
}

void codec_u32(Codec *codec, uint32_t *value)
{
    uint64_t wide = *value;
    codec_number(codec, &wide);
    codec->failed |= wide > UINT32_MAX;
    *value = (uint32_t)wide;
}

void codec_u16(Codec *codec, uint16_t *value)
{
    uint64_t wide = *value;
    codec_number(codec, &wide);
    codec->failed |= wide > UINT16_MAX;
    *value = (uint16_t)wide;
}

void codec_near(Codec *codec, uint32_t *value, uint32_t near)
{
    if (codec->writing) {
        varint_put_near(out_of(codec), *value, near);
        return;
    }
    *value = (uint32_t)varint_near(in_of(codec), near);
    codec->failed |= in_of(codec)->failed;
}

void codec_count(Codec *codec, size_t *count)
{
    uint64_t wide = *count;
    codec_number(codec, &wide);
    codec->failed |= !codec->writing && wide > codec->part_len;
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

static Str take_text(VarintReader *in, bool *failed)
{
    size_t left = (size_t)(in->end - in->ptr);
    const char *end = left ? memchr(in->ptr, TEXT_END, left) : NULL;
    if (!end) {
        *failed = true;
        return (Str){0};
    }
    Str text = {in->ptr, (size_t)(end - in->ptr)};
    in->ptr = end + 1;
    return text;
}

void codec_text(Codec *codec, Str *text)
{
    if (!codec->writing) {
        *text = take_text(in_of(codec), &codec->failed);
        return;
    }
    put_plain(out_of(codec), *text);
    buf_put_byte(out_of(codec), TEXT_END);
}

void codec_compose(Codec *codec, size_t bytes)
{
    codec->composed += bytes;
    codec->failed |= codec->composed > CODEC_COMPOSED_BYTES_MAX;
}

void codec_text_around(Codec *codec, Str *text, Str part)
{
    if (codec->writing) {
        size_t at = part.len ? str_find(*text, part) : STR_NONE;
        Str rest = *text;
        if (at != STR_NONE) {
            put_plain(out_of(codec), str_slice(*text, 0, at));
            buf_put_byte(out_of(codec), TEXT_PART);
            rest = str_from_offset(*text, at + part.len);
        }
        codec_text(codec, &rest);
        return;
    }
    codec_text(codec, text);
    size_t at = str_find_byte(*text, TEXT_PART);
    if (at == STR_NONE)
        return;
    codec_compose(codec, text->len + part.len);
    if (codec->failed)
        return;
    Str head = str_join(codec->arena, str_slice(*text, 0, at), part);
    *text = str_join(codec->arena, head, str_from_offset(*text, at + 1));
}

/* ---- names ---- */

static uint32_t put_name(Codec *codec, Str name)
{
    bool added = false;
    if (!name.len) {
        varint_put(out_of(codec), NAME_EMPTY);
        return 0;
    }
    uint64_t *number = map_put(&codec->known, name, &added);
    if (added) {
        *VEC_PUSH(codec->arena, &codec->names) = name;
        *number = codec->names.len;
    }
    varint_put(out_of(codec), added ? NAME_NEW : NAME_FIRST + *number - 1);
    return (uint32_t)*number;
}

static uint32_t take_name(Codec *codec, Str *name)
{
    uint64_t code = take_number(codec);
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

CodecPieces codec_cut_part(Str part)
{
    CodecPieces pieces = {0}, none = {.rest = part};
    VarintReader in = varint_open(part);
    pieces.count = (size_t)varint_take(&in);
    if (in.failed || !pieces.count || pieces.count > CODEC_COLUMNS)
        return none;
    for (size_t i = 0; i < pieces.count; i++)
        pieces.columns[i].len = varint_u32(&in);
    for (size_t i = 0; i < pieces.count; i++) {
        if (in.failed || pieces.columns[i].len > (size_t)(in.end - in.ptr))
            return none;
        pieces.columns[i].ptr = in.ptr;
        in.ptr += pieces.columns[i].len;
    }
    pieces.names = (Str){in.ptr, (size_t)(in.end - in.ptr)};
    return pieces.names.len && in.end[-1] != TEXT_END ? none : pieces;
}

void codec_put_head(Buf *part, const CodecPieces *pieces)
{
    varint_put(part, pieces->count);
    for (size_t i = 0; i < pieces->count; i++)
        varint_put(part, pieces->columns[i].len);
}

void codec_put_part(Codec *codec, Buf *part)
{
    CodecPieces pieces = {0};
    for (size_t i = 0; i < CODEC_COLUMNS; i++) {
        pieces.columns[i] = buf_str(&codec->out[i]);
        pieces.count = codec->out[i].len || !i ? i + 1 : pieces.count;
    }
    codec_put_head(part, &pieces);
    for (size_t i = 0; i < pieces.count; i++)
        buf_put(part, pieces.columns[i]);
    for (size_t i = codec->names_before; i < codec->names.len; i++) {
        put_plain(part, codec->names.ptr[i]);
        buf_put_byte(part, TEXT_END);
    }
    for (size_t i = 0; i < CODEC_COLUMNS; i++)
        codec->out[i].len = 0;
    codec->names_before = codec->names.len;
}

static size_t count_names(Str names)
{
    size_t count = 0;
    for (size_t i = 0; i < names.len; i++)
        count += names.ptr[i] == TEXT_END;
    return count;
}

bool codec_take_part(Codec *codec, Str part)
{
    CodecPieces pieces = codec_cut_part(part);
    if (!pieces.count)
        return false;
    size_t known = codec->names.len, count = count_names(pieces.names);
    Str *names = NEW(codec->arena, Str, known + count);
    VarintReader in = varint_open(pieces.names);
    if (known)
        memcpy(names, codec->names.ptr, known * sizeof *names);
    for (size_t i = 0; i < count; i++)
        names[known + i] = take_text(&in, &codec->failed);
    codec->names.ptr = names;
    codec->names.len = codec->names.cap = known + count;
    codec->names_met = known;
    codec->part_len = part.len;
    for (size_t i = 0; i < CODEC_COLUMNS; i++)
        codec->in[i] = varint_open(pieces.columns[i]);
    return !codec->failed;
}
