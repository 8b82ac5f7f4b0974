/* Cleaning of labels. They come from any repository and may hold terminal escapes, line ends, marks
   that change the reading direction, a name of 10 KB, or a letter under a thousand accents. */
#include "text/width.h"
#include "view/graph_layout.h"
#include "view/graph_plan.h"

/* Bytes read per column: enough for any script, with accents. */
#define BYTES_PER_COLUMN 16
#define REPLACEMENT STR("\xEF\xBF\xBD")
#define ELLIPSIS STR("\xE2\x80\xA6")

static bool is_space_like(uint32_t c)
{
    return c < 0x20 || (c >= 0x7F && c < 0xA0) || c == 0x2028 || c == 0x2029;
}

/* Direction marks, zero-width characters, and characters that XML forbids. */
static bool is_deceptive(uint32_t c)
{
    return (c >= 0x200B && c <= 0x200F) || (c >= 0x202A && c <= 0x202E) ||
           (c >= 0x2060 && c <= 0x206F) || c == 0x061C || c == 0xFEFF ||
           (c >= 0xFFF9 && c <= 0xFFFF) || c == 0x00AD || (c & 0xFFFE) == 0xFFFE;
}

static Str clean(Arena *arena, Str text)
{
    Buf out = buf_open(arena, 0);
    for (size_t at = 0; at < text.len;) {
        size_t from = at;
        uint32_t c = str_decode(text, &at);
        if (is_space_like(c))
            buf_put_byte(&out, ' ');
        else
            buf_put(&out, is_deceptive(c) ? REPLACEMENT : str_slice(text, from, at));
    }
    return buf_str(&out);
}

Str graph_label(Arena *arena, Str text, size_t columns)
{
    Str head = view_cut_middle(arena, text, columns * BYTES_PER_COLUMN);
    return width_cut_middle(arena, str_fold_space(arena, clean(arena, head)), columns);
}

Str graph_handle(Arena *arena, Str text, size_t columns)
{
    Str handle = graph_label(arena, text, columns * 4), rest = handle;
    while (width_columns(rest) >= columns) {
        size_t slash = str_find_byte(str_from_offset(rest, 1), '/');
        if (slash == STR_NONE)
            break;
        rest = str_from_offset(rest, slash + 1);
    }
    if (rest.len < handle.len)
        handle = str_join(arena, ELLIPSIS, rest);
    return width_cut_middle(arena, handle, columns);
}

Str graph_box_label(Arena *arena, const GraphNode *node)
{
    bool path = node->holds || str_equal(node->kind, STR("module"));
    Str label = path ? graph_handle(arena, node->label, GRAPH_LABEL_COLUMNS)
                     : graph_label(arena, node->label, GRAPH_LABEL_COLUMNS);
    return label.len ? label : STR("(no name)");
}

Str graph_box_note(Arena *arena, const GraphNode *node)
{
    Buf out = buf_open(arena, 0);
    if (!node->holds)
        return graph_handle(arena, node->handle, GRAPH_HANDLE_COLUMNS);
    graph_put_count(&out, node->holds, graph_words(GRAPH_OF_MODULES)->nodes);
    return buf_str(&out);
}
