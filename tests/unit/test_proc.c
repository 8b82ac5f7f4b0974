#include "test.h"

#include "base/limits.h"
#include "base/proc.h"

#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static ProcResult ran(const char *script, ProcLimits limits)
{
    const char *const argv[] = {"sh", "-c", script, NULL};
    ProcResult result = {0};
    Err err = {0};
    EXPECT(proc_run(test_arena(), argv, STR("in\n"), limits, &result, &err));
    return result;
}

TEST(proc_limits)
{
    static const char allocate[] = "x=$(head -c 30000000 /dev/zero | tr '\\0' a); echo ${#x}";
    ProcResult result = ran("cat; exit 3", (ProcLimits){.time_ms = 10000});
    EXPECT_STR(result.output, "in\n");
    EXPECT_INT(result.exit_code, 3);
    result = ran(allocate, (ProcLimits){.time_ms = 10000});
    EXPECT_STR(result.output, "30000000\n");
    result = ran(allocate, (ProcLimits){.time_ms = 10000, .memory_max = 8 * MB});
    EXPECT(result.exit_code != 0 && !result.output.len);
    result = ran("head -c 5000 /dev/zero", (ProcLimits){.time_ms = 10000, .output_max = 1000});
    EXPECT(result.cut && result.output.len <= 1000);
    result = ran("cat " PROC_FILE "; cat", (ProcLimits){.time_ms = 10000, .file = STR("a\0b\n")});
    EXPECT(str_equal(result.output, STR("a\0b\nin\n")));
}

TEST(programs_are_looked_up_in_absolute_directories)
{
    char path[PATH_BYTES_MAX], before[PATH_BYTES_MAX];
    const char *const argv[] = {"fovea-nowhere", NULL};
    ProcResult result = {0};
    Err err = {0};
    snprintf(before, sizeof before, "%s", getenv("PATH"));
    EXPECT(chmod(test_file("fovea-nowhere", STR("#!/bin/sh\necho ran\n")), 0755) == 0);
    EXPECT(chdir(test_directory()) == 0);
    static const char *const relative[] = {".:",           ":",          "",
                                           "./:/usr/bin:", "/usr/bin:.", "x/..:/bin"};
    for (size_t i = 0; i < COUNT(relative); i++) {
        setenv("PATH", relative[i], 1);
        EXPECT(!proc_exists("fovea-nowhere"));
        EXPECT(
            !proc_run(test_arena(), argv, (Str){0}, (ProcLimits){.time_ms = 1000}, &result, &err));
    }
    setenv("PATH", str_format(test_arena(), ".:%s:/usr/bin%c", test_directory(), '\0').ptr, 1);
    EXPECT(proc_find("fovea-nowhere", path));
    EXPECT(path[0] == '/');
    EXPECT(proc_run(test_arena(), argv, (Str){0}, (ProcLimits){.time_ms = 10000}, &result, &err));
    EXPECT_STR(result.output, "ran\n");
    /* What is started looks there, too. */
    setenv("PATH", ".:/usr/bin:/bin", 1);
    result = ran("command -v fovea-nowhere || echo $PATH", (ProcLimits){.time_ms = 10000});
    EXPECT_STR(result.output, "/usr/bin:/bin\n");
    setenv("PATH", before, 1);
}
