/* What becomes of nodes in which nobody will find anything (trim.h): tokens; of hidden ones around
   one child, that child. */

/* All that is looked at of a leaf in a block of its own. */
#define LEAF_BYTES \
    ((offsetof(SubtreeHeapData, visible_child_count) + _Alignof(uint64_t) - 1) & \
     ~(_Alignof(uint64_t) - 1))

/* `given_up`: it had children that somebody could have seen. */
static Subtree leaf_of(const Trim *trim, Subtree tree, bool given_up)
{
    const SubtreeHeapData *data = tree.ptr;
    bool join = data->lookahead_bytes & TRIM_JOIN;
    MutableSubtree leaf = ts_subtree_to_mut_unsafe(
        ts_subtree_new_leaf(trim->pool, data->symbol, data->padding, data->size, 0,
                            data->parse_state, false, false, false, trim->language));
    if (!leaf.data.is_inline) {
        SubtreeHeapData *whole = leaf.ptr;
        leaf.ptr = memcpy(ts_malloc(LEAF_BYTES), whole, LEAF_BYTES);
        leaf.ptr->fragile_left = true; /* of a leaf nobody asks: it is one of these */
        ts_free(whole);
    }
    ts_subtree_set_extra(&leaf, data->extra);
    if (given_up)
        ts_subtree_set_has_changes(&leaf);
    ts_subtree_release(trim->pool, tree);
    Subtree result = ts_subtree_from_mut(leaf);
    set_join(&result, join);
    return result;
}

/* ---- errors ---- */

/* Sums up the children of a node with a syntax error in it, as if that were nothing, until there is
   something that is looked for. */
static void sum_error(const Trim *trim, Subtree tree, TrimSum *sum, uint32_t depth)
{
    const FoveaTrim *plan = trim->plan;
    const Subtree *children = ts_subtree_children(tree);
    bool known = tree.ptr->symbol < plan->kind_count;
    const TSSymbol *aliases =
        known ? ts_language_alias_sequence(trim->language, tree.ptr->production_id) : NULL;
    uint32_t structural = 0;
    if (depth == TRIM_DEPTH_MAX)
        sum->wants = FOVEA_TRIM_ALWAYS;
    for (uint32_t i = 0; i < tree.ptr->child_count && !sum->wants && !sum->levels; i++) {
        bool extra = ts_subtree_extra(children[i]);
        TSSymbol alias = aliases && !extra ? aliases[structural] : 0;
        structural += !extra;
        if (!ts_subtree_error_cost(children[i])) {
            sum_child(plan, sum, children[i], alias);
            continue;
        }
        TSSymbol symbol = alias ? alias : ts_subtree_symbol(children[i]);
        uint32_t kind = symbol < plan->kind_count ? plan->kinds[symbol] : 0;
        sum_levels(sum, kind & FOVEA_TRIM_ASKED ? FOVEA_TRIM_ALWAYS : kind);
        sum->bare = true;
        if (is_parent(children[i]))
            sum_error(trim, children[i], sum, depth + 1);
    }
}

/* What the parser skipped within a node, as a token where nothing is to be found in it. */
static Subtree error_leaf(const Trim *trim, Subtree error)
{
    TrimSum sum = {.bare = true};
    if (error.ptr->symbol != ts_builtin_sym_error || error.ptr->ref_count > 1)
        return error;
    sum_error(trim, error, &sum, 0);
    if (sum.wants || sum.levels || !sum.bare)
        return error;
    SubtreeHeapData *leaf = memcpy(ts_malloc(LEAF_BYTES), error.ptr, LEAF_BYTES);
    leaf->ref_count = 1;
    leaf->child_count = 0;
    leaf->has_external_tokens = leaf->has_external_scanner_state_change = false;
    leaf->fragile_left = true;
    leaf->lookahead_bytes &= TRIM_JOIN;
    ts_subtree_release(trim->pool, error);
    return (Subtree){.ptr = leaf};
}

/* A token in a tree is no longer what the next one is read after. */
static Subtree token_leaf(const Trim *trim, Subtree token)
{
    const SubtreeHeapData *data = token.ptr;
    bool plain = data->ref_count == 1 && !data->is_missing && !data->error_cost &&
                 !data->fragile_left && data->symbol < ts_builtin_sym_error_repeat;
    return plain ? leaf_of(trim, token, false) : token;
}

/* A node around one hidden node takes the place of that: fields and aliases are the inner one's. */
static bool is_wrapper(const Trim *trim, const SubtreeHeapData *data)
{
    const TSFieldMapEntry *at, *end;
    const TSSymbol *aliases = ts_language_alias_sequence(trim->language, data->production_id);
    if (data->child_count != 1 || (aliases && *aliases))
        return false;
    ts_language_field_map(trim->language, data->production_id, &at, &end);
    for (; at < end; at++)
        if (!at->inherited)
            return false;
    return true;
}

static SubtreeHeapData *unwrap_inner(const Trim *trim, SubtreeHeapData *data)
{
    while (data->visible && is_wrapper(trim, data)) {
        Subtree self = {.ptr = data}, child = ts_subtree_children(self)[0];
        if (!is_parent(child) || child.ptr->visible || child.ptr->extra || child.ptr->ref_count > 1)
            break;
        SubtreeHeapData *inner = (SubtreeHeapData *)child.ptr;
        uint32_t count = inner->child_count;
        uint16_t production = inner->production_id;
        *inner = *data;
        inner->child_count = count;
        inner->production_id = production;
        ts_free(ts_subtree_children(self));
        data = inner;
    }
    return data;
}

/* ---- hidden nodes with one field ---- */

/* Whether it is a token that nobody asks for. */
static bool is_idle(const FoveaTrim *plan, Subtree tree)
{
    return !is_parent(tree) && !ts_subtree_named(tree) && !ts_subtree_extra(tree) &&
           !ts_subtree_missing(tree) && !ts_subtree_error_cost(tree) &&
           ts_subtree_symbol(tree) < plan->kind_count && !plan->told[ts_subtree_symbol(tree)];
}

/* The field that a hidden node gives to its last child and passes on to the child at that place of
   `parent`, when it does nothing else; 0: it does. */
static TSFieldId only_field(const Trim *trim, const SubtreeHeapData *parent,
                            const SubtreeHeapData *hidden, uint32_t place)
{
    const TSFieldMapEntry *own, *own_end, *at, *end;
    ts_language_field_map(trim->language, hidden->production_id, &own, &own_end);
    ts_language_field_map(trim->language, parent->production_id, &at, &end);
    if (own + 1 != own_end || own->inherited || own->child_index + 1u != hidden->child_count)
        return 0;
    uint32_t count = 0;
    for (; at < end; at++)
        if (at->child_index == place) {
            if (!at->inherited || at->field_id != own->field_id)
                return 0;
            count++;
        }
    return count == 1 ? own->field_id : 0;
}

/* What is before the last child, its padding included; its text starts where it did. */
static Length padding_of_last(const SubtreeHeapData *data)
{
    const Subtree *children = ts_subtree_children((Subtree){.ptr = data});
    Length padding = ts_subtree_padding(children[0]);
    for (uint32_t i = 1; i < data->child_count; i++) {
        padding = length_add(padding, ts_subtree_size(children[i - 1]));
        padding = length_add(padding, ts_subtree_padding(children[i]));
    }
    return padding;
}

static bool set_settled(Subtree *tree, Length padding)
{
    if (!tree->data.is_inline) {
        SubtreeHeapData *data = (SubtreeHeapData *)tree->ptr;
        data->padding = padding;
        data->lookahead_bytes |= FOVEA_TRIM_SETTLED;
        return data->ref_count == 1;
    }
    if (padding.bytes > UINT8_MAX || padding.extent.row >= 16 || padding.extent.column > UINT8_MAX)
        return false;
    tree->data.padding_bytes = (uint8_t)padding.bytes;
    tree->data.padding_rows = (uint8_t)padding.extent.row & 15;
    tree->data.padding_columns = (uint8_t)padding.extent.column;
    tree->data.lookahead_bytes |= FOVEA_TRIM_SETTLED_INLINE;
    return true;
}

static bool renames(const TSSymbol *aliases, uint32_t count)
{
    for (uint32_t i = 0; aliases && i < count; i++)
        if (aliases[i])
            return true;
    return false;
}

/* `= value` as the value alone: tokens and then what is in the only field. Not at the start of a
   node, whose own start is that of its first child. */
static bool settle(const Trim *trim, SubtreeHeapData *parent, Subtree *child, uint32_t place)
{
    if (!is_parent(*child) || !parent->visible || child->ptr->extra || child->ptr->ref_count > 1)
        return false;
    const SubtreeHeapData *hidden = child->ptr;
    const TSSymbol *aliases = ts_language_alias_sequence(trim->language, hidden->production_id);
    Subtree *children = ts_subtree_children(*child);
    uint32_t last = hidden->child_count - 1;
    if (renames(aliases, hidden->child_count) || !only_field(trim, parent, hidden, place))
        return false;
    for (uint32_t i = 0; i < last; i++)
        if (!is_idle(trim->plan, children[i]))
            return false;
    Subtree held = children[last];
    bool known = ts_subtree_visible(held) && !ts_subtree_extra(held) && !ts_subtree_missing(held) &&
                 !ts_subtree_error_cost(held) && (held.data.is_inline || held.ptr->ref_count == 1);
    if (!known || !set_settled(&held, padding_of_last(hidden)))
        return false;
    ts_subtree_retain(held);
    parent->visible_child_count -= hidden->visible_child_count - 1;
    ts_subtree_release(trim->pool, *child);
    *child = held;
    return true;
}
