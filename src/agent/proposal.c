/* The proposal to the user: the staged edits of one task. A yes writes exactly the edits shown, and
   the model's edits start from the text that it was shown, the text of the files. So a proposal
   ends when another one is staged. */
#include "agent/agent_session.h"
#include "agent/work.h"

static void empty(Stage *stage)
{
    stage->files = (EditFileVec){0};
    stage->unsaved = (StagePaths){0};
    stage->descriptions.len = 0;
}

void proposal_begin(Agent *agent)
{
    Stage *stage = &agent->stage;
    if (!stage->files.len)
        return;
    agent->aside = *stage;
    stage->descriptions.ptr = NULL;
    stage->descriptions.len = stage->descriptions.cap = 0;
    empty(stage);
}

static Str names_of(Agent *agent, const EditFileVec *files)
{
    Buf out = buf_open(agent->arena, 0);
    for (size_t i = 0; i < files->len; i++)
        buf_printf(&out, "%s%.*s", i ? ", " : "", STR_ARG(files->ptr[i].path));
    return buf_str(&out);
}

bool proposal_take(Agent *agent, Err *err)
{
    if (!agent->aside.files.len)
        return true;
    Str names = names_of(agent, &agent->aside.files);
    agent->aside = (Stage){0};
    return agent_report(agent, AGENT_NOTICE,
                        str_format(agent->arena,
                                   "dropped, since it was staged before this task and not written: "
                                   "%.*s",
                                   STR_ARG(names)),
                        NULL, err);
}

void proposal_end(Agent *agent)
{
    if (agent->aside.files.len) {
        agent->stage.files = agent->aside.files;
        agent->stage.unsaved = agent->aside.unsaved;
        agent->stage.descriptions = agent->aside.descriptions;
    }
    agent->aside = (Stage){0};
}

const Stage *proposal_kept(const Agent *agent)
{
    return agent->stage.files.len || !agent->aside.files.len ? &agent->stage : &agent->aside;
}

bool proposal_show(Agent *agent, Err *err)
{
    Arena *arena = agent->arena;
    EditSet set = stage_set(&agent->stage, arena);
    for (size_t i = 0; i < set.files.len; i++) {
        const EditFile *file = &set.files.ptr[i];
        Str status = edit_status_name(file->status);
        Str text = str_format(arena, "%.*s %.*s%s", STR_ARG(status), STR_ARG(file->path),
                              file->executable ? " (executable)" : "");
        if (stage_differs(&agent->stage, &agent->reported, file->path) &&
            !work_report_edit(agent, file, text, err))
            return false;
    }
    agent->reported = stage_copy(&agent->stage, arena);
    return true;
}

void proposal_drop(Agent *agent)
{
    stage_drop(&agent->stage, (Str){0});
    empty(&agent->stage);
    agent->reported = (EditFileVec){0};
    agent->is_cut = false;
}

bool proposal_refuse(Agent *agent, Err *err)
{
    Str names = names_of(agent, &agent->stage.files);
    turn_tell(agent, str_format(agent->arena,
                                "The user refused the edits of your last answer. Nothing of them "
                                "was written: %.*s %s as before.",
                                STR_ARG(names), agent->stage.files.len == 1 ? "is" : "are"));
    proposal_drop(agent);
    return agent_report(agent, AGENT_NOTICE, STR("not written; the edits are dropped"), NULL, err);
}

void proposal_tell_part(Agent *agent)
{
    turn_tell(agent, STR("The user took only a part of the edits of your last answer. The rest was "
                         "not written."));
}
