/* How nodes become smaller (trim.h): an inner node becomes a leaf, a hidden node with one child is
   replaced by that child, and a hidden node with one field by what is in the field ("lifted"). */

/* ---- leaves ---- */

/* A leaf on the heap is allocated without what only inner nodes have. */
#define LEAF_BYTES \
    ((offsetof(SubtreeHeapData, visible_child_count) + _Alignof(uint64_t) - 1) & \
     ~(_Alignof(uint64_t) - 1))

/* A leaf of the same kind, text and extras in place of the tree, which is released. `had_visible`:
   it had visible children; `has_changes` then says so to whom the length of its text is not enough.
 */
static Subtree leaf_of(const Trim *trim, Subtree tree, bool had_visible)
{
    const SubtreeHeapData *data = tree.ptr;
    bool step = data->lookahead_bytes & TRIM_STEP;
    MutableSubtree leaf = ts_subtree_to_mut_unsafe(
        ts_subtree_new_leaf(trim->pool, data->symbol, data->padding, data->size, 0,
                            data->parse_state, false, false, false, trim->language));
    if (!leaf.data.is_inline) {
        SubtreeHeapData *whole = leaf.ptr;
        leaf.ptr = memcpy(ts_malloc(LEAF_BYTES), whole, LEAF_BYTES);
        leaf.ptr->fragile_left = true; /* marks a short leaf; upstream never reads it of leaves */
        ts_free(whole);
    }
    ts_subtree_set_extra(&leaf, data->extra);
    if (had_visible)
        ts_subtree_set_has_changes(&leaf);
    ts_subtree_release(trim->pool, tree);
    Subtree result = ts_subtree_from_mut(leaf);
    set_step(&result, step);
    return result;
}

/* ---- errors ---- */

/* Sums up the children of a node with a syntax error in it as trim_note() does, but reads through
   the errors, and ends at the first child that is wanted. */
static void sum_error(const Trim *trim, Subtree tree, TrimSum *sum, uint32_t depth)
{
    const FoveaTrim *plan = trim->plan;
    const Subtree *children = ts_subtree_children(tree);
    bool known = tree.ptr->symbol < plan->kind_count;
    const TSSymbol *aliases =
        known ? ts_language_alias_sequence(trim->language, tree.ptr->production_id) : NULL;
    uint32_t structural = 0;
    if (depth == TRIM_DEPTH_MAX)
        sum->wants = FOVEA_TRIM_WANT;
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
        sum_levels(sum, kind & FOVEA_TRIM_ASK ? FOVEA_TRIM_WANT : kind);
        sum->ends_in_token = true;
        if (is_parent(children[i]))
            sum_error(trim, children[i], sum, depth + 1);
    }
}

/* An ERROR node as a leaf, where nothing in it is wanted. Its costs stay. */
static Subtree error_leaf(const Trim *trim, Subtree error)
{
    TrimSum sum = {.ends_in_token = true};
    if (error.ptr->symbol != ts_builtin_sym_error || error.ptr->ref_count > 1)
        return error;
    sum_error(trim, error, &sum, 0);
    if (sum.wants || sum.levels || !sum.ends_in_token)
        return error;
    SubtreeHeapData *leaf = memcpy(ts_malloc(LEAF_BYTES), error.ptr, LEAF_BYTES);
    leaf->ref_count = 1;
    leaf->child_count = 0;
    leaf->has_external_tokens = leaf->has_external_scanner_state_change = false;
    leaf->fragile_left = true;
    leaf->lookahead_bytes &= TRIM_STEP;
    ts_subtree_release(trim->pool, error);
    return (Subtree){.ptr = leaf};
}

/* A token as a short leaf. The state of the scanner that it carries is needed no longer once it is
   in a tree: the parser resumes after the last token on the stack. */
static Subtree token_leaf(const Trim *trim, Subtree token)
{
    const SubtreeHeapData *data = token.ptr;
    bool plain = data->ref_count == 1 && !data->is_missing && !data->error_cost &&
                 !data->fragile_left && data->symbol < ts_builtin_sym_error_repeat;
    return plain ? leaf_of(trim, token, false) : token;
}

/* ---- nodes with one child ---- */

/* Whether the node has one child, to which its production gives neither a name nor a field. Fields
   that it only passes on (`inherited`) are the child's own. */
static bool is_single_wrapper(const Trim *trim, const SubtreeHeapData *data)
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

/* A visible node takes the children and the production of its only child, when that is hidden. */
static SubtreeHeapData *unwrap_inner(const Trim *trim, SubtreeHeapData *data)
{
    while (data->visible && is_single_wrapper(trim, data)) {
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

/* Whether it is an anonymous token that no rule names. */
static bool is_ignored_token(const FoveaTrim *plan, Subtree tree)
{
    return !is_parent(tree) && !ts_subtree_named(tree) && !ts_subtree_extra(tree) &&
           !ts_subtree_missing(tree) && !ts_subtree_error_cost(tree) &&
           ts_subtree_symbol(tree) < plan->kind_count &&
           !plan->kind_is_named[ts_subtree_symbol(tree)];
}

/* The field that a hidden node gives to its last child, when it gives no other and its parent only
   passes this one on. 0: none. `place` is the hidden node's index among the parent's children. */
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

/* All that comes before the text of the last child, as its padding: so the text starts where it
   did. */
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

static bool set_lifted(Subtree *tree, Length padding)
{
    if (!tree->data.is_inline) {
        SubtreeHeapData *data = (SubtreeHeapData *)tree->ptr;
        data->padding = padding;
        data->lookahead_bytes |= FOVEA_TRIM_LIFTED;
        return data->ref_count == 1;
    }
    if (padding.bytes > UINT8_MAX || padding.extent.row >= 16 || padding.extent.column > UINT8_MAX)
        return false;
    tree->data.padding_bytes = (uint8_t)padding.bytes;
    tree->data.padding_rows = (uint8_t)padding.extent.row & 15;
    tree->data.padding_columns = (uint8_t)padding.extent.column;
    tree->data.lookahead_bytes |= FOVEA_TRIM_LIFTED_INLINE;
    return true;
}

static bool renames(const TSSymbol *aliases, uint32_t count)
{
    for (uint32_t i = 0; aliases && i < count; i++)
        if (aliases[i])
            return true;
    return false;
}

/* Replaces a hidden node like `= value` by the value, if it has only tokens before that and gives
   it its only field. FOVEA_TRIM_LIFTED tells a reader of the tree that the parent's inherited field
   is the child's own. Never the first child: the parent's text would start later. */
static bool lift(const Trim *trim, SubtreeHeapData *parent, Subtree *child, uint32_t place)
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
        if (!is_ignored_token(trim->plan, children[i]))
            return false;
    Subtree held = children[last];
    bool known = ts_subtree_visible(held) && !ts_subtree_extra(held) && !ts_subtree_missing(held) &&
                 !ts_subtree_error_cost(held) && (held.data.is_inline || held.ptr->ref_count == 1);
    if (!known || !set_lifted(&held, padding_of_last(hidden)))
        return false;
    ts_subtree_retain(held);
    parent->visible_child_count -= hidden->visible_child_count - 1;
    ts_subtree_release(trim->pool, *child);
    *child = held;
    return true;
}
