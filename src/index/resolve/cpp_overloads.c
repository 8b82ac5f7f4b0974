/* C++ overload resolution (over.match). A declaration and its definition are one function,
   recognised by their parameters; so are definitions for several platforms. Functions that cannot
   take the arguments are dropped. The best of the others must be at least as good for every
   argument, and better for one. An argument of unknown type makes no function better than another.
   */
#include "index/resolve/cpp_overloads.h"

#include "base/buf.h"
#include "index/resolve/file_shape.h"
#include "index/resolve/finds.h"
#include "index/resolve/infer.h"
#include "index/resolve/types.h"

/* Parameters whose types are compared; of further ones only the number is. */
#define ARGUMENTS_MAX 8

typedef enum Rank {
    RANK_NO,
    RANK_MAYBE,   /* an unknown conversion, or the same type by another name */
    RANK_USER,    /* a user-defined conversion */
    RANK_CONVERT, /* a conversion between numbers, or to void * or bool */
    RANK_SAME,    /* the same type, apart from const */
    RANK_EXACT,
} Rank;

typedef enum Category {
    CATEGORY_UNKNOWN,
    CATEGORY_LASTING, /* lvalue */
    CATEGORY_PASSING, /* rvalue */
} Category;

typedef struct Given {
    Str type; /* empty when not known */
    Category category;
} Given;

typedef struct Overload {
    Str parameters; /* as in cpp_signature.h, without defaults and const */
    Str types[ARGUMENTS_MAX];
    bool classes[ARGUMENTS_MAX]; /* whether each type is known to be a class */
    uint32_t count, least;       /* number of parameters, and of those without a default */
    bool any;                    /* takes any number of arguments */
    bool constant, known;
    Finds members;
    Rank ranks[ARGUMENTS_MAX];
} Overload;

/* ---- parameters ---- */

/* A single letter that is no type is a parameter of the class's template. */
static bool is_variable(Resolver *resolver, uint32_t symbol, Str type)
{
    Str word = str_starts(type, STR("const ")) ? str_from_offset(type, 6) : type;
    size_t len = 0;
    while (len < word.len && byte_is_word(word.ptr[len]))
        len++;
    return len == 1 && types_find(resolver, symbol, str_slice(word, 0, len)).kind != VALUE_TYPE;
}

static void read_overload(Resolver *resolver, Arena *arena, uint32_t symbol, Overload *overload)
{
    Str text = file_shape_parameters(resolver, symbol), part;
    Buf plain = buf_open(arena, 0);
    *overload = (Overload){.members = {.ids = {symbol}, .len = 1}};
    overload->constant = str_ends(text, STR(";const"));
    text.len -= overload->constant ? strlen(";const") : 0;
    overload->known = text.len || !resolver_entry(resolver, symbol)->arity;
    if (!overload->known)
        overload->count = resolver_entry(resolver, symbol)->arity;
    while (text.len && str_take_until(&text, ',', &part)) {
        bool optional = str_starts(part, STR("="));
        part = str_from_offset(part, optional);
        part = is_variable(resolver, symbol, part) ? STR("?") : part;
        buf_put(&plain, part);
        buf_put_byte(&plain, ',');
        if (str_equal(part, STR("..."))) {
            overload->any = true;
            continue;
        }
        if (overload->count < ARGUMENTS_MAX)
            overload->types[overload->count] = part;
        overload->count++;
        overload->least += !optional;
    }
    overload->known = overload->known && overload->count <= ARGUMENTS_MAX;
    overload->parameters = buf_str(&plain);
}

/* The declaration has the defaults. */
static void join_overload(Overload *all, const Overload *more)
{
    all->least = MIN(all->least, more->least);
    if (all->members.len < FINDS_MAX)
        all->members.ids[all->members.len++] = more->members.ids[0];
}

static bool is_same(const Overload *a, const Overload *b)
{
    if (!a->known && !b->known) // C has no overloads
        return a->count == b->count;
    return a->known && b->known && a->constant == b->constant &&
           str_equal(a->parameters, b->parameters);
}

/* ---- conversions ---- */

static Str without_const(Str type)
{
    return str_starts(type, STR("const ")) ? str_from_offset(type, 6) : type;
}

static Str value_type(Str type)
{
    while (str_ends(type, STR("&")))
        type.len--;
    return str_ends(type, STR("*")) ? type : without_const(type);
}

static bool is_number(Str type)
{
    static const char *const names[] = {
        "int",      "uint",    "long",     "ulong",   "llong",    "ullong",   "short",
        "ushort",   "char",    "uchar",    "schar",   "bool",     "float",    "double",
        "ldouble",  "wchar_t", "size_t",   "ssize_t", "int8_t",   "uint8_t",  "int16_t",
        "uint16_t", "int32_t", "uint32_t", "int64_t", "uint64_t", "ptrdiff_t"};
    for (size_t i = 0; i < COUNT(names); i++)
        if (str_equal(type, str_from(names[i])))
            return true;
    return false;
}

static bool is_pointer(Str type)
{
    return str_ends(type, STR("*"));
}

static Rank rank_pointer(Str given, Str wanted)
{
    bool loses = str_starts(given, STR("const ")) && !str_starts(wanted, STR("const "));
    Str from = without_const(given), to = without_const(wanted);
    if (loses)
        return RANK_NO;
    if (str_equal(from, to))
        return str_equal(given, wanted) ? RANK_EXACT : RANK_SAME;
    if (str_equal(to, STR("void*")))
        return RANK_CONVERT;
    Str a = str_slice(from, 0, from.len - 1), b = str_slice(to, 0, to.len - 1);
    return is_number(a) && is_number(b) ? RANK_NO : RANK_MAYBE;
}

/* `null` is nullptr or NULL; both types are known. `class`: the wanted type is a class. */
static Rank rank_types(const Given *argument, Str wanted, bool class)
{
    Str given = argument->type;
    bool takes = str_ends(wanted, STR("&&"));
    if (takes && argument->category != CATEGORY_PASSING)
        return argument->category == CATEGORY_LASTING ? RANK_NO : RANK_MAYBE;
    bool refers = str_ends(wanted, STR("&")) && !str_ends(wanted, STR("&&"));
    bool constant = str_starts(wanted, STR("const "));
    Str to = value_type(wanted);
    if (str_equal(given, STR("null")))
        return is_pointer(to) ? RANK_CONVERT : is_number(to) ? RANK_NO : RANK_MAYBE;
    if (is_pointer(given) && is_pointer(to))
        return rank_pointer(given, to);
    Str from = without_const(given);
    bool kept = from.len != given.len || argument->category == CATEGORY_PASSING;
    if (str_equal(from, to) && refers && !constant && kept)
        return RANK_NO;
    if (str_equal(from, to))
        return refers && constant && from.len == given.len ? RANK_SAME : RANK_EXACT;
    if (is_number(from) && is_number(to))
        return refers && !constant ? RANK_NO : RANK_CONVERT;
    if (is_pointer(given) && is_number(to))
        return str_equal(to, STR("bool")) ? RANK_CONVERT : RANK_NO;
    if (is_number(from) && is_pointer(to))
        return str_equal(from, STR("int")) ? RANK_MAYBE : RANK_NO; // a null pointer constant
    return class && (is_number(from) || is_pointer(from)) ? RANK_USER : RANK_MAYBE;
}

/* ---- type aliases ---- */

static bool is_library_class(Str name)
{
    static const char *const names[] = {"string",  "wstring", "string_view", "vector",
                                        "map",     "set",     "function",    "initializer_list",
                                        "istream", "ostream"};
    for (size_t i = 0; i < COUNT(names); i++)
        if (str_equal(name, str_from(names[i])))
            return true;
    return false;
}

/* The class or number type that a type name refers to, or the name itself. */
static Str real_name(Resolver *resolver, uint32_t at, Str name, bool *class)
{
    *class = is_library_class(name);
    if (*class || is_number(name))
        return name;
    Value value = types_unalias(resolver, types_find(resolver, at, name));
    if (value.kind != VALUE_TYPE || value.suffix.len)
        return name;
    const Entry *entry = resolver_entry(resolver, value.symbol);
    *class = entry->kind == SYMBOL_CLASS || entry->kind == SYMBOL_STRUCT;
    bool plain = entry->kind != SYMBOL_TYPE;
    if (!plain && (entry->modifiers & ENTRY_INDIRECT || !entry->type))
        return name;
    return catalog_name(resolver->catalog, plain ? entry->name : entry->type);
}

/* The same for a type with qualifiers: `const name*&`. */
static Str real_type(Scope *scope, uint32_t at, Str type, bool *class)
{
    Str name = without_const(type);
    Str front = str_slice(type, 0, type.len - name.len);
    while (name.len && strchr("*&", name.ptr[name.len - 1]))
        name.len--;
    Str back = str_from_offset(type, front.len + name.len);
    Str real = name.len ? real_name(scope->resolver, at, name, class) : name;
    const Str parts[] = {front, real, back};
    *class = *class && str_find_byte(back, '*') == STR_NONE;
    return str_equal(real, name) ? type : str_join_all(scope->arena, parts, COUNT(parts));
}

/* ---- arguments ---- */

/* The type of `Foo()` when Foo is a class. */
static Str made_type(Scope *scope, uint32_t at, Str text)
{
    bool class = false;
    Value value = types_find(scope->resolver, at, str_slice(text, 0, text.len - 2));
    if (value.kind != VALUE_TYPE)
        return (Str){0};
    Str name = catalog_name(scope->catalog, resolver_entry(scope->resolver, value.symbol)->name);
    Str real = real_name(scope->resolver, at, name, &class);
    return class ? real : (Str){0};
}

static Given value_given(Scope *scope, uint32_t at, Str text)
{
    Value value = infer_expression(scope->resolver, scope, at, text);
    const Entry *entry =
        value.kind == VALUE_INSTANCE ? resolver_entry(scope->resolver, value.symbol) : NULL;
    bool class = entry && (entry->kind == SYMBOL_CLASS || entry->kind == SYMBOL_STRUCT);
    bool plain = class && !value.pointers;
    if (!entry || value.suffix.len || !(plain || entry->kind == SYMBOL_ENUM))
        return (Given){0};
    return (Given){catalog_name(scope->catalog, entry->name), CATEGORY_UNKNOWN};
}

/* The type of an argument, as its text tells. */
static Given given_type(Scope *scope, const Reference *reference, Str text)
{
    uint32_t at = scope_symbol(scope, reference);
    bool class = false;
    if (str_equal(text, STR("null")))
        return (Given){text, CATEGORY_PASSING};
    if (str_ends(text, STR("{}"))) {
        Str type = real_type(scope, at, str_slice(text, 0, text.len - 2), &class);
        return (Given){type, class ? CATEGORY_LASTING : CATEGORY_UNKNOWN};
    }
    Str made = str_ends(text, STR("()")) ? made_type(scope, at, text) : (Str){0};
    if (made.len)
        return (Given){made, CATEGORY_PASSING};
    return text.len ? value_given(scope, at, text) : (Given){0};
}

/* ---- the best function ---- */

static bool is_applicable(Overload *overload, const Given *given, uint32_t count)
{
    if (!overload->known)
        return true;
    if (count < overload->least || (count > overload->count && !overload->any))
        return false;
    for (uint32_t i = 0; i < count; i++) {
        Str wanted = i < overload->count ? overload->types[i] : STR("?");
        bool open = !given[i].type.len || str_equal(wanted, STR("?"));
        overload->ranks[i] =
            open ? RANK_MAYBE
                 : rank_types(&given[i], wanted, i < overload->count && overload->classes[i]);
        if (overload->ranks[i] == RANK_NO)
            return false;
    }
    return true;
}

/* For one argument: 1 if `a` is better, 0 if both are the same, -1 if `a` is worse or the order is
   unknown. RANK_MAYBE may be any type except the exact type in another overload. */
static int compare_ranks(const Overload *a, const Overload *b, uint32_t i)
{
    bool alike = i < a->count && i < b->count && str_equal(a->types[i], b->types[i]);
    if (alike || (a->ranks[i] == b->ranks[i] && a->ranks[i] >= RANK_CONVERT))
        return 0;
    if (a->ranks[i] == RANK_EXACT || (a->ranks[i] == RANK_SAME && b->ranks[i] == RANK_MAYBE))
        return 1;
    return a->ranks[i] > b->ranks[i] && b->ranks[i] != RANK_MAYBE ? 1 : -1;
}

static bool beats(const Overload *a, const Overload *b, uint32_t count, int receiver)
{
    bool better = false;
    if (!a->known || !b->known)
        return false;
    for (uint32_t i = 0; i < count; i++) {
        int order = compare_ranks(a, b, i);
        if (order < 0)
            return false;
        better = better || order > 0;
    }
    if (a->constant != b->constant && receiver)
        better = better || a->constant == (receiver > 0);
    return better && !(a->constant != b->constant && receiver && a->constant != (receiver > 0));
}

/* Whether the object is const: 1 yes, -1 no, 0 not known. */
static int receiver_of(Scope *scope, const Reference *reference)
{
    if (reference->flags & (REFERENCE_CONST | REFERENCE_MUTABLE))
        return reference->flags & REFERENCE_CONST ? 1 : -1;
    if (reference->receiver.len && !str_equal(reference->receiver, STR("this")))
        return 0;
    uint32_t at = scope_symbol(scope, reference);
    return str_ends(file_shape_parameters(scope->resolver, at), STR(";const")) ? 1 : -1;
}

static void settle_types(Scope *scope, Overload *overload)
{
    for (uint32_t i = 0; i < MIN(overload->count, (uint32_t)ARGUMENTS_MAX) && overload->known; i++)
        if (!str_equal(overload->types[i], STR("?")))
            overload->types[i] = real_type(scope, overload->members.ids[0], overload->types[i],
                                           &overload->classes[i]);
}

static uint32_t group_overloads(Scope *scope, const Finds *finds, Overload *all)
{
    uint32_t len = 0;
    for (uint32_t i = 0; i < finds->len; i++) {
        Overload one;
        uint32_t k = 0;
        read_overload(scope->resolver, scope->arena, finds->ids[i], &one);
        while (k < len && !is_same(&all[k], &one))
            k++;
        if (k < len)
            join_overload(&all[k], &one);
        else
            all[len++] = one;
    }
    return len;
}

static bool is_defined(Resolver *resolver, const Overload *overload)
{
    for (uint32_t i = 0; i < overload->members.len; i++)
        if (resolver_has(resolver, overload->members.ids[i], TRAIT_BODY))
            return true;
    return false;
}

/* A definition may spell its parameters differently from its declaration. It is joined to the only
   declaration with the same number of parameters. */
static uint32_t join_definitions(Resolver *resolver, Overload *all, uint32_t len)
{
    for (uint32_t i = 0; i < len; i++) {
        uint32_t fits = 0, found = 0;
        if (all[i].members.len > 1 || !is_defined(resolver, &all[i]))
            continue;
        for (uint32_t k = 0; k < len; k++) {
            bool match = k != i && all[k].count == all[i].count &&
                         all[k].constant == all[i].constant && !is_defined(resolver, &all[k]);
            fits += match;
            found = match ? k : found;
        }
        if (fits != 1)
            continue;
        join_overload(&all[found], &all[i]);
        all[i] = all[--len];
        i = UINT32_MAX; // start over
    }
    return len;
}

/* Keeps one symbol of each function: its definition, else its declaration. */
static void keep_one(Resolver *resolver, const Overload *all, uint32_t len, Finds *finds)
{
    finds->len = 0;
    for (uint32_t i = 0; i < len; i++) {
        uint32_t best = 0;
        for (uint32_t k = 1; k < all[i].members.len; k++)
            if (resolver_has(resolver, all[i].members.ids[k], TRAIT_BODY))
                best = k;
        finds->ids[finds->len++] = all[i].members.ids[best];
    }
}

static uint32_t keep_best(Scope *scope, const Reference *reference, Overload *all, uint32_t len)
{
    int receiver = len > 1 ? receiver_of(scope, reference) : 0;
    for (uint32_t i = 0; i < len; i++) {
        bool best = true;
        for (uint32_t k = 0; k < len && best; k++)
            best = k == i || beats(&all[i], &all[k], reference->arguments, receiver);
        if (!best)
            continue;
        all[0] = all[i];
        return 1;
    }
    return len;
}

static uint32_t keep_applicable(Scope *scope, const Reference *reference, Overload *all,
                                uint32_t len)
{
    Given given[ARGUMENTS_MAX] = {0};
    Str rest = reference->given, part;
    uint32_t left = 0;
    for (uint32_t i = 0; i < reference->arguments && rest.len; i++) {
        part = (Str){0};
        str_take_until(&rest, ',', &part);
        given[i] = given_type(scope, reference, part);
    }
    for (uint32_t i = 0; i < len; i++) {
        settle_types(scope, &all[i]);
        if (is_applicable(&all[i], given, reference->arguments))
            all[left++] = all[i];
    }
    return left;
}

static bool are_functions(Resolver *resolver, const Finds *finds)
{
    for (uint32_t i = 0; i < finds->len; i++)
        if (!finds_fits(resolver_kind(resolver, finds->ids[i]), FIND_METHODS))
            return false;
    return true;
}

bool cpp_overloads_keep(Scope *scope, const Reference *reference, Finds *finds)
{
    if (finds->len < 2 || !scope->rules->aliases_can_be_called ||
        reference->kind != REFERENCE_CALL || reference->arguments > ARGUMENTS_MAX ||
        !are_functions(scope->resolver, finds))
        return false;
    Arena before = *scope->arena; // the choice needs no memory afterwards
    Overload *all = NEW(scope->arena, Overload, finds->len);
    uint32_t len = group_overloads(scope, finds, all);
    len = join_definitions(scope->resolver, all, len);
    if (len > 1)
        len = keep_applicable(scope, reference, all, len);
    len = keep_best(scope, reference, all, len);
    if (len == 1)
        *finds = all[0].members;
    else
        keep_one(scope->resolver, all, len, finds);
    *scope->arena = before;
    return len > 1;
}
