/* Rust: module paths, associated types, and the choice among impl blocks. */
#pragma once

#include "index/resolve/finds.h"
#include "index/resolve/resolver.h"

/* Takes modules that a path names (`crate::a`, `self`, `super::b`) off the front of *rest and sets
 *value; false when it begins otherwise. */
bool rust_find_path(Resolver *resolver, uint32_t at, Str *rest, Value *value);
/* The same for a path that begins with the name of a module or crate. */
bool rust_find_module(Resolver *resolver, uint32_t at, Str *rest, Value *value);
/* What a `mod name;` declares: the module's file. */
Value rust_module_value(Resolver *resolver, uint32_t symbol);
/* Adds what an import of a path within a file makes visible as `name`: `use state::Version`, `use
   Kind::*`. False when that is nothing. */
bool rust_find_nested(Resolver *resolver, const ImportLink *link, uint32_t name, FindKind kind,
                      Finds *finds);
/* What an impl block of the type declares: `type Item = …`. */
Value rust_associated_type(Resolver *resolver, uint32_t type, Str name);
/* `found` belongs to the owner's type. Replaces its type parameter by the owner's type argument. */
Value rust_fill_argument(Resolver *resolver, Value found, const Value *owner);
/* The value that a method of a lock or cell gives access to: `mutex.lock()`. VALUE_UNKNOWN for any
   other method. */
Value rust_guarded_value(Resolver *resolver, const Value *value, Str method);
/* Whether the function comes from `derive(Default)`: no impl block declares it, and it returns the
   type. */
bool rust_is_derived(const Resolver *resolver, const Value *value, Str name);
/* Keeps inherent methods, and for `self` those of the same impl block. Of functions with one name
   in one block (each build takes one) keeps the first: then the edge is likely, else exact. */
EdgeConfidence rust_choose(const Scope *scope, const Reference *reference, Finds *finds);
/* Whether a call means a method of the language: `self.min()` in `fn min(self)` of an impl for a
   primitive type. */
bool rust_is_built_in(const Scope *scope, const Reference *reference, const Value *value);
/* Finds the method of an extension trait, for a call on a value whose type is unknown or not of the
   repository. The trait must be visible at the place, be implemented for such a type, and be the
   only trait that declares the method. Sets *finds to it; false when there is none. */
bool rust_find_extension(const Scope *scope, const Reference *reference, Finds *finds);
