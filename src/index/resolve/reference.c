#include "index/resolve/reference.h"

#include "index/resolve/attempt.h"
#include "index/resolve/operators.h"
#include "lang/walk/operator.h"

void reference_resolve(Scope *scope, const Reference *reference)
{
    const Rules *rules = scope->rules;
    bool type = reference->kind == REFERENCE_TYPE || reference->kind == REFERENCE_BASE;
    if (reference->kind == REFERENCE_CALL && reference->flags & REFERENCE_OPERATOR) {
        operators_resolve(scope, reference);
        return;
    }
    Attempt attempt = attempt_open(scope, reference);
    (void)attempt_ask(&attempt, type                      ? rules->types
                                : reference->receiver.len ? rules->receivers
                                                          : rules->names);
}
