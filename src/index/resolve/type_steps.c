/* What a type or a base of a type means. */
#include "index/resolve/type_steps.h"
#include "index/resolve/attempt.h"
#include "index/resolve/constants.h"
#include "index/resolve/type_mentions.h"
#include "index/resolve/types.h"

static Str full_name(Scope *scope, const Reference *reference)
{
    if (!reference->receiver.len)
        return reference->name;
    bool full = str_equal(reference->receiver, STR("\\")); // PHP: `\Foo`
    const Str parts[] = {reference->receiver, full ? STR("") : STR("."), reference->name};
    return str_join_all(scope->arena, parts, COUNT(parts));
}

/* The scope in which the type is looked up: a class may extend the one that it is in. */
static uint32_t scope_of_type(const Attempt *attempt)
{
    if (attempt->reference->kind != REFERENCE_BASE)
        return attempt->at;
    return catalog_row(attempt->scope->catalog, attempt->scope->file)->first +
           resolver_entry(attempt->resolver, attempt->at)->parent;
}

static StepOutcome ask_held_class(Attempt *attempt)
{
    bool base = attempt->reference->kind == REFERENCE_BASE;
    return base && constants_add_base(attempt->scope, scope_of_type(attempt), attempt->reference)
               ? STEP_ADDED
               : STEP_PASS;
}

static StepOutcome ask_type(Attempt *attempt)
{
    bool base = attempt->reference->kind == REFERENCE_BASE;
    if (base && attempt->reference->flags & REFERENCE_REQUIRES)
        return STEP_NOTHING; // the type that is written there is a mention of its own
    if (attempt->reference->receiver.len)
        type_mentions_add_owner(attempt->scope, attempt->reference, scope_of_type(attempt));
    Value value = types_find(attempt->resolver, scope_of_type(attempt),
                             full_name(attempt->scope, attempt->reference));
    const Targets targets = {.ids = {value.symbol}, .len = 1, .confidence = EDGE_EXACT};
    if (value.kind == VALUE_TYPE && value.symbol != attempt->at)
        targets_add(attempt->scope, attempt->reference, &targets);
    else if (value.kind == VALUE_FOREIGN)
        attempt_add_foreign(attempt, value.package);
    return STEP_ADDED;
}

const Step step_held_class = {EDGE_STEP_LOCAL, ask_held_class};
const Step step_type = {EDGE_STEP_UNKNOWN, ask_type};

void type_steps_mention(Attempt *attempt)
{
    Reference type = *attempt->reference;
    type.kind = REFERENCE_TYPE;
    type.receiver = (Str){0};
    type.flags = 0;
    if (!type.name.len || type.name.ptr[0] < 'A' || type.name.ptr[0] > 'Z')
        return;
    Attempt mention = attempt_open(attempt->scope, &type);
    (void)attempt_ask(&mention, attempt->rules->types);
}
