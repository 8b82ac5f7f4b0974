/* An item goes after the last one of its container, on a line of its own if the container's end is
   on one. It gets a trailing comma exactly if the last one had one.
   The inserted text must let a later removal restore the original. A container that was created has
   white space after its brace; an empty one that existed gets its item without any. So `{}` becomes
   `{"a": 1}` and a missing one `{ "a": 1 }` or lines. A file of nothing but white space gets a tab
   after its first brace. */
#include "text/jsonc_edit.h"

#include "text/lines.h"

typedef struct Style {
    Str line_end;
    Str unit; /* one level of indentation */
} Style;

static char byte_at(Str text, size_t at)
{
    return at < text.len ? text.ptr[at] : '\0';
}

/* ---- finding ---- */

/* The next node in document order below `top`, or NULL. */
static const JsoncNode *next_below(const JsoncNode *node, const JsoncNode *top)
{
    if (node->first)
        return node->first;
    while (node != top && !node->next)
        node = node->parent;
    return node == top ? NULL : node->next;
}

static bool node_holds(Arena scratch, const JsoncDoc *doc, const JsoncNode *top, Str ending)
{
    Json *value;
    Err err;
    for (const JsoncNode *node = top; node; node = next_below(node, top))
        if (node->type == JSON_STRING && jsonc_value(&scratch, doc, node, &value, &err) &&
            str_ends(value->text, ending))
            return true;
    return false;
}

static JsoncNode *step_down(Arena scratch, const JsoncDoc *doc, const JsoncNode *node,
                            const JsoncStep *step)
{
    JsonType type = step->key.len ? JSON_OBJECT : JSON_ARRAY;
    for (JsoncNode *item = node->type == type ? node->last : NULL; item; item = item->previous)
        if (step->key.len ? str_equal(item->key, step->key)
                          : node_holds(scratch, doc, item, step->holds))
            return item;
    return NULL;
}

JsoncNode *jsonc_find(Arena scratch, const JsoncDoc *doc, const JsoncPath *path)
{
    JsoncNode *node = doc->root;
    for (size_t i = 0; node && i < path->count; i++)
        node = step_down(scratch, doc, node, &path->steps[i]);
    return node;
}

/* ---- the style of a document ---- */

/* The indentation of the line at `at`; *alone: nothing else precedes `at` on it. */
static Str line_indent(Str text, size_t at, bool *alone)
{
    size_t start = lines_start_at(text, at), end = start;
    while (end < at && (text.ptr[end] == ' ' || text.ptr[end] == '\t'))
        end++;
    *alone = end == at && start > 0;
    return str_slice(text, start, end);
}

static Style style_of(const JsoncDoc *doc)
{
    Style style = {text_edit_line_end(doc->text), STR("  ")};
    bool alone = false;
    const JsoncNode *first = doc->root ? doc->root->first : NULL;
    Str indent = first ? line_indent(doc->text, first->start, &alone) : (Str){0};
    if (alone && indent.len)
        style.unit = indent;
    return style;
}

/* ---- writing ---- */

static bool is_short(const Json *value)
{
    for (const Json *item = value->first; item; item = item->next)
        if (item->type == JSON_ARRAY || item->type == JSON_OBJECT)
            return false;
    return value->type != JSON_OBJECT || !value->first;
}

/* Writes a value, over several lines if `indent` is given. Only our own values come here, so
   recursion is bounded. */
static void put_value(Buf *out, const Style *style, const Str *indent, const Json *value)
{
    if (value->type != JSON_ARRAY && value->type != JSON_OBJECT) {
        json_write(out, value, 0);
        return;
    }
    bool array = value->type == JSON_ARRAY, lines = indent && !is_short(value);
    Str deeper = lines ? str_join(out->arena, *indent, style->unit) : (Str){0};
    buf_put_byte(out, array ? '[' : '{');
    for (const Json *item = value->first; item; item = item->next) {
        if (lines) {
            buf_put(out, style->line_end);
            buf_put(out, deeper);
        }
        if (!array) {
            json_write_str(out, item->key);
            buf_put(out, STR(": "));
        }
        put_value(out, style, lines ? &deeper : NULL, item);
        if (item->next)
            buf_put(out, lines ? STR(",") : STR(", "));
    }
    if (lines && value->first) {
        buf_put(out, style->line_end);
        buf_put(out, *indent);
    }
    buf_put_byte(out, array ? ']' : '}');
}

/* Writes the item inside the containers that it needs: path->steps[from] is its own key. */
static void put_item(Buf *out, const Style *style, const Str *indent, const JsoncPath *path,
                     size_t from, const Json *value)
{
    const JsoncStep *step = &path->steps[from];
    if (step->key.len) {
        json_write_str(out, step->key);
        buf_put(out, STR(": "));
    }
    if (from + 1 == path->count) {
        put_value(out, style, indent, value);
        return;
    }
    bool object = path->steps[from + 1].key.len;
    Str gap = STR(" "), deeper = {0};
    if (indent) {
        deeper = str_join(out->arena, *indent, style->unit);
        gap = str_join(out->arena, style->line_end, deeper);
    }
    buf_put_byte(out, object ? '{' : '[');
    buf_put(out, gap);
    put_item(out, style, indent ? &deeper : NULL, path, from + 1, value);
    buf_put(out, indent ? str_join(out->arena, style->line_end, *indent) : gap);
    buf_put_byte(out, object ? '}' : ']');
}

/* ---- inserting ---- */

typedef struct Insertion {
    Arena *arena;
    const JsoncDoc *doc;
    const JsoncPath *path;
    size_t from; /* the first step that is missing */
    const Json *value;
    Style style;
} Insertion;

static Str item_text(const Insertion *insertion, const Str *indent)
{
    Buf out = buf_open(insertion->arena, 0);
    put_item(&out, &insertion->style, indent, insertion->path, insertion->from, insertion->value);
    return buf_str(&out);
}

/* The end of the line at `at` within white space and comments, before its LF or CRLF; STR_NONE if
   they contain no line end. */
static size_t trivia_line_end(Str text, size_t at, size_t end)
{
    while (at < end) {
        if (text.ptr[at] == '\n')
            return at - (at > 0 && text.ptr[at - 1] == '\r');
        if (text.ptr[at] != '/') {
            at++;
            continue;
        }
        size_t newline = str_find_byte(str_slice(text, at, end), '\n');
        if (byte_at(text, at + 1) == '/')
            at = newline == STR_NONE ? end : at + newline;
        else
            at += 4 + str_find(str_from_offset(text, at + 2), STR("*/"));
    }
    return STR_NONE;
}

static Str item_indent(const Insertion *insertion, const JsoncNode *container)
{
    Str text = insertion->doc->text;
    bool alone;
    Str indent = line_indent(text, container->last->start, &alone);
    if (alone)
        return indent;
    indent = line_indent(text, container->start, &alone);
    return str_join(insertion->arena, indent, insertion->style.unit);
}

static Str insert_last(const Insertion *insertion, const JsoncNode *container)
{
    Str text = insertion->doc->text;
    size_t end = container->last->end, comma = jsonc_skip(text, end);
    bool trailing = byte_at(text, comma) == ',';
    size_t from = trailing ? comma + 1 : end;
    size_t line = trivia_line_end(text, from, container->end - 1);
    Buf out = buf_open(insertion->arena, 0);
    buf_put(&out, str_slice(text, 0, from));
    if (!trailing)
        buf_put_byte(&out, ',');
    if (line == STR_NONE) {
        line = from;
        buf_put_byte(&out, ' ');
        buf_put(&out, item_text(insertion, NULL));
    } else {
        Str indent = item_indent(insertion, container);
        buf_put(&out, str_slice(text, from, line));
        buf_put(&out, insertion->style.line_end);
        buf_put(&out, indent);
        buf_put(&out, item_text(insertion, &indent));
    }
    if (trailing)
        buf_put_byte(&out, ',');
    buf_put(&out, str_from_offset(text, line));
    return buf_str(&out);
}

static Str insert_first(const Insertion *insertion, const JsoncNode *container)
{
    Str text = insertion->doc->text;
    Buf out = buf_open(insertion->arena, 0);
    buf_put(&out, str_slice(text, 0, container->value + 1));
    buf_put(&out, item_text(insertion, NULL));
    buf_put(&out, str_from_offset(text, container->value + 1));
    return buf_str(&out);
}

/* Inserts into a file that is missing or empty. */
static Str insert_root(const Insertion *insertion, bool exists)
{
    Str text = insertion->doc->text, unit = insertion->style.unit;
    bool object = insertion->path->steps[0].key.len;
    Buf out = buf_open(insertion->arena, 0);
    size_t mark = str_starts(text, STR("\xEF\xBB\xBF")) ? 3 : 0;
    buf_put(&out, str_slice(text, 0, mark));
    buf_put_byte(&out, object ? '{' : '[');
    if (!exists) {
        buf_put_byte(&out, '\n');
        buf_put(&out, unit);
        buf_put(&out, item_text(insertion, &unit));
        buf_put_byte(&out, '\n');
    } else {
        buf_put_byte(&out, '\t');
        buf_put(&out, item_text(insertion, NULL));
        buf_put_byte(&out, ' ');
    }
    buf_put(&out, object ? STR("}") : STR("]"));
    buf_put(&out, exists ? str_from_offset(text, mark) : STR("\n"));
    return buf_str(&out);
}

static bool refuse_step(const Insertion *insertion, Err *err)
{
    const JsoncStep *steps = insertion->path->steps;
    bool object = steps[insertion->from].key.len;
    Str key = insertion->from ? steps[insertion->from - 1].key : (Str){0};
    const char *type = object ? "an object" : "an array";
    if (key.len)
        err_set(err, ERR_FAILED, "\"%.*s\" is not %s", STR_ARG(key), type);
    else
        err_set(err, ERR_FAILED, "the value is not %s", type);
    return err_hint(err, "correct it by hand");
}

bool jsonc_insert(Arena *arena, EditText text, const JsoncPath *path, const Json *value,
                  EditText *result, Err *err)
{
    JsoncDoc doc;
    if (!jsonc_parse(arena, text.exists ? text.bytes : (Str){0}, &doc, err))
        return false;
    Insertion insertion = {
        .arena = arena, .doc = &doc, .path = path, .value = value, .style = style_of(&doc)};
    *result = (EditText){.exists = true};
    if (!doc.root) {
        result->bytes = insert_root(&insertion, text.exists);
        return true;
    }
    JsoncNode *node = doc.root;
    for (JsoncNode *next; insertion.from < path->count; insertion.from++) {
        next = step_down(*arena, &doc, node, &path->steps[insertion.from]);
        if (!next)
            break;
        node = next;
    }
    assert(insertion.from < path->count);
    JsonType wanted = path->steps[insertion.from].key.len ? JSON_OBJECT : JSON_ARRAY;
    if (node->type != wanted)
        return refuse_step(&insertion, err);
    result->bytes = node->last ? insert_last(&insertion, node) : insert_first(&insertion, node);
    return true;
}

/* ---- removing ---- */

static bool is_blank(Str text, size_t from, size_t to)
{
    return str_trim(str_slice(text, from, to)).len == 0;
}

/* The start of the white space that was inserted before the item. */
static size_t gap_start(Str text, size_t start)
{
    size_t at = start;
    while (at > 0 && (text.ptr[at - 1] == ' ' || text.ptr[at - 1] == '\t'))
        at--;
    if (at == 0 || text.ptr[at - 1] != '\n')
        return start - (at < start);
    at--;
    bool crlf = text_edit_line_end(text).len == 2;
    return at - (crlf && at > 0 && text.ptr[at - 1] == '\r');
}

static size_t skip_blanks(Str text, size_t at)
{
    while (byte_at(text, at) == ' ' || byte_at(text, at) == '\t')
        at++;
    return at;
}

/* The offset after the line end that the gap starts with. */
static size_t keep_line_end(Str text, size_t start, size_t end)
{
    size_t newline = str_find_byte(str_slice(text, start, end), '\n');
    return newline == STR_NONE ? start : start + newline + 1;
}

/* The offset after the item's comma, or the item's end without one. */
static size_t item_end(Str text, const JsoncNode *item)
{
    size_t comma = jsonc_skip(text, item->end);
    return byte_at(text, comma) == ',' ? comma + 1 : item->end;
}

/* Whether the container holds nothing but the item and was made for it. */
static bool was_made(Str text, const JsoncNode *container, const JsoncNode *item)
{
    size_t end = item_end(text, item);
    return container->count == 1 && item->start > container->value + 1 &&
           is_blank(text, container->value + 1, item->start) &&
           is_blank(text, item->end, end - (end > item->end)) &&
           is_blank(text, end, container->end - 1);
}

static bool cut_root(Arena *arena, const JsoncDoc *doc, EditText *result)
{
    Str text = doc->text;
    size_t mark = str_starts(text, STR("\xEF\xBB\xBF")) ? 3 : 0;
    Str after = str_from_offset(text, doc->root->end);
    if (doc->root->start != mark)
        return false;
    if (byte_at(text, mark + 1) == '\t')
        *result = (EditText){true, str_join(arena, str_slice(text, 0, mark), after)};
    else
        *result = (EditText){0};
    return result->exists || str_trim(after).len == 0;
}

EditText jsonc_remove(Arena *arena, const JsoncDoc *doc, const JsoncNode *item)
{
    Str text = doc->text;
    EditText result = {0};
    while (item->parent && was_made(text, item->parent, item)) {
        if (!item->parent->parent && !cut_root(arena, doc, &result))
            break;
        item = item->parent;
    }
    if (!item->parent)
        return result;
    size_t start = gap_start(text, item->start), end = item_end(text, item);
    if (item->next && item->start == item->parent->value + 1)
        end = skip_blanks(text, end); /* nothing followed the brace */
    Str next = str_from_offset(text, end > item->end + 1 ? item->end : end);
    /* The line end before the item may belong to a comment. */
    if (!str_starts(next, STR("\n")) && !str_starts(next, STR("\r\n")))
        start = keep_line_end(text, start, item->start);
    Buf out = buf_open(arena, 0);
    if (end == item->end && item->previous) {
        size_t comma = jsonc_skip(text, item->previous->end);
        buf_put(&out, str_slice(text, 0, comma));
        buf_put(&out, str_slice(text, comma + 1, start));
    } else {
        buf_put(&out, str_slice(text, 0, start));
    }
    if (end > item->end)
        buf_put(&out, str_slice(text, item->end, jsonc_skip(text, item->end)));
    buf_put(&out, str_from_offset(text, end));
    return (EditText){true, buf_str(&out)};
}
