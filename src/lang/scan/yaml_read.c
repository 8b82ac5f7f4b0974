/* YAML reader with a stack of open blocks, each with its column. A line first closes the blocks
   that begin further right. It then holds one or more dashes, a key, or the value of a key that
   still lacks one.

   Why not tree-sitter: its grammar parses 9.3 MB/s, and its scanner aborts at about 300 nested
   lists. */
#include "lang/scan/yaml_read.h"

void yaml_reader_init(YamlReader *reader, Scan *scan, size_t at)
{
    *reader = (YamlReader){.scan = scan, .at = at, .start = at, .content_end = at};
    schema_init(&reader->schema, &scan->scratch);
    json_reader_init(&reader->flow, scan, &reader->schema, STYLE_YAML);
    reader->root = schema_node(&reader->schema);
    reader->root->start = (uint32_t)at;
    reader->pending = reader->root;
    reader->pending_column = -1;
    reader->comment = STR_NONE;
}

bool yaml_is_marker(Str text, const Line *line, char c)
{
    const char *ptr = text.ptr + line->start;
    size_t len = line->end - line->start;
    return len >= 3 && ptr[0] == c && ptr[1] == c && ptr[2] == c &&
           (len == 3 || byte_is_space(ptr[3]));
}

static void frame_end_key(YamlReader *reader, YamlFrame *frame)
{
    if (frame->key && frame->fresh)
        frame->key->end = (uint32_t)reader->content_end;
    frame->key = NULL;
    bool item = frame->is_sequence && frame == reader->frames && reader->items.len;
    if (item)
        reader->items.ptr[reader->items.len - 1].end = reader->content_end;
}

static void frame_close(YamlReader *reader)
{
    YamlFrame *frame = &reader->frames[--reader->depth];
    frame_end_key(reader, frame);
    if (frame->is_sequence)
        schema_close_array(frame->node, frame->count);
    else
        schema_close_object(frame->node, frame->count);
}

/* The block for a key or dash in this column: the open one, or a new one for the node that lacks
   a value. NULL when the line continues a scalar or is invalid. */
static YamlFrame *frame_at(YamlReader *reader, ptrdiff_t column, bool is_sequence)
{
    YamlFrame *top = reader->depth ? &reader->frames[reader->depth - 1] : NULL;
    if (top && top->column == column && top->is_sequence == is_sequence)
        return top;
    if (!reader->pending && !reader->depth)
        reader->pending = reader->root;
    if (!reader->pending || reader->depth == SCHEMA_DEPTH_MAX)
        return NULL;
    top = &reader->frames[reader->depth++];
    *top = (YamlFrame){.column = column, .is_sequence = is_sequence, .node = reader->pending};
    if (!is_sequence)
        schema_open_object(reader->pending);
    reader->pending = NULL;
    return top;
}

static void frames_close_right_of(YamlReader *reader, ptrdiff_t column, bool dash)
{
    if (reader->pending && column <= reader->pending_column &&
        !(dash && column == reader->pending_column)) {
        reader->pending->types |= reader->pending->prefix.len ? 0 : SCHEMA_NULL;
        reader->pending = NULL;
    }
    while (reader->depth) {
        const YamlFrame *top = &reader->frames[reader->depth - 1];
        bool beside = top->column == column && top->is_sequence && !dash;
        if (top->column <= column && !beside)
            break;
        frame_close(reader);
    }
}

/* Whether a dash, question mark or colon, followed by white space, is at `at`. */
static bool is_mark(Str text, size_t at, size_t end, char mark)
{
    return at < end && text.ptr[at] == mark && (at + 1 == end || byte_is_space(text.ptr[at + 1]));
}

/* The offset of the colon after the key at `at`; STR_NONE if no key begins there. */
static size_t key_colon(Str text, size_t at, size_t end)
{
    char c = text.ptr[at];
    if (c == '"' || c == '\'') {
        at = skip_blanks(text, json_flow_string_end(text.ptr, at, end), end);
        return at < end && text.ptr[at] == ':' ? at : STR_NONE;
    }
    if (is_mark(text, at, end, '?'))
        return end;
    if (byte_in(c, "[{|>%@`#&!:"))
        return STR_NONE;
    for (; at < end; at++) {
        at = find_byte_from(text, at, end, ':');
        if (at < end && (at + 1 == end || byte_is_space(text.ptr[at + 1])))
            return at;
    }
    return STR_NONE;
}

/* The plain scalar at `at`, up to a comment. */
static Str plain_value(Str text, size_t at, size_t end)
{
    for (size_t i = at; i < end; i++) {
        i = find_byte_from(text, i, end, '#');
        if (i < end && i > at && byte_is_space(text.ptr[i - 1]))
            end = i;
    }
    return str_trim(str_slice(text, at, end));
}

/* Continues after a value that another reader has read, possibly over several lines. */
static void value_skip_to(YamlReader *reader, size_t after)
{
    reader->content_end = after;
    if (after >= reader->at)
        reader->at = MIN(line_end(reader->scan->text, after) + 1, reader->scan->text.len);
}

/* Whether a template expression `{{ … }}` (Helm, Ansible) begins here. */
static bool is_template(Str text, size_t at)
{
    return at + 1 < text.len && text.ptr[at] == '{' && text.ptr[at + 1] == '{';
}

static bool value_flow(YamlReader *reader, SchemaNode *node, size_t at)
{
    Str text = reader->scan->text;
    if (is_template(text, at) || reader->flow_failed > text.len)
        return false;
    SchemaNode before = *node;
    reader->flow.at = at;
    reader->flow.damaged = false;
    json_read_value(&reader->flow, node, false);
    if (reader->flow.damaged) {
        *node = before;
        if (node->last)
            node->last->next = NULL;
        reader->flow_failed += reader->flow.at - at;
        reader->scan->outline->degraded = true;
        return false;
    }
    value_skip_to(reader, reader->flow.at);
    return true;
}

/* Reads anchors and tags. Returns the offset of the value itself. */
static size_t value_properties(YamlReader *reader, SchemaNode *node, size_t at, size_t end)
{
    Str text = reader->scan->text;
    size_t start = at;
    size_t last = at;
    while (at < end && (text.ptr[at] == '&' || text.ptr[at] == '!' || text.ptr[at] == '*')) {
        reader->anchors += text.ptr[at] == '&';
        while (at < end && !byte_is_space(text.ptr[at]))
            at++;
        last = at;
        at = skip_blanks(text, at, end);
    }
    if (last > start)
        node->prefix = str_slice(text, start, last);
    return at;
}

/* Reads the value at `at`. Its continuation lines are indented deeper than `column`. */
static Str value_read(YamlReader *reader, SchemaNode *node, size_t at, ptrdiff_t column, size_t end)
{
    Str text = reader->scan->text;
    at = value_properties(reader, node, skip_blanks(text, at, end), end);
    char c = at < end ? text.ptr[at] : '#';
    if (c == '#') {
        bool alias = node->prefix.len && node->prefix.ptr[0] == '*';
        reader->pending = alias ? NULL : node;
        reader->pending_column = column;
        return (Str){0};
    }
    reader->pending = NULL;
    node->value = node->value ? node->value : (uint32_t)at;
    if ((c == '[' || c == '{') && value_flow(reader, node, at))
        return (Str){0};
    if (c == '|' || c == '>') {
        node->types |= SCHEMA_STRING;
        reader->in_block = true;
        reader->block_column = column + 1;
        return (Str){0};
    }
    if (c == '"' || c == '\'') {
        node->types |= SCHEMA_STRING;
        size_t after = json_flow_string_end(text.ptr, at, text.len);
        value_skip_to(reader, after);
        return str_slice(text, at + 1, MAX(after, at + 2) - 1);
    }
    Str value = plain_value(text, at, end);
    node->types |= schema_word_type(value);
    return value;
}

/* Keeps a value that names the document or an entry of a list. */
static void note_value(YamlReader *reader, Str key, Str value)
{
    const YamlFrame *frames = reader->frames;
    bool names = value.len && (str_equal(key, STR("name")) || str_equal(key, STR("id")) ||
                               str_equal(key, STR("title")));
    if (reader->depth == 1 && str_equal(key, STR("kind")))
        reader->kind = value;
    else if (reader->depth == 1 && names && !reader->name.len)
        reader->name = value;
    else if (reader->depth == 2 && names && frames[0].key &&
             str_equal(frames[0].key->key, STR("metadata")))
        reader->name = value;
    bool in_item = reader->depth == 2 && frames[0].is_sequence && reader->items.len;
    YamlItem *item = in_item ? &reader->items.ptr[reader->items.len - 1] : NULL;
    if (item && !item->named && (names || !item->label.len)) {
        item->label = names ? value : key;
        item->named = names;
    }
}

static void line_key(YamlReader *reader, YamlFrame *frame, size_t at, size_t colon,
                     const Line *line)
{
    Str text = reader->scan->text;
    bool question = is_mark(text, at, line->end, '?');
    Str key = str_trim(str_slice(text, at + question, colon));
    if (key.len > 1 && (key.ptr[0] == '"' || key.ptr[0] == '\''))
        key = (Str){key.ptr + 1, key.len - 2};
    frame_end_key(reader, frame);
    frame->count++;
    frame->key = schema_key(&reader->schema, frame->node, key, at, &frame->fresh);
    Str value = value_read(reader, frame->key, MIN(colon + 1, line->end), frame->column, line->end);
    note_value(reader, key, value);
}

/* Enters a list entry; returns the offset of its content. */
static size_t line_dash(YamlReader *reader, YamlFrame *frame, size_t at, const Line *line)
{
    frame_end_key(reader, frame);
    frame->count++;
    if (frame == reader->frames && reader->items.len <= YAML_ITEMS_MAX) {
        YamlItem *item = VEC_PUSH(&reader->scan->scratch, &reader->items);
        *item = (YamlItem){.start = at, .end = line->end};
    }
    reader->pending = schema_element(&reader->schema, frame->node);
    reader->pending_column = frame->column;
    return skip_blanks(reader->scan->text, at + 1, line->end);
}

static void line_content(YamlReader *reader, size_t at, const Line *line)
{
    Str text = reader->scan->text;
    for (;;) {
        ptrdiff_t column = (ptrdiff_t)(at - line->start);
        if (reader->pending && column == reader->pending_column &&
            is_mark(text, at, line->end, ':'))
            column = (ptrdiff_t)((at = skip_blanks(text, at + 1, line->end)) - line->start);
        if (at == line->end)
            return;
        bool dash = is_mark(text, at, line->end, '-');
        size_t colon = dash ? STR_NONE : key_colon(text, at, line->end);
        frames_close_right_of(reader, column, dash);
        bool entry = dash || colon != STR_NONE;
        uint32_t depth = (uint32_t)reader->depth;
        YamlFrame *frame = entry ? frame_at(reader, column, dash) : NULL;
        if (!frame && reader->pending)
            value_read(reader, reader->pending, at, reader->pending_column, line->end);
        if (!frame)
            return;
        depth = reader->depth > depth ? depth : depth - 1;
        size_t lead = reader->comment == STR_NONE ? line->start : reader->comment;
        scan_cut(reader->scan, lead, depth + reader->cut_depth);
        if (!dash) {
            line_key(reader, frame, at, colon, line);
            return;
        }
        at = line_dash(reader, frame, at, line);
        if (at == line->end || text.ptr[at] == '#')
            return;
    }
}

/* Reads `---`, which a value may follow on its line, or `...`. */
static bool line_marker(YamlReader *reader, const Line *line)
{
    SchemaNode *root = reader->root;
    size_t at = skip_blanks(reader->scan->text, line->start + 3, line->end);
    if (reader->any || at == line->end || reader->scan->text.ptr[line->start] == '.')
        return reader->any;
    value_read(reader, root, at, -1, line->end);
    bool has_value = reader->pending == NULL;
    reader->any = has_value || root->prefix.len;
    return false;
}

/* Reads a line; returns whether the document has ended. */
static bool line_read(YamlReader *reader, const Line *line)
{
    Str text = reader->scan->text;
    size_t at = skip_blanks(text, line->start, line->end);
    if (at == line->end) {
        reader->comment = STR_NONE;
        return false;
    }
    bool marker = yaml_is_marker(text, line, '-') || yaml_is_marker(text, line, '.');
    if (reader->in_block && (ptrdiff_t)(at - line->start) >= reader->block_column && !marker) {
        reader->content_end = line->end;
        return false;
    }
    reader->in_block = false;
    if (text.ptr[at] == '#') {
        reader->comment = reader->comment == STR_NONE ? line->start : reader->comment;
        return false;
    }
    if (marker)
        return line_marker(reader, line);
    if (!reader->any && text.ptr[line->start] == '%')
        return false;
    if (reader->pending == reader->root && is_template(text, at))
        return false;
    size_t next = reader->at;
    reader->any = true;
    line_content(reader, at, line);
    reader->comment = STR_NONE;
    if (reader->at == next)
        reader->content_end = line->end;
    return false;
}

void yaml_read_document(YamlReader *reader)
{
    Line line;
    size_t start = reader->at;
    while (line_take(reader->scan->text, &reader->at, &line) && !scan_expired(reader->scan)) {
        bool over = line_read(reader, &line);
        if (over) {
            reader->at = start;
            break;
        }
        start = reader->at;
    }
    if (reader->pending && reader->any)
        reader->pending->types |=
            reader->pending->types || reader->pending->prefix.len ? 0 : SCHEMA_NULL;
    while (reader->depth)
        frame_close(reader);
    reader->root->end = (uint32_t)reader->content_end;
}
