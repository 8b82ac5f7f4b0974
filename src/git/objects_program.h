/* Functions that the files of the program git's back end share. Only for src/git/objects_program*.
 */
#pragma once

#include "git/objects_inside.h"

/* Runs git on this repository. */
bool git_ask(GitObjects *objects, Arena *arena, const GitAsk *ask, ProcResult *result,
             Err *err) MUST_USE;
bool git_ask_failed(const char *question, Str name, Err *err);

bool git_program_convert(GitObjects *objects, Arena *arena, Str path, Str *bytes,
                         Err *err) MUST_USE;
