/* Perl: methods are looked up in the package of the receiver. `$self` is an object of the package
   around only by convention, so calls on it are likely. */
#include "languages_calls.h"

#include "base/limits.h"
#include "index/resolve/bases.h"
#include "index/resolve/file_scope.h"
#include "index/resolve/finds.h"
#include "index/resolve/home.h"
#include "index/resolve/infer.h"
#include "index/resolve/lookup.h"
#include "index/resolve/partial.h"
#include "index/resolve/reference.h"
#include "index/resolve/targets.h"
#include "index/resolve/types.h"
#include "index/resolve/variables.h"

/* Files that are followed from one that only passes on what it imports. */
#define PASSED_ON_MAX 3

/* `*f = \&Text::wrap`: the function that another name means. */
static bool find_renamed(Scope *scope, uint32_t symbol, Finds *finds)
{
    Resolver *resolver = scope->resolver;
    const Entry *entry = resolver_entry(resolver, symbol);
    Str text = entry->type ? catalog_name(scope->catalog, entry->type) : (Str){0};
    size_t joint = str_find_last_byte(text, ':');
    if (!symbol_is_function((SymbolKind)entry->kind) || !str_starts(text, STR("=")) ||
        joint == STR_NONE || joint < 3)
        return false;
    Value package = types_find(resolver, symbol, str_slice(text, 1, joint - 1));
    if (package.kind == VALUE_TYPE)
        lookup_members(resolver, package.symbol,
                       names_find(&scope->catalog->names, str_from_offset(text, joint + 1)),
                       FIND_CALLABLES, finds);
    return finds->len > 0;
}

static void add_all(Scope *scope, const Reference *reference, const Finds *finds,
                    EdgeConfidence confidence)
{
    if (!finds->len || finds->too_many)
        return;
    targets_list(scope, reference, finds, confidence);
    for (uint32_t i = 0; i < finds->len; i++) {
        Finds renamed = {0};
        if (!find_renamed(scope, finds->ids[i], &renamed))
            continue;
        scope->step = EDGE_STEP_ALIAS;
        targets_list(scope, reference, &renamed, confidence);
    }
}

/* ---- functions ---- */

/* The package around a symbol; SYMBOL_NOWHERE: that of the script, main. */
static uint32_t package_around(const Resolver *resolver, uint32_t symbol)
{
    SymbolPlace place = catalog_place(resolver->catalog, symbol);
    const CatalogFile *file = catalog_row(resolver->catalog, place.file);
    for (uint32_t i = place.index; i; i = file->entries[i].parent)
        if (file->entries[i].kind == SYMBOL_PACKAGE || file->entries[i].kind == SYMBOL_CLASS)
            return str_equal(catalog_name(resolver->catalog, file->entries[i].name), STR("main"))
                       ? SYMBOL_NOWHERE
                       : partial_lead(resolver, file->first + i);
    return SYMBOL_NOWHERE;
}

/* Adds the functions of the name that the file declares in the package; with `any`, in any. */
static void find_in_file(Scope *scope, uint32_t id, uint32_t name, uint32_t package, bool any,
                         Finds *finds)
{
    Resolver *resolver = scope->resolver;
    IdSpan all = lookup_span_in_file(scope->catalog,
                                     name ? catalog_named(scope->catalog, name) : (IdSpan){0}, id);
    for (size_t i = 0; i < all.len; i++)
        if (symbol_is_function(resolver_kind(resolver, all.ptr[i])) &&
            (any || package_around(resolver, all.ptr[i]) == package))
            finds_add(finds, all.ptr[i]);
}

/* Of several functions in a package, keeps the one in the function around the place, or else those
   that no other function contains. */
static void keep_innermost(const Resolver *resolver, uint32_t at, Finds *finds)
{
    SymbolPlace place = catalog_place(resolver->catalog, at);
    const CatalogFile *file = catalog_row(resolver->catalog, place.file);
    for (uint32_t i = place.index; i && finds->len > 1; i = file->entries[i].parent)
        for (uint32_t k = 0; k < finds->len; k++)
            if (symbol_is_function((SymbolKind)file->entries[i].kind) &&
                resolver_entry(resolver, finds->ids[k])->parent == i)
                *finds = (Finds){.ids = {finds->ids[k]}, .len = 1};
    uint32_t kept[FINDS_MAX], count = 0;
    for (uint32_t k = 0; k < finds->len && finds->len > 1; k++) {
        uint32_t parent = resolver_entry(resolver, finds->ids[k])->parent;
        if (!symbol_is_function((SymbolKind)file->entries[parent].kind))
            kept[count++] = finds->ids[k];
    }
    if (count)
        memcpy(finds->ids, kept, count * sizeof *kept);
    finds->len = count ? count : finds->len;
}

static bool is_listed(const Scope *scope, const ImportLink *link, uint32_t name, bool named)
{
    Str listed = link->name ? catalog_name(scope->catalog, link->name) : (Str){0};
    if (named)
        return link->name == name;
    return !listed.len || str_starts(listed, STR(":"));
}

/* Whether the module gives functions to those that use it: by Exporter or one of its kin. */
static bool exports(const Scope *scope, uint32_t id)
{
    const ImportLinkVec *links = &file_scope_of(scope->resolver, id)->links;
    for (size_t i = 0; i < links->len; i++)
        if (str_find(catalog_name(scope->catalog, links->ptr[i].package), STR("Export")) !=
                STR_NONE ||
            str_equal(catalog_name(scope->catalog, links->ptr[i].name), STR("Exporter")))
            return true;
    return false;
}

/* Adds what the file imports under the name: `named`, because the list has it, else by default or
   with a tag. */
static void find_imported(Scope *scope, uint32_t id, uint32_t name, bool named, int depth,
                          Finds *finds)
{
    const ImportLinkVec *links = &file_scope_of(scope->resolver, id)->links;
    for (size_t i = 0; i < links->len && depth < PASSED_ON_MAX; i++) {
        const ImportLink link = links->ptr[i];
        Finds own = {0};
        if (link.target == FILE_NOWHERE || !is_listed(scope, &link, name, named))
            continue;
        find_in_file(scope, link.target, name, SYMBOL_NOWHERE, named || exports(scope, link.target),
                     &own);
        if (!own.len && depth + 1 < PASSED_ON_MAX) {
            find_imported(scope, link.target, name, true, depth + 1, &own);
            if (!own.len)
                find_imported(scope, link.target, name, false, depth + 1, &own);
        }
        for (uint32_t k = 0; k < own.len; k++)
            finds_add_once(finds, own.ids[k]);
        links = &file_scope_of(scope->resolver, id)->links;
    }
}

/* `f()`, `::f()`, `main::f()`: a function of the package, or one that the file imports. */
static bool resolve_function(Scope *scope, const Reference *reference)
{
    Finds finds = {0};
    Str name = reference->name;
    bool top = str_starts(name, STR("::")) || str_equal(reference->receiver, STR("main"));
    name = str_from_offset(name, str_starts(name, STR("::")) ? 2 : 0);
    uint32_t id = names_find(&scope->catalog->names, name), at = scope_symbol(scope, reference);
    if (rules_list_has(scope->rules->built_in_functions, name) ||
        (reference->receiver.len && !top) || (name.len && byte_in(name.ptr[0], "$@%&")))
        return false;
    uint32_t package = top ? SYMBOL_NOWHERE : package_around(scope->resolver, at);
    find_in_file(scope, scope->file, id, package, false, &finds);
    keep_innermost(scope->resolver, at, &finds);
    scope->step = EDGE_STEP_PACKAGE;
    bool own = finds.len;
    for (int named = 1; named >= 0 && !finds.len && !top; named--) {
        find_imported(scope, scope->file, id, named, 0, &finds);
        scope->step = EDGE_STEP_IMPORT;
    }
    add_all(scope, reference, &finds, own ? EDGE_EXACT : EDGE_LIKELY);
    return finds.len && !finds.too_many;
}

/* Resolves a call of the parent's method, `$self->SUPER::f()`. */
static bool resolve_above(Scope *scope, const Reference *reference)
{
    Resolver *resolver = scope->resolver;
    Str name = reference->name;
    bool next = str_ends(name, STR("next::method")); // C3: also `maybe::next::method`
    if (!str_starts(name, STR("SUPER::")) && !next)
        return false;
    uint32_t self = home_type_around(resolver, scope_symbol(scope, reference));
    uint32_t id =
        next ? resolver_entry(resolver, scope_symbol(scope, reference))->name
             : names_find(&scope->catalog->names, str_from_offset(name, strlen("SUPER::")));
    Finds bases = {0}, finds = {0};
    if (self != SYMBOL_NOWHERE)
        bases_find(resolver, self, &bases);
    for (uint32_t i = 0; i < bases.len && !finds.len; i++)
        lookup_inherited(resolver, bases.ids[i], id, FIND_CALLABLES, &finds);
    scope->step = EDGE_STEP_SUPER;
    add_all(scope, reference, &finds, EDGE_EXACT);
    return true;
}

/* A qualified method name is split: `$x->Foo::f()` calls Foo::f. */
static Reference as_written(const Reference *reference)
{
    Reference whole = *reference;
    size_t joint = str_find_last_byte(reference->name, ':');
    if (joint == STR_NONE || joint < 2 || !reference->receiver.len)
        return whole;
    whole.receiver = str_slice(reference->name, 0, joint - 1);
    whole.name = str_from_offset(reference->name, joint + 1);
    return whole;
}

static bool is_invocant(Str receiver)
{
    return str_equal(receiver, STR("$self")) || str_equal(receiver, STR("$class")) ||
           str_equal(receiver, STR("$this")) || str_equal(receiver, STR("shift"));
}

/* `sub Cat::purr`, declared outside of the package: a method of it, or of one of its bases. */
static void find_outside(Scope *scope, uint32_t type, Str method, Finds *finds)
{
    Resolver *resolver = scope->resolver;
    Finds types = {.ids = {type}, .len = 1};
    for (uint32_t i = 0; i < types.len && !finds->len; i++) {
        const Str parts[] = {
            catalog_name(scope->catalog, resolver_entry(resolver, types.ids[i])->name), STR("::"),
            method};
        uint32_t name =
            names_find(&scope->catalog->names, str_join_all(scope->arena, parts, COUNT(parts)));
        IdSpan all = name ? catalog_named(scope->catalog, name) : (IdSpan){0};
        for (size_t k = 0; k < MIN(all.len, EDGE_CANDIDATES_MAX); k++)
            if (symbol_is_function(resolver_kind(resolver, all.ptr[k])))
                finds_add(finds, all.ptr[k]);
        Finds bases = {0};
        bases_find(resolver, types.ids[i], &bases);
        for (uint32_t b = 0; b < bases.len; b++)
            finds_add_once(&types, bases.ids[b]);
    }
}

/* True when the method is known. */
static bool resolve_method(Scope *scope, const Reference *reference)
{
    Resolver *resolver = scope->resolver;
    Finds finds = {0};
    Value value =
        infer_expression(resolver, scope, scope_symbol(scope, reference), reference->receiver);
    bool typed = value.kind == VALUE_INSTANCE || value.kind == VALUE_TYPE;
    if (typed && !value.suffix.len)
        lookup_inherited(resolver, value.symbol,
                         names_find(&scope->catalog->names, reference->name), FIND_CALLABLES,
                         &finds);
    if (typed && !value.suffix.len && !finds.len)
        find_outside(scope, value.symbol, reference->name, &finds);
    Targets made = {.ids = {value.symbol}, .len = 1, .confidence = EDGE_EXACT};
    if (!finds.len && value.kind == VALUE_TYPE && str_equal(reference->name, STR("new"))) {
        targets_add(scope, reference,
                    &made); // the call constructs an object, whatever package declares `new`
        return true;
    }
    add_all(scope, reference, &finds, is_invocant(reference->receiver) ? EDGE_LIKELY : EDGE_EXACT);
    return finds.len && !finds.too_many;
}

void perl_resolve(Scope *scope, const Reference *reference)
{
    Reference whole = as_written(reference);
    bool value = whole.kind == REFERENCE_CALL || whole.kind == REFERENCE_USE;
    if (value && (resolve_above(scope, reference) || resolve_function(scope, &whole)))
        return;
    if (!value || !whole.receiver.len || !resolve_method(scope, &whole))
        reference_resolve(scope, &whole);
}
