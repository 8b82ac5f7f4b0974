/* Import resolution for Swift: modules. */
#include "languages_imports.h"

/* The module of a file is its target in a Swift package: the folder below Sources or Tests. All
   other files are one module, whose name is empty. */
Str imports_swift_module(Str path)
{
    Str part;
    while (str_take_until(&path, '/', &part))
        if (str_equal(part, STR("Sources")) || str_equal(part, STR("Tests")))
            return str_slice(path, 0, MIN(str_find_byte(path, '/'), path.len));
    return (Str){0};
}
