/* Programmer's synonyms: words that code uses for one another (synonyms.def). */
#pragma once

#include "text/terms.h"

/* Visits the terms of all synonyms of a term. */
typedef void (*SynonymVisit)(void *context, uint32_t term);
void synonyms_visit(uint32_t term, SynonymVisit visit, void *context);
