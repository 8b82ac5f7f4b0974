/* Sentences that deny tests, no wider than what was looked at. */
#pragma once

#include "session/session.h"

/* Says that no file is a test: `no file here has the name or the folder of a test`. Where
   no framework of a symbol's language is known, only names of files were compared, and the sentence
   says so. `unseen`: a part of the tree was not looked at. */
Str test_denial(Arena *arena, const Catalog *catalog, const IdVec *symbols, bool unseen);
