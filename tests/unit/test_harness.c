#include "test.h"

TEST(harness_writes_files_into_a_fresh_directory)
{
    const char *path = test_file("a.txt", STR("text"));
    EXPECT(strncmp(path, test_directory(), strlen(test_directory())) == 0);
    EXPECT(test_arena()->begin != NULL);
}

TEST(harness_compares)
{
    EXPECT_INT(2 + 2, 4);
    EXPECT_STR(STR("a"), "a");
    REQUIRE(test_source_root()[0] == '/');
}
