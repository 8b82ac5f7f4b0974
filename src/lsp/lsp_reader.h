/* The process that answers requests, one after the other, from the state at its fork. */
#pragma once

#include "base/map.h"
#include "lsp/lsp_state.h"

typedef struct Catalog Catalog;
typedef struct Resolver Resolver;

struct LspReader {
    const LspRoot *root;
    Arena kept;  /* lives as long as the process */
    Arena arena; /* of one request */
    Arena scratch;
    SessionRequest request;
    Catalog *catalog;   /* NULL: not made yet */
    Resolver *resolver; /* likewise */
    Map files;          /* by path: an LspFile */
    int fd;             /* to the server */
    uint32_t unsaved;   /* files whose text is not the disk's */
};

bool lsp_reader_refuse(LspReader *reader, RpcFault *fault, RpcCode code, Str why);

/* Shows a line in the client's log. */
void lsp_reader_log(LspReader *reader, Str text);
/* The answer changes the catalog: the process answers no request after it. */
void lsp_reader_spend(LspReader *reader);

/* ---- values ---- */

Json *lsp_reader_range(LspReader *reader, const LspText *text, size_t start, size_t end);
Json *lsp_reader_location(LspReader *reader, Str uri, Json *range);

/* ---- answers ---- */

Json *lsp_outline_symbols(LspReader *reader, const Json *params, RpcFault *fault);
Json *lsp_places_symbols(LspReader *reader, const Json *params, RpcFault *fault);
Json *lsp_places_definition(LspReader *reader, const Json *params, RpcFault *fault);
Json *lsp_places_references(LspReader *reader, const Json *params, RpcFault *fault);
Json *lsp_places_highlights(LspReader *reader, const Json *params, RpcFault *fault);
Json *lsp_places_implementations(LspReader *reader, const Json *params, RpcFault *fault);
Json *lsp_hierarchy_prepare_calls(LspReader *reader, const Json *params, RpcFault *fault);
Json *lsp_hierarchy_incoming(LspReader *reader, const Json *params, RpcFault *fault);
Json *lsp_hierarchy_outgoing(LspReader *reader, const Json *params, RpcFault *fault);
Json *lsp_hierarchy_prepare_types(LspReader *reader, const Json *params, RpcFault *fault);
Json *lsp_hierarchy_supertypes(LspReader *reader, const Json *params, RpcFault *fault);
Json *lsp_hierarchy_subtypes(LspReader *reader, const Json *params, RpcFault *fault);
Json *lsp_rename_prepare(LspReader *reader, const Json *params, RpcFault *fault);
Json *lsp_rename(LspReader *reader, const Json *params, RpcFault *fault);
Json *lsp_rename_files(LspReader *reader, const Json *params, RpcFault *fault);
Json *lsp_lens(LspReader *reader, const Json *params, RpcFault *fault);
Json *lsp_folding_ranges(LspReader *reader, const Json *params, RpcFault *fault);
Json *lsp_folding_selections(LspReader *reader, const Json *params, RpcFault *fault);
Json *lsp_command_run(LspReader *reader, const Json *params, RpcFault *fault);
Json *lsp_hover(LspReader *reader, const Json *params, RpcFault *fault);
