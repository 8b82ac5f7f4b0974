/* What a member of a receiver means. */
#include "index/resolve/attempt.h"
#include "index/resolve/bases.h"
#include "index/resolve/bounds.h"
#include "index/resolve/by_name.h"
#include "index/resolve/cpp.h"
#include "index/resolve/extensions.h"
#include "index/resolve/infer.h"
#include "index/resolve/lookup.h"
#include "index/resolve/name_steps.h"
#include "index/resolve/namespaces.h"
#include "index/resolve/reopen.h"
#include "index/resolve/specialisations.h"
#include "index/resolve/steps.h"
#include "index/resolve/type_mentions.h"
#include "index/resolve/unit.h"

/* Shorter names of types are type parameters, more often than not. */
#define LIBRARY_TYPE_BYTES 4

static StepOutcome found(const Attempt *attempt)
{
    return attempt->finds.len ? STEP_FOUND : STEP_PASS;
}

/* ---- before the value of the receiver is known ---- */

/* The receiver is the whole path. */
static StepOutcome ask_top(Attempt *attempt)
{
    Value value;
    const Reference *reference = attempt->reference;
    if (!(reference->flags & REFERENCE_NEW) || !str_starts(reference->receiver, STR("::")) ||
        !str_equal(str_from_offset(reference->receiver, 2), reference->name))
        return STEP_PASS;
    if (!reopen_find(attempt->resolver, attempt->at, reference->receiver, &value))
        return STEP_NOTHING;
    attempt->finds = (Finds){.ids = {value.symbol}, .len = 1};
    return STEP_FOUND;
}

/* The function outside of all namespaces. */
static StepOutcome ask_global(Attempt *attempt)
{
    if (!str_equal(attempt->reference->receiver, STR("\\")))
        return STEP_PASS;
    namespaces_find_global(attempt->resolver, attempt->at, attempt->name, FIND_CALLABLES,
                           &attempt->finds);
    return attempt->finds.len ? STEP_FOUND : STEP_NOTHING;
}

/* A receiver that is one word may be a value, unless it is a local variable or a type. */
static StepOutcome ask_receiver_read(Attempt *attempt)
{
    Str word = attempt->reference->receiver;
    for (size_t i = 0; i < word.len; i++)
        if (!byte_is_word(word.ptr[i]) && word.ptr[i] != '$')
            return STEP_PASS;
    Reference use = *attempt->reference;
    use.kind = REFERENCE_USE;
    use.name = word;
    use.receiver = (Str){0};
    use.flags = 0;
    Attempt read = attempt_open(attempt->scope, &use);
    (void)name_steps_add_value(&read);
    return STEP_PASS;
}

static StepOutcome ask_receiver(Attempt *attempt)
{
    Resolver *resolver = attempt->resolver;
    Value all[VALUE_ALTERNATIVES_MAX];
    Value value =
        infer_expression(resolver, attempt->scope, attempt->at, attempt->reference->receiver);
    uint32_t count = value_alternatives(resolver, &value, all);
    type_mentions_add_receiver(attempt->scope, attempt->reference, &value);
    for (uint32_t i = 0; i < count; i++) {
        Attempt member = attempt_open(attempt->scope, attempt->reference);
        member.value = member.written = all[i];
        resolver->is_doubtful = resolver->is_doubtful || count > 1;
        (void)attempt_ask(&member, attempt->rules->members);
    }
    return STEP_ADDED;
}

/* ---- values, operators ---- */

/* What a value has under the name: fields and properties, then methods. */
static void find_value(Resolver *resolver, const Value *value, uint32_t name, Finds *finds)
{
    static const FindKind kinds[] = {FIND_FIELDS, FIND_METHODS};
    uint32_t twin =
        value->kind == VALUE_TYPE ? lookup_companion(resolver, value->symbol) : SYMBOL_NOWHERE;
    for (size_t i = 0; i < COUNT(kinds) && !finds->len; i++) {
        if (value->kind == VALUE_MODULE)
            lookup_members(resolver, value->symbol, name, kinds[i], finds);
        else if (twin != SYMBOL_NOWHERE)
            lookup_inherited(resolver, twin, name, kinds[i], finds);
        if (!finds->len && value->kind != VALUE_MODULE)
            lookup_inherited(resolver, value->symbol, name, kinds[i], finds);
    }
}

/* Scala: `Plug.apply` of a class without such a member makes one. */
static StepOutcome ask_making(Attempt *attempt)
{
    const char *member = attempt->rules->call_member;
    const Reference *reference = attempt->reference;
    bool makes = member && attempt->value.kind == VALUE_TYPE && !attempt->value.suffix.len &&
                 reference->kind == REFERENCE_USE && str_equal(reference->name, str_from(member)) &&
                 resolver_kind(attempt->resolver, attempt->value.symbol) == SYMBOL_CLASS;
    Reference made = *reference;
    made.flags |= REFERENCE_NEW;
    Attempt making = *attempt;
    making.reference = &made;
    making.finds = (Finds){.ids = {attempt->value.symbol}, .len = 1};
    if (makes)
        attempt_add(&making, &making.finds, EDGE_EXACT);
    return makes ? STEP_ADDED : STEP_NOTHING;
}

/* A member that only the receiver's type decides. */
static StepOutcome ask_typed_member(Attempt *attempt)
{
    Resolver *resolver = attempt->resolver;
    const Value *value = &attempt->value;
    Finds *finds = &attempt->finds;
    bool read = attempt->reference->kind == REFERENCE_USE;
    if (!(attempt->reference->flags & REFERENCE_TYPED))
        return STEP_PASS;
    if (!attempt->name)
        return STEP_NOTHING;
    if (value->kind == VALUE_UNKNOWN && value->named && !value->suffix.len) // a type parameter
        attempt->value = bounds_value(attempt->scope, attempt->reference,
                                      catalog_name(attempt->scope->catalog, value->named));
    bool known = attempt_is_typed(attempt) || value->kind == VALUE_MODULE;
    if (!known || value->suffix.len)
        extensions_find_foreign(resolver, attempt->at, attempt->name, value, finds);
    else if (read)
        find_value(resolver, value, attempt->name, finds);
    else if (value->kind != VALUE_MODULE)
        lookup_inherited(resolver, value->symbol, attempt->name, FIND_METHODS, finds);
    if (known && !value->suffix.len && !finds->len && attempt->reference->kind == REFERENCE_CALL)
        lookup_inherited(resolver, value->symbol, attempt->name, FIND_FIELDS,
                         finds); // an indexer of C#
    if (known && !finds->len && value->kind == VALUE_INSTANCE)
        extensions_find(resolver, attempt->at, attempt->name, value, finds);
    attempt->confidence = known ? EDGE_EXACT : EDGE_LIKELY;
    if (!finds->len && read && value->kind == VALUE_UNKNOWN && !value->suffix.len)
        by_name_resolve(attempt->scope, attempt->reference);
    return finds->len ? STEP_FOUND : ask_making(attempt);
}

/* ---- extensions, bounds ---- */

static StepOutcome ask_outer_extension(Attempt *attempt)
{
    if (attempt->value.kind != VALUE_INSTANCE || attempt->value.suffix.len)
        extensions_find(attempt->resolver, attempt->at, attempt->name, &attempt->value,
                        &attempt->finds);
    return found(attempt);
}

static StepOutcome ask_bound(Attempt *attempt)
{
    Value *value = &attempt->value;
    bool generic = value->kind == VALUE_INSTANCE && value->named;
    attempt->is_bound = generic || value->kind == VALUE_UNKNOWN;
    if (attempt->is_bound && !value->suffix.len)
        *value = bounds_value(attempt->scope, attempt->reference,
                              value->named ? catalog_name(attempt->scope->catalog, value->named)
                                           : attempt->reference->receiver);
    return STEP_PASS;
}

static StepOutcome ask_foreign_extension(Attempt *attempt)
{
    attempt->confidence = EDGE_LIKELY;
    if (attempt_is_open(attempt) &&
        extensions_find_foreign(attempt->resolver, attempt->at, attempt->name, &attempt->written,
                                &attempt->finds))
        return STEP_FOUND;
    attempt->confidence = EDGE_EXACT;
    return STEP_PASS;
}

static StepOutcome ask_extension(Attempt *attempt)
{
    if (attempt->value.kind == VALUE_INSTANCE)
        extensions_find(attempt->resolver, attempt->at, attempt->name, &attempt->value,
                        &attempt->finds);
    return found(attempt);
}

static StepOutcome ask_beside(Attempt *attempt)
{
    extensions_find_beside(attempt->resolver, attempt->at, attempt->name, &attempt->value,
                           &attempt->finds);
    return found(attempt);
}

/* ---- what is outside ---- */

static StepOutcome ask_package(Attempt *attempt)
{
    if (attempt->value.kind == VALUE_FOREIGN)
        attempt_add_foreign(attempt, attempt->value.package);
    return STEP_PASS;
}

static StepOutcome ask_list_name(Attempt *attempt)
{
    if (!attempt->value.suffix.len)
        return STEP_PASS;
    by_name_resolve(attempt->scope, attempt->reference);
    return STEP_ADDED;
}

static StepOutcome ask_list(Attempt *attempt)
{
    return attempt->value.suffix.len ? STEP_NOTHING : STEP_PASS;
}

/* ---- members ---- */

/* Adds the members of a module or namespace; a file of Rust also has its re-exports. */
static void find_in_space(Resolver *resolver, uint32_t space, uint32_t name, Finds *finds)
{
    SymbolPlace place = catalog_place(resolver->catalog, space);
    Meaning meaning = {0};
    if (place.index || !resolver->rules[place.file]->paths_name_modules) {
        lookup_members(resolver, space, name, FIND_CALLABLES, finds);
        return;
    }
    unit_find(resolver, place.file, name, FIND_CALLABLES, &meaning);
    *finds = meaning.finds;
}

static StepOutcome ask_module(Attempt *attempt)
{
    if (attempt->value.kind == VALUE_MODULE)
        find_in_space(attempt->resolver, attempt->value.symbol, attempt->name, &attempt->finds);
    return found(attempt);
}

static void find_in_type(Resolver *resolver, const Value *value, uint32_t name, Finds *finds)
{
    uint32_t twin =
        value->kind == VALUE_TYPE ? lookup_companion(resolver, value->symbol) : SYMBOL_NOWHERE;
    const Rules *rules = resolver_rules(resolver, value->symbol);
    if (rules->find_member && rules->find_member(resolver, value, name, FIND_CALLABLES, finds))
        return;
    if (twin != SYMBOL_NOWHERE)
        lookup_inherited(resolver, twin, name, FIND_CALLABLES, finds);
    if (!finds->len && value->kind == VALUE_TYPE) // Kotlin: no method of an instance is meant
        lookup_in_companion(resolver, value->symbol, name, FIND_CALLABLES, finds);
    if (!finds->len)
        lookup_inherited(resolver, value->symbol, name, FIND_CALLABLES, finds);
    if (finds->len && specialisations_exist(resolver, value->symbol))
        resolver->is_doubtful = true;
}

/* Members of bases, which come before an extension of the type itself. */
static void add_inherited(Resolver *resolver, uint32_t type, uint32_t name, Finds *finds)
{
    Finds bases = {0}, found = {0};
    if (!finds->len || !targets_is_extension(resolver, finds->ids[0]))
        return;
    bases_find(resolver, type, &bases);
    for (uint32_t i = 0; i < bases.len && !found.len; i++)
        lookup_inherited(resolver, bases.ids[i], name, FIND_CALLABLES, &found);
    for (uint32_t i = 0; i < found.len; i++)
        finds_add(finds, found.ids[i]);
}

static StepOutcome ask_member(Attempt *attempt)
{
    if (attempt_is_typed(attempt))
        find_in_type(attempt->resolver, &attempt->value, attempt->name, &attempt->finds);
    if (attempt_is_typed(attempt))
        add_inherited(attempt->resolver, attempt->value.symbol, attempt->name, &attempt->finds);
    attempt->scope->step = attempt->is_bound ? EDGE_STEP_BOUND
                                             : steps_of_member(attempt->scope, attempt->reference,
                                                               &attempt->value, &attempt->finds);
    return found(attempt);
}

/* `Foo.init(x)` makes a Foo, also without a declared constructor. */
static StepOutcome ask_named_constructor(Attempt *attempt)
{
    const char *names = attempt->rules->constructor_names;
    if (!attempt->calls || !attempt_is_typed(attempt) || attempt->value.suffix.len ||
        !rules_list_has(names, attempt->reference->name))
        return STEP_PASS;
    attempt->finds = (Finds){.ids = {attempt->value.symbol}, .len = 1};
    return STEP_FOUND;
}

static StepOutcome ask_target(Attempt *attempt)
{
    Value held = value_dereferenced(attempt->resolver, &attempt->value);
    if (held.kind == VALUE_INSTANCE && !held.suffix.len)
        lookup_inherited(attempt->resolver, held.symbol, attempt->name, FIND_CALLABLES,
                         &attempt->finds);
    return found(attempt);
}

static StepOutcome ask_component(Attempt *attempt)
{
    if (attempt_is_typed(attempt))
        lookup_inherited(attempt->resolver, attempt->value.symbol, attempt->name, FIND_FIELDS,
                         &attempt->finds);
    return found(attempt);
}

/* The field that `x.f` reads and `x.f = 1` writes. */
static StepOutcome ask_called_field(Attempt *attempt)
{
    Str name = attempt->reference->name;
    name.len -= str_ends(name, STR("="));
    if (attempt_is_typed(attempt))
        lookup_inherited(attempt->resolver, attempt->value.symbol,
                         names_find(&attempt->scope->catalog->names, name), FIND_FIELDS,
                         &attempt->finds);
    return found(attempt);
}

/* ---- without a member of that name ---- */

/* Types of languages whose names are short or small. */
#define SCALARS "Int int Bool bool boolean Char char string num double float long Byte byte short"

/* Whether the value has a type that no file here declares, such as String: no method here is
   meant. A short name may be a type parameter. */
static bool is_of_library(const Scope *scope, const Value *value)
{
    IdSpan all = value->named ? catalog_named(scope->catalog, value->named) : (IdSpan){0};
    Str name = value->named ? catalog_name(scope->catalog, value->named) : (Str){0};
    bool scalar = rules_list_has(SCALARS, name);
    bool capital = name.len >= LIBRARY_TYPE_BYTES && name.ptr[0] >= 'A' && name.ptr[0] <= 'Z';
    if ((!capital && !scalar) || all.len > RESOLVE_NAMESAKES_MAX || value->kind != VALUE_UNKNOWN ||
        !scope->rules->values_have_users)
        return false;
    for (size_t i = 0; i < all.len; i++)
        if (finds_fits(resolver_kind(scope->resolver, all.ptr[i]), FIND_SCOPES))
            return false;
    return true;
}

/* Whether a type of the repository may have members that are not found through it: classes that
   are opened again, members of extensions and implicit classes. */
static bool is_extended_elsewhere(const Attempt *attempt)
{
    const Value *value = &attempt->value;
    bool reopened = scope_facts(attempt->scope)->classes_can_be_reopened &&
                    (value->kind == VALUE_MODULE || value->kind == VALUE_TYPE);
    return reopened || (attempt->rules->objects_and_types_share_names && attempt_is_typed(attempt));
}

static StepOutcome ask_closed(Attempt *attempt)
{
    bool known = attempt->value.kind != VALUE_UNKNOWN && !is_extended_elsewhere(attempt);
    bool library =
        is_of_library(attempt->scope, &attempt->value) ||
        (attempt->value.kind == VALUE_UNKNOWN && is_of_library(attempt->scope, &attempt->written));
    return known || library ? STEP_NOTHING : STEP_PASS;
}

static StepOutcome ask_member_name(Attempt *attempt)
{
    by_name_resolve(attempt->scope, attempt->reference);
    return STEP_ADDED;
}

const Step step_top = {EDGE_STEP_SCOPE, ask_top};
const Step step_global = {EDGE_STEP_PACKAGE, ask_global};
const Step step_receiver_read = {EDGE_STEP_UNKNOWN, ask_receiver_read};
const Step step_receiver = {EDGE_STEP_UNKNOWN, ask_receiver};
const Step step_typed_member = {EDGE_STEP_UNKNOWN, ask_typed_member};
const Step step_outer_extension = {EDGE_STEP_EXTENSION, ask_outer_extension};
const Step step_bound = {EDGE_STEP_BOUND, ask_bound};
const Step step_foreign_extension = {EDGE_STEP_EXTENSION, ask_foreign_extension};
const Step step_package = {EDGE_STEP_LIBRARY, ask_package};
const Step step_list_name = {EDGE_STEP_BY_NAME, ask_list_name};
const Step step_list = {EDGE_STEP_UNKNOWN, ask_list};
const Step step_module = {EDGE_STEP_MODULE, ask_module};
const Step step_member = {EDGE_STEP_MEMBER, ask_member};
const Step step_named_constructor = {EDGE_STEP_CONSTRUCTION, ask_named_constructor};
const Step step_target = {EDGE_STEP_TARGET, ask_target};
const Step step_extension = {EDGE_STEP_EXTENSION, ask_extension};
const Step step_beside = {EDGE_STEP_EXTENSION, ask_beside};
const Step step_component = {EDGE_STEP_MEMBER, ask_component};
const Step step_called_field = {EDGE_STEP_MEMBER, ask_called_field};
const Step step_closed = {EDGE_STEP_UNKNOWN, ask_closed};
const Step step_member_name = {EDGE_STEP_BY_NAME, ask_member_name};
