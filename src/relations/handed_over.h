/* Methods that give their own object to code outside of the repository, `run_simple(host, self)`:
   where an object can be called, that code may call it. */
#pragma once

#include "project/project.h"

/* Appends the methods that hand over an object of the symbol's type, if a call of such an object
   runs the symbol and no code here calls one. */
void handed_over_find(Project *project, uint32_t symbol, IdVec *users);
