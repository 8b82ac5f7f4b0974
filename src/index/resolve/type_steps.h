/* Types that are named where a value is expected. */
#pragma once

#include "index/resolve/attempt.h"

/* `Color.RED`, `Foo::class`: adds an edge to the type, if the name is capitalised. */
void type_steps_mention(Attempt *attempt);
