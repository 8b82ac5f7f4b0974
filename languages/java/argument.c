/* Static types of Java's call arguments, by which overloads are chosen. Each argument becomes a
   short text from which its type is computed later: a literal's type, a name, or an operation on
   such texts. Nothing is looked up here, because a worker sees only one file. */
#include "languages_lang.h"

#include "lang/walk/argument.h"

#include "base/buf.h"

#include "lang/walk/expression.h"
#include "lang/walk/node.h"
#include "lang/walk/type.h"

/* Nested operations; the type of deeper ones is unknown. */
#define NESTING_MAX 6

typedef enum Sort {
    SORT_OTHER,
    SORT_CHAIN,   /* name, call, field access, array element */
    SORT_INNER,   /* its first child gives the type */
    SORT_INTEGER, /* literals */
    SORT_FRACTION,
    SORT_CHAR,
    SORT_BOOLEAN,
    SORT_TEXT,
    SORT_NULL,
    SORT_CLASS,
    SORT_LAMBDA,
    SORT_FUNCTION,
    SORT_TYPED, /* cast, object creation */
    SORT_ARRAY,
    SORT_BINARY,
    SORT_UNARY,
    SORT_CHOICE,
    SORT_ASSIGNMENT,
} Sort;

static const struct {
    Str kind;
    Sort sort;
} sorts[] = {
    {STR_INIT("identifier"), SORT_CHAIN},
    {STR_INIT("method_invocation"), SORT_CHAIN},
    {STR_INIT("field_access"), SORT_CHAIN},
    {STR_INIT("decimal_integer_literal"), SORT_INTEGER},
    {STR_INIT("string_literal"), SORT_TEXT},
    {STR_INIT("binary_expression"), SORT_BINARY},
    {STR_INIT("array_access"), SORT_CHAIN},
    {STR_INIT("this"), SORT_CHAIN},
    {STR_INIT("null_literal"), SORT_NULL},
    {STR_INIT("true"), SORT_BOOLEAN},
    {STR_INIT("false"), SORT_BOOLEAN},
    {STR_INIT("character_literal"), SORT_CHAR},
    {STR_INIT("class_literal"), SORT_CLASS},
    {STR_INIT("lambda_expression"), SORT_LAMBDA},
    {STR_INIT("method_reference"), SORT_FUNCTION},
    {STR_INIT("object_creation_expression"), SORT_TYPED},
    {STR_INIT("cast_expression"), SORT_TYPED},
    {STR_INIT("array_creation_expression"), SORT_ARRAY},
    {STR_INIT("parenthesized_expression"), SORT_INNER},
    {STR_INIT("update_expression"), SORT_INNER},
    {STR_INIT("unary_expression"), SORT_UNARY},
    {STR_INIT("ternary_expression"), SORT_CHOICE},
    {STR_INIT("instanceof_expression"), SORT_BOOLEAN},
    {STR_INIT("assignment_expression"), SORT_ASSIGNMENT},
    {STR_INIT("hex_integer_literal"), SORT_INTEGER},
    {STR_INIT("octal_integer_literal"), SORT_INTEGER},
    {STR_INIT("binary_integer_literal"), SORT_INTEGER},
    {STR_INIT("decimal_floating_point_literal"), SORT_FRACTION},
    {STR_INIT("hex_floating_point_literal"), SORT_FRACTION},
};

typedef struct Reader {
    Arena *arena;
    const Language *language;
    Str text;
} Reader;

/* Length and first letter are compared first, because there are many arguments. */
static Sort sort_of(TSNode node)
{
    const char *kind = ts_node_type(node);
    size_t len = strlen(kind);
    for (size_t i = 0; i < COUNT(sorts); i++)
        if (sorts[i].kind.len == len && sorts[i].kind.ptr[0] == kind[0] &&
            memcmp(sorts[i].kind.ptr, kind, len) == 0)
            return sorts[i].sort;
    return SORT_OTHER;
}

static Str text_of(const Reader *reader, TSNode node)
{
    return str_slice(reader->text, node_start(node), node_end(node));
}

static TSNode field_of(TSNode node, const char *name)
{
    return ts_node_child_by_field_name(node, name, (uint32_t)strlen(name));
}

static bool ends_with_any(Str text, const char *letters)
{
    return text.len && byte_in(text.ptr[text.len - 1], letters);
}

static Str read_node(const Reader *reader, TSNode node, int depth);

/* The text of `a op b`, whose type depends on both operands. */
static Str join_both(const Reader *reader, TSNode left, TSNode right, const char *joint, int depth)
{
    Str a = read_node(reader, left, depth + 1), b = read_node(reader, right, depth + 1);
    bool text = str_equal(a, STR("\"\"")) || str_equal(b, STR("\"\""));
    if (text && *joint == '+')
        return STR("\"\"");
    if (!a.len || !b.len)
        return (Str){0};
    if (str_equal(a, b))
        return *joint == '|' ? a : str_join(reader->arena, a, STR("+int{}"));
    return str_format(reader->arena, "%.*s%s%.*s", STR_ARG(a), joint, STR_ARG(b));
}

static Str read_binary(const Reader *reader, TSNode node, int depth)
{
    static const char *const tests[] = {"==", "!=", "<", ">", "<=", ">=", "&&", "||"};
    Str operation = text_of(reader, field_of(node, "operator"));
    for (size_t i = 0; i < COUNT(tests); i++)
        if (str_equal(operation, str_from(tests[i])))
            return STR("boolean{}");
    TSNode left = field_of(node, "left"), right = field_of(node, "right");
    if (str_starts(operation, STR("<<")) || str_starts(operation, STR(">>"))) {
        Str shifted = read_node(reader, left, depth + 1);
        return shifted.len ? str_join(reader->arena, shifted, STR("+int{}")) : shifted;
    }
    return join_both(reader, left, right, "+", depth);
}

static Str read_unary(const Reader *reader, TSNode node, int depth)
{
    if (str_equal(text_of(reader, field_of(node, "operator")), STR("!")))
        return STR("boolean{}");
    Str inner = read_node(reader, field_of(node, "operand"), depth + 1);
    bool number = str_ends(inner, STR("{}"));
    return inner.len && !number ? str_join(reader->arena, inner, STR("+int{}")) : inner;
}

/* The text of a type, as an array of `rank` dimensions. */
static Str read_typed(const Reader *reader, TSNode node, size_t rank)
{
    TSNode type = field_of(node, "type");
    Str name = type_text(reader->arena, reader->language, text_of(reader, type));
    if (!name.len)
        return name;
    Buf out = buf_open(reader->arena, name.len + 2 * rank + 2);
    buf_put(&out, name);
    buf_put_repeat(&out, STR("[]"), rank);
    buf_put(&out, STR("{}"));
    return buf_str(&out);
}

/* The text of `new int[3][]` or `new Foo[] {…}`: counts the bracket pairs directly after the
   type. */
static Str read_array(const Reader *reader, TSNode node)
{
    size_t rank = 0;
    uint32_t count = node_named_child_count(node);
    for (uint32_t i = 0; i < count && i < NESTING_MAX; i++) {
        TSNode child = node_named_child(node, i);
        Str text = text_of(reader, child);
        if (str_equal(str_from(ts_node_type(child)), STR("dimensions_expr")))
            rank++;
        else if (str_equal(str_from(ts_node_type(child)), STR("dimensions")))
            for (size_t at = 0; at < text.len; at++)
                rank += text.ptr[at] == '[';
    }
    return rank <= NESTING_MAX ? read_typed(reader, node, rank) : (Str){0};
}

static Str read_lambda(const Reader *reader, TSNode node)
{
    TSNode parameters = field_of(node, "parameters");
    bool one = str_equal(str_from(ts_node_type(parameters)), STR("identifier"));
    uint32_t count = one ? 1 : node_named_child_count(parameters);
    return str_format(reader->arena, "->%u", count);
}

static Str read_number(const Reader *reader, TSNode node, bool fraction)
{
    Str text = text_of(reader, node);
    if (fraction)
        return ends_with_any(text, "fF") ? STR("float{}") : STR("double{}");
    return ends_with_any(text, "lL") ? STR("long{}") : STR("int{}");
}

static Str read_node(const Reader *reader, TSNode node, int depth)
{
    if (node_is_null(node) || depth > NESTING_MAX)
        return (Str){0};
    Sort sort = sort_of(node);
    switch (sort) {
    case SORT_CHAIN: return expression_text(reader->arena, reader->language, text_of(reader, node));
    case SORT_INNER: return read_node(reader, node_named_child(node, 0), depth + 1);
    case SORT_INTEGER:
    case SORT_FRACTION: return read_number(reader, node, sort == SORT_FRACTION);
    case SORT_CHAR: return STR("char{}");
    case SORT_BOOLEAN: return STR("boolean{}");
    case SORT_TEXT: return STR("\"\"");
    case SORT_NULL: return STR("null");
    case SORT_CLASS: return STR("Class{}");
    case SORT_LAMBDA: return read_lambda(reader, node);
    case SORT_FUNCTION: return STR("::");
    case SORT_TYPED: return read_typed(reader, node, 0);
    case SORT_ARRAY: return read_array(reader, node);
    case SORT_BINARY: return read_binary(reader, node, depth);
    case SORT_UNARY: return read_unary(reader, node, depth);
    case SORT_ASSIGNMENT: return read_node(reader, field_of(node, "left"), depth + 1);
    case SORT_CHOICE:
        return join_both(reader, field_of(node, "consequence"), field_of(node, "alternative"), "|",
                         depth);
    default: return (Str){0};
    }
}

Str argument_java(Arena *arena, const Language *language, TSNode node, Str text)
{
    Reader reader = {arena, language, text};
    Str argument = type_erased(arena, read_node(&reader, node, 0));
    return argument.len <= ARGUMENT_BYTES_MAX ? argument : (Str){0};
}
