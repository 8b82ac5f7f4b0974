/* Giving up, while a tree is made, what of it nobody will look at (support.h says how that is
   told). When a node is complete, children of its in which nothing is to be found lose theirs: a
   tree is then as large as what is looked for, whatever the text. All that the parser itself weighs
   (costs of errors, precedences, counts) was summed up before, and trees among which it may still
   have to choose are left whole: nothing is given up while the stack has several versions, so the
   tree is otherwise the same.

   What is known of a node stands in its `lookahead_bytes`, which without edits only tokens need. */

#define TRIM_LEVEL 0x10
#define TRIM_DONE (1u << 25)    /* its children were looked at */
#define TRIM_UNASKED (1u << 26) /* whether the conditions of its kind hold is not known */
#define TRIM_PARENTS (1u << 27) /* some children are parents */
#define TRIM_HOLDS (1u << 28)   /* some are of a HELD kind */

/* Of helpers within helpers; deeper ones stay whole. */
#define TRIM_DEPTH_MAX 100

static __thread const FoveaTrim *trim_plan;

void fovea_grammar_trim(const FoveaTrim *plan)
{
    trim_plan = plan;
}

static inline bool is_parent(Subtree tree)
{
    return !tree.data.is_inline && tree.ptr->child_count;
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

/* Notes what is known of a node by its children. */
static void trim_note(const FoveaTrim *plan, SubtreeHeapData *data, const TSLanguage *language)
{
    const TSSymbol *aliases = ts_language_alias_sequence(language, data->production_id);
    const Subtree *children = ts_subtree_children((Subtree){.ptr = data});
    uint32_t wants = 0, levels = 0, structural = 0, rest = 0;
    bool bare = true;
    if (data->symbol >= plan->kind_count)
        return;
    for (uint32_t i = 0; i < data->child_count; i++) {
        Subtree child = children[i];
        TSSymbol symbol = shown_symbol(child, aliases, structural);
        uint32_t own = child_wants(plan, child, symbol);
        bool shown = is_shown(child, aliases, structural), parent = is_parent(child);
        structural += !ts_subtree_extra(child);
        wants |= own & FOVEA_TRIM_WANTED;
        levels = levels > (own & FOVEA_TRIM_LEVELS) ? levels : own & FOVEA_TRIM_LEVELS;
        rest |= parent ? TRIM_PARENTS : 0;
        if (shown)
            rest |=
                symbol < plan->kind_count && plan->kinds[symbol] & FOVEA_TRIM_HELD ? TRIM_HOLDS : 0;
        else if (parent)
            rest |= child.ptr->lookahead_bytes & TRIM_HOLDS;
        if (parent && (shown || child.ptr->visible_child_count))
            bare = child.ptr->lookahead_bytes & FOVEA_TRIM_BARE;
        else
            bare = shown || (bare && !ts_subtree_total_bytes(child));
        if (shown && symbol < plan->kind_count && plan->kinds[symbol] & FOVEA_TRIM_COMMENT)
            bare = false;
    }
    uint32_t asked = plan->kinds[data->symbol] & FOVEA_TRIM_ASKED ? TRIM_UNASKED : 0;
    data->lookahead_bytes = passed_on(plan, data, wants | levels, language) | rest | asked |
                            (bare ? FOVEA_TRIM_BARE : 0);
}

/* ---- giving up ---- */

/* How a node's children are looked at. */
typedef enum TrimHow {
    TRIM_OPEN = 1, /* they keep theirs, whatever they are */
    TRIM_LIST = 2, /* their parent is not complete: it may give a field to all of them */
} TrimHow;

typedef struct Trim {
    const FoveaTrim *plan;
    SubtreePool *pool;
    const TSLanguage *language;
    uint32_t depth;
} Trim;

static void trim_ask(const Trim *trim, SubtreeHeapData *data, uint32_t start)
{
    Subtree self = {.ptr = data};
    if (data->lookahead_bytes & TRIM_UNASKED && data->visible)
        data->lookahead_bytes = (data->lookahead_bytes & ~TRIM_UNASKED) |
                                trim->plan->ask(trim->plan->context, &self, start);
}

/* The children that are in fields through which others are reached: bits by place. */
static uint64_t open_places(const Trim *trim, const SubtreeHeapData *data)
{
    const TSFieldMapEntry *at, *end;
    uint64_t places = 0;
    ts_language_field_map(trim->language, data->production_id, &at, &end);
    for (; at < end; at++)
        if (!at->inherited && trim->plan->fields[at->field_id])
            places |= 1ull << (at->child_index & 63);
    return places;
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

static Subtree leaf_of(const Trim *trim, Subtree tree)
{
    const SubtreeHeapData *data = tree.ptr;
    MutableSubtree leaf = ts_subtree_to_mut_unsafe(
        ts_subtree_new_leaf(trim->pool, data->symbol, data->padding, data->size, 0,
                            data->parse_state, false, false, false, trim->language));
    ts_subtree_set_extra(&leaf, data->extra);
    ts_subtree_set_has_changes(&leaf);
    ts_subtree_release(trim->pool, tree);
    return ts_subtree_from_mut(leaf);
}

static void trim_children(Trim *trim, SubtreeHeapData *data, uint32_t start, unsigned how);

/* A child that is a parent, whose text starts there; whether it became another one. */
static bool trim_child(Trim *trim, Subtree *child, TSSymbol symbol, uint32_t start, unsigned how)
{
    SubtreeHeapData *data = (SubtreeHeapData *)child->ptr;
    uint32_t kind = trim->plan->kinds[symbol];
    bool done = data->lookahead_bytes & TRIM_DONE;
    if (!done && trim->depth < TRIM_DEPTH_MAX)
        trim_children(trim, data, start, kind & FOVEA_TRIM_WHOLE ? TRIM_OPEN : 0);
    bool wanted = child_wants(trim->plan, *child, symbol) & (FOVEA_TRIM_WANTED | FOVEA_TRIM_LEVELS);
    if (wanted || how & TRIM_OPEN || kind & FOVEA_TRIM_OPEN || !data->visible_child_count ||
        !(data->lookahead_bytes & FOVEA_TRIM_BARE))
        return !done;
    if (how & TRIM_LIST && is_holder(trim, data))
        return !done;
    *child = leaf_of(trim, *child);
    return true;
}

static void trim_children(Trim *trim, SubtreeHeapData *data, uint32_t start, unsigned how)
{
    const TSSymbol *aliases = ts_language_alias_sequence(trim->language, data->production_id);
    Subtree *children = ts_subtree_children((Subtree){.ptr = data});
    uint64_t places = data->lookahead_bytes & TRIM_PARENTS ? open_places(trim, data) : 0;
    uint32_t structural = 0, end = start;
    bool changed = false;
    trim->depth++;
    for (uint32_t i = 0; data->lookahead_bytes & TRIM_PARENTS && i < data->child_count; i++) {
        Subtree child = children[i];
        unsigned its = how;
        if (places >> (structural & 63) & 1 && !ts_subtree_extra(child))
            its |= TRIM_OPEN;
        TSSymbol symbol = shown_symbol(child, aliases, structural);
        bool shown = is_shown(child, aliases, structural);
        uint32_t from = i ? end + ts_subtree_padding(child).bytes : start;
        end = from + ts_subtree_size(child).bytes;
        structural += !ts_subtree_extra(child);
        if (!is_parent(child) || child.ptr->error_cost)
            continue;
        if (shown) {
            changed |= trim_child(trim, &children[i], symbol, from, its);
        } else if (!(child.ptr->lookahead_bytes & TRIM_DONE) && trim->depth < TRIM_DEPTH_MAX) {
            trim_children(trim, (SubtreeHeapData *)child.ptr, from, its);
            changed = true;
        }
    }
    trim->depth--;
    if (changed)
        trim_note(trim->plan, data, trim->language);
    trim_ask(trim, data, start);
    data->lookahead_bytes |= TRIM_DONE;
}

/* A node is complete, and the stack has one version; its text starts there. */
static void trim_parent(SubtreePool *pool, const TSLanguage *language, SubtreeHeapData *data,
                        uint32_t start)
{
    const FoveaTrim *plan = trim_plan;
    bool list = !data->visible && !data->named && plan->lists;
    if (!data->visible && !list)
        return;
    Trim trim = {plan, pool, language, 0};
    bool whole = plan->kinds[data->symbol] & FOVEA_TRIM_WHOLE;
    trim_children(&trim, data, start, whole ? TRIM_OPEN : list ? TRIM_LIST : 0);
}
