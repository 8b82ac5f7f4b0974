/* From parts of a patch to a set of edits. */
#pragma once

#include "edit/patch_parts.h"

/* `beside`: whole files next to parts of another format; each may only quote the file before or
   after the patch. Only the tree fails with an error. */
bool patch_apply(Arena *arena, const PatchPartVec *parts, const PatchPartVec *beside,
                 const EditTree *tree, EditSet *set, Err *err) MUST_USE;
