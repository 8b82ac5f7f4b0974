#include "app/cli.h"

#include "base/proc.h"
#include "base/proc_confine.h"

int main(int argc, char **argv)
{
    if (argc > 1 && strcmp(argv[1], PROC_CONFINE_COMMAND) == 0)
        return proc_confine_run(argv + 2);
    proc_set_name("fovea"); // an indexer is started as /proc/self/exe
    return cli_main(argc, argv);
}
