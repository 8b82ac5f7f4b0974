/* Whether a test replaces what leads from it to the symbols: then it does not run them. */
#pragma once

#include "relations/test_reach.h"

/* Removes such tests. `nodes`: symbol -> index into those found. */
void patched_away_remove(Project *project, const Neighbourhood *found, const IdMap *nodes,
                         TestReach *reach);
