/* Forms in which code writes the name of a member, other than after a dot. */
#pragma once

#include "index/resolve/place_uses.h"
#include "lang/name_sites.h"

/* What is done with the value whose name, or brackets, end at `end`. */
PlaceAccess place_forms_access(Str text, size_t end);
/* Whether the mark of a private name is right before it: `#level`. */
bool place_forms_mark(Str text, uint32_t start);
/* `v['level']`, where the language reads it as `v.level`: sets the receiver and the access. */
bool place_forms_keyed(const Outline *outline, Str text, const NameSite *site, Str word,
                       NamePlace *place);
/* `const { level, level: other } = v`: sets the receiver; the access is a read. */
bool place_forms_taken(const Outline *outline, Str text, const NameSite *site, Str word,
                       NamePlace *place);
