/* What differs between clients that shake hands (legacy, up to 2025-11-25) and those that say
   everything in each request (modern, from 2026-07-28): who asks, and what a result carries. Below
   this, nothing needs to know. */
#pragma once

#include "serve/server.h"

/* Finds out the request's era, version, method, and what its client can do. */
bool era_check(Exchange *exchange, RpcFault *fault) MUST_USE;

bool era_initialize(Exchange *exchange, Json *result, RpcFault *fault);
bool era_discover(Exchange *exchange, Json *result, RpcFault *fault);
bool era_ping(Exchange *exchange, Json *result, RpcFault *fault);
