#include "serve/client.h"
#include "serve/complete.h"
#include "serve/era.h"
#include "serve/list.h"
#include "serve/notify.h"
#include "serve/resource.h"
#include "serve/tool_answer.h"
#include "serve/workflow.h"

/* How long clients may cache lists that only an update of the program changes. */
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
    {.name = STR_INIT("tools/call"), .eras = ERA_BOTH, .works = true, .answer = tool_answer_call},
    {.name = STR_INIT("resources/list"),
     .eras = ERA_BOTH,
     .cached = true,
     .shared = true,
     .ttl_ms = HOUR_MS,
     .answer = resource_list},
    {.name = STR_INIT("resources/templates/list"),
     .eras = ERA_BOTH,
     .cached = true,
     .shared = true,
     .ttl_ms = HOUR_MS,
     .answer = resource_list_templates},
    {.name = STR_INIT("resources/read"),
     .eras = ERA_BOTH,
     .works = true,
     .cached = true, /* but stale at once, because files change */
     .answer = resource_read},
    {.name = STR_INIT("prompts/list"),
     .eras = ERA_BOTH,
     .cached = true,
     .shared = true,
     .ttl_ms = HOUR_MS,
     .answer = workflow_list},
    {.name = STR_INIT("prompts/get"), .eras = ERA_BOTH, .answer = workflow_get},
    {.name = STR_INIT("completion/complete"),
     .eras = ERA_BOTH,
     .works = true,
     .answer = complete_argument},
    {.name = STR_INIT("subscriptions/listen"), .eras = ERA_MODERN, .answer = notify_listen},
};

const Method *method_find(const Server *server, Str name)
{
    const Method *(*find)(Str) = server->options.find_method;
    const Method *substitute = find ? find(name) : NULL;
    if (substitute)
        return substitute;
    for (size_t i = 0; i < COUNT(methods); i++)
        if (str_equal(name, methods[i].name))
            return &methods[i];
    return NULL;
}
