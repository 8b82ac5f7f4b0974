/* Giving up, while a tree is made, what of it nobody will look at (support.h says how that is
   told). When a node is complete, children of its in which nothing is to be found lose theirs: a
   tree is then as large as what is looked for, whatever the text. All that the parser itself weighs
   (costs of errors, precedences, counts) was summed up before. While it follows several readings of
   the text, among which it may have to choose by what is in them, their nodes are left as they are
   until there is one again, unless that takes long (TRIM_READINGS_MAX). So the tree is otherwise
   the same.

   Beside that nodes are made smaller that hold nothing else than before: one without visible
   children is a token, a hidden one around a single child is not needed, and a repetition is one
   list instead of a tree of pairs.

   What is known of a node stands in its `lookahead_bytes`, which without edits only tokens need. */

#define TRIM_LEVEL 0x10
#define TRIM_DONE (1u << 25)    /* its children were looked at */
#define TRIM_UNASKED (1u << 26) /* whether the conditions of its kind hold is not known */
#define TRIM_PARENTS (1u << 27) /* some children are parents */
#define TRIM_HOLDS 0xff00u      /* some are of a HELD kind: from which fields it is looked for */
#define TRIM_HOLDS_SHIFT 8

/* Of helpers within helpers; deeper ones stay whole. */
#define TRIM_DEPTH_MAX 100

static __thread const FoveaTrim *trim_plan;

#include "trim_list.h"

void fovea_grammar_trim(const FoveaTrim *plan)
{
    trim_plan = plan;
}

/* What a child stands for among its siblings: its own kind, or the parent's name for it. */
static inline TSSymbol shown_symbol(Subtree child, const TSSymbol *aliases, uint32_t structural)
{
    bool renamed = aliases && !ts_subtree_extra(child) && aliases[structural];
    return renamed ? aliases[structural] : ts_subtree_symbol(child);
}

static inline bool is_shown(Subtree child, const TSSymbol *aliases, uint32_t structural)
{
    return ts_subtree_visible(child) ||
           (aliases && !ts_subtree_extra(child) && aliases[structural]);
}

/* What a child holds for those who look for something, its own kind included. */
static inline uint32_t child_wants(const FoveaTrim *plan, Subtree child, TSSymbol symbol)
{
    if (symbol >= ts_builtin_sym_error_repeat || ts_subtree_error_cost(child))
        return FOVEA_TRIM_ALWAYS;
    uint32_t kind = plan->kinds[symbol], below = is_parent(child) ? child.ptr->lookahead_bytes : 0;
    TSSymbol own = ts_subtree_symbol(child);
    bool unasked = kind & FOVEA_TRIM_ASKED && (symbol != own || own < plan->token_count);
    if (below & TRIM_UNASKED || unasked)
        return FOVEA_TRIM_ALWAYS;
    uint32_t levels = kind & FOVEA_TRIM_LEVELS, further = below & FOVEA_TRIM_LEVELS;
    return ((kind | below) & FOVEA_TRIM_WANTED) | (levels > further ? levels : further);
}

/* Whether the grammar put a child into the field. */
static bool has_field(const TSLanguage *language, uint32_t production, TSFieldId field)
{
    const TSFieldMapEntry *at, *end;
    ts_language_field_map(language, production, &at, &end);
    for (; at < end; at++)
        if (at->field_id == field && !at->inherited)
            return true;
    return false;
}

/* What a node passes on of what its children hold. */
static uint32_t passed_on(const FoveaTrim *plan, const SubtreeHeapData *data, uint32_t wants,
                          const TSLanguage *language)
{
    uint32_t kind = plan->kinds[data->symbol];
    if (data->visible && wants & FOVEA_TRIM_LEVELS)
        wants = kind & FOVEA_TRIM_TOP ? wants | FOVEA_TRIM_ALWAYS : wants - TRIM_LEVEL;
    if (data->error_cost)
        return wants;
    TSFieldId name = plan->names[data->symbol];
    bool local = kind & FOVEA_TRIM_SCOPE && !(wants & FOVEA_TRIM_ALWAYS) &&
                 (!name || has_field(language, data->production_id, name));
    if (local)
        wants &= ~(uint32_t)FOVEA_TRIM_OUTSIDE;
    return kind & FOVEA_TRIM_SKIP ? wants & FOVEA_TRIM_FOUND : wants;
}

/* What the children of a node say of it, in the order of the text. */
typedef struct TrimSum {
    uint32_t wants, levels, rest;
    bool bare;
} TrimSum;

static inline void sum_levels(TrimSum *sum, uint32_t wants)
{
    uint32_t levels = wants & FOVEA_TRIM_LEVELS;
    sum->wants |= wants & FOVEA_TRIM_WANTED;
    sum->levels = sum->levels > levels ? sum->levels : levels;
}

/* A child of a kind that nobody looks for, under its own name and without an error, as most are. */
static inline bool sum_plain(const FoveaTrim *plan, TrimSum *sum, Subtree child)
{
    if (child.data.is_inline) {
        if (child.data.is_missing || plan->kinds[child.data.symbol])
            return false;
        sum->bare = child.data.visible ||
                    (sum->bare && !child.data.padding_bytes && !child.data.size_bytes);
        return true;
    }
    const SubtreeHeapData *data = child.ptr;
    uint32_t known = data->lookahead_bytes;
    if (!data->child_count || data->error_cost || data->symbol >= plan->kind_count ||
        plan->kinds[data->symbol] || known & TRIM_UNASKED)
        return false;
    sum_levels(sum, known);
    sum->rest |= TRIM_PARENTS | (data->visible ? 0 : known & TRIM_HOLDS);
    if (data->visible_child_count)
        sum->bare = known & FOVEA_TRIM_BARE;
    else
        sum->bare = data->visible || (sum->bare && !ts_subtree_total_bytes(child));
    return true;
}

static void sum_child(const FoveaTrim *plan, TrimSum *sum, Subtree child, TSSymbol alias)
{
    TSSymbol symbol = alias ? alias : ts_subtree_symbol(child);
    bool shown = alias || ts_subtree_visible(child), parent = is_parent(child);
    uint32_t kind = shown && symbol < plan->kind_count ? plan->kinds[symbol] : 0;
    sum_levels(sum, child_wants(plan, child, symbol));
    sum->rest |= parent ? TRIM_PARENTS : 0;
    if (kind & FOVEA_TRIM_HELD)
        sum->rest |= (uint32_t)plan->held_kinds[symbol] << TRIM_HOLDS_SHIFT;
    if (!shown && parent)
        sum->rest |= child.ptr->lookahead_bytes & TRIM_HOLDS;
    if (parent && child.ptr->visible_child_count)
        sum->bare = child.ptr->lookahead_bytes & FOVEA_TRIM_BARE;
    else
        sum->bare = shown || (sum->bare && !ts_subtree_total_bytes(child));
    sum->bare = sum->bare && !(kind & FOVEA_TRIM_COMMENT);
}

/* Notes what is known of a node by its children. */
static void trim_note(const FoveaTrim *plan, SubtreeHeapData *data, const TSLanguage *language)
{
    const TSSymbol *aliases = ts_language_alias_sequence(language, data->production_id);
    const Subtree *children = ts_subtree_children((Subtree){.ptr = data});
    TrimSum sum = {.bare = true};
    uint32_t structural = 0;
    if (data->symbol >= plan->kind_count)
        return;
    for (uint32_t i = 0; i < data->child_count; i++) {
        bool extra = aliases && ts_subtree_extra(children[i]);
        TSSymbol alias = aliases && !extra ? aliases[structural] : 0;
        structural += !extra;
        if (alias || !sum_plain(plan, &sum, children[i]))
            sum_child(plan, &sum, children[i], alias);
    }
    uint32_t asked = plan->kinds[data->symbol] & FOVEA_TRIM_ASKED ? TRIM_UNASKED : 0;
    data->lookahead_bytes = passed_on(plan, data, sum.wants | sum.levels, language) | sum.rest |
                            asked | (sum.bare ? FOVEA_TRIM_BARE : 0) |
                            (data->lookahead_bytes & (TRIM_FLAT | TRIM_JOIN | FOVEA_TRIM_SETTLED));
}

/* ---- giving up ---- */

/* How a node's children are looked at. */
typedef enum TrimHow {
    TRIM_OPEN = 1,   /* they keep theirs, whatever they are */
    TRIM_LIST = 2,   /* their parent is not complete: it may give a field to all of them */
    TRIM_FIRST = 4,  /* OPEN is only so many named ones as the plan says (lists_from) */
    TRIM_BELOW = 8,  /* what they stand in is no TOP */
    TRIM_LOOSE = 16, /* the parser may yet make another error of them, whose costs it counts anew */
    /* They keep theirs where a path that comes there by one of these fields finds something. */
    TRIM_FROM = 0xff00,
    TRIM_FROM_SHIFT = 8,
} TrimHow;

typedef struct Trim {
    const FoveaTrim *plan;
    SubtreePool *pool;
    const TSLanguage *language;
    uint32_t depth;
    uint64_t opens; /* the plan's, for the shown node at work */
    bool alone;     /* there is one reading of the text */
} Trim;

static void trim_ask(const Trim *trim, SubtreeHeapData *data, uint32_t start)
{
    Subtree self = {.ptr = data};
    if (data->lookahead_bytes & TRIM_UNASKED && data->visible)
        data->lookahead_bytes = (data->lookahead_bytes & ~TRIM_UNASKED) |
                                trim->plan->ask(trim->plan->context, &self, start);
}

/* The fields of a node's children through which others are reached. */
typedef struct OpenFields {
    const TSFieldMapEntry *at, *end;
    uint64_t parents; /* FoveaTrim.field_parents of the node */
    uint64_t places;  /* of children in such a field, as bits */
} OpenFields;

static inline bool is_open_field(const FoveaTrim *plan, const OpenFields *open,
                                 const TSFieldMapEntry *entry)
{
    uint64_t bit = plan->field_bits[entry->field_id];
    return !entry->inherited && plan->fields[entry->field_id] && (!bit || bit & open->parents);
}

/* Of a hidden node it is not known what it stands in. */
static OpenFields open_fields(const Trim *trim, const SubtreeHeapData *data)
{
    const FoveaTrim *plan = trim->plan;
    bool known = data->visible && data->symbol < plan->kind_count;
    OpenFields open = {.parents = known ? plan->field_parents[data->symbol] : UINT64_MAX};
    ts_language_field_map(trim->language, data->production_id, &open.at, &open.end);
    for (const TSFieldMapEntry *at = open.at; at < open.end; at++)
        if (is_open_field(plan, &open, at))
            open.places |= 1ull << (at->child_index & 63);
    return open;
}

/* How a child there is looked at. */
static unsigned how_at(const FoveaTrim *plan, const OpenFields *open, uint32_t index, unsigned how)
{
    if (!(open->places & 1ull << (index & 63)))
        return how;
    for (const TSFieldMapEntry *at = open->at; at < open->end; at++) {
        if (at->child_index != index || !is_open_field(plan, open, at))
            continue;
        how |= (unsigned)plan->from[at->field_id] << TRIM_FROM_SHIFT;
        if (plan->searched[at->field_id])
            how = (how | TRIM_OPEN) & ~(unsigned)TRIM_FIRST;
    }
    return how;
}

/* Whether a path that came there by a field would find something below. */
static bool is_holder(const Trim *trim, const SubtreeHeapData *data, unsigned how)
{
    const TSFieldMapEntry *at, *end;
    unsigned from = how & TRIM_LIST ? 0xff : (how & TRIM_FROM) >> TRIM_FROM_SHIFT;
    if ((data->lookahead_bytes & TRIM_HOLDS) >> TRIM_HOLDS_SHIFT & from)
        return true;
    ts_language_field_map(trim->language, data->production_id, &at, &end);
    for (; at < end && from; at++)
        if (trim->plan->held_fields[at->field_id] & from)
            return true;
    return false;
}

#include "trim_leaf.h"

static void trim_children(Trim *trim, SubtreeHeapData *data, uint32_t start, unsigned how);

/* A visible child that is a parent, whose text starts there; whether it became another one. */
static bool trim_child(Trim *trim, Subtree *child, TSSymbol symbol, uint32_t start, unsigned how)
{
    SubtreeHeapData *data = (SubtreeHeapData *)child->ptr;
    uint32_t kind = trim->plan->kinds[symbol];
    bool done = data->lookahead_bytes & TRIM_DONE || data->ref_count > 1;
    if (!done && trim->depth < TRIM_DEPTH_MAX) {
        uint64_t outer = trim->opens;
        trim->opens = trim->plan->opens[symbol];
        trim_children(trim, data, start, kind & FOVEA_TRIM_WHOLE ? TRIM_OPEN | TRIM_FIRST : 0);
        trim->opens = outer;
        *child = (Subtree){.ptr = data = unwrap_inner(trim, data)};
    }
    uint32_t wants = child_wants(trim->plan, *child, symbol), levels = wants & FOVEA_TRIM_LEVELS;
    bool wanted = wants & FOVEA_TRIM_WANTED || levels > (how & TRIM_BELOW ? TRIM_LEVEL : 0);
    bool seen = data->visible_child_count;
    bool open =
        how & TRIM_OPEN || kind & FOVEA_TRIM_OPEN || trim->opens & trim->plan->opened[symbol];
    if (seen ? wanted || open || !(data->lookahead_bytes & FOVEA_TRIM_BARE)
             : wanted && kind & FOVEA_TRIM_ASKED)
        return !done;
    if (seen && is_holder(trim, data, how))
        return !done;
    *child = leaf_of(trim, *child, seen);
    return true;
}

/* What stands in a hidden node, when it is one child that the parent may have as its own. */
static Subtree unwrapped(const Trim *trim, Subtree child, TSSymbol parent)
{
    bool join = is_join(child);
    while (is_parent(child) && child.ptr->symbol != parent && !child.ptr->visible &&
           !child.ptr->extra && is_wrapper(trim, child.ptr)) {
        Subtree inner = ts_subtree_children(child)[0];
        if (ts_subtree_extra(inner) || ts_subtree_missing(inner))
            break;
        ts_subtree_retain(inner);
        ts_subtree_release(trim->pool, child);
        child = inner;
        set_join(&child, join);
    }
    return child;
}

/* The same for a hidden child. */
static bool trim_hidden(Trim *trim, Subtree *child, uint32_t start, unsigned how)
{
    uint32_t known = child->ptr->lookahead_bytes;
    if (!child->ptr->visible_child_count) {
        *child = leaf_of(trim, *child, false);
        return true;
    }
    if (known & TRIM_DONE || (how & TRIM_LIST && known & TRIM_LISTED) ||
        child->ptr->ref_count > 1 || trim->depth >= TRIM_DEPTH_MAX)
        return false;
    trim_children(trim, (SubtreeHeapData *)child->ptr, start, how);
    return true;
}

/* How the children of a node that stays are looked at. Nobody knows what the parser's own mark of
   an error would have become. */
static unsigned how_of(Trim *trim, TSSymbol symbol)
{
    bool known = symbol < trim->plan->kind_count;
    trim->opens = known ? trim->plan->opens[symbol] : UINT64_MAX;
    bool whole = known && trim->plan->kinds[symbol] & FOVEA_TRIM_WHOLE;
    return !known ? TRIM_OPEN : whole ? TRIM_OPEN | TRIM_FIRST : 0;
}

/* What has a syntax error in it stays, but not all that it holds. */
static void trim_within(Trim *trim, Subtree child, TSSymbol symbol, uint32_t start, unsigned how)
{
    bool done = child.ptr->lookahead_bytes & TRIM_DONE || child.ptr->ref_count > 1;
    if (done || trim->depth >= TRIM_DEPTH_MAX)
        return;
    uint64_t outer = trim->opens;
    if (symbol || child.ptr->symbol >= trim->plan->kind_count)
        how = how_of(trim, symbol ? symbol : child.ptr->symbol);
    trim_children(trim, (SubtreeHeapData *)child.ptr, start, how);
    trim->opens = outer;
}

/* Whether a node that others see is surely no TOP. */
static bool is_below(const FoveaTrim *plan, const SubtreeHeapData *data)
{
    return data->visible && data->symbol < plan->kind_count && plan->below[data->symbol];
}

static void trim_children(Trim *trim, SubtreeHeapData *data, uint32_t start, unsigned how)
{
    const TSSymbol *aliases = ts_language_alias_sequence(trim->language, data->production_id);
    Subtree *children = ts_subtree_children((Subtree){.ptr = data});
    OpenFields open = {0};
    uint32_t structural = 0, end = start, named = 0;
    bool changed = false;
    if (data->lookahead_bytes & TRIM_PARENTS)
        open = open_fields(trim, data);
    how |= is_below(trim->plan, data) ? TRIM_BELOW : 0;
    trim->depth++;
    for (uint32_t i = 0; i < data->child_count; i++) {
        Subtree child = children[i];
        unsigned its = how & ~(unsigned)TRIM_LOOSE;
        if (how & TRIM_FIRST && named >= trim->plan->lists_from)
            its &= ~(unsigned)(TRIM_OPEN | TRIM_FIRST);
        if (!ts_subtree_extra(child))
            its = how_at(trim->plan, &open, structural, its);
        bool renamed = is_shown(child, aliases, structural) && !ts_subtree_visible(child);
        bool loose = how & TRIM_LOOSE && ts_subtree_error_cost(child);
        if (!renamed && is_parent(child) && !child.ptr->visible && !loose)
            children[i] = child = unwrapped(trim, child, data->symbol);
        TSSymbol symbol = shown_symbol(child, aliases, structural);
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
            changed |= i && trim->alone && settle(trim, data, &children[i], structural - 1);
        }
    }
    trim->depth--;
    if (changed)
        trim_note(trim->plan, data, trim->language);
    trim_ask(trim, data, start);
    data->lookahead_bytes |= how & TRIM_LIST ? TRIM_LISTED : TRIM_DONE;
}

/* ---- nodes ---- */

/* Where the parser follows several readings it compares what they made of the text when they meet,
   so their trees stay whole, unless that takes longer than so many reductions. */
#define TRIM_READINGS_MAX 1000

static __thread uint32_t trim_readings;

static unsigned trim_how(const FoveaTrim *plan, const SubtreeHeapData *data)
{
    bool list = !data->visible && !data->named;
    bool whole = !list && plan->kinds[data->symbol] & FOVEA_TRIM_WHOLE;
    unsigned first = TRIM_OPEN | TRIM_FIRST;
    return list ? TRIM_LIST | (plan->lists_from ? first : 0) : whole ? first : 0;
}

/* A node is complete; its text starts there. What it is then. `alone`: the stack has one version.
 */
static SubtreeHeapData *trim_parent(SubtreePool *pool, const TSLanguage *language,
                                    SubtreeHeapData *data, uint32_t start, bool alone)
{
    const FoveaTrim *plan = trim_plan;
    bool list = !data->visible && !data->named;
    trim_readings = alone ? 0 : trim_readings + 1;
    if ((!data->visible && !list) || (!alone && trim_readings < TRIM_READINGS_MAX))
        return data;
    Trim trim = {plan, pool, language, 0, list ? UINT64_MAX : plan->opens[data->symbol], alone};
    unsigned how = trim_how(plan, data);
    trim_children(&trim, data, start, how);
    if (alone)
        data = unwrap_inner(&trim, data);
    if (!list || data->child_count < 2)
        return data;
    const Subtree *children = ts_subtree_children((Subtree){.ptr = data});
    Subtree first = children[0], added = children[data->child_count - 1];
    uint32_t before = is_parent(first) ? first.ptr->named_child_count : 0;
    if (how & TRIM_OPEN && before >= plan->lists_from && is_part(added, data->symbol) &&
        is_own(added))
        trim_children(&trim, (SubtreeHeapData *)added.ptr,
                      start + data->size.bytes - added.ptr->size.bytes, TRIM_LIST);
    return trim_pairs(pool, data, language);
}

/* What stands on the stack, whose text starts there, as far as it was left as it was while there
   were several readings. */
static void trim_later(SubtreePool *pool, const TSLanguage *language, Subtree tree, uint32_t start)
{
    const FoveaTrim *plan = trim_plan;
    if (!is_parent(tree) || tree.ptr->ref_count > 1 ||
        tree.ptr->lookahead_bytes & (TRIM_DONE | TRIM_LISTED))
        return;
    SubtreeHeapData *data = (SubtreeHeapData *)tree.ptr;
    bool error = data->symbol >= ts_builtin_sym_error_repeat;
    bool list = !data->visible && !data->named;
    if (!error && !data->visible && !list)
        return;
    Trim trim = {plan, pool, language, 0, error || list ? UINT64_MAX : plan->opens[data->symbol],
                 true};
    trim_children(&trim, data, start, error ? TRIM_OPEN | TRIM_LOOSE : trim_how(plan, data));
}
