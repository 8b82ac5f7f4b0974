/* Rules made ready: node kinds and paths resolved against the grammar once per process.

   A path leads from a node to another. Alternatives are tried in turn: `name|declarator/name`.
   Steps are joined by `/`:
       field         the child in that field
       :kind,kind    the first child of one of these kinds (tokens too: `:static`)
       @kind,kind    stay, if the node is of one of these kinds
       #0 #-1        the n-th named child, from the end when negative
       **:kind       the first descendant of one of these kinds
       ^             the parent   (only at a path's start, may repeat)
       <             the previous named sibling (at the start, or after ^)
       >             the next named sibling
       {a|b}*        follow a or b again and again, as far as they lead (may be no step at all)
   A condition is terms joined by spaces, all of which must hold:
       path          leads somewhere            !path     leads nowhere
       path=a,b      leads to a node whose text is one of these  (!path=a,b: to none, or another)
       path~a,b      leads to a node whose text starts with one of these */
#pragma once

#include "lang/registry.h"

#define RULE_NONE 0xFFFF

typedef struct PathSlice {
    uint32_t first, count; /* alternatives */
} PathSlice;

typedef struct RulePaths { /* the compiled twin of one Rule */
    PathSlice each, name, owner, body, range, doc, detail, receiver, arguments, spread, type, from,
        tail, outside;
    uint32_t when_first, when_count;
    uint16_t next; /* another rule for the same node kind, or RULE_NONE */
    uint16_t rule; /* index into language->rules */
} RulePaths;

typedef struct RuleTable RuleTable;

/* What the walk knows of control flow at a node. */
typedef struct FlowLevel {
    uint32_t nesting;
    bool nests;      /* its children are one level deeper … */
    bool after_else; /* an `if` among them goes on with what is before `else` */
    FlowOperator operation, last;
    uint32_t sequence;      /* level + 1 of the logical expression it belongs to, 0: none */
    const void *outside_id; /* … but this one */
    const void *operator_id;
} FlowLevel;

/* The node being visited and its ancestors, as the walk keeps them. */
typedef struct Level {
    TSNode node;
    TSNode previous;     /* previous named sibling, null when none */
    uint32_t lead;       /* where the comments directly before begin, else the node's start */
    uint32_t attributes; /* where the attributes directly before begin, else the node's start */
    uint32_t closes;     /* symbols that end with this node */
    uint32_t scopes;     /* scopes that end with this node */
    uint32_t tail;       /* end of what is below, comments at its end left out; 0: as the node's */
    /* about the children seen so far: */
    TSNode last_named;
    uint32_t last_end;       /* of the last one that is not a comment */
    uint32_t run, run_end;   /* pending comments; empty when equal */
    uint32_t section;        /* index + 1 of the open section, 0 when none */
    PathSlice section_tail;  /* siblings that belong to it; none: all up to the next section */
    uint32_t run_attributes; /* start + 1 of the pending attributes, 0 when none */
    FlowLevel flow;          /* with references only */
} Level;

typedef struct Place {
    const Level *levels;
    size_t level;
    Str text;
} Place;

/* NULL when the language has no grammar. Kept for the life of the process; thread-safe. */
const RuleTable *rule_table(const Language *language);

/* The node that a path leads to; a null node when nowhere. *level, when not NULL, gets the level of
   the result if it is the node itself or an ancestor, else SIZE_MAX. */
TSNode rule_follow_path(const RuleTable *table, PathSlice path, const Place *place, TSNode from,
                        size_t *level);
static inline TSNode rule_follow(const RuleTable *table, PathSlice path, const Place *place,
                                 TSNode from, size_t *level)
{
    if (path.count)
        return rule_follow_path(table, path, place, from, level);
    if (level)
        *level = SIZE_MAX;
    return (TSNode){0};
}
/* Where the path of a condition has led; zeroed before the first rule that is asked about a node.
 */
typedef struct Found {
    uint32_t path; /* + 1 */
    TSNode node;
} Found;

bool rule_holds(const RuleTable *table, const RulePaths *rule, const Place *place, Found *last);
/* The same by the conditions alone that do not lead out of the node. */
bool rule_may_hold(const RuleTable *table, const RulePaths *rule, const Place *place, Found *last);
/* Calls visit for every child that the path's last step selects. */
typedef void (*RuleVisit)(void *context, TSNode child);
void rule_each(const RuleTable *table, PathSlice path, const Place *place, RuleVisit visit,
               void *context);

/* What is wrong with a language's rules (unknown node kind, field, bad syntax), one line each;
   empty when all is well. For the unit test. */
Str rule_problems(Arena *arena, const Language *language);
