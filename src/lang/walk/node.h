/* Fast access to tree-sitter's nodes, read directly from the parser's memory. The public API sets
   up an iterator at each call, and a walk needs kind, position and children of every node several
   times. The memory layout comes from the core's internal headers, in the version that
   deps/grammars.lock pins; the build copies them next to the public one.

   A node may have hidden children (helper rules of the grammar). The visible nodes below those
   count as the node's own children. */
#pragma once

#include "base/limits.h"

#include <stddef.h>

#include <tree_sitter/api.h>

#include <tree_sitter_core/language.h>
#include <tree_sitter_core/subtree.h>
#include <tree_sitter_core/tree.h>

#undef SKIP /* a macro for generated lexers, from the core's headers */

/* A node is written with stores of sixteen bytes, because it is then copied in such pieces.
   Smaller stores could not be forwarded to those loads. */
typedef uint32_t NodeContext __attribute__((vector_size(16)));
typedef uintptr_t NodeOwner __attribute__((vector_size(2 * sizeof(uintptr_t))));

static inline TSNode node_make(Length start, TSSymbol alias, const Subtree *subtree,
                               const TSTree *tree)
{
    TSNode node;
    NodeContext context = {start.bytes, start.extent.row, start.extent.column, alias};
    NodeOwner owner = {(uintptr_t)subtree, (uintptr_t)tree};
    _Static_assert(sizeof node == sizeof context + sizeof owner &&
                       offsetof(TSNode, id) == sizeof context,
                   "a node is made of something else");
    memcpy(&node, &context, sizeof context);
    memcpy((char *)&node + sizeof context, &owner, sizeof owner);
    return node;
}

static inline Subtree node_subtree(TSNode node)
{
    return *(const Subtree *)node.id;
}

static inline bool node_is_null(TSNode node)
{
    return !node.id;
}

static inline uint32_t node_start(TSNode node)
{
    return node.context[0];
}

static inline uint32_t node_end(TSNode node)
{
    return node.context[0] + ts_subtree_size(node_subtree(node)).bytes;
}

static inline TSSymbol node_kind(TSNode node)
{
    TSSymbol symbol =
        node.context[3] ? (TSSymbol)node.context[3] : ts_subtree_symbol(node_subtree(node));
    return symbol == ts_builtin_sym_error ? symbol : node.tree->language->public_symbol_map[symbol];
}

static inline bool node_is_named(TSNode node)
{
    if (node.context[3])
        return node.tree->language->symbol_metadata[node.context[3]].named;
    return ts_subtree_named(node_subtree(node));
}

static inline bool node_is_extra(TSNode node)
{
    return ts_subtree_extra(node_subtree(node));
}

static inline bool node_is_error(TSNode node)
{
    return node_kind(node) == ts_builtin_sym_error;
}

/* Whether its children were trimmed (lang/walk/rule_trim.h), so that it looks like a token. */
static inline bool node_is_trimmed(TSNode node)
{
    return ts_subtree_has_changes(node_subtree(node));
}

static inline uint32_t node_child_count(TSNode node)
{
    return ts_subtree_visible_child_count(node_subtree(node));
}

static inline uint32_t node_named_child_count(TSNode node)
{
    Subtree subtree = node_subtree(node);
    return ts_subtree_child_count(subtree) ? subtree.ptr->named_child_count : 0;
}

static inline uint32_t node_row(TSNode node)
{
    return node.context[1];
}

static inline uint32_t node_column(TSNode node)
{
    return node.context[2];
}

static inline uint32_t node_end_row(TSNode node)
{
    return node.context[1] + ts_subtree_size(node_subtree(node)).extent.row;
}

static inline Length node_position(TSNode node)
{
    return (Length){node.context[0], {node.context[1], node.context[2]}};
}

/* Iterator over the direct children of one node, which may be hidden. */
typedef struct NodeFrame {
    const Subtree *children;
    const TSSymbol *aliases; /* of the children that are not extra, or NULL */
    uint32_t index, count;   /* index of the next child, number of children */
    uint32_t structural;     /* number of children before the next that are not extra */
    uint32_t production;
    bool hidden; /* for the walk: the parent is a hidden node */
    Length end;  /* end of the previous child; at first, start of the parent */
} NodeFrame;

/* Initialises the frame in place, as copying it right after would stall on store forwarding. */
static inline void node_frame_open(NodeFrame *frame, TSNode node)
{
    Subtree self = node_subtree(node);
    frame->children = ts_subtree_children(self);
    frame->aliases = ts_language_alias_sequence(node.tree->language, self.ptr->production_id);
    frame->index = 0;
    frame->count = self.ptr->child_count;
    frame->structural = 0;
    frame->production = self.ptr->production_id;
    frame->hidden = false;
    frame->end = node_position(node);
}

/* The next child, visible or not; there must be one. */
static inline TSNode node_frame_take(NodeFrame *frame, const TSTree *tree, bool *visible)
{
    const Subtree *child = &frame->children[frame->index];
    TSSymbol alias = 0;
    __builtin_prefetch(child[1].ptr);
    if (!ts_subtree_extra(*child)) {
        alias = frame->aliases ? frame->aliases[frame->structural] : 0;
        frame->structural++;
    }
    Length start = frame->index++ ? length_add(frame->end, ts_subtree_padding(*child)) : frame->end;
    frame->end = length_add(start, ts_subtree_size(*child));
    *visible = alias || ts_subtree_visible(*child);
    return node_make(start, alias, child, tree);
}

/* The visible children of a node, in order. */
typedef struct NodeChildren {
    const TSTree *tree;
    size_t count; /* frames */
    NodeFrame frames[HIDDEN_DEPTH_MAX];
} NodeChildren;

static inline void node_children_open(NodeChildren *children, TSNode node)
{
    Subtree subtree = node_subtree(node);
    children->tree = node.tree;
    children->count = ts_subtree_visible_child_count(subtree) > 0;
    if (children->count)
        node_frame_open(&children->frames[0], node);
}

/* Continues with the children of `child`, which must be the last one returned. */
static inline void node_children_descend(NodeChildren *children, TSNode child)
{
    Subtree subtree = node_subtree(child);
    if (ts_subtree_visible_child_count(subtree) && children->count < HIDDEN_DEPTH_MAX)
        node_frame_open(&children->frames[children->count++], child);
}

static inline bool node_children_next(NodeChildren *children, TSNode *child)
{
    while (children->count) {
        NodeFrame *frame = &children->frames[children->count - 1];
        if (frame->index == frame->count) {
            children->count--;
            continue;
        }
        bool visible;
        *child = node_frame_take(frame, children->tree, &visible);
        if (visible)
            return true;
        node_children_descend(children, *child);
    }
    return false;
}

/* The field of the last child returned, in the node or in a hidden node between them; 0: none. */
TSFieldId node_children_field(const NodeChildren *children);

/* The same as ts_node_child_by_field_id and ts_node_named_child: the first child in the field, and
   the named child of that index. A null node if the child does not exist. */
TSNode node_child_by_field(TSNode node, TSFieldId field);
TSNode node_named_child(TSNode node, uint32_t index);
