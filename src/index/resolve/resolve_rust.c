/* Rust: what a value stands for besides itself, and which of several functions of one name is
   meant. */
#include "index/resolve/resolve_scope.h"

Value value_associated(Resolver *resolver, uint32_t type, Str name)
{
    Finds finds = {0};
    find_members(resolver, type, names_find(&resolver->catalog->names, name), FIND_SCOPES, &finds);
    bool alias = finds.len == 1 && resolve_kind(resolver, finds.ids[0]) == SYMBOL_TYPE;
    return alias ? find_type_of(resolver, finds.ids[0]) : (Value){0};
}

/* ---- arguments of types ---- */

/* `T`, `St`: what is no type of its own. */
static bool is_parameter(const Resolver *resolver, uint32_t named)
{
    Str name = named ? catalog_name(resolver->catalog, named) : (Str){0};
    return name.len && name.len <= 2 && name.ptr[0] >= 'A' && name.ptr[0] <= 'Z';
}

static Value argument_of(Resolver *resolver, const Value *owner)
{
    Value value = find_type(resolver, owner->place, catalog_name(resolver->catalog, owner->argument));
    if (value.kind == VALUE_TYPE)
        value.kind = VALUE_INSTANCE;
    return value;
}

Value value_filled(Resolver *resolver, Value found, const Value *owner)
{
    if (!owner->argument)
        return found;
    if (found.kind == VALUE_FUNCTION) {
        found.argument = owner->argument;
        found.place = owner->place;
    } else if (found.kind == VALUE_UNKNOWN && is_parameter(resolver, found.named)) {
        Value value = argument_of(resolver, owner);
        value.suffix = found.suffix.len
                           ? str_join(&resolver->typed, value.suffix, found.suffix)
                           : value.suffix;
        return value;
    } else if (found.argument && is_parameter(resolver, found.argument)) {
        found.argument = owner->argument;
        found.place = owner->place;
    } else if (found.kind == VALUE_INSTANCE && !found.argument && found.symbol == owner->symbol) {
        found.argument = owner->argument;
        found.place = owner->place;
    }
    return found;
}

static bool is_among(const char *words, Str name)
{
    Str rest = str_from(words), word;
    while (str_take_until(&rest, ' ', &word))
        if (str_equal(word, name))
            return true;
    return false;
}

Value value_guarded(Resolver *resolver, const Value *value, Str method)
{
    static const char types[] = "Mutex RwLock RefCell Cell OnceCell OnceLock LazyCell UnsafeCell "
                                "ReentrantMutex FairMutex Weak";
    static const char methods[] = "lock read write borrow borrow_mut get_mut into_inner try_lock "
                                  "try_read try_write get upgrade";
    bool outside = (value->kind == VALUE_FOREIGN || value->kind == VALUE_UNKNOWN) &&
                   value->argument && value->named;
    if (!outside || value->suffix.len ||
        !is_among(types, catalog_name(resolver->catalog, value->named)) ||
        !is_among(methods, method))
        return (Value){0};
    return argument_of(resolver, value);
}

Value value_held(Resolver *resolver, const Value *value)
{
    if (value->kind != VALUE_INSTANCE || value->suffix.len)
        return (Value){0};
    bool paths = resolver->rules[resolve_file_of(resolver, value->symbol)]->paths;
    return paths ? value_filled(
                       resolver, value_associated(resolver, value->symbol, STR("Target")), value)
                 : value_operated(resolver, value, STR("operator->"));
}

/* The block of an impl, or what else stands around. */
static uint32_t block_of(const Resolver *resolver, uint32_t symbol)
{
    const CatalogFile *file =
        catalog_row(resolver->catalog, resolve_file_of(resolver, symbol));
    uint32_t i = symbol - file->first;
    while (i && file->entries[i].kind != SYMBOL_IMPL)
        i = file->entries[i].parent;
    return file->first + i;
}

static bool is_one_block(const Resolver *resolver, const Finds *finds)
{
    uint32_t parent = resolve_entry(resolver, finds->ids[0])->parent;
    for (uint32_t i = 0; i < finds->len; i++)
        if (resolve_file_of(resolver, finds->ids[i]) != resolve_file_of(resolver, finds->ids[0]) ||
            resolve_entry(resolver, finds->ids[i])->parent != parent ||
            !find_fits(resolve_kind(resolver, finds->ids[i]), FIND_METHODS))
            return false;
    return true;
}

EdgeConfidence rust_choose(const Scope *scope, const Reference *reference, Finds *finds)
{
    const Resolver *resolver = scope->resolver;
    uint32_t block = block_of(resolver, scope_symbol(scope, reference)), count = 0;
    bool own = str_equal(reference->receiver, STR("self")) ||
               str_equal(reference->receiver, STR("Self"));
    uint32_t kept[FINDS_MAX];
    if (!scope->rules->paths || finds->len < 2 || finds->more)
        return EDGE_EXACT;
    for (uint32_t i = 0; own && i < finds->len; i++)
        if (block_of(resolver, finds->ids[i]) == block)
            kept[count++] = finds->ids[i];
    if (count)
        memcpy(finds->ids, kept, count * sizeof *kept);
    finds->len = count ? count : finds->len;
    bool alternatives = finds->len > 1 && is_one_block(resolver, finds);
    if (alternatives)
        finds->len = 1;
    return alternatives ? EDGE_LIKELY : EDGE_EXACT;
}
