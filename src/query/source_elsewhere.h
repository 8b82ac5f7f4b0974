/* Explains why a file does not contain a member that it was asked for: a type of the file inherits
   it from another file. */
#pragma once

#include "query/source.h"

/* If the index knows the member as inherited, the error is replaced by one that says where it is
   and which call reads it. */
void source_tell_elsewhere(SessionRequest *request, const Source *source, Err *err);
