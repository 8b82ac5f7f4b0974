/* The search follows imports from file to file: a name that a file imports, but does not declare,
   is looked up in the file that the import leads to. */
#include "index/resolve/unit.h"

#include "index/resolve/file_scope.h"
#include "index/resolve/finds.h"
#include "index/resolve/lookup.h"
#include "index/resolve/module_exports.h"
#include "index/resolve/name_path.h"
#include "index/resolve/namespaces.h"
#include "index/resolve/nested_import.h"
#include "index/resolve/visible.h"
#include "index/resolve/wildcard.h"

static uint32_t last_component(Catalog *catalog, uint32_t name)
{
    return names_find(&catalog->names, name_path_last(catalog_name(catalog, name)));
}

/* Rust: drops modules, which may share a function's name. */
static void drop_modules(const Resolver *resolver, Finds *finds)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < finds->len; i++)
        if (resolver_kind(resolver, finds->ids[i]) != SYMBOL_MODULE)
            finds->ids[count++] = finds->ids[i];
    finds->len = count;
}

/* A name to look up in a file. */
typedef struct Passage {
    uint32_t file, name;
} Passage;

typedef struct Passages {
    Passage list[RESOLVE_PASSAGES_MAX];
    uint32_t len;
} Passages;

static void add_passage(Passages *passages, uint32_t file, uint32_t name)
{
    for (uint32_t i = 0; i < passages->len; i++)
        if (passages->list[i].file == file && passages->list[i].name == name)
            return;
    if (name && passages->len < COUNT(passages->list))
        passages->list[passages->len++] = (Passage){file, name};
}

/* Rust: a module within the file imports the name from the file itself. Then another module's
   import of the name from another file is meant; NULL without such an import. */
static const ImportLink *import_elsewhere(Resolver *resolver, const FileScope *scope,
                                          const Passage *at)
{
    for (size_t i = 0; i < scope->links.len; i++) {
        const ImportLink *link = &scope->links.ptr[i];
        if (link->target != at->file && link->target != FILE_NOWHERE &&
            file_scope_visible_name(resolver->catalog, link) == at->name)
            return link;
    }
    return NULL;
}

/* Adds the file's declarations of the name, or follows its import of it; *at becomes the last file
   in the chain. True when the search is over. */
static bool follow_names(Resolver *resolver, Passage *at, FindKind kind, Meaning *meaning)
{
    for (int step = 0; step < RESOLVE_REEXPORTS_MAX; step++) {
        const Rules *rules = resolver->rules[at->file];
        lookup_members(resolver, resolver->units[at->file], at->name, kind, &meaning->finds);
        if (kind == FIND_CALLABLES && rules->paths_name_modules)
            drop_modules(resolver, &meaning->finds);
        if (meaning->finds.len || meaning->finds.too_many || rules->imports_are_private)
            return true;
        const FileScope *scope = file_scope_of(resolver, at->file);
        uint32_t index = id_map_get(&scope->visible, at->name);
        if (index == ID_MAP_NONE)
            return false;
        const ImportLink *link = &scope->links.ptr[index];
        bool inside = link->name && link->target != FILE_NOWHERE;
        if (inside && nested_import_find(resolver, link, at->name, kind, &meaning->finds))
            return true;
        if (link->target == at->file)
            link = import_elsewhere(resolver, scope, at);
        if (!link)
            return false;
        if (link->target == FILE_NOWHERE)
            meaning->value = (Value){.kind = VALUE_FOREIGN, .package = link->package};
        else if (!link->name)
            meaning->value = (Value){.kind = VALUE_MODULE, .symbol = resolver->units[link->target]};
        if (meaning->value.kind != VALUE_UNKNOWN)
            return true;
        *at = (Passage){link->target, last_component(resolver->catalog, link->name)};
    }
    return false;
}

void unit_find(Resolver *resolver, uint32_t file, uint32_t name, FindKind kind, Meaning *meaning)
{
    if (resolver->rules[file]->is_dynamic) {
        module_exports_find(resolver, file, name, kind, meaning);
        return;
    }
    Passages passages;
    passages.len = 0; // instead of clearing the list
    add_passage(&passages, file, name);
    for (uint32_t i = 0; i < passages.len; i++) {
        Passage at = passages.list[i];
        if (follow_names(resolver, &at, kind, meaning))
            return;
        const ImportLinkVec *links = &file_scope_of(resolver, at.file)->links;
        for (size_t k = 0; k < links->len; k++) {
            const ImportLink *link = &links->ptr[k];
            Str what = catalog_name(resolver->catalog, link->name);
            if (link->flags & BINDING_REEXPORT && link->target != FILE_NOWHERE &&
                str_equal(what, STR("*")))
                add_passage(&passages, link->target, at.name);
        }
    }
}

/* Rust: `use a::f` of a function f, when `a` has a module f as well. */
static bool find_namesake(Resolver *resolver, uint32_t file, uint32_t name, FindKind kind,
                          Meaning *meaning)
{
    lookup_members(resolver, resolver->units[file], name, kind, &meaning->finds);
    drop_modules(resolver, &meaning->finds);
    return meaning->finds.len > 0;
}

void unit_follow_import(Resolver *resolver, const ImportLink *link, uint32_t name, FindKind kind,
                        Meaning *meaning)
{
    meaning->is_imported = true;
    if (link->target == FILE_NOWHERE) {
        meaning->value = (Value){.kind = VALUE_FOREIGN, .package = link->package};
    } else if (link->package) {
        namespaces_follow_alias(resolver, resolver->catalog->files.ptr[link->target].first, link,
                                kind, meaning);
    } else if (link->flags & BINDING_STATIC) {
        wildcard_find_static(resolver, link, name, kind, &meaning->finds);
    } else if (link->name) {
        uint32_t wanted = last_component(resolver->catalog, link->name);
        if (nested_import_find(resolver, link, name, kind, &meaning->finds))
            return;
        if (resolver->rules[link->target]->objects_and_types_share_names &&
            nested_import_is_path(resolver, link))
            meaning->value = (Value){.kind = VALUE_FOREIGN}; // not in the repository
        else
            unit_find(resolver, link->target, wanted, kind, meaning);
    } else if (kind == FIND_CALLABLES && resolver->rules[link->target]->paths_name_modules &&
               find_namesake(resolver, link->target, name, kind, meaning)) {
        return;
    } else {
        lookup_members(resolver, resolver->units[link->target], name, FIND_SCOPES, &meaning->finds);
        bool package = resolver->catalog->files.ptr[link->target].package == name;
        if (!meaning->finds.len || package)
            meaning->value = (Value){.kind = VALUE_MODULE, .symbol = resolver->units[link->target]};
    }
}
