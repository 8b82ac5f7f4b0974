/* Reads the texts of the best declarations, and ranks them by what these say (search/rank_text.h).
 */
#pragma once

#include "search/rank_declarations.h"
#include "session/session.h"

/* Sets the evidence of the texts and sorts again. Texts that cannot be read give none. */
void search_read(SessionRequest *request, const IndexSession *session, const Question *question,
                 const Ranking *ranking, RankedDeclarationVec *list);
