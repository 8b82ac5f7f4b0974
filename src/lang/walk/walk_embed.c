/* A macro in the place of a declaration as a rule gives out what it was given, under a condition or
   with something added: `cfg_rt! { pub mod task; }`. The grammar has only its tokens. They are
   parsed once more as a file of their own; when every part of that declares something and there is
   no error, the walk goes on in that tree, whose positions are those of the file. */
#include "lang/parse.h"
#include "lang/walk/rule_table.h"
#include "lang/walk/walk_state.h"

static bool declares(const Walk *walk, const RulePaths *paths, TSNode node)
{
    static const unsigned actions =
        1u << RULE_SYMBOL | 1u << RULE_IMPORT | 1u << RULE_ATTRIBUTE | 1u << RULE_EMBED;
    if (rule_is_comment(walk->table, node_kind(node)))
        return true;
    if (!node_is_null(rule_follow(walk->table, paths->tail, NULL, node, NULL)))
        return true;
    uint16_t index = rule_first(walk->table, node_kind(node));
    for (; index != RULE_NONE; index = rule_paths(walk->table, index)->next)
        if (actions & 1u << walk->language->rules[rule_paths(walk->table, index)->rule].action)
            return true;
    return false;
}

static bool all_declare(const Walk *walk, const RulePaths *paths, TSNode root)
{
    NodeChildren children;
    TSNode child;
    node_children_open(&children, root);
    while (node_children_next(&children, &child))
        if (!declares(walk, paths, child))
            return false;
    return true;
}

/* What stands between the brackets, which are a byte each. */
static TSRange inside_of(TSNode tokens)
{
    TSPoint end = ts_node_end_point(tokens);
    return (TSRange){.start_point = {node_row(tokens), node_column(tokens) + 1},
                     .end_point = {end.row, end.column - 1},
                     .start_byte = node_start(tokens) + 1,
                     .end_byte = node_end(tokens) - 1};
}

void walk_embed(Walk *walk, const RulePaths *paths)
{
    Place place = {walk->levels, walk->level, walk->text};
    TSNode node = walk->levels[walk->level].node;
    TSNode tokens = rule_follow(walk->table, paths->body, &place, node, NULL);
    if (node_is_null(tokens) || node_child_count(tokens) < 3)
        return;
    TSRange inside = inside_of(tokens);
    uint32_t len = inside.end_byte - inside.start_byte;
    if (len > walk->embed_left)
        return;
    walk->embed_left -= len;
    TSTree *tree = parse_part(walk->language->grammar(), &inside);
    if (!tree || !all_declare(walk, paths, ts_tree_root_node(tree)))
        return;
    walk->embedded = ts_tree_root_node(tree);
}
