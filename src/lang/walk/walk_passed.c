/* Parameters of functions that are passed to others, for languages whose calls keep their arguments
   (Language.calls_keep_arguments). Their types are declared by the function that takes them, so
   they are recorded as that function, what the other arguments say, and two indices: xs.fold(Acc())
   { acc, x -> … }      acc: xs.fold<=Acc()><1.0>      x: xs.fold<=Acc()><1.1> The receiver of a
   function is the parameter `this`. */
#include "lang/walk/walk_state.h"

#include "lang/walk/expression.h"
#include "lang/walk/given.h"
#include "lang/walk/node.h"
#include "lang/walk/type_head.h"

#include <tree_sitter/api.h>

/* Nodes between a function and the list of arguments, and between a parameter and its function. */
#define LEVELS_MAX 4
/* Later arguments and parameters have no types. */
#define PLACES_MAX 8

static bool is_any(TSNode node, const char *const *kinds)
{
    return lang_lists(kinds, str_from(ts_node_type(node)));
}

/* The level of the function around the visited node; 0 without one nearby. */
static size_t function_level(const Naming *naming)
{
    static const char *const functions[] = {
        "lambda_literal",      "anonymous_function",          "lambda_expression",
        "function_expression", "anonymous_method_expression", NULL};
    size_t level = naming->place.level;
    for (int step = 0; step <= LEVELS_MAX && level; step++, level--)
        if (is_any(naming->place.levels[level].node, functions))
            return level;
    return 0;
}

static size_t skip_blank(Str text, size_t at)
{
    while (at < text.len && byte_is_space(text.ptr[at]))
        at++;
    return at;
}

/* The index of the parameter that begins after `head`, the text from the start of its function;
   STR_NONE if that is not in the list of parameters. */
static size_t index_after(Str head)
{
    size_t at = skip_blank(head, 0), count = 0, depth = 0;
    if (str_starts(head, STR("async ")))
        at = skip_blank(head, strlen("async "));
    if (at < head.len && head.ptr[at] == '{')
        at = skip_blank(head, at + 1);
    if (at < head.len && head.ptr[at] == '[') // Swift: what is captured
        at = skip_blank(head, MIN(expression_close(head, at), head.len - 1) + 1);
    if (at < head.len && head.ptr[at] == '(')
        at++;
    for (; at < head.len; at++) {
        char c = head.ptr[at];
        if (!depth && (byte_in(c, ")]}{=;\n") || str_starts(str_from_offset(head, at), STR("->"))))
            return STR_NONE;
        depth += byte_in(c, "<([");
        depth -= byte_in(c, ">)]") && depth;
        count += !depth && c == ',';
    }
    Str last = str_trim(head);
    static const Str words[] = {STR_INIT("val"), STR_INIT("var"), STR_INIT("let"), STR_INIT("in")};
    for (size_t i = 0; i < COUNT(words); i++)
        if (str_ends(last, words[i]))
            return STR_NONE;
    return count;
}

/* `0`, `1` or `this`; empty if the bound name is not a parameter of the function. */
static Str parameter_of(const Naming *naming, TSNode function, TSNode name)
{
    const Walk *walk = naming->walk;
    Str label = str_from(naming->rule->label ? naming->rule->label : "");
    if (str_equal(label, STR("this")))
        return label;
    if (str_equal(label, STR("it")) || str_equal(label, STR("_")))
        return STR("0");
    if (str_starts(label, STR("$")))
        return str_from_offset(label, 1);
    size_t start = node_start(function);
    size_t index = start <= node_start(name)
                       ? index_after(str_slice(walk->text, start, node_start(name)))
                       : STR_NONE;
    return index > PLACES_MAX ? (Str){0} : str_format(walk->arena, "%zu", index);
}

/* The end of the text before `at`, without white space. */
static size_t end_before(Str text, size_t at)
{
    while (at && byte_is_space(text.ptr[at - 1]))
        at--;
    return at;
}

/* The offset of the bracket of the list of arguments that the function is in; STR_NONE if it is not
   in one. */
static size_t list_around(const Naming *naming, size_t level)
{
    static const char *const lists[] = {"arguments", "argument_list", "value_arguments", NULL};
    for (int step = 0; step < LEVELS_MAX && level; step++) {
        TSNode node = naming->place.levels[--level].node;
        if (is_any(node, lists) && naming->walk->text.ptr[node_start(node)] == '(')
            return node_start(node);
    }
    return STR_NONE;
}

static Str join(Arena *arena, Str all, Str more)
{
    const Str parts[] = {all, all.len && more.len ? STR(",") : (Str){0}, more};
    return str_join_all(arena, parts, COUNT(parts));
}

/* Takes the lists of arguments off the end of a chain: `f(1)` becomes f, with `1` before *given. */
static Str without_lists(Arena *arena, Str chain, Str *given)
{
    while (str_ends(chain, STR(")"))) {
        size_t depth = 0, at = chain.len;
        do {
            at--;
            depth += byte_in(chain.ptr[at], ")]}");
            depth -= byte_in(chain.ptr[at], "([{");
        } while (at && depth);
        if (depth || chain.ptr[at] != '(')
            break;
        *given = join(arena, str_trim(str_slice(chain, at + 1, chain.len - 1)), *given);
        chain = str_trim_end(str_slice(chain, 0, at));
    }
    return chain;
}

Str walk_passed(const Naming *naming, TSNode name)
{
    const Walk *walk = naming->walk;
    bool short_one = naming->rule->label && str_equal(str_from(naming->rule->label), STR("_"));
    size_t level = naming->place.level; // Scala: the list or the block around `_.name`
    if (!short_one)
        level = walk->language->calls_keep_arguments ? function_level(naming) : 0;
    if (!level)
        return (Str){0};
    TSNode function = naming->place.levels[level].node;
    Str parameter = parameter_of(naming, function, name), given = {0};
    size_t start = node_start(function) + short_one, end = end_before(walk->text, start);
    bool braces = end && walk->text.ptr[end - 1] == '{';
    if (braces && walk->language->arguments_come_in_lists) // Scala: a block
        end = end_before(walk->text, end - 1);
    char before = end ? walk->text.ptr[end - 1] : '\0';
    bool trails = byte_in(before, ")>") || byte_is_word(before);
    bool block = braces || walk->text.ptr[start] == '{';
    trails = trails && block && walk->language->trailing_blocks_are_calls;
    size_t open = trails ? end : list_around(naming, level + short_one);
    if (open == STR_NONE || !parameter.len)
        return (Str){0};
    if (!trails)
        given = str_trim(str_slice(walk->text, open + 1, start));
    bool more = str_ends(given, STR(","));
    given.len -= more;
    Arena *arena = walk->arena;
    Str own = trails || more || !given.len ? STR("{}") : (Str){0}; // else it has a label
    given = join(arena, own.len ? given : str_join(arena, given, STR("{}")), (Str){0});
    given = own.len ? join(arena, given, STR("{}")) : given;
    Str chain = without_lists(arena, expression_operand(walk->text, open), &given);
    Str callee = expression_text(arena, walk->language, chain);
    size_t at = chain.len ? (size_t)(chain.ptr - walk->text.ptr) : 0;
    if (callee.len && str_ends(str_slice(walk->text, 0, at), STR("new ")))
        callee = str_join(arena, STR("new "), callee);
    Str said = given_text(arena, walk->language, given, 1);
    size_t argument = 0;
    for (Str rest = said, part; type_head_take(&rest, ',', &part);)
        argument++;
    if (!callee.len || !argument)
        return (Str){0};
    return str_format(arena, "%.*s<=%.*s><%zu.%.*s>", STR_ARG(callee), STR_ARG(said), argument - 1,
                      STR_ARG(parameter));
}

Str walk_argument(const Naming *naming, size_t level)
{
    const Walk *walk = naming->walk;
    Arena *arena = walk->arena;
    uint32_t start = node_start(naming->place.levels[level].node);
    size_t open = level ? node_start(naming->place.levels[level - 1].node) : start;
    if (open >= start || walk->text.ptr[open] != '(')
        return (Str){0};
    Str before = str_trim(str_slice(walk->text, open + 1, start)), argument, label = {0};
    before.len -= str_ends(before, STR(","));
    Str own = walk_text(walk, naming->place.levels[level].node);
    size_t word = 0;
    while (word < own.len && byte_is_word(own.ptr[word]))
        word++;
    if (word && str_starts(str_from_offset(own, word), STR(":")))
        label = str_slice(own, 0, word + 1);
    Str said =
        given_text(arena, walk->language, join(arena, before, str_join(arena, label, STR("_"))), 1);
    Str callee = expression_text(arena, walk->language, expression_operand(walk->text, open));
    size_t count = 0;
    for (Str rest = said; type_head_take(&rest, ',', &argument);)
        count++;
    return callee.len && count
               ? str_format(arena, "^%zu<%.*s<=%.*s>>", count - 1, STR_ARG(callee), STR_ARG(said))
               : (Str){0};
}
