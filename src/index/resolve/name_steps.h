/* Values that a bare name means. */
#pragma once

#include "index/resolve/attempt.h"

/* Adds edges to the field, property or constant that the name means; a type that it names is only
   mentioned. False if it means no value. */
bool name_steps_add_value(Attempt *attempt);
