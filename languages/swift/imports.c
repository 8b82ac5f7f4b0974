/* Import resolution for Swift: modules. */
#include "languages_imports.h"

/* The module of a file is its target in a Swift package: the folder below Sources or Tests. All
   other files are one module, whose name is empty: also those directly in Sources, since the target
   of a package that has just one may be there. */
Str imports_swift_module(Str path)
{
    Str part;
    while (str_take_until(&path, '/', &part))
        if (str_equal(part, STR("Sources")) || str_equal(part, STR("Tests"))) {
            size_t end = str_find_byte(path, '/');
            return end == STR_NONE ? (Str){0} : str_slice(path, 0, end);
        }
    return (Str){0};
}
