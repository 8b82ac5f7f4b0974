/* terminal_driver [--history FILE] [--plain]: a conversation without a model, for tests of
   src/terminal on a real terminal. A text is written back. Commands:
       /markdown FILE   streams the file in small pieces; Ctrl-C stops it
       /diff FILE       shows a diff
       /wait SECONDS    does nothing, with an activity
       /ask             asks y or n
       /crash, /exit    ends without closing the terminal
       /quit */
#include "base/fs.h"
#include "base/limits.h"
#include "base/proc.h"
#include "terminal/terminal.h"

#include <signal.h>

#define PIECE_BYTES 7
#define PIECE_MS 3

static const struct {
    const char *text, *about;
} words[] = {
    {"/markdown", "streams a file"}, {"/diff", "shows a diff"}, {"/wait", "waits some seconds"},
    {"/ask", "asks y or n"},         {"/exit", "ends at once"}, {"/quit", "ends"},
};

static const char *const files[] = {"src/alpha.c", "src/alphabet.c", "src/beta.c", "docs/größe.md",
                                    "docs/日本語.md"};

static void complete(void *state, Arena *arena, Str before, LineCompletion *completion)
{
    (void)state;
    size_t space = str_find_last_byte(before, ' ');
    completion->from = space == STR_NONE ? 0 : space + 1;
    Str word = str_from_offset(before, completion->from);
    for (size_t i = 0; i < COUNT(words) && space == STR_NONE; i++)
        if (str_starts(str_from(words[i].text), word))
            *VEC_PUSH(arena, &completion->candidates) =
                (LineCandidate){str_from(words[i].text), str_from(words[i].about)};
    for (size_t i = 0; i < COUNT(files) && space != STR_NONE; i++)
        if (str_starts(str_from(files[i]), word))
            VEC_PUSH(arena, &completion->candidates)->text = str_from(files[i]);
}

static Str read_file(Arena *arena, Str path)
{
    Str text = {0};
    bool found = false;
    Err err;
    return fs_read_own(arena, path, 64 * MB, &text, &found, &err) && found ? text
                                                                           : STR("no such file\n");
}

static void stream(Terminal *terminal, Str text)
{
    terminal_begin(terminal);
    terminal_set_activity(terminal, STR("reading"));
    while (text.len && !*terminal_interrupt(terminal)) {
        terminal_write_markdown(terminal, str_slice(text, 0, PIECE_BYTES));
        terminal_set_activity(terminal, (Str){0});
        text = str_from_offset(text, PIECE_BYTES);
        proc_sleep_ms(PIECE_MS);
    }
    bool stopped = *terminal_interrupt(terminal);
    if (stopped)
        terminal_write_error(terminal, STR("stopped"));
    terminal_end(terminal);
}

static void wait_for(Terminal *terminal, Str seconds)
{
    uint64_t count = 1;
    if (!str_parse_u64(seconds, &count))
        count = 1;
    int64_t end = proc_clock_ms() + (int64_t)count * 1000;
    terminal_begin(terminal);
    terminal_set_activity(terminal, STR("searching"));
    while (proc_clock_ms() < end && !*terminal_interrupt(terminal))
        proc_sleep_ms(20);
    terminal_write_text(terminal, *terminal_interrupt(terminal) ? STR("stopped") : STR("waited"));
    terminal_end(terminal);
}

static const TerminalQuestion question = {STR_INIT("Write 3 files?"), "yn"};

static void answer(Terminal *terminal, Arena *arena, Str text)
{
    Str rest = text, command = {0};
    str_take_until(&rest, ' ', &command);
    if (str_equal(command, STR("/markdown")))
        stream(terminal, read_file(arena, rest));
    else if (str_equal(command, STR("/diff")))
        terminal_write_diff(terminal, read_file(arena, rest));
    else if (str_equal(command, STR("/wait")))
        wait_for(terminal, rest);
    else if (str_equal(command, STR("/crash")))
        raise(SIGSEGV);
    else if (str_equal(command, STR("/exit")))
        exit(3);
    else if (str_equal(command, STR("/ask")))
        terminal_write_text(terminal, str_format(arena, "answer %d",
                                                 terminal_ask(terminal, arena, &question, NULL)));
    else
        terminal_write_text(terminal, str_format(arena, "got %zu bytes: %.*s", text.len,
                                                 STR_ARG(str_slice(text, 0, 500))));
}

int main(int argc, char **argv)
{
    Arena arena SCOPED(arena_close) = {0}, turn SCOPED(arena_close) = {0};
    TerminalOptions options = {0};
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--plain") == 0)
            options.plain = true;
        else if (strcmp(argv[i], "--history") == 0 && i + 1 < argc)
            options.history = str_from(argv[++i]);
    }
    arena_open(&arena, 0);
    arena_open(&turn, 0);
    Terminal *terminal = terminal_open(&arena, &options);
    Status status = {.model = STR("scripted/model"),
                     .window = 12410,
                     .window_max = 100000,
                     .spent = 41200,
                     .cache_read = 83,
                     .cache_misses = 17,
                     .cost = STR("$0.12")};
    TerminalPrompt prompt = {.prompt = STR("> "), .complete = complete};
    terminal_set_status(terminal, &status);
    for (;;) {
        Str text;
        arena_reset(&turn);
        TerminalRead read = terminal_read_line(terminal, &turn, &prompt, &text);
        if (read == TERMINAL_INTERRUPTED)
            terminal_write_text(terminal, STR("interrupted"));
        else if (read != TERMINAL_TEXT || str_equal(text, STR("/quit")))
            break;
        else
            answer(terminal, &turn, text);
    }
    terminal_close(terminal);
    return 0;
}
