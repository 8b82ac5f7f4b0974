/* Identity of this build of the program: data stored by another build may differ from this one's
   results. */
#pragma once

#include "base/str.h"

/* The linker's build id of the program or library that contains this code; empty without one. */
Str build_id(void);
