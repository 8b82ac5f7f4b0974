/* `import`. The index is current before the import, as documents are compared with its files; the
   rows are written within an update that resolves all references again. */
#include "base/fs.h"
#include "base/path.h"
#include "exchange/import_scip.h"
#include "index/store/compiled.h"
#include "query/response.h"
#include "session/indexer.h"
#include "tools/tool.h"

static const ToolParam params[] = {
    {.name = "path",
     .type = TOOL_TEXT,
     .positional = true,
     .value = "PATH",
     .help = "a directory in the repository (default the working directory)"},
    {.name = "scip",
     .type = TOOL_TEXT,
     .value = "FILE",
     .help = "the SCIP index of a compiler-based indexer"},
    {.name = "under",
     .type = TOOL_TEXT,
     .value = "DIR",
     .help = "where the index was made, from the repository's root (default: where its "
             "metadata says)"},
    {.name = "forget", .type = TOOL_FLAG, .help = "drop everything that was imported"},
};

static const char *const examples[] = {"import --scip index.scip",
                                       "import --scip index.scip --under packages/core",
                                       "import --forget", NULL};

/* ---- writing ---- */

static bool write_rows(void *context, Store *store, Err *err)
{
    const ScipImport *import = context;
    for (size_t i = 0; i < import->rows.len; i++) {
        const ImportRow *row = &import->rows.ptr[i];
        if (!compiled_put(store, row->path, row->hash, row->marks, err))
            return false;
    }
    return true;
}

static bool forget_rows(void *context, Store *store, Err *err)
{
    (void)context;
    return compiled_clear(store, err);
}

/* ---- answers ---- */

static const char wording[] =
    "{files:thousands} file{files:s} taken from {indexer}\n"
    "{references:thousands} reference{references:s} it says something about\n"
    "  {confirmed:thousands} confirmed: the edge was exact\n"
    "  {decided:thousands} decided: it was likely, or one of several\n"
    "  {corrected:thousands} corrected: it led elsewhere\n"
    "  {added:thousands} added: there was none\n"
    "  {dropped:thousands} dropped: a guess, and it is a local variable\n"
    "  {kept:thousands} kept: exact edges that it sees less deeply\n"
    "{?refused}refused: {refused:thousands} file{refused:s} with another text, such as "
    "{refused_first}: {refused_reason}\n{/}"
    "{?absent}passed over: {absent:thousands} document{absent:s} of files that are no indexed "
    "code\n{/}";

static const char forgotten_wording[] =
    "{?forgotten}what was imported for {forgotten:thousands} file{forgotten:s} is forgotten\n"
    "{:}nothing was imported\n{/}";

static bool answer(ToolCall *call, const ScipImport *import, Err *err)
{
    const ImportFigures *figures = &import->figures;
    const ResponseFigure rows[] = {{STR("documents"), figures->documents},
                                   {STR("absent"), figures->absent},
                                   {STR("refused"), figures->refused},
                                   {STR("files"), figures->files},
                                   {STR("references"), figures->references},
                                   {STR("confirmed"), figures->confirmed},
                                   {STR("decided"), figures->decided},
                                   {STR("corrected"), figures->corrected},
                                   {STR("added"), figures->added},
                                   {STR("dropped"), figures->dropped},
                                   {STR("kept"), figures->kept}};
    Response response = response_open(&call->request, import->session, STR("import"), wording);
    json_set(response.value, STR("indexer"), json_str(call->arena, import->indexer));
    response_figures(&response, rows, COUNT(rows));
    json_set_text(call->arena, response.value, STR("refused_first"), import->refused);
    json_set_text(call->arena, response.value, STR("refused_reason"), import->reason);
    return response_send(&response, err);
}

/* ---- running ---- */

static bool forget(ToolCall *call, IndexSession *session, Err *err)
{
    uint64_t count = 0;
    BuildReport report;
    if (!session_make_writable(&call->request, session, err) ||
        !compiled_count(session->store, &count, err) ||
        (count && !session_update_with(&call->request, session, forget_rows, NULL, &report, err)))
        return false;
    Response response = response_open(&call->request, session, STR("import"), forgotten_wording);
    json_set(response.value, STR("forgotten"), json_u64(call->arena, count));
    return response_send(&response, err);
}

/* Fails when nothing of the index is about this repository as it is. */
static bool check_taken(const ScipImport *import, Err *err)
{
    const ImportFigures *figures = &import->figures;
    if (figures->files)
        return true;
    if (figures->refused) {
        err_set(err, ERR_FAILED,
                "the index is about other texts: of %llu files none was taken; '%.*s': %.*s",
                (unsigned long long)figures->refused,
                STR_ARG(str_slice(import->refused, 0, PATH_SHOWN_BYTES)), STR_ARG(import->reason));
        return err_hint(err, "run the indexer on this work tree");
    }
    err_set(err, ERR_FAILED, "no document of the index is of an indexed file here");
    return err_hint(err, "--under DIR says where in the repository the index was made");
}

static bool set_under(const ToolCall *call, ScipImport *import, Err *err)
{
    Str under = tool_text(call, "under");
    while (under.len && under.ptr[under.len - 1] == '/')
        under.len--;
    if (!under.len || str_equal(under, STR(".")))
        return true;
    import->under = str_join(call->arena, path_normalise(call->arena, under), STR("/"));
    if (path_is_absolute(under) || str_starts(import->under, STR("..")))
        return err_set(err, ERR_USAGE,
                       "--under is a directory within the repository, from its root");
    return true;
}

/* An index in memory is gone with this process. */
static bool can_keep(ToolCall *call, IndexSession *session, Err *err)
{
    if (!session_make_writable(&call->request, session, err))
        return false;
    if (!store_is_private(session->store))
        return true;
    err_set(err, ERR_FAILED, "the index cannot be written, so nothing can be imported");
    return err_hint(err, "fovea doctor says where it should be");
}

static bool take(ToolCall *call, IndexSession *session, const FsFile *file, Err *err)
{
    BuildReport report;
    ScipImport import = {.request = &call->request, .session = session, .file = file};
    if (!set_under(call, &import, err) || !can_keep(call, session, err) ||
        !indexer_update(&call->request, session, false, &report, err) ||
        !session_load(&call->request, session, CATALOG_ALL, err))
        return false;
    import.catalog = session->catalog;
    return import_scip(&import, err) && check_taken(&import, err) &&
           session_update_with(&call->request, session, write_rows, &import, &report, err) &&
           answer(call, &import, err);
}

static bool run(ToolCall *call, Err *err)
{
    IndexSession session SCOPED(session_close) = {0};
    FsFile file SCOPED(fs_close) = {.fd = -1};
    const FsPolicy anywhere = {.root = call->context->root};
    Str name = tool_text(call, "scip");
    if (tool_flag(call, "forget") == tool_value(call, "scip")->given) {
        err_set(err, ERR_USAGE, "say what to import: --scip FILE, or --forget");
        return err_hint(err, "fovea import --help");
    }
    if (name.len && !fs_open(call->arena, &anywhere, name, &file, err))
        return false;
    if (!session_open(&call->request, tool_text(call, "path"), &session, err))
        return false;
    return name.len ? take(call, &session, &file, err) : forget(call, &session, err);
}

const Tool import_tool = {
    .name = "import",
    .summary = "Takes exact references from the SCIP index of a compiler-based indexer",
    .about = "What the index says about a reference replaces what fovea inferred, in files "
             "whose text is the one that was indexed; answers call it `exact (scip)`. It "
             "counts until the file, or the file that the reference leads to, changes. "
             "docs/formats.md describes it.",
    .examples = examples,
    .params = params,
    .param_count = COUNT(params),
    .cli_only = true,
    .uses_index = true,
    .run = run,
};
