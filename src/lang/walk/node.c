/* Children by field and by index, from the parser's internal tables. A field-map entry says which
   child has a field; an inherited entry says that a child of that hidden child has it. */
#include "lang/walk/node.h"

#include <fovea_grammars.h>

/* Whether the child replaces a hidden node that had passed its field on. That happens only in
   trimmed trees; in others a visible child never has an inherited entry, and the bits mean
   something else. */
static bool is_lifted(Subtree child)
{
    if (!ts_subtree_visible(child))
        return false;
    return child.data.is_inline ? child.data.lookahead_bytes & FOVEA_TRIM_LIFTED_INLINE
                                : child.ptr->lookahead_bytes & FOVEA_TRIM_LIFTED;
}

static bool is_field(const TSLanguage *language, const NodeFrame *frame, TSFieldId *field)
{
    const TSFieldMapEntry *at, *end;
    bool lifted = is_lifted(frame->children[frame->index - 1]);
    ts_language_field_map(language, frame->production, &at, &end);
    for (; at < end; at++)
        if (at->child_index + 1u == frame->structural && (lifted || !at->inherited)) {
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

/* The entries of one field, which are adjacent. */
typedef struct FieldEntries {
    const TSFieldMapEntry *at, *end;
} FieldEntries;

static FieldEntries field_entries(TSNode node, TSFieldId field)
{
    Subtree subtree = node_subtree(node);
    FieldEntries entries = {NULL, NULL};
    if (!ts_subtree_visible_child_count(subtree))
        return entries;
    uint32_t production = subtree.ptr->production_id;
    ts_language_field_map(node.tree->language, production, &entries.at, &entries.end);
    while (entries.at < entries.end && entries.at->field_id != field)
        entries.at++;
    while (entries.at < entries.end && entries.end[-1].field_id != field)
        entries.end--;
    return entries;
}

/* The first visible descendant of a hidden node. */
static TSNode first_child(TSNode node)
{
    NodeFrame frame;
    if (!node_child_count(node))
        return (TSNode){0};
    node_frame_open(&frame, node);
    while (frame.index < frame.count) {
        bool visible;
        TSNode child = node_frame_take(&frame, node.tree, &visible);
        if (visible)
            return child;
        if (node_child_count(child))
            node_frame_open(&frame, child);
    }
    return (TSNode){0};
}

/* Skips the children before the one at index `place`, extras not counted. */
static void skip_to(NodeFrame *frame, uint32_t place)
{
    while (frame->index < frame->count && frame->structural < place) {
        Subtree child = frame->children[frame->index];
        if (frame->index++)
            frame->end = length_add(frame->end, ts_subtree_padding(child));
        frame->end = length_add(frame->end, ts_subtree_size(child));
        frame->structural += !ts_subtree_extra(child);
    }
}

TSNode node_child_by_field(TSNode node, TSFieldId field)
{
    FieldEntries entries = field_entries(node, field);
    if (entries.at == entries.end)
        return (TSNode){0};
    NodeFrame frame;
    node_frame_open(&frame, node);
    while (entries.at < entries.end) {
        bool visible;
        skip_to(&frame, entries.at->child_index);
        if (frame.index == frame.count)
            break;
        TSNode found, child = node_frame_take(&frame, node.tree, &visible);
        if (node_is_extra(child) || frame.structural <= entries.at->child_index)
            continue;
        if (entries.at->inherited && visible) { /* it replaces a trimmed hidden node */
            if (is_lifted(node_subtree(child)))
                return child;
            entries.at++;
            continue;
        }
        if (entries.at->inherited && entries.at + 1 == entries.end) {
            entries = field_entries(child, field);
            if (entries.at < entries.end)
                node_frame_open(&frame, child);
            continue;
        }
        if (entries.at->inherited)
            found = ts_node_child_by_field_id(child, field);
        else
            found = visible ? child : first_child(child);
        if (!node_is_null(found))
            return found;
        entries.at++;
    }
    return (TSNode){0};
}

TSNode node_named_child(TSNode node, uint32_t index)
{
    if (index >= node_named_child_count(node))
        return (TSNode){0};
    NodeFrame frame;
    node_frame_open(&frame, node);
    while (frame.index < frame.count) {
        bool visible;
        TSNode child = node_frame_take(&frame, node.tree, &visible);
        uint32_t named = visible ? node_is_named(child) : node_named_child_count(child);
        if (index >= named)
            index -= named;
        else if (visible)
            return child;
        else
            node_frame_open(&frame, child);
    }
    return (TSNode){0};
}
