#include "query/heirs_note.h"

#include "query/mentions.h"
#include "search/heirs.h"
#include "session/notices.h"
#include "text/address.h"

static void put_places(Buf *out, Arena scratch, const IndexSession *session, const Heirs *heirs,
                       HeirWay way)
{
    for (size_t i = 0; i < heirs->of[way].len; i++) {
        const HeirPlace *place = &heirs->of[way].ptr[i];
        Arena work = scratch;
        Str path = address_shown(&work, session->catalog->files.ptr[place->file].path);
        buf_printf(out, "%s%.*s:%u", i ? ", " : "", STR_ARG(path), place->line);
    }
    buf_put(out, heirs->more[way] ? STR(", …)") : STR(")"));
}

static Str sentence(SessionRequest *request, const IndexSession *session, const Heirs *heirs,
                    bool searched, bool own)
{
    static const char *const ways[HEIR_WAY_COUNT] = {[HEIR_MACRO] = "a macro",
                                                     [HEIR_CALL] = "a call or mark",
                                                     [HEIR_ARGUMENT] = "a template",
                                                     [HEIR_ANONYMOUS] = "an anonymous type",
                                                     [HEIR_BASE] = "a head that is not followed",
                                                     [HEIR_ALIAS] = "another name"};
    Buf out = buf_open(request->arena, 0);
    for (size_t way = 0; way < HEIR_WAY_COUNT; way++) {
        if (!heirs->of[way].len)
            continue;
        buf_printf(&out, "%s%s (",
                   out.len ? ", "
                   : own   ? "it may also be a base by "
                           : "its type may also be a base by ",
                   ways[way]);
        put_places(&out, *request->scratch, session, heirs, (HeirWay)way);
    }
    if (heirs->shapes)
        buf_printf(&out, "%stypes that fit its shape without naming it are not looked for",
                   out.len ? "; " : "");
    if (heirs->lambdas)
        buf_printf(&out, "%slambdas and functions that fit it are not looked for",
                   out.len ? "; " : "");
    if (!searched || heirs->missed)
        buf_printf(&out, "%sother ways to derive from it were not looked for in all files",
                   out.len ? "; " : "");
    return buf_str(&out);
}

/* The type around a member; the symbol itself if there is no such type. */
static uint32_t owner_of(const Catalog *catalog, uint32_t symbol)
{
    SymbolPlace place = catalog_place(catalog, symbol);
    uint32_t parent = catalog_entry(catalog, symbol)->parent;
    return parent ? symbol - place.index + parent : symbol;
}

void heirs_note(SessionRequest *request, IndexSession *session, uint32_t symbol)
{
    FsTree tree SCOPED(fs_tree_close) = {.fd = -1};
    FsPolicy policy = request->policy;
    const Catalog *catalog = session->catalog;
    const Entry *entry = catalog_entry(catalog, symbol);
    bool own = true;
    const CatalogFile *file = &catalog->files.ptr[catalog_place(catalog, symbol).file];
    if (symbol_is_function((SymbolKind)entry->kind) || entry->kind == SYMBOL_PROPERTY) {
        symbol = owner_of(catalog, symbol);
        entry = catalog_entry(catalog, symbol);
        own = false;
    }
    Str word = mentions_word(file->language, catalog_name(catalog, entry->name));
    MentionSearch search = {
        .catalog = catalog, .store = session->store, .tree = &tree, .cancel = request->cancel};
    Heirs heirs = {0};
    Err ignored = {0};
    if (!session->store || !word.len || !symbol_is_type((SymbolKind)entry->kind))
        return;
    bool searched = fs_tree_open(request->arena, &policy, session->repo.root, &tree, &ignored) &&
                    heirs_find(&search, request->arena, symbol, word, &heirs, &ignored);
    Str text = sentence(request, session, &heirs, searched, own);
    if (text.len)
        session_note(request, session, text);
}
