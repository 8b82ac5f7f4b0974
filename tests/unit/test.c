/* Runs the registered tests in the order of their source. Usage: test_x [WORD]: only tests whose
   file or name contains the word. Prints the failures and the totals; exit code 1 on failure. */
#include "test.h"

#include "base/limits.h"

#include <dirent.h>
#include <ftw.h>
#include <inttypes.h>
#include <sys/statvfs.h>
#include <unistd.h>

#define FAILURES_SHOWN_MAX 20

static Test *first;
static Test **last = &first;
static int failures_of_test;
static Arena arena;
static Arena scratch;
static char directory[sizeof "/dev/shm/fovea-test-XXXXXX"];
static bool directory_made;

/* In memory, where making thousands of files costs least. */
#define MEMORY_ROOM ((uint64_t)1 * GB)

void test_register(Test *test)
{
    *last = test;
    last = &test->next;
}

static bool test_fails(const char *file, int line)
{
    failures_of_test++;
    if (failures_of_test > FAILURES_SHOWN_MAX)
        return false;
    fprintf(stderr, "%s:%d: ", file, line);
    return true;
}

bool test_expect(bool holds, const char *file, int line, const char *what)
{
    if (!holds && test_fails(file, line))
        fprintf(stderr, "does not hold: %s\n", what);
    return holds;
}

bool test_expect_int(int64_t got, int64_t want, const char *file, int line, const char *what)
{
    if (got != want && test_fails(file, line))
        fprintf(stderr, "%s is %" PRId64 ", not %" PRId64 "\n", what, got, want);
    return got == want;
}

bool test_expect_str(Str got, Str want, const char *file, int line, const char *what)
{
    bool equal = str_equal(got, want);
    if (!equal && test_fails(file, line))
        fprintf(stderr, "%s is\n<%.*s>\nnot\n<%.*s>\n", what, STR_ARG(got), STR_ARG(want));
    return equal;
}

Arena *test_arena(void)
{
    return &arena;
}

Arena test_scratch(void)
{
    return scratch;
}

const char *test_directory(void)
{
    struct statvfs room;
    if (directory_made)
        return directory;
    bool memory = access("/dev/shm", W_OK | X_OK) == 0 && statvfs("/dev/shm", &room) == 0 &&
                  (uint64_t)room.f_bavail * room.f_frsize >= MEMORY_ROOM;
    snprintf(directory, sizeof directory, "%s/fovea-test-XXXXXX", memory ? "/dev/shm" : "/tmp");
    if (!mkdtemp(directory)) {
        perror(directory);
        exit(1);
    }
    directory_made = true;
    return directory;
}

const char *test_file(const char *name, Str content)
{
    Str path = str_format(&arena, "%s/%s", test_directory(), name);
    FILE *file = fopen(path.ptr, "wb");
    size_t written = file && content.len ? fwrite(content.ptr, 1, content.len, file) : 0;
    if (!file || written != content.len || fclose(file)) {
        perror(path.ptr);
        exit(1);
    }
    return path.ptr;
}

size_t test_count_entries(const char *path)
{
    DIR *open = opendir(path);
    size_t count = 0;
    while (open && readdir(open))
        count++;
    if (open)
        closedir(open);
    return count;
}

const char *test_source_root(void)
{
    return FOVEA_SOURCE_ROOT;
}

static int directory_remove_entry(const char *path, const struct stat *status, int type,
                                  struct FTW *position)
{
    (void)status;
    (void)type;
    (void)position;
    return remove(path);
}

static void directory_remove(void)
{
    if (directory_made)
        nftw(directory, directory_remove_entry, 8, FTW_DEPTH | FTW_PHYS);
    directory_made = false;
}

static bool test_run(const Test *test)
{
    failures_of_test = 0;
    arena_reset(&arena);
    arena_reset(&scratch);
    test->run();
    directory_remove();
    if (failures_of_test)
        fprintf(stderr, "FAILED %s: %d\n", test->name, failures_of_test);
    return failures_of_test == 0;
}

static bool test_matches(const Test *test, const char *word)
{
    return !word || strstr(test->name, word) || strstr(test->file, word);
}

int main(int argc, char **argv)
{
    const char *word = argc > 1 ? argv[1] : NULL;
    int passed = 0;
    int failed = 0;
    arena_open(&arena, 0);
    arena_open(&scratch, 0);
    for (const Test *test = first; test; test = test->next) {
        if (test_matches(test, word)) {
            bool ok = test_run(test);
            passed += ok;
            failed += !ok;
        }
    }
    printf("%d passed, %d failed\n", passed, failed);
    return failed ? 1 : 0;
}
