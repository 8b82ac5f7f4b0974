/* The tree walk: an iterative depth-first traversal. It keeps its own stack of ancestors (a Level
   each), because the tree finds a parent only in time proportional to the depth. Comments and
   attributes before a declaration are kept at the parent's level until the declaration is reached.
   A symbol stays open until its node is left; symbols found meanwhile become its children. */
#include "lang/walk/locals.h"
#include "lang/walk/rule_table.h"
#include "lang/walk/rule_trim.h"
#include "lang/walk/walk_state.h"

#define REFERENCE_ACTIONS \
    (1u << RULE_CALL | 1u << RULE_TYPE | 1u << RULE_BASE | 1u << RULE_USE | 1u << RULE_BIND | \
     1u << RULE_WRITE | 1u << RULE_NARROW | 1u << RULE_UNGUARDED | 1u << RULE_FLOW)

/* Notes where the part of a scope begins that runs first: the `for` of a comprehension. */
static void note_first(Walk *walk, const RulePaths *paths)
{
    Place place = {walk->levels, walk->level, walk->text};
    Level *level = &walk->levels[walk->level];
    TSNode first = tree_rule_follow(walk->table, paths->from, &place, level->node, NULL);
    TSNode rest = tree_rule_follow(walk->table, paths->body, &place, level->node, NULL);
    level->first_from = node_is_null(first) ? 0 : node_start(first);
    level->first_to = node_is_null(rest) ? node_end(level->node) : node_start(rest);
}

/* Applies the rules of the visited node; returns whether to visit its children. */
static bool apply_rules(Walk *walk, uint16_t index)
{
    Place place = {walk->levels, walk->level, walk->text};
    bool whole = walk->options->want_references || walk->options->want_cuts;
    bool descend = true, declared = false, scoped = false;
    /* Actions that were taken or are not wanted: for each action the first rule that holds wins. */
    unsigned done = walk->options->want_references ? 0 : REFERENCE_ACTIONS;
    RuleIn in = walk_scope(walk);
    Found last = {0};
    for (; index != RULE_NONE; index = rule_paths(walk->table, index)->next) {
        const RulePaths *paths = rule_paths(walk->table, index);
        const Rule *rule = &walk->language->rules[paths->rule];
        if (done & 1u << rule->action || (rule->in && !(rule->in & in)) ||
            !tree_rule_holds(walk->table, paths, &place, &last))
            continue;
        switch (rule->action) {
        case RULE_SYMBOL:
            declared = walk_symbol(walk, rule, paths);
            if (!declared)
                continue;
            descend = descend && (!rule->prune || whole);
            break;
        case RULE_SCOPE: scoped = true, note_first(walk, paths); break;
        case RULE_SKIP: descend = descend && whole && !rule->prune; break;
        case RULE_ATTRIBUTE:
        case RULE_EITHER:
        case RULE_LIST:
        case RULE_RECORD:
        case RULE_PATTERN:
        case RULE_EXPECT: break;
        case RULE_FLOW: walk_flow(walk, rule, paths); break;
        case RULE_UNGUARDED: walk_unguarded(walk); break;
        case RULE_EMBED: walk_embed(walk, paths); break;
        default: walk_name(walk, rule, paths);
        }
        if (rule->action != RULE_BIND && rule->action != RULE_NARROW)
            done |= 1u << rule->action;
    }
    if (scoped && !declared)
        walk_scope_open(walk, IN_FUNCTION);
    walk->levels[walk->level].unnamed = scoped && !declared;
    return descend;
}

static bool is_attribute(const Walk *walk, uint16_t index)
{
    for (; index != RULE_NONE; index = rule_paths(walk->table, index)->next)
        if (walk->language->rules[rule_paths(walk->table, index)->rule].action == RULE_ATTRIBUTE)
            return true;
    return false;
}

/* Whether the pending comments extend to the offset: no blank line is between them. */
static bool run_reaches(const Walk *walk, const Level *parent, uint32_t offset)
{
    uint32_t from = parent->run_end;
    while (from > parent->run && byte_is_space(walk->text.ptr[from - 1]))
        from--;
    return parent->run_end > parent->run && walk_newlines(walk->text, from, offset) <= 1;
}

static void visit_comment(const Walk *walk, Level *parent, TSNode node)
{
    uint32_t start = node_start(node);
    bool trailing = parent->last_end && parent->last_end <= start &&
                    !walk_newlines(walk->text, parent->last_end, start);
    if (trailing)
        return;
    if (!run_reaches(walk, parent, start))
        parent->run = start;
    parent->run_end = node_end(node);
}

/* Gives the level the comments and attributes that are pending at the parent. An attribute is
   itself added to those. */
static void take_pending(Walk *walk, Level *level, Level *parent, bool attribute)
{
    uint32_t start = node_start(level->node);
    bool first = walk->language->comments_precede_bodies && node_is_null(parent->last_named) &&
                 !parent->closes && node_start(parent->node) == start;
    if (run_reaches(walk, parent, start))
        level->lead = parent->run;
    else if (first)
        level->lead = parent->lead;
    if (attribute) {
        if (!parent->run_attributes)
            parent->run_attributes = start + 1;
        if (level->lead == start)
            parent->run = start;
        parent->run_end = node_end(level->node);
        return;
    }
    if (parent->run_attributes)
        level->attributes = parent->run_attributes - 1;
    level->lead = MIN(level->lead, level->attributes);
    parent->run = parent->run_end = 0;
    parent->run_attributes = 0;
    parent->last_named = level->node;
}

static void add_cut(Walk *walk, const Level *level)
{
    uint32_t start = node_start(level->node), row = node_row(level->node);
    if (row + 1 <= walk->last_cut_line || start > walk->text.len)
        return;
    uint32_t line_start = start - MIN(node_column(level->node), start);
    for (uint32_t i = line_start; i < start; i++)
        if (!byte_is_space(walk->text.ptr[i]))
            return;
    walk->last_cut_line = row + 1;
    if (level->lead < line_start)
        return;
    CutPoint *cut = VEC_PUSH(walk->arena, &walk->outline->cuts);
    *cut = (CutPoint){.offset = line_start, .depth = (uint32_t)walk->level};
}

/* Records the text that the parser skipped: errors as a whole. If the root itself is an error, its
   tokens are recorded instead. */
static void note_lost(Walk *walk, const Level *level, const Level *parent)
{
    bool error = node_is_error(level->node);
    bool loose = node_is_error(parent->node) && !node_child_count(level->node) &&
                 !node_is_trimmed(level->node);
    if (error || loose)
        recover_note(walk->arena, &walk->lost, node_start(level->node), node_end(level->node));
}

/* Field by field, because the string instruction that clears a whole struct is slow to start. */
static void level_open(Level *level, TSNode node)
{
    const TSNode none = {0};
    level->node = node;
    level->previous = level->last_named = none;
    level->lead = level->attributes = node_start(node);
    level->closes = level->scopes = level->tail = 0;
    level->first_from = level->first_to = 0;
    level->unnamed = level->ends = false;
    level->last_end = level->run = level->run_end = 0;
    level->section = level->run_attributes = 0;
    level->section_tail = (PathSlice){0};
    level->flow = (FlowLevel){0};
}

/* Sets up the level of a node and applies its rules; returns whether to visit its children. */
static bool enter(Walk *walk, TSNode node)
{
    Level *level = &walk->levels[walk->level];
    TSSymbol kind = node_kind(node);
    level_open(level, node);
    Level *parent = walk->level ? level - 1 : NULL;
    if (parent && rule_is_comment(walk->table, kind)) {
        visit_comment(walk, parent, node);
        if (walk->options->want_cuts)
            add_cut(walk, level);
        return false;
    }
    if (parent && walk->outline->degraded)
        note_lost(walk, level, parent);
    uint16_t first = rule_first(walk->table, kind);
    bool named = node_is_named(node);
    if (parent && named && parent->section && parent->section_tail.count) {
        Place place = {walk->levels, walk->level, walk->text};
        TSNode tail = tree_rule_follow(walk->table, parent->section_tail, &place, node, NULL);
        if (node_is_null(tail))
            walk_section_close(walk, parent, 0);
        else
            walk_section_extend(walk, parent, node_end(node));
    }
    if (parent && named) {
        level->previous = parent->last_named;
        take_pending(walk, level, parent, first != RULE_NONE && is_attribute(walk, first));
    }
    if (walk->options->want_cuts && named)
        add_cut(walk, level);
    if (walk->narrows.len)
        walk_narrow_reach(walk, node_start(node));
    if (walk->options->want_references)
        walk_flow_enter(walk);
    bool descend = !node_is_trimmed(node) && (first == RULE_NONE || apply_rules(walk, first));
    if (parent)
        parent->last_end = node_end(node);
    return descend;
}

/* Closes a symbol. If blocks end by indentation, comments after the last statement are cut off. */
static void close_symbol(const Walk *walk, Symbol *symbol, const Level *level)
{
    symbol->next = (uint32_t)walk->outline->symbols.len;
    bool inside = level->tail > symbol->body && symbol->end <= node_end(level->node);
    if (!inside || level->tail >= symbol->end)
        return;
    symbol->end_line -= (uint32_t)walk_newlines(walk->text, level->tail, symbol->end);
    symbol->end = level->tail;
}

/* Whether the node is a block within a function, to whose end its variables hold. */
static bool ends_block(const Walk *walk)
{
    const Level *level = &walk->levels[walk->level];
    return walk->level > 1 && walk->open_count && !level[-1].closes && !level[-1].unnamed &&
           walk_is_block(walk, level->node);
}

/* Where what the block binds begins: in the head of its statement, or in the block itself. */
static uint32_t block_start(const Walk *walk)
{
    const Level *level = &walk->levels[walk->level];
    TSSymbol kind = walk->level ? node_kind(level[-1].node) : 0;
    for (size_t i = 0; kind && i < BLOCK_KINDS_MAX && walk->heads[i]; i++)
        if (kind == walk->heads[i])
            return node_start(level[-1].node);
    return node_start(level->node);
}

static void leave(Walk *walk)
{
    Level *level = &walk->levels[walk->level];
    if (level->section)
        walk_section_close(walk, level, level->section_tail.count ? 0 : level->last_end);
    walk->scope_count -= level->scopes;
    if (walk->options->want_references && (level->unnamed || level->ends || ends_block(walk)))
        walk_scope_end(walk, level, block_start(walk));
    for (uint32_t i = 0; i < level->closes; i++) {
        uint32_t symbol = walk->open[--walk->open_count];
        close_symbol(walk, &walk->outline->symbols.ptr[symbol], level);
    }
    if (walk->level && !rule_is_comment(walk->table, node_kind(level->node))) {
        uint32_t tail = level->tail ? level->tail : node_end(level->node);
        walk->levels[walk->level - 1].tail = tail;
    }
}

static bool push_frame(Walk *walk, TSNode node, bool hidden)
{
    if (walk->frame_count >= WALK_FRAMES_MAX) {
        walk->outline->degraded = true;
        return false;
    }
    NodeFrame *frame = &walk->frames[walk->frame_count++];
    node_frame_open(frame, node);
    frame->hidden = hidden;
    return true;
}

static bool descend_to_children(Walk *walk)
{
    if (walk->level + 1 >= TREE_DEPTH_MAX) {
        walk->outline->degraded = true;
        return false;
    }
    bool embeds = !node_is_null(walk->embedded);
    TSNode node = embeds ? walk->embedded : walk->levels[walk->level].node;
    walk->embedded = (TSNode){0};
    if (!node_child_count(node) || !push_frame(walk, node, false))
        return false;
    walk->level++;
    return true;
}

/* The next node at this level. After the last one, goes up to the parent's level; returns false. */
static bool next_sibling(Walk *walk, const TSTree *tree, TSNode *node)
{
    while (true) {
        NodeFrame *frame = &walk->frames[walk->frame_count - 1];
        if (frame->index == frame->count) {
            walk->frame_count--;
            if (frame->hidden)
                continue;
            walk->level--;
            return false;
        }
        bool visible;
        *node = node_frame_take(frame, tree, &visible);
        if (visible)
            return true;
        if (node_child_count(*node))
            push_frame(walk, *node, true);
    }
}

/* Whether the next named child needs a full visit: for comments, attributes, a section or cuts. */
static bool is_awaited(const Walk *walk, const Level *parent)
{
    return parent->run_end > parent->run || parent->run_attributes ||
           (parent->section && parent->section_tail.count) || walk->options->want_cuts;
}

/* Whether nothing below the node is wanted, and it does not end in comments. */
static bool is_plain(const Walk *walk, TSNode node)
{
    if (!node_child_count(node))
        return true;
    uint32_t known = node_subtree(node).ptr->lookahead_bytes;
    return walk->trimmed && known & FOVEA_TRIM_ENDS_IN_TOKEN &&
           !(known & (FOVEA_TRIM_WANT_MASK | FOVEA_TRIM_TOP_LEVELS));
}

/* Fast path for tokens without a rule (brackets, commas, names), which most nodes are: has the same
   effect as entering and leaving them. False if the node needs a full visit. */
static bool pass_token(Walk *walk, TSNode node)
{
    if (!walk->level || walk->outline->degraded || !is_plain(walk, node))
        return false;
    Level *parent = &walk->levels[walk->level - 1];
    TSSymbol kind = node_kind(node);
    bool named = node_is_named(node);
    if (rule_first(walk->table, kind) != RULE_NONE || rule_is_comment(walk->table, kind) ||
        parent->flow.operation || (named && is_awaited(walk, parent)))
        return false;
    if (named)
        parent->last_named = node;
    parent->last_end = parent->tail = node_end(node);
    return true;
}

static void visit_all(Walk *walk, TSNode root)
{
    TSNode node = root;
    while (true) {
        if (!pass_token(walk, node) && (!enter(walk, node) || !descend_to_children(walk)))
            leave(walk);
        if (!walk->level)
            return;
        while (!next_sibling(walk, root.tree, &node)) {
            leave(walk);
            if (!walk->level)
                return;
        }
    }
}

static void find_kinds(const Walk *walk, const char *const *names, TSSymbol *kinds)
{
    for (size_t i = 0; names && names[i] && i < BLOCK_KINDS_MAX && walk->options->want_references;
         i++)
        kinds[i] = ts_language_symbol_for_name(walk->language->grammar(), names[i],
                                               (uint32_t)strlen(names[i]), true);
}

void tree_walk(Arena *arena, Arena scratch, const WalkSource *source, Outline *outline,
               LostSpanVec *lost)
{
    Str text = source->text;
    const OutlineOptions *options = source->options;

    Walk *walk = NEW(&scratch, Walk, 1);
    walk->arena = arena;
    walk->text = text;
    walk->language = outline->language;
    walk->table = tree_rule_table(outline->language);
    walk->options = options;
    walk->trimmed = source->trimmed;
    walk->outline = outline;
    walk->embed_left = (uint64_t)text.len * EMBED_TIMES_MAX;
    walk->levels =
        arena_grow(&scratch, NULL, 0, (TREE_DEPTH_MAX + 1) * sizeof(Level), _Alignof(Level));
    walk->frames =
        arena_grow(&scratch, NULL, 0, WALK_FRAMES_MAX * sizeof *walk->frames, _Alignof(NodeFrame));
    walk->scopes = (uint8_t *)arena_bytes(&scratch, TREE_DEPTH_MAX + 1);
    find_kinds(walk, walk->language->blocks, walk->blocks);
    find_kinds(walk, walk->language->block_heads, walk->heads);
    TSNode root = ts_tree_root_node(source->tree);
    outline->degraded = ts_node_has_error(root);
    visit_all(walk, root);
    walk_narrow_reach(walk, (uint32_t)text.len);
    if (options->want_references)
        locals_collect_writes(arena, scratch, outline);
    locals_resolve_references(arena, scratch, outline, options->want_bindings);
    if (walk->blocks[0])
        locals_resolve_blocks(scratch, &walk->spans, outline);
    if (node_is_error(root))
        recover_outside(arena, text, outline, &walk->lost);
    *lost = walk->lost;
}
