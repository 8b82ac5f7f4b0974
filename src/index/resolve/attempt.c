#include "index/resolve/attempt.h"

#include "index/resolve/by_name.h"
#include "index/resolve/constructors.h"
#include "index/resolve/cpp.h"
#include "index/resolve/type_mentions.h"

Attempt attempt_open(Scope *scope, const Reference *reference)
{
    bool made = reference->flags & REFERENCE_NEW;
    return (Attempt){
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

bool attempt_ask(Attempt *attempt, const Step *const *steps)
{
    for (; *steps; steps++) {
        attempt->scope->step = (*steps)->id;
        StepOutcome answer = (*steps)->ask(attempt);
        if (answer == STEP_FOUND)
            attempt_add(attempt, &attempt->finds, attempt->confidence);
        if (answer != STEP_PASS)
            return true;
    }
    return false;
}

void attempt_add(Attempt *attempt, Finds *finds, EdgeConfidence confidence)
{
    Targets targets;
    Scope *scope = attempt->scope;
    const Reference *reference = attempt->reference;
    if (cpp_is_construction(scope, reference, finds)) {
        cpp_add_construction(scope, reference);
        return;
    }
    if (attempt->rules->narrow) {
        EdgeConfidence most = attempt->rules->narrow(scope, reference, finds);
        confidence = MIN(confidence, most);
    }
    targets_choose(scope, reference, finds, confidence, &targets);
    targets_add(scope, reference, &targets);
    if (!targets.len)
        type_mentions_add(scope, reference, finds);
    constructors_add(scope, reference, &targets);
}

void attempt_add_foreign(Attempt *attempt, uint32_t package)
{
    Targets targets = {0};
    Scope *scope = attempt->scope;
    const Reference *reference = attempt->reference;
    bool worth = reference->kind == REFERENCE_CALL || reference->kind == REFERENCE_BASE;
    if (by_name_resolve_import(scope, reference, package) || !package || !worth)
        return;
    targets_external(scope, catalog_name(scope->catalog, package), reference, &targets);
    targets_add(scope, reference, &targets);
}

Meaning *attempt_meaning(Attempt *attempt)
{
    if (!attempt->has_meaning)
        visible_find(attempt->resolver, attempt->at, attempt->name, attempt->kind,
                     &attempt->meaning);
    attempt->has_meaning = true;
    return &attempt->meaning;
}
