#include "lsp/lsp_tree.h"

#include "base/path.h"
#include "index/update/as_of.h"
#include "index/update/intake.h"
#include "lsp/lsp_uri.h"

/* ---- the catalog ---- */

static bool exists(LspReader *reader, Str path)
{
    return fs_real_path(&reader->scratch, path).len > 0;
}

/* Whether a text is to be taken in; sets the job. A file that the index leaves out, as ignore rules
   say, stays out; a new one is taken in. */
static bool make_job(LspReader *reader, const LspDocument *document, Str path, OutlineJob *job)
{
    const Catalog *catalog = reader->catalog;
    uint32_t id = catalog_find_file(catalog, path);
    if (id == FILE_NOWHERE && exists(reader, document->path))
        return false;
    Str head = str_slice(document->text, 0, SOURCE_HEAD_BYTES);
    const Language *language = id == FILE_NOWHERE ? NULL : catalog->files.ptr[id].language;
    *job = (OutlineJob){.language = language ? language : lang_detect(path, head),
                        .text = document->text};
    return id == FILE_NOWHERE ||
           !str_equal(catalog->files.ptr[id].hash,
                      intake_hash(&reader->scratch, job->language, job->text));
}

/* Takes in the texts that differ from the index. */
static bool take_texts(LspReader *reader, Err *err)
{
    const LspDocuments *documents = &reader->root->server->documents;
    Arena *arena = &reader->kept;
    OutlineJob *jobs = NEW(arena, OutlineJob, documents->count + 1);
    AsOfFile *files = NEW(arena, AsOfFile, documents->count + 1);
    size_t count = 0;
    for (size_t i = 0; i < documents->count; i++) {
        const LspDocument *document = &documents->list[i];
        Str path = lsp_root_relative(reader->root, arena, document->path);
        if (!path.len || document->lost || !make_job(reader, document, path, &jobs[count]))
            continue;
        files[count] = (AsOfFile){.path = path, .content = &jobs[count]};
        count++;
    }
    reader->unsaved = (uint32_t)count;
    const OutlinesOptions options = {.store = reader->catalog->store};
    return !count ||
           (outlines_make(arena, jobs, count, &options, err) &&
            as_of_take(reader->scratch, reader->catalog, &reader->root->repo, files, count, err));
}

Catalog *lsp_tree_catalog(LspReader *reader, RpcFault *fault)
{
    const LspRoot *root = reader->root;
    Err err = {0};
    Str notice;
    if (reader->catalog)
        return reader->catalog;
    if (!root->live) {
        lsp_reader_refuse(reader, fault, RPC_REQUEST_FAILED, root->why);
        return NULL;
    }
    StoreOptions options = {
        .path = root->database, .wait_ms = 1000, .tree = root->repo.root, .read_only = true};
    Store *store = NULL;
    reader->catalog = live_view(root->live).catalog;
    reader->catalog->store =
        store_open(&reader->kept, &options, &store, &notice, &err) ? store : NULL;
    if (take_texts(reader, &err))
        return reader->catalog;
    reader->catalog = NULL;
    lsp_reader_refuse(reader, fault, RPC_REQUEST_FAILED, str_from(err.message));
    return NULL;
}

Resolver *lsp_tree_resolver(LspReader *reader)
{
    if (!reader->resolver)
        reader->resolver =
            resolve_open(&reader->kept, reader->scratch, reader->catalog, &reader->root->repo);
    return reader->resolver;
}

/* ---- files ---- */

static bool read_disk(LspReader *reader, Arena *arena, Str path, Str *text)
{
    FsFile file SCOPED(fs_close) = {.fd = -1};
    Err ignored = {0};
    return fs_open(arena, &reader->request.policy, path, &file, &ignored) &&
           file.size <= LSP_DOCUMENT_BYTES_MAX && fs_read_all(arena, &file, text, &ignored);
}

/* The text of a file: the client's, or the disk's. */
static bool read_text(LspReader *reader, Arena *arena, Str uri, Str path, Str *text)
{
    const LspDocument *document = lsp_documents_find(&reader->root->server->documents, uri, path);
    if (document && !document->lost) {
        *text = document->text;
        return true;
    }
    return path.len && read_disk(reader, arena, path, text);
}

static LspFile *make_file(LspReader *reader, Arena *arena, Str uri, Str text)
{
    LspFile *file = NEW(arena, LspFile, 1);
    *file = (LspFile){.uri = uri, .id = FILE_NOWHERE, .arena = arena};
    lsp_text_open(arena, text, reader->root->server->documents.encoding, &file->text);
    return file;
}

/* By name and content; else what the client says. */
static const Language *language_of(const LspReader *reader, Str path, Str uri, Str text)
{
    const LspDocument *document = lsp_documents_find(&reader->root->server->documents, uri, path);
    const Language *language =
        lang_detect(path.len ? path : uri, str_slice(text, 0, SOURCE_HEAD_BYTES));
    const Language *named = document ? lang_find(document->language) : NULL;
    return lang_facts(language)->is_plain_text && named ? named : language;
}

static LspFile *refuse_file(LspReader *reader, RpcFault *fault, RpcCode code, Str why)
{
    lsp_reader_refuse(reader, fault, code, why);
    return NULL;
}

LspFile *lsp_tree_named(LspReader *reader, const Json *params, RpcFault *fault)
{
    Str uri = json_text(json_get(params, STR("textDocument")), STR("uri")), text;
    Str path = lsp_uri_path(&reader->arena, uri);
    Str relative = lsp_root_relative(reader->root, &reader->arena, path);
    uint32_t id = reader->catalog && relative.len ? catalog_find_file(reader->catalog, relative)
                                                  : FILE_NOWHERE;
    LspFile *file = id == FILE_NOWHERE ? NULL : lsp_tree_file(reader, id);
    if (file)
        return file;
    if (!uri.len)
        return refuse_file(reader, fault, RPC_INVALID_PARAMS, STR("textDocument.uri is missing"));
    if (!read_text(reader, &reader->arena, uri, path, &text))
        return refuse_file(reader, fault, RPC_REQUEST_FAILED,
                           STR("the document is not open, and its file cannot be read"));
    file = make_file(reader, &reader->arena, uri, text);
    file->path = relative;
    file->language = language_of(reader, path, uri, text);
    return file;
}

LspFile *lsp_tree_file(LspReader *reader, uint32_t id)
{
    const CatalogFile *row = catalog_row(reader->catalog, id);
    bool added;
    Str text, uri = lsp_root_uri(reader->root, &reader->kept, row->path);
    uint64_t *slot = map_put(&reader->files, row->path, &added);
    if (!added)
        return (LspFile *)(uintptr_t)*slot;
    Str path = path_join(&reader->kept, reader->root->repo.root, row->path);
    if (!read_text(reader, &reader->kept, uri, path, &text) ||
        !str_equal(intake_hash(&reader->scratch, row->language, text), row->hash))
        return NULL;
    LspFile *file = make_file(reader, &reader->kept, uri, text);
    file->path = row->path;
    file->id = id;
    file->language = row->language;
    *slot = (uint64_t)(uintptr_t)file;
    return file;
}

void lsp_tree_outline(LspReader *reader, LspFile *file)
{
    const OutlineOptions options = {.want_references = true,
                                    .want_bindings = true,
                                    .want_docs = true,
                                    .no_ctags = true,
                                    .time_ms = ASKED_PARSE_TIME_MS};
    if (!file->is_outlined)
        lang_outline(file->arena, reader->scratch, file->language, file->text.bytes, &options,
                     &file->outline);
    file->is_outlined = true;
}

bool lsp_tree_places(LspReader *reader, LspFile *file)
{
    Err ignored = {0};
    if (!file->has_places &&
        !catalog_outline(reader->catalog, file->arena, file->id, true, &file->places, &ignored))
        return false;
    file->has_places = true;
    return true;
}
