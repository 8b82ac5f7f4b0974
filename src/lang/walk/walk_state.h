/* What the walk knows at each node; shared by walk.c (moving), walk_symbol.c (declarations),
   walk_embed.c (declarations among a macro's tokens), walk_import.c (imports), walk_reference.c
   (references) and walk_flow.c (control flow). */
#pragma once

#include "lang/recover.h"
#include "lang/walk/locals.h"
#include "lang/walk/node.h"
#include "lang/walk/rule.h"
#include "lang/walk/walk.h"

/* Room for the longest Language.blocks. */
#define BLOCK_KINDS_MAX 4

/* The nesting from which a symbol's own counts. */
typedef struct FlowBase {
    uint32_t nesting;
    bool settled; /* its function was met, or something was counted */
    bool clauses; /* it has several */
} FlowBase;

typedef struct Walk {
    Arena *arena;
    Str text;
    const Language *language;
    const RuleTable *table;
    const OutlineOptions *options;
    bool trimmed;
    Outline *outline;
    Level *levels;
    size_t level;
    NodeFrame *frames; /* of the levels above and the hidden nodes between */
    size_t frame_count;
    uint32_t open[SYMBOL_DEPTH_MAX]; /* indices of the symbols around the node */
    FlowBase bases[SYMBOL_DEPTH_MAX];
    size_t open_count;
    uint8_t *scopes; /* RuleIn of each scope around the node, named or not */
    size_t scope_count;
    TSSymbol blocks[BLOCK_KINDS_MAX]; /* Language.blocks; 0 behind the last */
    BlockVec spans;                   /* with those: of each symbol */
    uint32_t last_cut_line;
    bool package_open; /* Scala: the last package clause has no body: what follows is in it */
    LostSpanVec lost;
    TSNode embedded;     /* what has the visited node's children instead of it; or null */
    uint64_t embed_left; /* bytes that may still be read a second time */
} Walk;

static inline Str walk_text(const Walk *walk, TSNode node)
{
    return str_slice(walk->text, node_start(node), node_end(node));
}

size_t walk_newlines(Str text, uint32_t from, uint32_t to);
RuleIn walk_scope(const Walk *walk);
void walk_scope_open(Walk *walk, RuleIn in);

/* Makes the symbols that a rule declares at the visited node; false when it made none. */
bool walk_symbol(Walk *walk, const Rule *rule, const RulePaths *paths);
/* Reads the tokens of the visited node again as declarations, if that is what they are: they become
   its children. */
void walk_embed(Walk *walk, const RulePaths *paths);
/* The section that is open among the children of `parent`: reaches to `end` at least, and ends. */
void walk_section_extend(Walk *walk, const Level *parent, uint32_t end);
void walk_section_close(Walk *walk, Level *parent, uint32_t end);
/* Control flow: at every node before its rules, and for its FLOW rule. */
void walk_flow_enter(Walk *walk);
void walk_flow(Walk *walk, const Rule *rule, const RulePaths *paths);
/* At a further clause of the symbol that was opened last. */
void walk_clause(Walk *walk);
/* An error is dropped at the visited node. */
void walk_unguarded(Walk *walk);
/* Adds an import, a reference, or the package. */
void walk_name(Walk *walk, const Rule *rule, const RulePaths *paths);

/* A rule at work on the visited node. */
typedef struct Naming {
    Walk *walk;
    const Rule *rule;
    const RulePaths *paths;
    Place place;
} Naming;

void walk_reference(Naming *naming);
/* The type that the rule's `type` path leads to from the visited node, or `from` from `node`;
 *value as in type_of_expression. */
Str walk_type(const Naming *naming, TSNode node, bool *value);
/* Of a parameter without a type, of a function that is an argument: `other<0.1>` says whose
   argument, which, and which parameter of it; empty when it is none. */
Str walk_callback(const Naming *naming, TSNode node);
