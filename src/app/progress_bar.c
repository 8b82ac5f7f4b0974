/* Progress is measured in bytes, not files, since the largest files are parsed first. */
#include "app/progress_bar.h"

#include "base/proc.h"

#include <stdio.h>
#include <unistd.h>

/* Leaves room for the figures on a terminal of 80 columns. */
#define BAR_COLUMNS 14
#define CLEAR_LINE "\r\033[K"
/* An earlier rate reflects start-up more than the work. */
#define RATE_FROM_MS 1000
/* A build reports its first step after a second. */
#define FIRST_STEP_MS 1000

static unsigned percent(const ProgressStep *step)
{
    uint64_t of_files = step->total ? (uint64_t)step->done * 100 / step->total : 100;
    if (step->done >= step->total || !step->bytes_total)
        return (unsigned)of_files;
    return (unsigned)MIN(step->bytes * 100 / step->bytes_total, (uint64_t)99);
}

void progress_bar_write_line(Buf *out, const ProgressStep *step)
{
    buf_printf(out, "%s: %u %% (",
               step->first_pass ? "first look"
               : step->name     ? step->name
                                : "index",
               percent(step));
    buf_put_thousands(out, step->done);
    buf_put(out, STR(" of "));
    buf_put_thousands(out, step->total);
    buf_put(out, STR(" files"));
    if (!step->first_pass && !step->name) {
        buf_put(out, STR(", "));
        buf_put_size(out, step->bytes);
    }
    buf_put(out, STR(")\n"));
}

static void put_left(Buf *out, const ProgressStep *step, uint64_t elapsed_ms)
{
    bool bytes = step->bytes && step->bytes_total > step->bytes;
    uint64_t done = bytes ? step->bytes : step->done;
    uint64_t rest = bytes ? step->bytes_total - step->bytes : step->total - step->done;
    uint64_t seconds = done ? elapsed_ms * rest / done / 1000 : 0;
    buf_printf(out, "  %llu:%02llu left", (unsigned long long)seconds / 60,
               (unsigned long long)seconds % 60);
}

void progress_bar_write(Buf *out, const ProgressStep *step, int64_t elapsed_ms)
{
    uint64_t elapsed = (uint64_t)MAX(elapsed_ms, (int64_t)1);
    unsigned share = percent(step), full = share * BAR_COLUMNS / 100;
    buf_put_repeat(out, STR("\xE2\x96\x88"), full);
    buf_put_repeat(out, STR("\xE2\x96\x91"), BAR_COLUMNS - full);
    buf_printf(out, " %3u %%  ", share);
    buf_put_thousands(out, step->done);
    buf_put(out, STR(" of "));
    buf_put_thousands(out, step->total);
    buf_put(out, step->first_pass ? STR(" files, first look") : STR(" files"));
    if (elapsed < RATE_FROM_MS || step->first_pass)
        return;
    buf_put(out, STR("  "));
    buf_put_thousands(out, (uint64_t)step->done * 1000 / elapsed);
    buf_put(out, STR("/s"));
    if (!step->name) {
        buf_put(out, STR("  "));
        buf_put_size(out, step->bytes * 1000 / elapsed);
        buf_put(out, STR("/s"));
    }
    put_left(out, step, elapsed);
}

static bool asks(const ToolCall *call, const char *name)
{
    return tool_param(call->tool, str_from(name)) && tool_flag(call, name);
}

Progress progress_bar_open(const ToolCall *call)
{
    bool dumb = str_equal(fs_environment("TERM"), STR("dumb"));
    bool bar = isatty(STDERR_FILENO) && !dumb;
    return (Progress){.form = asks(call, "quiet")              ? PROGRESS_NONE
                              : bar && !asks(call, "progress") ? PROGRESS_BAR
                                                               : PROGRESS_LINES};
}

static void write_out(Arena *arena, const char *before, const Buf *text)
{
    fputs(before, stderr);
    fputs(str_terminate(arena, buf_str(text)), stderr);
    fflush(stderr);
}

void progress_bar_put(void *state, const ProgressStep *step)
{
    Progress *progress = state;
    Arena arena SCOPED(arena_close) = {0};
    if (progress->form == PROGRESS_NONE)
        return;
    arena_open(&arena, 0);
    Buf text = buf_open(&arena, 0);
    int64_t now = proc_clock_ms();
    progress->start_ms = progress->start_ms ? progress->start_ms : now - FIRST_STEP_MS;
    progress->shown = true;
    if (progress->form == PROGRESS_BAR)
        progress_bar_write(&text, step, now - progress->start_ms);
    else
        progress_bar_write_line(&text, step);
    write_out(&arena, progress->form == PROGRESS_BAR ? CLEAR_LINE : "", &text);
}

void progress_bar_clear(Progress *progress)
{
    if (progress->form == PROGRESS_BAR && progress->shown)
        fputs(CLEAR_LINE, stderr);
    progress->shown = false;
}

void progress_bar_close(Progress *progress, const ToolCall *call, bool ok)
{
    progress_bar_clear(progress);
    if (ok && progress->form == PROGRESS_LINES && asks(call, "progress"))
        fputs("index: done\n", stderr);
}
