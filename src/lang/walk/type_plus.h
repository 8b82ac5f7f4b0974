/* Types of C++ parameters, normalised for overload resolution. Namespaces, type arguments and the
   parameter's name are left out; number types have one spelling each:
       const std::string &text     const string&        unsigned long int n    ulong
       char *const argv[]          char**               Foo const &foo = {}    const Foo&
   The result is empty for types without a name: functions, packs. */
#pragma once

#include "base/arena.h"
#include "base/str.h"

Str type_plus(Arena *arena, Str text);
