/* Templates of paths (route_facts.h): made from what frameworks write, and compared. */
#pragma once

#include "lang/route/route_facts.h"
#include "lang/route/route_rows.h"

/* More bytes are no path that anybody wrote. */
#define ROUTE_PATH_BYTES_MAX 300

/* The template of a path as a framework writes it: `/u/:id`, `/u/<int:id>`, `/u/{id:\\d+}`. With
   `pattern` it is a regular expression: `^u/(?P<id>\\d+)/$`. */
Str route_path_template(Arena *arena, Str written, bool pattern);
/* The prefix and the path with one slash between them. The result begins with a slash, unless it
   begins with a base or names a host, and has none at its end. */
Str route_path_join(Arena *arena, Str prefix, Str path);
/* Whether the method is a kind of names, such as `TOPIC`: the path has no prefix then. */
bool route_is_by_name(Str method);
/* The path as it is shown: names of topics, tasks and fields have no slash before them. */
Str route_path_shown(Str method, Str path);
/* Takes the scheme and host off the front of an address: `http://users:8080/x` becomes `/x`.
   Returns the host, without its port; empty if the address has none. */
Str route_path_host(Str *address);
/* The template of a file whose place is its path: `app/users/[id]/route.ts` is `/users/{id}`.
   False: the file is not in that folder. *method: what the name says, `users.get.ts`; or empty. */
bool route_path_of_file(Arena *arena, const RouteFolder *folder, Str path, Str *template,
                        Str *method);
/* The path without query and fragment. */
Str route_path_cut(Str path);

/* Whether a request for the path reaches the route. If so, *literal is twice the number of segments
   that agree letter by letter, and one more if the request has all segments of the route: of
   several routes, the one with most is meant. A computed segment of the request agrees with a
   parameter of the route alone. */
bool route_path_matches(Str route, Str request, unsigned *literal);
