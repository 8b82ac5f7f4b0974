/* Each action of the agent is a tool call: it appears when the action begins, and ends with it. A
   staged file keeps its tool call while it is repaired, so a client shows one diff for each file.
   The call stays pending until the edits are written or dropped. */
#include "acp/acp_turn.h"

#include "acp/acp_value.h"
#include "agent/agent_call.h"
#include "agent/agent_session.h"
#include "agent/turn.h"
#include "base/path.h"

/* At most this many gathered files are listed for editors that follow along. */
#define LOCATIONS_MAX 20

static bool send(AcpTurn *turn, Json *update, Err *err)
{
    return acp_link_update(turn->link, *turn->arena, update, err);
}

static Str next_call(AcpTurn *turn)
{
    return str_format(turn->arena, "prompt-%u-%u", turn->number, ++turn->calls);
}

static Str absolute(const AcpTurn *turn, Str path)
{
    return path_join(turn->arena, turn->root, path);
}

bool acp_turn_say(AcpTurn *turn, Str text, Err *err)
{
    return send(turn, acp_chunk_value(turn->arena, STR("agent_message_chunk"), text), err);
}

/* Sets the state of a tool call shown before. */
static bool end_call(AcpTurn *turn, Str call, const char *status, Str text, Err *err)
{
    AcpCall update = {.id = call, .status = status};
    if (text.len) {
        update.content = json_array(turn->arena);
        json_add(update.content, acp_text_content(turn->arena, text));
    }
    return send(turn, acp_call_value(turn->arena, &update), err);
}

/* Shows a tool call that is already complete. */
static bool show_call(AcpTurn *turn, const char *kind, Str title, Str text, Err *err)
{
    AcpCall call = {.id = next_call(turn),
                    .is_new = true,
                    .title = title,
                    .kind = kind,
                    .status = "completed",
                    .content = json_array(turn->arena)};
    if (text.len)
        json_add(call.content, acp_text_content(turn->arena, text));
    return send(turn, acp_call_value(turn->arena, &call), err);
}

/* ---- context ---- */

bool acp_turn_begin(AcpTurn *turn, Err *err)
{
    turn->gathering = next_call(turn);
    AcpCall call = {.id = turn->gathering,
                    .is_new = true,
                    .title = STR("Gathering context"),
                    .kind = "search",
                    .status = "in_progress"};
    return send(turn, acp_call_value(turn->arena, &call), err);
}

void acp_turn_progress(void *state, const ProgressStep *step)
{
    AcpTurn *turn = state;
    Err ignored = {0};
    if (turn->is_silent || !turn->gathering.len || !step->total)
        return;
    const char *what = step->name ? step->name : step->first_pass ? "first look" : "index";
    AcpCall call = {.id = turn->gathering,
                    .title = str_format(turn->arena, "Gathering context (%s: %u of %u files)", what,
                                        step->done, step->total)};
    (void)!send(turn, acp_call_value(turn->arena, &call), &ignored);
}

static void add_location(AcpTurn *turn, Json *locations, Str name)
{
    Str path = str_slice(name, 0, MIN(str_find(name, STR("::")), name.len));
    bool is_path = path.len < name.len && path.len && !path_is_absolute(path);
    if (is_path && locations->count < LOCATIONS_MAX)
        json_add(locations, acp_location_value(turn->arena, absolute(turn, path), 0));
}

static bool put_context(AcpTurn *turn, const AgentEvent *event, Err *err)
{
    Arena *arena = turn->arena;
    AcpCall call = {.id = turn->gathering,
                    .title = STR("Gathered context"),
                    .status = "completed",
                    .content = json_array(arena),
                    .locations = json_array(arena)};
    Buf text = buf_open(arena, 0);
    const Json *parts = json_get(event->data, STR("parts"));
    buf_printf(&text, "%.*s\n", STR_ARG(event->text));
    for (const Json *part = parts ? parts->first : NULL; part; part = part->next) {
        Str name = json_text(part, STR("name")), why = json_text(part, STR("why"));
        buf_printf(&text, "- %.*s", STR_ARG(name));
        if (why.len)
            buf_printf(&text, " (%.*s)", STR_ARG(why));
        buf_printf(&text, ", %llu tokens\n", (unsigned long long)agent_number(part, "tokens"));
        add_location(turn, call.locations, name);
    }
    json_add(call.content, acp_text_content(arena, buf_str(&text)));
    if (!turn->gathering.len) {
        call.id = next_call(turn);
        call.is_new = true;
        call.kind = "search";
    }
    turn->gathering = (Str){0};
    return send(turn, acp_call_value(arena, &call), err);
}

/* ---- plans ---- */

static bool send_plan(AcpTurn *turn, bool done, Err *err)
{
    Arena *arena = turn->arena;
    Json *entries = json_array(arena), *update = json_object(arena);
    size_t number = 0;
    for (const Json *task = turn->plan ? turn->plan->first : NULL; task; task = task->next) {
        Json *entry = json_object(arena);
        number++;
        Str status = done || number < turn->step ? STR("completed")
                     : number == turn->step      ? STR("in_progress")
                                                 : STR("pending");
        json_set(entry, STR("content"), json_str(arena, json_text(task, STR("intent"))));
        json_set(entry, STR("priority"), json_str(arena, STR("medium")));
        json_set(entry, STR("status"), json_str(arena, status));
        json_add(entries, entry);
    }
    json_set(update, STR("sessionUpdate"), json_str(arena, STR("plan")));
    json_set(update, STR("entries"), entries);
    return send(turn, update, err);
}

static bool put_plan(AcpTurn *turn, const AgentEvent *event, Err *err)
{
    turn->plan = json_get(event->data, STR("tasks"));
    turn->step = 0;
    return send_plan(turn, false, err);
}

static bool put_step(AcpTurn *turn, const AgentEvent *event, Err *err)
{
    turn->step = (size_t)agent_number(event->data, "step");
    return send_plan(turn, false, err);
}

/* ---- edits ---- */

static const char *edit_kind(EditStatus status)
{
    static const char *const kinds[EDIT_STATUS_COUNT] = {
        [EDIT_CHANGED] = "edit",
        [EDIT_CREATED] = "edit",
        [EDIT_DELETED] = "delete",
        [EDIT_MOVED] = "move",
    };
    return kinds[status];
}

static AcpEdit *find_edit(AcpTurn *turn, Str path)
{
    for (size_t i = 0; i < turn->edits.len; i++)
        if (str_equal(turn->edits.ptr[i].file.path, path))
            return &turn->edits.ptr[i];
    return NULL;
}

static bool put_edit(AcpTurn *turn, const AgentEvent *event, Err *err)
{
    Arena *arena = turn->arena;
    const EditFile *file = event->file;
    AcpEdit *edit = find_edit(turn, file->path);
    bool is_new = !edit;
    if (is_new) {
        edit = VEC_PUSH(arena, &turn->edits);
        edit->call = next_call(turn);
    }
    edit->file = *file;
    Str path = absolute(turn, file->path);
    AcpCall call = {.id = edit->call,
                    .is_new = is_new,
                    .title = event->text,
                    .kind = edit_kind(file->status),
                    .status = "pending",
                    .content = json_array(arena),
                    .locations = json_array(arena)};
    json_add(call.content, acp_diff_content(arena, path, file));
    json_add(call.locations, acp_location_value(arena, path, file->start));
    return send(turn, acp_call_value(arena, &call), err);
}

/* Ends the tool calls of all staged files. */
static bool end_edits(AcpTurn *turn, const char *status, Err *err)
{
    for (size_t i = 0; i < turn->edits.len; i++)
        if (!end_call(turn, turn->edits.ptr[i].call, status, (Str){0}, err))
            return false;
    turn->edits.len = 0;
    return true;
}

static bool names(const Json *files, Str path)
{
    for (const Json *file = files ? files->first : NULL; file; file = file->next)
        if (str_equal(file->text, path))
            return true;
    return false;
}

static bool put_commit(AcpTurn *turn, const AgentEvent *event, Err *err)
{
    const Json *files = json_get(event->data, STR("files"));
    bool ok = true;
    for (size_t i = 0; ok && i < turn->edits.len; i++) {
        const AcpEdit *edit = &turn->edits.ptr[i];
        const char *status = names(files, edit->file.path) ? "completed" : "failed";
        ok = end_call(turn, edit->call, status, (Str){0}, err);
    }
    turn->edits.len = 0;
    if (ok && turn->writing.len)
        ok = end_call(turn, turn->writing, "completed", event->text, err);
    turn->writing = (Str){0};
    if (ok && turn->plan)
        ok = send_plan(turn, true, err);
    return ok &&
           acp_turn_say(turn, str_format(turn->arena, "\n\n%.*s\n", STR_ARG(event->text)), err);
}

/* ---- other events ---- */

static Json *cost_value(Arena *arena, Str dollars)
{
    Json *value = json_object(arena), *amount = NEW(arena, Json, 1);
    *amount = (Json){.type = JSON_NUMBER, .text = str_from_offset(dollars, 1)};
    json_set(value, STR("amount"), amount);
    json_set(value, STR("currency"), json_str(arena, STR("USD")));
    return value;
}

static bool put_usage(AcpTurn *turn, const AgentEvent *event, Err *err)
{
    Arena *arena = turn->arena;
    uint64_t used = agent_number(event->data, "input") + agent_number(event->data, "cache_read") +
                    agent_number(event->data, "cache_write") + agent_number(event->data, "output");
    turn->stop = str_copy(arena, json_text(event->data, STR("stop")));
    Json *update = json_object(arena);
    json_set(update, STR("sessionUpdate"), json_str(arena, STR("usage_update")));
    json_set(update, STR("used"), json_u64(arena, used));
    json_set(update, STR("size"), json_u64(arena, turn_window_limit(turn->agent)));
    Str cost = agent_session_cost(turn->agent);
    if (cost.len)
        json_set(update, STR("cost"), cost_value(arena, cost));
    return send(turn, update, err);
}

static bool put_thought(AcpTurn *turn, Str text, Err *err)
{
    return send(turn, acp_chunk_value(turn->arena, STR("agent_thought_chunk"), text), err);
}

/* One line is for the user; more is detail. */
static bool put_notice(AcpTurn *turn, const AgentEvent *event, Err *err)
{
    Str text = str_trim(event->text);
    if (str_find_byte(text, '\n') == STR_NONE)
        return acp_turn_say(turn, str_format(turn->arena, "\n\n> %.*s\n\n", STR_ARG(text)), err);
    return put_thought(turn, str_join(turn->arena, text, STR("\n")), err);
}

static bool put_gate(AcpTurn *turn, const AgentEvent *event, Err *err)
{
    turn->gate = str_copy(turn->arena, event->text);
    return !event->text.len || show_call(turn, "think", STR("Safety gate"), event->text, err);
}

bool acp_turn_put(void *state, const AgentEvent *event, Err *err)
{
    AcpTurn *turn = state;
    if (turn->is_silent)
        return true;
    switch (event->kind) {
    case AGENT_CONTEXT: return put_context(turn, event, err);
    case AGENT_TEXT: return acp_turn_say(turn, event->text, err);
    case AGENT_NEED:
        return show_call(turn, "read", STR("Read what the model asked for"), event->text, err);
    case AGENT_PLAN: return put_plan(turn, event, err);
    case AGENT_STEP: return put_step(turn, event, err);
    case AGENT_EDIT: return put_edit(turn, event, err);
    case AGENT_CHECK: return show_call(turn, "think", STR("Checked the edits"), event->text, err);
    case AGENT_GATE: return put_gate(turn, event, err);
    case AGENT_COMMIT: return put_commit(turn, event, err);
    case AGENT_USAGE: return put_usage(turn, event, err);
    case AGENT_THOUGHT: return put_thought(turn, event->text, err);
    case AGENT_NOTICE:
    case AGENT_RETRACT:
    case AGENT_ERROR:
    case AGENT_EVENT_COUNT: break;
    }
    return put_notice(turn, event, err);
}

/* ---- permission ---- */

static AcpCall write_call(AcpTurn *turn)
{
    Arena *arena = turn->arena;
    size_t bytes = 0;
    AcpCall call = {.kind = "edit",
                    .title = str_format(arena, "Write %zu %s", turn->edits.len,
                                        turn->edits.len == 1 ? "file" : "files"),
                    .content = json_array(arena),
                    .locations = json_array(arena)};
    for (size_t i = 0; i < turn->edits.len; i++) {
        const EditFile *file = &turn->edits.ptr[i].file;
        Str path = absolute(turn, file->path);
        json_add(call.locations, acp_location_value(arena, path, file->start));
        bytes += file->before.len + file->after.len;
        if (bytes <= ACP_DIFF_BYTES_MAX)
            json_add(call.content, acp_diff_content(arena, path, file));
    }
    return call;
}

static Json *permission_value(AcpTurn *turn, AcpCall *call, const char *allow, const char *reject)
{
    Arena *arena = turn->arena;
    Json *params = json_object(arena), *options = json_array(arena);
    json_set(params, STR("toolCall"), acp_call_fields(arena, call));
    json_add(options, acp_permission_option(arena, "allow", allow, "allow_once"));
    json_add(options, acp_permission_option(arena, "reject", reject, "reject_once"));
    json_set(params, STR("options"), options);
    return params;
}

static bool is_allowed(const Json *result)
{
    const Json *outcome = rpc_object(result, STR("outcome"));
    return str_equal(json_text(outcome, STR("outcome")), STR("selected")) &&
           str_equal(json_text(outcome, STR("optionId")), STR("allow"));
}

AgentChoice acp_turn_ask(void *state, const AgentQuestion *question)
{
    AcpTurn *turn = state;
    bool writes = question->about == AGENT_GATE;
    AcpCall call =
        writes ? write_call(turn)
               : (AcpCall){.kind = "think",
                           .title = question->about == AGENT_PLAN   ? STR("Go on with this plan")
                                    : question->about == AGENT_NEED ? STR("Call a tool")
                                                                    : STR("Run the check"),
                           .content = json_array(turn->arena)};
    Err ignored = {0};
    const Json *result;
    call.id = next_call(turn);
    call.is_new = true;
    call.status = "pending";
    if (question->text.len)
        json_add(call.content, acp_text_content(turn->arena, question->text));
    if (!send(turn, acp_call_value(turn->arena, &call), &ignored))
        return AGENT_NO;
    Json *params = permission_value(turn, &call, writes ? "Write" : "Go on", "No");
    AcpReply reply = acp_link_ask(turn->link, turn->arena, STR("session/request_permission"),
                                  params, 0, &result);
    bool allowed = reply == ACP_REPLIED && is_allowed(result);
    const char *status = !allowed ? "failed" : writes ? "in_progress" : "completed";
    if (!end_call(turn, call.id, status, (Str){0}, &ignored))
        return AGENT_NO;
    if (allowed && writes)
        turn->writing = call.id;
    return allowed ? AGENT_YES : AGENT_NO;
}

/* ---- the end ---- */

bool acp_turn_end(AcpTurn *turn, Err *err)
{
    Str open[] = {turn->gathering, turn->writing};
    turn->gathering = turn->writing = (Str){0};
    for (size_t i = 0; i < COUNT(open); i++)
        if (open[i].len && !end_call(turn, open[i], "failed", (Str){0}, err))
            return false;
    return end_edits(turn, "failed", err);
}
