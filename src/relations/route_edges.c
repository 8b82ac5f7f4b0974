#include "relations/route_edges.h"

#include "lang/route/route_path.h"
#include "session/notices.h"

/* Routes that a note names; the rest is counted. */
#define NOTED_MAX 3

bool route_edges_open(SessionRequest *request, IndexSession *session, RouteTable *table, Err *err)
{
    *table = (RouteTable){0};
    return !route_table_any(session->catalog) ||
           route_table_make(request->arena, session->catalog, table, err);
}

bool route_edges_in(SessionRequest *request, IndexSession *session, uint32_t symbol,
                    RouteTable *table, FoundUses *uses, Err *err)
{
    if (!route_edges_open(request, session, table, err))
        return false;
    for (size_t i = 0; i < table->links.len; i++) {
        const RouteLink *link = &table->links.ptr[i];
        const Route *route = &table->routes.ptr[link->route];
        const RouteRequest *sent = &table->requests.ptr[link->request];
        if (route->handler == symbol)
            *VEC_PUSH(request->arena, &uses->list) =
                (FoundUse){.user = sent->sender,
                           .line = sent->line,
                           .count = 1,
                           .kind = EDGE_ROUTE,
                           .confidence = route->handler_unsure ? EDGE_AMBIGUOUS : link->confidence};
    }
    return true;
}

static uint32_t node_of(Arena *arena, Neighbourhood *found, uint32_t symbol, bool *fresh)
{
    for (size_t i = 0; i < found->nodes.len; i++)
        if (found->nodes.ptr[i].symbol == symbol)
            return (uint32_t)i;
    *fresh = true;
    *VEC_PUSH(arena, &found->nodes) = (Neighbour){.symbol = symbol, .steps = 1};
    return (uint32_t)found->nodes.len - 1;
}

FoundCounts route_edges_out(Arena *arena, const RouteTable *table, uint32_t symbol,
                            Neighbourhood *found)
{
    FoundCounts counts = {0};
    for (size_t i = 0; i < table->links.len; i++) {
        const RouteLink *link = &table->links.ptr[i];
        const Route *route = &table->routes.ptr[link->route];
        const RouteRequest *sent = &table->requests.ptr[link->request];
        if (sent->sender != symbol || route->handler == SYMBOL_NOWHERE)
            continue;
        bool fresh = false, sure = link->confidence != EDGE_AMBIGUOUS && !route->handler_unsure;
        uint32_t to = node_of(arena, found, route->handler, &fresh);
        *VEC_PUSH(arena, &found->edges) =
            (NeighbourEdge){.to = to,
                            .line = sent->line,
                            .count = 1,
                            .kind = EDGE_ROUTE,
                            .confidence = (uint8_t)(sure ? EDGE_LIKELY : EDGE_AMBIGUOUS),
                            .step = EDGE_STEP_ROUTE};
        counts.sure += fresh && sure;
        counts.ambiguous += fresh && !sure;
    }
    return counts;
}

static const Neighbour *node_named(const Neighbourhood *found, uint32_t symbol)
{
    for (size_t i = 0; i < found->nodes.len; i++)
        if (found->nodes.ptr[i].symbol == symbol)
            return &found->nodes.ptr[i];
    return NULL;
}

static bool is_user(const NeighbourUserVec *users, uint32_t symbol)
{
    for (size_t i = 0; i < users->len; i++)
        if (users->ptr[i].symbol == symbol)
            return true;
    return false;
}

bool route_edges_users(Arena *arena, const RouteTable *table, const Neighbourhood *found,
                       NeighbourUserVec *users, uint32_t *unsure)
{
    size_t before = users->len;
    *unsure = 0;
    for (size_t i = 0; i < table->links.len; i++) {
        const RouteLink *link = &table->links.ptr[i];
        const Route *route = &table->routes.ptr[link->route];
        uint32_t sender = table->requests.ptr[link->request].sender;
        if (route->handler == SYMBOL_NOWHERE || is_user(users, sender))
            continue;
        const Neighbour *handler = node_named(found, route->handler);
        if (!handler)
            continue;
        bool doubtful = link->confidence == EDGE_AMBIGUOUS || route->handler_unsure;
        *unsure += doubtful;
        if (!doubtful && !node_named(found, sender))
            *VEC_PUSH(arena, users) =
                (NeighbourUser){.symbol = sender, .steps = handler->steps + 1};
    }
    return users->len > before;
}

Str route_edges_label(Arena *arena, const RouteTable *table, uint32_t sender, uint32_t handler)
{
    for (size_t i = 0; i < table->links.len; i++) {
        const RouteRequest *sent = &table->requests.ptr[table->links.ptr[i].request];
        const Route *route = &table->routes.ptr[table->links.ptr[i].route];
        if (sent->sender == sender && route->handler == handler)
            return str_format(arena, "%.*s%s%.*s", STR_ARG(sent->method),
                              sent->method.len ? " " : "",
                              STR_ARG(route_path_shown(sent->method, sent->path)));
    }
    return (Str){0};
}

void route_edges_note(SessionRequest *request, IndexSession *session, uint32_t symbol,
                      const RouteTable *table)
{
    Buf out = buf_open(request->arena, 0);
    size_t count = 0;
    bool by_name = false;
    for (size_t i = 0; i < table->routes.len; i++) {
        const Route *route = &table->routes.ptr[i];
        if (route->handler != symbol || ++count > NOTED_MAX)
            continue;
        by_name |= route_is_by_name(route->method);
        buf_printf(&out, "%s%.*s %.*s", count > 1 ? ", " : "",
                   STR_ARG(route->method.len ? route->method : STR("ANY")),
                   STR_ARG(route_path_shown(route->method, route->path)));
    }
    if (count > NOTED_MAX)
        buf_printf(&out, " and %zu more", count - NOTED_MAX);
    if (count)
        session_note(request, session,
                     str_format(request->arena, "a %s calls it for %.*s",
                                by_name ? "library" : "web framework", STR_ARG(buf_str(&out))));
}
