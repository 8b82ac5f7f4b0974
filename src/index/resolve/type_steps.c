/* What a type or a base of a type means. */
#include "index/resolve/type_steps.h"
#include "index/resolve/constants.h"
#include "index/resolve/query.h"
#include "index/resolve/types.h"

static Str full_name(Scope *scope, const Reference *reference)
{
    if (!reference->receiver.len)
        return reference->name;
    const Str parts[] = {reference->receiver, STR("."), reference->name};
    return str_join_all(scope->arena, parts, COUNT(parts));
}

/* The scope in which the type is looked up: a class may extend the one that it is in. */
static uint32_t scope_of_type(const Query *query)
{
    if (query->reference->kind != REFERENCE_BASE)
        return query->at;
    return catalog_row(query->scope->catalog, query->scope->file)->first +
           resolver_entry(query->resolver, query->at)->parent;
}

static Answer ask_held_class(Query *query)
{
    bool base = query->reference->kind == REFERENCE_BASE;
    return base && constants_add_base(query->scope, scope_of_type(query), query->reference)
               ? ANSWER_ADDED
               : ANSWER_PASS;
}

static Answer ask_type(Query *query)
{
    Value value = types_find(query->resolver, scope_of_type(query),
                             full_name(query->scope, query->reference));
    const Targets targets = {.ids = {value.symbol}, .len = 1, .confidence = EDGE_EXACT};
    if (value.kind == VALUE_TYPE && value.symbol != query->at)
        targets_add(query->scope, query->reference, &targets);
    else if (value.kind == VALUE_FOREIGN)
        query_add_foreign(query, value.package);
    return ANSWER_ADDED;
}

const Step step_held_class = {EDGE_STEP_LOCAL, ask_held_class};
const Step step_type = {EDGE_STEP_UNKNOWN, ask_type};

void type_steps_mention(Query *query)
{
    Reference type = *query->reference;
    type.kind = REFERENCE_TYPE;
    type.receiver = (Str){0};
    type.flags = 0;
    if (!type.name.len || type.name.ptr[0] < 'A' || type.name.ptr[0] > 'Z')
        return;
    Query mention = query_open(query->scope, &type);
    (void)query_ask(&mention, query->rules->types);
}
