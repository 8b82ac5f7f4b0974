#include "index/resolve/query.h"

#include "index/resolve/by_name.h"
#include "index/resolve/constructors.h"
#include "index/resolve/cpp.h"

Query query_open(Scope *scope, const Reference *reference)
{
    bool made = reference->flags & REFERENCE_NEW;
    return (Query){
        .scope = scope,
        .resolver = scope->resolver,
        .rules = scope->rules,
        .reference = reference,
        .at = scope_symbol(scope, reference),
        .name = names_find(&scope->catalog->names, reference->name),
        .calls = reference->kind == REFERENCE_CALL && !made,
        .reads = reference->kind == REFERENCE_USE && scope->rules->values_have_users,
        .kind = made ? FIND_SCOPES : FIND_CALLABLES,
        .confidence = EDGE_EXACT,
    };
}

bool query_ask(Query *query, const Step *const *steps)
{
    for (; *steps; steps++) {
        query->scope->step = (*steps)->id;
        Answer answer = (*steps)->ask(query);
        if (answer == ANSWER_FOUND)
            query_add(query, &query->finds, query->confidence);
        if (answer != ANSWER_PASS)
            return true;
    }
    return false;
}

void query_add(Query *query, Finds *finds, EdgeConfidence confidence)
{
    Targets targets;
    Scope *scope = query->scope;
    const Reference *reference = query->reference;
    if (cpp_is_construction(scope, reference, finds)) {
        cpp_add_construction(scope, reference);
        return;
    }
    if (query->rules->narrow) {
        EdgeConfidence most = query->rules->narrow(scope, reference, finds);
        confidence = MIN(confidence, most);
    }
    targets_choose(scope, reference, finds, confidence, &targets);
    targets_add(scope, reference, &targets);
    constructors_add(scope, reference, &targets);
}

void query_add_foreign(Query *query, uint32_t package)
{
    Targets targets = {0};
    Scope *scope = query->scope;
    const Reference *reference = query->reference;
    bool worth = reference->kind == REFERENCE_CALL || reference->kind == REFERENCE_BASE;
    if (by_name_resolve_import(scope, reference, package) || !package || !worth)
        return;
    targets_external(scope, catalog_name(scope->catalog, package), reference, &targets);
    targets_add(scope, reference, &targets);
}

Meaning *query_meaning(Query *query)
{
    if (!query->has_meaning)
        visible_find(query->resolver, query->at, query->name, query->kind, &query->meaning);
    query->has_meaning = true;
    return &query->meaning;
}
