/* The part of tokens_read that removes differences of formatting which depend on the tokens around:
   redundant parentheses, quotes around keys and the like. */
#pragma once

#include "lang/lexical/code_tokens.h"
#include "lang/lexical/lexical_state.h"

/* Sets the hash of tokens without meaning to 0, and gives equivalent tokens the same hash. */
void tokens_fold(const Lexical *lexical, const Language *language, TokenVec *tokens);
