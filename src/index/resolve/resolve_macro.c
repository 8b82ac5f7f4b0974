/* Macros of C and C++, whose bodies are resolved as if they stood where the macro is used. */
#include "index/resolve/resolve_scope.h"

void expansion_note(Expansion *expansion, const Resolver *resolver, const Targets *targets)
{
    for (uint32_t i = 0; i < targets->len; i++) {
        bool known = !resolve_is_macro(resolver, targets->ids[i]);
        for (uint32_t k = 0; k < expansion->len; k++)
            known = known || expansion->macros[k] == targets->ids[i];
        if (!known && expansion->len < RESOLVE_MACROS_MAX)
            expansion->macros[expansion->len++] = targets->ids[i];
    }
}

static void visit_body(Scope *scope, Expansion *expansion, ExpansionVisit visit)
{
    SymbolPlace place = catalog_place(scope->catalog, expansion->macro);
    const FileShape *file = resolve_file_shape(scope->resolver, place.file);
    const ReferenceVec *all = &file->outline.references;
    uint32_t first = id_map_get(&file->bodies, place.index), end = first;
    while (end < all->len && all->ptr[end].symbol == place.index)
        end++;
    for (uint32_t i = first; i < end; i++) {
        Reference part = all->ptr[i];
        part.symbol = expansion->use->symbol;
        part.line = expansion->use->line;
        visit(scope, expansion, &part, end == first + 1);
    }
}

void expansion_visit(Scope *scope, Expansion *expansion, ExpansionVisit visit)
{
    while (expansion->done < expansion->len) {
        expansion->macro = expansion->macros[expansion->done++];
        visit_body(scope, expansion, visit);
    }
}
