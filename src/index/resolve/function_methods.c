/* Functions of JavaScript have methods of their own: calling `f.call` calls f. */
#include "index/resolve/function_methods.h"

#include "index/resolve/file_scope.h"
#include "index/resolve/finds.h"
#include "index/resolve/infer.h"
#include "index/resolve/lookup.h"
#include "index/resolve/module_exports.h"
#include "index/resolve/visible.h"

/* Whether the reference has the form `a.f.call(x)`, `f.apply(x)` or `f.bind(x)`. */
static bool is_applied(const Scope *scope, const Reference *reference)
{
    bool applied = str_equal(reference->name, STR("call")) ||
                   str_equal(reference->name, STR("apply")) ||
                   str_equal(reference->name, STR("bind"));
    char last =
        reference->receiver.len ? reference->receiver.ptr[reference->receiver.len - 1] : '(';
    return applied && reference->kind == REFERENCE_CALL &&
           scope->rules->argument_counts_are_unchecked && (byte_is_word(last) || last == '$');
}

/* The reference to f itself. */
static Reference applied(const Reference *reference)
{
    Reference itself = *reference;
    size_t dot = str_find_last_byte(reference->receiver, '.');
    itself.name =
        dot == STR_NONE ? reference->receiver : str_from_offset(reference->receiver, dot + 1);
    itself.receiver = dot == STR_NONE ? (Str){0} : str_slice(reference->receiver, 0, dot);
    itself.kind = str_equal(reference->name, STR("bind")) ? REFERENCE_USE : REFERENCE_CALL;
    itself.arguments = ARGUMENTS_UNKNOWN;
    return itself;
}

/* Whether the receiver is a default or whole-module import from outside, whose members are not
   known. */
static bool is_foreign_module(const Scope *scope, Str receiver)
{
    uint32_t name = names_find(&scope->catalog->names, receiver);
    const FileScope *file = file_scope_of(scope->resolver, scope->file);
    uint32_t at = name ? id_map_get(&file->visible, name) : ID_MAP_NONE;
    const ImportLink *link = at == ID_MAP_NONE ? NULL : &file->links.ptr[at];
    return link &&
           (!link->name || str_equal(catalog_name(scope->catalog, link->name), STR("default")));
}

/* Whether the receiver has a member of this name, so that the call means that. */
static bool has_member(Scope *scope, const Reference *reference)
{
    Meaning meaning = {0};
    Resolver *resolver = scope->resolver;
    Value value =
        infer_expression(resolver, scope, scope_symbol(scope, reference), reference->receiver);
    uint32_t name = names_find(&scope->catalog->names, reference->name);
    if (value.kind == VALUE_FOREIGN)
        return is_foreign_module(scope, reference->receiver);
    SymbolPlace place = {0};
    if (value.kind == VALUE_MODULE)
        place = catalog_place(resolver->catalog, value.symbol);
    if (value.kind == VALUE_MODULE && !place.index)
        module_exports_find(resolver, place.file, name, FIND_CALLABLES, &meaning);
    else if (value.kind != VALUE_UNKNOWN && value.kind != VALUE_FUNCTION)
        lookup_inherited(resolver, value.symbol, name, FIND_CALLABLES, &meaning.finds);
    return meaning.finds.len || value.suffix.len;
}

bool function_methods_target(Scope *scope, const Reference *reference, Reference *itself)
{
    if (!is_applied(scope, reference) || has_member(scope, reference))
        return false;
    *itself = applied(reference);
    return true;
}
