/* The part of tokens_read that looks at what stands around a token. */
#pragma once

#include "lang/lexical/lexical_state.h"
#include "lang/lexical/tokens.h"

/* Gives tokens that mean nothing the hash 0. */
void tokens_fold(const Lexical *lexical, const Language *language, TokenVec *tokens);
