/* Compiled rules: tree queries. Node kinds and paths of a language's rules are resolved against the
   grammar once per process.

   A path leads from one node to another. Alternatives are tried in turn: `name|declarator/name`.
   Steps are joined by `/`:
       field         the child in that field
       :kind,kind    the first child of one of these kinds (tokens too: `:static`)
       @kind,kind    the node itself, if it is of one of these kinds
       #0 #-1        the n-th named child, from the end if negative
       **:kind       the first descendant of one of these kinds
       ^             the parent   (only at a path's start, may repeat)
       ^:kind,kind   the nearest ancestor of one of these kinds   (only at a path's start)
       <             the previous named sibling (at the start, or after ^)
       >             the next named sibling
       {a|b}*        a or b, repeated as often as they lead anywhere (possibly not at all)
   A condition is a list of terms, joined by spaces, all of which must hold:
       path          leads somewhere            !path     leads nowhere
       path=a,b      leads to a node whose text is one of these; !path=a,b negates it
       path~a,b      leads to a node whose text starts with one of these */
#pragma once

#include "lang/registry.h"

#define RULE_NONE 0xFFFF

typedef struct PathSlice {
    uint32_t first, count; /* alternatives */
} PathSlice;

typedef struct RulePaths { /* a compiled Rule */
    PathSlice each, name, owner, body, range, doc, detail, receiver, arguments, count, spread, type,
        from, tail, outside;
    uint32_t when_first, when_count;
    uint16_t next; /* another rule for the same node kind, or RULE_NONE */
    uint16_t rule; /* index into language->rules */
} RulePaths;

typedef struct RuleTable RuleTable;

/* Control flow at a node of the walk. */
typedef struct FlowLevel {
    uint32_t nesting;
    uint8_t role;    /* FlowRole */
    bool nests;      /* its children are one level deeper, except outside_id */
    bool after_else; /* an `if` among its children continues an `else` */
    FlowOperator operation, last;
    uint32_t sequence;      /* level + 1 of the logical expression it belongs to, 0: none */
    const void *outside_id; /* child that is not nested: a condition */
    const void *operator_id;
} FlowLevel;

/* The node being visited and its ancestors, as the walk keeps them. */
typedef struct Level {
    TSNode node;
    TSNode previous;     /* previous named sibling, or null */
    uint32_t lead;       /* start of the comments directly before it, else of the node */
    uint32_t attributes; /* start of the attributes directly before it, else of the node */
    uint32_t closes;     /* number of symbols that end with this node */
    uint32_t scopes;     /* number of scopes that end with this node */
    bool ends;           /* what is bound for it alone ends with it */
    bool unnamed;        /* one of its scopes has no symbol */
    uint32_t first_from; /* start and end of its part that runs before the rest, or 0 */
    uint32_t first_to;
    uint32_t tail; /* end of its last descendant that is not a comment; 0: the node's end */
    /* state over the children visited so far: */
    TSNode last_named;
    uint32_t last_end;       /* end of the last child that is not a comment */
    uint32_t run, run_end;   /* comments before the next child; empty when equal */
    uint32_t section;        /* index + 1 of the open section, 0 when none */
    PathSlice section_tail;  /* siblings that belong to it; empty: all up to the next section */
    uint32_t run_attributes; /* start + 1 of the attributes before the next child, 0 when none */
    FlowLevel flow;          /* only when references are collected */
} Level;

/* A place in the walk: its stack of ancestors, the index of the visited node, the text. */

typedef struct Place {
    const Level *levels;
    size_t level;
    Str text;
} Place;

/* The compiled rules of a language; NULL if it has no grammar. Compiled on first use and never
   freed. Thread-safe. */
const RuleTable *tree_rule_table(const Language *language);

/* The node that a path leads to from `from`; a null node if it leads nowhere. If `level` is not
   NULL, *level becomes the level of the result, if that is the visited node or an ancestor of it,
   else SIZE_MAX. `place` may be NULL for paths that do not climb. */
TSNode tree_rule_follow_path(const RuleTable *table, PathSlice path, const Place *place,
                             TSNode from, size_t *level);
static inline TSNode tree_rule_follow(const RuleTable *table, PathSlice path, const Place *place,
                                      TSNode from, size_t *level)
{
    if (path.count)
        return tree_rule_follow_path(table, path, place, from, level);
    if (level)
        *level = SIZE_MAX;
    return (TSNode){0};
}
/* Cache of the last path of a condition: rules in a row often share it. Zero it for each node. */
typedef struct Found {
    uint32_t path; /* + 1 */
    TSNode node;
} Found;

/* Whether the rule's condition holds at the visited node. */
bool tree_rule_holds(const RuleTable *table, const RulePaths *rule, const Place *place,
                     Found *last);
/* The same, except that terms whose path leads out of the node are taken to hold. */
bool tree_rule_may_hold(const RuleTable *table, const RulePaths *rule, const Place *place,
                        Found *last);
/* Calls visit for every child that the path's last step selects. */
typedef void (*RuleVisit)(void *context, TSNode child);
void tree_rule_each(const RuleTable *table, PathSlice path, const Place *place, RuleVisit visit,
                    void *context);

/* Errors in a language's rules (unknown node kind or field, bad syntax), one per line; empty if
   the rules are valid. For the unit test. */
Str tree_rule_problems(Arena *arena, const Language *language);
