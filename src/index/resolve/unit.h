/* What a file offers to files that import it. */
#pragma once

#include "index/resolve/visible.h"

/* Adds to *meaning the file's symbols of the name, or those that a re-exported name leads to. */
void unit_find(Resolver *resolver, uint32_t file, uint32_t name, FindKind kind, Meaning *meaning);
/* Adds to *meaning the symbols that an import of `name` leads to. */
void unit_follow_import(Resolver *resolver, const ImportLink *link, uint32_t name, FindKind kind,
                        Meaning *meaning);
