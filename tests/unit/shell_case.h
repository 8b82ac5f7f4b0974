/* Shell lines in a test, to make repositories. */
#pragma once

#include "test.h"

#include "base/proc.h"

/* Runs shell lines in the test's directory, as a user who has no settings but a name. */
static inline Str shell(const char *lines)
{
    Str script =
        str_format(test_arena(),
                   "cd %s && export HOME=%s GIT_CONFIG_NOSYSTEM=1 && unset XDG_CONFIG_HOME;"
                   "git config --global user.name t; git config --global user.email t@t;"
                   "git config --global init.defaultBranch main;\n%s",
                   test_directory(), test_directory(), lines);
    const char *const argv[] = {"bash", "-c", str_terminate(test_arena(), script), NULL};
    ProcResult result;
    Err err;
    EXPECT(proc_run(test_arena(), argv, (Str){0}, (ProcLimits){.time_ms = 20000}, &result, &err));
    return str_trim(result.output);
}
