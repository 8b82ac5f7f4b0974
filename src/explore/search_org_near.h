/* The vector side of a question to an organisation's database. */
#pragma once

#include "explore/search_vectors.h"
#include "org/org_search.h"

/* Embeds the question with the caller's own server and finds the nearest declarations: sets
   query->near and wanted->near. In hybrid mode a failure is only noted. The question is sent
   nowhere if the database has no vectors for this user, or those of another model. */
bool search_org_near(SessionRequest *request, Org *org, const OrgAsked *asked,
                     OrgSearchQuery *query, SearchWanted *wanted, Err *err) MUST_USE;
