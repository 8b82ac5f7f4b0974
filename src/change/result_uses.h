/* What a place does with the result of a call, by the text around it. */
#pragma once

#include "change/use_text.h"

/* What can be shown: ChangeAffects bits. */
#define RESULT_USES_SHOWN \
    (AFFECTS_TRUSTING | AFFECTS_ASKING | AFFECTS_NEW | AFFECTS_BLOCKS | AFFECTS_BLOCKLESS | \
     AFFECTS_HEIRS | AFFECTS_UNAWAITED | AFFECTS_UNITERATED | AFFECTS_BARE)

/* AFFECTS_TRUSTING: it goes on with the result at once, so that there must be one. AFFECTS_ASKING:
   it asks whether there is one. Or: it calls with `new`, with a block or without one.
   AFFECTS_UNAWAITED: it does not wait for the result. AFFECTS_HEIRS: it makes a value of an
   anonymous heir. AFFECTS_UNITERATED: it does not only go through the result, once. AFFECTS_BARE:
   no list of type arguments follows the name. */
unsigned result_uses_show(TextUses *uses, const OldUse *use);
/* The words in the body of an anonymous heir that a use makes. */
StrVec result_uses_anonymous(TextUses *uses, const OldUse *use);
/* Whether what a call at a token shows is what breaks it. */
bool result_uses_concern(const UseText *file, size_t i, unsigned affects);
/* Whether a call whose name is at a token bears another result: it asks whether there is one, or
   needs one in any case. `affects` says who does not. */
bool result_uses_bear(const UseText *file, size_t i, unsigned affects);
/* Adds the branches of a match that begins on the line of a call and names one of the variants. */
void result_uses_branches(TextUses *uses, const Consequence *call, Str variants,
                          ConsequenceVec *found);
/* Adds lines that go on with the result of a call, up to the last line of the function around. */
void result_uses_follow(TextUses *uses, const Consequence *call, Str name, uint32_t last,
                        ConsequenceVec *found);
