/* Finds the tests of symbols: against the edges, and over what has none: users of values, code that
   names changed data, calls of the language itself. */
#pragma once

#include "relations/impact_diff.h"
#include "relations/test_data.h"
#include "relations/test_reach.h"

/* `data`: what a diff changes besides symbols, or nothing. Fails only when it is cancelled. */
bool test_search(Project *project, const ImpactDiff *focus, const DataUses *data, TestReach *reach,
                 Err *err) MUST_USE;
