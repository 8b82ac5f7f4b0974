/* Repetitions while a tree is made for which there is a plan (trim.h): as lists instead of trees of
   pairs, and compared as if they were these. */

#define TRIM_LISTED (1u << 29) /* its children were looked at as those of a repetition */
#define TRIM_FLAT (1u << 30)   /* a repetition as a list */
#define TRIM_JOIN (1u << 31)   /* in such a list: what was added to it at a time begins here */
#define TRIM_JOIN_INLINE 1     /* the same where there are four bits */

static inline bool is_parent(Subtree tree)
{
    return !tree.data.is_inline && tree.ptr->child_count;
}

/* Whether something begins there that was added to a list at a time. */
static void set_join(Subtree *tree, bool join)
{
    if (tree->data.is_inline)
        tree->data.lookahead_bytes = join ? TRIM_JOIN_INLINE : 0;
    else if (tree->ptr->child_count)
        ((SubtreeHeapData *)tree->ptr)->lookahead_bytes =
            (tree->ptr->lookahead_bytes & ~TRIM_JOIN) | (join ? TRIM_JOIN : 0);
    else
        ((SubtreeHeapData *)tree->ptr)->lookahead_bytes = join ? TRIM_JOIN : 0;
}

static bool is_join(Subtree tree)
{
    return tree.data.is_inline ? tree.data.lookahead_bytes & TRIM_JOIN_INLINE
                               : (tree.ptr->lookahead_bytes & TRIM_JOIN) != 0;
}

/* ---- repetitions ---- */

/* A repetition comes as a pair of what it was and what was added, which is one of its own kind,
   too, or the one child that it would have. Children are kept in one list up to LIST_MAX; then the
   longest run of lists of one level, or of what is no list, becomes one. Its level stands in
   `repeat_depth`, by which the parser balances. */
#define LIST_MAX 128
#define LIST_PART 48

static bool is_repetition(Subtree tree, TSSymbol symbol)
{
    return is_parent(tree) && tree.ptr->symbol == symbol && !tree.ptr->visible && !tree.ptr->named;
}

static bool is_flat(Subtree tree, TSSymbol symbol)
{
    return is_repetition(tree, symbol) && tree.ptr->lookahead_bytes & TRIM_FLAT;
}

/* What is added at a time, or was there first. */
static bool is_part(Subtree tree, TSSymbol symbol)
{
    return is_repetition(tree, symbol) && !(tree.ptr->lookahead_bytes & TRIM_FLAT) &&
           !is_repetition(ts_subtree_children(tree)[0], symbol);
}

/* The same after its children, of which none was visible, were given up. */
static bool is_bare_part(Subtree tree, TSSymbol symbol)
{
    return ts_subtree_symbol(tree) == symbol && !ts_subtree_child_count(tree) &&
           !ts_subtree_visible(tree) && !ts_subtree_extra(tree) && !ts_subtree_missing(tree);
}

static bool is_own(Subtree tree)
{
    return trim_plan->plain[tree.ptr->production_id] && tree.ptr->ref_count == 1 &&
           !tree.ptr->extra;
}

static uint32_t list_level(Subtree tree, TSSymbol symbol)
{
    return is_flat(tree, symbol) ? tree.ptr->repeat_depth + 1u : 0;
}

/* The longest run of children of one level, as one child, when that is worth it. */
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
    if (best < LIST_PART)
        return;
    SubtreeArray part = array_new();
    array_reserve(&part, best + (uint32_t)(ts_subtree_alloc_size(0) / sizeof(Subtree)));
    memcpy(part.contents, &list->contents[best_start], best * sizeof(Subtree));
    part.size = best;
    uint32_t depth = list_level(part.contents[0], symbol);
    MutableSubtree node = ts_subtree_new_node(symbol, &part, 0, language);
    node.ptr->repeat_depth = (uint16_t)depth;
    node.ptr->lookahead_bytes |= TRIM_LISTED | TRIM_FLAT;
    list->contents[best_start] = ts_subtree_from_mut(node);
    memmove(&list->contents[best_start + 1], &list->contents[best_start + best],
            (list->size - best_start - best) * sizeof(Subtree));
    list->size -= best - 1;
}

/* Room for so many children and some more: what a list leaves behind when it grows is of few
   sizes. */
static size_t list_bytes(uint32_t count)
{
    uint32_t unit = 2;
    while (unit * 8 <= count)
        unit *= 2;
    return ts_subtree_alloc_size((count + unit - 1) / unit * unit);
}

/* A leaf that nobody will see, in a block of its own (trim_leaf.h). */
static bool is_unseen(Subtree tree)
{
    if (tree.data.is_inline || tree.ptr->child_count || tree.ptr->ref_count > 1)
        return false;
    const SubtreeHeapData *data = tree.ptr;
    return data->fragile_left && !data->visible && !data->extra && !data->is_missing &&
           !data->has_changes && !data->error_cost;
}

/* Such leaves one after the other are one. */
static bool list_extend(SubtreeArray *list, Subtree next)
{
    Subtree last = list->size ? list->contents[list->size - 1] : NULL_SUBTREE;
    if (!last.ptr || !is_unseen(last) || !is_unseen(next))
        return false;
    SubtreeHeapData *data = (SubtreeHeapData *)last.ptr;
    data->size = length_add(data->size, ts_subtree_total_size(next));
    ts_free((SubtreeHeapData *)next.ptr);
    return true;
}

static void list_add(SubtreeArray *list, const Subtree *children, uint32_t count, bool joins)
{
    for (uint32_t i = 0; i < count; i++) {
        if (list_extend(list, children[i]))
            continue;
        Subtree *child = &list->contents[list->size++];
        *child = children[i];
        set_join(child, joins && !i);
    }
}

/* Whether two lists can be one. */
static bool is_pair(const SubtreeHeapData *data)
{
    Subtree self = {.ptr = data};
    const Subtree *children = ts_subtree_children(self);
    uint32_t count = data->child_count;
    TSSymbol symbol = data->symbol;
    if (count < 2 || !is_own(self))
        return false;
    Subtree first = children[0], last = children[count - 1];
    return (is_bare_part(first, symbol) || ((is_flat(first, symbol) || is_part(first, symbol)) &&
                                            is_own(first) && first.ptr->child_count <= LIST_MAX)) &&
           (!is_repetition(last, symbol) ||
            (is_part(last, symbol) && is_own(last) && last.ptr->child_count <= LIST_MAX));
}

/* A pair as one list. */
static SubtreeHeapData *trim_list(SubtreeHeapData *data, const TSLanguage *language)
{
    Subtree *children = ts_subtree_children((Subtree){.ptr = data});
    uint32_t count = data->child_count;
    Subtree first = children[0], last = children[count - 1];
    bool flat = is_flat(first, data->symbol), bare = !is_parent(first);
    bool single = !is_repetition(last, data->symbol);
    uint32_t added = single ? 1 : last.ptr->child_count, size = bare ? 1 : first.ptr->child_count;
    SubtreeArray list = {.contents = bare ? NULL : ts_subtree_children(first), .size = size};
    SubtreeHeapData whole = *data;
    whole.repeat_depth = whole.production_id = 0;
    whole.lookahead_bytes |= TRIM_FLAT;
    list.contents = ts_realloc(list.contents, list_bytes(size + count - 2 + added));
    if (bare)
        list.contents[0] = first;
    for (uint32_t i = 0; !flat && i < size; i++)
        set_join(&list.contents[i], !i);
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

/* A pair as a list where it can be one. What is not this tree's own, because another reading has
   it too, is the first child of a new one. */
static SubtreeHeapData *list_join(SubtreeHeapData *data, const TSLanguage *language)
{
    Subtree *children = ts_subtree_children((Subtree){.ptr = data});
    TSSymbol symbol = data->symbol;
    if (is_pair(data))
        return trim_list(data, language);
    if (data->child_count < 2 || !is_own((Subtree){.ptr = data}) ||
        !is_repetition(children[0], symbol))
        return data;
    Subtree *last = &children[data->child_count - 1];
    if (is_part(*last, symbol) && is_own(*last) && last->ptr->child_count == 1) {
        Subtree *part = ts_subtree_children(*last);
        *last = *part;
        ts_free(part);
    }
    set_join(last, true);
    data->repeat_depth = data->production_id = 0;
    data->lookahead_bytes |= TRIM_FLAT;
    return data;
}

/* Whether it is a pair still, as those stay that are made while there are several readings. */
static bool is_open_pair(const SubtreeHeapData *data, TSSymbol symbol)
{
    Subtree self = {.ptr = data};
    return is_repetition(self, symbol) && is_own(self) && !is_part(self, symbol) &&
           !is_flat(self, symbol);
}

/* Pairs of pairs as one list. */
static SubtreeHeapData *trim_pairs(SubtreePool *pool, SubtreeHeapData *data,
                                   const TSLanguage *language)
{
    MutableSubtreeArray *above = &pool->tree_stack;
    uint32_t base = above->size;
    while (is_open_pair(data, data->symbol)) {
        Subtree first = ts_subtree_children((Subtree){.ptr = data})[0];
        array_push(above, ((MutableSubtree){.ptr = data}));
        if (!is_parent(first) || !is_open_pair(first.ptr, data->symbol))
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

/* A repetition as the parser made it: what was there first, and what was added at a time, with
   extra children before it. */
typedef struct Joins {
    SubtreeArray items; /* children of all */
    Array(uint32_t) starts;
} Joins;

static void joins_add(Joins *joins, const Subtree *children, uint32_t count, bool begins)
{
    if (begins)
        array_push(&joins->starts, joins->items.size);
    for (uint32_t i = 0; i < count; i++)
        array_push(&joins->items, children[i]);
}

static void joins_take_flat(Joins *joins, Subtree list, TSSymbol symbol)
{
    const Subtree *children = ts_subtree_children(list);
    for (uint32_t i = 0; i < list.ptr->child_count; i++)
        if (is_flat(children[i], symbol))
            joins_take_flat(joins, children[i], symbol);
        else
            joins_add(joins, &children[i], 1, is_join(children[i]));
}

/* False when it is something else. */
static bool joins_take(Joins *joins, Subtree tree)
{
    TSSymbol symbol = tree.ptr->symbol;
    SubtreeArray pairs = array_new();
    bool known = true;
    while (!is_flat(tree, symbol) && !is_part(tree, symbol)) {
        array_push(&pairs, tree);
        tree = ts_subtree_children(tree)[0];
    }
    if (is_flat(tree, symbol))
        joins_take_flat(joins, tree, symbol);
    else
        joins_add(joins, ts_subtree_children(tree), tree.ptr->child_count, true);
    known = joins->starts.size && !joins->starts.contents[0];
    while (pairs.size && known) {
        tree = array_pop(&pairs);
        const Subtree *children = ts_subtree_children(tree);
        uint32_t count = tree.ptr->child_count;
        known = count > 1 && is_part(children[count - 1], symbol);
        if (!known)
            break;
        joins_add(joins, children + 1, count - 2, false);
        joins_add(joins, ts_subtree_children(children[count - 1]),
                  children[count - 1].ptr->child_count, true);
    }
    array_delete(&pairs);
    return known;
}

/* Extra children right before what was added with that number. */
static uint32_t joins_extras(const Joins *joins, uint32_t index)
{
    uint32_t start = joins->starts.contents[index], count = 0;
    while (count < start && ts_subtree_extra(joins->items.contents[start - 1 - count]))
        count++;
    return count;
}

/* How many children what was added with that number has. */
static uint32_t joins_count(const Joins *joins, uint32_t index)
{
    uint32_t start = joins->starts.contents[index];
    if (index + 1 == joins->starts.size)
        return joins->items.size - start;
    return joins->starts.contents[index + 1] - joins_extras(joins, index + 1) - start;
}

/* As pairs of pairs are compared: the last one first, from its number of children down to what was
   there first; then what they hold from there. */
static int compare_joins(const Joins *left, const Joins *right, MutableSubtreeArray *pairs)
{
    uint32_t lefts = left->starts.size, rights = right->starts.size;
    while (lefts > 1 && rights > 1) {
        uint32_t a = joins_extras(left, --lefts), b = joins_extras(right, --rights);
        if (a != b)
            return a < b ? -1 : 1;
    }
    if (lefts != rights) {
        bool shorter = lefts < rights;
        uint32_t own = shorter ? joins_count(left, 0) : joins_count(right, 0);
        uint32_t pair =
            2 + (shorter ? joins_extras(right, rights - 1) : joins_extras(left, lefts - 1));
        return (own <= pair) == shorter ? -1 : 1;
    }
    for (uint32_t i = 0; i < left->starts.size; i++) {
        uint32_t a = joins_count(left, i), b = joins_count(right, i);
        if (a == b)
            continue;
        /* What comes before it decides first. */
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
    Joins lefts = {array_new(), array_new()}, rights = {array_new(), array_new()};
    int result = 0;
    if (joins_take(&lefts, left) && joins_take(&rights, right))
        result = compare_joins(&lefts, &rights, pairs);
    else if (left.ptr->child_count != right.ptr->child_count)
        result = left.ptr->child_count < right.ptr->child_count ? -1 : 1;
    array_delete(&lefts.items);
    array_delete(&lefts.starts);
    array_delete(&rights.items);
    array_delete(&rights.starts);
    return result;
}

/* As the parser itself compares two readings of a text, of which it keeps one: by symbols, then by
   numbers of children, then child by child. */
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
