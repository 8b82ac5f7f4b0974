/* Syntax tree as text, for people who write rules. */
#include "base/buf.h"
#include "lang/lang.h"
#include "lang/parse.h"
#include "lang/registry.h"

/* Deeper nodes are not indented further. */
#define DUMP_DEPTH_MAX 200
/* Longer leaves are shown without their text. */
#define DUMP_LEAF_BYTES 60

typedef struct Dump {
    Str text;
    Buf out;
} Dump;

static void dump_node(Dump *dump, TSTreeCursor *cursor, size_t depth)
{
    TSNode node = ts_tree_cursor_current_node(cursor);
    const char *field = ts_tree_cursor_current_field_name(cursor);
    TSPoint start = ts_node_start_point(node), end = ts_node_end_point(node);
    buf_put_repeat(&dump->out, STR("  "), MIN(depth, DUMP_DEPTH_MAX));
    if (field)
        buf_printf(&dump->out, "%s: ", field);
    const char *kind = ts_node_type(node);
    if (ts_node_is_named(node))
        buf_printf(&dump->out, "%s", kind);
    else
        buf_printf(&dump->out, "\"%s\"", kind);
    buf_printf(&dump->out, " [%u:%u-%u:%u]", start.row + 1, start.column + 1, end.row + 1,
               end.column + 1);
    Str text = str_slice(dump->text, ts_node_start_byte(node), ts_node_end_byte(node));
    if (ts_node_is_named(node) && !ts_node_child_count(node) && text.len <= DUMP_LEAF_BYTES) {
        buf_put(&dump->out, STR(" "));
        buf_put_text(&dump->out, str_fold_space(dump->out.arena, text));
    }
    buf_put_byte(&dump->out, '\n');
}

static void dump_tree(void *context, TSTree *tree)
{
    Dump *dump = context;
    TSTreeCursor cursor = ts_tree_cursor_new(ts_tree_root_node(tree));
    size_t depth = 0;
    while (true) {
        dump_node(dump, &cursor, depth);
        if (ts_tree_cursor_goto_first_child(&cursor)) {
            depth++;
            continue;
        }
        while (!ts_tree_cursor_goto_next_sibling(&cursor)) {
            if (!depth || !ts_tree_cursor_goto_parent(&cursor))
                return;
            depth--;
        }
    }
}

bool lang_dump_tree(Arena *arena, const Language *language, Str text, Str *dump)
{
    if (!language->grammar)
        return false;
    Arena parse_memory SCOPED(arena_close) = {0};
    arena_open(&parse_memory, 0);
    Dump work = {.text = text, .out = buf_open(arena, 0)};
    ParseSource source = {.text = parse_prepare(&parse_memory, language, text)};
    OutlineOptions options = {0};
    ParseStatus status =
        parse_visit(parse_memory, language->grammar(), &source, &options, dump_tree, &work);
    if (status != PARSE_OK)
        buf_printf(&work.out, "(%.*s)\n", STR_ARG(parse_status_text(status)));
    *dump = buf_str(&work.out);
    return true;
}
