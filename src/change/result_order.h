/* Whether a function gives the same values in another order: `return low, high`. */
#pragma once

#include "change/function_body.h"

/* Whether the only list of values that each body returns has the same parts in another order. */
bool result_order_differs(const FunctionBody *was, const FunctionBody *is);
