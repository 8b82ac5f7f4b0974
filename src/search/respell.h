/* Words of a question that the repository has in nearly this spelling: typing errors, British and
   American spelling (`authetication`, `colour`). */
#pragma once

#include "index/terms/term_index.h"
#include "search/question.h"

/* Replaces each word by the British or American spelling of it that is usual in the index, and each
   word without a hit by a frequent word that differs in one letter. Nothing is done if the index
   has only parts of its collection. */
bool question_respell(const TermIndex *index, Arena *arena, Question *question, Err *err) MUST_USE;
