/* Variables are bound in the order of the references of a file, per function. The last binding
   before a use counts. */
#include "index/resolve/variables.h"

#include "index/resolve/assigned.h"
#include "index/resolve/bounds.h"
#include "index/resolve/callbacks.h"
#include "index/resolve/finds.h"
#include "index/resolve/home.h"
#include "index/resolve/infer.h"
#include "index/resolve/lookup.h"
#include "index/resolve/name_path.h"
#include "index/resolve/types.h"
#include "lang/walk/type_head.h"

/* In Scope.locals: nothing holds any more. */
#define ENDED (ID_MAP_NONE - 1)

static uint32_t local_id(const Scope *scope, Str name)
{
    const uint64_t *id = name.len ? map_find(&scope->local_names, name) : NULL;
    return id ? (uint32_t)*id : 0;
}

const Value *variables_find(const Scope *scope, uint32_t at, Str name)
{
    uint32_t id = local_id(scope, name);
    const CatalogFile *file = catalog_row(scope->catalog, scope->file);
    if (at < file->first || at >= file->first + file->count)
        return NULL;
    for (uint32_t i = at - file->first;; i = file->entries[i].parent) {
        uint32_t known = id ? id_map_get(&scope->locals, id_pair(i, id)) : ID_MAP_NONE;
        if (known < ENDED)
            return &scope->values.ptr[known];
        if (!i || !id)
            return NULL;
    }
}

const Value *variables_anonymous_this(const Scope *scope, uint32_t at)
{
    const CatalogFile *file = catalog_row(scope->catalog, scope->file);
    if (!scope->rules->classes_inherit_overloads || at < file->first ||
        at >= file->first + file->count)
        return NULL;
    uint32_t id = local_id(scope, STR("this"));
    for (uint32_t i = at - file->first; i; i = file->entries[i].parent) {
        uint32_t known = id ? id_map_get(&scope->locals, id_pair(i, id)) : ID_MAP_NONE;
        if (known < ENDED)
            return &scope->values.ptr[known];
        if (symbol_is_type((SymbolKind)file->entries[i].kind))
            break;
    }
    return NULL;
}

static Value bound_value(Scope *scope, const Reference *reference)
{
    uint32_t at = scope_symbol(scope, reference);
    if (scope->rules->evaluate) { // Lua: a type in a comment names a table
        Str suffix = types_suffix(reference->receiver);
        Str path = str_slice(reference->receiver, 0, reference->receiver.len - suffix.len);
        Value table = infer_expression(scope->resolver, NULL, at, path);
        table.suffix = suffix;
        return table;
    }
    Value value = types_find(scope->resolver, at, reference->receiver);
    if (value.kind == VALUE_TYPE && !scope->rules->paths_name_modules)
        value = types_unalias(scope->resolver, value);
    Str name = reference->receiver;
    if (value.kind == VALUE_TYPE && value.argument && scope->rules->paths_name_modules) {
        Value renamed = types_unalias(scope->resolver, value); // `type Index<Ix> = Ix`
        bool parameter = renamed.kind == VALUE_UNKNOWN && renamed.named;
        value = parameter ? renamed : value;
        name = parameter ? catalog_name(scope->catalog, renamed.named) : name;
    }
    if (str_starts(name, STR("="))) // `typeof x`
        return value;
    if (value.kind != VALUE_UNKNOWN)
        return value_instance(value);
    Value bound = bounds_value(scope, reference, name);
    return bound.kind == VALUE_UNKNOWN && !bound.named ? value : bound;
}

/* The end of an unnamed scope: the name has the value again that it had before. */
static void end_inner(Scope *scope, const Reference *reference)
{
    uint64_t key = id_pair(reference->symbol, local_id(scope, reference->name));
    uint32_t at = id_map_get(&scope->locals, key);
    bool inner = false;
    while (at < ENDED && !inner) {
        inner = scope->values.ptr[at].is_inner;
        at = scope->values.ptr[at].before - 1; // none: ID_MAP_NONE
    }
    at = MIN(at, ENDED);
    id_map_put(&scope->locals, scope->arena, key, at);
}

/* What the variable was bound to before holds again. */
static void end_narrowing(Scope *scope, uint64_t key, uint32_t known)
{
    if (known < ENDED)
        id_map_put(&scope->locals, scope->arena, key, scope->earlier.ptr[known]);
}

/* `isFish<is>`: the type that the function says its argument has: `x is Fish`. */
static Value value_by_guard(Scope *scope, const Reference *reference, Str text)
{
    uint32_t at = scope_symbol(scope, reference);
    Str callee = str_slice(text, 0, str_find_byte(text, '<'));
    Value function = infer_expression(scope->resolver, scope, at, callee);
    Value test = function.kind == VALUE_FUNCTION ? types_of_symbol(scope->resolver, function.symbol)
                                                 : (Value){0};
    Str name = test.named ? catalog_name(scope->catalog, test.named) : (Str){0};
    const char *wanted = str_ends(text, STR("<is>")) ? TYPE_TEST : TYPE_ASSERTION;
    bool says = test.argument && str_equal(name, str_from(wanted));
    return says ? types_of_argument(scope->resolver, &test) : (Value){0};
}

/* `Foo!`, `isFish<is>!`: what the variable was before, without that type. */
static Value value_without(Scope *scope, const Reference *reference)
{
    uint32_t at = scope_symbol(scope, reference), kept = 0;
    const Value *before = variables_find(scope, at, reference->name);
    Str text = str_slice(reference->receiver, 0, reference->receiver.len - 1);
    Value out = str_ends(text, STR("<is>")) ? value_by_guard(scope, reference, text)
                                            : types_find(scope->resolver, at, text);
    Value all[VALUE_ALTERNATIVES_MAX];
    bool known = before && out.kind != VALUE_UNKNOWN;
    uint32_t count = known ? value_alternatives(scope->resolver, before, all) : 0;
    for (uint32_t i = 0; i < count; i++)
        if (all[i].symbol != out.symbol || all[i].suffix.len)
            all[kept++] = all[i];
    return kept ? value_either(scope->resolver, all, kept) : before ? *before : (Value){0};
}

/* Whether its type is known, with the elements if it is a container. */
static bool has_type(const Value *value)
{
    bool outside = value->kind == VALUE_UNKNOWN || value->kind == VALUE_FOREIGN;
    return !outside || value->suffix.len || value->argument;
}

/* Whether the alternative has the member, with that value if one is given, as far as it is known.
 */
static bool may_have(Resolver *resolver, const Value *value, Str member, Str wanted)
{
    Finds finds = {0};
    uint32_t name = names_find(&resolver->catalog->names, member);
    if (value->kind != VALUE_INSTANCE || value->suffix.len)
        return true;
    bool foreign = lookup_inherited(resolver, value->symbol, name, FIND_VALUES, &finds);
    if (!finds.len || !wanted.ptr)
        return finds.len || foreign;
    uint32_t type = resolver_entry(resolver, finds.ids[0])->type;
    uint32_t home = home_type_around(resolver, finds.ids[0]);
    Str text = type ? catalog_name(resolver->catalog, type) : (Str){0}, part;
    if (!type && home != SYMBOL_NOWHERE)
        text = assigned_literal(resolver, home, name);
    bool any = !text.len;
    while (type_head_take(&text, '|', &part))
        any = any || str_equal(part, wanted) || str_equal(part, name_path_last(wanted)) ||
              str_equal(part, STR("string"));
    return any;
}

/* `.kind=sq`, `.wings`: the alternatives of the variable that pass the test of a member; with `!`
   at the end those that do not. */
static Value value_with_member(Scope *scope, const Reference *reference)
{
    const Value *before = variables_find(scope, scope_symbol(scope, reference), reference->name);
    Str text = str_from_offset(reference->receiver, 1), wanted = {0};
    bool fails = str_ends(text, STR("!"));
    text.len -= fails;
    size_t sign = str_find_byte(text, '=');
    Value all[VALUE_ALTERNATIVES_MAX];
    if (sign != STR_NONE)
        wanted = str_from_offset(text, sign + 1);
    uint32_t count = before ? value_alternatives(scope->resolver, before, all) : 0, kept = 0;
    for (uint32_t i = 0; i < count; i++)
        if (may_have(scope->resolver, &all[i], str_slice(text, 0, sign), wanted) != fails)
            all[kept++] = all[i];
    return kept && kept < count ? value_either(scope->resolver, all, kept)
           : before             ? *before
                                : (Value){0};
}

/* Whether the text of a type names the type of the value, not an alias, which may be a pointer. */
static bool is_named(const Scope *scope, const Value *value, Str text)
{
    Str name = name_path_last(str_slice(text, 0, str_find_byte(text, '<')));
    return value->kind == VALUE_INSTANCE && !value->suffix.len && !value->pointers &&
           str_equal(name, catalog_name(scope->catalog,
                                        resolver_entry(scope->resolver, value->symbol)->name));
}

void variables_bind(Scope *scope, const Reference *reference)
{
    uint32_t at = scope_symbol(scope, reference);
    Value value = {0};
    if (!reference->name.len)
        return;
    if (reference->flags & REFERENCE_ENDS) {
        end_inner(scope, reference);
        return;
    }
    scope->resolver->is_doubtful = false;
    if (str_starts(reference->receiver, STR(".")))
        value = value_with_member(scope, reference);
    else if (str_ends(reference->receiver, STR("<is>")) ||
             str_ends(reference->receiver, STR("<asserts>")))
        value = value_by_guard(scope, reference, reference->receiver);
    else if (reference->flags & REFERENCE_VALUE && str_ends(reference->receiver, STR(">")) &&
             !str_starts(reference->receiver, STR("^")))
        value = callbacks_parameter(scope->resolver, scope, at, reference->receiver);
    else if (reference->flags & REFERENCE_VALUE)
        value = infer_expression(scope->resolver, scope, at, reference->receiver);
    else if (str_ends(reference->receiver, STR("!")))
        value = value_without(scope, reference);
    else if (reference->receiver.len) {
        value = bound_value(scope, reference);
        value.is_foreign_result = value.kind == VALUE_FOREIGN;
        value.is_exact = is_named(scope, &value, reference->receiver);
    }
    value.is_exact = value.is_exact && reference->flags & REFERENCE_MADE;
    value.is_doubtful = scope->resolver->is_doubtful;
    if (reference->flags & REFERENCE_POINTS && !value.pointers)
        value.pointers = 1;
    uint64_t *id = map_put(&scope->local_names, reference->name, NULL);
    *id = *id ? *id : scope->local_names.len;
    uint64_t key = id_pair(reference->symbol, (uint32_t)*id);
    uint32_t before = id_map_get(&scope->locals, key);
    if (reference->flags & REFERENCE_GUESSES && before < ENDED &&
        has_type(&scope->values.ptr[before]))
        return;
    if (reference->flags & REFERENCE_WIDENS) {
        end_narrowing(scope, key, before);
        return;
    }
    bool open = value.kind == VALUE_UNKNOWN && !value.named;
    if (reference->flags & REFERENCE_NARROWS && open && before >= ENDED)
        return; // nothing is known of it
    if (reference->flags & REFERENCE_NARROWS && open)
        value = before >= ENDED ? value : scope->values.ptr[before];
    bool self = scope->rules->lambdas_have_receivers && str_equal(reference->name, STR("this"));
    if (self && value.kind == VALUE_UNKNOWN && before < ENDED)
        value = scope->values.ptr[before];
    if (before < ENDED) {
        const Value *was = &scope->values.ptr[before];
        value.was_rebound = was->was_rebound || was->kind != VALUE_UNKNOWN;
    }
    value.before = before < ENDED ? before + 1 : 0;
    value.is_inner = (reference->flags & REFERENCE_INNER) != 0;
    *VEC_PUSH(scope->arena, &scope->values) = value;
    *VEC_PUSH(scope->arena, &scope->earlier) =
        reference->flags & REFERENCE_NARROWS ? before : ID_MAP_NONE;
    id_map_put(&scope->locals, scope->arena, key, (uint32_t)scope->values.len - 1);
}
