/* Byte positions of symbols: columns in the references' part of the facts, because most readers of
   outlines do not have the text at hand. */
#pragma once

#include "index/store/codec.h"
#include "lang/outline.h"

/* First column number, after those of the references. */
#define FACTS_COLUMN_PLACES 10

/* Reads or writes the positions of all symbols, which must have their other fields. */
void facts_code_places(Codec *codec, SymbolVec *symbols);
