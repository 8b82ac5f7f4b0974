/* Each file is read once for all its declarations, within a limit of bytes. */
#include "explore/search_read.h"

#include "base/id_map.h"
#include "base/limits.h"
#include "relations/symbol_answer.h"
#include "search/rank_text.h"
#include "text/lines.h"

/* Files and bytes that one question reads: about 5 ms. */
#define FILES_MAX 80
#define BYTES_MAX (8 * MB)

typedef struct Reading {
    SessionRequest *request;
    const IndexSession *session;
    const RankAsked *asked;
    IdMap at; /* file id → index in `texts` */
    VEC(Str) texts;
    size_t bytes;
} Reading;

/* The text of a file; empty if it cannot be read or the limits are reached. */
static Str text_of(Reading *reading, uint32_t file)
{
    SessionRequest *request = reading->request;
    const CatalogFile *row = &reading->session->catalog->files.ptr[file];
    uint32_t known = id_map_get(&reading->at, file);
    FsFile open SCOPED(fs_close) = {.fd = -1};
    Err ignored = {0};
    Str text = {0};
    if (known != ID_MAP_NONE)
        return reading->texts.ptr[known];
    bool room = reading->texts.len < FILES_MAX && reading->bytes + row->size <= BYTES_MAX;
    if (!room ||
        !session_open_file(request, reading->session, request->arena, row->path, &open, &ignored) ||
        !fs_read_all(request->arena, &open, &text, &ignored))
        text = (Str){0};
    reading->bytes += text.len;
    id_map_put(&reading->at, request->arena, file, (uint32_t)reading->texts.len);
    *VEC_PUSH(request->arena, &reading->texts) = text;
    return text;
}

/* The last line that is the declaration's own: a type ends where its functions begin. */
static uint32_t own_end(const CatalogFile *row, uint32_t entry)
{
    const Entry *own = &row->entries[entry];
    if (symbol_is_callable((SymbolKind)own->kind))
        return own->end_line;
    for (uint32_t i = entry + 1; i < row->count && row->entries[i].start_line <= own->end_line; i++)
        if (symbol_is_function((SymbolKind)row->entries[i].kind) &&
            row->entries[i].start_line > own->start_line)
            return row->entries[i].start_line - 1;
    return own->end_line;
}

static void read_one(Reading *reading, RankedDeclaration *declaration)
{
    const Catalog *catalog = reading->session->catalog;
    const CatalogFile *row = catalog_row(catalog, declaration->file->file);
    Str text = text_of(reading, declaration->file->file);
    if (!declaration->entry || !text.len)
        return;
    const Entry *entry = &row->entries[declaration->entry];
    uint32_t first = entry->start_line - (uint32_t)symbol_comment_lines(text, entry->start_line);
    size_t start = lines_offset(text, first);
    size_t end = lines_offset(text, (size_t)own_end(row, declaration->entry) + 1);
    RankText own = {.text = str_slice(text, start, end),
                    .first = first,
                    .named = entry->start_line,
                    .name = catalog_name(catalog, entry->name)};
    rank_read(reading->asked, *reading->request->scratch, &own, declaration);
}

void search_read(SessionRequest *request, const IndexSession *session, const Question *question,
                 const Ranking *ranking, RankedDeclarationVec *list)
{
    Reading reading = {.request = request,
                       .session = session,
                       .asked = rank_asked(request->arena, question, ranking)};
    for (size_t i = 0; i < list->len && !session->catalog->elsewhere; i++)
        read_one(&reading, &list->ptr[i]);
    rank_settle(list);
}
