/* The encoder writes line by line with a stack of frames for the open containers, so depth costs no
   C stack. Objects that are list items put their first member on the hyphen's line. That member
   counts as one level deeper than the hyphen, like the members after it, so a frame only needs to
   know that its next line starts with the hyphen. */
#include "base/map.h"
#include "base/vec.h"
#include "text/toon_options.h"
#include "text/toon_write.h"

typedef struct Frame {
    const Json *next;
    size_t depth;
    bool items;  /* list items, else members */
    bool hyphen; /* the next member is written on its list item's line */
    /* Key folding. */
    size_t fold_left;  /* segments that a key may have here */
    size_t fold_never; /* levels whose chains contain a name that cannot be folded */
    Map *dotted;       /* names with dots in this object */
} Frame;

typedef struct Encoder {
    ToonWriter writer;
    size_t start; /* offset of this document in the buffer */
    Err *err;
    VEC(Frame) frames;
} Encoder;

static void put_line_start(Encoder *encoder, size_t depth)
{
    Buf *buf = encoder->writer.buf;
    size_t spaces = depth * (size_t)encoder->writer.options.indent;
    if (buf->len > encoder->start)
        buf_put_byte(buf, '\n');
    char *to = spaces ? buf_reserve(buf, spaces) : NULL;
    if (!to)
        return;
    memset(to, ' ', spaces);
    buf->len += spaces;
}

/* Writes [N] with the delimiter and, for keyed tables, the colon in it. */
static void put_count(Encoder *encoder, size_t count, bool keyed)
{
    Buf *buf = encoder->writer.buf;
    char delimiter = encoder->writer.options.delimiter;
    buf_put_byte(buf, '[');
    buf_put_u64(buf, count);
    if (keyed)
        buf_put_byte(buf, ':');
    if (delimiter != ',')
        buf_put_byte(buf, delimiter);
    buf_put_byte(buf, ']');
}

/* The object's names with dots: a folded key must not collide with one. */
static Map *dotted_names(Encoder *encoder, const Json *object)
{
    Map *names = NULL;
    Arena *scratch = &encoder->writer.scratch;
    for (const Json *member = object->first; member; member = member->next) {
        if (str_find_byte(member->key, '.') == STR_NONE)
            continue;
        if (!names) {
            names = NEW(scratch, Map, 1);
            *names = map_open(scratch);
        }
        map_put(names, member->key, NULL);
    }
    return names;
}

static bool push(Encoder *encoder, const Json *container, size_t depth)
{
    if (encoder->frames.len == JSON_DEPTH_MAX) {
        err_set(encoder->err, ERR_FAILED, "cannot encode: nested deeper than %d levels",
                JSON_DEPTH_MAX);
        return err_hint(encoder->err, "encode an inner part of the value instead");
    }
    Frame *frame = VEC_PUSH(&encoder->writer.scratch, &encoder->frames);
    *frame = (Frame){.next = container->first,
                     .depth = depth,
                     .items = container->type == JSON_ARRAY,
                     .fold_left = (size_t)encoder->writer.options.fold_depth};
    if (encoder->writer.options.fold_keys && !frame->items)
        frame->dotted = dotted_names(encoder, container);
    return true;
}

/* Writes an array of objects, or an object of objects, as a table. If their shapes differ, the
   buffer is restored. The first two are compared before anything is written. Otherwise attempts
   would be repeated at each level of nested objects, and their cost would grow with the square of
   the depth. */
static bool put_table(Encoder *encoder, const Json *rows, size_t depth)
{
    ToonWriter *writer = &encoder->writer;
    Buf before = *writer->buf;
    bool keyed = rows->type == JSON_OBJECT, fits;
    const Json *first = rows->first, *row = first;
    if (first->next && !toon_rows_match(writer, first, first->next))
        return false;
    put_count(encoder, rows->count, keyed);
    fits = toon_put_fields(writer, first);
    buf_put_byte(writer->buf, ':');
    for (; fits && row && !writer->buf->overflow; row = row->next) {
        put_line_start(encoder, depth + 1);
        if (keyed) {
            toon_put_key(writer->buf, row->key);
            buf_put(writer->buf, STR(": "));
        }
        fits = toon_put_row(writer, first, row);
    }
    if (fits)
        return true;
    writer->buf->len = before.len;
    writer->buf->overflow = before.overflow;
    return false;
}

/* Writes an object as a keyed table, if it has two members or more. */
static bool put_keyed(Encoder *encoder, const Json *object, size_t depth)
{
    if (encoder->writer.options.shape != TOON_V4 || object->count < 2)
        return false;
    return put_table(encoder, object, depth);
}

static bool all_scalar(const Json *array)
{
    const Json *item = array->first;
    while (item && json_is_scalar(item))
        item = item->next;
    return !item;
}

/* Writes an array after its key or hyphen, or an array at the root. */
static bool put_array(Encoder *encoder, const Json *array, size_t depth, bool in_list)
{
    Buf *buf = encoder->writer.buf;
    char delimiter = encoder->writer.options.delimiter;
    if (all_scalar(array)) {
        put_count(encoder, array->count, false);
        buf_put_byte(buf, ':');
        for (const Json *item = array->first; item; item = item->next) {
            buf_put_byte(buf, item == array->first ? ' ' : delimiter);
            toon_put_scalar(buf, item, &encoder->writer.options);
        }
        return true;
    }
    if (!in_list && put_table(encoder, array, depth))
        return true;
    put_count(encoder, array->count, false);
    buf_put_byte(buf, ':');
    return push(encoder, array, depth + 1);
}

/* Writes a member's value after its key. */
static bool put_member_value(Encoder *encoder, const Json *value, size_t depth)
{
    Buf *buf = encoder->writer.buf;
    if (json_is_scalar(value)) {
        buf_put(buf, STR(": "));
        toon_put_scalar(buf, value, &encoder->writer.options);
        return true;
    }
    if (value->type == JSON_ARRAY && !value->first) {
        buf_put(buf, STR(": []"));
        return true;
    }
    if (value->type == JSON_ARRAY)
        return put_array(encoder, value, depth, false);
    if (put_keyed(encoder, value, depth))
        return true;
    buf_put_byte(buf, ':');
    return !value->first || push(encoder, value, depth + 1);
}

/* The number of levels of one-member objects from the member on, itself included, up to `most`.
 *never: the levels from here on that contain a name which prevents folding. */
static size_t chain_length(const Json *member, size_t most, size_t *never)
{
    size_t length = 0;
    *never = 0;
    for (; length < most; member = member->first) {
        length++;
        if (!toon_key_is_segment(member->key))
            *never = length;
        if (member->type != JSON_OBJECT || member->count != 1)
            break;
    }
    return length;
}

/* Writes the chain's names as one key and returns its last member; NULL when it cannot be folded.
 */
static const Json *put_folded_key(Encoder *encoder, Frame *frame, const Json *member)
{
    size_t never = 0;
    size_t length = frame->fold_never ? 0 : chain_length(member, frame->fold_left, &never);
    frame->fold_never = MAX(frame->fold_never, never);
    if (length < 2 || never)
        return NULL;
    Buf key = buf_open(&encoder->writer.scratch, 0);
    for (size_t i = 0; i < length; i++) {
        if (i)
            buf_put_byte(&key, '.');
        buf_put(&key, member->key);
        member = i + 1 < length ? member->first : member;
    }
    if (frame->dotted && map_find(frame->dotted, buf_str(&key))) {
        frame->fold_never = length;
        return NULL;
    }
    buf_put(encoder->writer.buf, buf_str(&key));
    frame->fold_left -= length;
    return member;
}

/* Writes a key, folded if it may be, and its value. */
static bool put_folding_member(Encoder *encoder, Frame frame, const Json *member)
{
    Arena kept = encoder->writer.scratch;
    const Json *end = frame.hyphen ? NULL : put_folded_key(encoder, &frame, member);
    encoder->writer.scratch = kept;
    if (!end)
        toon_put_key(encoder->writer.buf, member->key);
    size_t open = encoder->frames.len;
    if (!put_member_value(encoder, end ? end : member, frame.depth))
        return false;
    Frame *inner = &encoder->frames.ptr[open];
    if (encoder->frames.len > open && !inner->items) {
        inner->fold_left = frame.fold_left;
        inner->fold_never = frame.fold_never ? frame.fold_never - 1 : 0;
    }
    return true;
}

static bool put_member(Encoder *encoder, Frame *frame, const Json *member)
{
    put_line_start(encoder, frame->depth - frame->hyphen);
    if (frame->hyphen)
        buf_put(encoder->writer.buf, STR("- "));
    Frame before = *frame;
    frame->hyphen = false;
    if (encoder->writer.options.fold_keys)
        return put_folding_member(encoder, before, member);
    toon_put_key(encoder->writer.buf, member->key);
    return put_member_value(encoder, member, before.depth);
}

static bool put_item(Encoder *encoder, size_t depth, const Json *item)
{
    Buf *buf = encoder->writer.buf;
    if (item->type == JSON_OBJECT && item->first) {
        if (!push(encoder, item, depth + 1))
            return false;
        encoder->frames.ptr[encoder->frames.len - 1].hyphen = true;
        return true;
    }
    put_line_start(encoder, depth);
    buf_put(buf, item->type == JSON_OBJECT ? STR("-") : STR("- "));
    if (item->type == JSON_ARRAY)
        return put_array(encoder, item, depth, true);
    if (json_is_scalar(item))
        toon_put_scalar(buf, item, &encoder->writer.options);
    return true;
}

static bool put_root(Encoder *encoder, const Json *value)
{
    Buf *buf = encoder->writer.buf;
    if (value->type == JSON_STRING && str_starts(value->text, STR("\xEF\xBB\xBF"))) {
        toon_put_quoted(buf, value->text); /* else it would be read as a byte order mark */
        return true;
    }
    if (json_is_scalar(value)) {
        toon_put_scalar(buf, value, &encoder->writer.options);
        return true;
    }
    if (value->type == JSON_ARRAY && !value->first) {
        buf_put(buf, STR("[]"));
        return true;
    }
    if (value->type == JSON_ARRAY)
        return put_array(encoder, value, 0, false);
    return put_keyed(encoder, value, 0) || !value->first || push(encoder, value, 0);
}

static bool put_document(Encoder *encoder, const Json *value)
{
    if (!put_root(encoder, value))
        return false;
    while (encoder->frames.len && !encoder->writer.buf->overflow) {
        Frame *frame = &encoder->frames.ptr[encoder->frames.len - 1];
        const Json *child = frame->next;
        if (!child) {
            encoder->frames.len--;
            continue;
        }
        frame->next = child->next;
        if (!(frame->items ? put_item(encoder, frame->depth, child)
                           : put_member(encoder, frame, child)))
            return false;
    }
    return true;
}

bool toon_encode(Arena *scratch, const Json *value, const ToonOptions *options, Buf *buf, Err *err)
{
    assert(buf->arena != scratch);
    Encoder encoder = {
        .start = buf->len, .err = err, .writer.buf = buf, .writer.scratch = *scratch};
    if (!toon_resolve(options, &encoder.writer.options, err))
        return false;
    encoder.writer.walk = toon_row_walk(&encoder.writer.scratch);
    size_t limit = buf->limit;
    buf->limit = limit ? limit : buf->len + FILE_BYTES_MAX;
    bool done = put_document(&encoder, value);
    buf->limit = limit;
    if (done && buf->overflow) {
        err_set(err, ERR_FAILED, "cannot encode: the result is too large");
        return err_hint(err, "nested values are indented; encode an inner part instead");
    }
    return done;
}
