#include "serve/call.h"
#include "serve/client.h"
#include "serve/era.h"
#include "serve/list.h"

#define HOUR_MS (60 * 60 * 1000)

static const Method methods[] = {
    {.name = STR_INIT("initialize"), .eras = ERA_LEGACY, .answer = era_initialize},
    {.name = STR_INIT("ping"), .eras = ERA_LEGACY, .answer = era_ping},
    {.name = STR_INIT("logging/setLevel"), .eras = ERA_LEGACY, .answer = client_set_level},
    {.name = STR_INIT("server/discover"),
     .eras = ERA_MODERN,
     .cached = true,
     .shared = true,
     .ttl_ms = HOUR_MS,
     .answer = era_discover},
    {.name = STR_INIT("tools/list"),
     .eras = ERA_BOTH,
     .cached = true,
     .shared = true,
     .ttl_ms = HOUR_MS,
     .answer = list_tools},
    {.name = STR_INIT("tools/call"), .eras = ERA_BOTH, .works = true, .answer = call_tool},
};

const Method *method_find(Str name)
{
    for (size_t i = 0; i < COUNT(methods); i++)
        if (str_equal(name, methods[i].name))
            return &methods[i];
    return NULL;
}
