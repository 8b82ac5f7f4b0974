#include "tools/org_symbol.h"

#include "tools/query.h"

bool org_symbol(ToolCall *call, Org *org, const OrgAsked *asked, Str text, IndexSession *session,
                OrgPlace *place, Err *err)
{
    OrgTree tree;
    if (!org_calls_candidates(org, call->arena, asked, &text, &tree, err))
        return false;
    session->catalog = tree.catalog;
    uint32_t symbol = org_calls_by_hash(&tree, call->arena, text);
    if (symbol == SYMBOL_NOWHERE && !tree.catalog->files.len) {
        err_set(err, ERR_NOT_FOUND, "no symbol '%.*s' in %llu repositor%s",
                STR_ARG(str_slice(text, 0, PATH_SHOWN_BYTES)),
                (unsigned long long)asked->repositories, asked->repositories == 1 ? "y" : "ies");
        return err_hint(err, "fovea find --org searches by parts of names");
    }
    if (symbol == SYMBOL_NOWHERE && !query_symbol(call, session, text, &symbol, err))
        return false;
    *place = org_tree_place(&tree, symbol);
    return true;
}
