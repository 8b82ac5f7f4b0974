#include "test.h"

#include "base/limits.h"
#include "base/proc.h"

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
}
