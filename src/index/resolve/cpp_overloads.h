/* Overload resolution of C++. */
#pragma once

#include "index/resolve/finds.h"
#include "index/resolve/resolver.h"

/* Keeps the functions that the arguments of a call fit best. One function left: keeps all its
   declarations and definitions. Several: keeps one symbol of each and returns true. */
bool cpp_overloads_keep(Scope *scope, const Reference *reference, Finds *finds);
