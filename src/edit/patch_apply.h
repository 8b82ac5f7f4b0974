/* From parts of a patch to a set of edits. */
#pragma once

#include "edit/patch_parts.h"

/* An error is one of the tree. */
bool patch_apply(Arena *arena, const PatchPartVec *parts, const EditTree *tree, EditSet *set,
                 Err *err) MUST_USE;
