/* Feedback on the last answer of search in a repository: good or bad. It raises or lowers the
   weight of the phrase that decided the answer's level. */
#pragma once

#include "session/send.h"

extern const char *const search_feedbacks[]; /* good, bad; NULL-terminated */

bool search_feedback(SessionRequest *request, bool good, Err *err) MUST_USE;
