/* Each part of an installation is tried, not looked up: the server is started and queried, the
   index opened and compared. Each finding is a line; a fault is followed by the call that repairs
   it. */
#include "app/commands.h"
#include "base/fs.h"
#include "base/path.h"
#include "base/proc.h"
#include "git/repo.h"
#include "session/place.h"
#include "session/session.h"
#include "setup/setup_plan.h"

/* A server that takes longer is reported as one that does not answer. */
#define SERVER_MS 10000
#define LABEL "%-9s"

static const char *const examples[] = {"doctor", NULL};

typedef struct Doctor {
    ToolCall *call;
    Buf out;
    unsigned wrong;
} Doctor;

/* ---- the program ---- */

static Str put_program(Doctor *doctor)
{
    Arena *arena = doctor->call->arena;
    Str self = fs_real_path(arena, STR("/proc/self/exe"));
    Str found = command_on_path(arena, STR("fovea"));
    buf_printf(&doctor->out, LABEL " %.*s, version " FOVEA_VERSION, "program", STR_ARG(self));
    if (!found.len)
        buf_put(&doctor->out, STR("; not on PATH: agents need its full path"));
    else if (!str_equal(found, self))
        buf_printf(&doctor->out, "; on PATH is another one: %.*s", STR_ARG(found));
    buf_put_byte(&doctor->out, '\n');
    return self;
}

/* ---- the server ---- */

static void put_server(Doctor *doctor, Str self)
{
    static const char hello[] =
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":{"
        "\"protocolVersion\":\"2025-11-25\",\"capabilities\":{},"
        "\"clientInfo\":{\"name\":\"doctor\",\"version\":\"1\"}}}\n"
        "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"tools/list\"}\n";
    Arena *arena = doctor->call->arena;
    const char *argv[] = {str_terminate(arena, self), "mcp", NULL};
    ProcResult result = {0};
    Err err = {0};
    int64_t start = proc_clock_ms();
    bool ran = proc_run(arena, argv, STR(hello), (ProcLimits){.time_ms = SERVER_MS}, &result, &err);
    bool well = ran && !result.timed_out && !result.exit_code &&
                str_find(result.output, STR("\"tools\":[")) != STR_NONE;
    doctor->wrong += !well;
    if (well)
        buf_printf(&doctor->out, LABEL " `fovea mcp` answers and ends with its input (%lld ms)\n",
                   "server", (long long)(proc_clock_ms() - start));
    else
        buf_printf(&doctor->out, LABEL " `fovea mcp` does not answer: %s\n", "server",
                   err.message[0] ? err.message : "start it in a shell to see why");
}

/* ---- the agents ---- */

static bool is_set_up(Doctor *doctor, const SetupRequest *request, const char *scope, bool *first)
{
    SetupState state;
    Str file = {0};
    Err err;
    bool readable = setup_look(doctor->call->arena, request, &state, &file, &err);
    if (readable && state == SETUP_ABSENT)
        return false;
    buf_printf(&doctor->out, LABEL " %s: %s %s (%.*s)\n", *first ? "agents" : "",
               request->agent->name,
               !readable                  ? "its settings cannot be read,"
               : state == SETUP_DIFFERENT ? "has an entry of its own,"
                                          : "is set up,",
               scope, STR_ARG(file));
    doctor->wrong += !readable;
    *first = false;
    return true;
}

static void put_agents(Doctor *doctor, Str self)
{
    ToolCall *call = doctor->call;
    GitRepo repo;
    Err ignored;
    Str start = call->context->root.len ? call->context->root : fs_working_directory(call->arena);
    bool on_path = str_equal(command_on_path(call->arena, STR("fovea")), self), first = true;
    SetupRequest user = {.command = on_path ? STR("fovea") : self};
    SetupRequest project = {.command = STR("fovea")};
    if (git_repo_find(call->arena, start, &repo, &ignored))
        project.project = repo.root;
    for (size_t i = 0; i < coding_agent_count(); i++) {
        const Agent *agent = user.agent = project.agent = coding_agent_at(i);
        bool here = is_set_up(doctor, &user, "for you", &first);
        here =
            (project.project.len && is_set_up(doctor, &project, "in this project", &first)) || here;
        if (here || coding_agent_is_editor(agent) ||
            !coding_agent_is_installed(*call->scratch, agent))
            continue;
        buf_printf(&doctor->out, LABEL " %s: found, not set up: fovea setup %s\n",
                   first ? "agents" : "", agent->name, agent->name);
        first = false;
    }
    if (first)
        buf_printf(&doctor->out, LABEL " none is found: fovea setup lists those that are known\n",
                   "agents");
}

/* ---- the index ---- */

static bool keep(void *state, Str bytes, Err *err)
{
    (void)err;
    buf_put(state, bytes);
    return true;
}

static void put_index(Doctor *doctor)
{
    ToolCall *call = doctor->call;
    Buf text = buf_open(call->arena, 0);
    Err err = {0};
    ToolCall status = {.tool = tool_find(STR("status")),
                       .context = call->context,
                       .arena = call->arena,
                       .scratch = call->scratch,
                       .sink = {.put = keep, .state = &text}};
    bool known = tool_run(&status, &err), first = true;
    if (!known)
        buf_printf(&text, "%s\n%s\n", err.message, err.hint);
    doctor->wrong += !known && err.code != ERR_NOT_FOUND; /* a missing place is not a fault */
    Str rest = buf_str(&text), line;
    while (str_take_line(&rest, &line)) {
        buf_printf(&doctor->out, LABEL " %.*s\n", first ? "index" : "", STR_ARG(line));
        first = false;
    }
    Str database = session_place_database(&call->request, (Str){0}, &err);
    if (known && database.len)
        buf_printf(&doctor->out, LABEL " kept in %.*s; fovea cache shows how large it is\n", "",
                   STR_ARG(coding_agent_shown_path(call->arena, database)));
}

static bool run(ToolCall *call, Err *err)
{
    Doctor doctor = {.call = call, .out = buf_open(call->arena, ANSWER_BYTES_MAX)};
    Str self = put_program(&doctor);
    put_server(&doctor, self);
    put_agents(&doctor, self);
    put_index(&doctor);
    if (!tool_put_buf(call, &doctor.out, err))
        return false;
    return !doctor.wrong || err_set(err, ERR_FAILED, "%u of this %s wrong", doctor.wrong,
                                    doctor.wrong == 1 ? "is" : "are");
}

const Tool command_doctor = {
    .name = "doctor",
    .summary = "Checks the installation: program, server, agents, index",
    .about = "Starts the server and queries it, checks the settings of the agents "
             "that it finds, and compares the index of this repository with its tree, "
             "as `fovea status` does. Changes nothing but the cache; exit code 1 when "
             "something is wrong.",
    .examples = examples,
    .text_only = true,
    .run = run,
};
