/* Types that code names as values: `[Foo]`, `Foo.make()`, `Foo::LIMIT`. */
#pragma once

#include "index/resolve/finds.h"
#include "index/resolve/resolver.h"

/* Mentions the type that a name means which is neither called nor a function. */
void type_mentions_add(Scope *scope, const Reference *reference, const Finds *finds);
/* Mentions the type that is the receiver of a reference, `value` its meaning. */
void type_mentions_add_receiver(Scope *scope, const Reference *reference, const Value *value);
/* Mentions the class of a type that is named through it: `Outer` in `Outer::Inner x`. */
void type_mentions_add_owner(Scope *scope, const Reference *reference, uint32_t at);
