/* The walk records such a constant as another name for an expression, which is evaluated in the
   module. */
#include "index/resolve/held.h"

#include "base/limits.h"
#include "index/resolve/assigned.h"
#include "index/resolve/infer.h"

Value held_named(Resolver *resolver, uint32_t at, uint32_t name)
{
    uint32_t file = resolver_file_of(resolver, at);
    if (!name || !resolver->rules[file]->is_dynamic || resolver->depth >= RESOLVE_DEPTH_MAX)
        return (Value){0};
    Str text = assigned_alias(resolver, file, name);
    if (!text.len || str_equal(text, catalog_name(resolver->catalog, name)))
        return (Value){0};
    resolver->depth++;
    Value value =
        infer_expression(resolver, NULL, catalog_row(resolver->catalog, file)->first, text);
    resolver->depth--;
    return value;
}
