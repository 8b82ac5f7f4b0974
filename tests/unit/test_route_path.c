/* Templates of paths: what frameworks write, and which requests reach which route. */
#include "lang/route/route_path.h"
#include "test.h"

static bool is_template(const char *written, bool pattern, const char *expected)
{
    Arena arena SCOPED(arena_close) = {0};
    arena_open(&arena, 0);
    return str_equal(route_path_template(&arena, str_from(written), pattern), str_from(expected));
}

TEST(templates_of_frameworks_are_one)
{
    EXPECT(is_template("/users/:id", false, "/users/{id}"));
    EXPECT(is_template("/users/<int:id>", false, "/users/{id}"));
    EXPECT(is_template("/files/<path:rest>", false, "/files/{rest*}"));
    EXPECT(is_template("/users/{id:[0-9]{2}}", false, "/users/{id}"));
    EXPECT(is_template("/files/{rest...}", false, "/files/{rest*}"));
    EXPECT(is_template("/users/:id(\\d+)?", false, "/users/{id?}"));
    EXPECT(is_template("^users/(?P<id>\\d+)/$", true, "users/{id}/"));
    EXPECT(is_template("/x/{", false, "/x/{}"));
}

static int match(const char *route, const char *request)
{
    unsigned literal;
    return route_path_matches(str_from(route), str_from(request), &literal) ? (int)literal : -1;
}

TEST(a_request_reaches_a_route_if_segments_agree)
{
    EXPECT(match("/users/{id}", "/users/7") == 3);
    EXPECT(match("/users/me", "/users/me/") == 5);
    EXPECT(match("/users/{id}", "/users/{}") == 3);
    EXPECT(match("/files/{rest*}", "/files/a/b") == 2);
    EXPECT(match("/users/{id?}", "/users") == 2);
    EXPECT(match("/f/{id}.json", "/f/7.json") == 3);
}

TEST(a_request_reaches_no_other_route)
{
    EXPECT(match("/users/me", "/users/{id}") == -1);
    EXPECT(match("/users", "/users/7") == -1);
    EXPECT(match("/users/{id}", "/users") == -1);
    EXPECT(match("/f/{id}.json", "/f/7.xml") == -1);
    EXPECT(match("/api/users", "/users") == -1);
}

TEST(prefixes_and_hosts)
{
    Arena arena SCOPED(arena_close) = {0};
    arena_open(&arena, 0);
    EXPECT(str_equal(route_path_join(&arena, STR("api/"), STR("/users/")), STR("/api/users")));
    EXPECT(str_equal(route_path_join(&arena, STR("/"), STR("/")), STR("/")));
    EXPECT(str_equal(route_path_join(&arena, (Str){0}, (Str){0}), STR("/")));
    Str address = STR("http://users:8080/x/{id}");
    EXPECT(str_equal(route_path_host(&address), STR("users")));
    EXPECT(str_equal(address, STR("/x/{id}")));
    EXPECT(str_equal(route_path_cut(STR("/x/{a?}?q=1")), STR("/x/{a?}")));
}
