/* Shell completions: command names, their options, the values of choices, and files for the rest.
 */
#include "app/cli.h"
#include "app/commands.h"

static void put_option(Buf *out, const ToolParam *param)
{
    buf_put(out, param->type == TOOL_FLAG && param->fallback ? STR("--no-") : STR("--"));
    for (const char *c = param->name; *c; c++)
        buf_put_byte(out, *c == '_' ? '-' : *c);
}

static void put_options(Buf *out, const ToolParam *params, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        buf_put_byte(out, ' ');
        put_option(out, &params[i]);
    }
}

static void put_choices(Buf *out, const ToolParam *param)
{
    for (size_t i = 0; param->choices[i]; i++)
        buf_printf(out, "%s%s", i ? " " : "", param->choices[i]);
}

static void put_commands(Buf *out)
{
    for (size_t i = 0; i < command_count(); i++)
        buf_printf(out, "%s%s", i ? " " : "", command_at(i)->name);
}

/* The positional parameter to complete: one with choices, or with commands; NULL: files. */
static const ToolParam *word_by_place(const Tool *tool)
{
    for (size_t i = 0; i < tool->param_count; i++)
        if (tool->params[i].positional)
            return tool->params[i].choices || tool == &command_help ? &tool->params[i] : NULL;
    return NULL;
}

static void put_words(Buf *out, const ToolParam *param)
{
    if (param->choices)
        put_choices(out, param);
    else
        put_commands(out);
}

/* A single-quoted word of sh, zsh and fish. `colon`: how one is written inside it. */
static void put_quoted(Buf *out, const char *text, const char *colon)
{
    buf_put_byte(out, '\'');
    for (; *text; text++)
        if (*text == '\'')
            buf_put(out, STR("'\\''"));
        else
            buf_put(out, *text == ':' ? str_from(colon) : (Str){.ptr = text, .len = 1});
    buf_put_byte(out, '\'');
}

/* ---- bash ---- */

static void put_bash_values(Buf *out, const char *command, const ToolParam *params, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (params[i].type != TOOL_CHOICE || params[i].positional)
            continue;
        buf_printf(out, "        %s:", command);
        put_option(out, &params[i]);
        buf_put(out, STR(") words=\""));
        put_choices(out, &params[i]);
        buf_put(out, STR("\" ;;\n"));
    }
}

/* Completes the program under its other name, which is a single command. */
static void put_bash_link(Buf *out)
{
    buf_printf(out,
               "_progressive_reader() {\n    COMP_WORDS=(fovea %s \"${COMP_WORDS[@]:1}\")"
               " COMP_CWORD=$((COMP_CWORD + 1))\n    _fovea\n}\n"
               "complete -o default -F _progressive_reader progressive-reader\n",
               "chunk"); /* both take the same options */
}

static void put_bash(Buf *out)
{
    buf_put(out, STR("_fovea() {\n    local word=${COMP_WORDS[COMP_CWORD]} command= at="
                     " before=${COMP_WORDS[COMP_CWORD-1]} words= plain= i\n"
                     "    for ((i = 1; i < COMP_CWORD; i++)); do\n"
                     "        case \"${COMP_WORDS[i]}\" in\n"
                     "            --format|--root) i=$((i + 1)) ;;\n            -*) ;;\n"
                     "            *) command=${COMP_WORDS[i]} at=$i\n               break ;;\n"
                     "        esac\n    done\n"
                     "    if [ -z \"$command\" ] && [ \"$before\" = --format ]; then\n"
                     "        words=\""));
    put_choices(out, &cli_options[0]);
    buf_put(out, STR("\"\n    elif [ -z \"$command\" ]; then\n        words=\""));
    put_commands(out);
    put_options(out, cli_options, cli_option_count);
    buf_put(out, STR("\"\n    else\n        case \"$command:$before\" in\n"));
    for (size_t i = 0; i < command_count(); i++)
        put_bash_values(out, command_at(i)->name, command_at(i)->params,
                        command_at(i)->param_count);
    put_bash_values(out, "*", cli_options, cli_option_count);
    buf_put(out, STR("        *) case \"$command\" in\n"));
    for (size_t i = 0; i < command_count(); i++) {
        buf_printf(out, "            %s) words=\"", command_at(i)->name);
        put_options(out, command_at(i)->params, command_at(i)->param_count);
        size_t common = 0;
        const ToolParam *options = cli_options_of(command_at(i), &common);
        put_options(out, options, common);
        buf_put_byte(out, '"');
        if (word_by_place(command_at(i))) {
            buf_put(out, STR(" plain=\""));
            put_words(out, word_by_place(command_at(i)));
            buf_put_byte(out, '"');
        }
        buf_put(out, STR(" ;;\n"));
    }
    buf_put(out,
            STR("            esac\n"
                "            [ \"$COMP_CWORD\" -eq $((at + 1)) ] || plain=\n"
                "            case \"$word\" in -*) ;; *) words=$plain ;; esac ;;\n"
                "        esac\n    fi\n    COMPREPLY=($(compgen -W \"$words\" -- \"$word\"))\n}\n"
                "complete -o default -F _fovea fovea\n"));
    put_bash_link(out);
}

/* ---- zsh ---- */

static void put_zsh_params(Buf *out, const ToolParam *params, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const ToolParam *param = &params[i];
        if (param->positional)
            continue;
        buf_put(out, STR(" \\\n            "));
        Buf spec = buf_open(out->arena, 0);
        put_option(&spec, param);
        buf_put_byte(out, '\'');
        buf_put(out, buf_str(&spec));
        if (param->type == TOOL_FLAG) {
            buf_put_byte(out, '\'');
            continue;
        }
        buf_printf(out, "=:%s:", param->value ? param->value : param->name);
        if (param->type == TOOL_CHOICE) {
            buf_put_byte(out, '(');
            put_choices(out, param);
            buf_put_byte(out, ')');
        }
        buf_put_byte(out, '\'');
    }
}

/* Completes the program under its other name, which is a single command. */
static void put_zsh_link(Buf *out)
{
    const Tool *tool = &reader_tool;
    buf_put(out, STR("    if [[ $service == progressive-reader ]]; then\n        _arguments"));
    put_zsh_params(out, tool->params, tool->param_count);
    put_zsh_params(out, cli_options, cli_option_count);
    buf_put(out, STR(" \\\n            '*:file:_files'\n        return\n    fi\n"));
}

static void put_zsh(Buf *out)
{
    buf_put(out, STR("#compdef fovea progressive-reader\n_fovea() {\n"));
    put_zsh_link(out);
    buf_put(out, STR("    local -a commands=(\n"));
    for (size_t i = 0; i < command_count(); i++) {
        buf_printf(out, "        %s:", command_at(i)->name);
        put_quoted(out, command_at(i)->summary, "\\:"); /* _describe ends the name at one */
        buf_put_byte(out, '\n');
    }
    buf_put(out, STR("    )\n    if (( CURRENT == 2 )); then\n        _describe command commands\n"
                     "        return\n    fi\n    local command=$words[2]\n    shift words\n"
                     "    (( CURRENT-- ))\n    case $command in\n"));
    for (size_t i = 0; i < command_count(); i++) {
        buf_printf(out, "        %s) _arguments", command_at(i)->name);
        put_zsh_params(out, command_at(i)->params, command_at(i)->param_count);
        size_t common = 0;
        const ToolParam *options = cli_options_of(command_at(i), &common);
        put_zsh_params(out, options, common);
        const ToolParam *word = word_by_place(command_at(i));
        if (word) {
            buf_printf(out, " \\\n            '1:%s:(", word->value);
            put_words(out, word);
            buf_put(out, STR(")'"));
        }
        buf_put(out, STR(" \\\n            '*:file:_files' ;;\n"));
    }
    buf_put(out, STR("    esac\n}\n_fovea \"$@\"\n"));
}

/* ---- fish ---- */

/* `of`: the program, and when. */
static void put_fish_params(Buf *out, const char *of, const ToolParam *params, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (params[i].positional)
            continue;
        Buf option = buf_open(out->arena, 0);
        put_option(&option, &params[i]);
        buf_printf(out, "complete -c %s -l %.*s", of,
                   STR_ARG(str_from_offset(buf_str(&option), 2)));
        if (params[i].type != TOOL_FLAG)
            buf_put(out, STR(" -r"));
        if (params[i].type == TOOL_CHOICE) {
            buf_put(out, STR(" -f -a '"));
            put_choices(out, &params[i]);
            buf_put_byte(out, '\'');
        }
        buf_put(out, STR(" -d "));
        put_quoted(out, params[i].help, ":");
        buf_put_byte(out, '\n');
    }
}

static void put_fish(Buf *out)
{
    for (size_t i = 0; i < command_count(); i++) {
        const Tool *tool = command_at(i);
        buf_printf(out, "complete -c fovea -n __fish_use_subcommand -f -a %s -d ", tool->name);
        put_quoted(out, tool->summary, ":");
        buf_put_byte(out, '\n');
        Str condition =
            str_format(out->arena, "fovea -n '__fish_seen_subcommand_from %s'%c", tool->name, 0);
        put_fish_params(out, condition.ptr, tool->params, tool->param_count);
        if (word_by_place(tool)) {
            buf_printf(out, "complete -c %s -f -a '", condition.ptr);
            put_words(out, word_by_place(tool));
            buf_put(out, STR("'\n"));
        }
    }
    put_fish_params(out, "fovea", cli_options, cli_option_count);
    const Tool *tool = &reader_tool;
    put_fish_params(out, "progressive-reader", tool->params, tool->param_count);
    put_fish_params(out, "progressive-reader", cli_options, cli_option_count);
}

/* ---- the command ---- */

static const char *const shells[] = {"bash", "zsh", "fish", NULL};

static const ToolParam params[] = {
    {.name = "shell",
     .type = TOOL_CHOICE,
     .positional = true,
     .required = true,
     .choices = shells,
     .value = "SHELL",
     .help = "the shell"},
};

static const char *const examples[] = {
    "completions bash > ~/.local/share/bash-completion/completions/fovea", NULL};

static bool run(ToolCall *call, Err *err)
{
    static void (*const writers[])(Buf *) = {put_bash, put_zsh, put_fish};
    Buf out = buf_open(call->arena, 0);
    writers[tool_number(call, "shell")](&out);
    return tool_put_buf(call, &out, err);
}

const Tool command_completions = {
    .name = "completions",
    .summary = "Prints completions for a shell",
    .examples = examples,
    .params = params,
    .param_count = COUNT(params),
    .text_only = true,
    .run = run,
};
