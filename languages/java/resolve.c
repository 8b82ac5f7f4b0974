/* Java's overload resolution (JLS 15.12.2): without boxing, then with boxing, then with variable
   arity; of the applicable methods, the most specific. An argument of unknown type keeps a method
   as a candidate but never makes it the best. Also resolves anonymous classes, and members that
   classes inherit from the JDK. index/resolve/rules.h has the contract of each hook. */
#include "languages_calls.h"

#include "languages/java/resolve_types.h"

#include "base/limits.h"
#include "index/resolve/attempt.h"
#include "index/resolve/bases.h"
#include "index/resolve/constructors.h"
#include "index/resolve/file_shape.h"
#include "index/resolve/finds.h"
#include "index/resolve/home.h"
#include "index/resolve/lookup.h"
#include "index/resolve/steps.h"
#include "index/resolve/targets.h"
#include "index/resolve/types.h"
#include "index/resolve/variables.h"

/* Methods with more parameters are matched by the number alone. */
#define ARGUMENTS_MAX 12

typedef struct Method {
    uint32_t symbol;
    JavaType parameters[ARGUMENTS_MAX];
    uint32_t count;
    bool known;              /* the parameter types are known */
    bool flexible;           /* variable arity */
    uint32_t phase;          /* in which it is applicable: 1 to 3; 0: never */
    Fit fits[ARGUMENTS_MAX]; /* by argument */
} Method;

typedef struct Choice {
    Resolver *resolver;
    JavaType given[ARGUMENTS_MAX];
    uint32_t count;
    Method *methods;
    uint32_t method_count;
} Choice;

/* ---- parameters ---- */

static void read_parameters(Resolver *resolver, Method *method)
{
    const Entry *entry = resolver_entry(resolver, method->symbol);
    SymbolPlace place = catalog_place(resolver->catalog, method->symbol);
    uint32_t at = resolver->catalog->files.ptr[place.file].first + entry->parent;
    Str rest = file_shape_parameters(resolver, method->symbol), part;
    method->flexible = entry->modifiers & ENTRY_FLEXIBLE;
    method->count = entry->arity;
    method->known = (rest.len || !entry->arity) && entry->arity <= ARGUMENTS_MAX;
    for (uint32_t i = 0; method->known && i < method->count; i++) {
        part = (Str){0};
        str_take_until(&rest, ',', &part);
        Value value = types_find(resolver, at, part);
        value.kind = value.kind == VALUE_TYPE ? VALUE_INSTANCE : value.kind;
        method->parameters[i] = java_type_of_value(resolver, &value);
    }
}

/* ---- applicable methods ---- */

static Fit fit_each(const Choice *choice, Method *method, bool spread)
{
    Fit fit = FIT_STRICT;
    for (uint32_t i = 0; i < choice->count && fit != FIT_NO; i++) {
        JavaType wanted = method->parameters[MIN(i, method->count - 1)];
        if (spread && i + 1 >= method->count && wanted.rank)
            wanted.rank--;
        method->fits[i] = java_type_fit(choice->resolver, &choice->given[i], &wanted);
        fit = MIN(fit, method->fits[i]);
    }
    return fit;
}

static bool needs_box(const Choice *choice, const Method *method)
{
    for (uint32_t i = 0; i < choice->count; i++)
        if (method->fits[i] == FIT_BOXED)
            return true;
    return false;
}

static void find_phase(const Choice *choice, Method *method)
{
    bool exact = method->count == choice->count;
    bool spread = method->flexible && choice->count + 1 >= method->count;
    method->phase = 0;
    if (!method->known) {
        for (uint32_t i = 0; i < choice->count; i++)
            method->fits[i] = FIT_MAYBE;
        method->phase = exact || spread ? 1 : 0;
    } else if (exact && fit_each(choice, method, false) != FIT_NO) {
        method->phase = needs_box(choice, method) ? 2 : 1;
    } else if (spread && fit_each(choice, method, true) != FIT_NO) {
        method->phase = 3;
    }
}

/* ---- the most specific method ---- */

/* Whether `other` takes everything that `one` takes. */
static bool is_as_specific(Resolver *resolver, const Method *one, const Method *other)
{
    if (!one->known || !other->known || one->count != other->count)
        return false;
    for (uint32_t i = 0; i < one->count; i++)
        if (java_type_fit(resolver, &one->parameters[i], &other->parameters[i]) != FIT_STRICT)
            return false;
    return true;
}

/* Whether both methods have the same type for an argument, so that an unknown type does not matter.
 */
static bool is_shared(const Method *one, const Method *other, uint32_t argument)
{
    return one->known && other->known && argument < MIN(one->count, other->count) &&
           java_type_equal(&one->parameters[argument], &other->parameters[argument]);
}

static bool beats(const Choice *choice, const Method *one, const Method *other)
{
    bool unsure = false;
    for (uint32_t i = 0; i < choice->count; i++) {
        if (one->fits[i] == FIT_MAYBE && !is_shared(one, other, i))
            return false;
        unsure = unsure || one->fits[i] == FIT_MAYBE; // it may need boxing
    }
    if (one->phase + unsure < other->phase)
        return true;
    return one->phase <= other->phase && is_as_specific(choice->resolver, one, other) &&
           !is_as_specific(choice->resolver, other, one);
}

static const Method *find_best(const Choice *choice)
{
    for (uint32_t i = 0; i < choice->method_count; i++) {
        const Method *one = &choice->methods[i];
        bool best = one->phase;
        for (uint32_t k = 0; k < choice->method_count && best; k++)
            best = k == i || !choice->methods[k].phase || beats(choice, one, &choice->methods[k]);
        if (best)
            return one;
    }
    return NULL;
}

static void read_given(Scope *scope, const Reference *reference, Choice *choice)
{
    Str rest = reference->given, part;
    for (uint32_t i = 0; i < choice->count; i++) {
        part = (Str){0};
        str_take_until(&rest, ',', &part);
        choice->given[i] = java_type_of_argument(scope, reference, part);
    }
}

void java_choose_overload(Scope *scope, const Reference *reference, Finds *finds)
{
    Choice choice = {.resolver = scope->resolver, .count = reference->arguments};
    bool no_types = !reference->given.len && reference->arguments;
    if (finds->len < 2 || no_types || scope->resolver->fits > RESOLVE_FITS_MAX ||
        reference->kind != REFERENCE_CALL || choice.count > ARGUMENTS_MAX)
        return;
    choice.methods = NEW(scope->arena, Method, finds->len);
    read_given(scope, reference, &choice);
    for (uint32_t i = 0; i < finds->len; i++) {
        Method *method = &choice.methods[choice.method_count++];
        method->symbol = finds->ids[i];
        read_parameters(scope->resolver, method);
        find_phase(&choice, method);
    }
    const Method *best = find_best(&choice);
    uint32_t count = 0;
    for (uint32_t i = 0; i < choice.method_count; i++)
        if (best ? &choice.methods[i] == best : choice.methods[i].phase != 0)
            finds->ids[count++] = choice.methods[i].symbol;
    finds->len = count ? count : finds->len;
}

/* ---- members ---- */

/* Whether a subtype overrides the method with the same parameters. */
static bool is_overridden(Resolver *resolver, const Finds *finds, uint32_t method)
{
    const Entry *entry = resolver_entry(resolver, method);
    for (uint32_t i = 0; i < finds->len; i++)
        if (resolver_entry(resolver, finds->ids[i])->arity == entry->arity &&
            home_of(resolver, finds->ids[i]) != home_of(resolver, method) &&
            str_equal(file_shape_parameters(resolver, finds->ids[i]),
                      file_shape_parameters(resolver, method)))
            return true;
    return false;
}

static void add_taking(Scope *scope, const Reference *reference, const Finds *all, Finds *finds)
{
    Resolver *resolver = scope->resolver;
    for (uint32_t i = 0; i < all->len; i++) {
        const Entry *entry = resolver_entry(resolver, all->ids[i]);
        bool few = entry->modifiers & ENTRY_FLEXIBLE && reference->arguments + 1 < entry->arity;
        if (few || !targets_takes(entry, reference) || is_overridden(resolver, finds, all->ids[i]))
            continue;
        finds->too_many = finds->too_many || finds->len == FINDS_MAX;
        if (!finds->too_many)
            finds->ids[finds->len++] = all->ids[i];
    }
}

static void add_new_types(Resolver *resolver, uint32_t type, Finds *types)
{
    Finds bases = {0};
    bases_find(resolver, type, &bases);
    for (uint32_t i = 0; i < bases.len && types->len < FINDS_MAX; i++) {
        bool known = false;
        for (uint32_t k = 0; k < types->len; k++)
            known = known || types->ids[k] == bases.ids[i];
        if (!known)
            types->ids[types->len++] = bases.ids[i];
    }
}

/* Members of superclasses hide members of interfaces: moves the next class before the interfaces.
 */
static void move_class_first(const Resolver *resolver, Finds *types, uint32_t next)
{
    uint32_t i = next;
    while (i < types->len && resolver_kind(resolver, types->ids[i]) == SYMBOL_INTERFACE)
        i++;
    if (i == types->len)
        return;
    uint32_t class = types->ids[i];
    memmove(&types->ids[next + 1], &types->ids[next], (i - next) * sizeof *types->ids);
    types->ids[next] = class;
}

/* The type and its supertypes, in the order in which their members are looked up. Cached by type.
 */
static IdSpan lineage_of(Resolver *resolver, uint32_t type)
{
    uint32_t known = id_map_get(&resolver->lineages, type);
    if (known != ID_MAP_NONE)
        return resolver->lineage_spans.ptr[known];
    Finds types = {.ids = {type}, .len = 1};
    for (uint32_t i = 0; i < types.len; i++) {
        move_class_first(resolver, &types, i);
        add_new_types(resolver, types.ids[i], &types);
    }
    uint32_t *ids = NEW(resolver->arena, uint32_t, types.len);
    memcpy(ids, types.ids, types.len * sizeof *ids);
    id_map_put(&resolver->lineages, resolver->arena, type, (uint32_t)resolver->lineage_spans.len);
    *VEC_PUSH(resolver->arena, &resolver->lineage_spans) = (IdSpan){ids, types.len};
    return (IdSpan){ids, types.len};
}

/* Keeps the methods of the nearest type. */
static void keep_nearest(const Resolver *resolver, Finds *finds)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < finds->len; i++)
        if (home_of(resolver, finds->ids[i]) == home_of(resolver, finds->ids[0]))
            finds->ids[count++] = finds->ids[i];
    finds->len = count;
}

static void find_overloads(Scope *scope, const Reference *reference, uint32_t type, uint32_t name,
                           Finds *finds)
{
    IdSpan types = lineage_of(scope->resolver, type);
    for (size_t i = 0; i < types.len && !finds->too_many; i++) {
        Finds all = {0};
        lookup_members(scope->resolver, types.ptr[i], name, FIND_METHODS, &all);
        finds->too_many = finds->too_many || all.too_many;
        add_taking(scope, reference, &all, finds);
    }
    if (finds->too_many)
        return;
    java_choose_overload(scope, reference, finds);
    keep_nearest(scope->resolver, finds);
}

static bool find_in_anonymous(Scope *scope, const Reference *reference, Finds *finds)
{
    uint32_t at = scope_symbol(scope, reference);
    const Value *base = variables_anonymous_this(scope, at);
    uint32_t name = names_find(&scope->catalog->names, reference->name);
    uint32_t home = resolver_entry(scope->resolver, at)->parent;
    Finds own = {0};
    if (!base || base->kind != VALUE_INSTANCE || base->suffix.len)
        return false;
    home += scope->catalog->files.ptr[scope->file].first;
    lookup_members(scope->resolver, home, name, FIND_METHODS, &own); // of the anonymous class
    if (!own.len)
        find_overloads(scope, reference, base->symbol, name, finds);
    return finds->len > 0;
}

/* ---- members inherited from the JDK ---- */

static bool is_common(Str name)
{
    static const char words[] =
        "size isEmpty iterator spliterator stream get put add set remove clear contains "
        "containsKey "
        "containsValue addAll removeAll retainAll putAll keySet values entrySet toArray toString "
        "hashCode equals run call next hasNext close cancel isDone isCancelled write read flush "
        "length charAt clone getClass notify notifyAll wait finalize start stop submit execute "
        "await signal lock unlock acquire release firstKey lastKey first last headSet tailSet";
    Str rest = str_from(words), word;
    while (str_take_until(&rest, ' ', &word))
        if (str_equal(word, name))
            return true;
    return false;
}

static bool has_foreign_base(Resolver *resolver, uint32_t type)
{
    Finds types = {.ids = {type}, .len = 1};
    bool foreign = false;
    for (uint32_t i = 0; i < types.len && !foreign; i++) {
        Finds bases = {0};
        foreign = bases_find(resolver, types.ids[i], &bases);
        add_new_types(resolver, types.ids[i], &types);
    }
    return foreign;
}

static bool may_inherit(Scope *scope, const Reference *reference, const Finds *finds)
{
    const CatalogFile *file = catalog_row(scope->catalog, scope->file);
    uint32_t home = finds->len ? home_of(scope->resolver, finds->ids[0]) : SYMBOL_NOWHERE;
    uint32_t at = scope_symbol(scope, reference);
    const Value *base = variables_anonymous_this(scope, at);
    if (!is_common(reference->name) || home >= HOME_GLOBAL)
        return false;
    bool local = home == file->first + file->entries[reference->symbol].parent;
    if (base && !local &&
        (base->kind != VALUE_INSTANCE || base->suffix.len ||
         has_foreign_base(scope->resolver, base->symbol)))
        return true;
    uint32_t name = names_find(&scope->catalog->names, reference->name);
    for (uint32_t i = reference->symbol; i && file->first + i != home;
         i = file->entries[i].parent) {
        Finds found = {0};
        if (!symbol_is_type((SymbolKind)file->entries[i].kind))
            continue;
        lookup_inherited(scope->resolver, file->first + i, name, FIND_METHODS, &found);
        if (found.len || has_foreign_base(scope->resolver, file->first + i))
            return !found.len;
    }
    return false;
}

/* ---- implicit super calls ---- */

static uint32_t superclass_of(Resolver *resolver, uint32_t type)
{
    Finds bases = {0};
    bases_find(resolver, type, &bases);
    for (uint32_t i = 0; i < bases.len; i++)
        if (resolver_kind(resolver, bases.ids[i]) == SYMBOL_CLASS)
            return bases.ids[i];
    return SYMBOL_NOWHERE;
}

static bool *explicit_constructors(Scope *scope)
{
    bool *named = NEW(scope->arena, bool, scope->catalog->files.ptr[scope->file].count);
    const ReferenceVec *references = &scope->outline->references;
    for (size_t i = 0; i < references->len; i++) {
        const Reference *reference = &references->ptr[i];
        bool own =
            str_equal(reference->name, STR("this")) || str_equal(reference->name, STR("super"));
        if (own && reference->kind == REFERENCE_CALL &&
            reference->symbol < scope->catalog->files.ptr[scope->file].count)
            named[reference->symbol] = true;
    }
    return named;
}

void java_add_implicit_calls(Scope *scope)
{
    const CatalogFile *file = catalog_row(scope->catalog, scope->file);
    const bool *named = explicit_constructors(scope);
    for (uint32_t i = 1; i < file->count; i++) {
        const Entry *entry = &file->entries[i];
        if (entry->kind != SYMBOL_CONSTRUCTOR || named[i])
            continue;
        Targets targets = {.ids = {superclass_of(scope->resolver, file->first + entry->parent)},
                           .len = 1,
                           .confidence = EDGE_EXACT};
        Reference made = {.kind = REFERENCE_CALL, .symbol = i, .line = entry->start_line};
        if (targets.ids[0] == SYMBOL_NOWHERE)
            continue;
        scope->step = EDGE_STEP_IMPLICIT;
        targets_add(scope, &made, &targets);
        constructors_add(scope, &made, &targets);
    }
}

/* ---- steps ---- */

/* A bare call in an anonymous class means a method of its base. */
static StepOutcome ask_anonymous(Attempt *attempt)
{
    bool has =
        attempt->calls && find_in_anonymous(attempt->scope, attempt->reference, &attempt->finds);
    return has ? STEP_FOUND : STEP_PASS;
}

/* A call found in an outer class may mean what a class in between inherits from the library. */
static StepOutcome ask_library(Attempt *attempt)
{
    bool may = attempt->calls &&
               may_inherit(attempt->scope, attempt->reference, &attempt_meaning(attempt)->finds);
    return may ? STEP_NOTHING : STEP_PASS;
}

/* All overloads that the class which has the name declares or inherits. */
static StepOutcome ask_overloads(Attempt *attempt)
{
    Resolver *resolver = attempt->resolver;
    const Finds *finds = &attempt_meaning(attempt)->finds;
    if (!attempt->calls || !finds->len || resolver_kind(resolver, *finds->ids) != SYMBOL_METHOD)
        return STEP_PASS;
    uint32_t home = home_of(resolver, *finds->ids);
    if (home >= HOME_GLOBAL || !symbol_is_type(resolver_kind(resolver, home)))
        return STEP_PASS;
    attempt->scope->step = attempt->meaning.is_imported ? EDGE_STEP_IMPORT : EDGE_STEP_UNKNOWN;
    find_overloads(attempt->scope, attempt->reference, home, attempt->name, &attempt->finds);
    return STEP_FOUND;
}

static StepOutcome ask_member(Attempt *attempt)
{
    if (!attempt->calls || !attempt_is_typed(attempt))
        return step_member.ask(attempt);
    find_overloads(attempt->scope, attempt->reference, attempt->value.symbol, attempt->name,
                   &attempt->finds);
    attempt->scope->step = attempt->is_bound ? EDGE_STEP_BOUND
                                             : steps_of_member(attempt->scope, attempt->reference,
                                                               &attempt->value, &attempt->finds);
    return attempt->finds.len ? STEP_FOUND : STEP_PASS;
}

const Step java_anonymous = {EDGE_STEP_BASE, ask_anonymous};
const Step java_library = {EDGE_STEP_LIBRARY, ask_library};
const Step java_overloads = {EDGE_STEP_OWN, ask_overloads};
const Step java_member = {EDGE_STEP_MEMBER, ask_member};
