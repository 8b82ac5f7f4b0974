/* Only the user names a command: on the command line, or in the user's own settings. A server's
   clients, which models drive, run none. */
#include "tools/try_out.h"

#include "config/config.h"
#include "refactor/trial.h"

Str try_out_command(const ToolCall *call)
{
    Str command = str_trim(tool_text(call, "check"));
    const Config *config = call->request.has_options ? call->request.config : NULL;
    if (!command.len && config)
        command = str_trim(config->refactor_check);
    return str_equal(command, STR("none")) ? (Str){0} : command;
}

bool try_out(ToolCall *call, Rename *rename, const EditSet *set, Err *err)
{
    Str command = try_out_command(call);
    const TrialRequest request = {.root = rename->session->repo.root,
                                  .set = set,
                                  .command = command,
                                  .old = rename->old,
                                  .new = rename->new,
                                  .cancel = call->request.cancel};
    Trial trial;
    if (!trial_run(call->arena, *call->request.scratch, &request, &trial, err))
        return false;
    const char *message = trial.before ? "the check passes before the edit and fails after it"
                          : trial.output.len
                              ? "the check fails before the edit and finds more after it"
                              : "the check fails before the edit already";
    Str output = str_trim(trial.output);
    size_t line = str_find_last_byte(output, '\n');
    Str last = line == STR_NONE ? output : str_from_offset(output, line + 1);
    if (trial.is_worse)
        rename_add_conflict(rename, STR("--check"), 0,
                            str_format(call->arena, "%s%s%.*s", message, last.len ? ": " : "",
                                       STR_ARG(str_slice(last, 0, PATH_SHOWN_BYTES))));
    rename->checked = trial.before && trial.after ? command : (Str){0};
    return true;
}
