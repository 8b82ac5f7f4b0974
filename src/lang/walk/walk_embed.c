/* Declarations inside macro calls (Rust): `cfg_rt! { pub mod task; }`. A macro in the place of a
   declaration usually expands to its own tokens, under a condition or with something added. The
   grammar has only the tokens, so they are parsed again as a file. If the parse has no error and
   every part declares something, the walk continues in that tree, whose positions are positions of
   the file. Lines that begin with `@` are marks for the macro, not Rust, and are left out. */
#include "lang/parse.h"
#include "lang/walk/rule_table.h"
#include "lang/walk/walk_state.h"

static bool declares(const Walk *walk, const RulePaths *paths, TSNode node)
{
    static const unsigned actions =
        1u << RULE_SYMBOL | 1u << RULE_IMPORT | 1u << RULE_ATTRIBUTE | 1u << RULE_EMBED;
    if (rule_is_comment(walk->table, node_kind(node)))
        return true;
    if (!node_is_null(tree_rule_follow(walk->table, paths->tail, NULL, node, NULL)))
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

/* The range between the brackets, which are one byte each. */
static TSRange inside_of(TSNode tokens)
{
    TSPoint end = ts_node_end_point(tokens);
    return (TSRange){.start_point = {node_row(tokens), node_column(tokens) + 1},
                     .end_point = {end.row, end.column - 1},
                     .start_byte = node_start(tokens) + 1,
                     .end_byte = node_end(tokens) - 1};
}

/* A place in the text; columns are bytes. */
typedef struct Cursor {
    uint32_t at;
    TSPoint point;
} Cursor;

static void move_on(Cursor *cursor, Str text)
{
    bool feed = text.ptr[cursor->at++] == '\n';
    cursor->point.row += feed;
    cursor->point.column = feed ? 0 : cursor->point.column + 1;
}

/* Splits the range at lines that begin with `@` and leaves those out; not if there are more than
   EMBED_MARKS_MAX. Returns the number of parts. */
static uint32_t without_marks(Str text, TSRange whole, TSRange parts[EMBED_MARKS_MAX + 1])
{
    uint32_t count = 0;
    bool blank = true; /* the line has only white space so far */
    Cursor cursor = {whole.start_byte, whole.start_point};
    parts[0] = whole;
    while (cursor.at < whole.end_byte) {
        char c = text.ptr[cursor.at];
        if (c == '@' && blank && count == EMBED_MARKS_MAX) {
            parts[0] = whole;
            return 1;
        }
        if (c == '@' && blank) {
            parts[count].end_byte = cursor.at;
            parts[count++].end_point = cursor.point;
            while (cursor.at < whole.end_byte && text.ptr[cursor.at] != '\n')
                move_on(&cursor, text);
            parts[count] = whole;
            parts[count].start_byte = cursor.at;
            parts[count].start_point = cursor.point;
            continue;
        }
        blank = c == '\n' || (blank && byte_is_space(c));
        move_on(&cursor, text);
    }
    return count + 1;
}

void walk_embed(Walk *walk, const RulePaths *paths)
{
    Place place = {walk->levels, walk->level, walk->text};
    TSNode node = walk->levels[walk->level].node;
    TSNode tokens = tree_rule_follow(walk->table, paths->body, &place, node, NULL);
    if (node_is_null(tokens) || node_child_count(tokens) < 3)
        return;
    TSRange inside = inside_of(tokens);
    uint32_t len = inside.end_byte - inside.start_byte;
    if (len > walk->embed_left)
        return;
    walk->embed_left -= len;
    TSRange parts[EMBED_MARKS_MAX + 1];
    uint32_t count = without_marks(walk->text, inside, parts);
    TSTree *tree = parse_part(walk->language->grammar(), parts, count);
    if (!tree)
        return;
    if (all_declare(walk, paths, ts_tree_root_node(tree)))
        walk->embedded = ts_tree_root_node(tree);
    else
        ts_tree_delete(tree);
}
