/* What Python, TypeScript and JavaScript share: modules with re-exports, members that come by
   assignment. Only resolve*.c include this. */
#pragma once

#include "index/resolve/resolve_scope.h"

bool resolve_is_python(const Resolver *resolver, uint32_t file);
/* The symbol that a file exports as itself (`export default`, `module.exports =`), or
   SYMBOL_NOWHERE. */
uint32_t find_default(const Resolver *resolver, uint32_t id);
/* A name of a module, through what it re-exports. */
void find_in_module(Resolver *resolver, uint32_t file, uint32_t name, FindKind kind,
                    Meaning *meaning);
/* What it is by itself: its default export. */
void find_exports(Resolver *resolver, uint32_t file, FindKind kind, Meaning *meaning);
/* What the file itself calls what it exports by the name: `export { x as y }`, `export default x`;
   empty when it is called so there, too, or is not exported. */
Str find_exported_as(Resolver *resolver, uint32_t file, uint32_t name);
/* Whether what the file exports as itself is the module as others load it: `module.exports =`,
   `export =`, but not `export default`. */
bool find_is_whole(Resolver *resolver, uint32_t file);
/* Of `a.f.call(x)`, `f.apply(x)` and `f.bind(x)`: the call or use of f; false for anything else. */
bool applied_function(Scope *scope, const Reference *reference, Reference *itself);
/* TypeScript and JavaScript: an edge to a constant or variable at the top of a module or namespace,
   where the reference names one. */
void constant_use(Scope *scope, const Reference *reference);
/* The same of what the receiver begins with: `ns.X.f()` is a use of X. */
void constant_receiver(Scope *scope, const Reference *reference);
/* What a type's own code (or that of its bases) assigns to `self.name` or `this.name`. */
Value find_attribute(Resolver *resolver, uint32_t type, uint32_t name);
/* What the function declares, else the object literal that it returns: its members are those of the
   function, as find_listed knows them. */
Value find_returned(Resolver *resolver, uint32_t function);
/* What an object literal lists under a name, `{ name, other: name }`, when nothing was found so far
   and the symbol is one. */
void find_listed(Resolver *resolver, uint32_t object, uint32_t name, FindKind kind, Finds *finds);
/* A type by a name that is no type's: a function of JavaScript that `new` is used with, what a
   module exports as itself. */
Value find_assigned_type(Resolver *resolver, uint32_t at, uint32_t name);
/* Names that a value has in these languages only: `cls`, `super()`, `exports`, `a.b` of `import
   a.b`. Takes what it knows off the front of *rest; false when it knows nothing. */
bool value_of_special(Resolver *resolver, uint32_t at, Str *rest, Value *value);
/* Edges to all of them, likely. */
void either_name(Scope *scope, const Reference *reference, const Finds *finds);
/* The same of a member of what several imports call so; false when there is one only. */
bool either_member(Scope *scope, const Reference *reference, uint32_t name);
void resolve_dynamic_reference(Scope *scope, const Reference *reference);
