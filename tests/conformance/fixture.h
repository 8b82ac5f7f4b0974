/* What the MCP conformance suite asks a server to have: methods that replace the product's tools,
   resources and prompts (ServeOptions.find_method). */
#pragma once

#include "serve/server.h"

/* NULL: the product's method does. */
const Method *fixture_method(Str name);

/* ---- between the fixture's files ---- */

typedef struct FixtureTool FixtureTool;
typedef bool (*FixtureRun)(Exchange *exchange, const FixtureTool *tool, Json *result,
                           RpcFault *fault);

struct FixtureTool {
    const char *name;
    const char *schema;   /* JSON Schema of its arguments; NULL: it takes none */
    const char *result;   /* members of the answer as JSON; NULL: `run` makes them */
    const char *steps[3]; /* what it asks for, round by round: each a map of input requests */
    FixtureRun run;       /* before, or instead of `result` */
};

/* One pixel. */
#define FIXTURE_PNG \
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5" \
    "ErkJggg=="

/* The value of a constant JSON text. */
Json *fixture_json(Arena *arena, const char *text);
/* Rounds of an answer that needs input from the client first. *asked: `result` asks for some. */
bool fixture_ask_steps(Exchange *exchange, const char *const *steps, Str name, Json *result,
                       bool *asked, RpcFault *fault);

const FixtureTool *fixture_tool_at(size_t index); /* NULL after the last */
