/* The unit-test harness. A file tests/unit/test_<noun>.c is one executable; write

       TEST(name_of_the_case)
       {
           EXPECT(2 + 2 == 4);
           EXPECT_STR(str_trim(STR(" a ")), "a");
       }

   and nothing else: tests register themselves and main() is in test.c. A failed EXPECT is reported
   with its line and the test goes on; REQUIRE ends the test. Arguments are evaluated once. */
#pragma once

#include "base/str.h"

typedef void (*TestRun)(void);

typedef struct Test {
    const char *file;
    const char *name;
    TestRun run;
    struct Test *next;
} Test;

void test_register(Test *test);
bool test_expect(bool holds, const char *file, int line, const char *what);
bool test_expect_int(int64_t got, int64_t want, const char *file, int line, const char *what);
bool test_expect_str(Str got, Str want, const char *file, int line, const char *what);

/* The arenas of the running test, emptied before each. */
Arena *test_arena(void);
Arena test_scratch(void);
/* A fresh empty directory, removed after the test. */
const char *test_directory(void);
/* Writes a file into test_directory(); returns its path. */
const char *test_file(const char *name, Str content);
/* Names in a directory, `.` and `..` among them; 0 when it cannot be read. */
size_t test_count_entries(const char *path);
/* The root of the source tree, for samples. */
const char *test_source_root(void);

#define TEST(test_name) \
    static void test_run_##test_name(void); \
    __attribute__((constructor)) static void test_add_##test_name(void) \
    { \
        static Test test = {__FILE__, #test_name, test_run_##test_name, NULL}; \
        test_register(&test); \
    } \
    static void test_run_##test_name(void)

#define EXPECT(condition) ((void)test_expect((condition), __FILE__, __LINE__, #condition))
#define EXPECT_INT(got, want) \
    ((void)test_expect_int((int64_t)(got), (int64_t)(want), __FILE__, __LINE__, #got))
/* got: Str; want: a terminated string */
#define EXPECT_STR(got, want) \
    ((void)test_expect_str((got), str_from(want), __FILE__, __LINE__, #got))
#define REQUIRE(condition) \
    do { \
        if (!test_expect((condition), __FILE__, __LINE__, #condition)) \
            return; \
    } while (0)
