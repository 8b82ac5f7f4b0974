/* Overload resolution in two steps, as in most languages: functions that the arguments do not fit
   are dropped; of the rest, one is meant that is at least as specific in each argument. An argument
   of unknown type fits everything, and decides nothing. */
#include "index/resolve/overloads.h"

#include "base/limits.h"
#include "index/resolve/bases.h"
#include "index/resolve/call_signature.h"
#include "index/resolve/file_shape.h"
#include "index/resolve/generics.h"
#include "index/resolve/home.h"
#include "index/resolve/signatures.h"
#include "index/resolve/types.h"
#include "lang/registry.h"
#include "lang/walk/type_head.h"

/* Calls with more arguments are matched by the number alone. */
#define ARGUMENTS_MAX 12
/* Bases between the type of an argument and that of its parameter. */
#define LINEAGE_MAX 32

/* How well an argument fits: the higher, the more specific its parameter. */
typedef enum Fit {
    FIT_NO = 0,
    FIT_ANY = 10,     /* the parameter takes every value */
    FIT_GENERIC = 20, /* its type is a type parameter */
    FIT_CONVERTED = 40,
    FIT_ABOVE = 50, /* a base, by its distance */
    FIT_SAME = 100,
    FIT_OPEN = 200, /* not known */
} Fit;

typedef struct Function {
    uint32_t symbol;
    Str variables, parameters;
    bool known, takes, spread;
    uint32_t defaults; /* parameters without an argument */
    Fit fits[ARGUMENTS_MAX];
} Function;

typedef struct Choice {
    CallPlace place;
    Str arguments[ARGUMENTS_MAX];
    Value values[ARGUMENTS_MAX];
    uint32_t count;
    bool labels_name; /* Swift: labels are part of the function's name */
} Choice;

/* ---- types ---- */

static const struct {
    Str name;
    char sort;
} scalars[] = {
    {STR_INIT("String"), 's'},    {STR_INIT("string"), 's'},  {STR_INIT("Int"), 'i'},
    {STR_INIT("int"), 'i'},       {STR_INIT("Integer"), 'i'}, {STR_INIT("Int32"), 'i'},
    {STR_INIT("Long"), 'l'},      {STR_INIT("long"), 'l'},    {STR_INIT("Int64"), 'l'},
    {STR_INIT("Short"), 'h'},     {STR_INIT("short"), 'h'},   {STR_INIT("Byte"), 'b'},
    {STR_INIT("byte"), 'b'},      {STR_INIT("Double"), 'd'},  {STR_INIT("double"), 'd'},
    {STR_INIT("Float"), 'f'},     {STR_INIT("float"), 'f'},   {STR_INIT("decimal"), 'm'},
    {STR_INIT("Boolean"), 'o'},   {STR_INIT("Bool"), 'o'},    {STR_INIT("bool"), 'o'},
    {STR_INIT("boolean"), 'o'},   {STR_INIT("Char"), 'c'},    {STR_INIT("char"), 'c'},
    {STR_INIT("Character"), 'c'}, {STR_INIT("UInt"), 'u'},    {STR_INIT("uint"), 'u'},
};

/* A letter for a scalar type; 0 for other types. */
static char scalar_of(Str name)
{
    for (size_t i = 0; i < COUNT(scalars); i++)
        if (str_equal(scalars[i].name, name))
            return scalars[i].sort;
    return '\0';
}

static bool is_number(char sort)
{
    return sort && byte_in(sort, "ilhbdfmu");
}

/* Of a number or text that is passed as another scalar type. `literal`: a number as written. */
static Fit fit_scalar(char given, char wanted, bool literal)
{
    if (given == wanted)
        return FIT_SAME;
    bool whole = is_number(given) && !byte_in(given, "dfm");
    bool fraction = byte_in(wanted, "dfm");
    if (!is_number(given) || !is_number(wanted))
        return FIT_NO;
    return whole || fraction ? literal || fraction || wanted == 'l' ? FIT_CONVERTED : FIT_NO
                             : FIT_NO;
}

static bool takes_all(Str type)
{
    static const char *const words[] = {"Any",    "AnyObject", "AnyRef", "Object",
                                        "object", "dynamic",   "AnyVal", NULL};
    return lang_lists(words, type);
}

/* The distance to a base; STR_NONE for other types. */
static size_t distance_to(Resolver *resolver, uint32_t type, uint32_t base)
{
    uint32_t list[LINEAGE_MAX] = {type}, levels[LINEAGE_MAX] = {0}, len = 1;
    for (uint32_t i = 0; i < len; i++) {
        Finds bases = {0};
        if (list[i] == base)
            return levels[i];
        bases_find(resolver, list[i], &bases);
        for (uint32_t b = 0; b < bases.len && len < LINEAGE_MAX; b++) {
            bool had = false;
            for (uint32_t k = 0; k < len; k++)
                had = had || list[k] == bases.ids[b];
            if (had)
                continue;
            levels[len] = levels[i] + 1;
            list[len++] = bases.ids[b];
        }
    }
    return STR_NONE;
}

static bool is_variable(const Function *function, Resolver *resolver, Str type)
{
    uint32_t home = home_of(resolver, function->symbol);
    if (symbol_is_type(resolver_kind(resolver, function->symbol))) // its primary constructor
        home = function->symbol;
    bool typed = home < HOME_GLOBAL && symbol_is_type(resolver_kind(resolver, home));
    Str lists[] = {function->variables, typed ? generics_parameters(resolver, home) : (Str){0}};
    Str part;
    for (size_t i = 0; i < COUNT(lists); i++)
        while (type_head_take(&lists[i], ',', &part))
            if (str_equal(part, type))
                return true;
    return false;
}

static Str without_optional(Str text)
{
    return str_ends(text, STR("?")) ? str_slice(text, 0, text.len - 1) : text;
}

/* The function type's number of parameters. */
static uint32_t count_passed(Str type)
{
    Str rest = str_slice(type, strlen(TYPE_FUNCTION "<"), type.len - 1), list, part;
    uint32_t count = 0;
    type_head_take(&rest, ';', &list);
    while (type_head_take(&list, ',', &part))
        count += !str_equal(part, STR("this"));
    return count;
}

static Fit fit_function(Resolver *resolver, const Function *function, Str argument, Str type)
{
    bool counted = argument.len > 1 && byte_is_digit(argument.ptr[1]);
    uint32_t count = counted ? (uint32_t)(argument.ptr[1] - '0') : 0;
    if (str_starts(type, STR(TYPE_FUNCTION "<"))) {
        uint32_t wanted = count_passed(type);
        return counted ? count == wanted ? FIT_SAME : FIT_NO : wanted > 1 ? FIT_OPEN : FIT_SAME;
    }
    if (takes_all(type))
        return FIT_ANY;
    Value value = types_find(resolver, function->symbol, type);
    SymbolKind kind =
        value.kind == VALUE_TYPE ? resolver_kind(resolver, value.symbol) : SYMBOL_NONE;
    bool plain = kind == SYMBOL_CLASS || kind == SYMBOL_STRUCT || kind == SYMBOL_ENUM ||
                 scalar_of(type) || str_ends(type, STR("]"));
    return plain ? FIT_NO : FIT_OPEN;
}

static Fit fit_list(const Value *given, const Value *wanted, Resolver *resolver)
{
    bool lists = str_ends(given->suffix, STR("]")) && str_ends(wanted->suffix, STR("]"));
    bool both = given->kind == VALUE_INSTANCE && wanted->kind == VALUE_TYPE;
    if (lists && both && given->suffix.len == wanted->suffix.len) {
        size_t steps = distance_to(resolver, given->symbol, wanted->symbol);
        return steps == STR_NONE ? FIT_NO : steps ? FIT_ABOVE : FIT_SAME;
    }
    if (lists)
        return FIT_OPEN;
    const Value *plain = given->suffix.len ? wanted : given;
    return plain->kind == VALUE_INSTANCE || plain->kind == VALUE_TYPE ? FIT_NO : FIT_OPEN;
}

/* A value whose type is known, passed as a parameter of that type. */
static Fit fit_value(Resolver *resolver, const Function *function, const Value *given, Str type)
{
    Value wanted = types_unalias(resolver, types_find(resolver, function->symbol, type));
    Value own = *given;
    own.suffix = without_optional(own.suffix);
    wanted.suffix = without_optional(wanted.suffix);
    char scalar = scalar_of(catalog_name(resolver->catalog, own.named));
    char other = wanted.suffix.len ? '\0' : scalar_of(type);
    scalar = own.suffix.len || own.kind == VALUE_INSTANCE ? '\0' : scalar;
    if (own.suffix.len || wanted.suffix.len)
        return scalar || other ? FIT_NO : fit_list(&own, &wanted, resolver);
    if (own.kind == VALUE_INSTANCE && wanted.kind == VALUE_TYPE) {
        size_t steps = distance_to(resolver, own.symbol, wanted.symbol);
        return steps == STR_NONE ? FIT_NO
               : steps           ? FIT_SAME - MIN((Fit)steps, FIT_ABOVE)
                                 : FIT_SAME;
    }
    if (scalar && other)
        return fit_scalar(scalar, other, false);
    bool apart = (scalar && wanted.kind == VALUE_TYPE) || (other && own.kind == VALUE_INSTANCE);
    bool named = own.named && own.named == wanted.named && own.kind != VALUE_INSTANCE;
    return apart ? FIT_NO : named ? FIT_SAME : FIT_OPEN;
}

static Fit fit_argument(const Choice *choice, const Function *function, uint32_t index, Str type)
{
    static const struct {
        Str text;
        char sort;
    } literals[] = {{STR_INIT("\"\""), 's'}, {STR_INIT("0"), 'i'},  {STR_INIT("0.0"), 'd'},
                    {STR_INIT("0L"), 'l'},   {STR_INIT("''"), 'c'}, {STR_INIT("true"), 'o'}};
    Resolver *resolver = choice->place.resolver;
    Str argument = choice->arguments[index];
    bool null = str_equal(argument, STR("null"));
    if (null && scalar_of(type))
        return FIT_NO;
    type = without_optional(type);
    if (str_equal(type, STR("_")) || str_equal(argument, STR("_")) || null)
        return FIT_OPEN;
    if (is_variable(function, resolver, type))
        return FIT_GENERIC;
    if (str_starts(argument, STR("\\")))
        return fit_function(resolver, function, argument, type);
    if (takes_all(type))
        return FIT_ANY;
    if (str_starts(type, STR(TYPE_FUNCTION "<")))
        return str_starts(argument, STR("&")) || choice->values[index].kind == VALUE_FUNCTION
                   ? FIT_SAME
               : choice->values[index].kind == VALUE_INSTANCE || byte_in(argument.ptr[0], "\"'0")
                   ? FIT_NO
                   : FIT_OPEN;
    for (size_t i = 0; i < COUNT(literals); i++)
        if (str_equal(argument, literals[i].text)) {
            char other = scalar_of(type);
            bool own = types_find(resolver, function->symbol, type).kind == VALUE_TYPE;
            bool list = str_ends(type, STR("]"));
            return other         ? fit_scalar(literals[i].sort, other, true)
                   : own || list ? FIT_NO
                                 : FIT_OPEN;
        }
    const Value *value = &choice->values[index];
    bool known = value->kind == VALUE_INSTANCE || value->suffix.len || value->named;
    return known ? fit_value(resolver, function, value, type) : FIT_OPEN;
}

/* ---- functions ---- */

static void read_function(Resolver *resolver, Function *function)
{
    Str rest = file_shape_signature(resolver, function->symbol), receiver;
    function->known = rest.len > 0;
    str_take_until(&rest, '|', &function->variables);
    str_take_until(&rest, '|', &receiver);
    function->parameters = rest;
}

static bool labels_fit(const Choice *choice, Str argument, const SignatureParameter *parameter)
{
    Str label = signatures_label(&argument);
    bool passed = str_starts(argument, STR("\\"));
    if (!choice->labels_name)
        return true;
    return passed && !label.len ? true : str_equal(label, parameter->label);
}

/* Whether each argument has a parameter that takes it, and each other parameter a default. */
static void find_fits(const Choice *choice, Function *function)
{
    SignatureParameter parameter, all;
    uint32_t needed = 0, covered = 0;
    function->takes = true;
    for (Str rest = function->parameters; signatures_take(&rest, &all);) {
        needed += !all.optional && !all.many;
        function->defaults += all.optional || all.many;
    }
    for (uint32_t i = 0; i < choice->count && function->takes; i++) {
        Str argument = choice->arguments[i], bare = argument;
        function->takes = signatures_find(function->parameters, i, argument, &parameter) &&
                          labels_fit(choice, argument, &parameter);
        signatures_label(&bare);
        if (!function->takes)
            break;
        bool list = str_equal(bare, STR("*"));
        Choice own = *choice;
        own.arguments[i] = bare;
        function->spread = function->spread || parameter.many;
        covered += !parameter.optional && !parameter.many;
        function->defaults -= (parameter.optional || parameter.many) && function->defaults;
        function->fits[i] = list ? parameter.many ? FIT_SAME : FIT_NO
                                 : fit_argument(&own, function, i, parameter.type);
        function->takes = function->fits[i] != FIT_NO;
    }
    function->takes = function->takes && covered >= needed;
}

/* Whether the first function is meant rather than the second. */
static bool beats(const Choice *choice, const Function *one, const Function *other)
{
    bool better = false;
    for (uint32_t i = 0; i < choice->count; i++) {
        bool open = one->fits[i] == FIT_OPEN || other->fits[i] == FIT_OPEN;
        SignatureParameter a, b;
        bool same = signatures_find(one->parameters, i, choice->arguments[i], &a) &&
                    signatures_find(other->parameters, i, choice->arguments[i], &b) &&
                    str_equal(a.type, b.type);
        if (open && !same)
            return false;
        if (!open && one->fits[i] < other->fits[i])
            return false;
        better = better || (!open && one->fits[i] > other->fits[i]);
    }
    if (better)
        return true;
    if (one->spread != other->spread)
        return other->spread;
    return one->defaults < other->defaults;
}

static const Function *find_best(const Choice *choice, const Function *functions, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        bool best = functions[i].takes;
        for (uint32_t k = 0; k < count && best; k++)
            best = k == i || !functions[k].takes || beats(choice, &functions[i], &functions[k]);
        if (best)
            return &functions[i];
    }
    return NULL;
}

static bool read_arguments(Str given, Choice *choice)
{
    Str rest = given, argument;
    while (type_head_take(&rest, ',', &argument)) {
        if (choice->count == ARGUMENTS_MAX)
            return false;
        Str bare = argument;
        signatures_label(&bare);
        choice->arguments[choice->count] = argument;
        choice->values[choice->count++] = signatures_argument(&choice->place, bare);
    }
    return true;
}

/* Functions, and a type as its primary constructor among other constructors. */
static bool may_choose(const Resolver *resolver, const Finds *finds)
{
    bool constructors = finds->len && resolver_kind(resolver, *finds->ids) == SYMBOL_CONSTRUCTOR;
    for (uint32_t i = 0; i < finds->len; i++) {
        SymbolKind kind = resolver_kind(resolver, finds->ids[i]);
        if (!symbol_is_function(kind) && !(constructors && symbol_is_type(kind)))
            return false;
    }
    return finds->len > 1 && !finds->too_many;
}

/* Keeps the functions that are meant. */
static void choose(const CallPlace *place, Str given, Finds *finds)
{
    Resolver *resolver = place->resolver;
    uint32_t file = resolver_file_of(resolver, place->at);
    Choice choice = {.place = *place,
                     .labels_name = resolver->rules[file]->labels_are_part_of_names};
    if (!may_choose(resolver, finds) || resolver->fits > RESOLVE_FITS_MAX ||
        resolver->depth >= RESOLVE_DEPTH_MAX)
        return;
    resolver->depth++;
    Function *functions = NEW(resolver->arena, Function, finds->len);
    bool known = read_arguments(given, &choice);
    for (uint32_t i = 0; i < finds->len && known; i++) {
        functions[i].symbol = finds->ids[i];
        read_function(resolver, &functions[i]);
        resolver->fits += choice.count;
        known = functions[i].known;
        if (known)
            find_fits(&choice, &functions[i]);
    }
    resolver->depth--;
    const Function *best = known ? find_best(&choice, functions, finds->len) : NULL;
    uint32_t count = 0;
    for (uint32_t i = 0; i < finds->len && known; i++)
        if (best ? &functions[i] == best : functions[i].takes)
            finds->ids[count++] = functions[i].symbol;
    finds->len = count ? count : finds->len;
}

void overloads_choose(Scope *scope, const Reference *reference, Finds *finds)
{
    const CallPlace place = {scope->resolver, scope, scope_symbol(scope, reference)};
    bool known = reference->given.len || !reference->arguments;
    if (reference->kind == REFERENCE_CALL && known && !(reference->flags & REFERENCE_TYPED))
        choose(&place, reference->given, finds);
}

uint32_t overloads_pick(const CallPlace *place, Str given, const Finds *finds)
{
    Finds left = *finds;
    choose(place, given, &left);
    return left.len == 1 && !left.too_many ? left.ids[0] : SYMBOL_NOWHERE;
}
