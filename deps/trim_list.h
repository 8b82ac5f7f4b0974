/* Repetitions as lists, in trimmed trees only (trim.h).

   For `repeat(x)` a grammar has a hidden symbol with two productions: `r -> x`, and `r -> r r`. The
   parser reduces by the second one each time that it has read another x, so ten statements are a
   binary tree of nine pairs:

       pair                                  list
       |- pair                               |- x1
       |  |- pair                            |- x2
       |  |  |- part x1                      |- x3
       |  |  `- part x2                      `- x4
       |  `- part x3
       `- part x4

   Here a pair becomes one list as soon as it is complete, and its hidden inner nodes go. A table of
   20,000 rows takes 0.4 of the memory then, and a walk of the tree needs no stack for pairs.

   A *part* is a node of the repetition's symbol that is no pair: what one step adds, or begins
   with. A *step* is one reduction of a pair: extras such as comments, then a part. The list marks
   the first child of each part (TRIM_STEP), because trim_compare() has to know the pairs that there
   would be. */

/* Bits of a node's lookahead_bytes, besides those of trim.h. */
#define TRIM_ITEMS_TRIMMED (1u << 29) /* its children were trimmed as items of a repetition */
#define TRIM_IS_LIST (1u << 30)       /* it is a list */
#define TRIM_STEP (1u << 31)          /* it is the first child of a part, in a list */
#define TRIM_STEP_INLINE 1            /* the same in the four bits of an inline leaf */

static inline bool is_parent(Subtree tree)
{
    return !tree.data.is_inline && tree.ptr->child_count;
}

static void set_step(Subtree *tree, bool step)
{
    if (tree->data.is_inline)
        tree->data.lookahead_bytes = step ? TRIM_STEP_INLINE : 0;
    else if (tree->ptr->child_count)
        ((SubtreeHeapData *)tree->ptr)->lookahead_bytes =
            (tree->ptr->lookahead_bytes & ~TRIM_STEP) | (step ? TRIM_STEP : 0);
    else
        ((SubtreeHeapData *)tree->ptr)->lookahead_bytes = step ? TRIM_STEP : 0;
}

static bool is_step(Subtree tree)
{
    return tree.data.is_inline ? tree.data.lookahead_bytes & TRIM_STEP_INLINE
                               : (tree.ptr->lookahead_bytes & TRIM_STEP) != 0;
}

/* ---- repetitions ---- */

/* A list has at most LIST_MAX children. When it has more, the longest run of children of one level
   becomes a list of its own, if it is as long as LIST_RUN_MIN. Items have level 0, and a list has
   one more than its children. So appending an item copies at most LIST_MAX pointers, however long
   the text is. The level is kept in `repeat_depth`, where the parser keeps the depth that it
   balances. */
#define LIST_MAX 128
#define LIST_RUN_MIN 48

static bool is_repetition(Subtree tree, TSSymbol symbol)
{
    return is_parent(tree) && tree.ptr->symbol == symbol && !tree.ptr->visible && !tree.ptr->named;
}

static bool is_list(Subtree tree, TSSymbol symbol)
{
    return is_repetition(tree, symbol) && tree.ptr->lookahead_bytes & TRIM_IS_LIST;
}

static bool is_part(Subtree tree, TSSymbol symbol)
{
    return is_repetition(tree, symbol) && !(tree.ptr->lookahead_bytes & TRIM_IS_LIST) &&
           !is_repetition(ts_subtree_children(tree)[0], symbol);
}

/* A part without visible children that has become a leaf. */
static bool is_empty_part(Subtree tree, TSSymbol symbol)
{
    return ts_subtree_symbol(tree) == symbol && !ts_subtree_child_count(tree) &&
           !ts_subtree_visible(tree) && !ts_subtree_extra(tree) && !ts_subtree_missing(tree);
}

/* Whether the tree may be changed and its production forgotten: nobody else holds it, and the
   production gives its children no names and no fields that matter. */
static bool is_own(Subtree tree)
{
    return trim_plan->production_is_plain[tree.ptr->production_id] && tree.ptr->ref_count == 1 &&
           !tree.ptr->extra;
}

static uint32_t list_level(Subtree tree, TSSymbol symbol)
{
    return is_list(tree, symbol) ? tree.ptr->repeat_depth + 1u : 0;
}

/* Puts the longest run of children of one level into a list of its own, when it is long enough. */
static void list_fold(SubtreeArray *list, TSSymbol symbol, const TSLanguage *language)
{
    uint32_t best = 0, best_start = 0, start = 0, level = 0;
    for (uint32_t i = 0; i < list->size; i++) {
        uint32_t its = list_level(list->contents[i], symbol);
        if (!i || its != level)
            start = i;
        level = its;
        if (i + 1 - start > best) {
            best = i + 1 - start;
            best_start = start;
        }
    }
    if (best < LIST_RUN_MIN)
        return;
    SubtreeArray part = array_new();
    array_reserve(&part, best + (uint32_t)(ts_subtree_alloc_size(0) / sizeof(Subtree)));
    memcpy(part.contents, &list->contents[best_start], best * sizeof(Subtree));
    part.size = best;
    uint32_t depth = list_level(part.contents[0], symbol);
    MutableSubtree node = ts_subtree_new_node(symbol, &part, 0, language);
    node.ptr->repeat_depth = (uint16_t)depth;
    node.ptr->lookahead_bytes |= TRIM_ITEMS_TRIMMED | TRIM_IS_LIST;
    list->contents[best_start] = ts_subtree_from_mut(node);
    memmove(&list->contents[best_start + 1], &list->contents[best_start + best],
            (list->size - best_start - best) * sizeof(Subtree));
    list->size -= best - 1;
}

/* Bytes of a list of that many children, rounded up. A growing list then leaves blocks of few sizes
   behind, which the next lists can use. */
static size_t list_bytes(uint32_t count)
{
    uint32_t unit = 2;
    while (unit * 8 <= count)
        unit *= 2;
    return ts_subtree_alloc_size((count + unit - 1) / unit * unit);
}

/* A short leaf that is hidden and was not made for an error. */
static bool is_hidden_leaf(Subtree tree)
{
    if (tree.data.is_inline || tree.ptr->child_count || tree.ptr->ref_count > 1)
        return false;
    const SubtreeHeapData *data = tree.ptr;
    return data->fragile_left && !data->visible && !data->extra && !data->is_missing &&
           !data->has_changes && !data->error_cost;
}

/* Appends a hidden leaf to the last child, when that is one too. Only the end of their text is
 * read. */
static bool list_extend(SubtreeArray *list, Subtree next)
{
    Subtree last = list->size ? list->contents[list->size - 1] : NULL_SUBTREE;
    if (!last.ptr || !is_hidden_leaf(last) || !is_hidden_leaf(next))
        return false;
    SubtreeHeapData *data = (SubtreeHeapData *)last.ptr;
    data->size = length_add(data->size, ts_subtree_total_size(next));
    ts_free((SubtreeHeapData *)next.ptr);
    return true;
}

static void list_add(SubtreeArray *list, const Subtree *children, uint32_t count, bool is_part)
{
    for (uint32_t i = 0; i < count; i++) {
        if (list_extend(list, children[i]))
            continue;
        Subtree *child = &list->contents[list->size++];
        *child = children[i];
        set_step(child, is_part && !i);
    }
}

/* Whether the node is a pair whose sides can become one list. */
static bool is_pair(const SubtreeHeapData *data)
{
    Subtree self = {.ptr = data};
    const Subtree *children = ts_subtree_children(self);
    uint32_t count = data->child_count;
    TSSymbol symbol = data->symbol;
    if (count < 2 || !is_own(self))
        return false;
    Subtree first = children[0], last = children[count - 1];
    return (is_empty_part(first, symbol) ||
            ((is_list(first, symbol) || is_part(first, symbol)) && is_own(first) &&
             first.ptr->child_count <= LIST_MAX)) &&
           (!is_repetition(last, symbol) ||
            (is_part(last, symbol) && is_own(last) && last.ptr->child_count <= LIST_MAX));
}

/* Turns a pair into one list, in the memory of its first side. */
static SubtreeHeapData *pair_to_list(SubtreeHeapData *data, const TSLanguage *language)
{
    Subtree *children = ts_subtree_children((Subtree){.ptr = data});
    uint32_t count = data->child_count;
    Subtree first = children[0], last = children[count - 1];
    bool was_list = is_list(first, data->symbol), is_empty = !is_parent(first);
    bool single = !is_repetition(last, data->symbol);
    uint32_t added = single ? 1 : last.ptr->child_count,
             size = is_empty ? 1 : first.ptr->child_count;
    SubtreeArray list = {.contents = is_empty ? NULL : ts_subtree_children(first), .size = size};
    SubtreeHeapData whole = *data;
    whole.repeat_depth = whole.production_id = 0;
    whole.lookahead_bytes |= TRIM_IS_LIST;
    list.contents = ts_realloc(list.contents, list_bytes(size + count - 2 + added));
    if (is_empty)
        list.contents[0] = first;
    for (uint32_t i = 0; !was_list && i < size; i++)
        set_step(&list.contents[i], !i);
    list_add(&list, children + 1, count - 2, false);
    list_add(&list, single ? &last : ts_subtree_children(last), added, true);
    if (!single)
        ts_free(ts_subtree_children(last));
    ts_free(children);
    if (list.size > LIST_MAX)
        list_fold(&list, whole.symbol, language);
    whole.child_count = list.size;
    data = (SubtreeHeapData *)&list.contents[list.size];
    *data = whole;
    return data;
}

/* Turns a pair into a list where that is possible. A first side that another reading of the text
   holds too cannot be changed; it is then the first child of a new list. */
static SubtreeHeapData *list_join(SubtreeHeapData *data, const TSLanguage *language)
{
    Subtree *children = ts_subtree_children((Subtree){.ptr = data});
    TSSymbol symbol = data->symbol;
    if (is_pair(data))
        return pair_to_list(data, language);
    if (data->child_count < 2 || !is_own((Subtree){.ptr = data}) ||
        !is_repetition(children[0], symbol))
        return data;
    Subtree *last = &children[data->child_count - 1];
    if (is_part(*last, symbol) && is_own(*last) && last->ptr->child_count == 1) {
        Subtree *part = ts_subtree_children(*last);
        *last = *part;
        ts_free(part);
    }
    set_step(last, true);
    data->repeat_depth = data->production_id = 0;
    data->lookahead_bytes |= TRIM_IS_LIST;
    return data;
}

/* Whether it is still a pair. Those are that were built while the text had several readings. */
static bool is_pair_yet(const SubtreeHeapData *data, TSSymbol symbol)
{
    Subtree self = {.ptr = data};
    return is_repetition(self, symbol) && is_own(self) && !is_part(self, symbol) &&
           !is_list(self, symbol);
}

/* Turns pairs of pairs into one list, the innermost first. */
static SubtreeHeapData *pairs_to_list(SubtreePool *pool, SubtreeHeapData *data,
                                      const TSLanguage *language)
{
    MutableSubtreeArray *above = &pool->tree_stack;
    uint32_t base = above->size;
    while (is_pair_yet(data, data->symbol)) {
        Subtree first = ts_subtree_children((Subtree){.ptr = data})[0];
        array_push(above, ((MutableSubtree){.ptr = data}));
        if (!is_parent(first) || !is_pair_yet(first.ptr, data->symbol))
            break;
        data = (SubtreeHeapData *)first.ptr;
    }
    if (above->size > base)
        data = list_join(array_pop(above).ptr, language);
    while (above->size > base) {
        SubtreeHeapData *parent = array_pop(above).ptr;
        ts_subtree_children((Subtree){.ptr = parent})[0] = (Subtree){.ptr = data};
        data = list_join(parent, language);
    }
    return data;
}

/* ---- comparing ---- */

/* The parser keeps one of two readings of a text by comparing their trees, so lists must compare as
   the pairs would. For that a repetition is taken apart into its steps again. */
typedef struct Steps {
    SubtreeArray items;     /* children of all parts, and the extras between them */
    Array(uint32_t) starts; /* the index of each part's first child */
} Steps;

static void steps_add(Steps *steps, const Subtree *children, uint32_t count, bool is_part)
{
    if (is_part)
        array_push(&steps->starts, steps->items.size);
    for (uint32_t i = 0; i < count; i++)
        array_push(&steps->items, children[i]);
}

static void steps_take_list(Steps *steps, Subtree list, TSSymbol symbol)
{
    const Subtree *children = ts_subtree_children(list);
    for (uint32_t i = 0; i < list.ptr->child_count; i++)
        if (is_list(children[i], symbol))
            steps_take_list(steps, children[i], symbol);
        else
            steps_add(steps, &children[i], 1, is_step(children[i]));
}

/* False when the tree is not one that a repetition's reductions build. */
static bool steps_take(Steps *steps, Subtree tree)
{
    TSSymbol symbol = tree.ptr->symbol;
    SubtreeArray pairs = array_new();
    bool known = true;
    while (!is_list(tree, symbol) && !is_part(tree, symbol)) {
        array_push(&pairs, tree);
        tree = ts_subtree_children(tree)[0];
    }
    if (is_list(tree, symbol))
        steps_take_list(steps, tree, symbol);
    else
        steps_add(steps, ts_subtree_children(tree), tree.ptr->child_count, true);
    known = steps->starts.size && !steps->starts.contents[0];
    while (pairs.size && known) {
        tree = array_pop(&pairs);
        const Subtree *children = ts_subtree_children(tree);
        uint32_t count = tree.ptr->child_count;
        known = count > 1 && is_part(children[count - 1], symbol);
        if (!known)
            break;
        steps_add(steps, children + 1, count - 2, false);
        steps_add(steps, ts_subtree_children(children[count - 1]),
                  children[count - 1].ptr->child_count, true);
    }
    array_delete(&pairs);
    return known;
}

/* The number of extras right before a part. */
static uint32_t steps_extras(const Steps *steps, uint32_t index)
{
    uint32_t start = steps->starts.contents[index], count = 0;
    while (count < start && ts_subtree_extra(steps->items.contents[start - 1 - count]))
        count++;
    return count;
}

/* The number of a part's children. */
static uint32_t steps_count(const Steps *steps, uint32_t index)
{
    uint32_t start = steps->starts.contents[index];
    if (index + 1 == steps->starts.size)
        return steps->items.size - start;
    return steps->starts.contents[index + 1] - steps_extras(steps, index + 1) - start;
}

/* Compares as upstream compares the pairs: the numbers of children of the outermost pair first,
   then inwards, then the children. Children that are equal so far are pushed to be compared by the
   caller. */
static int compare_steps(const Steps *left, const Steps *right, MutableSubtreeArray *pairs)
{
    uint32_t lefts = left->starts.size, rights = right->starts.size;
    while (lefts > 1 && rights > 1) {
        uint32_t a = steps_extras(left, --lefts), b = steps_extras(right, --rights);
        if (a != b)
            return a < b ? -1 : 1;
    }
    if (lefts != rights) {
        bool shorter = lefts < rights;
        uint32_t own = shorter ? steps_count(left, 0) : steps_count(right, 0);
        uint32_t pair =
            2 + (shorter ? steps_extras(right, rights - 1) : steps_extras(left, lefts - 1));
        return (own <= pair) == shorter ? -1 : 1;
    }
    for (uint32_t i = 0; i < left->starts.size; i++) {
        uint32_t a = steps_count(left, i), b = steps_count(right, i);
        if (a == b)
            continue;
        /* A difference before this part decides first. */
        uint32_t start = left->starts.contents[i];
        if (!memcmp(left->items.contents, right->items.contents, start * sizeof(Subtree)))
            return a < b ? -1 : 1;
        break;
    }
    uint32_t count = left->items.size < right->items.size ? left->items.size : right->items.size;
    for (uint32_t i = count; i-- > 0;) {
        if (left->items.contents[i].ptr == right->items.contents[i].ptr)
            continue;
        array_push(pairs, ts_subtree_to_mut_unsafe(left->items.contents[i]));
        array_push(pairs, ts_subtree_to_mut_unsafe(right->items.contents[i]));
    }
    return 0;
}

static int compare_repetitions(Subtree left, Subtree right, MutableSubtreeArray *pairs)
{
    Steps lefts = {array_new(), array_new()}, rights = {array_new(), array_new()};
    int result = 0;
    if (steps_take(&lefts, left) && steps_take(&rights, right))
        result = compare_steps(&lefts, &rights, pairs);
    else if (left.ptr->child_count != right.ptr->child_count)
        result = left.ptr->child_count < right.ptr->child_count ? -1 : 1;
    array_delete(&lefts.items);
    array_delete(&lefts.starts);
    array_delete(&rights.items);
    array_delete(&rights.starts);
    return result;
}

/* ts_subtree_compare() for trees that may have lists: by symbol, then by number of children, then
   child by child. */
static int trim_compare(Subtree left, Subtree right, SubtreePool *pool)
{
    MutableSubtreeArray *pairs = &pool->tree_stack;
    int result = 0;
    array_push(pairs, ts_subtree_to_mut_unsafe(left));
    array_push(pairs, ts_subtree_to_mut_unsafe(right));
    while (pairs->size && !result) {
        right = ts_subtree_from_mut(array_pop(pairs));
        left = ts_subtree_from_mut(array_pop(pairs));
        if (left.ptr == right.ptr)
            continue;
        TSSymbol symbol = ts_subtree_symbol(left), other = ts_subtree_symbol(right);
        uint32_t count = ts_subtree_child_count(left), others = ts_subtree_child_count(right);
        if (symbol != other) {
            result = symbol < other ? -1 : 1;
        } else if (is_repetition(left, symbol) && is_repetition(right, symbol)) {
            result = compare_repetitions(left, right, pairs);
        } else if (count != others) {
            result = count < others ? -1 : 1;
        } else {
            for (uint32_t i = count; i-- > 0;) {
                array_push(pairs, ts_subtree_to_mut_unsafe(ts_subtree_children(left)[i]));
                array_push(pairs, ts_subtree_to_mut_unsafe(ts_subtree_children(right)[i]));
            }
        }
    }
    array_clear(pairs);
    return result;
}
