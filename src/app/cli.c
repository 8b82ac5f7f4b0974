/* Options may precede and follow the command; `--` ends them. A word's meaning depends only on the
   tool's record, so every command parses its options alike. */
#include "app/cli.h"

#include "agent/specialists.h"
#include "app/commands.h"
#include "app/help.h"
#include "app/output.h"
#include "app/progress_bar.h"
#include "base/path.h"
#include "base/shell.h"
#include "config/config.h"
#include "text/nearest.h"
#include "tools/alias.h"

#include <signal.h>
#include <unistd.h>

/* Names compared with a misspelt one: room for all commands, or for all options of one. */
#define CANDIDATE_NAMES_MAX 64

static const char *const format_names[] = {
#define X(name, text) text,
    VIEW_FORMATS(X)
#undef X
        NULL,
};

/* The order is that of enum below; --format is the first. */
const ToolParam cli_options[] = {
    {.name = "format",
     .type = TOOL_CHOICE,
     .choices = format_names,
     .fallback = "text",
     .value = "FORMAT",
     .help = "format of the answer"},
    {.name = "root",
     .type = TOOL_TEXT,
     .value = "DIR",
     .help = "relative paths start here; nothing outside is read or indexed"},
    {.name = "no_config", .type = TOOL_FLAG, .help = "read no configuration files"},
    {.name = "no_ignore",
     .type = TOOL_FLAG,
     .help = "also read what ignore files exclude; this uses an index of its own"},
    {.name = "help", .type = TOOL_FLAG, .help = "show the command's help"},
    {.name = "version", .type = TOOL_FLAG, .help = "show the version"},
};
const size_t cli_option_count = COUNT(cli_options);

enum {
    OPTION_FORMAT,
    OPTION_ROOT,
    OPTION_NO_CONFIG,
    OPTION_NO_IGNORE,
    OPTION_HELP,
    OPTION_VERSION
};

const ToolParam *cli_options_of(const Tool *tool, size_t *count)
{
    bool own = tool->text_only || tool_param(tool, STR("format"));
    *count = cli_option_count - own;
    return cli_options + own;
}

/* Global, since a signal handler can reach nothing else. */
static volatile bool interrupted;

static void on_interrupt(int signal_number)
{
    (void)signal_number;
    if (interrupted)
        _exit(ERR_INTERRUPTED);
    interrupted = true;
}

/* ---- reading the command line ---- */

typedef struct Args {
    int count;
    char **words;
    int at;
    bool no_more_options;
    Tool options; /* the common options in the shape of a tool, so that they are read alike */
    ToolCall common;
    ToolCall call;      /* call.tool is NULL until the command is known */
    size_t positionals; /* taken so far */
    const char *link;   /* the command's own program name, when called by it */
} Args;

/* The command as it is called: `fovea chunk`, or the name of its link. */
static Str command_line(const Args *args)
{
    const Tool *tool = args->call.tool;
    return args->link ? str_from(args->link)
           : tool     ? str_format(args->call.arena, "fovea %s", tool->name)
                      : STR("fovea");
}

static bool unknown_option(const Args *args, Str word, Err *err)
{
    Str name = str_slice(word, 0, str_find_byte(word, '='));
    while (name.len && name.ptr[0] == '-')
        name = str_from_offset(name, 1);
    Str names[CANDIDATE_NAMES_MAX];
    size_t count = 0;
    const Tool *tool = args->call.tool;
    for (size_t i = 0; tool && i < tool->param_count; i++)
        names[count++] = str_from(tool->params[i].name);
    for (size_t i = 0; i < cli_option_count; i++)
        names[count++] = str_from(cli_options[i].name);
    Str near = nearest_find(name, names, count);
    err_set(err, ERR_USAGE, "%s%sunknown option %.*s", tool ? tool->name : "", tool ? ": " : "",
            STR_ARG(word));
    Str command = command_line(args);
    if (near.len)
        return err_hint(err, "did you mean --%.*s? %.*s --help lists all", STR_ARG(near),
                        STR_ARG(command));
    bool named = false;
    for (size_t i = 0; tool && i < tool->param_count; i++)
        named = named || tool->params[i].positional;
    return err_hint(err, "%.*s --help lists all%s", STR_ARG(command),
                    named ? "; put -- before a name that starts so" : "");
}

/* An option as it was written, and its meaning. */
typedef struct Option {
    ToolCall *call;
    const ToolParam *param;
    Str name, value;
    bool has_value; /* after `=`, or the rest of `-n5` */
} Option;

/* The value of an option: the text after `=`, or the next word. */
static bool option_value(Args *args, const Option *option, Str *value, Err *err)
{
    *value = option->value;
    if (option->has_value)
        return true;
    bool bare = args->at >= args->count || str_starts(str_from(args->words[args->at]), STR("--"));
    if (bare && option->param->bare) {
        *value = str_from(option->param->bare);
        return true;
    }
    if (args->at >= args->count)
        return err_set(err, ERR_USAGE, "--%.*s needs a value", STR_ARG(option->name));
    *value = str_from(args->words[args->at++]);
    return true;
}

/* `no-name` for a flag that is on by default. */
static const ToolParam *negated_param(const Tool *tool, Str name)
{
    const ToolParam *param =
        str_starts(name, STR("no-")) ? tool_param(tool, str_from_offset(name, 3)) : NULL;
    return param && param->type == TOOL_FLAG && param->fallback ? param : NULL;
}

/* Finds an option by its own name, then by an alias (tools/alias.h). *idle: it has no effect. */
static bool find_option(Args *args, Option *option, bool *idle)
{
    ToolCall *call = args->call.tool ? &args->call : &args->common;
    bool common;
    option->call = call;
    option->param = tool_param(call->tool, option->name);
    *idle = false;
    if (!option->param) {
        option->call = &args->common;
        option->param = alias_param(&args->options, option->name, &common);
    }
    if (!option->param) {
        option->call = call;
        option->param = alias_param(call->tool, option->name, idle);
    }
    return option->param || *idle;
}

static bool set_option(Args *args, Option *option, Err *err)
{
    const ToolParam *param = option->param;
    const Tool *tool = option->call->tool;
    if (param->positional && !param->many && option->call->values[param - tool->params].given) {
        err_set(err, ERR_USAGE, "%s: %s is given twice", tool->name, param->name);
        return err_hint(err, "give it as --%s or without its name", param->name);
    }
    if (param->type == TOOL_FLAG)
        option->value = option->has_value ? option->value : STR("true");
    else if (!option_value(args, option, &option->value, err))
        return false;
    return tool_param(tool, option->name)
               ? tool_set(option->call, param, option->value, err)
               : alias_set(option->call, param, option->name, option->value, err);
}

/* Takes `--name` or `--name=value`. */
static bool take_option(Args *args, Str word, Err *err)
{
    Str body = str_from_offset(word, 2);
    size_t equals = str_find_byte(body, '=');
    Option option = {.name = str_slice(body, 0, equals), .has_value = equals != STR_NONE};
    const Tool *tool = args->call.tool ? args->call.tool : &args->options;
    bool idle;
    if (option.has_value)
        option.value = str_from_offset(body, equals + 1);
    bool own = tool_param(tool, option.name) != NULL;
    const ToolParam *negated = own || option.has_value ? NULL : negated_param(tool, option.name);
    if (negated)
        return tool_set(args->call.tool ? &args->call : &args->common, negated, STR("false"), err);
    if (option.name.len < 2 || !find_option(args, &option, &idle))
        return unknown_option(args, word, err);
    return idle || set_option(args, &option, err);
}

/* Takes `-n5`, `-n 5`, `-il`: letters of options, the last with its value. */
static bool take_letters(Args *args, Str word, Err *err)
{
    for (size_t i = 1; i < word.len; i++) {
        Option option = {.name = str_slice(word, i, i + 1)};
        bool idle;
        if (!find_option(args, &option, &idle))
            return unknown_option(args, word, err);
        if (idle)
            continue;
        option.has_value = option.param->type != TOOL_FLAG && i + 1 < word.len;
        option.value = option.has_value ? str_from_offset(word, i + 1) : (Str){0};
        if (!set_option(args, &option, err))
            return false;
        if (option.param->type != TOOL_FLAG)
            return true;
    }
    return true;
}

static bool unknown_command(const Args *args, Str word, Err *err)
{
    Str names[CANDIDATE_NAMES_MAX];
    size_t count = command_names(names, COUNT(names));
    Str near = nearest_find(word, names, count);
    err_set(err, ERR_USAGE, "unknown command '%.*s'", STR_ARG(word));
    const Tool *other = alias_tool(word);
    if (other)
        return err_hint(err, "did you mean fovea %s? fovea --help lists all", other->name);
    if (str_find_byte(word, '.') != STR_NONE || str_find_byte(word, '/') != STR_NONE)
        return err_hint(err, "for the map of a file: fovea map %.*s",
                        STR_ARG(shell_quote(args->call.arena, word)));
    if (near.len)
        return err_hint(err, "did you mean fovea %.*s? fovea --help lists all", STR_ARG(near));
    return err_hint(err, "fovea --help lists all");
}

static bool add_word(Args *args, const ToolParam *param, Str before, Str word, Err *err)
{
    Str text = str_format(args->call.arena, "%.*s %.*s", STR_ARG(before), STR_ARG(word));
    return tool_set(&args->call, param, text, err);
}

static bool takes_after_dashes(const Tool *tool)
{
    for (size_t i = 0; i < tool->param_count; i++)
        if (tool->params[i].after_dashes)
            return true;
    return false;
}

static bool take_positional(Args *args, Str word, Err *err)
{
    if (!args->call.tool && str_equal(word, STR("version")))
        return tool_set(&args->common, tool_param(&args->options, word), STR("true"), err);
    if (!args->call.tool) {
        args->call.tool = command_find(word);
        args->call.tool = args->call.tool ? args->call.tool : alias_tool_same(word);
        return args->call.tool || unknown_command(args, word, err);
    }
    const Tool *tool = args->call.tool;
    size_t seen = 0;
    for (size_t i = 0; i < tool->param_count; i++) {
        const ToolParam *param = &tool->params[i];
        bool skips = args->call.dashes && takes_after_dashes(tool) && !param->after_dashes;
        if (!param->positional || seen++ < args->positionals || skips)
            continue;
        args->positionals = param->many || param->words ? args->positionals : seen;
        if (param->many || !args->call.values[i].given) {
            bool set = tool_set(&args->call, param, word, err);
            args->call.values[i].word = true;
            return set;
        }
        if (param->words)
            return add_word(args, param, args->call.values[i].text, word, err);
    }
    err_set(err, ERR_USAGE, "%s: '%.*s' is one argument too many", tool->name, STR_ARG(word));
    return err_hint(err, "one with spaces needs quotes; %.*s --help", STR_ARG(command_line(args)));
}

static bool takes_words(const Tool *tool)
{
    for (size_t i = 0; tool && i < tool->param_count; i++)
        if (tool->params[i].positional && tool->params[i].words)
            return true;
    return false;
}

/* A question may begin with a dash, as an error message does. No name of an option has a blank. */
static bool is_question(const Args *args, Str word)
{
    return takes_words(args->call.tool) &&
           str_find_byte(str_slice(word, 0, str_find_byte(word, '=')), ' ') != STR_NONE;
}

static bool take_word(Args *args, Err *err)
{
    Str word = str_from(args->words[args->at++]);
    bool option = word.len > 1 && word.ptr[0] == '-' &&
                  (byte_is_alpha(word.ptr[1]) || word.ptr[1] == '-') && !is_question(args, word);
    if (args->no_more_options || !option) // `->name` is not an option
        return take_positional(args, word, err);
    if (str_equal(word, STR("--"))) {
        args->no_more_options = args->call.dashes = true;
        return true;
    }
    if (str_equal(word, STR("-h")))
        return take_option(args, STR("--help"), err);
    bool version = str_equal(word, STR("-v")) && !args->call.tool; // grep -v is not --version
    if (str_equal(word, STR("-V")) || version)
        return take_option(args, STR("--version"), err);
    if (str_equal(word, STR("-q")))
        return take_option(args, STR("--quiet"), err);
    return str_starts(word, STR("--")) ? take_option(args, word, err)
                                       : take_letters(args, word, err);
}

/* ---- running ---- */

static bool fail_file_root(const Args *args, Str path, Err *err)
{
    path = str_slice(path, 0, PATH_SHOWN_BYTES);
    err_set(err, ERR_USAGE, "--root: '%.*s' is a file, not a directory", STR_ARG(path));
    return err_hint(err, "for the map of it: fovea map %.*s",
                    STR_ARG(shell_quote_path(args->call.arena, path)));
}

static bool set_root(const Args *args, ToolContext *context, Err *err)
{
    const ToolValue *root = &args->common.values[OPTION_ROOT];
    if (!root->given)
        return true;
    context->root = fs_real_path(args->call.arena, root->text);
    context->roots = &context->root;
    context->root_count = 1;
    if (context->root.len && fs_is_directory(args->call.arena, context->root))
        return true;
    if (context->root.len)
        return fail_file_root(args, root->text, err);
    err_set(err, ERR_NOT_FOUND, "--root: '%.*s' does not exist",
            STR_ARG(str_slice(root->text, 0, PATH_SHOWN_BYTES)));
    return err_hint(err,
                    "give a directory that exists; without --root it is the working directory");
}

static bool load_config(const Args *args, Str root, Config *config, Err *err)
{
    Arena *arena = args->call.arena;
    config_init(config);
    if (args->common.values[OPTION_NO_CONFIG].number)
        return true;
    if (!config_load(arena, config_user_file(arena), root.len ? root : fs_working_directory(arena),
                     config, err))
        return false;
    if (config->notice.len)
        fprintf(stderr, "Notice: %.*s\n", STR_ARG(config->notice));
    return true;
}

static bool check_format(const Args *args, Err *err)
{
    const Tool *tool = args->call.tool;
    if (!args->common.values[OPTION_FORMAT].given || !tool->text_only)
        return true;
    err_set(err, ERR_USAGE, "%s: answers in text only, it has no --format", tool->name);
    return err_hint(err, "%.*s --help", STR_ARG(command_line(args)));
}

typedef struct Answer {
    SessionSink sink;
    Progress *progress;
} Answer;

static bool put_answer(void *state, Str bytes, Err *err)
{
    const Answer *answer = state;
    progress_bar_clear(answer->progress);
    return answer->sink.put(answer->sink.state, bytes, err);
}

static void put_notice(Str text)
{
    fprintf(stderr, "Notice: %.*s\n", STR_ARG(text));
}

static bool run_tool(Args *args, Err *err)
{
    Config config;
    ToolCall *call = &args->call;
    Progress progress = progress_bar_open(call);
    ToolContext context = {.config = &config,
                           .cancel = &interrupted,
                           .no_ignore = args->common.values[OPTION_NO_IGNORE].number > 0,
                           .indexer = "/proc/self/exe",
                           .notice = put_notice,
                           .specialists = &agent_specialists,
                           .progress = {progress_bar_put, &progress}};
    if (!check_format(args, err) || !set_root(args, &context, err) ||
        !load_config(args, context.root, &config, err))
        return false;
    call->format = (ViewFormat)args->common.values[OPTION_FORMAT].number;
    call->context = &context;
    Output output = output_open();
    Answer answer = {output_sink(&output), &progress};
    call->sink = (SessionSink){.put = put_answer, .state = &answer};
    bool ok = tool_run(call, err);
    progress_bar_close(&progress, call, ok);
    return ok;
}

static bool put_help(Args *args, Err *err)
{
    Buf out = buf_open(args->call.arena, 0);
    bool asked = args->common.values[OPTION_HELP].number;
    if (args->call.tool)
        help_put_tool(&out, args->call.tool, args->link);
    else if (asked)
        help_put_commands(&out);
    else
        help_put_overview(&out);
    Output output = output_open();
    SessionSink sink = output_sink(&output);
    return sink.put(sink.state, buf_str(&out), err);
}

static bool put_version(const Args *args, Err *err)
{
    Output output = output_open();
    SessionSink sink = output_sink(&output);
    const char *name = args->link ? args->link : "fovea";
    return sink.put(sink.state, str_format(args->call.arena, "%s " FOVEA_VERSION "\n", name), err);
}

static bool run(Args *args, Err *err)
{
    while (args->at < args->count)
        if (!take_word(args, err))
            return false;
    if (args->common.values[OPTION_VERSION].number)
        return put_version(args, err);
    const Tool *tool = args->call.tool;
    bool bare = tool && tool->link_name && args->count == 1;
    if (!tool || bare || args->common.values[OPTION_HELP].number)
        return put_help(args, err);
    return run_tool(args, err);
}

/* Adds a hint to the help, if a usage error has no other hint. */
static void hint_at_help(const Args *args, Err *err)
{
    if (err->code != ERR_USAGE || err->hint[0])
        return;
    err_hint(err, "%.*s --help lists what it takes", STR_ARG(command_line(args)));
}

/* `semfora-ci review …` has the command in its name and again as its first word. */
static void take_program_name(Args *args, Str program)
{
    const ProgramName *name = program_name_find(program);
    const Tool *tool = name ? program_name_command(name) : NULL;
    if (!tool)
        return;
    args->call.tool = tool;
    args->link = name->name;
    bool again = !tool->link_name && args->at < args->count &&
                 str_equal(str_from(args->words[args->at]), str_from(tool->name));
    args->at += again;
}

int cli_main(int argc, char **argv)
{
    Arena arena, scratch;
    Err err = {0};
    Args args = {.count = argc, .words = argv, .at = 1};
    struct sigaction action = {.sa_handler = on_interrupt, .sa_flags = SA_RESTART};
    sigaction(SIGINT, &action, NULL);
    signal(SIGXFSZ, SIG_IGN); /* reaching the file size limit is handled like a full disk */
    arena_open(&arena, ARENA_RESERVE);
    arena_open(&scratch, ARENA_RESERVE);
    args.options = (Tool){.name = "fovea", .params = cli_options, .param_count = cli_option_count};
    args.common = (ToolCall){.tool = &args.options, .arena = &arena, .scratch = &scratch};
    args.call = (ToolCall){.arena = &arena, .scratch = &scratch};
    if (argc)
        take_program_name(&args, path_base(str_from(argv[0])));
    if (run(&args, &err))
        return (int)args.call.exit_code;
    hint_at_help(&args, &err);
    output_error(&err);
    return (int)err.code;
}
