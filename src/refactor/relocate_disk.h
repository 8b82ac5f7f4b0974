/* What the disk says of a new path: files that the index does not list, and links. */
#pragma once

#include "refactor/relocate.h"

/* A new path that ends with a slash, or is a directory, means a place in it. */
void relocate_enter_folder(Relocate *relocate);
/* Adds the conflicts. */
bool relocate_check_disk(Relocate *relocate, Err *err) MUST_USE;
