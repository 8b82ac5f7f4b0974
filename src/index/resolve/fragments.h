/* Fragments: files that sources of C and its kin include in the middle of their code. A fragment
   sees what its includer sees at that place: static functions, macros, and declarations of other
   files included there. */
#pragma once

#include "index/resolve/resolver.h"

/* Whether sources include the file as a fragment. */
bool fragments_have(Resolver *resolver, uint32_t file);
/* The places of the includes: the symbols whose code contains them. Several files may include one
   fragment; beyond FRAGMENT_SITES_MAX they are left out. */
#define FRAGMENT_SITES_MAX 8
typedef struct FragmentSites {
    uint32_t symbols[FRAGMENT_SITES_MAX];
    uint32_t len;
} FragmentSites;
void fragments_sites(Resolver *resolver, uint32_t file, FragmentSites *sites);
/* Whether the file is a fragment, and a file that includes it, directly or through others, is or
   includes `place`. */
bool fragments_see(Resolver *resolver, uint32_t file, uint32_t place);
