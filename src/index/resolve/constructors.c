#include "index/resolve/constructors.h"

#include "index/resolve/finds.h"
#include "index/resolve/lookup.h"

static void add_named(Scope *scope, const Reference *reference, uint32_t type, Str name,
                      EdgeConfidence confidence)
{
    Resolver *resolver = scope->resolver;
    Finds finds = {0};
    Targets targets = {.confidence = confidence};
    lookup_inherited(resolver, type, names_find(&scope->catalog->names, name), FIND_METHODS,
                     &finds);
    for (uint32_t i = 0; i < finds.len && targets.len < EDGE_CANDIDATES_MAX; i++)
        if (resolver_kind(resolver, finds.ids[i]) == SYMBOL_CONSTRUCTOR)
            targets.ids[targets.len++] = finds.ids[i];
    targets_add(scope, reference, &targets);
}

void constructors_add(Scope *scope, const Reference *reference, const Targets *types)
{
    if (scope->names_only || !scope->rules->constructor_names || reference->kind != REFERENCE_CALL)
        return;
    for (uint32_t i = 0; i < types->len; i++) {
        Str rest = str_from(scope->rules->constructor_names), name;
        if (resolver_kind(scope->resolver, types->ids[i]) == SYMBOL_CLASS)
            while (str_take_until(&rest, ' ', &name))
                add_named(scope, reference, types->ids[i], name, types->confidence);
    }
}
