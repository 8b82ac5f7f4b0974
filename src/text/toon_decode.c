/* The decoder works line by line with a stack of frames for the open containers, so depth costs no
   C stack. A frame knows the depth of the line that opened it and, from its first line on, the
   depth of its own lines. A line closes every frame whose opening line is not less deep; it must
   then be a line of the frame on top. */
#include "base/json_keys.h"
#include "text/toon_options.h"
#include "text/toon_read.h"

typedef enum FrameKind {
    FRAME_OBJECT,
    FRAME_LIST,
    FRAME_TABLE,
    FRAME_KEYED,
} FrameKind;

typedef struct Frame {
    FrameKind kind;
    Json *node;
    ptrdiff_t base;  /* depth of the line that opened it; -1 for the document */
    ptrdiff_t depth; /* depth of its lines; -1: no line yet */
    size_t count;    /* items, rows or entries so far, and the declared number */
    size_t declared;
    size_t number;
    ToonHeader *header; /* for tables */
    JsonKeys keys;
} Frame;

typedef struct Decoder {
    ToonReader reader;
    VEC(Frame) frames;
    size_t begun; /* number of frames with a declared length that have an item */
} Decoder;

static void decoder_close(Decoder *decoder)
{
    arena_close(&decoder->reader.scratch);
}

/* Checks that `more` containers within the open ones do not exceed the limit. */
static bool check_depth(Decoder *decoder, size_t more)
{
    if (decoder->frames.len + more <= JSON_DEPTH_MAX)
        return true;
    return toon_fail(&decoder->reader, "nested deeper than %d levels", JSON_DEPTH_MAX);
}

static bool push(Decoder *decoder, FrameKind kind, Json *node, size_t base)
{
    if (!check_depth(decoder, 1))
        return false;
    Frame *frame = VEC_PUSH(decoder->reader.arena, &decoder->frames);
    frame->kind = kind;
    frame->node = node;
    frame->base = (ptrdiff_t)base;
    frame->depth = -1;
    frame->number = decoder->reader.number;
    return true;
}

static bool fail_count(Decoder *decoder, size_t number, size_t declared, size_t found,
                       const char *what)
{
    decoder->reader.number = number;
    toon_fail(&decoder->reader, "%zu %s declared, %zu found", declared, what, found);
    return err_hint(decoder->reader.err, "correct the number in brackets%s",
                    found < declared ? "; the document may be cut off" : "");
}

static const char *items_of(const Frame *frame)
{
    return frame->kind == FRAME_LIST ? "items" : frame->kind == FRAME_TABLE ? "rows" : "entries";
}

static bool pop(Decoder *decoder)
{
    Frame *frame = &decoder->frames.ptr[--decoder->frames.len];
    decoder->begun -= frame->count > 0;
    if (frame->kind == FRAME_OBJECT || decoder->reader.options.lenient ||
        frame->count == frame->declared)
        return true;
    return fail_count(decoder, frame->number, frame->declared, frame->count, items_of(frame));
}

/* The member's empty node; when lenient, a repeated key reuses the earlier one. */
static bool open_member(Decoder *decoder, Frame *frame, Str key, Json **member)
{
    ToonReader *reader = &decoder->reader;
    *member = json_keys_find(&frame->keys, &reader->scratch, frame->node, key);
    if (!*member) {
        *member = json_pool_take(&reader->pool, reader->arena);
        json_keys_add(&frame->keys, frame->node, key, *member);
        return true;
    }
    if (!reader->options.lenient) {
        toon_fail(reader, "the key '%.*s' appears twice in one object", STR_ARG(key));
        return err_hint(reader->err, "decode leniently to keep the last value");
    }
    **member = (Json){.key = key, .next = (*member)->next};
    return true;
}

static Json *add_item(Decoder *decoder, Json *array)
{
    Json *item = json_pool_take(&decoder->reader.pool, decoder->reader.arena);
    json_add(array, item);
    return item;
}

/* Reads v1,v2,v3 after a header. */
static bool read_inline(Decoder *decoder, Json *array, const ToonHeader *header)
{
    ToonReader *reader = &decoder->reader;
    Str rest = header->values, token;
    bool more = true;
    array->type = JSON_ARRAY;
    while (toon_take_token(&rest, header->delimiter, &more, &token))
        if (!toon_read_scalar(reader, token, add_item(decoder, array)))
            return false;
    if (reader->options.lenient || array->count == header->count)
        return check_depth(decoder, 1);
    return fail_count(decoder, reader->number, header->count, array->count, "values");
}

/* Opens the container that a header at this depth declares. */
static bool open_container(Decoder *decoder, Json *node, const ToonHeader *header, size_t depth)
{
    ToonReader *reader = &decoder->reader;
    if (header->values.len)
        return read_inline(decoder, node, header);
    FrameKind kind = header->keyed ? FRAME_KEYED : header->has_fields ? FRAME_TABLE : FRAME_LIST;
    node->type = header->keyed ? JSON_OBJECT : JSON_ARRAY;
    if (!check_depth(decoder, 1 + header->depth) || !push(decoder, kind, node, depth))
        return false;
    Frame *frame = &decoder->frames.ptr[decoder->frames.len - 1];
    frame->declared = header->count;
    if (header->has_fields) {
        frame->header = NEW(reader->arena, ToonHeader, 1);
        *frame->header = *header;
    }
    return true;
}

/* Splits `key: rest`. */
static bool read_key(ToonReader *reader, Str content, Str *key, Str *rest)
{
    size_t colon = toon_find_unquoted(content, 0, ':', ':');
    if (content.ptr[0] == '"' && !toon_quoted_end(content))
        return toon_fail(reader, "key without a closing quote");
    if (colon == content.len) {
        toon_fail(reader, "expected 'key: value'");
        return err_hint(reader->err,
                        "a key needs a colon; text of several lines needs quotes and \\n");
    }
    *rest = toon_trim(str_from_offset(content, colon + 1));
    return toon_read_name(reader, toon_trim((Str){content.ptr, colon}), key);
}

static bool read_member_value(Decoder *decoder, Json *member, Str rest, size_t depth)
{
    if (!rest.len) {
        member->type = JSON_OBJECT;
        return push(decoder, FRAME_OBJECT, member, depth);
    }
    if (str_equal(rest, STR("[]"))) {
        member->type = JSON_ARRAY;
        return check_depth(decoder, 1);
    }
    return toon_read_scalar(&decoder->reader, rest, member);
}

/* Reads a line of an object: a header with a key, or a key and its value. */
static bool read_member(Decoder *decoder, Str content, size_t depth)
{
    Frame *frame = &decoder->frames.ptr[decoder->frames.len - 1];
    ToonReader *reader = &decoder->reader;
    ToonHeader header;
    Json *member;
    Str key = {0}, rest = {0};
    switch (toon_read_header(reader, content, &header)) {
    case TOON_BAD_HEADER: return false;
    case TOON_HEADER:
        if (!header.has_key) {
            toon_fail(reader, "an array in an object needs a key");
            return err_hint(reader->err, "only the whole document and list items go without");
        }
        return open_member(decoder, frame, header.key, &member) &&
               open_container(decoder, member, &header, depth);
    case TOON_NO_HEADER: break;
    }
    return read_key(reader, content, &key, &rest) && open_member(decoder, frame, key, &member) &&
           read_member_value(decoder, member, rest, depth);
}

/* Opens an item that is an object or an array; its first line follows the hyphen. */
static bool read_item_container(Decoder *decoder, Json *item, Str content, size_t depth)
{
    ToonReader *reader = &decoder->reader;
    ToonHeader header;
    if (content.ptr[0] == '[') {
        ToonHeaderKind kind = toon_read_header(reader, content, &header);
        if (kind == TOON_BAD_HEADER)
            return false;
        if (kind == TOON_HEADER && header.has_fields)
            return toon_fail(reader, "a table in a list needs a key");
        if (kind == TOON_HEADER)
            return open_container(decoder, item, &header, depth);
    }
    item->type = JSON_OBJECT;
    if (!push(decoder, FRAME_OBJECT, item, depth))
        return false;
    decoder->frames.ptr[decoder->frames.len - 1].depth = (ptrdiff_t)depth + 1;
    return read_member(decoder, content, depth + 1);
}

static bool read_item(Decoder *decoder, Frame *frame)
{
    ToonReader *reader = &decoder->reader;
    Str content = reader->line.content;
    if (!str_equal(content, STR("-")) && !str_starts(content, STR("- "))) {
        toon_fail(reader, "expected a list item");
        return err_hint(reader->err, "items start with '- '");
    }
    content = toon_trim(str_from_offset(content, 1));
    Json *item = add_item(decoder, frame->node);
    if (!content.len || str_equal(content, STR("[]"))) {
        item->type = content.len ? JSON_ARRAY : JSON_OBJECT;
        return check_depth(decoder, 1);
    }
    if (toon_find_unquoted(content, 0, ':', ':') < content.len)
        return read_item_container(decoder, item, content, reader->line.depth);
    return toon_read_scalar(reader, content, item);
}

/* The next field's node in the row's object or the group that it is in. */
static Json *open_field(Decoder *decoder, ToonHeader *header, ToonField *field, Json *row)
{
    Json *object = field->parent ? header->fields.ptr[field->parent - 1].node : row;
    if (field->first) {
        Json *earlier = header->fields.ptr[field->first - 1].node;
        *earlier = (Json){.key = field->name, .next = earlier->next};
        field->node = earlier;
        return earlier;
    }
    field->node = json_pool_take(&decoder->reader.pool, decoder->reader.arena);
    json_set(object, field->name, field->node);
    return field->node;
}

static bool fail_cells(Decoder *decoder, const ToonHeader *header, Str cells)
{
    size_t found = 0;
    bool more = cells.len > 0;
    for (Str token; toon_take_token(&cells, header->delimiter, &more, &token);)
        found++;
    toon_fail(&decoder->reader, "%zu values in a row of %zu fields", found, header->cells);
    return err_hint(decoder->reader.err,
                    "the fields are listed in line %zu; values with the "
                    "delimiter in them need quotes",
                    header->number);
}

static bool read_cells(Decoder *decoder, ToonHeader *header, Str cells, Json *row)
{
    ToonReader *reader = &decoder->reader;
    Str rest = cells, token;
    bool more = cells.len > 0;
    row->type = JSON_OBJECT;
    reader->values += header->fields.len;
    if (reader->values > reader->values_max)
        return toon_fail(reader, "the field groups make too many values");
    for (size_t i = 0; i < header->fields.len; i++) {
        ToonField *field = &header->fields.ptr[i];
        Json *node = open_field(decoder, header, field, row);
        if (field->group) {
            node->type = JSON_OBJECT;
            continue;
        }
        if (!toon_take_token(&rest, header->delimiter, &more, &token))
            return fail_cells(decoder, header, cells);
        if (!toon_read_scalar(reader, token, node))
            return false;
    }
    return !more || fail_cells(decoder, header, cells);
}

static bool read_row(Decoder *decoder, Frame *frame)
{
    ToonReader *reader = &decoder->reader;
    Str content = reader->line.content;
    size_t end = toon_find_unquoted(content, 0, frame->header->delimiter, ':');
    if (end < content.len && content.ptr[end] == ':') {
        toon_fail(reader, "expected a row of the table from line %zu", frame->number);
        return err_hint(reader->err, "values with a colon need quotes; a key has less indentation");
    }
    return read_cells(decoder, frame->header, content, add_item(decoder, frame->node));
}

static bool read_entry(Decoder *decoder, Frame *frame)
{
    Str key = {0}, cells = {0};
    Json *member;
    return read_key(&decoder->reader, decoder->reader.line.content, &key, &cells) &&
           open_member(decoder, frame, key, &member) &&
           read_cells(decoder, frame->header, cells, member);
}

/* Checks that the line has the depth of the frame's lines, or sets it. */
static bool place_line(Decoder *decoder, Frame *frame)
{
    ToonReader *reader = &decoder->reader;
    ptrdiff_t depth = (ptrdiff_t)reader->line.depth;
    if (frame->depth < 0 && (depth == frame->base + 1 || reader->options.lenient))
        frame->depth = depth;
    if (depth == frame->depth)
        return true;
    toon_fail(reader, "indented by %td levels where %td are expected", depth,
              frame->depth < 0 ? frame->base + 1 : frame->depth);
    return err_hint(reader->err, "only lines that end in a colon have lines below them");
}

/* Counts a line of a list or table, which no blank line may precede. */
static bool count_line(Decoder *decoder, Frame *frame)
{
    ToonReader *reader = &decoder->reader;
    if (frame->count == frame->declared && !reader->options.lenient) {
        toon_fail(reader, "more than the %zu %s that line %zu declares", frame->declared,
                  items_of(frame), frame->number);
        return err_hint(reader->err, "correct the number in brackets");
    }
    decoder->begun += !frame->count;
    frame->count++;
    return true;
}

static bool read_line(Decoder *decoder)
{
    ToonReader *reader = &decoder->reader;
    ptrdiff_t depth = (ptrdiff_t)reader->line.depth;
    while (decoder->frames.len && depth <= decoder->frames.ptr[decoder->frames.len - 1].base)
        if (!pop(decoder))
            return false;
    if (!decoder->frames.len)
        return toon_fail(reader, "text after the end of the document's value");
    Frame *frame = &decoder->frames.ptr[decoder->frames.len - 1];
    if (!place_line(decoder, frame))
        return false;
    if (reader->blank && decoder->begun && !reader->options.lenient) {
        reader->number = reader->blank;
        return toon_fail(reader, "a blank line within an array or table");
    }
    if (frame->kind != FRAME_OBJECT && !count_line(decoder, frame))
        return false;
    switch (frame->kind) {
    case FRAME_LIST: return read_item(decoder, frame);
    case FRAME_TABLE: return read_row(decoder, frame);
    case FRAME_KEYED: return read_entry(decoder, frame);
    case FRAME_OBJECT: break;
    }
    return read_member(decoder, reader->line.content, reader->line.depth);
}

static bool read_rest(Decoder *decoder)
{
    bool found;
    for (;;) {
        if (!toon_read_line(&decoder->reader, &found))
            return false;
        if (!found)
            break;
        if (!read_line(decoder))
            return false;
    }
    while (decoder->frames.len)
        if (!pop(decoder))
            return false;
    return true;
}

/* Reads a scalar document, which must have only one line. */
static bool read_root_scalar(Decoder *decoder, Json *root)
{
    ToonReader *reader = &decoder->reader;
    ToonLine line = reader->line;
    bool found;
    if (!toon_read_scalar(reader, line.content, root) || !toon_read_line(reader, &found))
        return false;
    if (!found)
        return true;
    reader->number = line.number;
    toon_fail(reader, "expected 'key: value' or an array's header");
    return err_hint(reader->err, "only a document of one line may be a single value");
}

static bool read_root(Decoder *decoder, Json *root)
{
    ToonReader *reader = &decoder->reader;
    ToonHeader header;
    bool found;
    if (!toon_read_line(reader, &found))
        return false;
    root->type = JSON_OBJECT;
    if (!found)
        return true;
    Str content = reader->line.content;
    if (reader->line.depth)
        return toon_fail(reader, "the first line must not be indented");
    if (str_equal(content, STR("[]"))) {
        root->type = JSON_ARRAY;
        return read_rest(decoder);
    }
    ToonHeaderKind kind = TOON_NO_HEADER;
    if (content.ptr[0] == '[')
        kind = toon_read_header(reader, content, &header);
    if (kind == TOON_BAD_HEADER)
        return false;
    if (kind == TOON_HEADER)
        return open_container(decoder, root, &header, 0) && read_rest(decoder);
    if (toon_find_unquoted(content, 0, ':', ':') == content.len)
        return read_root_scalar(decoder, root);
    if (!push(decoder, FRAME_OBJECT, root, 0))
        return false;
    decoder->frames.ptr[0].base = -1;
    return read_line(decoder) && read_rest(decoder);
}

static bool fail_invalid(ToonReader *reader, size_t invalid)
{
    reader->number = 1;
    for (size_t i = 0; i < invalid; i++)
        reader->number += reader->text.ptr[i] == '\n';
    toon_fail(reader, "not UTF-8");
    return err_hint(reader->err,
                    "byte %zu is not part of a UTF-8 character; convert the text first", invalid);
}

bool toon_decode(Arena *arena, Str text, const ToonOptions *options, Json **value, Err *err)
{
    SCOPED(decoder_close) Decoder decoder = {0};
    ToonReader *reader = &decoder.reader;
    reader->arena = arena;
    reader->text = text;
    reader->err = err;
    reader->at = str_starts(text, STR("\xEF\xBB\xBF")) ? 3 : 0;
    reader->values_max = TOON_VALUES_MIN + text.len * TOON_VALUES_PER_BYTE;
    if (!toon_resolve(options, &reader->options, err))
        return false;
    size_t invalid = str_find_invalid(text);
    if (invalid != STR_NONE)
        return fail_invalid(reader, invalid);
    Json *root = NEW(arena, Json, 1);
    if (!read_root(&decoder, root))
        return false;
    if (reader->options.expand_paths && !toon_expand(reader, root))
        return false;
    *value = root;
    return true;
}
