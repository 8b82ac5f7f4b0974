/* What a bare name means. */
#include "index/resolve/name_steps.h"
#include "index/resolve/attempt.h"
#include "index/resolve/bases.h"
#include "index/resolve/by_name.h"
#include "index/resolve/fold_case.h"
#include "index/resolve/home.h"
#include "index/resolve/lookup.h"
#include "index/resolve/type_steps.h"
#include "index/resolve/variables.h"

static StepOutcome found(const Attempt *attempt)
{
    return attempt->finds.len ? STEP_FOUND : STEP_PASS;
}

/* ---- constructors and methods of the base ---- */

static StepOutcome ask_super_method(Attempt *attempt)
{
    Resolver *resolver = attempt->resolver;
    const CatalogFile *file = catalog_row(attempt->scope->catalog, attempt->scope->file);
    uint32_t i = attempt->reference->symbol;
    if (!str_equal(attempt->reference->name, STR("super")))
        return STEP_PASS;
    while (i && !finds_fits((SymbolKind)file->entries[i].kind, FIND_METHODS))
        i = file->entries[i].parent;
    uint32_t self = i ? home_type_around(resolver, attempt->at) : SYMBOL_NOWHERE;
    Finds bases = {0};
    if (self != SYMBOL_NOWHERE)
        bases_find(resolver, self, &bases);
    for (uint32_t b = 0; b < bases.len && !attempt->finds.len; b++)
        lookup_inherited(resolver, bases.ids[b], file->entries[i].name, FIND_METHODS,
                         &attempt->finds);
    if (attempt->finds.len)
        return STEP_FOUND;
    return i && file->entries[i].kind != SYMBOL_CONSTRUCTOR ? STEP_NOTHING : STEP_PASS;
}

static void keep_classes(Resolver *resolver, Finds *finds)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < finds->len; i++)
        if (resolver_kind(resolver, finds->ids[i]) == SYMBOL_CLASS)
            finds->ids[count++] = finds->ids[i];
    finds->len = count;
}

/* Constructors of the type around, or of the class that it extends. */
static StepOutcome ask_constructor_call(Attempt *attempt)
{
    Resolver *resolver = attempt->resolver;
    bool own = str_equal(attempt->reference->name, STR("this"));
    const char *super = attempt->rules->super_name;
    if (!own &&
        !str_equal(attempt->reference->name, super && *super ? str_from(super) : STR("super")))
        return STEP_PASS;
    uint32_t self = home_type_around(resolver, attempt->at);
    if (self == SYMBOL_NOWHERE)
        return STEP_NOTHING;
    attempt->finds = (Finds){.ids = {self}, .len = own};
    if (!own) {
        bases_find(resolver, self, &attempt->finds);
        keep_classes(resolver, &attempt->finds);
    }
    attempt->scope->step = own ? EDGE_STEP_OWN : EDGE_STEP_SUPER;
    return attempt->finds.len == 1 ? STEP_FOUND : STEP_NOTHING;
}

/* ---- names that hide others ---- */

static bool is_built_in_name(const Scope *scope, Str name)
{
    const char *words = scope->rules->built_in_functions;
    char lower[NAME_BYTES_MAX];
    if (!words || !fold_case_applies(scope->resolver, scope->file) || name.len > sizeof lower)
        return rules_list_has(words, name);
    for (size_t i = 0; i < name.len; i++)
        lower[i] = (char)(name.ptr[i] | (name.ptr[i] >= 'A' && name.ptr[i] <= 'Z' ? 0x20 : 0));
    return rules_list_has(words, (Str){lower, name.len});
}

static StepOutcome ask_built_in(Attempt *attempt)
{
    return is_built_in_name(attempt->scope, attempt->reference->name) ? STEP_NOTHING : STEP_PASS;
}

bool name_steps_add_value(Attempt *attempt)
{
    Meaning meaning;
    if (variables_find(attempt->scope, attempt->at, attempt->reference->name))
        return false;
    visible_find(attempt->resolver, attempt->at, attempt->name, FIND_FIELDS, &meaning);
    if (meaning.finds.len)
        attempt_add(attempt, &meaning.finds, EDGE_EXACT);
    else
        type_steps_mention(attempt);
    return meaning.finds.len > 0;
}

static StepOutcome ask_lambda_receiver(Attempt *attempt)
{
    const Reference *reference = attempt->reference;
    const Value *self = variables_find(attempt->scope, attempt->at, STR("this"));
    FindKind kind = attempt->calls ? FIND_CALLABLES : FIND_FIELDS;
    bool self_is_doubtful = false;
    if (!self || reference->flags & REFERENCE_NEW || (!attempt->calls && !attempt->reads) ||
        (!attempt->calls && variables_find(attempt->scope, attempt->at, reference->name)))
        return STEP_PASS;
    for (; self && !attempt->finds.len;
         self = self->before ? &attempt->scope->values.ptr[self->before - 1] : NULL)
        if (self_is_doubtful = self_is_doubtful || self->is_doubtful,
            self->kind == VALUE_INSTANCE && !self->suffix.len)
            lookup_inherited(attempt->resolver, self->symbol, attempt->name, kind, &attempt->finds);
    if (attempt->finds.len && self_is_doubtful)
        attempt->resolver->is_doubtful = true;
    return found(attempt);
}

static StepOutcome ask_typed_value(Attempt *attempt)
{
    bool typed = attempt->reads && attempt->reference->flags & REFERENCE_TYPED;
    return typed && name_steps_add_value(attempt) ? STEP_ADDED : STEP_PASS;
}

/* `a(x)` of a value whose type declares that calls of it mean a member. */
static bool find_called(Attempt *attempt)
{
    const char *member = attempt->rules->call_member;
    uint32_t name = member ? names_find(&attempt->scope->catalog->names, str_from(member)) : 0;
    if (!name || !attempt->calls)
        return false;
    Value value = value_of_name(attempt->resolver, attempt->scope, attempt->at,
                                attempt->reference->name, false);
    if (value.kind != VALUE_INSTANCE || value.suffix.len)
        return false;
    lookup_inherited(attempt->resolver, value.symbol, name, FIND_METHODS, &attempt->finds);
    return attempt->finds.len > 0;
}

static StepOutcome ask_variable(Attempt *attempt)
{
    bool local = !(attempt->reference->flags & REFERENCE_NEW) &&
                 variables_find(attempt->scope, attempt->at, attempt->reference->name);
    if (!local)
        return STEP_PASS;
    return find_called(attempt) ? STEP_FOUND : STEP_NOTHING;
}

static StepOutcome ask_own_type(Attempt *attempt)
{
    Str word = attempt->reference->name;
    if (!(attempt->reference->flags & REFERENCE_NEW) || !rules_list_has("static self parent", word))
        return STEP_PASS;
    Value value = value_of_name(attempt->resolver, NULL, attempt->at, word, false);
    attempt->finds = (Finds){.ids = {value.symbol}, .len = 1};
    if (str_equal(word, STR("self")))
        attempt->finds.ids[0] = home_type_around(attempt->resolver, attempt->at);
    bool known = (value.kind == VALUE_TYPE || value.kind == VALUE_INSTANCE) &&
                 attempt->finds.ids[0] != SYMBOL_NOWHERE;
    return known ? STEP_FOUND : STEP_NOTHING;
}

/* ---- other spellings, and members that come first ---- */

static StepOutcome ask_attribute(Attempt *attempt)
{
    if (attempt->kind != FIND_SCOPES || attempt_meaning(attempt)->finds.len)
        return STEP_PASS;
    Str whole = str_join(attempt->scope->arena, attempt->reference->name,
                         str_from(attempt->rules->attribute_ending));
    visible_find(attempt->resolver, attempt->at, names_find(&attempt->scope->catalog->names, whole),
                 FIND_SCOPES, &attempt->meaning);
    return STEP_PASS;
}

static bool is_member(const Resolver *resolver, uint32_t symbol)
{
    uint32_t home = home_of(resolver, symbol);
    return home < HOME_GLOBAL && (symbol_is_type(resolver_kind(resolver, home)) ||
                                  resolver_kind(resolver, home) == SYMBOL_IMPL);
}

/* Members that do not take the arguments give way to those of the companion that do. */
static StepOutcome ask_companion(Attempt *attempt)
{
    Resolver *resolver = attempt->resolver;
    const Finds *finds = &attempt_meaning(attempt)->finds;
    uint32_t self = home_type_around(resolver, attempt->at);
    if (!attempt->calls || !finds->len || self == SYMBOL_NOWHERE)
        return STEP_PASS;
    for (uint32_t i = 0; i < finds->len; i++)
        if (!is_member(resolver, finds->ids[i]) ||
            targets_takes(resolver_entry(resolver, finds->ids[i]), attempt->reference))
            return STEP_PASS;
    lookup_in_companion(resolver, self, attempt->name, FIND_METHODS, &attempt->finds);
    for (uint32_t i = 0; i < attempt->finds.len; i++)
        if (targets_takes(resolver_entry(resolver, attempt->finds.ids[i]), attempt->reference))
            return STEP_FOUND;
    attempt->finds = (Finds){0};
    return STEP_PASS;
}

static bool is_open_name(Attempt *attempt)
{
    const Meaning *meaning = attempt_meaning(attempt);
    return !meaning->finds.len && meaning->value.kind == VALUE_UNKNOWN;
}

/* Whether a field or property of the type around hides a function outside of it. */
static bool is_field_first(Attempt *attempt)
{
    Meaning field;
    const Finds *finds = &attempt_meaning(attempt)->finds;
    if (attempt->reference->kind != REFERENCE_USE || !finds->len ||
        is_member(attempt->resolver, *finds->ids))
        return false;
    visible_find(attempt->resolver, attempt->at, attempt->name, FIND_FIELDS, &field);
    return field.finds.len && is_member(attempt->resolver, *field.finds.ids);
}

static StepOutcome ask_field_first(Attempt *attempt)
{
    if (!is_field_first(attempt))
        return STEP_PASS;
    return attempt->reads && name_steps_add_value(attempt) ? STEP_ADDED : STEP_NOTHING;
}

static StepOutcome ask_value(Attempt *attempt)
{
    bool added = attempt->reads && is_open_name(attempt) && name_steps_add_value(attempt);
    return added ? STEP_ADDED : STEP_PASS;
}

static StepOutcome ask_called_value(Attempt *attempt)
{
    return is_open_name(attempt) && find_called(attempt) ? STEP_FOUND : STEP_PASS;
}

static StepOutcome ask_mention(Attempt *attempt)
{
    const Finds *finds = &attempt_meaning(attempt)->finds;
    if (!attempt->reads || attempt->reference->flags & REFERENCE_NEW || !finds->len ||
        !symbol_is_type(resolver_kind(attempt->resolver, *finds->ids)))
        return STEP_PASS;
    Reference made = *attempt->reference;
    Attempt passed = *attempt;
    made.flags |= REFERENCE_NEW;
    passed.reference = &made;
    if (attempt->reference->flags & REFERENCE_MACRO) // `::Foo`: a function that makes one
        attempt_add(&passed, &attempt->meaning.finds, EDGE_EXACT);
    type_steps_mention(attempt);
    return STEP_ADDED;
}

static StepOutcome ask_applied(Attempt *attempt)
{
    Resolver *resolver = attempt->resolver;
    const Finds *types = &attempt_meaning(attempt)->finds;
    const char *member = attempt->rules->call_member;
    uint32_t name = member ? names_find(&attempt->scope->catalog->names, str_from(member)) : 0;
    Finds finds = {0};
    for (uint32_t i = 0; name && attempt->calls && i < types->len && !finds.len; i++) {
        uint32_t object = resolver_kind(resolver, types->ids[i]) == SYMBOL_OBJECT
                              ? types->ids[i]
                              : lookup_companion(resolver, types->ids[i]);
        lookup_members(resolver, object, name, FIND_METHODS, &finds);
    }
    if (finds.len)
        attempt_add(attempt, &finds, EDGE_EXACT);
    return STEP_PASS; // the type is meant as well
}

/* ---- scopes, imports, packages ---- */

static StepOutcome ask_visible(Attempt *attempt)
{
    const Meaning *meaning = attempt_meaning(attempt);
    attempt->finds = meaning->finds;
    attempt->scope->step = meaning->is_imported ? EDGE_STEP_IMPORT : EDGE_STEP_UNKNOWN;
    return found(attempt);
}

static StepOutcome ask_library(Attempt *attempt)
{
    const Value *value = &attempt_meaning(attempt)->value;
    if (value->kind == VALUE_UNKNOWN)
        return STEP_PASS;
    if (value->kind == VALUE_FOREIGN)
        attempt_add_foreign(attempt, value->package);
    return STEP_ADDED;
}

static StepOutcome ask_name(Attempt *attempt)
{
    if (!(attempt->reference->flags & REFERENCE_TYPED))
        by_name_resolve(attempt->scope, attempt->reference);
    return STEP_ADDED;
}

const Step step_lambda_receiver = {EDGE_STEP_MEMBER, ask_lambda_receiver};
const Step step_super_method = {EDGE_STEP_SUPER, ask_super_method};
const Step step_constructor_call = {EDGE_STEP_SUPER, ask_constructor_call};
const Step step_built_in = {EDGE_STEP_UNKNOWN, ask_built_in};
const Step step_typed_value = {EDGE_STEP_UNKNOWN, ask_typed_value};
const Step step_variable = {EDGE_STEP_LOCAL, ask_variable};
const Step step_own_type = {EDGE_STEP_OWN, ask_own_type};
const Step step_attribute = {EDGE_STEP_UNKNOWN, ask_attribute};
const Step step_companion = {EDGE_STEP_OWN, ask_companion};
const Step step_field_first = {EDGE_STEP_OWN, ask_field_first};
const Step step_value = {EDGE_STEP_UNKNOWN, ask_value};
const Step step_called_value = {EDGE_STEP_MEMBER, ask_called_value};
const Step step_mention = {EDGE_STEP_TYPE, ask_mention};
const Step step_applied = {EDGE_STEP_MEMBER, ask_applied};
const Step step_visible = {EDGE_STEP_UNKNOWN, ask_visible};
const Step step_library = {EDGE_STEP_LIBRARY, ask_library};
const Step step_name = {EDGE_STEP_BY_NAME, ask_name};
