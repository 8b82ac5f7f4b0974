/* The places of a name in one file, each with what is before it. */
#pragma once

#include "index/resolve/place_uses.h"
#include "lang/name_sites.h"

/* Reads the place of a name that is written there: what is before it, and what is done with it.
   False if it is no use: a declaration, a mention in a string or a comment. The outline has all
   bindings. */
bool place_list_read(Arena *arena, const Outline *outline, Str text, const NameSite *site, Str word,
                     NamePlace *place) MUST_USE;
