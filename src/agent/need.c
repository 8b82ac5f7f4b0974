#include "agent/need.h"

#include "base/buf.h"
#include "view/file_map.h"

#define MARK "need:"
#define HINT "Hint: "
/* A longer line is prose. */
#define NEED_BYTES_MAX 1000

/* The text after the mark; empty if the line has no mark. A bullet, bold or a code span around it
   is ignored. */
static Str wanted(Str line)
{
    bool span = false;
    line = str_trim(line);
    for (; line.len && byte_in(line.ptr[0], "-*` >"); line = str_from_offset(line, 1))
        span = line.ptr[0] == '`';
    if (line.len > NEED_BYTES_MAX ||
        !str_equal_nocase(str_slice(line, 0, sizeof MARK - 1), STR(MARK)))
        return (Str){0};
    line = str_from_offset(line, sizeof MARK - 1);
    line = str_trim(str_starts(line, STR("**")) ? str_from_offset(line, 2) : line);
    return span && str_ends(line, STR("`")) ? str_slice(line, 0, line.len - 1) : line;
}

bool need_is_line(Str line)
{
    return wanted(line).len > 0 || str_equal(str_trim(line), STR("```need"));
}

Needs need_read(Arena *arena, Str reply)
{
    Needs needs = {0};
    Str line;
    while (needs.lines.len < NEEDS_MAX && str_take_line(&reply, &line)) {
        Str handle = wanted(line);
        bool known = !handle.len;
        for (size_t i = 0; i < needs.lines.len; i++)
            known |= str_equal(needs.lines.ptr[i], handle);
        if (!known)
            *VEC_PUSH(arena, &needs.lines) = handle;
    }
    return needs;
}

/* ---- answers of tools ---- */

/* The clause without the command or option that it names. */
static Str without_call(Str clause)
{
    size_t call = MIN(str_find(clause, STR("fovea ")), str_find(clause, STR("--")));
    if (call == STR_NONE)
        return clause;
    clause = str_trim_end(str_slice(clause, 0, call));
    while (clause.len && byte_in(clause.ptr[clause.len - 1], ":,(;"))
        clause = str_trim_end(str_slice(clause, 0, clause.len - 1));
    return clause;
}

/* A line in brackets, or a hint, clause by clause. */
static void put_note(Buf *out, Str line)
{
    bool brackets = str_starts(line, STR("["));
    Str rest = brackets ? str_slice(line, 0, line.len - 1) : line;
    Buf kept = buf_open(out->arena, 0);
    Str head = brackets ? STR("[") : STR(HINT);
    rest = str_from_offset(rest, head.len);
    while (rest.len) {
        size_t end = MIN(str_find(rest, STR("; ")), rest.len);
        Str clause = without_call(str_slice(rest, 0, end));
        rest = str_from_offset(rest, MIN(end + strlen("; "), rest.len));
        if (clause.len)
            buf_printf(&kept, "%s%.*s", kept.len ? "; " : "", STR_ARG(clause));
    }
    if (kept.len)
        buf_printf(out, "%.*s%.*s%s\n", STR_ARG(head), STR_ARG(buf_str(&kept)),
                   brackets ? "]" : "");
}

Str need_words(Arena *arena, Str answer)
{
    Buf out = buf_open(arena, 0);
    Str line;
    while (str_take_line(&answer, &line)) {
        if (str_equal(line, STR(MAP_ADVICE)))
            buf_put(&out, STR("need: PATH:FIRST-LAST shows these lines.\n"));
        else if ((str_starts(line, STR("[")) && str_ends(line, STR("]"))) ||
                 str_starts(line, STR(HINT)))
            put_note(&out, line);
        else
            buf_printf(&out, "%.*s\n", STR_ARG(line));
    }
    return buf_str(&out);
}
