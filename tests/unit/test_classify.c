#include "test.h"

#include "index/catalog/classify.h"

TEST(folders_of_tests_are_known_by_their_names)
{
    static const struct {
        const char *path;
        bool test;
    } files[] = {
        {"tests/a.c", true},
        {"src/testRunner/unittests/a.ts", true},
        {"guava-tests/com/A.java", true},
        {"drivers/gpu/selftests/a.c", true},
        {"App.Tests/A.cs", true},
        {"ios/AppTests/A.swift", true},
        {"js_tests/a.js", true},
        {"a/server_test.go", true},
        {"a/test_x.py", true},
        {"src/contests/a.c", false},
        {"Lib/unittest/case.py", false},
        {"spring-test/src/A.java", false},
        {"src/latest/a.c", false},
        {"src/testRunner/a.ts", false},
    };
    for (size_t i = 0; i < COUNT(files); i++) {
        Str path = str_from(files[i].path);
        FileClass class = classify_path(path, 1, lang_detect(path, (Str){0}));
        Str got = str_format(test_arena(), "%s %s", files[i].path,
                             class == FILE_TEST ? "test" : "source");
        EXPECT_STR(
            got, str_format(test_arena(), "%s %s", files[i].path, files[i].test ? "test" : "source")
                     .ptr);
    }
}

TEST(what_quilt_keeps_of_patched_files_is_not_the_project)
{
    Str kept = STR(".pc/fix.patch/src/a.c"), own = STR("src/pc/a.c");
    EXPECT(classify_path(kept, 1, lang_detect(kept, (Str){0})) == FILE_VENDORED);
    EXPECT(classify_path(own, 1, lang_detect(own, (Str){0})) == FILE_SOURCE);
}
