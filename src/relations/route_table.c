#include "relations/route_table.h"

#include "lang/route/route_path.h"
#include "relations/route_prefix.h"

/* Names of a handler that are looked up: `LoginView.as_view`. */
#define PARTS_MAX 6
/* Comparisons of requests with routes; a tree with more is not joined further. */
#define PAIRS_MAX 40000000u

typedef struct Joining {
    Arena *arena;
    RouteFiles files;
    RouteTable *table;
} Joining;

bool route_table_any(const Catalog *catalog)
{
    for (size_t i = 0; i < catalog->files.len; i++)
        if (catalog->files.ptr[i].has_routes)
            return true;
    return false;
}

bool route_table_handles(const RouteTable *table, uint32_t symbol)
{
    for (size_t i = 0; i < table->routes.len; i++)
        if (table->routes.ptr[i].handler == symbol)
            return true;
    return false;
}

/* ---- handlers ---- */

typedef struct HandlerSearch {
    const Catalog *catalog;
    Str name;
    uint32_t found, others;
} HandlerSearch;

static bool see_edge(void *context, const Edge *edge)
{
    HandlerSearch *search = context;
    if (edge->callee == SYMBOL_NOWHERE || edge->callee == search->found)
        return true;
    const Entry *entry = catalog_entry(search->catalog, edge->callee);
    if (!str_equal(catalog_name(search->catalog, entry->name), search->name))
        return true;
    search->others += search->found != SYMBOL_NOWHERE;
    search->found = search->found == SYMBOL_NOWHERE ? edge->callee : search->found;
    return true;
}

/* A function of that name in the class that is written before it: `UsersController.show`. */
static void find_by_class(Joining *joining, Str class, HandlerSearch *search)
{
    Catalog *catalog = joining->files.catalog;
    uint32_t name = names_find(&catalog->names, search->name);
    IdSpan named = name ? catalog_named(catalog, name) : (IdSpan){0};
    for (size_t i = 0; i < named.len; i++) {
        const Entry *entry = catalog_entry(catalog, named.ptr[i]);
        SymbolPlace place = catalog_place(catalog, named.ptr[i]);
        const CatalogFile *file = catalog_row(catalog, place.file);
        if (!symbol_is_function((SymbolKind)entry->kind) || !entry->parent)
            continue;
        Str around = catalog_name(catalog, file->entries[entry->parent].name);
        if (!str_equal(str_last_word(around), class))
            continue;
        search->others += search->found != SYMBOL_NOWHERE;
        search->found = search->found == SYMBOL_NOWHERE ? named.ptr[i] : search->found;
    }
}

/* Finds the symbol that the handler's expression names. */
static void find_handler(Joining *joining, const RouteFile *file, Route *route)
{
    const Catalog *catalog = joining->files.catalog;
    Str rest = route->target;
    for (int i = 0; i < PARTS_MAX && rest.len; i++) {
        size_t dot = str_find_last_byte(rest, '.');
        Str name = dot == STR_NONE ? rest : str_from_offset(rest, dot + 1);
        Str before = str_slice(rest, 0, dot == STR_NONE ? 0 : dot);
        HandlerSearch search = {catalog, name, SYMBOL_NOWHERE, 0};
        catalog_visit_edges(catalog, file->file, EDGE_AMBIGUOUS, see_edge, &search);
        if (search.found == SYMBOL_NOWHERE && before.len)
            find_by_class(joining, str_last_word(before), &search);
        if (search.found != SYMBOL_NOWHERE) {
            route->handler = search.found;
            route->handler_unsure = search.others > 0;
            return;
        }
        rest = before;
    }
}

/* ---- routes and requests ---- */

static uint32_t symbol_of(const Catalog *catalog, uint32_t file, uint32_t symbol)
{
    return catalog_row(catalog, file)->first + symbol;
}

/* Whether a receiver that nothing in the tree makes has a name that is usual for the whole
   application, whose routes have no prefix. */
static bool is_root(const RouteFact *fact)
{
    static const Str names[] = {STR_INIT("app"),    STR_INIT("server"),  STR_INIT("mux"),
                                STR_INIT("engine"), STR_INIT("fastify"), STR_INIT("e")};
    for (size_t i = 0; i < COUNT(names); i++)
        if (str_equal(str_last_word(fact->name), names[i]))
            return true;
    return !fact->name.len;
}

/* Whether the receiver is of the wanted kind, and the prefixes that it has. */
static bool take_prefixes(Joining *joining, const RouteFile *file, const RouteFact *fact,
                          RoutePrefixVec *prefixes)
{
    bool client = fact->kind == ROUTE_SENT;
    *prefixes = (RoutePrefixVec){0};
    RouteMaker maker =
        fact->name.len ? route_maker_of(&joining->files, file, fact->name) : (RouteMaker){0};
    if (maker.fact) {
        if (client != ((maker.fact->flags & ROUTE_OF_CLIENT) != 0))
            return false;
        route_prefixes(&joining->files, maker, prefixes);
        if (maker.fact->flags & ROUTE_ROOTED && str_starts(fact->path, STR("/")) && prefixes->len)
            prefixes->ptr[0].path = (Str){0};
        return true;
    }
    if (!fact->name.len && !client)
        route_file_prefixes(&joining->files, file, prefixes);
    else
        *VEC_PUSH(joining->arena, prefixes) =
            (RoutePrefix){.unknown = !client && !is_root(fact) && !(fact->flags & ROUTE_SURE)};
    return fact->flags & (ROUTE_SURE | ROUTE_USUAL | ROUTE_HANDLED);
}

static void add_route(Joining *joining, const RouteFile *file, const RouteFact *fact)
{
    RoutePrefixVec prefixes;
    if (!take_prefixes(joining, file, fact, &prefixes))
        return;
    for (size_t i = 0; i < prefixes.len; i++) {
        Route *route = VEC_PUSH(joining->arena, &joining->table->routes);
        Str path = fact->path;
        bool known = route_fill_base(&joining->files, file, &path);
        uint32_t symbol = symbol_of(joining->files.catalog, file->file, fact->symbol);
        *route = (Route){.file = file->file,
                         .line = fact->line,
                         .handler = fact->flags & ROUTE_HANDLED ? symbol : SYMBOL_NOWHERE,
                         .around = symbol,
                         .method = fact->method,
                         .path = route_path_join(joining->arena, prefixes.ptr[i].path, path),
                         .target = fact->target,
                         .base_unknown = !known || prefixes.ptr[i].unknown};
        if (route->handler == SYMBOL_NOWHERE)
            find_handler(joining, file, route);
    }
}

static void add_request(Joining *joining, const RouteFile *file, const RouteFact *fact)
{
    RoutePrefixVec prefixes;
    if (!take_prefixes(joining, file, fact, &prefixes))
        return;
    if (fact->flags & ROUTE_UNREAD) {
        joining->table->unread++;
        return;
    }
    Str path = fact->path;
    bool known = route_fill_base(&joining->files, file, &path);
    RoutePrefix prefix = prefixes.len ? prefixes.ptr[0] : (RoutePrefix){0};
    bool whole = str_find(path, STR("://")) != STR_NONE;
    path = whole ? path : route_path_join(joining->arena, prefix.path, path);
    Str host = route_path_host(&path);
    *VEC_PUSH(joining->arena, &joining->table->requests) =
        (RouteRequest){.file = file->file,
                       .line = fact->line,
                       .sender = symbol_of(joining->files.catalog, file->file, fact->symbol),
                       .method = fact->method,
                       .path = route_path_join(joining->arena, (Str){0}, path),
                       .host = host,
                       .base_unknown = !known || (!whole && prefix.unknown)};
}

static int compare_routes(const void *a, const void *b)
{
    const Route *left = a, *right = b;
    int order = str_compare(left->path, right->path);
    if (!order)
        order = str_compare(left->method, right->method);
    if (!order)
        order = left->file < right->file ? -1 : left->file > right->file;
    return order ? order : left->line < right->line ? -1 : left->line > right->line;
}

/* ---- links ---- */

static bool methods_agree(Str offered, Str sent)
{
    if (!offered.len || !sent.len)
        return true;
    for (Str method; str_take_until(&offered, ',', &method);)
        if (str_equal(method, sent))
            return true;
    return false;
}

/* Whether the host may be one of the tree's own services: it has no dot, or is this machine. */
static bool is_near(Str host)
{
    return str_find_byte(host, '.') == STR_NONE || str_equal(host, STR("127.0.0.1")) ||
           str_equal(host, STR("0.0.0.0"));
}

/* Whether the host names a directory above the route's file: `http://users:8080` and users/. */
static bool host_names(const Catalog *catalog, Str host, const Route *route)
{
    Str rest = catalog->files.ptr[route->file].path;
    for (Str part; str_take_until(&rest, '/', &part);)
        if (rest.len && str_equal(part, host))
            return true;
    return false;
}

/* Keeps of the routes that a request matches the most literal ones, and of these the ones whose
   directory the host names, if there are any. */
static void link_request(Joining *joining, uint32_t number)
{
    RouteTable *table = joining->table;
    const RouteRequest *request = &table->requests.ptr[number];
    const Catalog *catalog = joining->files.catalog;
    unsigned most = 0, count = 0;
    bool named = false;
    for (int pass = 0; pass < 3; pass++) {
        for (size_t i = 0; i < table->routes.len; i++) {
            const Route *route = &table->routes.ptr[i];
            unsigned literal;
            if (!methods_agree(route->method, request->method) ||
                !route_path_matches(route->path, request->path, &literal) ||
                (!literal && request->path.len > 1)) // `/{rest*}` says nothing
                continue;
            bool hosted = request->host.len && host_names(catalog, request->host, route);
            if (pass == 0) {
                most = MAX(most, literal);
                named |= hosted;
                continue;
            }
            if (literal < most || (named && !hosted))
                continue;
            count += pass == 1;
            if (pass == 1 || count > EDGE_CANDIDATES_MAX)
                continue;
            bool doubtful = count > 1 || route->base_unknown || request->base_unknown;
            *VEC_PUSH(joining->arena, &table->links) =
                (RouteLink){(uint32_t)i, number, doubtful ? EDGE_AMBIGUOUS : EDGE_LIKELY};
        }
    }
}

static void link_all(Joining *joining)
{
    RouteTable *table = joining->table;
    uint64_t left = PAIRS_MAX;
    for (uint32_t i = 0; i < table->requests.len && left > table->routes.len; i++) {
        left -= table->routes.len;
        if (is_near(table->requests.ptr[i].host))
            link_request(joining, i);
        else
            table->foreign++;
    }
}

bool route_table_make(Arena *arena, Catalog *catalog, RouteTable *table, Err *err)
{
    Joining joining = {.arena = arena, .table = table};
    *table = (RouteTable){0};
    if (!route_files_read(arena, catalog, &joining.files, err))
        return false;
    for (size_t f = 0; f < joining.files.list.len; f++) {
        const RouteFile *file = &joining.files.list.ptr[f];
        for (size_t i = 0; i < file->facts.len; i++) {
            const RouteFact *fact = &file->facts.ptr[i];
            if (fact->kind == ROUTE_OFFERED)
                add_route(&joining, file, fact);
            else if (fact->kind == ROUTE_SENT)
                add_request(&joining, file, fact);
        }
    }
    qsort(table->routes.ptr, table->routes.len, sizeof *table->routes.ptr, compare_routes);
    link_all(&joining);
    return true;
}
