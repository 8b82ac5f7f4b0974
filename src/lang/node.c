#include "lang/node.h"

static bool is_field(const TSLanguage *language, const NodeFrame *frame, TSFieldId *field)
{
    const TSFieldMapEntry *at, *end;
    ts_language_field_map(language, frame->production, &at, &end);
    for (; at < end; at++)
        if (!at->inherited && at->child_index + 1u == frame->structural) {
            *field = at->field_id;
            return true;
        }
    return false;
}

TSFieldId node_children_field(const NodeChildren *children)
{
    TSFieldId field = 0;
    for (size_t i = children->count; i-- > 0;) {
        const NodeFrame *frame = &children->frames[i];
        if (ts_subtree_extra(frame->children[frame->index - 1]))
            break;
        if (is_field(children->tree->language, frame, &field))
            break;
    }
    return field;
}

TSNode node_child_by_field(TSNode node, TSFieldId field)
{
    Subtree subtree = node_subtree(node);
    const TSFieldMapEntry *at = NULL, *end = NULL;
    if (ts_subtree_child_count(subtree))
        ts_language_field_map(node.tree->language, subtree.ptr->production_id, &at, &end);
    while (at < end && at->field_id != field)
        at++;
    return at < end ? ts_node_child_by_field_id(node, field) : (TSNode){0};
}

TSNode node_named_child(TSNode node, uint32_t index)
{
    if (index >= node_named_child_count(node))
        return (TSNode){0};
    NodeFrame frame = node_frame(node.tree->language, node_subtree(node).ptr, node_position(node));
    while (frame.index < frame.count) {
        bool visible;
        TSNode child = node_frame_take(&frame, node.tree, &visible);
        uint32_t named = visible ? node_is_named(child) : node_named_child_count(child);
        if (index >= named)
            index -= named;
        else if (visible)
            return child;
        else
            frame = node_frame(node.tree->language, node_subtree(child).ptr, node_position(child));
    }
    return (TSNode){0};
}
