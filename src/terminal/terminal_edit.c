/* The editor gets the text as a file in a directory of mode 0700, which is removed with all files
   that the editor leaves there. */
#include "terminal/terminal_state.h"

#include "base/fs.h"
#include "base/fs_output.h"
#include "base/fs_private.h"
#include "base/path.h"
#include "base/proc.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

/* Words of a command such as `emacsclient -t -a vi`. */
#define WORDS_MAX 16
/* A larger result cannot be the edited text. */
#define EDITED_BYTES_MAX (8 * MB)
/* Files that an editor leaves: the text, a copy, a lock. */
#define LEFT_MAX 64

typedef struct Command {
    const char *words[WORDS_MAX + 2];
    size_t count;
} Command;

/* Reads the first of the variables that is set. */
static bool read_command(Arena *arena, Command *command, Err *err)
{
    Str text = str_trim(fs_environment("VISUAL")), word;
    if (!text.len)
        text = str_trim(fs_environment("EDITOR"));
    while (str_take_until(&text, ' ', &word) && command->count < WORDS_MAX)
        if (word.len)
            command->words[command->count++] = str_terminate(arena, word);
    if (!command->count) {
        err_set(err, ERR_FAILED, "no editor is named");
        return err_hint(err, "set $VISUAL or $EDITOR");
    }
    const char *program = command->words[0];
    bool is_relative = program[0] != '/' && str_find_byte(str_from(program), '/') != STR_NONE;
    return !is_relative ||
           err_set(err, ERR_FAILED,
                   "$VISUAL and $EDITOR: '%s' is neither a name nor an absolute path", program);
}

static Str temporary_directory(void)
{
    static const char *const variables[] = {"XDG_RUNTIME_DIR", "TMPDIR"};
    for (size_t i = 0; i < COUNT(variables); i++) {
        Str path = fs_environment(variables[i]);
        if (path_is_absolute(path))
            return path;
    }
    return STR("/tmp");
}

static void remove_directory(Arena scratch, const char *path)
{
    Str *names = NULL;
    size_t count = 0;
    if (fs_list_names(&scratch, str_from(path), LEFT_MAX, &names, &count))
        for (size_t i = 0; i < count; i++)
            (void)fs_remove_own(scratch, path_join(&scratch, str_from(path), names[i]));
    rmdir(path);
}

/* Hands the terminal to the program, and takes it back. */
static bool run(Terminal *terminal, const Command *command, Err *err)
{
    int code = 0;
    terminal_end(terminal);
    tty_set_mode(&terminal->tty, TTY_LINES);
    bool ran = proc_run_here(command->words, &code, err);
    if (terminal->kind == TERMINAL_FULL)
        tty_set_mode(&terminal->tty, TTY_BUSY);
    screen_forget(&terminal->screen);
    tty_clear_interrupt();
    return ran &&
           (!code || err_set(err, ERR_FAILED, "'%s' ended with code %d", command->words[0], code));
}

static bool edit(Terminal *terminal, Arena *arena, Str path, Command *command, Str *text, Err *err)
{
    bool found = false;
    command->words[command->count++] = str_terminate(arena, path);
    if (!fs_write_new(*arena, path, *text, err) || !run(terminal, command, err) ||
        !fs_read_own(arena, path, EDITED_BYTES_MAX, text, &found, err))
        return false;
    return found || err_set(err, ERR_FAILED, "the editor removed the file");
}

bool terminal_edit(Terminal *terminal, Arena *arena, Str name, Str text, Str *edited, Err *err)
{
    Command command = {0};
    if (terminal->kind == TERMINAL_PIPE)
        return err_set(err, ERR_FAILED, "there is no terminal for an editor");
    if (!read_command(arena, &command, err))
        return false;
    char *directory =
        str_terminate(arena, path_join(arena, temporary_directory(), STR("fovea-edit.XXXXXX")));
    if (!mkdtemp(directory))
        return err_set(err, ERR_FAILED, "cannot make '%s': %s", directory, strerror(errno));
    *edited = text;
    bool ok =
        edit(terminal, arena, path_join(arena, str_from(directory), name), &command, edited, err);
    remove_directory(*arena, directory);
    return ok;
}
