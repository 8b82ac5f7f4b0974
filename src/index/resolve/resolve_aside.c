/* Tests, fixtures and examples use the code; the code knows nothing of them, whatever they call
   their stand-ins. */
#include "index/resolve/resolve_scope.h"

#include "index/resolve/resolve_include.h"

static bool imports_file(Resolver *resolver, uint32_t file, uint32_t other)
{
    if (resolver->rules[file]->linker_resolves_names)
        return resolve_includes(resolver, file, other);
    const ImportLinkVec *links = &resolve_file_scope(resolver, file)->links;
    for (size_t i = 0; i < links->len; i++)
        if (links->ptr[i].target == other)
            return true;
    return false;
}

bool find_is_double(Resolver *resolver, uint32_t file, uint32_t symbol)
{
    uint32_t place = resolve_file_of(resolver, symbol);
    return resolver->is_test_code[place] && !resolver->is_test_code[file] &&
           resolve_kind(resolver, symbol) != SYMBOL_NAMESPACE &&
           !imports_file(resolver, file, place);
}

void find_drop_doubles(Resolver *resolver, uint32_t file, Finds *finds)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < finds->len; i++)
        if (!find_is_double(resolver, file, finds->ids[i]))
            finds->ids[count++] = finds->ids[i];
    finds->len = count;
}
