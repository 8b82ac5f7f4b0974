/* Whether other packages can reach the declarations of a file, by the files that declare its module
   (LangModules). */
#pragma once

#include "base/err.h"
#include "review/context.h"

/* *inside: a module that nobody outside of the package can name, or part of a program, which
   nobody imports. False: a file could not be read. */
bool module_is_kept_inside(const ReviewContext *review, const ChangedFile *file, bool *inside,
                           Err *err) MUST_USE;
