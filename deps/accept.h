/* The end of the text. Where versions of the stack were merged, several ways lead from the top to
   the ground, each of them a reading of the text. The parser builds a root from each way and keeps
   the best one.

   Upstream first copies all ways, up to 64 arrays as long as the stack is deep. Here a way is the
   list of the links that it takes at nodes with several links, and its array is built when its turn
   comes. The ways are tried in upstream's order, so the same reading wins. */

typedef struct Way {
    StackNode *node; /* the node that it has come to */
    Array(
        uint8_t) choices; /* the index of the link taken at each node with several, from the top */
} Way;

typedef Array(Way) WayArray;

/* Moves a way on by one link. Where a node has several, the others begin ways of their own. */
static void ways_step(WayArray *ways, uint32_t index)
{
    Way way = ways->contents[index];
    StackNode *node = way.node;
    for (uint32_t i = 1; i < node->link_count && ways->size < MAX_ITERATOR_COUNT; i++) {
        Way other = {.node = node->links[i].node, .choices = array_new()};
        array_push_all(&other.choices, &way.choices);
        array_push(&other.choices, (uint8_t)i);
        array_push(ways, other);
    }
    if (node->link_count > 1)
        array_push(&way.choices, 0);
    way.node = node->links[0].node;
    ways->contents[index] = way;
}

/* The link that the way takes at the node; *choice counts the nodes with several. */
static StackLink way_link(const Way *way, const StackNode *node, uint32_t *choice)
{
    return node->links[node->link_count > 1 ? way->choices.contents[(*choice)++] : 0];
}

/* The subtrees on a way that has come to the ground, in the order of the text, each retained. */
static SubtreeArray way_subtrees(const Way *way, const StackNode *top)
{
    SubtreeArray trees = array_new();
    uint32_t count = 0, choice = 0;
    for (const StackNode *node = top; node->link_count;) {
        StackLink link = way_link(way, node, &choice);
        count += link.subtree.ptr != NULL;
        node = link.node;
    }
    array_reserve(&trees, count + (uint32_t)(ts_subtree_alloc_size(0) / sizeof(Subtree)));
    trees.size = count;
    choice = 0;
    for (const StackNode *node = top; node->link_count;) {
        StackLink link = way_link(way, node, &choice);
        node = link.node;
        if (!link.subtree.ptr)
            continue;
        ts_subtree_retain(link.subtree);
        trees.contents[--count] = link.subtree;
    }
    return trees;
}

/* The root: the last subtree that is no extra, with all others as children. */
static Subtree way_root(TSParser *self, SubtreeArray trees)
{
    uint32_t at = trees.size - 1;
    while (at && ts_subtree_extra(trees.contents[at]))
        at--;
    Subtree tree = trees.contents[at];
    ts_assert(!tree.data.is_inline && !ts_subtree_extra(tree));
    uint32_t count = ts_subtree_child_count(tree);
    const Subtree *children = ts_subtree_children(tree);
    for (uint32_t i = 0; i < count; i++)
        ts_subtree_retain(children[i]);
    array_splice(&trees, at, 1, count, children);
    Subtree root = ts_subtree_from_mut(ts_subtree_new_node(
        ts_subtree_symbol(tree), &trees, tree.ptr->production_id, self->language));
    ts_subtree_release(&self->tree_pool, tree);
    return root;
}

/* Keeps the better one of the root and of what was kept so far. */
static void finish_with(TSParser *self, Subtree root)
{
    self->accept_count++;
    Subtree worse = root;
    if (!self->finished_tree.ptr || ts_parser__select_tree(self, self->finished_tree, root)) {
        worse = self->finished_tree;
        self->finished_tree = root;
    }
    if (worse.ptr)
        ts_subtree_release(&self->tree_pool, worse);
}

static void fovea_accept(TSParser *self, StackVersion version, Subtree lookahead)
{
    ts_stack_push(self->stack, version, lookahead, false, 1);
    StackNode *top = array_get(&self->stack->heads, version)->node;
    WayArray ways = array_new();
    array_push(&ways, ((Way){.node = top, .choices = array_new()}));
    while (ways.size)
        for (uint32_t i = 0, size = ways.size; i < size; i++) {
            Way *way = &ways.contents[i];
            if (way->node->link_count) {
                ways_step(&ways, i);
                continue;
            }
            finish_with(self, way_root(self, way_subtrees(way, top)));
            array_delete(&way->choices);
            array_erase(&ways, i);
            i--, size--;
        }
    array_delete(&ways);
    ts_stack_halt(self->stack, version);
}
