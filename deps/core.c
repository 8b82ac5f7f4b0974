/* The parser core as one translation unit: tree-sitter's own files and what fovea puts in place of
   a few of their functions. docs/core.md says what each replacement gains and how equality is
   proved.

   compile.sh copies the upstream sources and applies patches/core/ to the copies, so the patches
   show every place where upstream code calls code from here. Five headers hold that code. Each is
   included right after the upstream file whose types it needs:

   lookup.h   a cache in front of the search through a parse state's symbols
   columns.h  columns without going back to the start of the line
   reduce.h   reductions of a stack that does not branch
   accept.h   the end of a text that has several readings, with one of them in memory at a time
   trim.h     nodes that nobody will ask for are dropped while the tree is built

   Without a plan for trimming (fovea_grammar_trim) the trees are those of the upstream core. */
#define _POSIX_C_SOURCE 200112L
#define _DEFAULT_SOURCE

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include "support.h"

#include "language.h"
#include "lookup.h"
#include "unicode.h"

#include "alloc.c"
#include "get_changed_ranges.c"
#include "language.c"

#include "lexer.h"

#include "columns.h"

/* ---- subtrees ---- */

/* Upstream's, under the names that patches/core/subtree.c.patch gives them. */
MutableSubtree ts_subtree_new_node_whole(TSSymbol symbol, SubtreeArray *children,
                                         unsigned production_id, const TSLanguage *language);
Subtree ts_subtree_new_leaf_whole(SubtreePool *pool, TSSymbol symbol, Length padding, Length size,
                                  uint32_t lookahead_bytes, TSStateId parse_state,
                                  bool has_external_tokens, bool depends_on_column, bool is_keyword,
                                  const TSLanguage *language);
int ts_subtree_compare_pairs(Subtree left, Subtree right, SubtreePool *pool);

#include "subtree.c"

/* Code here and in src/lang/walk/node.h reads and copies these structs field by field. A field that
   upstream adds changes the size. */
_Static_assert(sizeof(Subtree) == 8 && sizeof(SubtreeInlineData) == 8, "Subtree has changed");
_Static_assert(sizeof(SubtreeHeapData) == 72, "SubtreeHeapData has changed");
_Static_assert(sizeof(ExternalScannerState) == 24, "ExternalScannerState has changed");
_Static_assert(sizeof(SubtreePool) == 32, "SubtreePool has changed");

#include "trim.h"

/* With a plan, lookahead_bytes holds the bits of trim.h and not what upstream counts there. */
Subtree ts_subtree_new_leaf(SubtreePool *pool, TSSymbol symbol, Length padding, Length size,
                            uint32_t lookahead_bytes, TSStateId parse_state,
                            bool has_external_tokens, bool depends_on_column, bool is_keyword,
                            const TSLanguage *language)
{
    return ts_subtree_new_leaf_whole(pool, symbol, padding, size, trim_plan ? 0 : lookahead_bytes,
                                     parse_state, has_external_tokens, depends_on_column,
                                     is_keyword, language);
}

MutableSubtree ts_subtree_new_node(TSSymbol symbol, SubtreeArray *children, unsigned production_id,
                                   const TSLanguage *language)
{
    MutableSubtree node = ts_subtree_new_node_whole(symbol, children, production_id, language);
    if (!trim_plan)
        return node;
    node.ptr->lookahead_bytes = 0;
    trim_note(trim_plan, node.ptr, language);
    if (symbol == ts_builtin_sym_error_repeat)
        node.ptr = list_join(node.ptr, language);
    return node;
}

int ts_subtree_compare(Subtree left, Subtree right, SubtreePool *pool)
{
    return trim_plan ? trim_compare(left, right, pool)
                     : ts_subtree_compare_pairs(left, right, pool);
}

#include "stack.c"

_Static_assert(sizeof(StackLink) == 24, "StackLink has changed");
_Static_assert(sizeof(StackNode) == 72, "StackNode has changed");
_Static_assert(sizeof(StackHead) == 48, "StackHead has changed");

#include "node.c"

static StackVersion fovea_reduce(TSParser *self, StackVersion version, const TableEntry *entry,
                                 uint32_t index, bool end_of_non_terminal_extra);
static void fovea_accept(TSParser *self, StackVersion version, Subtree lookahead);
static void fovea_note_recovery(const TSParser *self);

#include "parser.c"

#include "accept.h"
#include "reduce.h"

/* ---- recovery ---- */

static _Thread_local bool recovered;

/* Recovery from a syntax error begins. It is in vain where another reading of the text has already
   come to the end. */
static void fovea_note_recovery(const TSParser *self)
{
    recovered = recovered || !self->finished_tree.ptr;
}

bool fovea_grammar_recovered(bool forget)
{
    bool was = recovered;
    recovered = was && !forget;
    return was;
}

#include "query.c"
#include "tree.c"
#include "tree_cursor.c"
#include "wasm_store.c"
