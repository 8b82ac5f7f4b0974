/* Names under which code sends, where others wait for them: `emit("changed")` and `on("changed")`.
 */
#pragma once

#include "change/use_text.h"

/* Adds places outside of the change that wait for a name under which a changed file sends no more.
   The calls are those of LangHeads.events. */
void event_uses_add(TextUses *uses, Arena scratch, uint32_t index, uint32_t id,
                    ConsequenceVec *found);
