#include "languages_imports.h"

/* The folder of a Swift package's target; everything else is one module. */
Str imports_swift_module(Str path)
{
    Str part;
    while (str_take_until(&path, '/', &part))
        if (str_equal(part, STR("Sources")) || str_equal(part, STR("Tests")))
            return str_slice(path, 0, MIN(str_find_byte(path, '/'), path.len));
    return (Str){0};
}
