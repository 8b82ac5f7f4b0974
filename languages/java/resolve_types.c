/* Types of arguments, and whether they may be passed as parameters (JLS 5.3, 15.12.2). */
#include "languages/java/resolve_types.h"
#include "languages/java/signature.h"

#include "base/limits.h"
#include "index/resolve/bases.h"
#include "index/resolve/finds.h"
#include "index/resolve/infer.h"
#include "index/resolve/types.h"

/* ---- primitives ---- */

static const struct {
    Str name, box;
    int rank; /* of widening conversions; 0 and less: none */
} primitives[] = {
    {STR_INIT("byte"), STR_INIT("Byte"), 1},      {STR_INIT("short"), STR_INIT("Short"), 2},
    {STR_INIT("int"), STR_INIT("Integer"), 3},    {STR_INIT("long"), STR_INIT("Long"), 4},
    {STR_INIT("float"), STR_INIT("Float"), 5},    {STR_INIT("double"), STR_INIT("Double"), 6},
    {STR_INIT("char"), STR_INIT("Character"), 0}, {STR_INIT("boolean"), STR_INIT("Boolean"), -1},
};
enum {
    PRIMITIVE_INT = 2,
    PRIMITIVE_CHAR = 6,
    PRIMITIVE_BOOLEAN = 7
};

static uint32_t primitive_of(Str name, bool boxed)
{
    uint32_t i = 0;
    while (i < COUNT(primitives) &&
           !str_equal(boxed ? primitives[i].box : primitives[i].name, name))
        i++;
    return i;
}

static bool widens(uint32_t from, uint32_t to)
{
    if (from == to)
        return true;
    if (from == PRIMITIVE_BOOLEAN || to == PRIMITIVE_BOOLEAN || to == PRIMITIVE_CHAR)
        return false;
    if (from == PRIMITIVE_CHAR)
        return primitives[to].rank >= primitives[PRIMITIVE_INT].rank;
    return primitives[to].rank > primitives[from].rank;
}

/* ---- types of the JDK ---- */

typedef struct JdkType {
    Str name, bases;
    int parameters;
} JdkType;

#define JDK(name, bases, parameters) {STR_INIT(name), STR_INIT(bases), parameters},
/* Ascending by name. */
static const JdkType jdk[] = {
#include "languages/java/jdk_types.def"
};
#undef JDK

static size_t jdk_find(Str name)
{
    size_t low = 0, high = COUNT(jdk);
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        int order = str_compare(jdk[middle].name, name);
        if (!order)
            return middle;
        if (order < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return COUNT(jdk);
}

static bool jdk_extends(Str name, Str base)
{
    if (str_equal(name, base))
        return true;
    size_t row = jdk_find(name);
    Str rest = row < COUNT(jdk) ? jdk[row].bases : (Str){0}, next;
    while (rest.len && str_take_until(&rest, ' ', &next))
        if (next.len && jdk_extends(next, base))
            return true;
    return false;
}

/* ---- types of values ---- */

static JavaType named_type(Str name, bool open)
{
    if (str_ends(name, STR("[]"))) {
        JavaType element = named_type(str_slice(name, 0, name.len - 2), open);
        element.rank++;
        return element;
    }
    uint32_t primitive = primitive_of(name, false);
    if (primitive < COUNT(primitives))
        return (JavaType){.kind = TYPE_PRIMITIVE, .primitive = primitive};
    return (JavaType){.kind = name.len ? TYPE_OBJECT : TYPE_UNKNOWN,
                      .symbol = SYMBOL_NOWHERE,
                      .name = name,
                      .may_be_type_variable = open && jdk_find(name) == COUNT(jdk)};
}

JavaType java_type_of_value(Resolver *resolver, const Value *value)
{
    Str suffix = value->suffix;
    uint32_t rank = 0;
    for (; str_ends(suffix, STR("[]")); rank++)
        suffix.len -= 2;
    JavaType type = {.kind = TYPE_UNKNOWN};
    if (str_ends(suffix, STR("?"))) {
        type = named_type(STR("Optional"), false);
    } else if (suffix.len) { // `[List]`
        size_t open = str_find_last_byte(suffix, '[');
        Str name = str_slice(suffix, open + 1, suffix.len - 1);
        type = named_type(str_equal(name, STR("*")) ? (Str){0} : name, false);
    } else if (value->kind == VALUE_INSTANCE) {
        type = (JavaType){.kind = TYPE_OBJECT, .symbol = value->symbol};
    } else if (value->kind == VALUE_UNKNOWN || value->kind == VALUE_FOREIGN) {
        type =
            named_type(catalog_name(resolver->catalog, value->named), value->kind == VALUE_UNKNOWN);
    }
    type.rank = rank;
    return type;
}

/* ---- types of arguments ---- */

/* Results of methods whose names are never declared with another type, whatever the receiver. */
static Str known_result(Str call)
{
    static const struct {
        Str call, type;
    } results[] = {
        {STR_INIT(".length()"), STR_INIT("int")},
        {STR_INIT(".hashCode()"), STR_INIT("int")},
        {STR_INIT(".equals()"), STR_INIT("boolean")},
        {STR_INIT(".toString()"), STR_INIT("String")},
        {STR_INIT(".substring()"), STR_INIT("String")},
        {STR_INIT(".toLowerCase()"), STR_INIT("String")},
        {STR_INIT(".toUpperCase()"), STR_INIT("String")},
        {STR_INIT(".getSimpleName()"), STR_INIT("String")},
        {STR_INIT("String.valueOf()"), STR_INIT("String")},
        {STR_INIT("String.format()"), STR_INIT("String")},
        {STR_INIT("Integer.parseInt()"), STR_INIT("int")},
        {STR_INIT(".getClass()"), STR_INIT("Class")},
        {STR_INIT(".getName()"), STR_INIT("String")},
        {STR_INIT(".toCharArray()"), STR_INIT("char[]")},
        {STR_INIT(".getComponentType()"), STR_INIT("Class")},
        {STR_INIT(".isInterface()"), STR_INIT("boolean")},
        {STR_INIT(".isEmpty()"), STR_INIT("boolean")},
        {STR_INIT(".contains()"), STR_INIT("boolean")},
        {STR_INIT(".containsKey()"), STR_INIT("boolean")},
        {STR_INIT(".hasNext()"), STR_INIT("boolean")},
        {STR_INIT(".size()"), STR_INIT("int")},
        {STR_INIT(".indexOf()"), STR_INIT("int")},
        {STR_INIT(".doubleToLongBits()"), STR_INIT("long")},
        {STR_INIT(".floatToIntBits()"), STR_INIT("int")},
        {STR_INIT("System.nanoTime()"), STR_INIT("long")},
        {STR_INIT("System.currentTimeMillis()"), STR_INIT("long")},
        {STR_INIT("Arrays.asList()"), STR_INIT("List")},
        {STR_INIT(".charValue()"), STR_INIT("char")},
        {STR_INIT(".charAt()"), STR_INIT("char")},
        {STR_INIT(".intValue()"), STR_INIT("int")},
        {STR_INIT(".longValue()"), STR_INIT("long")},
        {STR_INIT(".doubleValue()"), STR_INIT("double")},
        {STR_INIT(".floatValue()"), STR_INIT("float")},
        {STR_INIT(".booleanValue()"), STR_INIT("boolean")},
    };
    for (size_t i = 0; i < COUNT(results); i++)
        if (str_ends(call, results[i].call))
            return results[i].type;
    Str box = str_ends(call, STR(".valueOf()")) ? str_slice(call, 0, call.len - 10) : (Str){0};
    return primitive_of(box, true) < COUNT(primitives) ? box : (Str){0};
}

/* The type of a name, a chain of calls, or a cast. */
static JavaType type_of_chain(Scope *scope, const Reference *reference, Str text)
{
    Resolver *resolver = scope->resolver;
    uint32_t at = scope_symbol(scope, reference);
    bool typed = str_ends(text, STR("{}")) && str_find_byte(text, '(') == STR_NONE;
    Value value;
    if (typed) {
        Str type = java_erase(scope->arena, &scope->outline->symbols, reference->symbol,
                              str_slice(text, 0, text.len - 2));
        value = types_find(resolver, at, type);
        value.kind = value.kind == VALUE_TYPE ? VALUE_INSTANCE : value.kind;
    } else {
        value = infer_expression(resolver, scope, at, text);
    }
    JavaType type = java_type_of_value(resolver, &value);
    if (type.kind == TYPE_UNKNOWN || type.may_be_type_variable)
        type = known_result(text).len ? named_type(known_result(text), false) : type;
    return type;
}

/* The primitive type of a box; any other type unchanged. */
static JavaType unboxed(JavaType type)
{
    uint32_t primitive =
        type.kind == TYPE_OBJECT && !type.rank ? primitive_of(type.name, true) : COUNT(primitives);
    if (primitive < COUNT(primitives))
        return (JavaType){.kind = TYPE_PRIMITIVE, .primitive = primitive};
    return type;
}

static bool is_named(const JavaType *type, Str name)
{
    return type->kind == TYPE_OBJECT && !type->rank && str_equal(type->name, name);
}

/* The type of an operation between two numbers, or of a string concatenation. */
static JavaType type_of_sum(JavaType a, JavaType b)
{
    JavaType nothing = {.kind = TYPE_UNKNOWN};
    if (is_named(&a, STR("String")) || is_named(&b, STR("String")))
        return named_type(STR("String"), false);
    a = unboxed(a);
    b = unboxed(b);
    if (a.kind != TYPE_PRIMITIVE || b.kind != TYPE_PRIMITIVE || a.rank || b.rank)
        return nothing;
    if (a.primitive == PRIMITIVE_BOOLEAN || b.primitive == PRIMITIVE_BOOLEAN)
        return a.primitive == b.primitive ? a : nothing;
    uint32_t wider =
        primitives[a.primitive].rank > primitives[b.primitive].rank ? a.primitive : b.primitive;
    if (primitives[wider].rank < primitives[PRIMITIVE_INT].rank)
        wider = PRIMITIVE_INT;
    return (JavaType){.kind = TYPE_PRIMITIVE, .primitive = wider};
}

bool java_type_equal(const JavaType *a, const JavaType *b)
{
    return a->kind == b->kind && a->rank == b->rank && a->primitive == b->primitive &&
           a->symbol == b->symbol && str_equal(a->name, b->name);
}

/* The type of `c ? a : b`. */
static JavaType type_of_either(JavaType a, JavaType b)
{
    if (a.kind == TYPE_NULL && (b.kind != TYPE_PRIMITIVE || b.rank))
        return b;
    if (b.kind == TYPE_NULL && (a.kind != TYPE_PRIMITIVE || a.rank))
        return a;
    return java_type_equal(&a, &b) ? a : (JavaType){.kind = TYPE_UNKNOWN};
}

JavaType java_type_of_argument(Scope *scope, const Reference *reference, Str text)
{
    size_t choice = str_find_byte(text, '|'), sum = str_find_byte(text, '+');
    size_t at = choice != STR_NONE ? choice : sum;
    if (at != STR_NONE) {
        JavaType a = java_type_of_argument(scope, reference, str_slice(text, 0, at));
        JavaType b = java_type_of_argument(scope, reference, str_from_offset(text, at + 1));
        return choice != STR_NONE ? type_of_either(a, b) : type_of_sum(a, b);
    }
    uint64_t count;
    if (!text.len)
        return (JavaType){.kind = TYPE_UNKNOWN};
    if (str_equal(text, STR("null")))
        return (JavaType){.kind = TYPE_NULL};
    if (str_equal(text, STR("\"\"")))
        return named_type(STR("String"), false);
    if (str_equal(text, STR("::")))
        return (JavaType){.kind = TYPE_LAMBDA, .parameters = LAMBDA_ANY};
    if (str_starts(text, STR("->")) && str_parse_u64(str_from_offset(text, 2), &count))
        return (JavaType){.kind = TYPE_LAMBDA, .parameters = (uint32_t)count};
    return type_of_chain(scope, reference, text);
}

/* ---- conversions ---- */

/* Whether a type outside the repository is the wanted one or a subtype of it. */
static bool is_below(Str name, const JavaType *wanted)
{
    return wanted->symbol == SYMBOL_NOWHERE && jdk_extends(name, wanted->name);
}

/* Adds the bases of one type that are in the repository. FIT_STRICT when another base is the wanted
   type, FIT_MAYBE when another base's supertypes are not known. */
static Fit add_bases(Resolver *resolver, uint32_t symbol, const JavaType *wanted, Finds *types)
{
    Fit fit = FIT_NO;
    uint32_t row = id_map_get(&resolver->bases, symbol);
    for (uint32_t next = row + 1; next; next = resolver->base_rows.ptr[next - 1].next) {
        Value base = bases_value(resolver, &resolver->base_rows.ptr[next - 1]);
        Str name = catalog_name(resolver->catalog, base.named);
        bool known = jdk_find(name) < COUNT(jdk);
        if (base.kind == VALUE_TYPE && types->len < FINDS_MAX)
            types->ids[types->len++] = base.symbol;
        else if (is_below(name, wanted))
            return FIT_STRICT;
        else if (base.kind == VALUE_TYPE || base.kind == VALUE_UNKNOWN ||
                 wanted->symbol == SYMBOL_NOWHERE)
            fit = known ? fit : FIT_MAYBE;
    }
    return fit;
}

static Fit fit_symbol(Resolver *resolver, const JavaType *given, const JavaType *wanted)
{
    Finds types = {.ids = {given->symbol}, .len = 1};
    Fit fit = FIT_NO;
    for (uint32_t i = 0; i < types.len; i++) {
        if (types.ids[i] == wanted->symbol)
            return FIT_STRICT;
        bool seen = false;
        for (uint32_t k = 0; k < i; k++)
            seen = seen || types.ids[k] == types.ids[i];
        Fit above = seen ? FIT_NO : add_bases(resolver, types.ids[i], wanted, &types);
        if (above == FIT_STRICT)
            return above;
        fit = MAX(fit, above);
        bool listed = resolver_kind(resolver, types.ids[i]) == SYMBOL_ENUM;
        if (listed && is_below(STR("Enum"), wanted))
            return FIT_STRICT;
    }
    return wanted->may_be_type_variable || types.len == FINDS_MAX ? FIT_MAYBE : fit;
}

static Fit fit_named(const JavaType *given, const JavaType *wanted)
{
    if (wanted->symbol == SYMBOL_NOWHERE && str_equal(given->name, wanted->name))
        return FIT_STRICT;
    bool known = jdk_find(given->name) < COUNT(jdk);
    if (known && is_below(given->name, wanted))
        return FIT_STRICT;
    if (known)
        return wanted->may_be_type_variable ? FIT_MAYBE : FIT_NO;
    static const Str closed[] = {STR_INIT("String"), STR_INIT("StringBuilder"),
                                 STR_INIT("StringBuffer"), STR_INIT("Class")};
    for (size_t i = 0; i < COUNT(closed) && !given->may_be_type_variable; i++)
        if (is_named(wanted, closed[i]))
            return FIT_NO;
    bool own = wanted->symbol != SYMBOL_NOWHERE; /* a foreign type does not extend it */
    return own && !given->may_be_type_variable ? FIT_NO : FIT_MAYBE;
}

static Fit fit_object(Resolver *resolver, const JavaType *given, const JavaType *wanted)
{
    if (is_named(wanted, STR("Object")))
        return FIT_STRICT;
    return given->symbol == SYMBOL_NOWHERE ? fit_named(given, wanted)
                                           : fit_symbol(resolver, given, wanted);
}

/* The number of parameters of an interface's only abstract method; LAMBDA_ANY if it has no such
   method or may inherit it. */
static uint32_t lambda_parameters(Resolver *resolver, uint32_t symbol)
{
    SymbolPlace place = catalog_place(resolver->catalog, symbol);
    const CatalogFile *file = catalog_row(resolver->catalog, place.file);
    uint32_t count = 0, parameters = LAMBDA_ANY;
    bool inherits = id_map_get(&resolver->bases, symbol) != ID_MAP_NONE;
    for (uint32_t i = place.index + 1; i < file->count; i++) {
        const Entry *entry = &file->entries[i];
        if (entry->parent < place.index)
            break;
        if (entry->parent != place.index || entry->kind != SYMBOL_METHOD ||
            entry->modifiers & ENTRY_HAS_BODY)
            continue;
        bool equals = str_equal(catalog_name(resolver->catalog, entry->name), STR("equals"));
        count += !equals;
        parameters = equals ? parameters : entry->arity;
    }
    return count == 1 && !inherits ? parameters : LAMBDA_ANY;
}

static Fit fit_lambda(Resolver *resolver, const JavaType *given, const JavaType *wanted)
{
    if (wanted->rank || wanted->kind == TYPE_PRIMITIVE)
        return FIT_NO;
    uint32_t takes = LAMBDA_ANY;
    if (wanted->symbol != SYMBOL_NOWHERE) {
        if (resolver_kind(resolver, wanted->symbol) != SYMBOL_INTERFACE)
            return FIT_NO;
        takes = lambda_parameters(resolver, wanted->symbol);
    } else {
        size_t row = jdk_find(wanted->name);
        if (row < COUNT(jdk) && jdk[row].parameters < 0)
            return FIT_NO;
        takes = row < COUNT(jdk) ? (uint32_t)jdk[row].parameters : LAMBDA_ANY;
    }
    bool differs =
        takes != LAMBDA_ANY && given->parameters != LAMBDA_ANY && takes != given->parameters;
    return differs ? FIT_NO : FIT_MAYBE;
}

/* Neither is an array, and at least one is primitive. */
static Fit fit_primitive(const JavaType *given, const JavaType *wanted)
{
    if (given->kind == TYPE_PRIMITIVE && wanted->kind == TYPE_PRIMITIVE)
        return widens(given->primitive, wanted->primitive) ? FIT_STRICT : FIT_NO;
    if (given->kind == TYPE_PRIMITIVE) {
        bool boxed = wanted->symbol == SYMBOL_NOWHERE &&
                     jdk_extends(primitives[given->primitive].box, wanted->name);
        return boxed || is_named(wanted, STR("Object")) ? FIT_BOXED
               : wanted->may_be_type_variable           ? FIT_MAYBE
                                                        : FIT_NO;
    }
    JavaType inner = unboxed(*given);
    if (inner.kind == TYPE_PRIMITIVE)
        return widens(inner.primitive, wanted->primitive) ? FIT_BOXED : FIT_NO;
    return given->may_be_type_variable ? FIT_MAYBE : FIT_NO;
}

static Fit fit_array(Resolver *resolver, const JavaType *given, const JavaType *wanted)
{
    static const Str bases[] = {STR_INIT("Object"), STR_INIT("Cloneable"),
                                STR_INIT("Serializable")};
    JavaType inner = *given, outer = *wanted;
    if (given->rank < wanted->rank)
        return FIT_NO;
    inner.rank -= wanted->rank;
    outer.rank = 0;
    for (size_t i = 0; i < COUNT(bases) && inner.rank; i++)
        if (is_named(&outer, bases[i]))
            return FIT_STRICT;
    if (inner.rank)
        return outer.may_be_type_variable ? FIT_MAYBE : FIT_NO;
    if (inner.kind == TYPE_PRIMITIVE || outer.kind == TYPE_PRIMITIVE)
        return java_type_equal(&inner, &outer) ? FIT_STRICT : FIT_NO;
    return fit_object(resolver, &inner, &outer);
}

Fit java_type_fit(Resolver *resolver, const JavaType *given, const JavaType *wanted)
{
    resolver->fits++;
    if (given->kind == TYPE_UNKNOWN || wanted->kind == TYPE_UNKNOWN)
        return FIT_MAYBE;
    bool reference = wanted->kind == TYPE_OBJECT || wanted->rank;
    if (given->kind == TYPE_NULL)
        return reference ? FIT_STRICT : FIT_NO;
    if (given->kind == TYPE_LAMBDA)
        return fit_lambda(resolver, given, wanted);
    if (given->rank || wanted->rank)
        return fit_array(resolver, given, wanted);
    if (given->kind == TYPE_PRIMITIVE || wanted->kind == TYPE_PRIMITIVE)
        return fit_primitive(given, wanted);
    return fit_object(resolver, given, wanted);
}
