/* What a member of a receiver means. */
#include "index/resolve/bounds.h"
#include "index/resolve/by_name.h"
#include "index/resolve/cpp.h"
#include "index/resolve/extensions.h"
#include "index/resolve/infer.h"
#include "index/resolve/lookup.h"
#include "index/resolve/name_steps.h"
#include "index/resolve/namespaces.h"
#include "index/resolve/query.h"
#include "index/resolve/reopen.h"
#include "index/resolve/steps.h"
#include "index/resolve/unit.h"

/* Shorter names of types are type parameters, more often than not. */
#define LIBRARY_TYPE_BYTES 4

static Answer found(const Query *query)
{
    return query->finds.len ? ANSWER_FOUND : ANSWER_PASS;
}

/* ---- before the value of the receiver is known ---- */

/* The receiver is the whole path. */
static Answer ask_top(Query *query)
{
    Value value;
    const Reference *reference = query->reference;
    if (!(reference->flags & REFERENCE_NEW) || !str_starts(reference->receiver, STR("::")) ||
        !str_equal(str_from_offset(reference->receiver, 2), reference->name))
        return ANSWER_PASS;
    if (!reopen_find(query->resolver, query->at, reference->receiver, &value))
        return ANSWER_NOTHING;
    query->finds = (Finds){.ids = {value.symbol}, .len = 1};
    return ANSWER_FOUND;
}

/* The function outside of all namespaces. */
static Answer ask_global(Query *query)
{
    if (!str_equal(query->reference->receiver, STR("\\")))
        return ANSWER_PASS;
    namespaces_find_global(query->resolver, query->at, query->name, FIND_CALLABLES, &query->finds);
    return query->finds.len ? ANSWER_FOUND : ANSWER_NOTHING;
}

/* A receiver that is one word may be a value, unless it is a local variable or a type. */
static Answer ask_receiver_read(Query *query)
{
    Str word = query->reference->receiver;
    for (size_t i = 0; i < word.len; i++)
        if (!byte_is_word(word.ptr[i]) && word.ptr[i] != '$')
            return ANSWER_PASS;
    Reference use = *query->reference;
    use.kind = REFERENCE_USE;
    use.name = word;
    use.receiver = (Str){0};
    use.flags = 0;
    Query read = query_open(query->scope, &use);
    (void)name_steps_add_value(&read);
    return ANSWER_PASS;
}

static Answer ask_receiver(Query *query)
{
    Resolver *resolver = query->resolver;
    Value all[VALUE_ALTERNATIVES_MAX];
    Value value = infer_expression(resolver, query->scope, query->at, query->reference->receiver);
    uint32_t count = value_alternatives(resolver, &value, all);
    for (uint32_t i = 0; i < count; i++) {
        Query member = query_open(query->scope, query->reference);
        member.value = member.written = all[i];
        resolver->is_doubtful = resolver->is_doubtful || count > 1;
        (void)query_ask(&member, query->rules->members);
    }
    return ANSWER_ADDED;
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

/* A member that only the receiver's type decides. */
static Answer ask_typed_member(Query *query)
{
    Resolver *resolver = query->resolver;
    const Value *value = &query->value;
    Finds *finds = &query->finds;
    bool read = query->reference->kind == REFERENCE_USE;
    bool known = query_is_typed(query) || value->kind == VALUE_MODULE;
    if (!(query->reference->flags & REFERENCE_TYPED))
        return ANSWER_PASS;
    if (!query->name)
        return ANSWER_NOTHING;
    if (!known || value->suffix.len)
        extensions_find_foreign(resolver, query->at, query->name, value, finds);
    else if (read)
        find_value(resolver, value, query->name, finds);
    else if (value->kind != VALUE_MODULE)
        lookup_inherited(resolver, value->symbol, query->name, FIND_METHODS, finds);
    if (known && !value->suffix.len && !finds->len && query->reference->kind == REFERENCE_CALL)
        lookup_inherited(resolver, value->symbol, query->name, FIND_FIELDS,
                         finds); // an indexer of C#
    if (known && !finds->len && value->kind == VALUE_INSTANCE)
        extensions_find(resolver, query->at, query->name, value, finds);
    query->confidence = known ? EDGE_EXACT : EDGE_LIKELY;
    if (!finds->len && read && value->kind == VALUE_UNKNOWN && !value->suffix.len)
        by_name_resolve(query->scope, query->reference);
    return finds->len ? ANSWER_FOUND : ANSWER_NOTHING;
}

/* ---- extensions, bounds ---- */

static Answer ask_outer_extension(Query *query)
{
    if (query->value.kind != VALUE_INSTANCE || query->value.suffix.len)
        extensions_find(query->resolver, query->at, query->name, &query->value, &query->finds);
    return found(query);
}

static Answer ask_bound(Query *query)
{
    Value *value = &query->value;
    bool generic = value->kind == VALUE_INSTANCE && value->named;
    query->is_bound = generic || value->kind == VALUE_UNKNOWN;
    if (query->is_bound && !value->suffix.len)
        *value = bounds_value(query->scope, query->reference,
                              value->named ? catalog_name(query->scope->catalog, value->named)
                                           : query->reference->receiver);
    return ANSWER_PASS;
}

static Answer ask_foreign_extension(Query *query)
{
    query->confidence = EDGE_LIKELY;
    if (query_is_open(query) && extensions_find_foreign(query->resolver, query->at, query->name,
                                                        &query->written, &query->finds))
        return ANSWER_FOUND;
    query->confidence = EDGE_EXACT;
    return ANSWER_PASS;
}

static Answer ask_extension(Query *query)
{
    if (query->value.kind == VALUE_INSTANCE)
        extensions_find(query->resolver, query->at, query->name, &query->value, &query->finds);
    return found(query);
}

/* ---- what is outside ---- */

static Answer ask_package(Query *query)
{
    if (query->value.kind == VALUE_FOREIGN)
        query_add_foreign(query, query->value.package);
    return ANSWER_PASS;
}

static Answer ask_list_name(Query *query)
{
    if (!query->value.suffix.len)
        return ANSWER_PASS;
    by_name_resolve(query->scope, query->reference);
    return ANSWER_ADDED;
}

static Answer ask_list(Query *query)
{
    return query->value.suffix.len ? ANSWER_NOTHING : ANSWER_PASS;
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

static Answer ask_module(Query *query)
{
    if (query->value.kind == VALUE_MODULE)
        find_in_space(query->resolver, query->value.symbol, query->name, &query->finds);
    return found(query);
}

static void find_in_type(Resolver *resolver, const Value *value, uint32_t name, Finds *finds)
{
    uint32_t twin =
        value->kind == VALUE_TYPE ? lookup_companion(resolver, value->symbol) : SYMBOL_NOWHERE;
    if (twin != SYMBOL_NOWHERE)
        lookup_inherited(resolver, twin, name, FIND_CALLABLES, finds);
    if (!finds->len)
        lookup_inherited(resolver, value->symbol, name, FIND_CALLABLES, finds);
}

static Answer ask_member(Query *query)
{
    if (query_is_typed(query))
        find_in_type(query->resolver, &query->value, query->name, &query->finds);
    query->scope->step = query->is_bound
                             ? EDGE_STEP_BOUND
                             : steps_of_member(query->resolver, &query->value, &query->finds);
    return found(query);
}

static Answer ask_target(Query *query)
{
    Value held = value_dereferenced(query->resolver, &query->value);
    if (held.kind == VALUE_INSTANCE && !held.suffix.len)
        lookup_inherited(query->resolver, held.symbol, query->name, FIND_CALLABLES, &query->finds);
    return found(query);
}

static Answer ask_component(Query *query)
{
    if (query_is_typed(query))
        lookup_inherited(query->resolver, query->value.symbol, query->name, FIND_FIELDS,
                         &query->finds);
    return found(query);
}

/* The field that `x.f` reads and `x.f = 1` writes. */
static Answer ask_called_field(Query *query)
{
    Str name = query->reference->name;
    name.len -= str_ends(name, STR("="));
    if (query_is_typed(query))
        lookup_inherited(query->resolver, query->value.symbol,
                         names_find(&query->scope->catalog->names, name), FIND_FIELDS,
                         &query->finds);
    return found(query);
}

/* ---- without a member of that name ---- */

/* Whether the value has a type that no file here declares, such as String: no method here is
   meant. A short name may be a type parameter. */
static bool is_of_library(const Scope *scope, const Value *value)
{
    IdSpan all = value->named ? catalog_named(scope->catalog, value->named) : (IdSpan){0};
    Str name = value->named ? catalog_name(scope->catalog, value->named) : (Str){0};
    if (name.len < LIBRARY_TYPE_BYTES || !(name.ptr[0] >= 'A' && name.ptr[0] <= 'Z') ||
        all.len > RESOLVE_NAMESAKES_MAX || value->kind != VALUE_UNKNOWN ||
        !scope->rules->values_have_users)
        return false;
    for (size_t i = 0; i < all.len; i++)
        if (finds_fits(resolver_kind(scope->resolver, all.ptr[i]), FIND_SCOPES))
            return false;
    return true;
}

/* Whether a type of the repository may have members that are not found through it: classes that
   are opened again, members of extensions and implicit classes. */
static bool is_extended_elsewhere(const Query *query)
{
    const Value *value = &query->value;
    bool reopened = scope_facts(query->scope)->classes_can_be_reopened &&
                    (value->kind == VALUE_MODULE || value->kind == VALUE_TYPE);
    return reopened || (query->rules->objects_and_types_share_names && query_is_typed(query));
}

static Answer ask_closed(Query *query)
{
    bool known = query->value.kind != VALUE_UNKNOWN && !is_extended_elsewhere(query);
    return known || is_of_library(query->scope, &query->value) ? ANSWER_NOTHING : ANSWER_PASS;
}

static Answer ask_member_name(Query *query)
{
    by_name_resolve(query->scope, query->reference);
    return ANSWER_ADDED;
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
const Step step_target = {EDGE_STEP_TARGET, ask_target};
const Step step_extension = {EDGE_STEP_EXTENSION, ask_extension};
const Step step_component = {EDGE_STEP_MEMBER, ask_component};
const Step step_called_field = {EDGE_STEP_MEMBER, ask_called_field};
const Step step_closed = {EDGE_STEP_UNKNOWN, ask_closed};
const Step step_member_name = {EDGE_STEP_BY_NAME, ask_member_name};
