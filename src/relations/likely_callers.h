/* Callers of a method by a receiver of unknown type, in files that name the class: the resolver has
   a few candidates for the call, and this is the one whose class is at hand. */
#pragma once

#include "project/project.h"

/* Appends such callers in code and in tests. Nothing for symbols that are no methods. */
void likely_callers_find(Project *project, uint32_t symbol, IdVec *found);
