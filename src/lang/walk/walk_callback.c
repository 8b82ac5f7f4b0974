/* Parameters of callbacks. Their types are declared by the parameter that receives the callback, so
   they are recorded as a place in the called function's signature. */
#include "lang/walk/walk_state.h"

#include "lang/walk/expression.h"
#include "lang/walk/given.h"
#include "lang/walk/node.h"

#include <tree_sitter/api.h>

/* Bounds the work on long lists: later arguments and parameters have no types. */
#define CALLBACK_PLACES_MAX 16

static bool is_type(TSNode node, const char *a, const char *b)
{
    Str type = str_from(ts_node_type(node));
    return str_equal(type, str_from(a)) || str_equal(type, str_from(b));
}

static bool is_function(TSNode node)
{
    return is_type(node, "arrow_function", "function_expression") ||
           is_type(node, "lambda_expression", "anonymous_method_expression") ||
           is_type(node, "closure_expression", "");
}

/* Index of the child in the list; comments do not count, and of parameters `this` does not. */
static uint32_t place_of(const Walk *walk, TSNode list, TSNode wanted, bool parameters)
{
    NodeChildren children;
    TSNode child;
    uint32_t place = 0;
    node_children_open(&children, list);
    while (place <= CALLBACK_PLACES_MAX && node_children_next(&children, &child)) {
        if (node_start(child) >= node_start(wanted))
            break;
        bool counts = node_is_named(child) && !node_is_extra(child);
        place += counts && !(parameters && str_starts(walk_text(walk, child), STR("this")));
    }
    return place;
}

/* The level of the function that has `node` as a parameter, and the parameter's index; 0 if `node`
   is not a parameter. */
static size_t function_level(const Naming *naming, TSNode node, uint32_t *parameter)
{
    const Level *levels = naming->place.levels;
    size_t level = naming->place.level;
    if (is_type(levels[level].node, "arrow_function", ""))
        return level;
    if (is_type(levels[level].node, "implicit_parameter", ""))
        return level - 1;
    bool list = is_type(levels[level].node, "closure_parameters", "");
    TSNode own = list ? node : levels[level].node, all = levels[list ? level : level - 1].node;
    *parameter = place_of(naming->walk, all, own, true);
    level -= list ? 1 : 2;
    return is_function(levels[level].node) ? level : 0;
}

/* The called function, normalised; empty for anything but a call. */
static Str callee_text(const Walk *walk, TSNode call)
{
    bool made = is_type(call, "new_expression", "object_creation_expression");
    bool sharp = is_type(call, "invocation_expression", "object_creation_expression");
    if (!made && !sharp && !is_type(call, "call_expression", ""))
        return (Str){0};
    const char *field = made ? sharp ? "type" : "constructor" : "function";
    TSNode callee = ts_node_child_by_field_name(call, field, (uint32_t)strlen(field));
    Str text = expression_text(walk->arena, walk->language, walk_text(walk, callee));
    bool chain = sharp || walk->language->picked;
    if (walk->language->closures_have_bars)
        text = given_dropped(walk->arena, text);
    if (!text.len || str_find_byte(text, '<') != STR_NONE ||
        (!chain && str_find_byte(text, '(') != STR_NONE))
        return (Str){0};
    return made ? str_join(walk->arena, STR("new "), text) : text;
}

/* Whether an argument follows: `xs.reduce((n, x) => n + x.cost, 0)`. */
static bool has_more(TSNode list, TSNode argument)
{
    NodeChildren children;
    TSNode child;
    node_children_open(&children, list);
    while (node_children_next(&children, &child))
        if (node_start(child) > node_start(argument) && node_is_named(child) &&
            !node_is_extra(child))
            return true;
    return false;
}

Str walk_callback(const Naming *naming, TSNode node)
{
    const Walk *walk = naming->walk;
    const Level *levels = naming->place.levels;
    uint32_t parameter = 0;
    if (!walk->language->callback_types_are_declared || naming->place.level < 4)
        return (Str){0};
    size_t level = function_level(naming, node, &parameter);
    bool wrapped = level && is_type(levels[level - 1].node, "argument", ""); // C#
    TSNode own = levels[level].node;
    if (wrapped)
        own = levels[--level].node;
    if (level < 2 || !is_type(levels[level - 1].node, "arguments", "argument_list"))
        return (Str){0};
    Str text = callee_text(walk, levels[level - 2].node);
    uint32_t argument = place_of(walk, levels[level - 1].node, own, false);
    if (MAX(argument, parameter) > CALLBACK_PLACES_MAX || !text.len)
        return (Str){0};
    bool more = !wrapped && !argument && has_more(levels[level - 1].node, own);
    return str_format(walk->arena, "%.*s<%u.%u%s>", STR_ARG(text), argument, parameter,
                      more ? "+" : "");
}
