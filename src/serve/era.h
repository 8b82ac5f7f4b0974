/* The two eras of MCP. Legacy clients (up to 2025-11-25) begin with a handshake. Modern ones (from
   2026-07-28) say everything in each request. The eras differ in how a client is identified and in
   the fields of results; no other file depends on them. */
#pragma once

#include "serve/server.h"

/* Determines era, version and method of a request, and the capabilities of its client. */
bool era_check(Exchange *exchange, RpcFault *fault) MUST_USE;

bool era_initialize(Exchange *exchange, Json *result, RpcFault *fault);
bool era_discover(Exchange *exchange, Json *result, RpcFault *fault);
bool era_ping(Exchange *exchange, Json *result, RpcFault *fault);
