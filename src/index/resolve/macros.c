/* Macros of C and C++: their bodies are resolved as if they were written at the use. */
#include "index/resolve/macros.h"

#include "index/graph/effects.h"
#include "index/resolve/file_shape.h"
#include "index/resolve/finds.h"
#include "index/resolve/linked.h"
#include "index/resolve/targets.h"
#include "index/resolve/types.h"

void macros_note(Expansion *expansion, const Resolver *resolver, const Targets *targets)
{
    for (uint32_t i = 0; i < targets->len; i++) {
        bool known = !resolver_is_macro(resolver, targets->ids[i]);
        for (uint32_t k = 0; k < expansion->len; k++)
            known = known || expansion->macros[k] == targets->ids[i];
        if (!known && expansion->len < RESOLVE_MACROS_MAX)
            expansion->macros[expansion->len++] = targets->ids[i];
    }
}

/* The references in a macro's body. */
typedef struct Body {
    const Reference *first;
    uint32_t len;
} Body;

static Body body_of(Resolver *resolver, uint32_t macro)
{
    SymbolPlace place = catalog_place(resolver->catalog, macro);
    const FileShape *file = file_shape_of(resolver, place.file);
    const ReferenceVec *all = &file->outline.references;
    uint32_t first = id_map_get(&file->bodies, place.index), end = first;
    while (end < all->len && all->ptr[end].symbol == place.index)
        end++;
    return (Body){end > first ? &all->ptr[first] : NULL, end - first};
}

static void visit_body(Scope *scope, Expansion *expansion, ExpansionVisit visit)
{
    Body body = body_of(scope->resolver, expansion->macro);
    uint32_t name = resolver_entry(scope->resolver, expansion->macro)->name;
    bool asserts = effects_is_assertion(catalog_name(scope->catalog, name));
    for (uint32_t i = 0; i < body.len; i++) {
        Reference part = body.first[i];
        if (asserts && effects_is_end(part.name)) // an assertion does not end the program
            continue;
        part.symbol = expansion->use->symbol;
        part.line = expansion->use->line;
        visit(scope, expansion, &part, body.len == 1);
    }
}

void macros_add_condition(Scope *scope, const Reference *reference)
{
    Targets targets;
    Finds finds = {0};
    uint32_t count = 0, name = names_find(&scope->catalog->names, reference->name);
    if (!name)
        return;
    linked_find(scope->resolver, scope->file, name, FIND_EXPANDED, &finds);
    for (uint32_t i = 0; i < finds.len; i++)
        if (resolver_is_macro(scope->resolver, finds.ids[i]))
            finds.ids[count++] = finds.ids[i];
    finds.len = count;
    targets_choose(scope, reference, &finds, EDGE_EXACT, &targets);
    scope->step = EDGE_STEP_MACRO;
    targets_add(scope, reference, &targets);
}

bool macros_use_is_type(const Scope *scope, const Reference *use)
{
    Resolver *resolver = scope->resolver;
    Finds finds = {0};
    bool bare = use->kind == REFERENCE_USE && !use->receiver.len && use->name.len > 1;
    for (size_t i = 0; i < use->name.len && bare; i++)
        bare = use->name.ptr[i] < 'a' || use->name.ptr[i] > 'z';
    uint32_t name = bare ? names_find(&scope->catalog->names, use->name) : 0;
    if (!name || types_find(resolver, scope_symbol(scope, use), use->name).kind != VALUE_TYPE)
        return false;
    linked_find(resolver, scope->file, name, FIND_EXPANDED, &finds);
    for (uint32_t i = 0; i < finds.len; i++)
        if (resolver_is_macro(resolver, finds.ids[i]))
            return false;
    return true;
}

bool macros_is_rename(Resolver *resolver, uint32_t macro)
{
    Body body = {0};
    if (resolver_kind(resolver, macro) == SYMBOL_CONSTANT)
        body = body_of(resolver, macro);
    if (body.len != 1 || body.first->receiver.len)
        return false;
    uint32_t name = names_find(&resolver->catalog->names, body.first->name);
    IdSpan all = name ? catalog_named(resolver->catalog, name) : (IdSpan){0};
    for (size_t i = 0; i < all.len; i++)
        if (finds_fits(resolver_kind(resolver, all.ptr[i]), FIND_EXPANDED))
            return false;
    return true;
}

void macros_visit(Scope *scope, Expansion *expansion, ExpansionVisit visit)
{
    while (expansion->done < expansion->len) {
        expansion->macro = expansion->macros[expansion->done++];
        visit_body(scope, expansion, visit);
    }
}
