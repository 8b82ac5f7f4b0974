/* Steps of a plan. Each reply is staged in its step's turn, whenever it arrived, so the outcome is
   the same as for sequential requests. A parallel reply about a text that other steps have changed
   meanwhile is dropped, and the step is requested again. */
#include "agent/along.h"
#include "agent/prompt.h"
#include "agent/work.h"

#include "agent/offered.h"
#include "base/buf.h"
#include "config/config.h"
#include "tools/model.h"

typedef struct PlanRun {
    Agent *agent;
    Along *along[PLAN_TASKS_MAX]; /* by position in the plan; NULL: not requested in parallel */
} PlanRun;

/* `index`: of the task in the plan. */
static bool report_step(Agent *agent, size_t index, Err *err)
{
    Arena *arena = agent->arena;
    const PlanTask *task = &agent->plan.tasks.ptr[index];
    Json *data = json_object(arena);
    json_set(data, STR("step"), json_u64(arena, index + 1));
    json_set(data, STR("steps"), json_u64(arena, agent->plan.tasks.len));
    Str text = str_format(arena, "%zu of %zu: %.*s", index + 1, agent->plan.tasks.len,
                          STR_ARG(task->intent));
    return agent_report(agent, AGENT_STEP, text, data, err);
}

/* Adds the text of a step's targets and its task to the window. */
static bool gather_step(Agent *agent, size_t index, Err *err)
{
    const PlanTask *step = &agent->plan.tasks.ptr[index];
    for (size_t i = 0; i < step->targets.len; i++) {
        Str said;
        if (!gather_named(agent, step->targets.ptr[i], false, &said, err))
            return false;
    }
    turn_set_follow_up(agent, prompt_for_step(agent->arena, step->number, step->intent));
    return true;
}

/* ---- in parallel ---- */

/* A request that does not fit the window is left to the step's own turn. */
static bool prepare(PlanRun *run, size_t index, AlongSet *set, Err *err)
{
    Agent *agent = run->agent;
    WindowPartVec mark = window_mark(&agent->window, agent->arena);
    Along *along = NEW(agent->arena, Along, 1);
    Str system =
        prompt_for_changes(agent->arena, agent->model.name, offered_prompt(agent, agent->arena));
    Err ignored = {0};
    if (!gather_step(agent, index, err)) {
        window_restore(&agent->window, &mark);
        return false;
    }
    if (along_prepare(agent, system, &mark, along, &ignored)) {
        run->along[index] = along;
        set->items[set->count++] = along;
    } else {
        along_close(along);
    }
    return true;
}

/* The message to the user if these steps are sent with the one at `index`. */
static Str notice_of(const PlanRun *run, size_t index)
{
    const PlanTask *tasks = run->agent->plan.tasks.ptr;
    Buf text = buf_open(run->agent->arena, 0);
    buf_printf(&text, "asked for at the same time, since they do not touch: steps %u",
               tasks[index].number);
    for (size_t i = index + 1; i < run->agent->plan.tasks.len; i++)
        if (run->along[i] && !run->along[i]->sent)
            buf_printf(&text, ", %u", tasks[i].number);
    return buf_str(&text);
}

/* Prepares the requests of the steps after `index` that need only the steps before it. A local
   server mostly answers one request at a time, so others would only wait. */
static bool prepare_along(PlanRun *run, size_t index, AlongSet *set, Err *err)
{
    Agent *agent = run->agent;
    uint32_t done = (UINT32_C(1) << index) - 1;
    if (chat_model_is_local(&agent->model))
        return true;
    for (size_t i = index + 1; i < agent->plan.tasks.len && set->count < ALONG_MAX; i++)
        if (!run->along[i] && !(agent->plan.tasks.ptr[i].waits & ~done) &&
            !prepare(run, i, set, err))
            return false;
    if (set->count)
        set->notice = notice_of(run, index);
    return true;
}

/* Drops requests that were not sent, or have no complete reply. */
static void drop_failed(PlanRun *run)
{
    for (size_t i = 0; i < COUNT(run->along); i++)
        if (run->along[i] && !run->along[i]->ok) {
            along_close(run->along[i]);
            run->along[i] = NULL;
        }
}

/* Whether the reply received for a step can be used. */
static bool is_usable(PlanRun *run, size_t index, bool *usable, Err *err)
{
    Agent *agent = run->agent;
    const Along *along = run->along[index];
    bool late = false;
    *usable =
        along && stage_patch_is_late(&agent->stage, along->reply.text, &along->staged, &late, err);
    if (!along || !*usable)
        return !along;
    *usable = !late;
    if (!late)
        return true;
    Str text =
        str_format(agent->arena, "step %u is asked for again: an earlier one edits the same file",
                   agent->plan.tasks.ptr[index].number);
    return agent_report(agent, AGENT_NOTICE, text, NULL, err);
}

/* ---- sequentially ---- */

static bool do_step(PlanRun *run, size_t index, StepResult *result, Err *err)
{
    Agent *agent = run->agent;
    Plan plan = agent->plan;
    AlongSet others = {0};
    Turn first = {.others = &others};
    bool came;
    if (!is_usable(run, index, &came, err))
        return false;
    if (came) {
        first.came = run->along[index];
        along_install(agent, first.came);
    } else if (!prepare_along(run, index, &others, err) || !gather_step(agent, index, err)) {
        return false;
    }
    bool ok = report_step(agent, index, err) &&
              work_step(agent, &first, plan.tasks.ptr[index].intent, result, err);
    agent->plan = plan; /* a step cannot replace the approved plan */
    drop_failed(run);
    return ok;
}

/* Whether the staged files differ from those before. */
static bool has_changed(Agent *agent, const EditFileVec *before)
{
    EditSet set = stage_set(&agent->stage, agent->arena);
    if (set.files.len != before->len)
        return true;
    for (size_t i = 0; i < set.files.len; i++)
        if (stage_differs(&agent->stage, before, set.files.ptr[i].path))
            return true;
    return false;
}

/* Reports that a step gave no edit: the others do not complete the task. */
static bool report_undone(Agent *agent, size_t index, Err *err)
{
    const PlanTask *task = &agent->plan.tasks.ptr[index];
    Str text = str_format(agent->arena, "step %zu of %zu changed nothing: %.*s", index + 1,
                          agent->plan.tasks.len, STR_ARG(task->intent));
    agent->undone++;
    return agent_report(agent, AGENT_NOTICE, text, NULL, err);
}

static bool do_steps(PlanRun *run, StepResult *result, Err *err)
{
    Agent *agent = run->agent;
    *result = STEP_ANSWERED;
    for (size_t i = 0; i < agent->plan.tasks.len; i++) {
        EditFileVec before = stage_set(&agent->stage, agent->arena).files;
        if (!do_step(run, i, result, err))
            return false;
        if (*result == STEP_UNFIT || *result == STEP_CUT || *result == STEP_UNMEANT ||
            *result == STEP_DOUBTFUL)
            return true;
        bool changed = has_changed(agent, &before);
        if (!changed && !report_undone(agent, i, err))
            return false;
        agent->plan.tasks.ptr[i].done = changed;
    }
    return true;
}

/* ---- the model of the steps ---- */

typedef struct FormerModel {
    ChatModel model;
    uint64_t window;
    bool is_set;
} FormerModel;

static void set_model(Agent *agent, const ChatModel *model, uint64_t window)
{
    agent->model = *model;
    agent->model_window = window;
    agent->counted = (CountedWindow){0};
    agent->counter_fails = false;
}

/* Takes the model of the settings for steps, unless the user has named another model. */
static bool take_edit_model(Agent *agent, FormerModel *former, Err *err)
{
    const Config *config = agent->context->config;
    ChatModel model;
    if (!config->model.edit.len || agent->options.model.len)
        return true;
    if (!model_open(agent->arena, config, config->model.edit, &model, err))
        return false;
    *former = (FormerModel){agent->model, agent->model_window, true};
    set_model(agent, &model, 0);
    agent_store_hide(agent->store, model.key);
    return agent_report(
        agent, AGENT_NOTICE,
        str_format(agent->arena, "the steps are done by %.*s", STR_ARG(config->model.edit)), NULL,
        err);
}

bool work_plan(Agent *agent, StepResult *result, Err *err)
{
    PlanRun run = {.agent = agent};
    FormerModel former = {0};
    bool ok = take_edit_model(agent, &former, err) && do_steps(&run, result, err);
    if (former.is_set)
        set_model(agent, &former.model, former.window);
    for (size_t i = 0; i < COUNT(run.along); i++)
        if (run.along[i])
            along_close(run.along[i]);
    return ok;
}
