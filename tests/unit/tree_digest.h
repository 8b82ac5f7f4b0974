/* Digest of a parse: one number over every node of the tree, with all that the parser's interface
   reports. Two builds of the parser make the same trees when their digests are equal
   (tests/unit/test_trees.c, bench/quality/trees.c). */
#pragma once

#include "lang/parse.h"
#include "lang/registry.h"

#include <inttypes.h>

/* Long, since builds differ in speed, and a parse that is given up has no tree. */
#define TREE_TIME_MS 60000
#define TREE_MIX 0x9E3779B97F4A7C15u

typedef struct TreeDigest {
    uint64_t sum;
    uint64_t nodes;
    ParseStatus status;
    bool dump;   /* prints the nodes */
    bool errors; /* elided text with syntax errors, where builds give up the parse sooner or later:
                    the rest of the tree is not compared */
} TreeDigest;

static inline void tree_mix(TreeDigest *digest, uint64_t value)
{
    digest->sum = (digest->sum ^ value) * TREE_MIX;
    digest->sum ^= digest->sum >> 29;
}

static inline void tree_mix_node(TreeDigest *digest, TSNode node, TSFieldId field, uint32_t depth)
{
    TSPoint start = ts_node_start_point(node), end = ts_node_end_point(node);
    unsigned bits = (unsigned)ts_node_is_named(node) | (unsigned)ts_node_is_missing(node) << 1 |
                    (unsigned)ts_node_is_extra(node) << 2 | (unsigned)ts_node_is_error(node) << 3 |
                    (unsigned)ts_node_has_error(node) << 4 |
                    (unsigned)ts_node_has_changes(node) << 5;
    const uint64_t facts[] = {
        depth,
        field,
        bits,
        ts_node_symbol(node),
        ts_node_grammar_symbol(node),
        ts_node_start_byte(node),
        ts_node_end_byte(node),
        (uint64_t)start.row << 32 | start.column,
        (uint64_t)end.row << 32 | end.column,
        ts_node_child_count(node),
        ts_node_named_child_count(node),
        ts_node_descendant_count(node),
        ts_node_parse_state(node),
        ts_node_next_parse_state(node),
    };
    for (size_t i = 0; i < COUNT(facts); i++)
        tree_mix(digest, facts[i]);
    digest->nodes++;
    if (digest->dump)
        printf("%*s%s [%u-%u) %u:%u-%u:%u field %u bits %x state %u, %u children\n", (int)depth, "",
               ts_node_type(node), ts_node_start_byte(node), ts_node_end_byte(node), start.row,
               start.column, end.row, end.column, field, bits, ts_node_parse_state(node),
               ts_node_child_count(node));
}

static inline void tree_visit(void *context, TSTree *tree)
{
    TreeDigest *digest = (TreeDigest *)context;
    digest->errors = ts_node_has_error(ts_tree_root_node(tree));
    TSTreeCursor cursor = ts_tree_cursor_new(ts_tree_root_node(tree));
    for (bool more = true; more;) {
        tree_mix_node(digest, ts_tree_cursor_current_node(&cursor),
                      ts_tree_cursor_current_field_id(&cursor),
                      ts_tree_cursor_current_depth(&cursor));
        more = ts_tree_cursor_goto_first_child(&cursor);
        while (!more && !(more = ts_tree_cursor_goto_next_sibling(&cursor)))
            if (!ts_tree_cursor_goto_parent(&cursor))
                break;
    }
    ts_tree_cursor_delete(&cursor);
}

static inline void tree_digest(Arena memory, const TSLanguage *grammar, const ParseSource *source,
                               TreeDigest *digest)
{
    OutlineOptions options = {.time_ms = TREE_TIME_MS};
    digest->sum = source->text.len;
    digest->nodes = 0;
    digest->errors = false;
    digest->status = parse_visit(memory, grammar, source, &options, tree_visit, digest);
    digest->errors = source->elided.len && (digest->errors || digest->status == PARSE_FAILED);
    if (digest->errors)
        digest->sum = digest->nodes = 0;
}

/* Reproducible damage: the byte that is changed, and its new value. */
static inline size_t tree_damage(char *text, size_t len, uint64_t number)
{
    static const char bytes[] = "\n\"'`(){}[]<>#/*\\=:;, |$@\xc3\xff";
    size_t at = (size_t)((number + 1) * TREE_MIX % len);
    text[at] = bytes[(number + at) % (sizeof bytes - 1)];
    return at;
}

#define TREE_DAMAGES 12

/* One number for a text: of its whole, elided and damaged trees. */
static inline uint64_t tree_sum(Arena *arena, Arena scratch, const Language *language, Str text)
{
    text = parse_prepare(arena, language, text);
    TreeDigest all = {.sum = text.len}, one = {0};
    tree_digest(scratch, language->grammar(), &(ParseSource){.text = text}, &one);
    tree_mix(&all, one.sum + one.status);
    ElidedSpans elided = elide_find(arena, scratch, language, text);
    tree_digest(scratch, language->grammar(), &(ParseSource){.text = text, .elided = elided}, &one);
    tree_mix(&all, one.sum + one.status);
    char *copy = arena_bytes(arena, text.len);
    memcpy(copy, text.ptr, text.len);
    for (uint64_t n = 0; n < TREE_DAMAGES && text.len; n++) {
        size_t at = tree_damage(copy, text.len, n);
        tree_digest(scratch, language->grammar(), &(ParseSource){.text = {copy, text.len}}, &one);
        tree_mix(&all, one.sum + one.status);
        copy[at] = text.ptr[at];
    }
    return all.sum;
}
