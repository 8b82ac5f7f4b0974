/* Operators as calls: the operand is the receiver, and the operator's function the name. */
#pragma once

#include "lang/outline.h"

/* Of a CALL: an operator, or code that the language runs without a name. It means a function of the
   receiver's type or nothing. The bit is that of a BASE's REFERENCE_OPENS. */
#define REFERENCE_OPERATOR REFERENCE_OPENS
