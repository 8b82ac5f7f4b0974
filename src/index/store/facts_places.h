/* Where symbols are in the text: columns of the facts' part of references, since few who want
   outlines have the text beside them. */
#pragma once

#include "index/store/codec.h"
#include "lang/outline.h"

/* Behind the columns of the references. */
#define FACTS_COLUMN_PLACES 10

void facts_code_places(Codec *codec, SymbolVec *symbols);
