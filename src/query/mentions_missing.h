/* What text says of a name that no symbol has: the lines with the word, and where code may build
   the name, as a macro does. */
#pragma once

#include "query/source.h"
#include "session/send.h"
#include "session/session.h"

/* For the error of a question about the repository; empty: the text has nothing of it.
   `built_only`: only if code may build the name, as a like name is offered. */
Str mentions_of_missing(SessionRequest *request, IndexSession *session, Str name, bool built_only);
/* The same for one file, whose text is loaded, with the call that looks in all. */
Str mentions_of_missing_in(SessionRequest *request, const Source *source, Str name,
                           bool built_only);
