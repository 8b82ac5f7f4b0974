/* Members that come by assignment in Python, TypeScript and JavaScript: `self.pool = Pool()`. */
#pragma once

#include "index/resolve/finds.h"
#include "index/resolve/resolver.h"

/* What the code of a type, or of its bases, assigns to `self.name` or `this.name`. */
Value assigned_find(Resolver *resolver, uint32_t type, uint32_t name);
/* What a function returns: its declared type, else the object literal that it returns. Then the
   value is an instance of the function, and attributes_find_listed knows its members. */
Value assigned_returned(Resolver *resolver, uint32_t function);
/* Whether a function returns the object that it is called on, or a new one of the same class: by
   its declared type (`Self`, `static`), or by each of its `return`s (`self`, `cls()`). */
bool assigned_returns_self(Resolver *resolver, uint32_t function);
/* Python: whether `from file import *` brings the name: as `__all__` lists it, or without a list
   each name that does not begin with `_`. */
bool assigned_offers(Resolver *resolver, uint32_t file, uint32_t name);
/* Ruby: what a method gives to its block, as its first (`0`) or second (`1`) parameter. */
Value assigned_yielded(Resolver *resolver, uint32_t function, Str place);
/* Adds the symbol that an object literal lists under a name, `{ name, other: name }`, unless there
   are finds already. */
void assigned_find_listed(Resolver *resolver, uint32_t object, uint32_t name, FindKind kind,
                          Finds *finds);
/* The file's own name for a symbol that it exports as `name`: `x` for `export { x as name }` or
   `export default x`. Empty if both names are the same. */
Str assigned_exported_as(Resolver *resolver, uint32_t file, uint32_t name);
/* The literal type that the value of a member has, by its text: `card` for `readonly kind =
   "card"`; or empty. */
Str assigned_literal(Resolver *resolver, uint32_t type, uint32_t name);
/* What a variable at the top of a file is another name for (`Base = Engine`), or empty. */
Str assigned_alias(Resolver *resolver, uint32_t file, uint32_t name);
/* One of the values that an object literal has: what `table[key]` may be. */
Value assigned_any(Resolver *resolver, uint32_t object);
