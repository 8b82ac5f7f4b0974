/* Bounds are read from the signatures of the symbols around a place. */
#include "index/resolve/bounds.h"

#include "index/resolve/finds.h"
#include "index/resolve/lookup.h"
#include "index/resolve/types.h"
#include "lang/registry.h"

/* Bounds of one type parameter that are considered. */
#define BOUNDS_MAX 16

typedef struct Bounds {
    Str list[BOUNDS_MAX];
    size_t len;
} Bounds;

/* Whether the word restricts a type without naming one: `where T : class, new()`. */
static bool is_constraint(Str word)
{
    static const char words[] = "class struct notnull unmanaged new default allows";
    return rules_list_has(words, word);
}

/* Whether another bound of the same parameter follows the comma, as in `where T : A, B`, and not
   the next parameter. */
static bool goes_on(Str text, bool where)
{
    size_t len = 0;
    text = str_trim(text);
    while (len < text.len && (byte_is_word(text.ptr[len]) || text.ptr[len] == '.'))
        len++;
    return where && len && !str_starts(str_trim(str_from_offset(text, len)), STR(":"));
}

/* Adds the path at the front of each bound: IntoEdges and Copy of `IntoEdges<NodeId = N> + Copy`,
   Foo and Bar of `Foo & Bar`. */
static void add_bounds(Str text, bool where, Bounds *bounds)
{
    size_t depth = 0, start = 0;
    for (size_t i = 0; i <= text.len; i++) {
        char c = i < text.len ? text.ptr[i] : '\0';
        bool arrow = c == '>' && i && strchr("-=", text.ptr[i - 1]);
        bool comma = c == ',' && goes_on(str_from_offset(text, i + 1), where);
        bool ends = !depth && (!c || (strchr(",>)]{;=", c) && !comma));
        if (ends || (!depth && (c == '+' || c == '&' || comma))) {
            Str part = str_trim(str_slice(text, start, i));
            size_t len = 0;
            while (len < part.len &&
                   (byte_is_word(part.ptr[len]) || part.ptr[len] == ':' || part.ptr[len] == '.'))
                len++;
            if (len && bounds->len < BOUNDS_MAX && !is_constraint(str_slice(part, 0, len)))
                bounds->list[bounds->len++] = str_slice(part, 0, len);
            start = i + 1;
        }
        if (ends)
            break;
        depth += strchr("<([", c) != NULL;
        depth -= strchr(">)]", c) && !arrow && depth;
    }
}

/* Go: the constraint that follows a parameter's name, Store in `[K, V Store]`; empty if the text is
   not such a list. */
static Str constraint_after(Str whole, Str rest)
{
    bool go = str_starts(whole, STR("func ")) || str_starts(whole, STR("type "));
    while (go && str_starts(rest, STR(", "))) {
        rest = str_from_offset(rest, 2);
        while (rest.len && byte_is_word(rest.ptr[0]))
            rest = str_from_offset(rest, 1);
    }
    bool word = rest.len > 1 && rest.ptr[0] == ' ' && byte_is_word(rest.ptr[1]);
    return go && word ? str_from_offset(rest, 1) : (Str){0};
}

/* Whether the text ends within square brackets: `[K comparable, `. */
static bool is_listed(Str before)
{
    size_t open = str_find_last_byte(before, '['), close = str_find_last_byte(before, ']');
    return open != STR_NONE && (close == STR_NONE || close < open);
}

/* Adds the bounds of a type parameter from all signatures around an entry: `S: StateID + Copy`, `T
   extends Foo`, `where T : Foo`, `[T <: Foo]`, `[T Foo]`. */
static void find_bounds(const Scope *scope, uint32_t index, Str name, Bounds *bounds)
{
    const SymbolVec *symbols = &scope->outline->symbols;
    for (uint32_t i = index; i && i <= symbols->len; i = symbols->ptr[i - 1].parent) {
        Str whole = symbols->ptr[i - 1].signature, rest = whole;
        for (size_t at = str_find(rest, name); at != STR_NONE; at = str_find(rest, name)) {
            bool starts = at && strchr("<, ", rest.ptr[at - 1]);
            bool bracket = at && rest.ptr[at - 1] == '[';
            Str before = str_slice(whole, 0, (size_t)(rest.ptr - whole.ptr) + at);
            bool square = bracket || (starts && is_listed(before)); // Python: `[T: Foo]`
            bool where = str_find(before, STR("where ")) != STR_NONE;
            rest = str_from_offset(rest, at + name.len);
            Str after = str_starts(rest, STR(" ")) ? str_from_offset(rest, 1) : rest;
            if (scope->rules->is_dynamic ? square && str_starts(rest, STR(": "))
                                         : starts && str_starts(after, STR(": ")))
                add_bounds(str_from_offset(after, 2), where, bounds);
            else if (starts && str_starts(rest, STR(" extends ")))
                add_bounds(str_from_offset(rest, 9), false, bounds);
            else if ((starts || bracket) && str_starts(rest, STR(" <: ")))
                add_bounds(str_from_offset(rest, 4), false, bounds);
            else if (bracket || (starts && is_listed(before)))
                add_bounds(constraint_after(whole, rest), false, bounds);
        }
    }
}

/* The kind of member to look up: a function for a call, a type for a path. */
static FindKind kind_asked(const Reference *reference)
{
    return reference->kind == REFERENCE_TYPE ? FIND_SCOPES : FIND_METHODS;
}

/* The first bound that has a function or type of the member's name, else the first bound that is
   known. */
static Value choose_bound(const Scope *scope, const Reference *reference, const Bounds *bounds)
{
    Resolver *resolver = scope->resolver;
    uint32_t at = scope_symbol(scope, reference);
    uint32_t member = names_find(&resolver->catalog->names, reference->name);
    bool asked = reference->kind == REFERENCE_CALL || reference->kind == REFERENCE_TYPE;
    Value first = {0};
    for (size_t i = 0; i < bounds->len; i++) {
        Value value = value_instance(types_find(resolver, at, bounds->list[i]));
        Finds finds = {0};
        if (value.kind == VALUE_INSTANCE && asked)
            lookup_inherited(resolver, value.symbol, member, kind_asked(reference), &finds);
        if (finds.len)
            return value;
        if (first.kind == VALUE_UNKNOWN ||
            (first.kind != VALUE_INSTANCE && value.kind == VALUE_INSTANCE))
            first = value;
    }
    return first;
}

/* Rust: `R::Offset`, where the bound of R has an associated type Offset. */
static Value associated_value(const Scope *scope, const Reference *reference, Str path)
{
    size_t joint = str_find(path, STR("::"));
    Reference asked = *reference;
    asked.kind = REFERENCE_TYPE;
    asked.name = str_from_offset(path, joint + 2);
    for (size_t i = 0; i < asked.name.len; i++)
        if (!byte_is_word(asked.name.ptr[i]))
            return (Value){0};
    Value owner = bounds_value(scope, &asked, str_slice(path, 0, joint));
    Finds finds = {0};
    uint32_t name = names_find(&scope->catalog->names, asked.name);
    if (owner.kind == VALUE_INSTANCE)
        lookup_inherited(scope->resolver, owner.symbol, name, FIND_SCOPES, &finds);
    return finds.len == 1 ? (Value){.kind = VALUE_INSTANCE, .symbol = finds.ids[0]} : (Value){0};
}

Value bounds_value(const Scope *scope, const Reference *reference, Str name)
{
    Bounds bounds = {.len = 0};
    if (scope->rules->paths_name_modules && str_find(name, STR("::")) != STR_NONE)
        return associated_value(scope, reference, name);
    bool plain = name.len && name.ptr[0] >= 'A' && name.ptr[0] <= 'Z';
    for (size_t i = 0; i < name.len && plain; i++)
        plain = byte_is_word(name.ptr[i]);
    if (!plain)
        return (Value){0};
    const SymbolVec *symbols = &scope->outline->symbols;
    if (scope->rules->is_type_parameter &&
        !scope->rules->is_type_parameter(symbols, reference->symbol, name))
        return (Value){0};
    find_bounds(scope, reference->symbol, name, &bounds);
    Value value = choose_bound(scope, reference, &bounds);
    bool several = bounds.len > 1;
    if (value.kind == VALUE_INSTANCE && several) // bounds_with_member may choose another
        value.named = names_put(&scope->catalog->names, name);
    return value;
}

Value bounds_with_member(const Scope *scope, uint32_t at, Value value, Str name)
{
    const CatalogFile *file = scope ? catalog_row(scope->catalog, scope->file) : NULL;
    bool several = value.kind == VALUE_INSTANCE && value.named && !value.suffix.len;
    bool open = scope && scope->rules->paths_name_modules && value.kind == VALUE_UNKNOWN &&
                !value.suffix.len;
    if ((!several && !open) || !file || at < file->first || at >= file->first + file->count)
        return value;
    Reference asked = {.kind = REFERENCE_CALL, .name = name, .symbol = at - file->first};
    Value bound = bounds_value(scope, &asked, catalog_name(scope->catalog, value.named));
    return bound.kind == VALUE_INSTANCE ? bound : value;
}
