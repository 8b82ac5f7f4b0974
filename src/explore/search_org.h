/* A question of search to an organisation's database. */
#pragma once

#include "explore/search_ask.h"

/* Fetches the candidates as session->catalog, with notes on missing data, and sets wanted->near.
   ERR_USAGE for parameters that the database cannot answer. */
bool search_org_open(SessionRequest *request, const SearchAsk *ask, SearchWanted *wanted,
                     IndexSession *session, Err *err) MUST_USE;
