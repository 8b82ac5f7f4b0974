/* Tests of a variable's type: `x is Car`, `x instanceof Car`. A NARROW row names the variable and
   the type. What the test decides follows from the nodes around it: the operands after `&&`, the
   branch of an `if`, the rest of the block when the other branch leaves it. There the variable is
   bound to the type, and at the end the earlier binding returns. Both bindings wait in Walk.narrows
   until the walk reaches their place. */
#include "lang/walk/expression.h"
#include "lang/walk/walk_state.h"

/* Places that wait at one time; a narrowing beyond them is left out. */
#define NARROWS_MAX 64
/* Statements that are opened to find out whether the last one leaves the block. */
#define LAST_STATEMENTS_MAX 4
/* Words that leave a block. */
static const char *const leaving[] = {"return", "throw",   "break", "continue", "raise",
                                      "exit",   "rethrow", "die",   NULL};

typedef struct Narrow {
    Walk *walk;
    Reference bind;
} Narrow;

/* Whether a binding that waits comes before another: at one offset, an end before a beginning. */
static bool comes_before(const Reference *waits, const Reference *bind)
{
    bool begins = !(waits->flags & REFERENCE_WIDENS), ends = bind->flags & REFERENCE_WIDENS;
    return waits->start < bind->start || (waits->start == bind->start && !(begins && ends));
}

static void insert(Walk *walk, Reference bind)
{
    size_t at = walk->narrows.len;
    VEC_PUSH(walk->arena, &walk->narrows);
    for (; at && comes_before(&walk->narrows.ptr[at - 1], &bind); at--)
        walk->narrows.ptr[at] = walk->narrows.ptr[at - 1];
    walk->narrows.ptr[at] = bind;
}

static void add_region(Narrow *narrow, uint32_t start, uint32_t end)
{
    Walk *walk = narrow->walk;
    if (start >= end || walk->narrows.len + 2 > NARROWS_MAX)
        return;
    Reference begins = narrow->bind, ends = narrow->bind;
    begins.start = start;
    begins.flags = REFERENCE_NARROWS;
    ends.start = end;
    ends.flags = REFERENCE_WIDENS;
    ends.receiver = (Str){0};
    insert(walk, begins);
    insert(walk, ends);
}

void walk_narrow_reach(Walk *walk, uint32_t offset)
{
    ReferenceVec *references = &walk->outline->references;
    while (walk->narrows.len) {
        Reference next = walk->narrows.ptr[walk->narrows.len - 1];
        if (next.start > offset)
            return;
        walk->narrows.len--;
        if (references->len < REFERENCES_MAX)
            *VEC_PUSH(walk->arena, references) = next;
    }
}

static TSNode last_child(TSNode node)
{
    uint32_t count = node_named_child_count(node);
    return count ? node_named_child(node, count - 1) : (TSNode){0};
}

/* Whether the branch ends with a statement that leaves the block around it. */
static bool leaves(const Walk *walk, TSNode branch)
{
    for (int i = 0; i < LAST_STATEMENTS_MAX && !node_is_null(branch); i++) {
        if (lang_lists(leaving, str_first_word(walk_text(walk, branch))) &&
            (!i || node_child_count(branch)))
            return true;
        if (lang_lists(leaving, str_first_word(walk_text(walk, branch))))
            return true;
        branch = last_child(branch);
    }
    return false;
}

/* From the end of the node at the level to the end of the block that it is a statement of. */
static void add_rest(Narrow *narrow, size_t level)
{
    const Level *levels = narrow->walk->levels;
    uint32_t end = node_end(levels[level].node);
    while (level--) {
        TSNode last = last_child(levels[level].node);
        if (node_start(last) < end)
            continue;
        add_region(narrow, end, node_end(levels[level].node));
        return;
    }
}

/* The parts of an `if` or a conditional expression after its condition. */
typedef struct Branches {
    TSNode first, second;
    uint32_t other; /* where the alternative begins, or 0 */
} Branches;

static Branches branches_after(const Walk *walk, TSNode parent, TSNode condition)
{
    Branches found = {0};
    bool asked = false;
    NodeChildren children;
    TSNode child;
    node_children_open(&children, parent);
    while (node_children_next(&children, &child)) {
        if (node_start(child) < node_end(condition) || node_is_extra(child))
            continue;
        Str text = walk_text(walk, child);
        bool named = node_is_named(child);
        bool otherwise = str_starts(text, STR("el")) &&
                         lang_lists(LIST("else", "elif", "elseif", "elsif"), str_first_word(text));
        if (!found.other && (otherwise || (asked && str_equal(text, STR(":")))))
            found.other = node_start(child);
        asked = asked || str_equal(text, STR("?"));
        if (named && !found.other && node_is_null(found.first))
            found.first = child;
        else if (named && found.other && node_is_null(found.second))
            found.second = child;
    }
    return found;
}

static void add_branches(Narrow *narrow, size_t level, TSNode condition, bool opposite)
{
    Walk *walk = narrow->walk;
    TSNode parent = walk->levels[level].node;
    bool loops = walk->levels[level].flow.role == FLOW_LOOP;
    Branches found = branches_after(walk, parent, condition);
    uint32_t end = node_end(parent), middle = found.other ? found.other : end;
    if (!opposite)
        add_region(narrow, node_end(condition), middle);
    else if (found.other)
        add_region(narrow, middle, end);
    TSNode other = opposite ? found.first : found.second;
    if (!loops && !node_is_null(other) && leaves(walk, other))
        add_rest(narrow, level);
}

static bool is_condition(const Level *parent, TSNode child)
{
    if (parent->flow.outside_id)
        return parent->flow.outside_id == child.id;
    TSNode first = node_named_child(parent->node, 0);
    return first.id == child.id;
}

static bool decides(FlowRole role)
{
    return role == FLOW_IF || role == FLOW_BRANCH || role == FLOW_LOOP || role == FLOW_ELSE_IF;
}

/* Follows the test outwards, as long as the node around it decides by it. */
static void climb(Narrow *narrow, size_t level, bool opposite)
{
    Walk *walk = narrow->walk;
    for (; level; level--) {
        TSNode child = walk->levels[level].node;
        const Level *parent = &walk->levels[level - 1];
        Str text = walk_text(walk, parent->node);
        if (parent->flow.operation) {
            if ((parent->flow.operation == FLOW_AND) == opposite)
                return;
            add_region(narrow, node_end(child), node_end(parent->node));
        } else if (decides((FlowRole)parent->flow.role)) {
            if (is_condition(parent, child))
                add_branches(narrow, level - 1, child, opposite);
            return;
        } else if (!opposite && lang_lists(walk->language->asserts, str_first_word(text))) {
            add_rest(narrow, level - 1);
            return;
        } else if (node_named_child_count(parent->node) != 1 || str_starts(text, STR("{")) ||
                   parent->flow.role) {
            if (parent->flow.role != FLOW_GROUP)
                return;
        } else if (str_starts(text, STR("!")) || str_equal(str_first_word(text), STR("not"))) {
            opposite = !opposite;
        }
    }
}

static Str without_quotes(Str text)
{
    bool quoted = text.len > 1 && byte_in(text.ptr[0], "'\"`");
    return quoted ? str_slice(text, 1, text.len - 1) : text;
}

Str walk_member_test(const Naming *naming, TSNode node)
{
    const Walk *walk = naming->walk;
    const Rule *rule = naming->rule;
    TSNode member =
        tree_rule_follow(walk->table, naming->paths->detail, &naming->place, node, NULL);
    TSNode from = tree_rule_follow(walk->table, naming->paths->from, &naming->place, node, NULL);
    if (node_is_null(member))
        return (Str){0};
    if (rule->label) // a call of a function that tests
        return str_join(walk->arena,
                        expression_text(walk->arena, walk->language, walk_text(walk, member)),
                        str_from(rule->label));
    Str value = node_is_null(from) ? (Str){0} : without_quotes(walk_text(walk, from));
    const Str parts[] = {STR("."), without_quotes(walk_text(walk, member)),
                         node_is_null(from) ? (Str){0} : STR("="), value,
                         str_from(rule->suffix ? rule->suffix : "")};
    return str_join_all(walk->arena, parts, COUNT(parts));
}

void walk_narrow(Naming *naming)
{
    Walk *walk = naming->walk;
    const Place *place = &naming->place;
    TSNode node = place->levels[place->level].node;
    bool value = false;
    TSNode name = tree_rule_follow(walk->table, naming->paths->name, place, node, NULL);
    Str type =
        naming->rule->detail ? walk_member_test(naming, node) : walk_type(naming, node, &value);
    if (node_is_null(name) || !type.len || value)
        return;
    Str text = walk_text(walk, name);
    if (str_first_word(str_from_offset(text, str_starts(text, STR("$")))).len +
            str_starts(text, STR("$")) !=
        text.len)
        return;
    Narrow narrow = {.walk = walk,
                     .bind = {.kind = REFERENCE_BIND,
                              .name = text,
                              .receiver = type,
                              .line = node_row(name) + 1,
                              .symbol = walk_enclosing_symbol(walk)}};
    TSNode within = tree_rule_follow(walk->table, naming->paths->range, place, node, NULL);
    if (naming->rule->lasts)
        add_rest(&narrow, place->level);
    else if (!naming->rule->range)
        climb(&narrow, place->level, naming->rule->opposite);
    else if (!node_is_null(within))
        add_region(&narrow, node_end(node), node_end(within));
}
