/* Identity of this build of the program: data stored by another build may differ from what this one
   would compute. */
#pragma once

#include "base/str.h"

/* The linker's build id of the program or library that contains this code; empty when it has none.
 */
Str build_id(void);
