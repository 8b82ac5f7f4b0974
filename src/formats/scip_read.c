/* Reading SCIP. The file may be hostile: every length is checked against the rest, and no
   allocation depends on an unchecked number of the file. */
#include "formats/scip.h"

/* More than a tag and a length need, which take at most ten bytes each. */
#define HEAD_BYTES 20

/* Fields of the messages. */
enum {
    TOOL_INFO = 2,
    PROJECT_ROOT = 3,
    TOOL_NAME = 1,
    TOOL_VERSION = 2,
    DOCUMENT_PATH = 1,
    DOCUMENT_OCCURRENCE = 2,
    DOCUMENT_TEXT = 5,
    DOCUMENT_ENCODING = 6,
    OCCURRENCE_RANGE = 1,
    OCCURRENCE_SYMBOL = 2,
    OCCURRENCE_ROLES = 3,
    OCCURRENCE_SINGLE_LINE = 8,
    OCCURRENCE_MULTI_LINE = 9,
    NUMBERS_MAX = 4,
};

/* ---- the index ---- */

static bool fail(ScipReader *reader, Err *err)
{
    reader->failed = true;
    err_set(err, ERR_FAILED, "'%.*s' is no SCIP index: byte %llu begins no field",
            STR_ARG(str_slice(reader->file->shown, 0, PATH_SHOWN_BYTES)),
            (unsigned long long)reader->at);
    return err_hint(err, "name the file that an indexer has written, such as index.scip");
}

static bool read_at(ScipReader *reader, uint64_t at, char *into, size_t len, size_t *got, Err *err)
{
    reader->failed = !fs_read_at(reader->file, at, into, len, got, err);
    return !reader->failed;
}

/* Reads the tag and length at reader->at; sets the start and length of the field's bytes. */
static bool read_head(ScipReader *reader, ProtobufField *field, uint64_t *begin, uint64_t *len,
                      Err *err)
{
    char head[HEAD_BYTES];
    size_t got = 0;
    if (!read_at(reader, reader->at, head, sizeof head, &got, err))
        return false;
    VarintReader in = varint_open((Str){head, got});
    uint64_t tag = varint_take(&in);
    *field = (ProtobufField){.number = (uint32_t)(tag >> 3), .type = (ProtobufType)(tag & 7)};
    /* all fields of an index are messages */
    *len = varint_take(&in);
    *begin = reader->at + (uint64_t)(in.ptr - head);
    bool ok = !in.failed && tag >> 3 && tag >> 3 <= UINT32_MAX >> 3 &&
              field->type == PROTOBUF_BYTES && *begin <= reader->file->size &&
              *len <= reader->file->size - *begin;
    return ok || fail(reader, err);
}

bool scip_next(ScipReader *reader, Arena *arena, ProtobufField *field, Err *err)
{
    while (reader->at < reader->file->size) {
        uint64_t begin, len;
        size_t got = 0;
        if (!read_head(reader, field, &begin, &len, err))
            return false;
        bool wanted = field->number == SCIP_METADATA || field->number == SCIP_DOCUMENT;
        if (wanted && len > SCIP_DOCUMENT_BYTES_MAX)
            return fail(reader, err);
        if (wanted) {
            char *bytes = arena_bytes(arena, (size_t)len + 1);
            if (!read_at(reader, begin, bytes, (size_t)len, &got, err))
                return false;
            if (got < len)
                return fail(reader, err);
            field->bytes = (Str){bytes, (size_t)len};
        }
        reader->at = begin + len;
        if (wanted)
            return true;
    }
    return false;
}

bool scip_metadata_read(Str bytes, ScipMetadata *metadata)
{
    ProtobufField field, inner;
    VarintReader in = protobuf_open(bytes);
    *metadata = (ScipMetadata){0};
    while (protobuf_next(&in, &field)) {
        if (field.number == PROJECT_ROOT)
            metadata->root = field.bytes;
        if (field.number != TOOL_INFO)
            continue;
        VarintReader tool = protobuf_open(field.bytes);
        while (protobuf_next(&tool, &inner)) {
            if (inner.number == TOOL_NAME)
                metadata->tool = inner.bytes;
            else if (inner.number == TOOL_VERSION)
                metadata->version = inner.bytes;
        }
        if (tool.failed)
            return false;
    }
    return !in.failed;
}

/* ---- documents ---- */

/* The numbers of a range: packed, or a field for each. */
typedef struct Numbers {
    uint32_t values[NUMBERS_MAX];
    uint32_t count;
    bool failed;
} Numbers;

static void put_number(Numbers *numbers, uint64_t value)
{
    bool fits = numbers->count < NUMBERS_MAX && value <= INT32_MAX;
    if (fits)
        numbers->values[numbers->count++] = (uint32_t)value;
    numbers->failed = numbers->failed || !fits;
}

static void put_packed(Numbers *numbers, const ProtobufField *field)
{
    uint64_t value;
    if (field->type != PROTOBUF_BYTES) {
        put_number(numbers, field->value);
        return;
    }
    VarintReader in = protobuf_open(field->bytes);
    while (!numbers->failed && protobuf_take_number(&in, &value))
        put_number(numbers, value);
    numbers->failed = numbers->failed || in.failed;
}

/* A message of numbers, whose fields count from 1; omitted fields are 0. */
static void put_message(Numbers *numbers, Str bytes, uint32_t count)
{
    ProtobufField field;
    VarintReader in = protobuf_open(bytes);
    *numbers = (Numbers){.count = count, .failed = numbers->failed};
    while (protobuf_next(&in, &field)) {
        bool fits = field.type == PROTOBUF_NUMBER && field.value <= INT32_MAX;
        if (field.number <= count && fits)
            numbers->values[field.number - 1] = (uint32_t)field.value;
        numbers->failed = numbers->failed || (field.number <= count && !fits);
    }
    numbers->failed = numbers->failed || in.failed;
}

static bool set_range(const Numbers *numbers, ScipRange *range)
{
    const uint32_t *values = numbers->values;
    bool within = numbers->count == 3;
    *range = (ScipRange){.start_line = values[0],
                         .start_column = values[1],
                         .end_line = within ? values[0] : values[2],
                         .end_column = within ? values[2] : values[3]};
    bool ascends =
        range->start_line < range->end_line ||
        (range->start_line == range->end_line && range->start_column <= range->end_column);
    return !numbers->failed && (within || numbers->count == 4) && ascends;
}

static bool read_occurrence(Str bytes, ScipSeen *seen)
{
    ProtobufField field;
    Numbers numbers = {0};
    VarintReader in = protobuf_open(bytes);
    *seen = (ScipSeen){0};
    while (protobuf_next(&in, &field)) {
        bool is_bytes = field.type == PROTOBUF_BYTES;
        if (field.number == OCCURRENCE_RANGE)
            put_packed(&numbers, &field);
        else if (field.number == OCCURRENCE_SINGLE_LINE && is_bytes)
            put_message(&numbers, field.bytes, 3);
        else if (field.number == OCCURRENCE_MULTI_LINE && is_bytes)
            put_message(&numbers, field.bytes, 4);
        else if (field.number == OCCURRENCE_SYMBOL && is_bytes)
            seen->symbol = field.bytes;
        else if (field.number == OCCURRENCE_ROLES && field.type == PROTOBUF_NUMBER)
            seen->roles = (uint32_t)field.value;
    }
    return !in.failed && set_range(&numbers, &seen->range);
}

bool scip_document_read(Arena *arena, Str bytes, ScipDocument *document)
{
    ProtobufField field;
    VarintReader in = protobuf_open(bytes);
    *document = (ScipDocument){0};
    while (protobuf_next(&in, &field)) {
        bool is_bytes = field.type == PROTOBUF_BYTES;
        if (field.number == DOCUMENT_PATH && is_bytes) {
            document->path = field.bytes;
        } else if (field.number == DOCUMENT_TEXT && is_bytes) {
            document->text = field.bytes;
            document->has_text = true;
        } else if (field.number == DOCUMENT_ENCODING && field.value <= SCIP_UTF32) {
            document->encoding = (ScipEncoding)field.value;
        } else if (field.number == DOCUMENT_OCCURRENCE && is_bytes) {
            ScipSeen seen;
            if (document->occurrences.len == SCIP_OCCURRENCES_MAX ||
                !read_occurrence(field.bytes, &seen))
                return false;
            *VEC_PUSH(arena, &document->occurrences) = seen;
        }
    }
    return !in.failed;
}
