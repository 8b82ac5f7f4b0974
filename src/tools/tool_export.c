/* `export`. Each form is a row of a table. The destination is checked before anything is written.
   What exists there is replaced only if it is an earlier export or --force is given. */
#include "base/fs.h"
#include "base/path.h"
#include "exchange/export.h"
#include "formats/ctags.h"
#include "formats/scip.h"
#include "session/indexer.h"
#include "tools/tool.h"

/* More names than an export has at its top level. */
#define NAMES_LOOKED_AT 16
#define SQLITE_APPLICATION_AT 68
/* More than the first lines of a tags file, and the metadata of an index, unless its root has a
   path of more. */
#define HEADER_BYTES (4 * KB)

static const ToolParam params[] = {
    {.name = "path",
     .type = TOOL_TEXT,
     .positional = true,
     .value = "PATH",
     .help = "a directory in the repository (default the working directory)"},
    {.name = "shards",
     .type = TOOL_TEXT,
     .value = "DIR",
     .help = "write a directory of JSON lines and TOON files"},
    {.name = "sqlite", .type = TOOL_TEXT, .value = "FILE", .help = "write one SQLite file"},
    {.name = "scip",
     .type = TOOL_TEXT,
     .value = "FILE",
     .help = "write a SCIP index: definitions and exact references"},
    {.name = "ctags",
     .type = TOOL_TEXT,
     .value = "FILE",
     .help = "write a tags file, as universal-ctags does"},
    {.name = "likely", .type = TOOL_FLAG, .help = "with --scip: likely references, too"},
    {.name = "force", .type = TOOL_FLAG, .help = "replace what is there, whatever it is"},
};

static const char *const examples[] = {"export --sqlite /tmp/redis.sqlite",
                                       "export --shards /tmp/redis-shards",
                                       "export --scip index.scip", "export --ctags tags", NULL};

static bool write_sqlite(Export *export, const FsStage *into, Err *err)
{
    return export_sqlite(export, into->temporary, err);
}

static bool write_shards(Export *export, const FsStage *into, Err *err)
{
    return export_shards(export, str_from(into->temporary), err);
}

static bool is_own_sqlite(Str head)
{
    uint32_t id = 0;
    if (head.len < SQLITE_APPLICATION_AT + 4 || !str_starts(head, STR("SQLite format 3")))
        return false;
    for (size_t i = 0; i < 4; i++)
        id = id << 8 | (unsigned char)head.ptr[SQLITE_APPLICATION_AT + i];
    return id == EXPORT_APPLICATION_ID;
}

typedef struct Form {
    const char *option;
    bool (*write)(Export *export, const FsStage *into, Err *err);
    bool (*is_own)(Str head); /* NULL: a directory */
    const char *figures;      /* names of the counted things, by spaces */
} Form;

static const Form forms[] = {
    {.option = "shards", .write = write_shards, .figures = "files symbols edges imports modules"},
    {.option = "sqlite",
     .write = write_sqlite,
     .is_own = is_own_sqlite,
     .figures = "files symbols edges imports modules"},
    {.option = "scip",
     .write = export_scip,
     .is_own = scip_is_own,
     .figures = "files definitions references externals"},
    {.option = "ctags", .write = export_ctags, .is_own = ctags_is_own, .figures = "files tags"},
};

/* ---- the destination ---- */

/* Whether it is empty, or an export in any of the forms. */
static bool is_exported_file(ToolCall *call, Str path)
{
    FsFile file SCOPED(fs_close) = {.fd = -1};
    const FsPolicy anywhere = {0};
    char header[HEADER_BYTES];
    size_t got = 0;
    Err ignored;
    if (!fs_open(call->arena, &anywhere, path, &file, &ignored) ||
        !fs_read_at(&file, 0, header, sizeof header, &got, &ignored))
        return false;
    for (size_t i = 0; i < COUNT(forms); i++)
        if (forms[i].is_own && forms[i].is_own((Str){header, got}))
            return true;
    return !file.size;
}

static bool is_exported_directory(ToolCall *call, Str path)
{
    static const Str known[] = {STR_INIT("repo_overview.toon"), STR_INIT("symbol_index.jsonl"),
                                STR_INIT("modules"), STR_INIT("symbols"), STR_INIT("graphs")};
    Str *names, overview = {0};
    size_t count, found = 0;
    bool there = false;
    Err ignored;
    if (!fs_list_names(call->arena, path, NAMES_LOOKED_AT, &names, &count))
        return false;
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < COUNT(known); k++)
            found += str_equal(names[i], known[k]);
    if (!count || found < count)
        return !count;
    Str first = path_join(call->arena, path, known[0]);
    return fs_read_own(call->arena, first, 1 * MB, &overview, &there, &ignored) && there &&
           str_starts(overview, STR("_type: overview\n"));
}

static bool may_replace(ToolCall *call, Str path, bool directory, Err *err)
{
    FsKind kind = fs_kind(*call->scratch, path);
    bool force = tool_flag(call, "force");
    if (kind == FS_NOTHING)
        return true;
    if (kind == (directory ? FS_FILE : FS_DIRECTORY) || kind == FS_OTHER) {
        err_set(err, ERR_FAILED, "'%.*s' is %s", STR_ARG(str_slice(path, 0, PATH_SHOWN_BYTES)),
                kind == FS_DIRECTORY ? "a directory"
                : kind == FS_FILE    ? "a file"
                                     : "neither file nor directory");
        return err_hint(err, "name another place");
    }
    if (force || (directory ? is_exported_directory : is_exported_file)(call, path))
        return true;
    err_set(err, ERR_FAILED, "'%.*s' exists and is not an earlier export",
            STR_ARG(str_slice(path, 0, PATH_SHOWN_BYTES)));
    return err_hint(err, "name another place, or --force to replace it");
}

/* ---- writing ---- */

typedef struct Destination {
    Str path;
    const Form *form;
    bool directory;
    Str kept; /* where a directory that is not an export was moved to */
} Destination;

static bool write_export(ToolCall *call, Export *export, Destination *to, Err *err)
{
    FsStage stage SCOPED(fs_stage_close) = {0};
    bool foreign = to->directory && fs_kind(*call->scratch, to->path) == FS_DIRECTORY &&
                   !is_exported_directory(call, to->path);
    if (!fs_stage_open(call->arena, to->path, to->directory, &stage, err))
        return false;
    return to->form->write(export, &stage, err) &&
           fs_stage_commit(call->arena, &stage, foreign, &to->kept, err);
}

static bool destination_of(ToolCall *call, Destination *to, Err *err)
{
    const Form *form = NULL;
    size_t given = 0;
    for (size_t i = 0; i < COUNT(forms); i++)
        if (tool_value(call, forms[i].option)->given) {
            form = &forms[i];
            given++;
        }
    if (given != 1) {
        err_set(err, ERR_USAGE,
                "say where to: one of --shards DIR, --sqlite FILE, --scip FILE, --ctags FILE");
        return err_hint(err, "fovea export --help");
    }
    if (tool_flag(call, "likely") && form->write != export_scip) {
        err_set(err, ERR_USAGE, "--likely is for --scip");
        return err_hint(err, "the other forms have all edges, with their confidence");
    }
    Str root = call->context->root;
    Str name = tool_text(call, form->option);
    while (name.len > 1 && name.ptr[name.len - 1] == '/')
        name.len--;
    *to = (Destination){.path = root.len ? path_join(call->arena, root, name) : name,
                        .form = form,
                        .directory = !form->is_own};
    return true;
}

static uint64_t figure(const ExportCount *count, Str name)
{
    const struct {
        Str name;
        uint64_t value;
    } figures[] = {{STR("files"), count->files},
                   {STR("symbols"), count->symbols},
                   {STR("edges"), count->edges},
                   {STR("imports"), count->imports},
                   {STR("modules"), count->modules},
                   {STR("definitions"), count->definitions},
                   {STR("references"), count->references},
                   {STR("externals"), count->externals},
                   {STR("tags"), count->tags}};
    for (size_t i = 0; i < COUNT(figures); i++)
        if (str_equal(figures[i].name, name))
            return figures[i].value;
    return 0;
}

static bool answer(ToolCall *call, const Export *export, const Destination *to, Err *err)
{
    const ExportCount *count = &export->count;
    Buf out = buf_open(call->arena, 0);
    Json *value = query_frame(call->arena, export->session, STR("export"));
    Str rest = str_from(to->form->figures), name;
    while (str_take_until(&rest, ' ', &name)) {
        json_set(value, name, json_u64(call->arena, figure(count, name)));
        buf_put(&out, out.len ? STR(", ") : STR(""));
        buf_put_thousands(&out, figure(count, name));
        buf_printf(&out, " %.*s", STR_ARG(name));
    }
    buf_put(&out, STR(" written\n"));
    if (count->files_left) {
        json_set(value, STR("without_positions"), json_u64(call->arena, count->files_left));
        buf_put_thousands(&out, count->files_left);
        buf_put(&out, STR(" files without positions: they changed meanwhile, or their path is not "
                          "UTF-8\n"));
    }
    if (to->kept.len) {
        json_set(value, STR("kept"), json_str(call->arena, path_base(to->kept)));
        buf_put(&out, STR("what was there before: "));
        view_put_line_text(&out, path_base(to->kept));
        buf_put_byte(&out, '\n');
    }
    if (call->format == VIEW_TEXT)
        return query_put_text(&call->request, export->session, &out, err);
    out = buf_open(call->arena, 0);
    view_put_value(&out, *call->scratch, call->format, value);
    return tool_put_buf(call, &out, err);
}

static bool run(ToolCall *call, Err *err)
{
    IndexSession session SCOPED(session_close) = {0};
    BuildReport report;
    Export export;
    Destination to;
    if (!destination_of(call, &to, err) || !may_replace(call, to.path, to.directory, err) ||
        !session_open(&call->request, tool_text(call, "path"), &session, err) ||
        !indexer_update(&call->request, &session, false, &report, err) ||
        !session_load(&call->request, &session, CATALOG_ALL, err))
        return false;
    git_repo_read_head(call->arena, &session.repo);
    export_open(&call->request, &session, &export);
    export.likely = tool_flag(call, "likely");
    return write_export(call, &export, &to, err) && answer(call, &export, &to, err);
}

const Tool export_tool = {
    .name = "export",
    .summary = "Writes the index in open formats: SQLite, SCIP, ctags, TOON with JSON",
    .about = "The index is updated first. The export is written under a temporary "
             "name and renamed into place. Without --force only an earlier export is "
             "replaced; with it, a directory that is not an export is kept under "
             "another name. docs/export.md describes every file, table and column; "
             "docs/formats.md SCIP and ctags.",
    .examples = examples,
    .params = params,
    .param_count = COUNT(params),
    .cli_only = true,
    .uses_index = true,
    .run = run,
};
