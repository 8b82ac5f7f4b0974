/* Parser of header lines: key[N<:><delimiter>]{fields}: values. The bracket must precede the line's
   first colon; then any deviation from this form is an error. Only lenient readers of version 3
   take such a line for a key and a value. */
#include "base/map.h"
#include "text/toon_read.h"

/* Longer field lists are checked for repeats with a map. */
#define FIELDS_SCANNED 16

/* A position in the header's line. */
typedef struct Cursor {
    Str line;
    size_t at;
} Cursor;

static char peek(const Cursor *cursor)
{
    return cursor->at < cursor->line.len ? cursor->line.ptr[cursor->at] : '\0';
}

static bool skip_spaces(Cursor *cursor)
{
    size_t from = cursor->at;
    while (peek(cursor) == ' ')
        cursor->at++;
    return cursor->at > from;
}

static bool is_delimiter(char c)
{
    return c == ',' || c == '\t' || c == '|';
}

static bool fail_wrong_delimiter(ToonReader *reader, char declared)
{
    toon_fail(reader, "the field list has another delimiter than the brackets");
    return err_hint(reader->err, "the brackets declare %s",
                    declared == ','   ? "a comma"
                    : declared == '|' ? "a pipe"
                                      : "a tab");
}

/* Reads the inside of the bracket: [N], [N:], [N|] … The cursor is after '['. */
static bool read_bracket(ToonReader *reader, Cursor *cursor, ToonHeader *header)
{
    size_t from = cursor->at, close = toon_find_unquoted(cursor->line, from, ']', ']');
    Str inside = str_slice(cursor->line, from, close), digits = inside;
    char last = inside.len ? inside.ptr[inside.len - 1] : '\0';
    if (close == cursor->line.len)
        return toon_fail(reader, "'[' without ']'");
    header->delimiter = last == '\t' || last == '|' ? last : ',';
    digits.len -= header->delimiter != ',';
    header->keyed = digits.len && digits.ptr[digits.len - 1] == ':';
    digits.len -= header->keyed;
    uint64_t count = 0;
    bool digits_only = digits.len && (digits.ptr[0] != '0' || digits.len == 1);
    for (size_t i = 0; i < digits.len; i++)
        digits_only &= byte_is_digit(digits.ptr[i]);
    if (!digits_only) {
        toon_fail(reader, "'[%.*s]' is not an array's length", STR_ARG(inside));
        return err_hint(reader->err, "put keys with brackets in quotes");
    }
    if (header->keyed && reader->options.shape == TOON_V3)
        return toon_fail(reader, "keyed tables exist from TOON 4 on");
    header->count = str_parse_u64(digits, &count) ? count : SIZE_MAX;
    cursor->at = close + 1;
    return true;
}

/* Reads a field's name; the cursor moves past it. */
static bool read_field_name(ToonReader *reader, Cursor *cursor, ToonHeader *header, Str *name)
{
    skip_spaces(cursor);
    size_t from = cursor->at;
    bool quoted = peek(cursor) == '"';
    while (cursor->at < cursor->line.len) {
        char c = peek(cursor);
        if (c == '{' || c == '}' || is_delimiter(c))
            break;
        if (quoted && cursor->at > from && c != ' ')
            return toon_fail(reader, "text after a quoted field name");
        size_t skip = c == '"' ? toon_quoted_end(str_from_offset(cursor->line, cursor->at)) : 1;
        if (!skip)
            return toon_fail(reader, "field name without a closing quote");
        cursor->at += skip;
    }
    Str token = str_slice(cursor->line, from, cursor->at), trimmed = toon_trim(token);
    if (!trimmed.len)
        return toon_fail(reader, "empty field name");
    if (peek(cursor) == '{' && trimmed.len < token.len)
        return toon_fail(reader, "space between a field's name and its group");
    if (is_delimiter(peek(cursor)) && peek(cursor) != header->delimiter)
        return fail_wrong_delimiter(reader, header->delimiter);
    return toon_read_name(reader, trimmed, name);
}

/* After a field or group: closes groups. *more: another field follows, in the group *parent. */
static bool read_separator(ToonReader *reader, Cursor *cursor, ToonHeader *header, size_t *parent,
                           bool *more)
{
    for (;;) {
        skip_spaces(cursor);
        char c = peek(cursor);
        *more = c == header->delimiter;
        if (is_delimiter(c) && !*more)
            return fail_wrong_delimiter(reader, header->delimiter);
        if (c != '}' && !*more)
            return toon_fail(reader, cursor->at == cursor->line.len ? "'{' without '}'"
                                                                    : "text after a field group");
        cursor->at++;
        if (*more || !*parent)
            return true;
        *parent = header->fields.ptr[*parent - 1].parent;
    }
}

/* Reads {a,b{c,d}}; the cursor is after the first brace. */
static bool read_fields(ToonReader *reader, Cursor *cursor, ToonHeader *header)
{
    size_t parent = 0;
    for (bool more = true; more;) {
        Str name;
        if (!read_field_name(reader, cursor, header, &name))
            return false;
        bool group = peek(cursor) == '{';
        ToonField *field = VEC_PUSH(reader->arena, &header->fields);
        size_t depth = parent ? header->fields.ptr[parent - 1].depth + 1 : 1;
        *field = (ToonField){.name = name, .group = group, .parent = parent, .depth = depth};
        header->depth = MAX(header->depth, depth);
        if (!group) {
            header->cells++;
            if (!read_separator(reader, cursor, header, &parent, &more))
                return false;
            continue;
        }
        if (reader->options.shape == TOON_V3)
            return toon_fail(reader, "nested field groups exist from TOON 4 on");
        parent = header->fields.len;
        cursor->at++;
    }
    header->has_fields = true;
    return true;
}

/* A string equal for equal names in the same group: the group's number and the name. */
static Str field_identity(Arena *scratch, const ToonField *field)
{
    char *text = arena_bytes(scratch, sizeof field->parent + field->name.len);
    memcpy(text, &field->parent, sizeof field->parent);
    if (field->name.len)
        memcpy(text + sizeof field->parent, field->name.ptr, field->name.len);
    return (Str){text, sizeof field->parent + field->name.len};
}

/* The number (index plus one) of an earlier field of the same name and group, or 0. */
static size_t scan_before(const ToonHeader *header, size_t index)
{
    const ToonField *fields = header->fields.ptr;
    for (size_t i = 0; i < index; i++)
        if (fields[i].parent == fields[index].parent &&
            str_equal(fields[i].name, fields[index].name))
            return i + 1;
    return 0;
}

static size_t look_up_before(Map *seen, const ToonField *field, size_t index)
{
    bool added;
    uint64_t *number = map_put(seen, field_identity(seen->arena, field), &added);
    if (!added)
        return (size_t)*number;
    *number = index + 1;
    return 0;
}

static bool mark_repeats(ToonReader *reader, ToonHeader *header)
{
    bool many = header->fields.len > FIELDS_SCANNED;
    if (many && !reader->scratch.begin)
        arena_open(&reader->scratch, 0);
    Arena scratch = reader->scratch;
    Map seen = map_open(&scratch);
    for (size_t i = 0; i < header->fields.len; i++) {
        ToonField *field = &header->fields.ptr[i];
        field->first = many ? look_up_before(&seen, field, i) : scan_before(header, i);
        if (field->first && !reader->options.lenient)
            return toon_fail(reader, "the field '%.*s' is listed twice", STR_ARG(field->name));
    }
    return true;
}

/* Reads the header after the bracket: the field list, the colon, inline values. */
static bool read_rest(ToonReader *reader, Cursor *cursor, ToonHeader *header)
{
    if (peek(cursor) == '{') {
        cursor->at++;
        if (!read_fields(reader, cursor, header))
            return false;
    }
    if (peek(cursor) != ':') {
        toon_fail(reader, "text between an array's length and its colon");
        return err_hint(reader->err, "a header is key[N]: or key[N]{fields}:");
    }
    header->values = toon_trim(str_from_offset(cursor->line, cursor->at + 1));
    header->number = reader->number;
    if (header->keyed && !header->has_fields)
        return toon_fail(reader, "a keyed table needs a field list");
    if (header->has_fields && header->values.len)
        return toon_fail(reader, "values after a field list; rows go on lines of their own");
    return !header->has_fields || mark_repeats(reader, header);
}

static bool read_header_key(ToonReader *reader, Str token, ToonHeader *header)
{
    header->has_key = token.len > 0;
    if (token.len && (token.ptr[token.len - 1] == ' ' || token.ptr[token.len - 1] == '\t'))
        return toon_fail(reader, "space between a key and its bracket");
    return toon_read_name(reader, token, &header->key);
}

ToonHeaderKind toon_read_header(ToonReader *reader, Str content, ToonHeader *header)
{
    size_t bracket = 0;
    if (content.len && content.ptr[0] == '"') {
        bracket = toon_quoted_end(content);
        if (!bracket)
            return TOON_NO_HEADER;
    } else {
        bracket = toon_find_unquoted(content, 0, '[', ':');
    }
    if (bracket == content.len || content.ptr[bracket] != '[' ||
        toon_find_unquoted(content, bracket, ':', ':') == content.len)
        return TOON_NO_HEADER;
    Cursor cursor = {content, bracket + 1};
    *header = (ToonHeader){0};
    if (read_header_key(reader, str_slice(content, 0, bracket), header) &&
        read_bracket(reader, &cursor, header) && read_rest(reader, &cursor, header))
        return TOON_HEADER;
    bool falls_through = reader->options.lenient && reader->options.shape == TOON_V3;
    return falls_through ? TOON_NO_HEADER : TOON_BAD_HEADER;
}
