#include "paths_case.h"

#include "base/buf.h"
#include "index/graph/modules.h"

static Str names_of(const char *const *paths, size_t count)
{
    Catalog *catalog = catalog_of_paths(paths, count);
    Modules modules = modules_of(test_arena(), catalog);
    Buf out = buf_open(test_arena(), 0);
    for (size_t i = 0; i < count; i++)
        buf_printf(&out, "%s%.*s", i ? " " : "",
                   STR_ARG(modules.list.ptr[modules.of_file[i]].name));
    return buf_str(&out);
}

TEST(modules_are_directories_without_conventional_roots)
{
    const char *const paths[] = {"src/api/users.ts", "src/features/auth/login.ts",
                                 "packages/core/utils/x.ts", "main.ts"};
    EXPECT_STR(names_of(paths, COUNT(paths)), "api features.auth core.utils root");
}

TEST(two_directories_never_share_a_name)
{
    const char *const paths[] = {"core/x.c", "core/lib/y.c", "src/z.c", "lib/core/q.c"};
    Str names = names_of(paths, COUNT(paths));
    EXPECT_STR(names, "core core.lib src lib.core");
}

TEST(components_that_all_share_are_dropped)
{
    const char *const paths[] = {"com/acme/shop/cart/A.java", "com/acme/shop/pay/B.java"};
    EXPECT_STR(names_of(paths, COUNT(paths)), "cart pay");
}

TEST(a_dot_in_a_directory_is_no_component)
{
    const char *const paths[] = {"redis-7.0.15/src/a.c", "redis-7.0.15/deps/lua/b.c"};
    EXPECT_STR(names_of(paths, COUNT(paths)), "redis-7.0.15 redis-7.0.15.deps.lua");
    const char *const inner[] = {"redis-7.0.15/core/a.c", "redis-7.0.15/deps/lua/b.c"};
    EXPECT_STR(names_of(inner, COUNT(inner)), "core deps.lua");
}
