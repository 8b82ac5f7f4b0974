/* What fovea's build of the parser offers besides tree-sitter's own interface: hooks for the owner
   of a parse, and the plan by which trees are trimmed while they are built (trim.h). Installed as
   fovea_grammars.h. */
#pragma once
#include <stdbool.h>
#include <stdint.h>

/* ---- hooks: set once, before the first parse ---- */

/* Called with the reason when an assertion of the core or of a grammar fails, or it calls abort().
   It must not return but unwind out of the parse. Unset or returning: the process aborts. */
extern void (*fovea_grammar_failed)(const char *why);
/* Called whenever that many bytes were lexed and given up. A scanner may read on to the end of the
   text from each character that it cannot place, so this may be all that happens for seconds. May
   unwind out of the parse. */
#define FOVEA_PULSE_BYTES (4u << 20)
extern void (*fovea_grammar_pulse)(void);
/* Returns the number of characters between two offsets, for a parser with a decoder of its own. The
   payload is that of its TSInput. Unset: the lexer goes back and decodes. */
extern uint32_t (*fovea_grammar_columns)(void *payload, uint32_t from, uint32_t to);

/* ---- trimming ---- */

/* A plan says what of a tree its reader will look at. The rest is dropped while the tree is built.
   Rules are paths like `declarator/value/@call/name`: from a node of some kind they follow fields
   and children. So a plan has two sorts of facts:

   - Wants: the kinds that the reader looks for wherever they are. A node is *wanted* when its kind
     is, or when something below it is. A child that is not wanted becomes a leaf.
   - Keeps: the nodes that the reader looks into on a path from an ancestor. They keep their
   children though nothing below is wanted.

   Bits of a kind:

   | bit               | a node of the kind                                                        |
   |-------------------|---------------------------------------------------------------------------|
   | WANT_FUNCTION     | is wanted; the rule declares a function or an import                      |
   | WANT              | is wanted; the rule declares anything, such as a class                    |
   | WANT_OUTSIDE      | is wanted unless it is in a function                                      |
   | TOP_LEVELS        | is wanted if the ancestor that many levels up (times 16) is a TOP         |
   | IS_TOP            | is such an ancestor                                                       |
   | ASK               | has rules with conditions: ask() returns which wants hold for this node   |
   | KEEP_CHILDREN     | keeps its children; a path leads through it                               |
   | KEEP_GRANDCHILDREN| has a path through its n-th child: its first children keep theirs         |
   | IS_FUNCTION       | is a function: WANT_OUTSIDE does not hold below, unless a WANT is between |
   | IS_COMMENT        | is a comment                                                              |
   | SOUGHT            | is looked for in a field of an ancestor (field_seeks), however deep it is |

   An example for a language in which functions are shown with their parameters, and variables where
   they are not local:

   | kind                  | bits                        | because of the rule                     |
   |-----------------------|-----------------------------|-----------------------------------------|
   | function_declaration  | WANT_FUNCTION, IS_FUNCTION  | a function: name, parameters            |
   | class_declaration     | WANT                        | a class: name                           |
   | variable_declaration  | WANT_OUTSIDE                | a variable: declarator/name             |
   | variable_declarator   | KEEP_CHILDREN               | the same: the path leads through it     |
   | comment               | IS_COMMENT                  | documentation before a symbol           |
 */
typedef enum FoveaTrimKind {
    FOVEA_TRIM_WANT_FUNCTION = 1,
    FOVEA_TRIM_WANT = 2,
    FOVEA_TRIM_WANT_OUTSIDE = 4,
    FOVEA_TRIM_WANT_MASK = 7,
    FOVEA_TRIM_TOP_LEVELS = 0xf0,
    FOVEA_TRIM_IS_TOP = 0x100,
    FOVEA_TRIM_ASK = 0x200,
    FOVEA_TRIM_KEEP_CHILDREN = 0x400,
    FOVEA_TRIM_KEEP_GRANDCHILDREN = 0x800,
    FOVEA_TRIM_IS_FUNCTION = 0x1000,
    FOVEA_TRIM_IS_COMMENT = 0x4000,
    FOVEA_TRIM_SOUGHT = 0x8000,
    /* Bits of a node in the tree, in its lookahead_bytes; a reader may use them, and the wants. */
    FOVEA_TRIM_ENDS_IN_TOKEN = 0x10000, /* ends where its last token does, not in a comment */
    FOVEA_TRIM_LIFTED = 0x20000,        /* replaces a hidden node that passed its field on */
    FOVEA_TRIM_LIFTED_INLINE = 2,       /* the same in the four bits of an inline leaf */
} FoveaTrimKind;

/* "By symbol" are arrays with an element for each symbol of the grammar, hidden ones included. */
typedef struct FoveaTrim {
    const uint16_t *kinds;         /* by symbol: FoveaTrimKind bits */
    const uint16_t *function_name; /* by symbol: IS_FUNCTION needs this field; 0: it needs none */

    /* Children in a field keep their own children where field_keeps, all of them where
       field_keeps_all, else those that are SOUGHT from that field. A field has a bit in field_bits,
       and it counts in parents whose field_parents have the bit; no bit: in all parents. */
    const bool *field_keeps, *field_keeps_all;
    const uint64_t *field_bits, *field_parents; /* by field; by symbol */

    /* Each of the eight bits is a field from which nodes are sought; the last bit may be several
       fields. field_seeks has them by field, kind_sought by symbol of a SOUGHT kind. field_sought
       has them by field where the children of a field are sought. */
    const uint8_t *field_seeks, *field_sought;
    const uint16_t *kind_sought;

    /* A child keeps its children in a parent if keeps_children_of of the parent's kind has a bit of
       kept_as of the child's kind. Both by symbol; KEEP_CHILDREN is the same for all parents. */
    const uint64_t *keeps_children_of, *kept_as;

    const bool *production_is_plain; /* by production: no aliases, and no fields with field_keeps */
    const bool *kind_is_named;       /* by symbol: a path names the kind */
    const bool *never_top;           /* by symbol: no TOP, whatever alias its parent gives it */
    uint32_t kind_count, token_count;
    uint32_t first_items; /* of a repetition, that many named children at its start keep theirs */

    /* Returns the wants of a node (a `Subtree *`) whose text begins at byte `start`: WANT bits for
       the rules of its kind that hold. */
    uint32_t (*ask)(void *context, const void *subtree, uint32_t start);
    void *context;
} FoveaTrim;

/* Sets the plan for the parses of this thread from now on; NULL: trees are whole. */
void fovea_grammar_trim(const FoveaTrim *plan);
/* Whether a parse on this thread had to recover from a syntax error since the last call with
   `forget`. */
bool fovea_grammar_recovered(bool forget);
