/* conformance_server ADDR:PORT: the product's MCP server over HTTP with the methods that the
 * official conformance suite asks for (tests/wire/conformance). It reads no file and keeps no
 * index. */
#include "fixture.h"

#include "config/config.h"

#include <stdio.h>

int main(int argc, char **argv)
{
    if (argc != 2) {
        fprintf(stderr, "usage: conformance_server ADDR:PORT\n");
        return 2;
    }
    Config config;
    Err err = {0};
    config_init(&config);
    Str root = STR("/");
    ToolContext context = {.config = &config, .root = root, .roots = &root, .root_count = 1};
    ServeOptions options = {.address = str_from(argv[1]), .find_method = fixture_method};
    if (serve_run(&context, &options, &err))
        return 0;
    fprintf(stderr, "Error: %s\n", err.message);
    return 1;
}
