/* Reductions in place. Upstream reduces in three steps: it copies the stack version without the
   popped nodes, pushes the parent onto the copy, and later moves the copy over the original. All
   this is for stacks that branch. Mostly there is one version, and below it one chain of nodes;
   then the nodes are popped from the version itself and the parent is pushed onto it. */

/* The stack node below `count` subtrees; extras (comments) are popped besides and not counted.
 *size is the number of all. NULL where the stack branches on the way. */
static StackNode *chain_below(StackNode *node, uint32_t count, uint32_t *size)
{
    for (*size = 0; count; ++*size) {
        if (node->link_count != 1 || !node->links[0].subtree.ptr)
            return NULL;
        count -= !ts_subtree_extra(node->links[0].subtree);
        node = node->links[0].node;
    }
    return node;
}

/* Whether the action at `index` is the state's only one. Shifts that only repeat a symbol are never
   executed and do not count. */
static bool is_only_action(const TableEntry *entry, uint32_t index)
{
    for (uint32_t i = 0; i < entry->action_count; i++) {
        const TSParseAction *action = &entry->actions[i];
        if (i != index && !(action->type == TSParseActionTypeShift && action->shift.repetition))
            return false;
    }
    return true;
}

/* Whether another version is in that state; the two could be merged. */
static bool is_elsewhere(Stack *self, StackVersion version, TSStateId state)
{
    for (StackVersion i = 0; i < self->heads.size; i++)
        if (i != version && array_get(&self->heads, i)->node->state == state)
            return true;
    return false;
}

/* Pops the chain above `below` and returns its subtrees. Nodes that another version holds too are
   left in place, and their subtrees are retained. */
static SubtreeArray stack_take(Stack *self, StackVersion version, StackNode *below, uint32_t size)
{
    SubtreeArray subtrees = array_new();
    StackHead *head = array_get(&self->heads, version);
    StackNode *node = head->node;
    bool own = true;
    array_reserve(&subtrees, (uint32_t)(ts_subtree_alloc_size(size) / sizeof(Subtree)));
    subtrees.size = size;
    while (size--) {
        StackNode *next = node->links[0].node;
        subtrees.contents[size] = node->links[0].subtree;
        if (own && node->ref_count > 1) {
            own = false;
            node->ref_count--;
        }
        if (!own)
            ts_subtree_retain(subtrees.contents[size]);
        else if (self->node_pool.size < MAX_NODE_POOL_SIZE)
            array_push(&self->node_pool, node);
        else
            ts_free(node);
        node = next;
    }
    if (!own)
        stack_node_retain(below);
    head->node = below;
    return subtrees;
}

/* The stack has one version again: trims the subtrees that were left whole while it had several. */
static void trim_stack(TSParser *self, StackVersion version)
{
    StackNode *node = array_get(&self->stack->heads, version)->node;
    uint32_t left = trim_readings;
    for (; node->link_count && left; node = node->links[0].node, left--)
        for (uint32_t i = 0; i < node->link_count; i++) {
            Subtree tree = node->links[i].subtree;
            if (tree.ptr)
                trim_later(&self->tree_pool, self->language, tree,
                           node->position.bytes - ts_subtree_size(tree).bytes);
        }
}

/* Pushes the parent, and the extras that were popped from above its children. */
static void push_parent(TSParser *self, StackVersion version, SubtreeHeapData *parent,
                        TSStateId next_state)
{
    ts_stack_push(self->stack, version, (Subtree){.ptr = parent}, false, next_state);
    for (uint32_t i = 0; i < self->trailing_extras.size; i++)
        ts_stack_push(self->stack, version, *array_get(&self->trailing_extras, i), false,
                      next_state);
}

/* Executes the reduction at `index` of the entry, in place where the stack does not branch, nothing
   else is to be done in the state, and no other version can be merged with the result. */
static StackVersion fovea_reduce(TSParser *self, StackVersion version, const TableEntry *entry,
                                 uint32_t index, bool end_of_non_terminal_extra)
{
    TSParseAction action = entry->actions[index];
    bool is_fragile = entry->action_count > 1;
    uint32_t versions = ts_stack_version_count(self->stack), size;
    TSSymbol symbol = action.reduce.symbol;
    StackNode *below = is_only_action(entry, index) && versions <= MAX_VERSION_COUNT
                           ? chain_below(array_get(&self->stack->heads, version)->node,
                                         action.reduce.child_count, &size)
                           : NULL;
    TSStateId state = below ? below->state : 0;
    TSStateId next_state = below ? ts_language_next_state(self->language, state, symbol) : 0;
    if (!below || (versions > 1 && is_elsewhere(self->stack, version, next_state)))
        return ts_parser__reduce(self, version, symbol, action.reduce.child_count,
                                 action.reduce.dynamic_precedence, action.reduce.production_id,
                                 is_fragile, end_of_non_terminal_extra);
    SubtreeArray children = stack_take(self->stack, version, below, size);
    ts_subtree_array_remove_trailing_extras(&children, &self->trailing_extras);
    SubtreeHeapData *parent =
        ts_subtree_new_node(symbol, &children, action.reduce.production_id, self->language).ptr;
    if (end_of_non_terminal_extra && next_state == state)
        parent->extra = true;
    parent->parse_state = state;
    if (is_fragile || versions > 1) {
        parent->fragile_left = parent->fragile_right = true;
        parent->parse_state = TS_TREE_STATE_NONE;
    }
    parent->dynamic_precedence += action.reduce.dynamic_precedence;
    if (trim_plan && versions == 1 && trim_readings)
        trim_stack(self, version);
    if (trim_plan)
        parent = trim_parent(&self->tree_pool, self->language, parent,
                             below->position.bytes + parent->padding.bytes, versions == 1);
    push_parent(self, version, parent, next_state);
    return version;
}
