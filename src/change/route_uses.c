#include "change/route_uses.h"

#include "base/map.h"
#include "lang/route/route_path.h"

/* ---- the change ---- */

static bool same_fact(const RouteFact *a, const RouteFact *b)
{
    return a->kind == b->kind && a->flags == b->flags && str_equal(a->name, b->name) &&
           str_equal(a->method, b->method) && str_equal(a->path, b->path) &&
           str_equal(a->target, b->target);
}

/* Whether what the file says about HTTP is another thing, or is said at another path. */
static bool says_else(const ChangedFile *file)
{
    const RouteFactVec *old = &file->old.outline.routes, *new = &file->new.outline.routes;
    if (old->len != new->len || (old->len && !str_equal(file->old.path, file->new.path)))
        return true;
    for (size_t i = 0; i < old->len; i++)
        if (!same_fact(&old->ptr[i], &new->ptr[i]))
            return true;
    return false;
}

static const ChangedFile *changed_at(const ChangeSet *set, Str path, bool old)
{
    for (size_t i = 0; i < set->files.len; i++)
        if (str_equal(old ? set->files.ptr[i].old.path : set->files.ptr[i].new.path, path))
            return &set->files.ptr[i];
    return NULL;
}

/* The file to which a broken request is put down: that of the route, else the first one that says
   something else. NULL: no file does. */
static const ChangedFile *blamed(const ChangeSet *set, Str path)
{
    const ChangedFile *file = changed_at(set, path, true);
    if (file && says_else(file))
        return file;
    for (size_t i = 0; i < set->files.len; i++)
        if (says_else(&set->files.ptr[i]))
            return &set->files.ptr[i];
    return NULL;
}

/* ---- the old state ---- */

/* The first link of the request, or of a later one: links are in the order of requests. */
static size_t first_link(const RouteTable *table, size_t request)
{
    size_t from = 0, to = table->links.len;
    while (from < to) {
        size_t middle = from + (to - from) / 2;
        if (table->links.ptr[middle].request < request)
            from = middle + 1;
        else
            to = middle;
    }
    return from;
}

/* A link of the request that is sure, and so the only one; NULL: it has none. */
static const RouteLink *sure_link(const RouteTable *table, uint32_t request)
{
    size_t at = first_link(table, request);
    const RouteLink *link = at < table->links.len ? &table->links.ptr[at] : NULL;
    return link && link->request == request && link->confidence != EDGE_AMBIGUOUS ? link : NULL;
}

bool route_uses_note(Arena *arena, const ChangeSet *set, Catalog *catalog, RouteUseVec *uses,
                     Err *err)
{
    RouteTable table;
    *uses = (RouteUseVec){0};
    if (!blamed(set, (Str){0}) || !route_table_any(catalog))
        return true;
    if (!route_table_make(arena, catalog, &table, err))
        return false;
    for (uint32_t i = 0; i < table.requests.len; i++) {
        const RouteRequest *sent = &table.requests.ptr[i];
        const RouteLink *link = sure_link(&table, i);
        if (!link)
            continue;
        const Route *route = &table.routes.ptr[link->route];
        Str path = catalog->files.ptr[sent->file].path;
        const ChangedFile *sender = changed_at(set, path, true);
        uint32_t line = uses_line_now(sender, sent->line);
        if (!line || (sender && !sender->new.path.len))
            continue;
        *VEC_PUSH(arena, uses) = (RouteUse){
            .file = (uint32_t)(blamed(set, catalog->files.ptr[route->file].path) - set->files.ptr),
            .path = sender ? sender->new.path : str_copy(arena, path),
            .line = line,
            .sender = catalog_qualified_name(catalog, arena, sent->sender),
            .method = sent->method,
            .address = sent->path,
            .offered = route->method,
            .route = route->path};
    }
    return true;
}

/* ---- the new state ---- */

/* Whether the paths differ in the names of parameters at most. */
static bool same_template(Str a, Str b)
{
    size_t i = 0, k = 0;
    while (i < a.len && k < b.len) {
        if (a.ptr[i] != b.ptr[k])
            return false;
        bool opens = a.ptr[i++] == '{';
        k++;
        for (; opens && i < a.len && byte_is_word(a.ptr[i]); i++) {
        }
        for (; opens && k < b.len && byte_is_word(b.ptr[k]); k++) {
        }
    }
    return i == a.len && k == b.len;
}

/* What the new state says of a request. */
typedef struct RouteFate {
    bool found; /* it is still sent */
    bool doubt; /* it may reach the route: a prefix or base is not followed */
    bool reached;
    Str other;   /* the path of another route that it reaches */
    Str address; /* to which it is sent */
} RouteFate;

static void judge_link(const RouteTable *table, const RouteLink *link, const RouteUse *use,
                       RouteFate *fate)
{
    const Route *route = &table->routes.ptr[link->route];
    if (same_template(route->path, use->route))
        fate->reached = true;
    else
        fate->other = route->path;
    fate->doubt |= route->base_unknown;
}

/* Whether a route whose prefix is not followed may be the one that the request reached. */
static bool may_be_hidden(const RouteTable *table, const RouteUse *use)
{
    for (size_t i = 0; i < table->routes.len; i++) {
        const Route *route = &table->routes.ptr[i];
        Str end = str_slice(use->route, use->route.len - MIN(use->route.len, route->path.len),
                            use->route.len);
        if (route->base_unknown && same_template(route->path, end))
            return true;
    }
    return false;
}

static RouteFate fate_of(const RouteTable *table, const Map *files, const Catalog *catalog,
                         const RouteUse *use)
{
    RouteFate fate = {0};
    const uint64_t *first = map_find(files, use->path);
    for (size_t i = first ? *first - 1 : table->requests.len; i < table->requests.len; i++) {
        const RouteRequest *sent = &table->requests.ptr[i];
        if (!str_equal(catalog->files.ptr[sent->file].path, use->path))
            break;
        if (sent->line != use->line || !str_equal(sent->method, use->method))
            continue;
        fate.found = true;
        fate.address = sent->path;
        fate.doubt |= sent->base_unknown;
        for (size_t k = first_link(table, i);
             k < table->links.len && table->links.ptr[k].request == i; k++)
            judge_link(table, &table->links.ptr[k], use, &fate);
    }
    return fate;
}

/* The methods with which the path is still offered; empty: with none. */
static Str methods_left(Arena *arena, const RouteTable *table, Str path)
{
    Buf out = buf_open(arena, 0);
    for (size_t i = 0; i < table->routes.len; i++) {
        const Route *route = &table->routes.ptr[i];
        if (!same_template(route->path, path) || !route->method.len)
            continue;
        if (out.len)
            buf_put_byte(&out, ',');
        buf_put(&out, route->method);
    }
    return buf_str(&out);
}

static Str say_why(Arena *arena, const RouteTable *table, const RouteUse *use,
                   const RouteFate *fate)
{
    bool same = str_equal(fate->address, use->address);
    Str left = methods_left(arena, table, use->route);
    if (fate->other.len)
        return str_format(arena, "%.*s %.*s reaches %.*s now", STR_ARG(use->method),
                          STR_ARG(route_path_shown(use->method, fate->address)),
                          STR_ARG(route_path_shown(use->method, fate->other)));
    if (same && left.len)
        return str_format(arena, "the path is offered for %.*s, not for %.*s", STR_ARG(left),
                          STR_ARG(use->method));
    return str_format(arena, "no route takes %.*s %.*s%s", STR_ARG(use->method),
                      STR_ARG(route_path_shown(use->method, fate->address)),
                      same ? " now" : ", which it is now");
}

bool route_uses_add_broken(Arena *arena, Catalog *catalog, const RouteUseVec *uses,
                           ConsequenceVec *found, Err *err)
{
    RouteTable table;
    if (!uses->len)
        return true;
    if (!route_table_make(arena, catalog, &table, err))
        return false;
    Map files = map_open(arena);
    for (size_t i = 0; i < table.requests.len; i++) {
        bool added = false;
        uint64_t *first =
            map_put(&files, catalog->files.ptr[table.requests.ptr[i].file].path, &added);
        *first = added ? i + 1 : *first;
    }
    for (size_t i = 0; i < uses->len; i++) {
        const RouteUse *use = &uses->ptr[i];
        RouteFate fate = fate_of(&table, &files, catalog, use);
        if (!fate.found || fate.doubt || fate.reached || table.unjoined ||
            may_be_hidden(&table, use))
            continue;
        *VEC_PUSH(arena, found) = (Consequence){
            .fault = USE_UNROUTED,
            .file = use->file,
            .reported = REPORTED_ROUTE,
            .path = use->path,
            .line = use->line,
            .target = str_format(arena, "%.*s %.*s",
                                 STR_ARG(use->offered.len ? use->offered : STR("ANY")),
                                 STR_ARG(route_path_shown(use->offered, use->route))),
            .user = use->sender.len ? use->sender : use->path,
            .likely = true,
            .why = say_why(arena, &table, use, &fate)};
    }
    return true;
}
