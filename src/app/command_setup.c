/* Reports each change on a line. Files are written one after the other, after all of them were read
   and edited in memory. */
#include "app/commands.h"
#include "base/fs.h"
#include "base/path.h"
#include "git/repo.h"
#include "setup/setup_plan.h"

/* Their names in setup/agents.def. */
static const char *const agents[] = {"claude-code", "codex",  "gemini-cli", "opencode",
                                     "vscode",      "cursor", "zed",        "neovim",
                                     "helix",       "emacs",  NULL};

static const ToolParam params[] = {
    {.name = "agent",
     .type = TOOL_TEXT,
     .positional = true,
     .choices = agents,
     .value = "AGENT",
     .help = "the agent; without it they are listed"},
    {.name = "user", .type = TOOL_FLAG, .help = "for you, in every project; the default"},
    {.name = "project",
     .type = TOOL_FLAG,
     .help = "for everyone in this project: its files, below --root or the repository's root"},
    {.name = "hook",
     .type = TOOL_FLAG,
     .help = "also a hook that answers the read of a huge file with its map "
             "(claude-code, gemini-cli)"},
    {.name = "instructions",
     .type = TOOL_FLAG,
     .help = "also a marked paragraph in CLAUDE.md, AGENTS.md or GEMINI.md"},
    {.name = "lsp",
     .type = TOOL_FLAG,
     .help = "also the language server (claude-code, opencode, zed; editors always get it)"},
    {.name = "command",
     .type = TOOL_TEXT,
     .value = "PATH",
     .help = "how the agent starts fovea (default: fovea, or its full path when not on PATH)"},
    {.name = "remove", .type = TOOL_FLAG, .help = "undo it"},
    {.name = "dry_run", .type = TOOL_FLAG, .help = "change nothing, show what would change"},
};

static const char *const examples[] = {"setup",
                                       "setup claude-code",
                                       "setup codex --dry-run",
                                       "setup vscode --project --instructions",
                                       "setup claude-code --remove",
                                       NULL};

/* ---- the request ---- */

/* The command for the settings. In a project's settings it is the program's name, since other
   people have it at other paths. */
static Str own_command(ToolCall *call)
{
    Str given = tool_text(call, "command"), name = STR("fovea");
    if (given.len)
        return given;
    Str self = fs_real_path(call->arena, STR("/proc/self/exe"));
    if (tool_flag(call, "project") || !self.len ||
        str_equal(command_on_path(call->arena, name), self))
        return name;
    return self;
}

/* Refuses a program in npx's cache: it is gone when the cache is cleared. */
static bool check_command(ToolCall *call, Str command, Err *err)
{
    if (tool_text(call, "command").len || str_find(command, STR("/_npx/")) == STR_NONE)
        return true;
    err_set(err, ERR_FAILED, "setup: npx runs this program from a cache that may be cleared");
    return err_hint(err,
                    "install it first: npm install -g @fovea/cli; or say where it is: --command");
}

static bool find_project(ToolCall *call, Str *root, Err *err)
{
    GitRepo repo;
    Str start = call->context->root.len ? call->context->root : fs_working_directory(call->arena);
    *root = call->context->root;
    if (root->len)
        return true;
    if (!git_repo_find(call->arena, start, &repo, err))
        return false;
    *root = repo.root;
    return true;
}

static bool check_options(ToolCall *call, Err *err)
{
    if (tool_flag(call, "user") && tool_flag(call, "project")) {
        err_set(err, ERR_USAGE, "setup: --user and --project exclude each other");
        return err_hint(err, "run it twice for both");
    }
    if (tool_text(call, "agent").len || !tool_flag(call, "remove"))
        return true;
    err_set(err, ERR_USAGE, "setup: --remove needs an agent");
    return err_hint(err, "fovea setup lists which are set up");
}

/* ---- the list ---- */

/* Widths of the longest state and of most agents' settings files; longer paths only push the next
   column. */
#define STATE_COLUMNS 11
#define PATH_COLUMNS 36

static const char *state_word(const ToolCall *call, SetupRequest *request, Str *shown)
{
    static const char *const words[] = {
        [SETUP_ABSENT] = "-", [SETUP_PRESENT] = "set up", [SETUP_DIFFERENT] = "own entry"};
    SetupState state;
    Err err;
    if (!setup_look(call->arena, request, &state, shown, &err))
        return "unreadable";
    return words[state];
}

static bool put_list(ToolCall *call, Err *err)
{
    SetupRequest user = {.command = own_command(call)}, project = {.command = STR("fovea")};
    Buf out = buf_open(call->arena, ANSWER_BYTES_MAX);
    if (!find_project(call, &project.project, err))
        return false;
    buf_printf(&out, "%-12s %-6s %-*s %s\n", "agent", "found", STATE_COLUMNS + PATH_COLUMNS,
               "for you", "in this project");
    for (size_t i = 0; i < coding_agent_count(); i++) {
        const Agent *agent = user.agent = project.agent = coding_agent_at(i);
        Str file = {0};
        const char *word = state_word(call, &user, &file);
        buf_printf(&out, "%-12s %-6s %-*s%-*.*s ", agent->name,
                   coding_agent_is_installed(*call->scratch, agent) ? "yes" : "no", STATE_COLUMNS,
                   word, PATH_COLUMNS, STR_ARG(file));
        word = state_word(call, &project, &file);
        buf_printf(&out, "%-*s%.*s\n", file.len ? STATE_COLUMNS : 0, word, STR_ARG(file));
    }
    buf_printf(&out, "\nThe project is %.*s.\n",
               STR_ARG(coding_agent_shown_path(call->arena, project.project)));
    buf_put(&out, STR("Set one up: fovea setup AGENT [--project]. See first what it changes: "
                      "--dry-run. Undo: --remove.\n"));
    return tool_put_buf(call, &out, err);
}

/* ---- setting up ---- */

static Str key_path(Arena *arena, const SetupItem *item)
{
    Buf out = buf_open(arena, 0);
    for (size_t i = 0; i < SETUP_KEYS_MAX && item->keys[i]; i++)
        buf_printf(&out, "%s%s", i && item->keys[i][0] != '[' ? "." : "", item->keys[i]);
    return buf_str(&out);
}

/* The note after a file that is not changed. */
static const char *unchanged_note(const SetupRequest *request, const SetupChange *change)
{
    if (request->remove)
        return change->shared_with ? "kept" : "not there";
    return change->state == SETUP_DIFFERENT ? "left alone" : "already there";
}

static void put_unchanged(Buf *out, const SetupRequest *request, const SetupChange *change)
{
    buf_printf(out, "%-13s %.*s  %s", unchanged_note(request, change), STR_ARG(change->file->shown),
               change->item->what);
    if (change->shared_with)
        buf_printf(out, ": %s is set up here and reads it too", change->shared_with->title);
    else if (!request->remove && change->state == SETUP_DIFFERENT)
        buf_printf(out,
                   ": it has an entry of its own at %.*s; to replace it, run this with --remove "
                   "first",
                   STR_ARG(key_path(out->arena, change->item)));
    buf_put_byte(out, '\n');
}

static const char *done_word(const SetupRequest *request, const SetupFile *file)
{
    if (request->remove)
        return file->after.exists ? "removed from" : "removed";
    return file->edit.exists ? "added to" : "wrote";
}

/* Writes the file along with the first of its changes. */
static bool carry_out(ToolCall *call, Buf *out, SetupFile *file, Str *backup, Err *err)
{
    *backup = (Str){0};
    if (!file->changes)
        return true;
    file->changes = false;
    if (!tool_flag(call, "dry_run"))
        return setup_apply(call->arena, file, backup, err);
    return setup_put_diff(out, *call->scratch, file, err);
}

static bool put_change(ToolCall *call, Buf *out, const SetupRequest *request,
                       const SetupChange *change, Err *err)
{
    Str backup;
    if (!change->changes) {
        if (!request->remove || !change->item->when || change->shared_with)
            put_unchanged(out, request, change);
        return true;
    }
    if (!carry_out(call, out, change->file, &backup, err))
        return false;
    if (tool_flag(call, "dry_run"))
        return true;
    buf_printf(out, "%-13s %.*s  %s", done_word(request, change->file),
               STR_ARG(change->file->shown), change->item->what);
    if (change->item->keys[0])
        buf_printf(out, " (%.*s)", STR_ARG(key_path(call->arena, change->item)));
    buf_put_byte(out, '\n');
    if (backup.len)
        buf_printf(out, "%-13s %.*s\n", "  as it was:", STR_ARG(backup));
    return true;
}

static bool has_option(const SetupRequest *request, SetupWhen when)
{
    for (size_t i = 0; i < SETUP_ITEMS_MAX; i++) {
        const SetupItem *item = &request->agent->items[i];
        if (item->kind && item->when == when &&
            (request->project.len ? item->project : item->user)[0])
            return true;
    }
    return false;
}

static void put_next(Buf *out, const SetupRequest *request)
{
    const char *scope = request->project.len ? " --project" : "";
    const char *with_lsp = request->lsp ? request->agent->next_lsp : NULL;
    if (request->remove)
        return;
    buf_printf(out, "\nNext: %s.\n", with_lsp ? with_lsp : request->agent->next);
    if (!path_is_absolute(request->command) && !command_on_path(out->arena, request->command).len)
        buf_printf(out, "%.*s is not on PATH yet; the agent finds it once it is.\n",
                   STR_ARG(request->command));
    if (request->project.len)
        buf_put(out, STR("The agent asks whoever opens the project whether to trust it.\n"));
    if (!request->hook && has_option(request, SETUP_HOOK))
        buf_printf(out, "With --hook, reading a huge file whole is answered with its map.\n");
    if (!request->instructions && has_option(request, SETUP_INSTRUCTIONS))
        buf_printf(out, "With --instructions, the model learns when to use it.\n");
    if (!request->lsp && has_option(request, SETUP_LSP))
        buf_printf(out, "With --lsp, it also gets the language server (fovea lsp).\n");
    buf_printf(out, "Undo: fovea setup %s%s --remove\n", request->agent->name, scope);
}

/* Whether an item is there for this scope. */
static bool has_item(const SetupRequest *request, size_t index)
{
    const SetupItem *item = &request->agent->items[index];
    return item->kind && (request->project.len ? item->project : item->user)[0];
}

/* Refuses options that this agent does not support. */
static bool check_agent(const SetupRequest *request, Err *err)
{
    if (request->remove)
        return true;
    const char *missing = NULL;
    if (request->hook && !has_option(request, SETUP_HOOK))
        missing = "--hook";
    else if (request->instructions && !has_option(request, SETUP_INSTRUCTIONS))
        missing = "--instructions";
    else if (request->lsp && !has_option(request, SETUP_LSP) &&
             !coding_agent_is_editor(request->agent))
        missing = "--lsp";
    else if (!has_item(request, 0))
        missing = "--project";
    if (!missing)
        return true;
    err_set(err, ERR_USAGE, "setup: there is no %s for %s%s", missing, request->agent->title,
            request->project.len ? "" : " outside of a project");
    return err_hint(err, "leave it out");
}

static bool run(ToolCall *call, Err *err)
{
    if (!check_options(call, err))
        return false;
    if (!tool_text(call, "agent").len)
        return put_list(call, err);
    SetupRequest request = {.remove = tool_flag(call, "remove"),
                            .hook = tool_flag(call, "hook"),
                            .instructions = tool_flag(call, "instructions"),
                            .lsp = tool_flag(call, "lsp"),
                            .command = own_command(call)};
    if (!coding_agent_find(tool_text(call, "agent"), &request.agent, err) ||
        (tool_flag(call, "project") && !find_project(call, &request.project, err)) ||
        !check_agent(&request, err) ||
        (!request.remove && !check_command(call, request.command, err)))
        return false;
    SetupPlan plan SCOPED(setup_plan_close) = {0};
    if (!setup_plan(call->arena, &request, &plan, err))
        return false;
    Buf out = buf_open(call->arena, ANSWER_BYTES_MAX);
    bool done = true;
    for (size_t i = 0; done && i < plan.count; i++)
        done = put_change(call, &out, &request, &plan.changes[i], err);
    if (done && !tool_flag(call, "dry_run"))
        put_next(&out, &request);
    Err ignored;
    bool sent = tool_put_buf(call, &out, done ? err : &ignored);
    return done && sent;
}

const Tool command_setup = {
    .name = "setup",
    .summary = "Connects a coding agent or an editor to fovea, or disconnects it",
    .about =
        "Adds fovea's MCP server to the agent's settings, and for Claude Code a "
        "skill. Editors get its language server. Comments, order and formatting of the settings "
        "are preserved; "
        "the old file is backed up below ~/.local/state/fovea/backups "
        "(XDG_STATE_HOME). --remove restores the file as it was. A file that "
        "cannot be parsed is not touched.\n\n"
        "No other command changes files that it was not given. In a project, "
        "nothing outside it is written, not even through symbolic "
        "links.\n\n"
        "Without an agent, lists the agents, their files, and which are set up.",
    .examples = examples,
    .params = params,
    .param_count = COUNT(params),
    .text_only = true,
    .run = run,
};
