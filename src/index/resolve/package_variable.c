#include "index/resolve/package_variable.h"

#include "index/resolve/finds.h"
#include "index/resolve/lookup.h"
#include "index/resolve/reopen.h"
#include "index/resolve/types.h"

bool package_variable_take(Resolver *resolver, uint32_t at, Str *rest, Value *value)
{
    size_t len = 1;
    while (len < rest->len && (byte_is_word(rest->ptr[len]) || rest->ptr[len] == ':'))
        len++;
    Str path = str_slice(*rest, 0, len);
    size_t joint = str_find_last_byte(path, ':');
    if (!str_starts(path, STR("$")) || joint == STR_NONE || joint < 2)
        return false;
    Str package = str_slice(path, 1, joint - 1);
    Str name = str_join(resolver->arena, STR("$"), str_from_offset(path, joint + 1));
    uint32_t id = names_find(&resolver->catalog->names, name);
    Value owner = {0};
    Finds finds = {0};
    if (reopen_find(resolver, at, package, &owner))
        lookup_members(resolver, owner.symbol, id, FIND_FIELDS, &finds);
    *value = finds.len == 1 ? types_of_symbol(resolver, finds.ids[0])
             : str_equal(package, STR("main")) && id
                 ? value_of_name(resolver, NULL, at, name, false)
                 : (Value){0};
    *rest = str_from_offset(*rest, len);
    return true;
}
