/* Constants and variables at the top of a module or namespace, in Python, TypeScript and
   JavaScript. Naming one, or calling a member of it, is a use of it. */
#include "index/resolve/constants.h"

#include "index/resolve/finds.h"
#include "index/resolve/home.h"
#include "index/resolve/lookup.h"
#include "index/resolve/module_exports.h"
#include "index/resolve/targets.h"
#include "index/resolve/variables.h"
#include "index/resolve/visible.h"

static bool is_constant(const Resolver *resolver, uint32_t symbol)
{
    SymbolKind kind = resolver_kind(resolver, symbol);
    if (kind != SYMBOL_CONSTANT && kind != SYMBOL_VARIABLE && kind != SYMBOL_OBJECT)
        return false;
    uint32_t home = home_of(resolver, symbol);
    return home < HOME_GLOBAL && (!catalog_place(resolver->catalog, home).index ||
                                  resolver_kind(resolver, home) == SYMBOL_NAMESPACE);
}

static bool add(Scope *scope, const Reference *reference, ReferenceKind kind, const Finds *finds)
{
    uint32_t symbol = finds->ids[0];
    if (finds->len != 1 || finds->too_many || !is_constant(scope->resolver, symbol) ||
        symbol == scope_symbol(scope, reference))
        return false;
    Reference written = *reference;
    written.kind = kind;
    Targets targets = {.ids = {symbol}, .len = 1, .confidence = EDGE_EXACT};
    targets_add(scope, &written, &targets);
    return true;
}

static Str take_word(Str *rest)
{
    size_t len = 0;
    while (len < rest->len && (byte_is_word(rest->ptr[len]) || rest->ptr[len] == '$'))
        len++;
    Str word = str_slice(*rest, 0, len);
    *rest = str_from_offset(*rest, len);
    return word;
}

/* Sets *meaning to the meaning of the path's longest prefix that leads through modules; leaves the
   rest in *path. */
static void follow_modules(Scope *scope, uint32_t at, Str *path, Meaning *meaning)
{
    Resolver *resolver = scope->resolver;
    Names *names = &scope->catalog->names;
    Str word = take_word(path);
    *meaning = (Meaning){0};
    if (!word.len || variables_find(scope, at, word))
        return;
    visible_find(resolver, at, names_find(names, word), FIND_VALUES, meaning);
    while (!meaning->finds.len && meaning->value.kind == VALUE_MODULE &&
           str_starts(*path, STR("."))) {
        uint32_t module = meaning->value.symbol;
        *path = str_from_offset(*path, 1);
        uint32_t name = names_find(names, take_word(path));
        *meaning = (Meaning){0};
        if (catalog_place(resolver->catalog, module).index)
            lookup_members(resolver, module, name, FIND_VALUES, &meaning->finds);
        else
            module_exports_find(resolver, resolver_file_of(resolver, module), name, FIND_VALUES,
                                meaning);
    }
}

void constants_add_receiver_use(Scope *scope, const Reference *reference)
{
    Meaning meaning;
    Str path = reference->receiver;
    follow_modules(scope, scope_symbol(scope, reference), &path, &meaning);
    add(scope, reference, REFERENCE_USE, &meaning.finds);
}

static Str whole_path(Scope *scope, const Reference *reference)
{
    const Str parts[] = {reference->receiver, STR("."), reference->name};
    return reference->receiver.len ? str_join_all(scope->arena, parts, COUNT(parts))
                                   : reference->name;
}

bool constants_add_base(Scope *scope, uint32_t at, const Reference *reference)
{
    Meaning meaning;
    Str path = whole_path(scope, reference);
    follow_modules(scope, at, &path, &meaning);
    return !path.len && add(scope, reference, REFERENCE_BASE, &meaning.finds);
}

void constants_add_use(Scope *scope, const Reference *reference)
{
    Meaning meaning;
    Str path = whole_path(scope, reference);
    follow_modules(scope, scope_symbol(scope, reference), &path, &meaning);
    if (!path.len)
        add(scope, reference, REFERENCE_USE, &meaning.finds);
}
