/* Trimming: nodes that the caller's rules cannot reach lose their children while the tree is built.
   support.h describes the plan (FoveaTrim) by which the caller says what its rules reach. The tree
   then takes as much memory as what is reached, whatever the size of the text.

   For a plan that wants functions, their names and their parameters:

       before                                  after
       function_declaration                    function_declaration
       |- "func"                               |- "func"
       |- identifier          (name)           |- identifier          (name)
       |- parameter_list      (parameters)     |- parameter_list      (parameters)
       |  `- ...                               |  `- ...
       `- block               (body)           `- block               (body), a leaf
          |- "{"
          |- statement_list
          |  |- if_statement
          |  `- ...
          `- "}"

   How it works:
   - Each new node notes what it holds that somebody may want (trim_note). Nodes are built from the
     bottom up, so one look at the children is enough.
   - When a visible node or a repetition is complete, its children are trimmed (trim_children). A
     child becomes a leaf (trim_leaf.h) if it holds nothing wanted and no rule looks into it from
     above.
   - The counts, costs and precedences of a node were summed up when it was built. They stay, so the
     parser decides as it would with whole trees, and the rest of the tree is the same.
   - While the parser follows several readings of the text it may compare their trees, so these stay
     whole until one reading is left. TRIM_READINGS_MAX bounds that.

   Nodes also get smaller that lose nothing: trim_leaf.h removes hidden nodes around one child,
   trim_list.h turns repetitions into lists.

   What is known of a node is kept in its `lookahead_bytes`. Upstream needs that field only to edit
   a tree, and a trimmed tree is never edited. Its bits are those FOVEA_TRIM_ bits that are wanted
   below the node (support.h), and these: */

#define TRIM_LEVEL 0x10
#define TRIM_IS_TRIMMED (1u << 25) /* its children have been trimmed */
#define TRIM_ASK_LATER (1u << 26)  /* the plan's ask() has not been called for it yet */
#define TRIM_HAS_INNER (1u << 27)  /* some of its children have children */
#define TRIM_SOUGHT_FIELDS 0xff00u /* it has SOUGHT children: the field_seeks bits of these */
#define TRIM_SOUGHT_SHIFT 8

/* Levels of one descent through nodes that were not trimmed yet. What is deeper stays whole. */
#define TRIM_DEPTH_MAX 100

static __thread const FoveaTrim *trim_plan;

#include "trim_list.h"

void fovea_grammar_trim(const FoveaTrim *plan)
{
    trim_plan = plan;
}

/* The kind that a child is seen as: the alias that the parent's production gives it, or its own. */
static inline TSSymbol visible_symbol(Subtree child, const TSSymbol *aliases, uint32_t structural)
{
    bool renamed = aliases && !ts_subtree_extra(child) && aliases[structural];
    return renamed ? aliases[structural] : ts_subtree_symbol(child);
}

static inline bool is_visible_in(Subtree child, const TSSymbol *aliases, uint32_t structural)
{
    return ts_subtree_visible(child) ||
           (aliases && !ts_subtree_extra(child) && aliases[structural]);
}

/* What is wanted of a child: the child itself or something below it. */
static inline uint32_t child_wants(const FoveaTrim *plan, Subtree child, TSSymbol symbol)
{
    if (symbol >= ts_builtin_sym_error_repeat || ts_subtree_error_cost(child))
        return FOVEA_TRIM_WANT;
    uint32_t kind = plan->kinds[symbol], below = is_parent(child) ? child.ptr->lookahead_bytes : 0;
    TSSymbol own = ts_subtree_symbol(child);
    bool unasked = kind & FOVEA_TRIM_ASK && (symbol != own || own < plan->token_count);
    if (below & TRIM_ASK_LATER || unasked)
        return FOVEA_TRIM_WANT;
    uint32_t levels = kind & FOVEA_TRIM_TOP_LEVELS, further = below & FOVEA_TRIM_TOP_LEVELS;
    return ((kind | below) & FOVEA_TRIM_WANT_MASK) | (levels > further ? levels : further);
}

/* Whether the production itself gives a child the field. */
static bool has_field(const TSLanguage *language, uint32_t production, TSFieldId field)
{
    const TSFieldMapEntry *at, *end;
    ts_language_field_map(language, production, &at, &end);
    for (; at < end; at++)
        if (at->field_id == field && !at->inherited)
            return true;
    return false;
}

/* Which of its children's wants a node passes up: the distance to a TOP shrinks by one level, and a
   function holds back what is wanted outside functions only. */
static uint32_t passed_on(const FoveaTrim *plan, const SubtreeHeapData *data, uint32_t wants,
                          const TSLanguage *language)
{
    uint32_t kind = plan->kinds[data->symbol];
    if (data->visible && wants & FOVEA_TRIM_TOP_LEVELS)
        wants = kind & FOVEA_TRIM_IS_TOP ? wants | FOVEA_TRIM_WANT : wants - TRIM_LEVEL;
    if (data->error_cost)
        return wants;
    TSFieldId name = plan->function_name[data->symbol];
    bool local = kind & FOVEA_TRIM_IS_FUNCTION && !(wants & FOVEA_TRIM_WANT) &&
                 (!name || has_field(language, data->production_id, name));
    if (local)
        wants &= ~(uint32_t)FOVEA_TRIM_WANT_OUTSIDE;
    return wants;
}

/* What the children of a node add up to, in the order of the text. */
typedef struct TrimSum {
    uint32_t wants, levels, rest;
    bool ends_in_token;
} TrimSum;

static inline void sum_levels(TrimSum *sum, uint32_t wants)
{
    uint32_t levels = wants & FOVEA_TRIM_TOP_LEVELS;
    sum->wants |= wants & FOVEA_TRIM_WANT_MASK;
    sum->levels = sum->levels > levels ? sum->levels : levels;
}

static void sum_child(const FoveaTrim *plan, TrimSum *sum, Subtree child, TSSymbol alias)
{
    TSSymbol symbol = alias ? alias : ts_subtree_symbol(child);
    bool shown = alias || ts_subtree_visible(child), parent = is_parent(child);
    uint32_t kind = shown && symbol < plan->kind_count ? plan->kinds[symbol] : 0;
    sum_levels(sum, child_wants(plan, child, symbol));
    sum->rest |= parent ? TRIM_HAS_INNER : 0;
    if (kind & FOVEA_TRIM_SOUGHT)
        sum->rest |= (uint32_t)plan->kind_sought[symbol] << TRIM_SOUGHT_SHIFT;
    if (!shown && parent)
        sum->rest |= child.ptr->lookahead_bytes & TRIM_SOUGHT_FIELDS;
    if (parent && child.ptr->visible_child_count)
        sum->ends_in_token = child.ptr->lookahead_bytes & FOVEA_TRIM_ENDS_IN_TOKEN;
    else
        sum->ends_in_token = shown || (sum->ends_in_token && !ts_subtree_total_bytes(child));
    sum->ends_in_token = sum->ends_in_token && !(kind & FOVEA_TRIM_IS_COMMENT);
}

/* Sets the bits of a new node from those of its children. */
static void trim_note(const FoveaTrim *plan, SubtreeHeapData *data, const TSLanguage *language)
{
    const TSSymbol *aliases = ts_language_alias_sequence(language, data->production_id);
    const Subtree *children = ts_subtree_children((Subtree){.ptr = data});
    TrimSum sum = {.ends_in_token = true};
    uint32_t structural = 0;
    if (data->symbol >= plan->kind_count)
        return;
    for (uint32_t i = 0; i < data->child_count; i++) {
        bool extra = aliases && ts_subtree_extra(children[i]);
        TSSymbol alias = aliases && !extra ? aliases[structural] : 0;
        structural += !extra;
        sum_child(plan, &sum, children[i], alias);
    }
    uint32_t asked = plan->kinds[data->symbol] & FOVEA_TRIM_ASK ? TRIM_ASK_LATER : 0;
    data->lookahead_bytes =
        passed_on(plan, data, sum.wants | sum.levels, language) | sum.rest | asked |
        (sum.ends_in_token ? FOVEA_TRIM_ENDS_IN_TOKEN : 0) |
        (data->lookahead_bytes & (TRIM_IS_LIST | TRIM_STEP | FOVEA_TRIM_LIFTED));
}

/* ---- trimming the children of a node ---- */

/* What holds for the children of the node at hand. */
typedef enum HowToTrim {
    HOW_KEEP_CHILDREN = 1, /* they keep their own children */
    HOW_IN_REPETITION = 2, /* the repetition may still get a field, which each item then has */
    HOW_FIRST_ITEMS = 4,   /* KEEP_CHILDREN ends after `first_items` named ones */
    HOW_NO_TOP_ABOVE = 8,  /* their parent is surely no TOP */
    HOW_OPEN_ERROR = 16,   /* the parser may wrap them in another error and sum up costs again */
    /* They keep their children if these are sought from a field: field_seeks bits. */
    HOW_FIELDS = 0xff00,
    HOW_FIELDS_SHIFT = 8,
} HowToTrim;

typedef struct Trim {
    const FoveaTrim *plan;
    SubtreePool *pool;
    const TSLanguage *language;
    uint32_t depth;
    uint64_t keeps_children_of; /* the plan's, for the visible node that is being trimmed */
    bool alone;                 /* the text has one reading */
} Trim;

static void trim_ask(const Trim *trim, SubtreeHeapData *data, uint32_t start)
{
    Subtree self = {.ptr = data};
    if (data->lookahead_bytes & TRIM_ASK_LATER && data->visible)
        data->lookahead_bytes = (data->lookahead_bytes & ~TRIM_ASK_LATER) |
                                trim->plan->ask(trim->plan->context, &self, start);
}

/* The fields of a node in which children keep their own children. */
typedef struct KeptFields {
    const TSFieldMapEntry *at, *end;
    uint64_t parents; /* field_parents of the node */
    uint64_t places;  /* a bit for each child in such a field; indices above 63 share bits */
} KeptFields;

static inline bool is_kept_field(const FoveaTrim *plan, const KeptFields *open,
                                 const TSFieldMapEntry *entry)
{
    uint64_t bit = plan->field_bits[entry->field_id];
    return !entry->inherited && plan->field_keeps[entry->field_id] && (!bit || bit & open->parents);
}

/* A hidden node's parent is not known, so all fields count. */
static KeptFields kept_fields(const Trim *trim, const SubtreeHeapData *data)
{
    const FoveaTrim *plan = trim->plan;
    bool known = data->visible && data->symbol < plan->kind_count;
    KeptFields open = {.parents = known ? plan->field_parents[data->symbol] : UINT64_MAX};
    ts_language_field_map(trim->language, data->production_id, &open.at, &open.end);
    for (const TSFieldMapEntry *at = open.at; at < open.end; at++)
        if (is_kept_field(plan, &open, at))
            open.places |= 1ull << (at->child_index & 63);
    return open;
}

/* `how` for the child at an index, which may be in a field. */
static unsigned how_in_field(const FoveaTrim *plan, const KeptFields *open, uint32_t index,
                             unsigned how)
{
    if (!(open->places & 1ull << (index & 63)))
        return how;
    for (const TSFieldMapEntry *at = open->at; at < open->end; at++) {
        if (at->child_index != index || !is_kept_field(plan, open, at))
            continue;
        how |= (unsigned)plan->field_seeks[at->field_id] << HOW_FIELDS_SHIFT;
        if (plan->field_keeps_all[at->field_id])
            how = (how | HOW_KEEP_CHILDREN) & ~(unsigned)HOW_FIRST_ITEMS;
    }
    return how;
}

/* Whether the node has children that are sought from one of the fields that lead to it. */
static bool holds_sought(const Trim *trim, const SubtreeHeapData *data, unsigned how)
{
    const TSFieldMapEntry *at, *end;
    unsigned from = how & HOW_IN_REPETITION ? 0xff : (how & HOW_FIELDS) >> HOW_FIELDS_SHIFT;
    if ((data->lookahead_bytes & TRIM_SOUGHT_FIELDS) >> TRIM_SOUGHT_SHIFT & from)
        return true;
    ts_language_field_map(trim->language, data->production_id, &at, &end);
    for (; at < end && from; at++)
        if (trim->plan->field_sought[at->field_id] & from)
            return true;
    return false;
}

#include "trim_leaf.h"

static void trim_children(Trim *trim, SubtreeHeapData *data, uint32_t start, unsigned how);

/* Trims a visible child that has children; its text begins at byte `start`. True when the parent's
   bits may have to be set again. */
static bool trim_child(Trim *trim, Subtree *child, TSSymbol symbol, uint32_t start, unsigned how)
{
    SubtreeHeapData *data = (SubtreeHeapData *)child->ptr;
    uint32_t kind = trim->plan->kinds[symbol];
    bool done = data->lookahead_bytes & TRIM_IS_TRIMMED || data->ref_count > 1;
    if (!done && trim->depth < TRIM_DEPTH_MAX) {
        uint64_t outer = trim->keeps_children_of;
        trim->keeps_children_of = trim->plan->keeps_children_of[symbol];
        trim_children(trim, data, start,
                      kind & FOVEA_TRIM_KEEP_GRANDCHILDREN ? HOW_KEEP_CHILDREN | HOW_FIRST_ITEMS
                                                           : 0);
        trim->keeps_children_of = outer;
        *child = (Subtree){.ptr = data = unwrap_inner(trim, data)};
    }
    uint32_t wants = child_wants(trim->plan, *child, symbol),
             levels = wants & FOVEA_TRIM_TOP_LEVELS;
    bool wanted =
        wants & FOVEA_TRIM_WANT_MASK || levels > (how & HOW_NO_TOP_ABOVE ? TRIM_LEVEL : 0);
    bool seen = data->visible_child_count;
    bool open = how & HOW_KEEP_CHILDREN || kind & FOVEA_TRIM_KEEP_CHILDREN ||
                trim->keeps_children_of & trim->plan->kept_as[symbol];
    if (seen ? wanted || open || !(data->lookahead_bytes & FOVEA_TRIM_ENDS_IN_TOKEN)
             : wanted && kind & FOVEA_TRIM_ASK)
        return !done;
    if (seen && holds_sought(trim, data, how))
        return !done;
    *child = leaf_of(trim, *child, seen);
    return true;
}

/* The child without the hidden nodes around it that have no other child. */
static Subtree unwrapped(const Trim *trim, Subtree child, TSSymbol parent)
{
    bool step = is_step(child);
    while (is_parent(child) && child.ptr->symbol != parent && !child.ptr->visible &&
           !child.ptr->extra && is_single_wrapper(trim, child.ptr)) {
        Subtree inner = ts_subtree_children(child)[0];
        if (ts_subtree_extra(inner) || ts_subtree_missing(inner))
            break;
        ts_subtree_retain(inner);
        ts_subtree_release(trim->pool, child);
        child = inner;
        set_step(&child, step);
    }
    return child;
}

/* trim_child() for a hidden child. Its children count as the parent's, so `how` is passed on. */
static bool trim_hidden(Trim *trim, Subtree *child, uint32_t start, unsigned how)
{
    uint32_t known = child->ptr->lookahead_bytes;
    if (!child->ptr->visible_child_count) {
        *child = leaf_of(trim, *child, false);
        return true;
    }
    if (known & TRIM_IS_TRIMMED || (how & HOW_IN_REPETITION && known & TRIM_ITEMS_TRIMMED) ||
        child->ptr->ref_count > 1 || trim->depth >= TRIM_DEPTH_MAX)
        return false;
    trim_children(trim, (SubtreeHeapData *)child->ptr, start, how);
    return true;
}

/* `how` for the children of a node that stays. What an ERROR node would have become is not known,
   so its children keep theirs. */
static unsigned how_within(Trim *trim, TSSymbol symbol)
{
    bool known = symbol < trim->plan->kind_count;
    trim->keeps_children_of = known ? trim->plan->keeps_children_of[symbol] : UINT64_MAX;
    bool whole = known && trim->plan->kinds[symbol] & FOVEA_TRIM_KEEP_GRANDCHILDREN;
    return !known ? HOW_KEEP_CHILDREN : whole ? HOW_KEEP_CHILDREN | HOW_FIRST_ITEMS : 0;
}

/* Trims below a child with a syntax error in it; the child itself stays. */
static void trim_within(Trim *trim, Subtree child, TSSymbol symbol, uint32_t start, unsigned how)
{
    bool done = child.ptr->lookahead_bytes & TRIM_IS_TRIMMED || child.ptr->ref_count > 1;
    if (done || trim->depth >= TRIM_DEPTH_MAX)
        return;
    uint64_t outer = trim->keeps_children_of;
    if (symbol || child.ptr->symbol >= trim->plan->kind_count)
        how = how_within(trim, symbol ? symbol : child.ptr->symbol);
    trim_children(trim, (SubtreeHeapData *)child.ptr, start, how);
    trim->keeps_children_of = outer;
}

/* Whether a visible node is surely no TOP, whatever alias its parent gives it. */
static bool is_below(const FoveaTrim *plan, const SubtreeHeapData *data)
{
    return data->visible && data->symbol < plan->kind_count && plan->never_top[data->symbol];
}

/* Trims the children of a node whose text begins at byte `start`. */
static void trim_children(Trim *trim, SubtreeHeapData *data, uint32_t start, unsigned how)
{
    const TSSymbol *aliases = ts_language_alias_sequence(trim->language, data->production_id);
    Subtree *children = ts_subtree_children((Subtree){.ptr = data});
    KeptFields open = {0};
    uint32_t structural = 0, end = start, named = 0;
    bool changed = false;
    if (data->lookahead_bytes & TRIM_HAS_INNER)
        open = kept_fields(trim, data);
    how |= is_below(trim->plan, data) ? HOW_NO_TOP_ABOVE : 0;
    trim->depth++;
    for (uint32_t i = 0; i < data->child_count; i++) {
        Subtree child = children[i];
        unsigned its = how & ~(unsigned)HOW_OPEN_ERROR;
        if (how & HOW_FIRST_ITEMS && named >= trim->plan->first_items)
            its &= ~(unsigned)(HOW_KEEP_CHILDREN | HOW_FIRST_ITEMS);
        if (!ts_subtree_extra(child))
            its = how_in_field(trim->plan, &open, structural, its);
        bool renamed = is_visible_in(child, aliases, structural) && !ts_subtree_visible(child);
        bool loose = how & HOW_OPEN_ERROR && ts_subtree_error_cost(child);
        if (!renamed && is_parent(child) && !child.ptr->visible && !loose)
            children[i] = child = unwrapped(trim, child, data->symbol);
        TSSymbol symbol = visible_symbol(child, aliases, structural);
        bool shown = renamed || ts_subtree_visible(child);
        uint32_t from = i ? end + ts_subtree_padding(child).bytes : start;
        end = from + ts_subtree_size(child).bytes;
        structural += !ts_subtree_extra(child);
        named += ts_subtree_visible(child) ? ts_subtree_named(child)
                 : is_parent(child)        ? child.ptr->named_child_count
                                           : 0;
        if (!child.data.is_inline && !child.ptr->child_count) {
            children[i] = token_leaf(trim, child);
            continue;
        }
        if (!is_parent(child))
            continue;
        if (child.ptr->error_cost) {
            trim_within(trim, child, shown ? symbol : 0, from, its);
            children[i] = loose ? child : error_leaf(trim, child);
        } else if (shown) {
            changed |= trim_child(trim, &children[i], symbol, from, its);
        } else {
            changed |= trim_hidden(trim, &children[i], from, its);
            changed |= i && trim->alone && lift(trim, data, &children[i], structural - 1);
        }
    }
    trim->depth--;
    if (changed)
        trim_note(trim->plan, data, trim->language);
    trim_ask(trim, data, start);
    data->lookahead_bytes |= how & HOW_IN_REPETITION ? TRIM_ITEMS_TRIMMED : TRIM_IS_TRIMMED;
}

/* ---- nodes ---- */

/* The parser compares the trees of several readings when these meet, so they stay whole for at most
   that many reductions. */
#define TRIM_READINGS_MAX 1000

static __thread uint32_t trim_readings;

static unsigned how_to_trim(const FoveaTrim *plan, const SubtreeHeapData *data)
{
    bool list = !data->visible && !data->named;
    bool whole = !list && plan->kinds[data->symbol] & FOVEA_TRIM_KEEP_GRANDCHILDREN;
    unsigned first = HOW_KEEP_CHILDREN | HOW_FIRST_ITEMS;
    return list ? HOW_IN_REPETITION | (plan->first_items ? first : 0) : whole ? first : 0;
}

/* Trims a node that a reduction has built, and returns it or what replaces it. Its text begins at
   byte `start`. `alone`: the stack has one version. */
static SubtreeHeapData *trim_parent(SubtreePool *pool, const TSLanguage *language,
                                    SubtreeHeapData *data, uint32_t start, bool alone)
{
    const FoveaTrim *plan = trim_plan;
    bool list = !data->visible && !data->named;
    trim_readings = alone ? 0 : trim_readings + 1;
    if ((!data->visible && !list) || (!alone && trim_readings < TRIM_READINGS_MAX))
        return data;
    Trim trim = {plan, pool, language, 0, list ? UINT64_MAX : plan->keeps_children_of[data->symbol],
                 alone};
    unsigned how = how_to_trim(plan, data);
    trim_children(&trim, data, start, how);
    if (alone)
        data = unwrap_inner(&trim, data);
    if (!list || data->child_count < 2)
        return data;
    const Subtree *children = ts_subtree_children((Subtree){.ptr = data});
    Subtree first = children[0], added = children[data->child_count - 1];
    uint32_t before = is_parent(first) ? first.ptr->named_child_count : 0;
    if (how & HOW_KEEP_CHILDREN && before >= plan->first_items && is_part(added, data->symbol) &&
        is_own(added))
        trim_children(&trim, (SubtreeHeapData *)added.ptr,
                      start + data->size.bytes - added.ptr->size.bytes, HOW_IN_REPETITION);
    return pairs_to_list(pool, data, language);
}

/* Trims a tree on the stack that was left whole while the text had several readings. */
static void trim_later(SubtreePool *pool, const TSLanguage *language, Subtree tree, uint32_t start)
{
    const FoveaTrim *plan = trim_plan;
    if (!is_parent(tree) || tree.ptr->ref_count > 1 ||
        tree.ptr->lookahead_bytes & (TRIM_IS_TRIMMED | TRIM_ITEMS_TRIMMED))
        return;
    SubtreeHeapData *data = (SubtreeHeapData *)tree.ptr;
    bool error = data->symbol >= ts_builtin_sym_error_repeat;
    bool list = !data->visible && !data->named;
    if (!error && !data->visible && !list)
        return;
    Trim trim = {
        plan, pool, language, 0, error || list ? UINT64_MAX : plan->keeps_children_of[data->symbol],
        true};
    trim_children(&trim, data, start,
                  error ? HOW_KEEP_CHILDREN | HOW_OPEN_ERROR : how_to_trim(plan, data));
}
