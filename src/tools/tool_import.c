/* `import`. The index is current before the import, as documents are compared with its files; the
   rows are written within an update that resolves all references again. */
#include "base/fs.h"
#include "base/path.h"
#include "exchange/import_scip.h"
#include "index/store/compiled.h"
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

static void put_figure(Buf *out, uint64_t count, const char *one, const char *many)
{
    buf_put_thousands(out, count);
    buf_printf(out, " %s", count == 1 ? one : many);
}

static void put_text(Buf *out, const ScipImport *import)
{
    const ImportFigures *figures = &import->figures;
    put_figure(out, figures->files, "file", "files");
    buf_put(out, STR(" taken from "));
    view_put_line_text(out, import->indexer);
    buf_put_byte(out, '\n');
    put_figure(out, figures->references, "reference", "references");
    buf_put(out, STR(" it says something about\n"));
    const struct {
        const char *before;
        uint64_t count;
        const char *after;
    } lines[] = {
        {"  ", figures->confirmed, " confirmed: the edge was exact\n"},
        {"  ", figures->decided, " decided: it was likely, or one of several\n"},
        {"  ", figures->corrected, " corrected: it led elsewhere\n"},
        {"  ", figures->added, " added: there was none\n"},
        {"  ", figures->dropped, " dropped: a guess, and it is a local variable\n"},
        {"  ", figures->kept, " kept: exact edges that it sees less deeply\n"},
    };
    for (size_t i = 0; i < COUNT(lines); i++) {
        buf_put(out, str_from(lines[i].before));
        buf_put_thousands(out, lines[i].count);
        buf_put(out, str_from(lines[i].after));
    }
    if (figures->refused) {
        buf_put(out, STR("refused: "));
        put_figure(out, figures->refused, "file", "files");
        buf_put(out, STR(" with another text, such as "));
        view_put_line_text(out, import->refused);
        buf_printf(out, ": %.*s\n", STR_ARG(import->reason));
    }
    if (figures->absent) {
        buf_put(out, STR("passed over: "));
        put_figure(out, figures->absent, "document", "documents");
        buf_put(out, STR(" of files that are no indexed code\n"));
    }
}

static bool answer(ToolCall *call, const ScipImport *import, Err *err)
{
    const ImportFigures *figures = &import->figures;
    const struct {
        Str name;
        uint64_t value;
    } rows[] = {{STR("documents"), figures->documents},
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
    Buf out = buf_open(call->arena, 0);
    if (call->format == VIEW_TEXT) {
        put_text(&out, import);
        return query_put_text(&call->request, import->session, &out, err);
    }
    Json *value = query_frame(call->arena, import->session, STR("import"));
    json_set(value, STR("indexer"), json_str(call->arena, import->indexer));
    for (size_t i = 0; i < COUNT(rows); i++)
        json_set(value, rows[i].name, json_u64(call->arena, rows[i].value));
    view_put_value(&out, *call->scratch, call->format, value);
    return tool_put_buf(call, &out, err);
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
    if (call->format != VIEW_TEXT) {
        Buf out = buf_open(call->arena, 0);
        Json *value = query_frame(call->arena, session, STR("import"));
        json_set(value, STR("forgotten"), json_u64(call->arena, count));
        view_put_value(&out, *call->scratch, call->format, value);
        return tool_put_buf(call, &out, err);
    }
    Buf out = buf_open(call->arena, 0);
    if (count) {
        buf_put(&out, STR("what was imported for "));
        put_figure(&out, count, "file", "files");
        buf_put(&out, STR(" is forgotten\n"));
    } else {
        buf_put(&out, STR("nothing was imported\n"));
    }
    return query_put_text(&call->request, session, &out, err);
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
