/* Requests over HTTP as edges: from what sends one to the handler that it reaches. */
#pragma once

#include "relations/found_uses.h"
#include "search/route_table.h"
#include "session/send.h"

/* Adds what sends requests that reach the symbol as users of it. `table` is filled in; it stays
   empty where no file has routes. */
bool route_edges_in(SessionRequest *request, IndexSession *session, uint32_t symbol,
                    RouteTable *table, FoundUses *uses, Err *err) MUST_USE;
/* Adds edges from the first node to the handlers that its requests reach. Returns how many of them
   are nodes that were not there: sure ones, and ambiguous ones. */
FoundCounts route_edges_out(Arena *arena, const RouteTable *table, uint32_t symbol,
                            Neighbourhood *found);
/* `POST /api/login`: the first request between the two. */
Str route_edges_label(Arena *arena, const RouteTable *table, uint32_t sender, uint32_t handler);
/* Notes the routes of which the symbol is the handler: a framework calls it. */
void route_edges_note(SessionRequest *request, IndexSession *session, uint32_t symbol,
                      const RouteTable *table);
/* For a closure of callers: appends what sends requests to handlers among the nodes, unless it is
   known. Ambiguous ones are left out and counted. Returns whether any was appended. */
bool route_edges_users(Arena *arena, const RouteTable *table, const Neighbourhood *found,
                       NeighbourUserVec *users, uint32_t *unsure);
/* Makes the table if any file has routes. */
bool route_edges_open(SessionRequest *request, IndexSession *session, RouteTable *table,
                      Err *err) MUST_USE;
