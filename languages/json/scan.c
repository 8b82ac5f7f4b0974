/* JSON and JSONC: the merged schema of the file's value. Several values in one file are
   described like an array of them. Cut points need every line, so a separate pass finds them
   when they are wanted.

   Why not tree-sitter: a merged schema of values is wanted, not a tree, and the grammar
   parses only 17 MB/s. */
#include "languages_lang.h"

#include "lang/scan/json_read.h"
#include "lang/scan/scan_text.h"

typedef struct JsonCuts {
    size_t depth; /* number of open brackets */
    size_t line_start;
    bool at_start;      /* only white space so far on this line */
    bool after_comment; /* the previous line was a comment, which has the cut */
} JsonCuts;

/* Handles the first thing on each line. Keys of the outermost object have depth 0. */
static void cut_at_line(Scan *scan, JsonCuts *cuts, size_t at)
{
    char c = scan->text.ptr[at];
    cuts->at_start = false;
    if (c == '}' || c == ']' || c == ',')
        return;
    bool comment = c == '/';
    if (!cuts->after_comment)
        scan_cut(scan, cuts->line_start, cuts->depth ? (uint32_t)cuts->depth - 1 : 0);
    cuts->after_comment = comment;
}

static size_t cut_comment_end(Str text, size_t at)
{
    bool block = at + 1 < text.len && text.ptr[at + 1] == '*';
    if (!block)
        return line_end(text, at);
    size_t end = find_from(text, at + 2, STR("*/"));
    return end == STR_NONE ? text.len : end + 2;
}

static void json_cut(Scan *scan)
{
    Str text = scan->text;
    JsonCuts cuts = {.at_start = true};
    for (size_t at = 0; at < text.len;) {
        char c = text.ptr[at];
        if (c == '\n') {
            cuts.line_start = ++at;
            cuts.at_start = true;
            if (scan_expired(scan))
                return;
            continue;
        }
        if (cuts.at_start && !byte_is_space(c))
            cut_at_line(scan, &cuts, at);
        if (c == '{' || c == '[')
            cuts.depth++;
        else if ((c == '}' || c == ']') && cuts.depth)
            cuts.depth--;
        if (c == '"' || c == '\'')
            at = json_string_end(text.ptr, at, text.len);
        else if (c == '/')
            at = MAX(cut_comment_end(text, at), at + 1);
        else
            at++;
    }
}

static Str json_facts(Arena *arena, const Schema *schema, const SchemaNode *values,
                      const SchemaNode *root)
{
    if (root != values)
        return schema_facts(arena, schema, root);
    Buf buf = buf_open(arena, 0);
    buf_put_thousands(&buf, values->len_max);
    buf_put(&buf, STR(" values"));
    return buf_str(&buf);
}

void scan_json(Scan *scan)
{
    static const char bom[] = "\xEF\xBB\xBF";
    Schema schema;
    JsonReader reader;
    schema_init(&schema, &scan->scratch);
    schema.wanted = scan->options->size_wanted;
    json_reader_init(&reader, scan, &schema, STYLE_JSON);
    reader.at = str_starts(scan->text, STR(bom)) ? sizeof bom - 1 : 0;
    SchemaNode *values = schema_node(&schema);
    json_read_sequence(&reader, values);
    scan->outline->degraded |= reader.damaged || reader.expired;
    SchemaNode *root = values->len_max == 1 ? values->element : values;
    if (root == values)
        root->end = (uint32_t)scan->text.len;
    if (values->len_max) {
        schema_emit(scan, &schema, root);
        scan->outline->facts = json_facts(scan->arena, &schema, values, root);
    }
    if (scan->options->want_cuts)
        json_cut(scan);
}
