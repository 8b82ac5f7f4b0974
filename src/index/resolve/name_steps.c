/* What a bare name means. */
#include "index/resolve/name_steps.h"
#include "index/resolve/bases.h"
#include "index/resolve/by_name.h"
#include "index/resolve/fold_case.h"
#include "index/resolve/home.h"
#include "index/resolve/lookup.h"
#include "index/resolve/query.h"
#include "index/resolve/type_steps.h"
#include "index/resolve/variables.h"

static Answer found(const Query *query)
{
    return query->finds.len ? ANSWER_FOUND : ANSWER_PASS;
}

/* ---- constructors and methods of the base ---- */

static Answer ask_super_method(Query *query)
{
    Resolver *resolver = query->resolver;
    const CatalogFile *file = catalog_row(query->scope->catalog, query->scope->file);
    uint32_t i = query->reference->symbol;
    if (!str_equal(query->reference->name, STR("super")))
        return ANSWER_PASS;
    while (i && !finds_fits((SymbolKind)file->entries[i].kind, FIND_METHODS))
        i = file->entries[i].parent;
    uint32_t self = i ? home_type_around(resolver, query->at) : SYMBOL_NOWHERE;
    Finds bases = {0};
    if (self != SYMBOL_NOWHERE)
        bases_find(resolver, self, &bases);
    for (uint32_t b = 0; b < bases.len && !query->finds.len; b++)
        lookup_inherited(resolver, bases.ids[b], file->entries[i].name, FIND_METHODS,
                         &query->finds);
    if (query->finds.len)
        return ANSWER_FOUND;
    return i && file->entries[i].kind != SYMBOL_CONSTRUCTOR ? ANSWER_NOTHING : ANSWER_PASS;
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
static Answer ask_constructor_call(Query *query)
{
    Resolver *resolver = query->resolver;
    bool own = str_equal(query->reference->name, STR("this"));
    const char *super = query->rules->super_name;
    if (!own &&
        !str_equal(query->reference->name, super && *super ? str_from(super) : STR("super")))
        return ANSWER_PASS;
    uint32_t self = home_type_around(resolver, query->at);
    if (self == SYMBOL_NOWHERE)
        return ANSWER_NOTHING;
    query->finds = (Finds){.ids = {self}, .len = own};
    if (!own) {
        bases_find(resolver, self, &query->finds);
        keep_classes(resolver, &query->finds);
    }
    query->scope->step = own ? EDGE_STEP_OWN : EDGE_STEP_SUPER;
    return query->finds.len == 1 ? ANSWER_FOUND : ANSWER_NOTHING;
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

static Answer ask_built_in(Query *query)
{
    return is_built_in_name(query->scope, query->reference->name) ? ANSWER_NOTHING : ANSWER_PASS;
}

bool name_steps_add_value(Query *query)
{
    Meaning meaning;
    if (variables_find(query->scope, query->at, query->reference->name))
        return false;
    visible_find(query->resolver, query->at, query->name, FIND_FIELDS, &meaning);
    if (meaning.finds.len)
        query_add(query, &meaning.finds, EDGE_EXACT);
    else
        type_steps_mention(query);
    return meaning.finds.len > 0;
}

static Answer ask_typed_value(Query *query)
{
    bool typed = query->reads && query->reference->flags & REFERENCE_TYPED;
    return typed && name_steps_add_value(query) ? ANSWER_ADDED : ANSWER_PASS;
}

/* `a(x)` of a value whose type declares that calls of it mean a member. */
static bool find_called(Query *query)
{
    const char *member = query->rules->call_member;
    uint32_t name = member ? names_find(&query->scope->catalog->names, str_from(member)) : 0;
    if (!name || !query->calls)
        return false;
    Value value =
        value_of_name(query->resolver, query->scope, query->at, query->reference->name, false);
    if (value.kind != VALUE_INSTANCE || value.suffix.len)
        return false;
    lookup_inherited(query->resolver, value.symbol, name, FIND_METHODS, &query->finds);
    return query->finds.len > 0;
}

static Answer ask_variable(Query *query)
{
    bool local = !(query->reference->flags & REFERENCE_NEW) &&
                 variables_find(query->scope, query->at, query->reference->name);
    if (!local)
        return ANSWER_PASS;
    return find_called(query) ? ANSWER_FOUND : ANSWER_NOTHING;
}

static Answer ask_own_type(Query *query)
{
    Str word = query->reference->name;
    if (!(query->reference->flags & REFERENCE_NEW) || !rules_list_has("static self parent", word))
        return ANSWER_PASS;
    Value value = value_of_name(query->resolver, NULL, query->at, word, false);
    query->finds = (Finds){.ids = {value.symbol}, .len = 1};
    if (str_equal(word, STR("self")))
        query->finds.ids[0] = home_type_around(query->resolver, query->at);
    bool known = (value.kind == VALUE_TYPE || value.kind == VALUE_INSTANCE) &&
                 query->finds.ids[0] != SYMBOL_NOWHERE;
    return known ? ANSWER_FOUND : ANSWER_NOTHING;
}

/* ---- other spellings, and members that come first ---- */

static Answer ask_attribute(Query *query)
{
    if (query->kind != FIND_SCOPES || query_meaning(query)->finds.len)
        return ANSWER_PASS;
    Str whole = str_join(query->scope->arena, query->reference->name,
                         str_from(query->rules->attribute_ending));
    visible_find(query->resolver, query->at, names_find(&query->scope->catalog->names, whole),
                 FIND_SCOPES, &query->meaning);
    return ANSWER_PASS;
}

static bool is_member(const Resolver *resolver, uint32_t symbol)
{
    uint32_t home = home_of(resolver, symbol);
    return home < HOME_GLOBAL && (symbol_is_type(resolver_kind(resolver, home)) ||
                                  resolver_kind(resolver, home) == SYMBOL_IMPL);
}

/* Members that do not take the arguments give way to those of the companion that do. */
static Answer ask_companion(Query *query)
{
    Resolver *resolver = query->resolver;
    const Finds *finds = &query_meaning(query)->finds;
    uint32_t self = home_type_around(resolver, query->at);
    if (!query->calls || !finds->len || self == SYMBOL_NOWHERE)
        return ANSWER_PASS;
    for (uint32_t i = 0; i < finds->len; i++)
        if (!is_member(resolver, finds->ids[i]) ||
            targets_takes(resolver_entry(resolver, finds->ids[i]), query->reference))
            return ANSWER_PASS;
    lookup_in_companion(resolver, self, query->name, FIND_METHODS, &query->finds);
    for (uint32_t i = 0; i < query->finds.len; i++)
        if (targets_takes(resolver_entry(resolver, query->finds.ids[i]), query->reference))
            return ANSWER_FOUND;
    query->finds = (Finds){0};
    return ANSWER_PASS;
}

static bool is_open_name(Query *query)
{
    const Meaning *meaning = query_meaning(query);
    return !meaning->finds.len && meaning->value.kind == VALUE_UNKNOWN;
}

/* Whether a field or property of the type around hides a function outside of it. */
static bool is_field_first(Query *query)
{
    Meaning field;
    const Finds *finds = &query_meaning(query)->finds;
    if (query->reference->kind != REFERENCE_USE || !finds->len ||
        is_member(query->resolver, *finds->ids))
        return false;
    visible_find(query->resolver, query->at, query->name, FIND_FIELDS, &field);
    return field.finds.len && is_member(query->resolver, *field.finds.ids);
}

static Answer ask_field_first(Query *query)
{
    if (!is_field_first(query))
        return ANSWER_PASS;
    return query->reads && name_steps_add_value(query) ? ANSWER_ADDED : ANSWER_NOTHING;
}

static Answer ask_value(Query *query)
{
    bool added = query->reads && is_open_name(query) && name_steps_add_value(query);
    return added ? ANSWER_ADDED : ANSWER_PASS;
}

static Answer ask_called_value(Query *query)
{
    return is_open_name(query) && find_called(query) ? ANSWER_FOUND : ANSWER_PASS;
}

static Answer ask_mention(Query *query)
{
    const Finds *finds = &query_meaning(query)->finds;
    if (!query->reads || query->reference->flags & REFERENCE_NEW || !finds->len ||
        !symbol_is_type(resolver_kind(query->resolver, *finds->ids)))
        return ANSWER_PASS;
    type_steps_mention(query);
    return ANSWER_ADDED;
}

static Answer ask_applied(Query *query)
{
    Resolver *resolver = query->resolver;
    const Finds *types = &query_meaning(query)->finds;
    const char *member = query->rules->call_member;
    uint32_t name = member ? names_find(&query->scope->catalog->names, str_from(member)) : 0;
    Finds finds = {0};
    for (uint32_t i = 0; name && query->calls && i < types->len && !finds.len; i++) {
        uint32_t object = resolver_kind(resolver, types->ids[i]) == SYMBOL_OBJECT
                              ? types->ids[i]
                              : lookup_companion(resolver, types->ids[i]);
        lookup_members(resolver, object, name, FIND_METHODS, &finds);
    }
    if (finds.len)
        query_add(query, &finds, EDGE_EXACT);
    return ANSWER_PASS; // the type is meant as well
}

/* ---- scopes, imports, packages ---- */

static Answer ask_visible(Query *query)
{
    const Meaning *meaning = query_meaning(query);
    query->finds = meaning->finds;
    query->scope->step = meaning->is_imported ? EDGE_STEP_IMPORT : EDGE_STEP_UNKNOWN;
    return found(query);
}

static Answer ask_library(Query *query)
{
    const Value *value = &query_meaning(query)->value;
    if (value->kind == VALUE_UNKNOWN)
        return ANSWER_PASS;
    if (value->kind == VALUE_FOREIGN)
        query_add_foreign(query, value->package);
    return ANSWER_ADDED;
}

static Answer ask_name(Query *query)
{
    if (!(query->reference->flags & REFERENCE_TYPED))
        by_name_resolve(query->scope, query->reference);
    return ANSWER_ADDED;
}

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
