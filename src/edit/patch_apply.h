/* From parts of a patch to a set of edits. */
#pragma once

#include "edit/patch_parts.h"

/* `beside`: whole files beside parts of another format; each may only show what is there before or
   after. An error is one of the tree. */
bool patch_apply(Arena *arena, const PatchPartVec *parts, const PatchPartVec *beside,
                 const EditTree *tree, EditSet *set, Err *err) MUST_USE;
