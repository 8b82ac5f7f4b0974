/* Layers are the `[]`, `[List]` and `?` at the end of Value.suffix. */
#include "index/resolve/unwrap.h"

#include "index/resolve/cpp.h"
#include "index/resolve/types.h"
#include "lang/registry.h"

static const Value unknown = {.kind = VALUE_UNKNOWN};

Value unwrap_layer(Resolver *resolver, Value value, char mark)
{
    Str suffix = value.suffix;
    char last = suffix.len ? suffix.ptr[suffix.len - 1] : '\0';
    if (!last && mark == ']' && value.kind == VALUE_INSTANCE &&
        resolver->rules[resolver_file_of(resolver, value.symbol)]->aliases_can_be_called) {
        Value element = cpp_operator_result(resolver, &value, STR("operator[]"));
        return element.kind == VALUE_UNKNOWN ? value : element; // else the pointer's element
    }
    if (!last && mark == ']' && value.kind == VALUE_INSTANCE &&
        resolver->rules[resolver_file_of(resolver, value.symbol)]->linker_resolves_names)
        return value; // C: the pointer leads to such elements
    if (!last && mark == ']' && value.kind == VALUE_INSTANCE) {
        Value item = types_of_alias_in(resolver, value.symbol, STR("Item"));
        return item.kind == VALUE_UNKNOWN ? types_of_alias_in(resolver, value.symbol, STR("Output"))
                                          : item;
    }
    if (last != mark && !(last == '?' && mark == ']'))
        return value.kind == VALUE_FOREIGN
                   ? (Value){.kind = VALUE_FOREIGN, .package = value.package}
                   : unknown;
    size_t start = last == ']' ? str_find_last_byte(suffix, '[') : suffix.len - 1;
    value.suffix = str_slice(suffix, 0, start == STR_NONE ? 0 : start);
    if (value.kind == VALUE_INSTANCE && !value.suffix.len &&
        resolver->rules[resolver_file_of(resolver, value.symbol)]->paths_name_modules) {
        value.kind = VALUE_TYPE; // an alias of the element's type
        value = types_unalias(resolver, value);
        value.kind = value.kind == VALUE_TYPE ? VALUE_INSTANCE : value.kind;
    }
    return value;
}

/* Where overload resolution compares types, an iterator is not a list: renames the layer after the
   method. `[*]` is an unknown container. */
static void rename_layer(Resolver *resolver, const Language *language, Str method, Value *value)
{
    Str suffix = value->suffix;
    if (!language->argument || !str_ends(suffix, STR("]")))
        return;
    Str name = str_ends(method, STR("terator")) ? STR("[Iterator]")
               : str_ends(method, STR("tream")) ? STR("[Stream]")
                                                : STR("[*]");
    value->suffix =
        str_join(resolver->arena, str_slice(suffix, 0, str_find_last_byte(suffix, '[')), name);
}

bool unwrap_method(Resolver *resolver, const Language *language, Str method, Value *value)
{
    if (!value->suffix.len)
        return false;
    if (lang_lists(language->finders, method)) {
        *value = unwrap_layer(resolver, *value, ']');
        value->suffix = str_join(resolver->arena, value->suffix, STR("?"));
        return true;
    }
    if (lang_lists(language->flatteners, method)) {
        Value inner = unwrap_layer(resolver, *value, ']');
        char mark = str_ends(inner.suffix, STR("?")) ? '?' : ']';
        inner = inner.suffix.len ? unwrap_layer(resolver, inner, mark) : unknown;
        bool known = inner.kind != VALUE_UNKNOWN || inner.named;
        inner.suffix = known ? str_join(resolver->arena, inner.suffix, STR("[]")) : (Str){0};
        *value = inner;
        return true;
    }
    if (lang_lists(language->adaptors, method)) {
        rename_layer(resolver, language, method, value);
        return true;
    }
    if (!lang_lists(language->pickers, method))
        return false;
    *value = unwrap_layer(resolver, *value, ']');
    value->pointers = (uint8_t)(value->pointers + lang_lists(language->pointers, method));
    if (language->picked && value->kind != VALUE_UNKNOWN)
        value->suffix = str_join(resolver->arena, value->suffix, str_from(language->picked));
    return true;
}

Value unwrap_guarded(Resolver *resolver, const Value *value, Str method)
{
    static const char types[] = "Mutex RwLock RefCell Cell OnceCell OnceLock LazyCell UnsafeCell "
                                "ReentrantMutex FairMutex Weak";
    static const char methods[] = "lock read write borrow borrow_mut get_mut into_inner try_lock "
                                  "try_read try_write get upgrade get_or_init get_or_insert_with";
    bool outside = (value->kind == VALUE_FOREIGN || value->kind == VALUE_UNKNOWN) &&
                   value->argument && value->named;
    if (!outside || value->suffix.len ||
        !rules_list_has(types, catalog_name(resolver->catalog, value->named)) ||
        !rules_list_has(methods, method))
        return (Value){0};
    return types_of_argument(resolver, value);
}
