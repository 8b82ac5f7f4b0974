/* A symbol leads to the lines of its declaration, with those that merge with it. If the index does
   not have it, the text of a file that is only listed is searched. */
#include "relations/source_lines.h"

#include "index/catalog/classify.h"
#include "index/catalog/merged.h"
#include "query/source.h"
#include "session/require.h"
#include "text/address.h"

static bool find_declaration(SessionRequest *request, IndexSession *session,
                             const SourceQuestion *question, SourceLines *lines, Err *err)
{
    uint32_t symbol, first, last;
    if (!session_require(request, session, (SessionNeeds){.parts = QUERY_PARTS | CATALOG_LINKS},
                         err) ||
        !query_declaration(request, session,
                           query_in_file(request->arena, question->file, question->symbol), &symbol,
                           err))
        return false;
    SymbolPlace place = catalog_place(session->catalog, symbol);
    const CatalogFile *file = catalog_row(session->catalog, place.file);
    merged_range(session->catalog, symbol, &first, &last);
    *lines = (SourceLines){file->path, first, last, symbol};
    return true;
}

/* Finds `path::Name` in the text of a file that is only listed, such as minified code. */
static bool find_unindexed(SessionRequest *request, const IndexSession *session, Str symbol,
                           SourceLines *lines, Str *source, Err *err)
{
    Str name, text = address_read(request->arena, symbol);
    uint32_t id = session->catalog ? handle_file(session->catalog, text, &name) : FILE_NOWHERE;
    const CatalogFile *file = id == FILE_NOWHERE ? NULL : &session->catalog->files.ptr[id];
    if (err->code != ERR_NOT_FOUND || !file || classify_is_indexed(file->class, file->path) ||
        file->class == FILE_BINARY)
        return false;
    Source opened SCOPED(source_close) = {.file.fd = -1};
    Err ignored = {0};
    if (!session_open_file(request, session, request->arena, file->path, &opened.file, &ignored))
        return false;
    *err = (Err){0};
    opened.target = (Target){.path = file->path, .symbol = name};
    opened.language = file->language;
    if (!source_outline(request, &opened, (SourceWants){0}, err))
        return false;
    *source = source_part(&opened);
    *lines = (SourceLines){file->path, opened.target.first, opened.target.last, 0};
    return true;
}

bool source_lines_find(SessionRequest *request, IndexSession *session,
                       const SourceQuestion *question, SourceLines *lines, Str *source, Err *err)
{
    Err why = {0};
    *lines = (SourceLines){question->file, question->first, question->end, 0};
    if (!session_open(request, (Str){0}, session, err))
        return false;
    bool is_lines = !question->symbol.len && question->file.len;
    if (is_lines && question->end < question->first)
        return err_set(err, ERR_USAGE, "end: before start (%llu < %llu)",
                       (unsigned long long)question->end, (unsigned long long)question->first);
    if (is_lines || find_declaration(request, session, question, lines, &why))
        return symbol_source(request, session, question->context, lines, source, err);
    *err = why;
    return find_unindexed(request, session, question->symbol, lines, source, err);
}
