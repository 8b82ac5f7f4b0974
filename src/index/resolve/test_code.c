/* Tests, fixtures and examples use the code, but the code does not use them, even if they declare a
   name that it uses. */
#include "index/resolve/test_code.h"

#include "index/resolve/file_scope.h"
#include "index/resolve/finds.h"
#include "index/resolve/fragments.h"
#include "index/resolve/includes.h"

static bool imports_file(Resolver *resolver, uint32_t file, uint32_t other)
{
    if (resolver->rules[file]->linker_resolves_names)
        return includes_reach(resolver, file, other) || fragments_see(resolver, file, other);
    const ImportLinkVec *links = &file_scope_of(resolver, file)->links;
    for (size_t i = 0; i < links->len; i++)
        if (links->ptr[i].target == other)
            return true;
    return false;
}

bool test_code_is_hidden(Resolver *resolver, uint32_t file, uint32_t symbol)
{
    uint32_t place = resolver_file_of(resolver, symbol);
    return resolver->is_test_code[place] && !resolver->is_test_code[file] &&
           resolver_kind(resolver, symbol) != SYMBOL_NAMESPACE &&
           !imports_file(resolver, file, place);
}

void test_code_drop_hidden(Resolver *resolver, uint32_t file, Finds *finds)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < finds->len; i++)
        if (!test_code_is_hidden(resolver, file, finds->ids[i]))
            finds->ids[count++] = finds->ids[i];
    finds->len = count;
}
