/* Kinds of symbols in the protocol. */
#pragma once

#include "lang/outline.h"

uint32_t lsp_kinds_of(SymbolKind kind);
