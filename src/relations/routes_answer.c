#include "relations/routes_answer.h"

#include "base/shell.h"
#include "lang/route/route_path.h"
#include "query/query.h"
#include "query/response.h"
#include "session/notices.h"
#include "text/address.h"

#define ANSWER_BYTES 12000 /* 3,000 tokens */
/* Callers of one route in a list of all, and in one of some; the rest is counted. */
#define CALLERS_SHOWN 5
#define CALLERS_SHOWN_OF_SOME 100
/* Requests that a note of another answer names. */
#define NOTED_MAX 5

static const char wording[] =
    "routes: {total}{?pattern} that match {pattern:address}{/}, requests: {requests}"
    "{?linked}, {linked} of them reach a route{/}\n"
    "{*routes}{method} {path:address}  {?handler}{>handler}{:}{?target}{target} (not found){:}"
    "function without a name{/}{/}  {place:address}"
    "{?handler_unsure}  (or another of that name){/}"
    "{?prefix_unknown}  (a prefix is not followed){/}\n"
    "{*callers}    called by {>caller}, line {line}: {method} {path:address}"
    "{?confidence=likely}{:}  {confidence}{/}\n{/}{?callers_left}    [{callers_left} more]\n{/}{/}"
    "{?left}  [{left} more: {next}]\n{/}";

static Str method_text(Str method)
{
    return method.len ? method : STR("ANY");
}

static Str place_text(Arena *arena, const Catalog *catalog, uint32_t file, uint32_t line)
{
    return str_format(arena, "%.*s:%u", STR_ARG(catalog->files.ptr[file].path), line);
}

static bool is_asked(Arena *arena, const Catalog *catalog, const Route *route, Str pattern)
{
    if (!pattern.len || str_find(route->path, pattern) != STR_NONE ||
        str_find(route->target, pattern) != STR_NONE ||
        str_find(catalog->files.ptr[route->file].path, pattern) != STR_NONE)
        return true;
    return route->handler != SYMBOL_NOWHERE &&
           str_find(catalog_qualified_name(catalog, arena, route->handler), pattern) != STR_NONE;
}

static Json *callers_value(Arena *arena, const Catalog *catalog, const RouteTable *table,
                           uint32_t number, size_t shown, uint32_t *left)
{
    Json *list = json_array(arena);
    *left = 0;
    for (size_t i = 0; i < table->links.len; i++) {
        const RouteLink *link = &table->links.ptr[i];
        const RouteRequest *sent = &table->requests.ptr[link->request];
        if (link->route != number)
            continue;
        if (list->count >= shown) {
            ++*left;
            continue;
        }
        Json *row = json_object(arena);
        json_set(row, STR("caller"), query_value(arena, catalog, sent->sender));
        json_set(row, STR("line"), json_u64(arena, sent->line));
        json_set(row, STR("method"), json_str(arena, method_text(sent->method)));
        json_set(row, STR("path"), json_str(arena, route_path_shown(sent->method, sent->path)));
        json_set(row, STR("confidence"), json_str(arena, edge_confidence_name(link->confidence)));
        json_add(list, row);
    }
    return list;
}

static Json *route_value_of(Arena *arena, const Catalog *catalog, const RouteTable *table,
                            uint32_t number, size_t shown, Json *words)
{
    const Route *route = &table->routes.ptr[number];
    Json *row = json_object(arena), *word = json_object(arena);
    uint32_t left;
    json_set(row, STR("method"), json_str(arena, method_text(route->method)));
    json_set(row, STR("path"), json_str(arena, route_path_shown(route->method, route->path)));
    if (route->handler != SYMBOL_NOWHERE)
        json_set(row, STR("handler"), query_value(arena, catalog, route->handler));
    if (route->target.len)
        json_set(row, STR("target"), json_str(arena, route->target));
    json_set(row, STR("place"),
             json_str(arena, place_text(arena, catalog, route->file, route->line)));
    if (route->handler_unsure)
        json_set(row, STR("handler_unsure"), json_bool(arena, true));
    if (route->base_unknown)
        json_set(row, STR("prefix_unknown"), json_bool(arena, true));
    json_set(row, STR("callers"), callers_value(arena, catalog, table, number, shown, &left));
    json_set(word, STR("callers_left"), json_u64(arena, left));
    json_add(words, word);
    return row;
}

/* Requests with at least one link. */
static uint32_t count_linked(const RouteTable *table)
{
    uint32_t count = 0;
    for (size_t i = 0; i < table->links.len; i++)
        count += !i || table->links.ptr[i].request != table->links.ptr[i - 1].request;
    return count;
}

static void note_gaps(SessionRequest *request, IndexSession *session, const RouteTable *table)
{
    if (table->cut)
        session_note(request, session,
                     str_format(request->arena,
                                "%u file%s with more routes and requests than are read: the rest "
                                "is not listed",
                                table->cut, table->cut == 1 ? "" : "s"));
    if (table->unjoined)
        session_note(request, session,
                     str_format(request->arena, "%u request%s not compared: there are too many",
                                table->unjoined, table->unjoined == 1 ? "" : "s"));
    if (table->unread)
        session_note(request, session,
                     str_format(request->arena, "%u request%s with a computed path: not followed",
                                table->unread, table->unread == 1 ? "" : "s"));
    if (table->foreign)
        session_note(request, session,
                     str_format(request->arena, "%u request%s to hosts outside: not joined",
                                table->foreign, table->foreign == 1 ? "" : "s"));
}

bool routes_answer(SessionRequest *request, IndexSession *session, const RoutesQuestion *question,
                   Err *err)
{
    Arena *arena = request->arena;
    const Catalog *catalog = session->catalog;
    RouteTable table;
    if (!route_table_make(arena, session->catalog, &table, err))
        return false;
    note_gaps(request, session, &table);
    Response response = response_open(request, session, STR("routes"), wording);
    Json *list = json_array(arena), *words = json_array(arena);
    uint64_t total = 0;
    for (uint32_t i = 0; i < table.routes.len; i++) {
        if (!is_asked(arena, catalog, &table.routes.ptr[i], question->pattern))
            continue;
        if (total >= question->from && total < question->from + question->limit)
            json_add(list,
                     route_value_of(arena, catalog, &table, i,
                                    question->pattern.len ? CALLERS_SHOWN_OF_SOME : CALLERS_SHOWN,
                                    words));
        total++;
    }
    json_set(response.value, STR("total"), json_u64(arena, total));
    if (question->pattern.len)
        json_set(response.value, STR("pattern"), json_str(arena, question->pattern));
    json_set(response.value, STR("requests"), json_u64(arena, table.requests.len));
    json_set(response.value, STR("linked"), json_u64(arena, count_linked(&table)));
    json_set(response.value, STR("not_followed"), json_u64(arena, table.unread));
    json_set(response.value, STR("foreign"), json_u64(arena, table.foreign));
    json_set(response.value, STR("routes"), list);
    json_set(response.words, STR("routes"), words);
    return response_send_list(&response,
                              &(ResponseList){.rows = list,
                                              .from = question->from,
                                              .total = total,
                                              .bytes = ANSWER_BYTES,
                                              .question = question->question,
                                              .call = question->call},
                              err);
}
