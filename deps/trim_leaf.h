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
