/* Uses of keys of a file of settings or data by code that reads the file. */
#pragma once

#include "change/left_places.h"
#include "change/use_text.h"

/* Adds places where code reads a key that is gone, or whose value is of another shape. `places`
   have the names of changed files in the texts of the tree (left_names.h). */
void setting_uses_add(TextUses *uses, const LeftNames *names, const LeftPlaceVec *places,
                      ConsequenceVec *found);
