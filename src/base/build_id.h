/* Which build of the program this is: what was kept by another one may not be what this one would
   say. */
#pragma once

#include "base/str.h"

/* The linker's number of the program or library that this code is in; empty when it has none. */
Str build_id(void);
