/* Suggests symbols for a name that does not exist. */
#pragma once

#include "session/send.h"
#include "session/session.h"

/* Returns at most three, nearest in spelling first: `url_for (src/flask/helpers.py:192-242), …`.
   They may be of any kind but headings of documents. Empty when nothing is near. */
Str query_nearest(SessionRequest *request, IndexSession *session, Str text);
