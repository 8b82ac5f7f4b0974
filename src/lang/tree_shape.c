/* The tree is walked once, in post-order. A node of one part alone, such as parentheses around a
   name, has no shape of its own. */
#include "lang/tree_shape.h"

#include "lang/parse.h"
#include "lang/registry.h"

typedef struct ShapeFrame {
    uint32_t kind, first; /* its first leaf */
    uint32_t parts;
} ShapeFrame;

typedef struct ShapeWalk {
    Arena *arena;
    Str text;
    TreeSpanVec *texts;
    TreeShape *shape;
    VEC(ShapeFrame) frames;
} ShapeWalk;

static ShapeFrame *top(ShapeWalk *walk)
{
    return &walk->frames.ptr[walk->frames.len - 1];
}

/* Whether a token is a mark that formatters add and remove, or white space. Tokens are compared
   apart from this; here they only hold together what they enclose. */
static bool is_left_out(const ShapeWalk *walk, TSNode node, Str text)
{
    Str word = str_trim(text);
    if (!word.len)
        return true;
    if (ts_node_is_named(node) || word.len != 1)
        return false;
    bool begins = !walk->frames.ptr[walk->frames.len - 1].parts;
    return byte_in(word.ptr[0], ";,()\"'") || (begins && byte_in(word.ptr[0], "|&"));
}

static void add_leaf(ShapeWalk *walk, TSNode node)
{
    ShapeLeaf leaf = {.start = ts_node_start_byte(node), .end = ts_node_end_byte(node)};
    if (is_left_out(walk, node, str_slice(walk->text, leaf.start, leaf.end)))
        return;
    *VEC_PUSH(walk->arena, &walk->shape->leaves) = leaf;
    top(walk)->parts++;
}

/* Whether its children are to be visited. */
static bool enter(ShapeWalk *walk, TSNode node)
{
    const char *kind = ts_node_type(node);
    if (tree_words_is_comment(kind))
        return false;
    if (!ts_node_child_count(node) || (ts_node_is_named(node) && tree_words_is_text(kind))) {
        add_leaf(walk, node);
        return false;
    }
    *VEC_PUSH(walk->arena, &walk->frames) =
        (ShapeFrame){.kind = ts_node_symbol(node), .first = (uint32_t)walk->shape->leaves.len};
    return true;
}

static void leave(ShapeWalk *walk)
{
    ShapeFrame frame = *top(walk);
    TreeShape *shape = walk->shape;
    walk->frames.len--;
    if (frame.parts > 1) {
        ShapeLeaf *first = &shape->leaves.ptr[frame.first];
        ShapeLeaf *last = &shape->leaves.ptr[shape->leaves.len - 1];
        *VEC_PUSH(walk->arena, &shape->nodes) = (ShapeNode){.kind = frame.kind,
                                                            .from = frame.first,
                                                            .to = (uint32_t)shape->leaves.len - 1,
                                                            .next_first = first->first,
                                                            .next_last = last->last};
        first->first = last->last = (uint32_t)shape->nodes.len;
    }
    if (walk->frames.len)
        top(walk)->parts += frame.parts > 0;
}

static void visit(void *context, TSTree *tree)
{
    ShapeWalk *walk = context;
    tree_words_spaced(walk->arena, walk->text, tree, walk->texts);
    *VEC_PUSH(walk->arena, &walk->frames) = (ShapeFrame){0}; /* above the root */
    TSTreeCursor cursor = ts_tree_cursor_new(ts_tree_root_node(tree));
    for (bool more = true; more;) {
        if (enter(walk, ts_tree_cursor_current_node(&cursor)) &&
            ts_tree_cursor_goto_first_child(&cursor))
            continue;
        while (more && !ts_tree_cursor_goto_next_sibling(&cursor)) {
            more = ts_tree_cursor_goto_parent(&cursor);
            if (more)
                leave(walk);
        }
    }
    ts_tree_cursor_delete(&cursor);
}

bool tree_shape_read(Arena *arena, Arena scratch, const Language *language, Str text,
                     TreeSpanVec *texts, TreeShape *shape)
{
    if (!language->grammar)
        return true;
    ShapeWalk walk = {.arena = arena, .text = text, .texts = texts, .shape = shape};
    ParseSource source = {.text = parse_prepare(&scratch, language, text)};
    OutlineOptions options = {0};
    return parse_visit(scratch, language->grammar(), &source, &options, visit, &walk) == PARSE_OK;
}
