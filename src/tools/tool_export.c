/* `export`. The destination is checked before anything is written. What exists there is replaced
   only if it is an earlier export or --force is given. */
#include "base/fs.h"
#include "base/path.h"
#include "session/indexer.h"
#include "tools/export.h"

/* More names than an export has at its top level. */
#define NAMES_LOOKED_AT 16
#define SQLITE_HEADER_BYTES 72
#define SQLITE_APPLICATION_AT 68

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
    {.name = "force", .type = TOOL_FLAG, .help = "replace what is there, whatever it is"},
};

static const char *const examples[] = {"export --sqlite /tmp/redis.sqlite",
                                       "export --shards /tmp/redis-shards", NULL};

/* ---- the destination ---- */

static bool is_exported_file(ToolCall *call, Str path)
{
    FsFile file SCOPED(fs_close) = {.fd = -1};
    const FsPolicy anywhere = {0};
    char header[SQLITE_HEADER_BYTES];
    size_t got = 0;
    Err ignored;
    if (!fs_open(call->arena, &anywhere, path, &file, &ignored))
        return false;
    if (!file.size)
        return true;
    if (!fs_read_at(&file, 0, header, sizeof header, &got, &ignored) || got < sizeof header ||
        !str_equal((Str){header, 15}, STR("SQLite format 3")))
        return false;
    uint32_t id = 0;
    for (size_t i = 0; i < 4; i++)
        id = id << 8 | (unsigned char)header[SQLITE_APPLICATION_AT + i];
    return id == EXPORT_APPLICATION_ID;
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
    bool ok = to->directory ? export_shards(export, str_from(stage.temporary), err)
                            : export_sqlite(export, stage.temporary, err);
    return ok && fs_stage_commit(call->arena, &stage, foreign, &to->kept, err);
}

static Destination destination_of(ToolCall *call)
{
    bool directory = tool_value(call, "shards")->given;
    Str root = call->context->root;
    Str name = tool_text(call, directory ? "shards" : "sqlite");
    while (name.len > 1 && name.ptr[name.len - 1] == '/')
        name.len--;
    return (Destination){.path = root.len ? path_join(call->arena, root, name) : name,
                         .directory = directory};
}

static bool answer(ToolCall *call, const Export *export, const Destination *to, Err *err)
{
    const ExportCount *count = &export->count;
    const struct {
        Str name;
        uint64_t value;
    } figures[] = {{STR("files"), count->files},
                   {STR("symbols"), count->symbols},
                   {STR("edges"), count->edges},
                   {STR("imports"), count->imports},
                   {STR("modules"), count->modules}};
    Buf out = buf_open(call->arena, 0);
    Json *value = query_frame(call->arena, export->session, STR("export"));
    for (size_t i = 0; i < COUNT(figures); i++) {
        json_set(value, figures[i].name, json_u64(call->arena, figures[i].value));
        buf_put(&out, i ? STR(", ") : STR(""));
        buf_put_thousands(&out, figures[i].value);
        buf_printf(&out, " %.*s", STR_ARG(figures[i].name));
    }
    buf_put(&out, STR(" written\n"));
    if (to->kept.len) {
        json_set(value, STR("kept"), json_str(call->arena, path_base(to->kept)));
        buf_put(&out, STR("what was there before: "));
        view_put_line_text(&out, path_base(to->kept));
        buf_put_byte(&out, '\n');
    }
    if (call->format == VIEW_TEXT)
        return query_put_text(call, export->session, &out, err);
    out = buf_open(call->arena, 0);
    view_put_value(&out, *call->scratch, call->format, value);
    return tool_put_buf(call, &out, err);
}

static bool run(ToolCall *call, Err *err)
{
    IndexSession session SCOPED(session_close) = {0};
    BuildReport report;
    Export export;
    if (tool_value(call, "shards")->given == tool_value(call, "sqlite")->given) {
        err_set(err, ERR_USAGE, "say where to: either --shards DIR or --sqlite FILE");
        return err_hint(err, "fovea export --help");
    }
    Destination to = destination_of(call);
    if (!may_replace(call, to.path, to.directory, err) ||
        !session_open(&call->request, tool_text(call, "path"), &session, err) ||
        !indexer_update(&call->request, &session, false, &report, err) ||
        !session_load(&call->request, &session, CATALOG_ALL, err))
        return false;
    git_repo_read_head(call->arena, &session.repo);
    export_open(call, &session, &export);
    return write_export(call, &export, &to, err) && answer(call, &export, &to, err);
}

const Tool export_tool = {
    .name = "export",
    .summary = "Writes the index in open formats: an SQLite file, or a directory of "
               "TOON and JSON",
    .about = "The index is updated first. The export is written under a temporary "
             "name and renamed into place. Without --force only an earlier export is "
             "replaced; with it, a directory that is not an export is kept under "
             "another name. docs/export.md describes every file, table and column.",
    .examples = examples,
    .params = params,
    .param_count = COUNT(params),
    .cli_only = true,
    .uses_index = true,
    .run = run,
};
