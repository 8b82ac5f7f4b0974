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
#define TRIM_HOLDS (1u << 28)   /* some are of a HELD kind */

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
    sum->rest |= (parent ? TRIM_PARENTS : 0) | (kind & FOVEA_TRIM_HELD ? TRIM_HOLDS : 0);
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
                            (data->lookahead_bytes & (TRIM_FLAT | TRIM_JOIN));
}

/* ---- giving up ---- */

/* How a node's children are looked at. */
typedef enum TrimHow {
    TRIM_OPEN = 1,   /* they keep theirs, whatever they are */
    TRIM_LIST = 2,   /* their parent is not complete: it may give a field to all of them */
    TRIM_FIRST = 4,  /* OPEN is only so many named ones as the plan says (lists_from) */
    TRIM_BELOW = 8,  /* what they stand in is no TOP */
    TRIM_LOOSE = 16, /* the parser may yet make another error of them, whose costs it counts anew */
    TRIM_FIELD = 32, /* they keep theirs where a path that comes there by a field finds something */
} TrimHow;

typedef struct Trim {
    const FoveaTrim *plan;
    SubtreePool *pool;
    const TSLanguage *language;
    uint32_t depth;
    uint64_t opens; /* the plan's, for the shown node at work */
} Trim;

static void trim_ask(const Trim *trim, SubtreeHeapData *data, uint32_t start)
{
    Subtree self = {.ptr = data};
    if (data->lookahead_bytes & TRIM_UNASKED && data->visible)
        data->lookahead_bytes = (data->lookahead_bytes & ~TRIM_UNASKED) |
                                trim->plan->ask(trim->plan->context, &self, start);
}

/* The children that are in fields through which others are reached: bits by place. */
typedef struct OpenPlaces {
    uint64_t held, searched; /* what is HELD there, or all of it */
} OpenPlaces;

/* Of a hidden node it is not known what it stands in. */
static OpenPlaces open_places(const Trim *trim, const SubtreeHeapData *data)
{
    const FoveaTrim *plan = trim->plan;
    const TSFieldMapEntry *at, *end;
    bool known = data->visible && data->symbol < plan->kind_count;
    uint64_t parents = known ? plan->field_parents[data->symbol] : UINT64_MAX;
    OpenPlaces places = {0};
    ts_language_field_map(trim->language, data->production_id, &at, &end);
    for (; at < end; at++) {
        uint64_t bit = plan->field_bits[at->field_id];
        if (at->inherited || !plan->fields[at->field_id] || (bit && !(bit & parents)))
            continue;
        uint64_t place = 1ull << (at->child_index & 63);
        places.held |= place;
        places.searched |= plan->searched[at->field_id] ? place : 0;
    }
    return places;
}

/* How a child there is looked at. */
static unsigned how_at(OpenPlaces places, uint32_t index, unsigned how)
{
    uint64_t place = 1ull << (index & 63);
    if (places.searched & place)
        return (how | TRIM_OPEN) & ~(unsigned)TRIM_FIRST;
    return places.held & place ? how | TRIM_FIELD : how;
}

/* Whether a path that came there by a field would find something below. */
static bool is_holder(const Trim *trim, const SubtreeHeapData *data)
{
    const TSFieldMapEntry *at, *end;
    ts_language_field_map(trim->language, data->production_id, &at, &end);
    for (; at < end; at++)
        if (trim->plan->held[at->field_id])
            return true;
    return data->lookahead_bytes & TRIM_HOLDS;
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
    if (seen && how & (TRIM_LIST | TRIM_FIELD) && is_holder(trim, data))
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
    return data->visible && data->symbol < plan->kind_count && plan->tops_known &&
           !(plan->kinds[data->symbol] & FOVEA_TRIM_TOP);
}

static void trim_children(Trim *trim, SubtreeHeapData *data, uint32_t start, unsigned how)
{
    const TSSymbol *aliases = ts_language_alias_sequence(trim->language, data->production_id);
    Subtree *children = ts_subtree_children((Subtree){.ptr = data});
    OpenPlaces places = {0};
    uint32_t structural = 0, end = start, named = 0;
    bool changed = false;
    if (data->lookahead_bytes & TRIM_PARENTS)
        places = open_places(trim, data);
    how |= is_below(trim->plan, data) ? TRIM_BELOW : 0;
    trim->depth++;
    for (uint32_t i = 0; i < data->child_count; i++) {
        Subtree child = children[i];
        unsigned its = how & ~(unsigned)TRIM_LOOSE;
        if (how & TRIM_FIRST && named >= trim->plan->lists_from)
            its &= ~(unsigned)(TRIM_OPEN | TRIM_FIRST);
        if (!ts_subtree_extra(child))
            its = how_at(places, structural, its);
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
        } else
            changed |= shown ? trim_child(trim, &children[i], symbol, from, its)
                             : trim_hidden(trim, &children[i], from, its);
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
    Trim trim = {plan, pool, language, 0, list ? UINT64_MAX : plan->opens[data->symbol]};
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
    Trim trim = {plan, pool, language, 0, error || list ? UINT64_MAX : plan->opens[data->symbol]};
    trim_children(&trim, data, start, error ? TRIM_OPEN | TRIM_LOOSE : trim_how(plan, data));
}
