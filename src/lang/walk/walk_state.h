/* Internal state of the walk, shared by tree_walk.c (traversal) and the files of its parts.
   Declarations: walk_symbol.c, walk_embed.c (among a macro's tokens), walk_import.c. References:
   walk_reference.c, walk_callback.c (parameters of callbacks), walk_narrow.c (tests of types),
   walk_pattern.c (names in patterns), walk_made.c (objects that are made). Scopes: walk_scope.c
   (unnamed ones), walk_flow.c (control flow). */
#pragma once

#include "lang/recover.h"
#include "lang/walk/locals.h"
#include "lang/walk/node.h"
#include "lang/walk/tree_rule.h"
#include "lang/walk/tree_walk.h"

/* Room for the longest Language.blocks. */
#define BLOCK_KINDS_MAX 12

/* Base of a symbol's nesting: its own nesting counts from here. */
typedef struct FlowBase {
    uint32_t nesting;
    bool settled; /* the base is final: its function was entered, or something was counted */
    bool clauses; /* the symbol has several clauses */
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
    NodeFrame *frames; /* of the ancestors and the hidden nodes between them */
    size_t frame_count;
    uint32_t open[SYMBOL_DEPTH_MAX]; /* indices of the symbols around the node */
    FlowBase bases[SYMBOL_DEPTH_MAX];
    size_t open_count;
    uint8_t *scopes; /* RuleIn of each scope around the node, named or not */
    size_t scope_count;
    TSSymbol blocks[BLOCK_KINDS_MAX]; /* Language.blocks; 0 after the last */
    TSSymbol heads[BLOCK_KINDS_MAX];  /* Language.block_heads; 0 after the last */
    BlockVec spans;                   /* innermost block of each symbol, if there are blocks */
    ReferenceVec narrows;             /* bindings that wait for their place, the first one last */
    uint32_t last_cut_line;
    bool package_open; /* Scala: the last package clause has no body; the file continues in it */
    LostSpanVec lost;
    TSNode embedded;     /* node whose children replace those of the visited node; or null */
    uint64_t embed_left; /* bytes that walk_embed may still parse */
} Walk;

static inline Str walk_text(const Walk *walk, TSNode node)
{
    return str_slice(walk->text, node_start(node), node_end(node));
}

/* Number of newlines in [from, to). */
size_t walk_newlines(Str text, uint32_t from, uint32_t to);
/* The innermost scope, and opening one that ends with the visited node. */
RuleIn walk_scope(const Walk *walk);
void walk_scope_open(Walk *walk, RuleIn in);

/* Where the operand begins that the member, index or call after the node belongs to: in Swift's
   `a + b.c()` that is `b`, though the grammar's node is `a + b`. */
uint32_t walk_operand_start(const Walk *walk, TSNode node);
/* The value of an expression: as type_of_expression, with the values of conditions and lists. */
Str walk_value(const Walk *walk, TSNode node, bool *value);
/* An element of a list that the node writes out; a null node if it does not. */
TSNode walk_value_part(const Walk *walk, TSNode node, size_t index);
/* Perl: a list whose children are keys and values by turns: `LABEL<_,V>{}`, or empty. */
Str walk_pairs(const Walk *walk, TSNode node, Str label);
/* Types in comments (walk_doc.c): of the value that `name` is declared with, by the comment or by
   the one before the statement around the visited node; of a function's parameters and result. */
Str walk_doc_value(const Walk *walk, Str comment, Str name);
Str walk_doc_of_statement(const Walk *walk, Str name);
void walk_doc_function(Walk *walk, Str comment, uint32_t symbol);
/* LuaLS: binds what `@class Name : Base` and `@field name Type` say of a table. */
void walk_doc_class(Walk *walk, Str comment, Str name);
/* Binds the members that the comment of a class lists: `@property Foo $x`, `@method Foo f()`,
   `@mixin Foo`. */
void walk_doc_members(Walk *walk, Str comment, uint32_t symbol);
/* The head of a class (type_head.h) by its comment: `@template T of Foo`, `@extends Repo<User>`. */
Str walk_doc_head(const Walk *walk, Str comment);
/* Whether a comment has the type of the parameter. */
bool walk_doc_binds(const Walk *walk, const Reference *bind);
/* Whether it did so where the declared type says little, such as `array`. */
bool walk_doc_says_more(const Walk *walk, const Reference *bind);
/* Whether the variable holds an object of the class that `source`, its value, makes, wherever it is
   used: nothing else is assigned to it. Its name is at `start`. `declared`: its written type, which
   must be that class, or empty. */
bool walk_made_once(const Walk *walk, Str name, uint32_t start, Str source, Str declared);
/* Whether it is a block scope (Language.blocks). */
bool walk_is_block(const Walk *walk, TSNode node);
/* At the end of an unnamed scope, from `start` to the end of the level's node: puts its references
   in the order in which its parts run, and ends what was bound for it alone. */
void walk_scope_end(Walk *walk, const Level *level, uint32_t start);

/* Makes the symbols that a rule declares at the visited node; false if it made none. */
bool walk_symbol(Walk *walk, const Rule *rule, const RulePaths *paths);
/* Parses the tokens of the visited node again, as a file. If they are declarations, these become
   the node's children. */
void walk_embed(Walk *walk, const RulePaths *paths);
/* Extends the section that is open among the children of `parent` to `end` at least. The second
   function also closes it; it does nothing if no section is open. */
void walk_section_extend(Walk *walk, const Level *parent, uint32_t end);
void walk_section_close(Walk *walk, Level *parent, uint32_t end);
/* Control flow: called at every node before its rules, and for a FLOW rule that holds. */
void walk_flow_enter(Walk *walk);
void walk_flow(Walk *walk, const Rule *rule, const RulePaths *paths);
/* Counts a further clause of the symbol that was opened last. */
void walk_clause(Walk *walk);
/* Counts an ignored error at the visited node. */
void walk_unguarded(Walk *walk);
/* Adds an import, a reference, or the package. */
void walk_name(Walk *walk, const Rule *rule, const RulePaths *paths);

/* A rule that is being applied to the visited node. */
typedef struct Naming {
    Walk *walk;
    const Rule *rule;
    const RulePaths *paths;
    Place place;
    TSNode source; /* the value of the pattern that a bound name is in, or null */
} Naming;

void walk_reference(Naming *naming);
/* Index + 1 of the symbol that a use at the visited node belongs to; 0 outside of all. */
uint32_t walk_enclosing_symbol(const Walk *walk);
/* Binds a variable to the type that the visited node tests, where the test decides. The second
   function adds the bindings whose place is at the offset or before it. */
void walk_narrow(Naming *naming);
/* What a rule with `detail` tests: `.kind=sq`, that a member has a value; `.wings`, that it exists;
   `isFish<is>`, what the function says. With `!` at the end, the contrary. */
Str walk_member_test(const Naming *naming, TSNode node);
void walk_narrow_reach(Walk *walk, uint32_t offset);
/* The normalised type of a symbol or BIND: from the rule's `type` path, which starts at the visited
   node, else from its `from` path, which starts at `node`. *value is set as by type_of_expression.
   Empty if unknown. */
Str walk_type(const Naming *naming, TSNode node, bool *value);
/* What a name in a pattern is bound to; sets naming->source. Empty if unknown. */
Str walk_pattern(Naming *naming, TSNode node, bool *value);
/* The value or type that a node is expected to have: `Light{}`, `x.color`. Empty if unknown. */
Str walk_expected(const Naming *naming, TSNode node);
/* The parameter that the argument at the level is passed to: `^1<callee<=0,_>>`; or empty. */
Str walk_argument(const Naming *naming, size_t level);
/* For an untyped parameter of a function that is itself an argument of a call: `callee<0.1>` for
   parameter 1 of argument 0. Empty for other nodes. */
Str walk_callback(const Naming *naming, TSNode node);
/* The same with what the other arguments say: `callee<=Foo{}><1.0>`. */
Str walk_passed(const Naming *naming, TSNode name);
