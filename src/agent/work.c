/* A task that changes files. The model's edits are staged reply by reply; edits that do not fit the
   files or fail a check go back to it a few times. Writing comes last, in one transaction. */
#include "agent/work.h"
#include "agent/agent_session.h"
#include "agent/agent_state.h"
#include "agent/allowed.h"
#include "agent/check.h"
#include "agent/doubt.h"
#include "agent/gate.h"
#include "agent/git_commit.h"
#include "agent/meant.h"
#include "agent/offered.h"
#include "agent/prompt.h"
#include "agent/summary.h"
#include "config/config.h"
#include "model/key.h"

/* Times that edits go back to the model, for one step. */
#define REPAIRS_MAX 3
/* Characters shown of a model's sentence. */
#define DENIAL_CHARS 200

/* ---- staging ---- */

bool work_report_edit(Agent *agent, const EditFile *file, Str text, Err *err)
{
    Arena *arena = agent->arena;
    Str diff;
    if (!stage_file_diff(arena, file, &diff, err))
        return false;
    Json *data = json_object(arena);
    json_set(data, STR("path"), json_str(arena, file->path));
    json_set_text(arena, data, STR("old_path"), file->old_path);
    json_set(data, STR("status"), json_str(arena, edit_status_name(file->status)));
    json_set(data, STR("diff"), json_str(arena, diff));
    if (file->executable)
        json_set(data, STR("executable"), json_bool(arena, true));
    AgentEvent event = {.kind = AGENT_EDIT, .text = text, .data = data, .file = file};
    return agent->sink.put(agent->sink.state, &event, err);
}

static bool check_staged(Agent *agent, CheckReport *report, Err *err)
{
    Arena *arena = agent->arena;
    EditSet set = stage_set(&agent->stage, arena);
    Str text;
    if (!check_edits(arena, agent->context, &set, report, err))
        return false;
    text = check_text(arena, report);
    return agent_report(agent, AGENT_CHECK, text.len ? text : STR("checked: nothing found"),
                        check_value(arena, report), err);
}

/* Shows the model the current text of files that changed since it saw them. */
static bool show_again(Agent *agent, const EditRefusalVec *refused, Err *err)
{
    for (size_t i = 0; i < refused->len; i++)
        if (refused->ptr[i].reason == EDIT_STALE && !gather_again(agent, refused->ptr[i].path, err))
            return false;
    return true;
}

static bool take_plan(Agent *agent, Plan *plan, Err *err)
{
    plan_order(agent->arena, agent->context, plan);
    agent->plan = *plan;
    Str text = plan_text(agent->arena, plan);
    agent->stage.task = str_format(agent->arena, "%.*s\n%.*s", STR_ARG(agent->task), STR_ARG(text));
    return agent_session_save(agent, err) &&
           agent_report(agent, AGENT_PLAN, text, plan_value(agent->arena, plan), err);
}

/* Whether the text of the edits itself is wrong, wherever they belong. */
static bool is_unreadable(const EditRefusalVec *refused)
{
    for (size_t i = 0; i < refused->len; i++)
        if (refused->ptr[i].reason != EDIT_SYNTAX)
            return false;
    return true;
}

/* Shows the refusals to the user and to the model. An unreadable text is not requested again if the
   model sends it with the same fault. */
static bool take_refusals(Agent *agent, const EditRefusalVec *refused, Str *repair, Err *err)
{
    if (!show_again(agent, refused, err))
        return false;
    Str why = stage_refusals(agent->arena, refused);
    bool unreadable = is_unreadable(refused);
    if (unreadable && str_equal(why, agent->refused))
        return true;
    agent->refused = unreadable ? why : (Str){0};
    *repair = prompt_for_repair(agent->arena, why, false);
    return agent_report(agent, AGENT_NOTICE,
                        str_format(agent->arena, "%s:\n%.*s",
                                   unreadable ? "edits are not taken" : "edits do not fit",
                                   STR_ARG(why)),
                        NULL, err);
}

/* Whether an incomplete answer has complete edits; they count only if a person agrees. Plans are
   taken whole or not at all. */
static bool is_usable(const Turn *turn, const Plan *plan)
{
    return turn->stop == CHAT_ENDED || (!plan->tasks.len && !edit_patch_is_open(turn->answer));
}

/* Refuses edits that the answer itself disowns, or may disown where nobody watches, and notifies
   the model. *taken: neither is so. */
static bool take_meaning(Agent *agent, const Turn *turn, Str *repair, StepResult *result,
                         bool *taken, Err *err)
{
    Str denial = agent->stage.quotes_only ? (Str){0} : meant_denial(agent->arena, turn->answer);
    bool asks = !denial.len && agent->options.yes && !agent->stage.quotes_only;
    Str doubt = asks ? doubt_find(agent->arena, turn->answer) : (Str){0};
    *taken = !denial.len && !doubt.len;
    if (*taken || turn->stop != CHAT_ENDED)
        return true;
    *result = denial.len ? STEP_UNMEANT : STEP_DOUBTFUL;
    *repair = denial.len ? prompt_for_meant(agent->arena, denial)
                         : prompt_for_edits_alone(agent->arena, doubt);
    Str shown = str_cut_chars(agent->arena, denial.len ? denial : doubt, DENIAL_CHARS);
    return agent_report(agent, AGENT_NOTICE,
                        str_format(agent->arena,
                                   denial.len
                                       ? "not staged, since the answer says of its edits: %.*s"
                                       : "not staged, since this may take edits back: %.*s",
                                   STR_ARG(shown)),
                        NULL, err);
}

/* Takes one reply. *repair is the next task for the model; empty: nothing left to do. */
static bool take_reply(Agent *agent, const Turn *turn, Str task, Str *repair, StepResult *result,
                       Err *err)
{
    EditRefusalVec refused = {0};
    CheckReport report = {0};
    size_t count = 0;
    bool is_whole = turn->stop == CHAT_ENDED;
    Plan plan = plan_read(agent->arena, turn->answer);
    *repair = (Str){0};
    *result = STEP_CUT;
    if (!is_usable(turn, &plan))
        return true;
    if (plan.tasks.len && !take_plan(agent, &plan, err))
        return false;
    bool taken;
    if (!take_meaning(agent, turn, repair, result, &taken, err))
        return false;
    if (!taken)
        return true;
    if (!stage_patch(&agent->stage, turn->answer, task, &count, &refused, err))
        return false;
    if (refused.len && !is_whole)
        return true;
    if (refused.len) {
        *result = STEP_UNFIT;
        return take_refusals(agent, &refused, repair, err);
    }
    if (count || is_whole)
        *result = count ? STEP_STAGED : plan.tasks.len ? STEP_PLANNED : STEP_ANSWERED;
    if (!count)
        return true;
    agent->is_cut |= !is_whole;
    if (!proposal_take(agent, err) || !agent_session_save(agent, err) ||
        !proposal_show(agent, err) || !check_staged(agent, &report, err))
        return false;
    if (report.blocking && is_whole)
        *repair = prompt_for_repair(agent->arena, check_text(agent->arena, &report), true);
    return true;
}

/* Whether the model is asked once more, since an answer with edits was too long. */
static bool is_too_long(const Turn *turn)
{
    return turn->stop == CHAT_MAX_TOKENS && (edit_format_detect(turn->answer) != EDIT_FORMAT_NONE ||
                                             edit_patch_is_open(turn->answer));
}

bool work_step(Agent *agent, const Turn *first, Str task, StepResult *result, Err *err)
{
    StepResult failed = STEP_ANSWERED; /* what the model still has to repair */
    bool was_shortened = false, was_unmeant = false;
    for (unsigned repairs = 0;; repairs++) {
        Turn turn = repairs ? (Turn){0} : *first;
        Str repair = {0};
        turn.system = prompt_for_changes(agent->arena, agent->model.name,
                                         offered_prompt(agent, agent->arena));
        turn.edits = true;
        if (!turn_run(agent, &turn, err))
            return false;
        if (is_too_long(&turn) && !was_shortened) {
            was_shortened = true;
            *result = STEP_CUT;
            repair = prompt_for_shorter();
        } else if (!take_reply(agent, &turn, task, &repair, result, err)) {
            return false;
        }
        if (*result == STEP_ANSWERED)
            *result = failed;
        bool is_unmeant = *result == STEP_UNMEANT || *result == STEP_DOUBTFUL;
        if (is_unmeant && was_unmeant)
            return true;
        was_unmeant |= is_unmeant;
        failed = *result == STEP_UNFIT || *result == STEP_CUT ? *result : STEP_ANSWERED;
        if (!repair.len || repairs == REPAIRS_MAX)
            return true;
        turn_set_follow_up(agent, repair);
    }
}

/* ---- plans ---- */

static bool is_unattended(const Agent *agent)
{
    return agent->options.unattended || !agent->sink.ask;
}

static bool approve_plan(Agent *agent)
{
    AgentQuestion question = {.about = AGENT_PLAN,
                              .text = plan_text(agent->arena, &agent->plan),
                              .data = plan_value(agent->arena, &agent->plan)};
    if (agent->options.yes)
        return true;
    return !is_unattended(agent) && agent->sink.ask(agent->sink.state, &question) == AGENT_YES;
}

/* ---- writing ---- */

/* `edited`: the files that the editor wrote. */
static bool report_commit(Agent *agent, const EditCommit *done, const StagePaths *edited, Err *err)
{
    Arena *arena = agent->arena;
    Json *data = json_object(arena), *files = json_array(arena);
    for (size_t i = 0; i < done->files.len; i++)
        json_add(files, json_str(arena, done->files.ptr[i].path));
    json_set_text(arena, data, STR("id"), done->id);
    json_set(data, STR("files"), files);
    Buf text = buf_open(arena, 0);
    buf_printf(&text, "%zu %s written", done->files.len, done->files.len == 1 ? "file" : "files");
    if (done->files.len > edited->len)
        buf_put(&text, STR("; `fovea edit rollback` takes that back"));
    if (edited->len) {
        json_set(data, STR("edited"), json_texts(arena, edited->ptr, edited->len));
        buf_put(&text, STR("; the editor's undo takes back"));
        for (size_t i = 0; i < edited->len; i++)
            buf_printf(&text, "%s %.*s", i ? "," : "", STR_ARG(edited->ptr[i]));
    }
    return agent_report(agent, AGENT_COMMIT, buf_str(&text), data, err);
}

/* ---- the gate ---- */

/* *some: the user wants to choose hunks. */
static bool may_write(Agent *agent, const EditSet *set, AgentOutcome *outcome, bool *some, Err *err)
{
    Arena *arena = agent->arena;
    const Str *planned = NULL;
    size_t count = plan_files(arena, &agent->plan, &planned);
    CheckReport report = {0};
    if (!check_edits(arena, agent->context, set, &report, err))
        return false;
    GateLimits limits = gate_limits(agent->context);
    if (agent->options.has_max_risk)
        limits.max_risk = agent->options.max_risk;
    bool unattended = is_unattended(agent);
    Str root = stage_place(&agent->stage, arena).root;
    GateAsked asked = {.set = set,
                       .named = gate_named(arena, root, set),
                       .report = &report,
                       .planned = planned,
                       .planned_count = count,
                       .task = agent->task,
                       .is_question = agent->intent == TASK_INTENT_QUESTION,
                       .is_forbidden = agent->intent == TASK_INTENT_NOTHING,
                       .is_cut = agent->is_cut,
                       .unattended = unattended,
                       .yes = agent->options.yes};
    GateAnswer answer = gate_decide(arena, &limits, &asked);
    Str text = gate_text(arena, &answer);
    if (!agent_report(agent, AGENT_GATE, text, gate_value(arena, &answer), err))
        return false;
    if (answer.verdict == GATE_REFUSE) {
        *outcome = agent->is_cut ? AGENT_CUT : AGENT_GATED;
        return true;
    }
    AgentChoice choice = AGENT_YES;
    AgentQuestion question = {
        .about = AGENT_GATE, .text = text, .data = gate_value(arena, &answer)};
    if (!agent->options.yes || answer.verdict == GATE_ASK)
        choice = unattended ? AGENT_NO : agent->sink.ask(agent->sink.state, &question);
    *outcome = choice == AGENT_YES ? AGENT_COMMITTED : unattended ? AGENT_GATED : AGENT_STAGED;
    *some = choice == AGENT_SOME;
    return true;
}

/* Remembers what is about to be written, and checks out the branch. */
static bool prepare_git(Agent *agent, const EditSet *set, Str description, Err *err)
{
    Arena *arena = agent->arena;
    Str root = stage_place(&agent->stage, arena).root;
    agent->written = set->files;
    agent->written_for = description;
    agent->not_for_git = (Str){0};
    if (!git_commit_possible(arena, root, &set->files, &agent->not_for_git) &&
        agent->options.branch.len)
        return err_set(err, ERR_FAILED, "--branch: %.*s", STR_ARG(agent->not_for_git));
    if (!agent->options.branch.len || agent->on_branch)
        return true;
    return agent->on_branch = git_commit_branch(arena, root, agent->options.branch, err);
}

/* Handles refused edits. If nobody could be asked, they stay staged, unless incomplete. */
static bool settle_refusal(Agent *agent, AgentOutcome outcome, Err *err)
{
    if (outcome == AGENT_CUT)
        proposal_drop(agent);
    else if (outcome == AGENT_STAGED && !proposal_refuse(agent, err))
        return false;
    return agent_session_save(agent, err);
}

static bool write_staged(Agent *agent, Str description, AgentOutcome *outcome, Err *err)
{
    EditSet set = stage_set(&agent->stage, agent->arena);
    EditCommit done = {0};
    if (!set.files.len) {
        err_set(err, ERR_FAILED, "nothing is staged");
        return err_hint(err, "describe a change first; /preview shows the staged edits");
    }
    *outcome = agent->is_cut ? AGENT_CUT : AGENT_STAGED;
    if (agent->options.dry_run)
        return true;
    StagePaths edited = {0};
    bool some = false, part = false;
    if (!proposal_show(agent, err) || !may_write(agent, &set, outcome, &some, err))
        return false;
    while (some) {
        /* The rest is shown, checked and confirmed as a whole again. */
        if (!work_choose(agent, err) || !agent_session_save(agent, err))
            return false;
        set = stage_set(&agent->stage, agent->arena);
        part = true;
        some = false;
        if (set.files.len &&
            (!proposal_show(agent, err) || !may_write(agent, &set, outcome, &some, err)))
            return false;
    }
    if (*outcome != AGENT_COMMITTED)
        return settle_refusal(agent, *outcome, err);
    bool ok = prepare_git(agent, &set, description, err) &&
              stage_commit(&agent->stage, agent->arena, description, &done, &edited, err) &&
              report_commit(agent, &done, &edited, err);
    if (ok)
        summary_add_written(agent, &done);
    if (ok && part)
        proposal_tell_part(agent);
    agent->is_cut &= !ok;
    return ok && agent_session_save(agent, err);
}

static bool commit_written(Agent *agent, Str title, Err *err)
{
    Arena *arena = agent->arena;
    GitCommitted done = {0};
    Str root = stage_place(&agent->stage, arena).root;
    if (agent->not_for_git.len) {
        err_set(err, ERR_FAILED, "git: %.*s", STR_ARG(agent->not_for_git));
        return err_hint(err, "the edits are written; commit by hand what belongs together");
    }
    if (!git_commit_files(arena, root, &agent->written, title, &done, err))
        return false;
    agent->written.len = 0;
    Json *data = json_object(arena);
    json_set(data, STR("git"), json_str(arena, done.id));
    json_set(data, STR("title"), json_str(arena, done.title));
    Str text = str_format(arena, "git %.*s %.*s", STR_ARG(done.id), STR_ARG(done.title));
    return agent_report(agent, AGENT_COMMIT, text, data, err);
}

bool agent_commit(Agent *agent, Str description, AgentOutcome *outcome, Err *err)
{
    return write_staged(agent, description, outcome, err) &&
           (*outcome != AGENT_COMMITTED || !agent->options.branch.len ||
            commit_written(agent, description, err));
}

bool agent_commit_git(Agent *agent, Str title, AgentOutcome *outcome, Err *err)
{
    *outcome = AGENT_COMMITTED;
    if (stage_set(&agent->stage, agent->arena).files.len) {
        if (!write_staged(agent, title, outcome, err))
            return false;
    } else if (!agent->written.len) {
        err_set(err, ERR_FAILED, "there are no edits to commit");
        return err_hint(err, "describe a change first");
    }
    return *outcome != AGENT_COMMITTED || commit_written(agent, title, err);
}

void agent_drop(Agent *agent)
{
    Err ignored = {0};
    proposal_drop(agent);
    turn_end(agent);
    (void)!agent_session_save(agent, &ignored);
}

/* ---- the user's command ---- */

bool work_report_run(Agent *agent, Str command, const RunCheck *run, Err *err)
{
    Arena *arena = agent->arena;
    Json *data = json_object(arena);
    json_set(data, STR("command"), json_str(arena, command));
    json_set(data, STR("passed"), json_bool(arena, run->passed));
    json_set(data, STR("confined"), json_bool(arena, run->confined));
    json_set_text(arena, data, STR("output"), run->output);
    Str text = str_format(arena, "%.*s: %s%s%s%.*s", STR_ARG(command),
                          run->passed ? "passed" : "failed", run->confined ? "" : " (not confined)",
                          run->passed ? "" : "\n", STR_ARG(run->passed ? (Str){0} : run->output));
    return agent_report(agent, AGENT_CHECK, text, data, err);
}

Str agent_rollback_command(const Agent *agent)
{
    return agent->stage.commits ? STR("fovea edit rollback") : (Str){0};
}

static bool run_until_passed(Agent *agent, Str command, bool *passed, Err *err)
{
    Str root = stage_place(&agent->stage, agent->arena).root;
    agent_session_approve(agent, command);
    for (unsigned repairs = 0;; repairs++) {
        RunCheck run;
        StepResult result;
        AgentOutcome outcome;
        if (!run_check(agent->arena, root, command, agent->context->cancel, &run, err))
            return false;
        run.output = key_hide(agent->arena, run.output, agent->model.key);
        if (!work_report_run(agent, command, &run, err))
            return false;
        *passed = run.passed;
        if (run.passed || repairs == REPAIRS_MAX || !agent->model.provider)
            return true;
        Str task = prompt_for_failure(agent->arena, command, run.output);
        turn_set_task(agent, task);
        Plan plan = agent->plan;
        if (!work_step(agent, &(Turn){0}, task, &result, err))
            return false;
        agent->plan = plan; /* a repair cannot replace what was approved */
        if (result != STEP_STAGED) {
            proposal_drop(agent);
            return agent_session_save(agent, err);
        }
        if (!agent_commit(agent, command, &outcome, err))
            return false;
        if (outcome != AGENT_COMMITTED)
            return true;
    }
}

bool agent_test(Agent *agent, Str command, bool *passed, Err *err)
{
    *passed = false;
    proposal_begin(agent);
    bool ok = run_until_passed(agent, command, passed, err);
    proposal_end(agent);
    return ok;
}

/* The first line of a task, as the description of its commit. */
static Str title_of(Agent *agent, Str task)
{
    Str line = {0};
    str_take_line(&task, &line);
    return str_cut_chars(agent->arena, str_trim(line), 72);
}

static AgentOutcome outcome_of(StepResult result)
{
    static const AgentOutcome outcomes[] = {
        [STEP_UNFIT] = AGENT_UNFIT,
        [STEP_UNMEANT] = AGENT_UNMEANT,
        [STEP_DOUBTFUL] = AGENT_DOUBTFUL,
        [STEP_CUT] = AGENT_CUT,
    };
    bool failed = result == STEP_UNFIT || result == STEP_UNMEANT || result == STEP_DOUBTFUL ||
                  result == STEP_CUT;
    return failed ? outcomes[result] : AGENT_ANSWERED;
}

/* Requests the edits of a task, step by step if the model makes a plan. *proposed: they are
   staged. */
static bool propose(Agent *agent, Str task, AgentOutcome *outcome, bool *proposed, Err *err)
{
    StepResult result;
    if (!work_step(agent, &(Turn){0}, task, &result, err))
        return false;
    if (result == STEP_PLANNED) {
        if (!approve_plan(agent)) {
            *outcome = is_unattended(agent) ? AGENT_GATED : AGENT_ANSWERED;
            turn_tell(agent, STR("The user did not approve the plan. Nothing was changed."));
            return agent_report(agent, AGENT_NOTICE, STR("the plan was not approved"), NULL, err);
        }
        if (!work_plan(agent, &result, err))
            return false;
    }
    *outcome = outcome_of(result);
    *proposed = *outcome == AGENT_ANSWERED && stage_set(&agent->stage, agent->arena).files.len;
    if (*proposed)
        return true;
    proposal_drop(agent);
    if (*outcome != AGENT_ANSWERED || agent->stage.quotes_only)
        return true;
    if (agent->options.yes || agent->intent == TASK_INTENT_CHANGE)
        *outcome = AGENT_UNREAD;
    return agent_report(agent, AGENT_NOTICE,
                        STR("nothing was changed: the answer has no edit that is read, or it "
                            "changes no file"),
                        NULL, err);
}

/* Runs a command of the user after a write, if the user agrees. */
static bool check_by(Agent *agent, Str command, bool *passed, Err *err)
{
    if (allowed_may_run(agent, command))
        return agent_test(agent, command, passed, err);
    return agent_report(agent, AGENT_NOTICE,
                        str_format(agent->arena, "not run: %.*s", STR_ARG(command)), NULL, err);
}

/* Runs --check, else the commands of agent.check until one fails. */
static bool check_written(Agent *agent, bool *passed, Err *err)
{
    const NameList *settings = &agent->context->config->agent.check;
    *passed = true;
    if (agent->options.check.len)
        return check_by(agent, agent->options.check, passed, err);
    for (size_t i = 0; i < settings->count && *passed; i++)
        if (!check_by(agent, settings->names[i], passed, err))
            return false;
    return true;
}

static bool do_task(Agent *agent, Str task, AgentOutcome *outcome, Err *err)
{
    bool proposed = false, passed = true;
    if (!turn_need_model(agent, err) || !agent_gather(agent, task, err) ||
        !propose(agent, task, outcome, &proposed, err))
        return false;
    if (!proposed)
        return agent_session_save(agent, err);
    if (!agent_commit(agent, title_of(agent, task), outcome, err))
        return false;
    if (*outcome != AGENT_COMMITTED)
        return true;
    *outcome = agent->undone ? AGENT_PARTIAL : AGENT_COMMITTED;
    if (!check_written(agent, &passed, err))
        return false;
    *outcome = passed ? *outcome : AGENT_FAILING;
    return true;
}

bool agent_do(Agent *agent, Str task, AgentOutcome *outcome, Err *err)
{
    *outcome = AGENT_ANSWERED;
    agent->plan = (Plan){0};
    agent->task = str_copy(agent->arena, task);
    agent->is_cut = false;
    agent->undone = 0;
    agent->refused = (Str){0};
    agent->stage.commits = 0;
    agent->intent = task_intent(*agent->arena, task);
    agent->stage.quotes_only =
        agent->intent == TASK_INTENT_QUESTION || agent->intent == TASK_INTENT_NOTHING;
    agent->stage.may_drop = task_drops(*agent->arena, task);
    agent->stage.task = agent->task;
    proposal_begin(agent);
    bool ok = do_task(agent, task, outcome, err);
    proposal_end(agent);
    return ok;
}
