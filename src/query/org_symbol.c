#include "query/org_symbol.h"

#include "query/query.h"

bool org_symbol(SessionRequest *request, const OrgScope *scope, Str text, OrgPlace *place, Err *err)
{
    const OrgAsked *asked = scope->asked;
    IndexSession *session = scope->session;
    OrgTree tree;
    if (!org_calls_candidates(scope->org, request->arena, asked, &text, &tree, err))
        return false;
    session->catalog = tree.catalog;
    uint32_t symbol = org_calls_by_hash(&tree, request->arena, text);
    if (symbol == SYMBOL_NOWHERE && !tree.catalog->files.len) {
        err_set(err, ERR_NOT_FOUND, "no symbol '%.*s' in %llu repositor%s",
                STR_ARG(str_slice(text, 0, PATH_SHOWN_BYTES)),
                (unsigned long long)asked->repositories, asked->repositories == 1 ? "y" : "ies");
        return err_hint(err, "fovea find --org searches by parts of names");
    }
    if (symbol == SYMBOL_NOWHERE && !query_symbol(request, session, text, &symbol, err))
        return false;
    *place = org_tree_place(&tree, symbol);
    return true;
}
