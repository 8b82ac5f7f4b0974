/* The tree is walked once with a cursor. */
#include "lang/tree_words.h"

#include "lang/parse.h"
#include "lang/registry.h"

#include <string.h>

typedef struct Walk {
    Arena *arena;
    Str text;
    TreeSpanVec *spans;
    uint32_t at; /* where the last token ends */
    /* Whether to look at the children; adds spans. */
    bool (*enter)(struct Walk *walk, TSNode node);
} Walk;

static void add(Walk *walk, TSNode node)
{
    *VEC_PUSH(walk->arena, walk->spans) =
        (TreeSpan){ts_node_start_byte(node), ts_node_end_byte(node)};
}

static void walk_tree(void *context, TSTree *tree)
{
    Walk *walk = context;
    TSTreeCursor cursor = ts_tree_cursor_new(ts_tree_root_node(tree));
    for (bool more = true; more;) {
        if (walk->enter(walk, ts_tree_cursor_current_node(&cursor)) &&
            ts_tree_cursor_goto_first_child(&cursor))
            continue;
        while (!ts_tree_cursor_goto_next_sibling(&cursor) && more)
            more = ts_tree_cursor_goto_parent(&cursor);
    }
    ts_tree_cursor_delete(&cursor);
}

/* Without a tree nothing is added, and the result is false. */
static bool run(Walk *walk, Arena scratch, const Language *language)
{
    if (!language->grammar)
        return false;
    ParseSource source = {.text = parse_prepare(&scratch, language, walk->text)};
    OutlineOptions options = {0};
    return parse_visit(scratch, language->grammar(), &source, &options, walk_tree, walk) ==
           PARSE_OK;
}

/* ---- words in strings ---- */

/* Whether a node is code which a string puts in, with all that is in it. */
static bool is_put_in(TSNode node)
{
    static const char kinds[] = "interpolation template_substitution interpolated_expression "
                                "line_str_expression interpolated_identifier";
    const char *kind = ts_node_type(node);
    Str rest = str_from(kinds), word;
    while (str_take_until(&rest, ' ', &word))
        if (str_equal(word, str_from(kind)))
            return true;
    return false;
}

static bool enter_string(Walk *walk, TSNode node)
{
    if (ts_node_child_count(node) || !strstr(ts_node_type(node), "identifier"))
        return true;
    for (TSNode outer = ts_node_parent(node); !ts_node_is_null(outer);
         outer = ts_node_parent(outer))
        if (is_put_in(outer)) {
            add(walk, node);
            break;
        }
    return true;
}

void lang_words_in_strings(Arena *arena, Arena scratch, const Language *language, Str text,
                           TreeSpanVec *words)
{
    Walk walk = {.arena = arena, .text = text, .spans = words, .enter = enter_string};
    (void)run(&walk, scratch, language); /* callers have the text's words as well */
}

/* ---- assignments ---- */

static bool is_declaring(const char *kind)
{
    static const char *const parts[] = {"function", "class", "method", "lambda", "interface"};
    for (size_t i = 0; i < COUNT(parts); i++)
        if (strstr(kind, parts[i]))
            return true;
    return false;
}

static bool enter_statement(Walk *walk, TSNode node)
{
    const char *kind = ts_node_type(node);
    if (ts_node_is_named(node) && is_declaring(kind))
        return false;
    TSNode left = ts_node_child_by_field_name(node, "left", 4);
    bool assigns = strstr(kind, "assignment") && !ts_node_is_null(left);
    bool changes =
        !strcmp(kind, "update_expression") || !strcmp(kind, "delete_statement") ||
        (!strcmp(kind, "unary_expression") &&
         str_starts(str_from_offset(walk->text, ts_node_start_byte(node)), STR("delete ")));
    if (assigns)
        add(walk, left);
    else if (changes && ts_node_named_child_count(node))
        add(walk, ts_node_named_child(node, 0));
    return true;
}

void lang_loaded_assignments(Arena *arena, Arena scratch, const Language *language, Str text,
                             TreeSpanVec *targets)
{
    Walk walk = {.arena = arena, .text = text, .spans = targets, .enter = enter_statement};
    (void)run(&walk, scratch, language);
}

/* ---- texts with white space ---- */

/* Whether one of the kind's words, between underscores, is in the list. */
static bool has_word(const char *kind, const char *const *words)
{
    Str rest = str_from(kind), word;
    while (str_take_until(&rest, '_', &word))
        for (size_t i = 0; words[i]; i++)
            if (str_equal(word, str_from(words[i])))
                return true;
    return false;
}

bool tree_words_is_text(const char *kind)
{
    static const char *const words[] = {
        "string",          "regex",  "regexp", "heredoc", "character", "char",
        "transliteration", "quoted", "sigil",  "rune",    "text",      NULL};
    static const char *const several[] = {"concatenated", "chained", NULL}; /* texts in a row */
    return has_word(kind, words) && !has_word(kind, several);
}

bool tree_words_is_comment(const char *kind)
{
    static const char *const words[] = {"comment", NULL};
    return has_word(kind, words);
}

/* Adds [start, end) unless it has no white space, or nothing else. */
static void add_spaced(Walk *walk, uint32_t start, uint32_t end)
{
    Str text = str_slice(walk->text, start, end), words = str_trim(text);
    bool spaced = words.len < text.len;
    for (size_t i = 0; i < words.len && !spaced; i++)
        spaced = byte_is_space(words.ptr[i]);
    if (words.len && spaced)
        *VEC_PUSH(walk->arena, walk->spans) = (TreeSpan){start, end};
}

/* Text between tokens that is in no token of the tree, such as the inside of a string. */
static void pass_to(Walk *walk, uint32_t start, uint32_t end)
{
    Str between = str_slice(walk->text, MIN(walk->at, start), start);
    if (str_trim(between).len)
        add_spaced(walk, walk->at, start);
    walk->at = MAX(walk->at, end);
}

static bool enter_text(Walk *walk, TSNode node)
{
    static const char *const arguments[] = {"preproc", NULL};
    const char *kind = ts_node_type(node);
    uint32_t start = ts_node_start_byte(node), end = ts_node_end_byte(node);
    bool text = ts_node_is_named(node) && tree_words_is_text(kind),
         leaf = !ts_node_child_count(node);
    if (!text && !leaf)
        return true;
    pass_to(walk, start, end);
    /* What follows a directive's name is read as code by the tokens. */
    if (end > start && !tree_words_is_comment(kind) && !has_word(kind, arguments))
        add_spaced(walk, start, end);
    return false;
}

void tree_words_spaced(Arena *arena, Str text, TSTree *tree, TreeSpanVec *texts)
{
    Walk walk = {.arena = arena, .text = text, .spans = texts, .enter = enter_text};
    walk_tree(&walk, tree);
}
