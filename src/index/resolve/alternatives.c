/* Names that mean one of several symbols, which only the run decides: `try: import a` with another
   import in its `except`, imports under conditions, a function that replaces a missing import. */
#include "index/resolve/alternatives.h"

#include "index/resolve/file_scope.h"
#include "index/resolve/finds.h"
#include "index/resolve/module_exports.h"
#include "index/resolve/targets.h"
#include "index/resolve/visible.h"

void alternatives_add(Scope *scope, const Reference *reference, const Finds *finds)
{
    Targets targets = {.confidence = EDGE_LIKELY};
    for (uint32_t i = 0; i < finds->len && targets.len < EDGE_CANDIDATES_MAX; i++)
        targets.ids[targets.len++] = finds->ids[i];
    scope->step = EDGE_STEP_ALTERNATIVE;
    targets_add(scope, reference, &targets);
}

/* `try { x = require("./a") } catch { x = require("./b") }`: x.f() is a member of either module. */
bool alternatives_add_member(Scope *scope, const Reference *reference, uint32_t name)
{
    uint32_t alias = names_find(&scope->catalog->names, reference->receiver), known = 0;
    uint32_t first = FILE_NOWHERE;
    const ImportLinkVec *links = &file_scope_of(scope->resolver, scope->file)->links;
    Targets targets = {.confidence = EDGE_LIKELY};
    ImportsSeen seen;
    file_scope_imports_at(scope->resolver,
                          catalog_place(scope->catalog, scope_symbol(scope, reference)), alias,
                          &seen);
    for (size_t i = 0; i < seen.len; i++) {
        const ImportLink *link = &links->ptr[seen.links[i]];
        if (link->alias != alias || link->name || (known && link->target == first))
            continue;
        Meaning meaning = {0};
        first = link->target;
        known++;
        if (link->target != FILE_NOWHERE)
            module_exports_find(scope->resolver, link->target, name, FIND_CALLABLES, &meaning);
        if (meaning.finds.len == 1 && targets.len < EDGE_CANDIDATES_MAX)
            targets.ids[targets.len++] = meaning.finds.ids[0];
    }
    scope->step = known > 1 ? EDGE_STEP_ALTERNATIVE : scope->step;
    if (known > 1)
        targets_add(scope, reference, &targets);
    return known > 1;
}
