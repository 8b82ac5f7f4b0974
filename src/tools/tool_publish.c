/* `publish`: the committed state of a repository goes into an organisation's database. The index of
   the work tree is that state only if nothing differs from HEAD, which is checked before and after
   it is updated. */
#include "git/objects.h"
#include "git/origin.h"

#include "base/path.h"
#include "explore/embed_documents.h"
#include "explore/embedding.h"
#include "index/update/memory.h"
#include "org/publish.h"
#include "query/org_target.h"
#include "query/response.h"
#include "session/indexer.h"
#include "tools/tool.h"

static const ToolParam params[] = {
    {.name = "path",
     .type = TOOL_TEXT,
     .positional = true,
     .value = "DIR",
     .help = "a directory in the repository (default the working directory)"},
    {.name = "to",
     .type = TOOL_TEXT,
     .bare = ORG_CONFIGURED,
     .fallback = ORG_CONFIGURED,
     .value = "URL",
     .help = "the database: postgresql://host/name; default FOVEA_ORG or org.database"},
    {.name = "repository",
     .type = TOOL_TEXT,
     .value = "NAME",
     .help = "its name there; default by the URL of origin, else the directory's"},
    {.name = "branch", .type = TOOL_TEXT, .value = "NAME", .help = "default the present one"},
    {.name = "default",
     .type = TOOL_FLAG,
     .help = "make this branch the one that questions mean (the first one published is)"},
    {.name = "grant",
     .type = TOOL_TEXT,
     .many = true,
     .value = "ROLE",
     .help = "let this role of the database read the repository; may be repeated"},
    {.name = "force", .type = TOOL_FLAG, .help = "even if this commit or a newer one is there"},
    {.name = "init",
     .type = TOOL_FLAG,
     .help = "only make the database's schema or bring it up to date"},
};

static const char *const examples[] = {"publish --to postgresql://db.example.org/code",
                                       "publish --branch main --grant fovea_reader",
                                       "publish --init --to service=code", NULL};

#define ROLES_MAX 64 /* more than anybody names on a command line */
/* Loading a large repository for the first time takes minutes; less than a day is enough for any.
 */
#define PUBLISH_STATEMENT_MS (6 * 3600 * 1000)

typedef struct Publishing {
    ToolCall *call;
    IndexSession *session;
    GitObjects *objects;
    Org org;
    OrgCommit commit;
    OrgPublished published;
    uint32_t applied; /* migrations */
    Str roles[ROLES_MAX];
} Publishing;

/* ---- what is published ---- */

static Str repository_name(Publishing *publishing)
{
    ToolCall *call = publishing->call;
    const GitRepo *repo = &publishing->session->repo;
    Str name = tool_text(call, "repository");
    if (!name.len)
        name = git_origin_name(git_origin_url(call->arena, repo, STR("origin")));
    return name.len ? name : path_base(repo->root);
}

static bool fail_branch(Err *err)
{
    err_set(err, ERR_USAGE, "no branch is checked out");
    return err_hint(err, "--branch NAME says which one this commit is of");
}

static bool choose(Publishing *publishing, Err *err)
{
    ToolCall *call = publishing->call;
    OrgCommit *commit = &publishing->commit;
    GitRepo *repo = &publishing->session->repo;
    git_repo_read_head(call->arena, repo);
    commit->repository = repository_name(publishing);
    commit->branch = tool_text(call, "branch").len ? tool_text(call, "branch") : repo->branch;
    commit->commit = repo->head;
    commit->again = tool_flag(call, "force");
    commit->make_default = tool_flag(call, "default");
    commit->readers = publishing->roles;
    Str rest = tool_text(call, "grant"), role;
    while (str_take_line(&rest, &role) && commit->reader_count < ROLES_MAX)
        if (str_trim(role).len)
            publishing->roles[commit->reader_count++] = str_trim(role);
    if (!repo->directory.len)
        return err_set(err, ERR_NOT_FOUND, "this is no git repository");
    if (!commit->commit.len)
        return err_set(err, ERR_NOT_FOUND, "the repository has no commit yet");
    if (repo->part.len || repo->unignored) {
        err_set(err, ERR_FAILED, "only a whole repository can be published");
        return err_hint(err, "without --no-ignore, and from the repository's root");
    }
    return (commit->branch.len || fail_branch(err)) &&
           org_name_check("repository", commit->repository, err) &&
           org_name_check("branch", commit->branch, err);
}

/* Fails if the files differ from the commit. */
static bool check_clean(Publishing *publishing, Err *err)
{
    ToolCall *call = publishing->call;
    GitRepo now = publishing->session->repo;
    GitRange range = {.base = publishing->commit.commit, .to = GIT_TO_WORKING};
    GitChangeVec changes = {0};
    git_repo_read_head(call->arena, &now);
    if (!str_equal(now.head, publishing->commit.commit))
        return err_set(err, ERR_STALE, "another commit was checked out meanwhile");
    if (!git_objects_changes(publishing->objects, call->arena, &range, &changes, err))
        return false;
    if (!changes.len)
        return true;
    const GitChange *first = &changes.ptr[0];
    Str path = first->new.path.len ? first->new.path : first->old.path;
    err_set(err, ERR_FAILED, "%zu file%s from the commit: %.*s%s", changes.len,
            changes.len == 1 ? " differs" : "s differ",
            STR_ARG(str_slice(path, 0, PATH_SHOWN_BYTES)), changes.len > 1 ? ", …" : "");
    return err_hint(err, "only a commit is published: commit, stash or ignore them, or publish "
                         "from a fresh clone (git worktree add DIR HEAD)");
}

static bool is_newer(void *context, Str there)
{
    Publishing *publishing = context;
    Str base = {0};
    Err ignored;
    return git_objects_merge_base(publishing->objects, publishing->call->arena,
                                  publishing->commit.commit, there, &base, &ignored) &&
           str_equal(base, publishing->commit.commit);
}

/* A shallow clone knows too little to say no. */
static bool is_related(void *context, Str there)
{
    Publishing *publishing = context;
    Str base = {0};
    Err ignored;
    return git_objects_is_shallow(publishing->objects) ||
           git_objects_merge_base(publishing->objects, publishing->call->arena,
                                  publishing->commit.commit, there, &base, &ignored);
}

/* Files are those of the commit, which is checked. */
static bool read_file(void *context, Arena *arena, const CatalogFile *file, Str *text, Err *err)
{
    Publishing *publishing = context;
    FsFile open SCOPED(fs_close) = {.fd = -1};
    return session_open_file(&publishing->call->request, publishing->session, arena, file->path,
                             &open, err) &&
           fs_read_all(arena, &open, text, err);
}

static bool read_vectors(Publishing *publishing, Err *err)
{
    Arena *arena = publishing->call->arena;
    const Catalog *catalog = publishing->session->catalog;
    OrgVectors *vectors = &publishing->commit.vectors;
    bool *wanted = NEW(arena, bool, catalog->files.len + 1), secret;
    vectors->store = publishing->session->store;
    vectors->wanted = wanted;
    if (!vectors_model(vectors->store, arena, &vectors->model, err))
        return false;
    vectors->model.identity = embedding_model_name(vectors->model.identity);
    for (size_t i = 0; i < catalog->files.len; i++)
        wanted[i] = embed_is_wanted(&catalog->files.ptr[i], &secret);
    return true;
}

/* ---- the answer ---- */

static const char wording[] =
    "{repository} {branch} {commit:first 12}: {?outcome=unchanged}already published\n{/}"
    "{?outcome=newer}not published: a newer commit is there (--force replaces it)\n{/}"
    "{?outcome=published}{files:thousands} files, {symbols:thousands} symbols; "
    "{files_put:thousands} files put, {files_removed:thousands} removed; new to the database: "
    "{new_contents:thousands} contents, {new_symbols:thousands} symbols\n"
    "{?files_left_out}left out, for paths that are too long: {files_left_out} files\n{/}{/}"
    "{?vectors}{?vectors=none}{:}vectors: "
    "{?vectors=other_model}not sent, as they are of the model {model} and the database's are of "
    "{database_model}{?same_name}, which gave others then{/}; {/}"
    "{?vectors=not_embedded}none here (fovea embed); {/}"
    "{?vectors=published}{new_vectors:thousands} new; {/}"
    "embedded {files_embedded} of {files_to_embed} files\n{/}{/}"
    "readable by: {?readers}{readers}{:}{!publishers alone (fovea publish --grant ROLE)}{/}"
    "{?without_right}; they cannot read the database yet: GRANT fovea_reader TO {without_right}{/}"
    "\n";

static const char schema_wording[] = "schema {schema}: {?migrations}made{:}up to date{/}\n";

static void set_vectors(Arena *arena, Json *value, const Publishing *publishing)
{
    const OrgPublishedVectors *vectors = &publishing->published.vectors;
    static const Str outcomes[] = {STR_INIT("none"), STR_INIT("published"),
                                   STR_INIT("not_embedded"), STR_INIT("other_model")};
    json_set(value, STR("vectors"), json_str(arena, outcomes[vectors->outcome]));
    if (vectors->outcome == ORG_EMBEDDED_BY_OTHER) {
        json_set(value, STR("model"), json_str(arena, publishing->commit.vectors.model.identity));
        json_set(value, STR("database_model"), json_str(arena, vectors->model));
    }
    json_set(value, STR("new_vectors"), json_u64(arena, vectors->added));
    json_set(value, STR("files_embedded"), json_u64(arena, vectors->embedded));
    json_set(value, STR("files_to_embed"), json_u64(arena, vectors->files));
}

static bool answer(Publishing *publishing, Err *err)
{
    static const Str outcomes[] = {STR_INIT("published"), STR_INIT("unchanged"), STR_INIT("newer")};
    Arena *arena = publishing->call->arena;
    const OrgCommit *commit = &publishing->commit;
    const OrgPublished *published = &publishing->published;
    const ResponseFigure figures[] = {{STR("files"), published->files},
                                      {STR("symbols"), published->symbols},
                                      {STR("files_put"), published->changed},
                                      {STR("files_removed"), published->removed},
                                      {STR("files_left_out"), published->left_out},
                                      {STR("new_contents"), published->new_contents},
                                      {STR("new_symbols"), published->new_symbols}};
    Response response =
        response_open(&publishing->call->request, publishing->session, STR("publish"), wording);
    Json *value = response.value;
    json_set(value, STR("repository"), json_str(arena, commit->repository));
    json_set(value, STR("branch"), json_str(arena, commit->branch));
    json_set(value, STR("commit"), json_str(arena, commit->commit));
    json_set(value, STR("outcome"), json_str(arena, outcomes[published->outcome]));
    if (published->outcome == ORG_PUBLISHED)
        response_figures(&response, figures, COUNT(figures));
    if (published->outcome != ORG_NEWER)
        set_vectors(arena, value, publishing);
    json_set(value, STR("readers"), json_str(arena, published->readers));
    json_set_text(arena, value, STR("without_right"), published->without_right);
    json_set(response.words, STR("same_name"),
             json_bool(arena, str_equal(commit->vectors.model.identity, published->vectors.model)));
    return response_send(&response, err);
}

static bool answer_init(Publishing *publishing, Err *err)
{
    Arena *arena = publishing->call->arena;
    Response response =
        response_open(&publishing->call->request, NULL, STR("publish"), schema_wording);
    json_set(response.value, STR("schema"), json_u64(arena, publishing->org.schema));
    json_set(response.value, STR("migrations"), json_u64(arena, publishing->applied));
    return response_send(&response, err);
}

/* ---- the run ---- */

static bool connect_database(Publishing *publishing, Err *err)
{
    ToolCall *call = publishing->call;
    OrgOptions options = {
        .writes = true, .statement_ms = PUBLISH_STATEMENT_MS, .cancel = call->context->cancel};
    return org_target(&call->request, tool_text(call, "to"), &options.target, err) &&
           org_open(call->arena, &options, &publishing->org, err) &&
           ((publishing->org.schema == ORG_SCHEMA && !tool_flag(call, "init")) ||
            org_install(&publishing->org, &publishing->applied, err));
}

static bool fail_part(const char *what, Str why, const char *hint, Err *err)
{
    err_set(err, ERR_FAILED, "%s%s%.*s", what, why.len ? ": " : "", STR_ARG(why));
    return err_hint(err, "%s", hint);
}

/* Fails if the index lacks something of the commit, which readers would take for not existing. */
static bool check_whole(Publishing *publishing, Err *err)
{
    static const char part[] = "the index has only a part of the repository";
    const IndexSession *session = publishing->session;
    const Catalog *catalog = session->catalog;
    if (catalog->extent.max_depth || catalog->extent.extensions.len)
        return fail_part(part, STR(""), "fovea index --max-depth 0 --extensions all makes it whole",
                         err);
    if (catalog->left_out.files)
        return fail_part(part, memory_describe(publishing->call->arena, &catalog->left_out),
                         "raise index.memory, then fovea index", err);
    bool whole = !catalog->damaged && !catalog->absent && !session->stale.len &&
                 catalog_calls_known(catalog);
    for (size_t i = 0; i < catalog->files.len && whole; i++)
        whole = catalog->files.ptr[i].state != FILE_LEXICAL;
    return whole || fail_part(part, session->stale, "fovea index --force makes it whole", err);
}

static bool publish(Publishing *publishing, Err *err)
{
    ToolCall *call = publishing->call;
    IndexSession *session = publishing->session;
    BuildReport report;
    if (!session_open(&call->request, tool_text(call, "path"), session, err) ||
        !choose(publishing, err) ||
        !git_objects_open(call->arena, &session->repo, &publishing->objects, err) ||
        !check_clean(publishing, err) || !connect_database(publishing, err) ||
        !indexer_update(&call->request, session, false, &report, err) ||
        !session_load(&call->request, session, CATALOG_ALL, err) || !check_whole(publishing, err) ||
        !check_clean(publishing, err) || !read_vectors(publishing, err))
        return false;
    publishing->commit.catalog = session->catalog;
    publishing->commit.is_newer = is_newer;
    publishing->commit.is_related = is_related;
    publishing->commit.read = read_file;
    publishing->commit.context = publishing;
    return org_publish(&publishing->org, call->arena, &publishing->commit, &publishing->published,
                       err) &&
           answer(publishing, err);
}

static bool run(ToolCall *call, Err *err)
{
    IndexSession session SCOPED(session_close) = {0};
    Publishing publishing = {.call = call, .session = &session};
    bool done = tool_flag(call, "init")
                    ? connect_database(&publishing, err) && answer_init(&publishing, err)
                    : publish(&publishing, err);
    org_close(&publishing.org);
    git_objects_close(&publishing.objects);
    return done;
}

const Tool publish_tool = {
    .name = "publish",
    .summary = "Publishes a commit of the repository in an organisation's database",
    .about = "Writes the symbols of HEAD into PostgreSQL, where `fovea find --org` and others ask "
             "all repositories at once. Only what the database lacks is sent, in one transaction: "
             "readers see the branch as it was or as it is after. Bodies of functions are not "
             "sent. The first publish makes the schema, as --init does. Who may read a repository "
             "is decided by the database: nobody but publishers until a role is granted it. "
             "Connections follow the rules of libpq (service file, password file, sslmode); a "
             "password belongs in ~/.pgpass, not in a command. docs/organisation.md says more.",
    .examples = examples,
    .params = params,
    .param_count = COUNT(params),
    .cli_only = true,
    .uses_index = true,
    .run = run,
};
