/* Only nodes that contain an error are visited, so the walk costs as much as there are errors. It
   uses a tree cursor, so the depth of a tree cannot overflow the stack. */
#include "lang/syntax.h"

#include "lang/parse.h"
#include "lang/registry.h"

typedef struct Search {
    Arena *arena;
    SyntaxErrorVec *errors;
} Search;

static void note(const Search *search, TSNode node)
{
    bool missing = ts_node_is_missing(node);
    if (search->errors->len == SYNTAX_ERRORS_MAX)
        return;
    *VEC_PUSH(search->arena, search->errors) =
        (SyntaxError){.start = ts_node_start_byte(node),
                      .end = ts_node_end_byte(node),
                      .start_line = ts_node_start_point(node).row + 1,
                      .end_line = ts_node_end_point(node).row + 1,
                      .missing = missing ? str_from(ts_node_type(node)) : (Str){0}};
}

/* Moves to the next node that does not lie in this one; false at the end of the tree. */
static bool pass(TSTreeCursor *cursor)
{
    while (!ts_tree_cursor_goto_next_sibling(cursor))
        if (!ts_tree_cursor_goto_parent(cursor))
            return false;
    return true;
}

static void find_errors(void *context, TSTree *tree)
{
    const Search *search = context;
    TSTreeCursor cursor = ts_tree_cursor_new(ts_tree_root_node(tree));
    bool more = true;
    while (more) {
        TSNode node = ts_tree_cursor_current_node(&cursor);
        bool is_error = ts_node_is_error(node) || ts_node_is_missing(node);
        if (is_error)
            note(search, node);
        more = (!is_error && ts_node_has_error(node) && ts_tree_cursor_goto_first_child(&cursor)) ||
               pass(&cursor);
    }
}

bool lang_syntax_errors(Arena *arena, const Language *language, Str text,
                        const OutlineOptions *options, SyntaxErrorVec *errors)
{
    Arena memory SCOPED(arena_close) = {0};
    Search search = {.arena = arena, .errors = errors};
    *errors = (SyntaxErrorVec){0};
    if (!language->grammar)
        return false;
    arena_open(&memory, 0);
    ParseSource source = {.text = parse_prepare(&memory, language, text)};
    return parse_visit(memory, language->grammar(), &source, options, find_errors, &search) ==
           PARSE_OK;
}
