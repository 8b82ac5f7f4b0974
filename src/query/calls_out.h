/* Calls in the body of a symbol that have no edge. They go through values and parameters, or to a
   name that is found at run time, or are operators that a type of the repository overloads. Calls
   of names that no symbol has are not among them. */
#pragma once

#include "session/send.h"
#include "session/session.h"

/* A sentence with the number of such calls and the first of them; empty if all calls that the body
   has lead somewhere. `edges` are those that start in the symbol. */
Str calls_out_text(SessionRequest *request, const IndexSession *session, uint32_t symbol,
                   const EdgeVec *edges);
