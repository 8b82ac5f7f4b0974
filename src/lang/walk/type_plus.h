/* Types of C++ as overloads are told apart by them: without namespaces, type arguments and the
   parameter's name, numbers in one spelling:
       const std::string &text     const string&        unsigned long int n    ulong
       char *const argv[]          char**               Foo const &foo = {}    const Foo&
   Empty for what has no name: functions, packs. */
#pragma once

#include "base/arena.h"
#include "base/str.h"

Str type_plus(Arena *arena, Str text);
