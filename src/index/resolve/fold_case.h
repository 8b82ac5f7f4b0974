/* Case folding, in languages that compare names without case. One spelling leads: the first by path
   and place. */
#pragma once

#include "index/resolve/resolver.h"

/* Whether the file's language folds case. */
bool fold_case_applies(const Resolver *resolver, uint32_t file);
/* Registers the name of a symbol of such a file. */
void fold_case_add(Resolver *resolver, uint32_t name);
/* The leading spelling of a name that is written in the file; in other languages the name itself.
 */
uint32_t fold_case_name(const Resolver *resolver, uint32_t file, uint32_t name);
/* The spelling after this one, beginning with the leading one; 0 at the end. */
uint32_t fold_case_next(const Resolver *resolver, uint32_t name);
