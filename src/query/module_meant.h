/* Modules where something else is asked for: answers name them without slashes, and an agent pastes
   the name into a call that takes a file or a symbol. */
#pragma once

#include "index/graph/modules.h"
#include "session/session.h"

/* Returns the module that a text names exactly, or that a directory with two stars at its end does;
   NULL: none. */
const Module *module_meant(SessionRequest *request, const Catalog *catalog, Str text);
/* If the text names a module, says so in the error's hint. Returns whether it does. */
bool module_meant_hint(SessionRequest *request, const Catalog *catalog, Str text, Err *err);
/* The same for a file that is not there; asks the index, if there is one. */
void module_meant_tell(SessionRequest *request, Str text, Err *err);
