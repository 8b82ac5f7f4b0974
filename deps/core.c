/* The parser core as one translation unit, with own versions of what its profile names. The core's
   files are included as they are; a function that is replaced gets another name while its file is
   read, and remains as the way for what is rare. The trees are the same.
   - Reference counts are not atomic: no two threads ever hold parts of one tree here.
   - The search through a parse state's symbols is remembered (lookup).
   - Text that is given up and read again is counted, so that the clock is looked at meanwhile.
   - Characters of ASCII and columns are read without detours (characters.h).
   - What leaves the stack in a reduction is most often one chain: it is taken from it in one go,
   and where there is one version of the stack, without a second one beside it.
   - What nobody will look at is given up where the tree is made (trim.h); without a plan for that
   trees are whole. */
#define _POSIX_C_SOURCE 200112L
#define _DEFAULT_SOURCE

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#define TREE_SITTER_ATOMIC_H_

static inline size_t atomic_load(const volatile size_t *p)
{
    return __atomic_load_n(p, __ATOMIC_RELAXED);
}

static inline uint32_t atomic_inc(volatile uint32_t *p)
{
    return ++*(uint32_t *)p;
}

static inline uint32_t atomic_dec(volatile uint32_t *p)
{
    return --*(uint32_t *)p;
}

#include "subtree.h" /* as core.sed has it, before a file beside the other one names that */

/* ---- looking up a symbol in a parse state ---- */

#define ts_language_lookup ts_language_lookup_by_search
#include "language.h"
#undef ts_language_lookup

#include "unicode.h"

/* Powers of two. An entry is one word, so threads may share them: language, state, symbol, value.
 */
#define LOOKUP_ENTRIES 8192
#define LOOKUP_SYMBOLS_MAX 4096
#define LOOKUP_LANGUAGES 0xFFFFF

static uint64_t lookup_entries[LOOKUP_ENTRIES];

/* Languages are constants of one image: what is left of their addresses tells them apart in 256 MB.
 */
_Static_assert(sizeof(TSLanguage) >= 256, "two languages have one number");

static inline uint16_t ts_language_lookup(const TSLanguage *self, TSStateId state, TSSymbol symbol)
{
    if (state < self->large_state_count)
        return self->parse_table[state * self->symbol_count + symbol];
    if (symbol >= LOOKUP_SYMBOLS_MAX)
        return ts_language_lookup_by_search(self, state, symbol);
    uint64_t language = (uintptr_t)self / 256 & LOOKUP_LANGUAGES;
    uint64_t key = (language << 28 | (uint64_t)state << 12 | symbol) + 1;
    uint32_t slot =
        ((uint32_t)state << 12 ^ symbol) * 0x9E3779B1u / (UINT32_MAX / LOOKUP_ENTRIES + 1);
    uint64_t entry = __atomic_load_n(&lookup_entries[slot], __ATOMIC_RELAXED);
    if (entry >> 16 == key)
        return (uint16_t)entry;
    uint16_t value = ts_language_lookup_by_search(self, state, symbol);
    __atomic_store_n(&lookup_entries[slot], key << 16 | value, __ATOMIC_RELAXED);
    return value;
}

#include "alloc.c"
#include "get_changed_ranges.c"
#include "language.c"

#include "support.h"

#include "characters.h"

/* ---- subtrees ---- */

void ts_subtree_release_whole(SubtreePool *pool, Subtree self);
MutableSubtree ts_subtree_new_node_plain(TSSymbol symbol, SubtreeArray *children,
                                         unsigned production_id, const TSLanguage *language);

int ts_subtree_compare_pairs(Subtree left, Subtree right, SubtreePool *pool);
Subtree ts_subtree_new_leaf_plain(SubtreePool *pool, TSSymbol symbol, Length padding, Length size,
                                  uint32_t lookahead_bytes, TSStateId parse_state,
                                  bool has_external_tokens, bool depends_on_column, bool is_keyword,
                                  const TSLanguage *language);

#define ts_subtree_release ts_subtree_release_whole
#define ts_subtree_new_leaf ts_subtree_new_leaf_plain
#define ts_subtree_new_node ts_subtree_new_node_plain
#define ts_subtree_compare ts_subtree_compare_pairs
#include "subtree.c"
#undef ts_subtree_release
#undef ts_subtree_new_leaf
#undef ts_subtree_new_node
#undef ts_subtree_compare

void ts_subtree_release(SubtreePool *pool, Subtree self)
{
    if (self.data.is_inline)
        return;
    uint32_t *count = (uint32_t *)&self.ptr->ref_count;
    if (*count > 1)
        --*count;
    else
        ts_subtree_release_whole(pool, self);
}

/* A node above one child takes nearly all from it. Most nodes are such; errors, aliases and more
   children are left to the core. The children's array becomes the node's: its data stands behind
   them. */
static MutableSubtree new_node(TSSymbol symbol, SubtreeArray *children, unsigned production_id,
                               const TSLanguage *language)
{
    Subtree child = children->size ? children->contents[0] : NULL_SUBTREE;
    const SubtreeHeapData *heap = child.data.is_inline ? NULL : child.ptr;
    const TSSymbol *aliases = ts_language_alias_sequence(language, production_id);
    if (children->size != 1 || (aliases && *aliases) || ts_subtree_missing(child) ||
        symbol >= ts_builtin_sym_error_repeat ||
        (heap && (heap->error_cost || heap->symbol >= ts_builtin_sym_error_repeat)))
        return ts_subtree_new_node_plain(symbol, children, production_id, language);
    array_reserve(children, (uint32_t)(ts_subtree_alloc_size(1) / sizeof(Subtree)));
    SubtreeHeapData *data = (SubtreeHeapData *)&children->contents[1];
    TSSymbolMetadata metadata = ts_language_symbol_metadata(language, symbol);
    bool visible = ts_subtree_visible(child), parent = heap && heap->child_count;
    *data = (SubtreeHeapData){
        .ref_count = 1,
        .padding = ts_subtree_padding(child),
        .size = ts_subtree_size(child),
        .lookahead_bytes = ts_subtree_lookahead_bytes(child),
        .child_count = 1,
        .symbol = symbol,
        .visible = metadata.visible,
        .named = metadata.named,
        .visible_child_count = visible,
        .named_child_count = visible && ts_subtree_named(child),
        .visible_descendant_count = visible,
        .production_id = (uint16_t)production_id,
        .first_leaf = {ts_subtree_leaf_symbol(child), ts_subtree_leaf_parse_state(child)},
    };
    if (heap) {
        data->fragile_left = heap->fragile_left;
        data->fragile_right = heap->fragile_right;
        data->has_external_tokens = heap->has_external_tokens;
        data->has_external_scanner_state_change = heap->has_external_scanner_state_change;
        data->depends_on_column = heap->depends_on_column;
    }
    if (parent) {
        data->visible_descendant_count += heap->visible_descendant_count;
        data->dynamic_precedence = heap->dynamic_precedence;
        data->visible_child_count = visible ? 1 : heap->visible_child_count;
        data->named_child_count = visible ? heap->named : heap->named_child_count;
    }
    return (MutableSubtree){.ptr = data};
}

#include "trim.h"

int ts_subtree_compare(Subtree left, Subtree right, SubtreePool *pool)
{
    return trim_plan ? trim_compare(left, right, pool)
                     : ts_subtree_compare_pairs(left, right, pool);
}

/* What was read ahead tells edits from each other, of which a tree for which there is a plan sees
   none. */
Subtree ts_subtree_new_leaf(SubtreePool *pool, TSSymbol symbol, Length padding, Length size,
                            uint32_t lookahead_bytes, TSStateId parse_state,
                            bool has_external_tokens, bool depends_on_column, bool is_keyword,
                            const TSLanguage *language)
{
    return ts_subtree_new_leaf_plain(pool, symbol, padding, size, trim_plan ? 0 : lookahead_bytes,
                                     parse_state, has_external_tokens, depends_on_column,
                                     is_keyword, language);
}

MutableSubtree ts_subtree_new_node(TSSymbol symbol, SubtreeArray *children, unsigned production_id,
                                   const TSLanguage *language)
{
    MutableSubtree node = new_node(symbol, children, production_id, language);
    if (trim_plan) {
        node.ptr->lookahead_bytes = 0;
        trim_note(trim_plan, node.ptr, language);
    }
    if (trim_plan && symbol == ts_builtin_sym_error_repeat)
        node.ptr = list_join(node.ptr, language);
    return node;
}

/* ---- the stack ---- */

#define ts_stack_push ts_stack_push_plain
#define ts_stack_pop_count ts_stack_pop_paths
#include "stack.c"
#undef ts_stack_push
#undef ts_stack_pop_count

/* Only the link that there is gets a value. */
void ts_stack_push(Stack *self, StackVersion version, Subtree subtree, bool pending,
                   TSStateId state)
{
    StackHead *head = array_get(&self->heads, version);
    if (!subtree.ptr) {
        ts_stack_push_plain(self, version, subtree, pending, state);
        return;
    }
    StackNode *before = head->node;
    StackNode *node =
        self->node_pool.size ? array_pop(&self->node_pool) : ts_malloc(sizeof(StackNode));
    node->state = state;
    node->ref_count = 1;
    node->link_count = 1;
    node->links = &node->first;
    node->first = (StackLink){.node = before, .subtree = subtree, .is_pending = pending};
    node->position = length_add(before->position, ts_subtree_total_size(subtree));
    node->error_cost = before->error_cost + ts_subtree_error_cost(subtree);
    node->node_count = before->node_count + stack__subtree_node_count(subtree);
    node->dynamic_precedence = before->dynamic_precedence + ts_subtree_dynamic_precedence(subtree);
    head->node = node;
}

/* The node that is left when `count` subtrees beside extra ones are taken, and how many that are;
   NULL when there are several ways. */
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

StackSliceArray ts_stack_pop_count(Stack *self, StackVersion version, uint32_t count)
{
    StackNode *node = array_get(&self->heads, version)->node;
    uint32_t size;
    StackNode *below = chain_below(node, count, &size);
    if (!below)
        return ts_stack_pop_paths(self, version, count);
    StackSlice slice = {.subtrees = array_new()};
    array_reserve(&slice.subtrees, (uint32_t)(ts_subtree_alloc_size(size) / sizeof(Subtree)));
    slice.subtrees.size = size;
    while (size--) {
        Subtree subtree = node->links[0].subtree;
        ts_subtree_retain(subtree);
        slice.subtrees.contents[size] = subtree;
        node = node->links[0].node;
    }
    slice.version = ts_stack__add_version(self, version, below);
    array_clear(&self->slices);
    array_push(&self->slices, slice);
    return self->slices;
}

/* ---- reducing ---- */

#include "node.c"

static StackVersion reduce(TSParser *self, StackVersion version, TSSymbol symbol, uint32_t count,
                           int dynamic_precedence, uint16_t production_id, bool is_fragile,
                           bool is_alone, bool end_of_non_terminal_extra);
static bool is_alone(const TSParseAction *actions, uint32_t count, uint32_t at);

/* The definition's first argument is `TSParser *self`, that of a call `self`. Of the two calls one
   has the actions of the state at hand, and says `is_fragile`; the other says `true`. */
#define ts_parser__reduce(first, version, symbol, count, precedence, production, fragile, extra) \
    REDUCE_##first, version, symbol, count, precedence, production, FRAGILE_##fragile, extra)
#define REDUCE_TSParser ts_parser__reduce_paths(TSParser
#define REDUCE_self reduce(self
#define FRAGILE_bool bool
#define FRAGILE_is_fragile is_fragile, is_alone(table_entry.actions, table_entry.action_count, i)
#define FRAGILE_true true, false
static void accept(TSParser *self, StackVersion version, Subtree lookahead);
#define ts_parser__accept(first, version, lookahead) ACCEPT_##first, version, lookahead)
#define ACCEPT_TSParser ts_parser__accept_ways(TSParser
#define ACCEPT_self accept(self
static _Thread_local bool recovered;

bool fovea_grammar_recovered(bool forget)
{
    bool was = recovered;
    recovered = was && !forget;
    return was;
}

/* Only recovering begins so, in vain where another reading is whole already. */
#define ts_stack_record_summary(stack, version, depth) \
    (recovered = recovered || !self->finished_tree.ptr, \
     ts_stack_record_summary(stack, version, depth))
/* Blocks of leaves differ in size (trim.h), so none is kept for the next one. */
#define ts_subtree_pool_new(capacity) ts_subtree_pool_new(0)
#include "parser.c"
#undef ts_stack_record_summary
#undef ts_parser__reduce
#undef ts_parser__accept
#undef ts_subtree_pool_new

#include "accept.h"

/* Whether the state has no other action but to shift in a repetition, which is never done. */
static bool is_alone(const TSParseAction *actions, uint32_t count, uint32_t at)
{
    for (uint32_t i = 0; i < count; i++)
        if (i != at && !(actions[i].type == TSParseActionTypeShift && actions[i].shift.repetition))
            return false;
    return true;
}

/* Whether another version is in that state: the two might become one. */
static bool is_elsewhere(Stack *self, StackVersion version, TSStateId state)
{
    for (StackVersion i = 0; i < self->heads.size; i++)
        if (i != version && array_get(&self->heads, i)->node->state == state)
            return true;
    return false;
}

/* Takes the chain above `below` off the stack; what others hold, too, stays theirs. */
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

/* There is one reading again. */
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

/* Where nothing else is done in this state, and no other version of the stack can become one with
   what comes out, the version need not be kept until a second one replaces it. */
static StackVersion reduce(TSParser *self, StackVersion version, TSSymbol symbol, uint32_t count,
                           int dynamic_precedence, uint16_t production_id, bool is_fragile,
                           bool is_alone, bool end_of_non_terminal_extra)
{
    uint32_t versions = ts_stack_version_count(self->stack), size;
    StackNode *below =
        is_alone && versions <= MAX_VERSION_COUNT
            ? chain_below(array_get(&self->stack->heads, version)->node, count, &size)
            : NULL;
    TSStateId state = below ? below->state : 0;
    TSStateId next_state = below ? ts_language_next_state(self->language, state, symbol) : 0;
    if (!below || (versions > 1 && is_elsewhere(self->stack, version, next_state)))
        return ts_parser__reduce_paths(self, version, symbol, count, dynamic_precedence,
                                       production_id, is_fragile, end_of_non_terminal_extra);
    SubtreeArray children = stack_take(self->stack, version, below, size);
    ts_subtree_array_remove_trailing_extras(&children, &self->trailing_extras);
    SubtreeHeapData *parent =
        ts_subtree_new_node(symbol, &children, production_id, self->language).ptr;
    if (end_of_non_terminal_extra && next_state == state)
        parent->extra = true;
    parent->parse_state = state;
    if (is_fragile || versions > 1) {
        parent->fragile_left = parent->fragile_right = true;
        parent->parse_state = TS_TREE_STATE_NONE;
    }
    parent->dynamic_precedence += dynamic_precedence;
    if (trim_plan && versions == 1 && trim_readings)
        trim_stack(self, version);
    if (trim_plan)
        parent = trim_parent(&self->tree_pool, self->language, parent,
                             below->position.bytes + parent->padding.bytes, versions == 1);
    ts_stack_push(self->stack, version, (Subtree){.ptr = parent}, false, next_state);
    for (uint32_t i = 0; i < self->trailing_extras.size; i++)
        ts_stack_push(self->stack, version, *array_get(&self->trailing_extras, i), false,
                      next_state);
    return version;
}

#include "query.c"
#include "tree.c"
#include "tree_cursor.c"
#include "wasm_store.c"
