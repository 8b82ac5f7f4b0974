/* What a file says about HTTP: the routes that it offers, the requests that it sends, and the
   routers, clients, mounts and constants that complete their paths. They are facts of the file
   alone; search/route_table.h joins those of all files.

   Where a name is reached, not a path, the method is its kind: `TOPIC` and `TASK` for
   messages, `RPC` for procedures of a service, `TRPC`, `QUERY` and `MUTATION`. Its path is the name
   after a slash.

   A path is a template. A parameter is in braces: `/users/{id}`; `{}` has no name, `{rest*}`
   matches any number of segments, `{id?}` may be missing. A path may begin with a name in angle
   brackets,
   `<API_URL>/users`: a base that this file does not define. */
#pragma once

#include "base/str.h"
#include "base/vec.h"

typedef enum RouteKind {
    ROUTE_OFFERED,  /* `app.get("/users", list)` */
    ROUTE_SENT,     /* `axios.get("/users")` */
    ROUTE_MADE,     /* a router or a client and its prefix: `api = APIRouter(prefix="/api")` */
    ROUTE_MOUNTED,  /* `app.use("/api", users)` */
    ROUTE_CONSTANT, /* `API = "/api/v1"` */
    ROUTE_KIND_COUNT,
} RouteKind;

typedef enum RouteFlag {
    ROUTE_SURE = 1,       /* the function or mark means HTTP, whatever its receiver is */
    ROUTE_USUAL = 2,      /* the receiver has a name that is usual for it: `router`, `httpClient` */
    ROUTE_HANDLED = 4,    /* `symbol` is the handler: it carries the mark */
    ROUTE_UNREAD = 8,     /* the path is computed, and `path` is empty */
    ROUTE_INLINE = 16,    /* the handler is a function without a name */
    ROUTE_OF_CLIENT = 32, /* of MADE: a client, not a router */
    ROUTE_UNKNOWN_BASE = 64, /* what comes before the path is computed */
    ROUTE_ROOTED = 256,      /* of MADE: paths that begin with `/` have no prefix */
    ROUTE_REPLACES = 128,    /* of MOUNTED: the prefix replaces that which the router has itself */
    ROUTE_PASSED = 512,      /* of MOUNTED: `target` is a function that gets the router `name` */
    ROUTE_WRAPS = 16384,     /* of MADE: a function that sends a request to the path that it gets */
    ROUTE_THROUGH = 32768,   /* of SENT: only if `name` is such a function */
    ROUTE_CUT = 8192,        /* the file has more, which are not read */
    ROUTE_OF_FILE = 4096,    /* of OFFERED: the path is that of the file */
    ROUTE_LOCAL = 2048,      /* of SENT: to the program that the file is in */
    ROUTE_GLOBAL = 1024,     /* of MOUNTED: the prefix of all marked routes of the program */
} RouteFlag;

typedef struct RouteFact {
    RouteKind kind;
    uint32_t line;
    uint32_t
        symbol;     /* index + 1 in the outline: the handler, or what is around the request; or 0 */
    uint32_t flags; /* RouteFlag bits */
    Str name;       /* the receiver (`app`, `this.http`); of MADE and CONSTANT: what is defined */
    Str method;     /* `GET`, `GET,POST`; empty: any */
    Str path;
    Str target; /* of OFFERED: the handler as an expression; of MOUNTED: the router; of MADE: the
                   router that it is a part of */
} RouteFact;
typedef VEC(RouteFact) RouteFactVec;
