#include "app/cli.h"

#include "base/proc.h"

int main(int argc, char **argv)
{
    proc_set_name("fovea"); // an indexer is started as /proc/self/exe
    return cli_main(argc, argv);
}
