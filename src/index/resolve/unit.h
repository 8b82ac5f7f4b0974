/* What a file offers to files that import it. */
#pragma once

#include "index/resolve/visible.h"

/* Adds to *meaning what the file has under the name, or what a name that it re-exports leads to. */
void unit_find(Resolver *resolver, uint32_t file, uint32_t name, FindKind kind, Meaning *meaning);
/* Adds to *meaning what an import that makes `name` visible leads to. */
void unit_follow_import(Resolver *resolver, const ImportLink *link, uint32_t name, FindKind kind,
                        Meaning *meaning);
