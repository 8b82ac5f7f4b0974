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
                    bool searched)
{
    static const char *const ways[HEIR_WAY_COUNT] = {[HEIR_MACRO] = "a macro",
                                                     [HEIR_CALL] = "a call or mark",
                                                     [HEIR_ARGUMENT] = "a template",
                                                     [HEIR_ANONYMOUS] = "an anonymous type",
                                                     [HEIR_ALIAS] = "another name"};
    Buf out = buf_open(request->arena, 0);
    for (size_t way = 0; way < HEIR_WAY_COUNT; way++) {
        if (!heirs->of[way].len)
            continue;
        buf_printf(&out, "%s%s (", out.len ? ", " : "it may also be a base by ", ways[way]);
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

void heirs_note(SessionRequest *request, IndexSession *session, uint32_t symbol)
{
    FsTree tree SCOPED(fs_tree_close) = {.fd = -1};
    FsPolicy policy = request->policy;
    const Catalog *catalog = session->catalog;
    const Entry *entry = catalog_entry(catalog, symbol);
    const CatalogFile *file = &catalog->files.ptr[catalog_place(catalog, symbol).file];
    Str word = mentions_word(file->language, catalog_name(catalog, entry->name));
    MentionSearch search = {
        .catalog = catalog, .store = session->store, .tree = &tree, .cancel = request->cancel};
    Heirs heirs = {0};
    Err ignored = {0};
    if (!session->store || !word.len || entry->kind == SYMBOL_METHOD ||
        entry->kind == SYMBOL_PROPERTY)
        return;
    bool searched = fs_tree_open(request->arena, &policy, session->repo.root, &tree, &ignored) &&
                    heirs_find(&search, request->arena, symbol, word, &heirs, &ignored);
    Str text = sentence(request, session, &heirs, searched);
    if (text.len)
        session_note(request, session, text);
}
