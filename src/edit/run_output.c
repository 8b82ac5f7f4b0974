/* Two passes: each line is cleaned, then the lines to be kept are marked. Compilers and test
   runners report the cause first and the summary last, so space goes to the first failures and to
   the end. */
#include "edit/run_output.h"

#include "base/buf.h"
#include "base/vec.h"

/* Of the space, the end gets this share. */
#define END_SHARE 3
/* Lines kept before and after one that reports a failure: the command or the test's head, and the
   values that it compares. */
#define LINES_BEFORE 2
#define LINES_AFTER 8
/* A longer line is cut: minified code, base64. */
#define LINE_BYTES_MAX 400
/* Sequences that are longer are no sequences. */
#define ESCAPE_BYTES_MAX 64

typedef struct OutputLine {
    Str text;
    size_t times; /* how often it follows itself */
    bool kept;
} OutputLine;

typedef struct OutputLines {
    Arena *arena;
    VEC(OutputLine) lines;
    size_t bytes; /* of the lines kept */
} OutputLines;

/* ---- cleaning ---- */

/* The end of a terminal sequence that begins at an escape character. */
static size_t escape_end(Str line, size_t at)
{
    size_t limit = MIN(line.len, at + ESCAPE_BYTES_MAX), end = at + 1;
    if (end >= limit)
        return end;
    bool is_title = line.ptr[end] == ']';
    if (line.ptr[end++] != '[' && !is_title)
        return end;
    while (end < limit && (is_title ? line.ptr[end] != '\a' : !byte_is_alpha(line.ptr[end])))
        end++;
    return MIN(end + 1, line.len);
}

static Str clean_line(Arena *arena, Str line)
{
    line = str_trim_end(line);
    size_t back = str_find_last_byte(line, '\r');
    if (back != STR_NONE) /* what was before it was overwritten */
        line = str_from_offset(line, back + 1);
    Str shown = str_slice(line, 0, str_char_floor(line, LINE_BYTES_MAX));
    if (str_find_byte(shown, '\x1b') != STR_NONE) {
        Buf out = buf_open(arena, 0);
        for (size_t i = 0; i < shown.len;) {
            bool escape = shown.ptr[i] == '\x1b';
            size_t end = escape ? escape_end(shown, i) : i + 1;
            buf_put(&out, escape ? (Str){0} : str_slice(shown, i, end));
            i = end;
        }
        shown = buf_str(&out);
    }
    return line.len > LINE_BYTES_MAX ? str_format(arena, "%.*s …", STR_ARG(shown)) : shown;
}

static void read_lines(OutputLines *output, Str text)
{
    Str line;
    while (str_take_line(&text, &line)) {
        Str clean = clean_line(output->arena, line);
        OutputLine *last = output->lines.len ? &output->lines.ptr[output->lines.len - 1] : NULL;
        if (last && str_equal(last->text, clean))
            last->times++;
        else
            *VEC_PUSH(output->arena, &output->lines) = (OutputLine){.text = clean, .times = 1};
    }
}

/* ---- choosing ---- */

/* A line that says that something passed names failures only in its names. */
static bool says_passed(Str line)
{
    static const Str ends[] = {STR_INIT(" ok"), STR_INIT(" passed"), STR_INIT("... PASSED"),
                               STR_INIT(" PASSED")};
    static const Str starts[] = {STR_INIT("ok "), STR_INIT("PASS"), STR_INIT("--- PASS"),
                                 STR_INIT("\xE2\x9C\x93"), STR_INIT("\xE2\x9C\x94")};
    line = str_trim(line);
    for (size_t i = 0; i < COUNT(ends); i++)
        if (str_ends(line, ends[i]))
            return true;
    for (size_t i = 0; i < COUNT(starts); i++)
        if (str_starts(line, starts[i]))
            return true;
    return false;
}

static bool says_failed(Str line)
{
    static const Str words[] = {
        STR_INIT("error"),        STR_INIT("fail"),         STR_INIT("not ok"),
        STR_INIT("traceback"),    STR_INIT("exception"),    STR_INIT("panic"),
        STR_INIT("assert"),       STR_INIT("expected"),     STR_INIT("undefined"),
        STR_INIT("not found"),    STR_INIT("segmentation"), STR_INIT("\xE2\x9C\x97"),
        STR_INIT("\xE2\x9C\x95"), STR_INIT("\xC3\x97 ")};
    for (size_t at = 0; at < line.len; at++)
        for (size_t i = 0; i < COUNT(words); i++)
            if (str_equal_nocase(str_slice(line, at, at + words[i].len), words[i]))
                return !says_passed(line);
    return false;
}

static size_t size_of(const OutputLine *line)
{
    return line->text.len + 1;
}

/* Keeps a line if there is space for it. */
static bool keep(OutputLines *output, size_t index, size_t bytes_max)
{
    OutputLine *line = &output->lines.ptr[index];
    if (line->kept)
        return true;
    if (output->bytes + size_of(line) > bytes_max)
        return false;
    line->kept = true;
    output->bytes += size_of(line);
    return true;
}

static void choose_lines(OutputLines *output, size_t bytes_max)
{
    size_t count = output->lines.len;
    for (size_t i = count; i > 0 && keep(output, i - 1, bytes_max / END_SHARE); i--)
        ;
    for (size_t i = 0; i < count; i++) {
        if (output->lines.ptr[i].kept || !says_failed(output->lines.ptr[i].text))
            continue;
        size_t first = i > LINES_BEFORE ? i - LINES_BEFORE : 0;
        for (size_t j = first; j < MIN(count, i + 1 + LINES_AFTER); j++)
            if (!keep(output, j, bytes_max))
                return;
    }
}

/* ---- the text ---- */

static void put_gap(Buf *out, size_t lines)
{
    if (lines)
        buf_printf(out, "… %zu line%s left out\n", lines, lines == 1 ? "" : "s");
}

static Str write_lines(const OutputLines *output)
{
    Buf out = buf_open(output->arena, 0);
    size_t gap = 0;
    for (size_t i = 0; i < output->lines.len; i++) {
        const OutputLine *line = &output->lines.ptr[i];
        if (!line->kept) {
            gap += line->times;
            continue;
        }
        put_gap(&out, gap);
        gap = 0;
        buf_printf(&out, "%.*s\n", STR_ARG(line->text));
        if (line->times > 1)
            buf_printf(&out, "… the same line %zu times\n", line->times);
    }
    put_gap(&out, gap);
    return buf_str(&out);
}

Str run_output_cut(Arena *arena, Str output, size_t bytes_max)
{
    OutputLines lines = {.arena = arena};
    size_t bytes = 0;
    read_lines(&lines, output);
    for (size_t i = 0; i < lines.lines.len; i++)
        bytes += size_of(&lines.lines.ptr[i]);
    for (size_t i = 0; bytes <= bytes_max && i < lines.lines.len; i++)
        lines.lines.ptr[i].kept = true;
    if (bytes > bytes_max)
        choose_lines(&lines, bytes_max);
    return write_lines(&lines);
}
