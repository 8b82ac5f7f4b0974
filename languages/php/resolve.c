/* PHP: functions in namespaces that a call names by a path, methods that a `use` of traits chooses
   or renames, and methods that a trait has from the classes that use it. */
#include "languages_calls.h"

#include "index/resolve/alternatives.h"
#include "index/resolve/assigned.h"
#include "index/resolve/attempt.h"
#include "index/resolve/bases.h"
#include "index/resolve/file_scope.h"
#include "index/resolve/home.h"
#include "index/resolve/lookup.h"
#include "index/resolve/namespaces.h"
#include "index/resolve/variables.h"

/* The path with the namespace that an import gives its first word. */
static Str with_import(const Attempt *attempt, Str path)
{
    Catalog *catalog = attempt->scope->catalog;
    Str first = str_slice(path, 0, MIN(str_find_byte(path, '\\'), path.len));
    const ImportLinkVec *links = &file_scope_of(attempt->resolver, attempt->scope->file)->links;
    uint32_t alias = names_find(&catalog->names, first);
    for (size_t i = 0; alias && i < links->len; i++) {
        const ImportLink *link = &links->ptr[i];
        bool named = link->alias == alias && !(link->flags & BINDING_STATIC);
        Str package = catalog_name(catalog, link->package),
            name = catalog_name(catalog, link->name);
        if (str_equal(package, name)) // `use Local;`
            package = (Str){0};
        const Str parts[] = {package, package.len && name.len ? STR("\\") : (Str){0}, name,
                             str_from_offset(path, first.len)};
        if (named && package.len + name.len)
            return str_join_all(attempt->scope->arena, parts, COUNT(parts));
    }
    return path;
}

/* `Money\format()`: a function of a namespace. */
static StepOutcome ask_function(Attempt *attempt)
{
    Str path = attempt->reference->receiver;
    bool whole = str_starts(path, STR("\\"));
    path = str_from_offset(path, whole);
    if (attempt->reference->kind != REFERENCE_CALL || attempt->reference->flags & REFERENCE_NEW ||
        !path.len || path.ptr[0] == '$')
        return STEP_PASS;
    bool relative = str_starts(path, STR("namespace\\")); // `namespace\B\f()`
    if (relative)
        path = str_slice(path, strlen("namespace\\"), str_find_last_byte(path, '\\'));
    Str full = whole || relative ? path : with_import(attempt, path);
    bool imported = full.ptr != path.ptr;
    namespaces_find_function(attempt->resolver, attempt->at, full, !whole && !imported,
                             attempt->name, &attempt->finds);
    return attempt->finds.len ? STEP_FOUND : STEP_PASS;
}

/* `new $class`: the class that the variable holds. */
static StepOutcome ask_held(Attempt *attempt)
{
    Str name = attempt->reference->name;
    if (!(attempt->reference->flags & REFERENCE_NEW) || !str_starts(name, STR("$")))
        return STEP_PASS;
    const Value *held = variables_find(attempt->scope, attempt->at, name);
    bool type = held && held->kind == VALUE_TYPE && !held->suffix.len;
    attempt->finds = (Finds){.ids = {type ? held->symbol : 0}, .len = type};
    return type ? STEP_FOUND : STEP_NOTHING;
}

/* `use A, B { A::f insteadof B; B::f as g; }` binds f and g in the class. */
static StepOutcome ask_adapted(Attempt *attempt)
{
    Finds own = {0};
    if (!attempt_is_typed(attempt) || attempt->value.suffix.len || !attempt->name)
        return STEP_PASS;
    lookup_members(attempt->resolver, attempt->value.symbol, attempt->name, FIND_METHODS, &own);
    if (own.len)
        return STEP_PASS;
    Value value = assigned_find(attempt->resolver, attempt->value.symbol, attempt->name);
    attempt->finds = (Finds){.ids = {value.symbol}, .len = value.kind == VALUE_FUNCTION};
    return attempt->finds.len ? STEP_FOUND : STEP_PASS;
}

/* `@mixin Query` in the comment of a class: its calls may be passed on to a Query. */
static StepOutcome ask_mixin(Attempt *attempt)
{
    uint32_t name = names_put(&attempt->scope->catalog->names, STR(DOC_MIXIN));
    if (!attempt_is_typed(attempt) || attempt->value.suffix.len)
        return STEP_PASS;
    Value value = assigned_find(attempt->resolver, attempt->value.symbol, name);
    if (value.kind == VALUE_INSTANCE && !value.suffix.len)
        lookup_inherited(attempt->resolver, value.symbol, attempt->name, FIND_METHODS,
                         &attempt->finds);
    attempt->confidence = EDGE_LIKELY;
    return attempt->finds.len ? STEP_FOUND : STEP_PASS;
}

/* Whether a type uses the trait, itself or through a base. */
static bool uses_trait(Resolver *resolver, uint32_t type, uint32_t trait)
{
    Finds all = {.ids = {type}, .len = 1};
    for (uint32_t i = 0; i < all.len; i++) {
        Finds bases = {0};
        bases_find(resolver, all.ids[i], &bases);
        for (uint32_t b = 0; b < bases.len && all.len < FINDS_MAX; b++)
            finds_add_once(&all, bases.ids[b]);
    }
    return finds_has(&all, trait);
}

/* `static::setup()` in a trait: a method of the classes that use it. */
static StepOutcome ask_host(Attempt *attempt)
{
    Resolver *resolver = attempt->resolver;
    const Value *value = &attempt->value;
    if (!attempt_is_typed(attempt) || !attempt->name || value->suffix.len ||
        resolver_kind(resolver, value->symbol) != SYMBOL_TRAIT)
        return STEP_PASS;
    IdSpan all = catalog_named(attempt->scope->catalog, attempt->name);
    for (size_t i = 0; i < all.len && all.len <= RESOLVE_NAMESAKES_MAX; i++) {
        uint32_t home = home_of(resolver, all.ptr[i]);
        if (finds_fits(resolver_kind(resolver, all.ptr[i]), FIND_METHODS) && home < HOME_GLOBAL &&
            symbol_is_type(resolver_kind(resolver, home)) &&
            uses_trait(resolver, home, value->symbol))
            finds_add(&attempt->finds, all.ptr[i]);
    }
    if (!attempt->finds.len || attempt->finds.too_many)
        return STEP_PASS;
    alternatives_add(attempt->scope, attempt->reference, &attempt->finds);
    return STEP_ADDED;
}

const Step php_held = {EDGE_STEP_LOCAL, ask_held};
const Step php_function = {EDGE_STEP_MODULE, ask_function};
const Step php_adapted = {EDGE_STEP_ALIAS, ask_adapted};
const Step php_mixin = {EDGE_STEP_EXTENSION, ask_mixin};
const Step php_host = {EDGE_STEP_ALTERNATIVE, ask_host};
