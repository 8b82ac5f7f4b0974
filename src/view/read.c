#include "view/read.h"
#include "text/address.h"

ReadCut read_cut(Str text, ReadLimits limits)
{
    ReadCut cut = {0};
    Str rest = text;
    while (rest.len && cut.lines < limits.lines) {
        size_t feed = str_find_byte(rest, '\n');
        size_t len = feed == STR_NONE ? rest.len : feed + 1;
        if (cut.bytes + len > limits.bytes) {
            cut.by = READ_CUT_BYTES;
            cut.first_line_exceeds = cut.lines == 0;
            return cut;
        }
        cut.bytes += len;
        cut.lines++;
        rest = str_from_offset(rest, len);
    }
    cut.by = rest.len ? READ_CUT_LINES : READ_CUT_NONE;
    return cut;
}

static void put_first_line_notice(Buf *out, const ReadAnswer *answer)
{
    buf_printf(out, "[Line %llu alone is ", (unsigned long long)answer->first_line);
    buf_put_size(out, answer->line_bytes);
    buf_put(out, STR(", over the limit of "));
    buf_put_size(out, answer->limits.bytes);
    buf_printf(out, ". Use page(path, offset=%llu, length=N) to read a part of it.]",
               (unsigned long long)answer->page_at);
}

/* Writes `[Truncated: showing lines 1-2000 of 10,247 (50 KB of 412 KB)]`. */
static void put_cut_notice(Buf *out, const ReadAnswer *answer)
{
    bool whole_file = answer->extent_end == answer->total_lines && answer->first_line == 1;
    buf_printf(out, "[Truncated: showing lines %llu-%llu of ",
               (unsigned long long)answer->first_line,
               (unsigned long long)(answer->first_line + answer->line_count - 1));
    if (whole_file) {
        buf_put(out, answer->partly ? STR("more than ") : (Str){0});
        buf_put_thousands(out, answer->total_lines);
    } else
        buf_printf(out, "%llu-%llu", (unsigned long long)answer->first_line,
                   (unsigned long long)answer->extent_end);
    buf_put(out, STR(" ("));
    buf_put_size(out, answer->content_bytes);
    buf_put(out, STR(" of "));
    buf_put_size(out, answer->extent_bytes);
    buf_put(out, STR(")]"));
}

/* Writes the lines in brackets after the content, without the last line end; nothing if all was
   shown. */
static void put_notice(Buf *out, const ReadAnswer *answer)
{
    uint64_t next = answer->first_line + answer->line_count;
    uint64_t more = answer->total_lines + 1 - MIN(next, answer->total_lines + 1);
    if (answer->cut.first_line_exceeds)
        put_first_line_notice(out, answer);
    else if (!answer->ranged && answer->cut.by != READ_CUT_NONE)
        put_cut_notice(out, answer);
    else if (answer->ranged && more)
        buf_printf(out, "[%s%llu more line%s in file. Use offset=%llu to continue.]",
                   answer->partly ? "more than " : "", (unsigned long long)more,
                   more == 1 ? "" : "s", (unsigned long long)next);
    if (answer->also.len)
        buf_printf(out, "%s[%.*s]", out->len ? "\n" : "", STR_ARG(answer->also));
    if (answer->left_out.len)
        buf_printf(out, "%s[Not shown: %.*s. page(path) reads the file as it is written.]",
                   out->len ? "\n" : "", STR_ARG(answer->left_out));
}

void read_put_tail(Buf *out, Arena scratch, const ReadAnswer *answer)
{
    Buf notice = buf_open(&scratch, 0);
    put_notice(&notice, answer);
    if (!notice.len)
        return;
    if (answer->open_line)
        buf_put_byte(out, '\n');
    if (answer->line_count)
        buf_put_byte(out, '\n');
    buf_put(out, buf_str(&notice));
    buf_put_byte(out, '\n');
    buf_put(out, answer->map);
    if (answer->no_map.len)
        buf_printf(out,
                   "[No map: %.*s. Use read(path, offset=LINE, limit=N) for targeted "
                   "reads.]\n",
                   STR_ARG(answer->no_map));
}

static Json *truncation_value(Arena *arena, const ReadAnswer *answer)
{
    static const Str causes[] = {[READ_CUT_LINES] = {"lines", 5}, [READ_CUT_BYTES] = {"bytes", 5}};
    const ReadCut *cut = &answer->cut;
    Json *value = json_object(arena);
    bool truncated = cut->by != READ_CUT_NONE;
    json_set(value, STR("truncated"), json_bool(arena, truncated));
    json_set(value, STR("truncatedBy"),
             truncated ? json_str(arena, causes[cut->by]) : json_null(arena));
    json_set(value, STR("totalLines"), json_u64(arena, answer->total_lines));
    if (answer->partly)
        json_set(value, STR("totalPartly"), json_bool(arena, true));
    json_set(value, STR("totalBytes"), json_u64(arena, answer->total_bytes));
    json_set(value, STR("outputLines"), json_u64(arena, answer->line_count));
    json_set(value, STR("outputBytes"), json_u64(arena, answer->content_bytes));
    json_set(value, STR("lastLinePartial"), json_bool(arena, false));
    json_set(value, STR("firstLineExceedsLimit"), json_bool(arena, cut->first_line_exceeds));
    json_set(value, STR("maxLines"), json_u64(arena, answer->limits.lines));
    json_set(value, STR("maxBytes"), json_u64(arena, answer->limits.bytes));
    return value;
}

Json *read_value(Arena *arena, const ReadAnswer *answer)
{
    Json *value = json_object(arena);
    Buf *notice = NEW(arena, Buf, 1);
    *notice = buf_open(arena, 0);
    put_notice(notice, answer);
    uint64_t last = answer->first_line + answer->line_count - 1;
    json_set(value, STR("_type"), json_str(arena, STR("read")));
    json_set(value, STR("version"), json_u64(arena, 1));
    json_set(value, STR("path"), json_str(arena, address_value(arena, answer->path)));
    json_set(value, STR("language"), json_str(arena, answer->language));
    json_set(value, STR("startLine"), json_u64(arena, answer->line_count ? answer->first_line : 0));
    json_set(value, STR("endLine"), json_u64(arena, answer->line_count ? last : 0));
    json_set(value, STR("content"), json_str(arena, answer->content));
    json_set(value, STR("truncation"), truncation_value(arena, answer));
    if (notice->len)
        json_set(value, STR("notice"), json_str(arena, buf_str(notice)));
    if (answer->map.len)
        json_set(value, STR("map"), json_str(arena, answer->map));
    if (answer->no_map.len)
        json_set(value, STR("noMap"), json_str(arena, answer->no_map));
    return value;
}
