/* Tags are found one by one; the tree that they form is the caller's concern. Attributes may
   contain expressions in braces, as in JSX and templates. These are skipped by counting braces,
   up to a limit, because broken text never closes them.

   Why not tree-sitter: its XML grammar parses 2.1 MB/s and its tree takes 92 bytes for each byte of
   source. */
#include "lang/scan/scan_tag.h"

#include "base/buf.h"

/* Bytes searched for the end of {…} in a tag: enough for expressions, not for programs. */
#define BRACE_BYTES_MAX ((size_t)8192)
/* Bytes of text read for titles and headings. */
#define TAG_TEXT_BYTES ((size_t)1024)

static bool is_name_start(char c)
{
    return byte_is_alpha(c) || c == '_' || c == ':' || (unsigned char)c >= 0x80;
}

/* The offset after `mark` at or after `at`; the end of the text when it does not occur. */
static size_t past(Str text, size_t at, Str mark)
{
    size_t found = find_from(text, at, mark);
    return found == STR_NONE ? text.len : found + mark.len;
}

/* The end of <!DOCTYPE x [ … ]>, quoted strings respected. */
static size_t declaration_end(Str text, size_t at)
{
    bool bracket = false;
    for (; at < text.len; at++) {
        char c = text.ptr[at];
        if (c == '[' || c == ']')
            bracket = c == '[';
        else if (c == '>' && !bracket)
            return at + 1;
        else if (c == '<' && !bracket)
            return at;
    }
    return text.len;
}

/* Reads markup other than elements: comment, CDATA, processing instruction, declaration. */
static bool read_other(Str text, size_t at, Tag *tag)
{
    Str rest = str_from_offset(text, at);
    tag->kind = TAG_OTHER;
    if (str_starts(rest, STR("<!--"))) {
        tag->kind = TAG_COMMENT;
        tag->end = past(text, at + 4, STR("-->"));
    } else if (str_starts(rest, STR("<![CDATA["))) {
        tag->end = past(text, at + 9, STR("]]>"));
    } else if (str_starts(rest, STR("<?"))) {
        tag->end = past(text, at + 2, STR("?>"));
    } else if (str_starts(rest, STR("<%"))) {
        tag->end = past(text, at + 2, STR("%>"));
    } else if (str_starts(rest, STR("<!"))) {
        tag->end = declaration_end(text, at + 2);
    } else {
        return false;
    }
    return true;
}

/* The offset after the balanced braces at `at`; `at` when they do not close. */
static size_t skip_braces(Str text, size_t at)
{
    size_t limit = MIN(text.len, at + BRACE_BYTES_MAX), depth = 0;
    for (size_t i = at; i < limit; i++) {
        if (text.ptr[i] == '{')
            depth++;
        else if (text.ptr[i] == '}' && !--depth)
            return i + 1;
    }
    return at;
}

static void read_attributes(Str text, size_t at, size_t *braces, Tag *tag)
{
    tag->attributes = at;
    while (at < text.len && text.ptr[at] != '>' && text.ptr[at] != '<') {
        char c = text.ptr[at];
        size_t next = at + 1;
        if (c == '"' || c == '\'') {
            size_t close = find_byte_from(text, next, text.len, c);
            next = close < text.len ? close + 1 : next;
        } else if (c == '{' && braces && *braces) {
            next = MAX(skip_braces(text, at), next);
            *braces -= next == at + 1;
        }
        at = next;
    }
    tag->attributes_end = at;
    tag->self_closing = at > tag->attributes && text.ptr[at - 1] == '/';
    tag->end = at < text.len && text.ptr[at] == '>' ? at + 1 : at;
}

bool tag_next(Str text, size_t *at, size_t *braces, Tag *tag)
{
    while ((*at = find_byte_from(text, *at, text.len, '<')) < text.len) {
        *tag = (Tag){.start = *at};
        if (read_other(text, *at, tag)) {
            *at = tag->end;
            return true;
        }
        size_t name = *at + 1;
        bool close = name < text.len && text.ptr[name] == '/';
        name += close;
        if (name < text.len && is_name_start(text.ptr[name])) {
            tag->kind = close ? TAG_CLOSE : TAG_OPEN;
            tag->name = word_at(text, name, text.len, ":-.");
            read_attributes(text, name + tag->name.len, braces, tag);
            *at = tag->end;
            return true;
        }
        (*at)++;
    }
    return false;
}

bool tag_attribute_next(Str text, size_t *at, size_t end, Str *name, Str *value)
{
    while (*at < end && (byte_is_space(text.ptr[*at]) || text.ptr[*at] == '/'))
        (*at)++;
    size_t from = *at;
    while (*at < end && !byte_is_space(text.ptr[*at]) && text.ptr[*at] != '=')
        (*at)++;
    *name = str_slice(text, from, *at);
    *value = (Str){0};
    size_t sign = skip_space(text, *at, end);
    if (sign >= end || text.ptr[sign] != '=') {
        *at = MAX(*at, from + 1);
        return from < end;
    }
    size_t start = skip_space(text, sign + 1, end);
    char quote = start < end ? text.ptr[start] : ' ';
    if (quote == '"' || quote == '\'') {
        size_t close = find_byte_from(text, start + 1, end, quote);
        *value = str_slice(text, start + 1, close);
        *at = MIN(close + 1, end);
        return true;
    }
    *at = start;
    while (*at < end && !byte_is_space(text.ptr[*at]))
        (*at)++;
    *value = str_slice(text, start, *at);
    return true;
}

Str tag_attribute(Str text, const Tag *tag, const char *name)
{
    size_t at = tag->attributes;
    Str found, value;
    while (tag_attribute_next(text, &at, tag->attributes_end, &found, &value))
        if (word_is(found, name))
            return value;
    return (Str){0};
}

Str tag_local_name(Str name)
{
    size_t colon = str_find_last_byte(name, ':');
    return colon == STR_NONE ? name : str_from_offset(name, colon + 1);
}

Str tag_text(Scan *scan, size_t from, size_t to)
{
    Str part = str_slice(scan->text, from, MIN(to, from + TAG_TEXT_BYTES));
    Buf buf = buf_open(scan->arena, TAG_TEXT_BYTES);
    size_t at = 0;
    Tag tag;
    for (size_t last = 0; last < part.len; last = at) {
        bool found = tag_next(part, &at, NULL, &tag);
        buf_put(&buf, str_slice(part, last, found ? tag.start : part.len));
        if (!found)
            break;
    }
    Str text = str_fold_space(scan->arena, buf_str(&buf));
    return str_slice(text, 0, str_char_floor(text, MIN(text.len, NAME_BYTES_MAX)));
}
