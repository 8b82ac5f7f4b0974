/* Each line is first stripped of Markdown marks. A finding is an optional severity, a path with a
   line, and a text, in this order or with the severity after the place, with any separators. Lines
   after a finding that name no place belong to it, so that no text is lost. */
#include "agent/review_answer.h"

/* Separators between the parts of a finding. */
#define SEPARATORS " \t:-,;|()[]>=*"

typedef struct AnswerPlace {
    Str path;
    uint64_t line;
    size_t start, end; /* its range in the line */
} AnswerPlace;

/* ---- lines ---- */

/* A copy without emphasis, code spans and link targets. */
static Str plain(Arena *arena, Str line)
{
    char *out = NEW(arena, char, line.len + 1);
    size_t len = 0;
    for (size_t i = 0; i < line.len; i++) {
        char c = line.ptr[i];
        if (c == ']' && i + 1 < line.len && line.ptr[i + 1] == '(') {
            size_t end = str_find_byte(str_from_offset(line, i), ')');
            i += end == STR_NONE ? 0 : end;
        } else if (c != '`' && c != '*' && c != '[' && c != ']')
            out[len++] = c;
    }
    return str_trim((Str){out, len});
}

/* Skips the mark of a list item, a quotation, a heading or a table row. */
static Str skip_marks(Str line)
{
    size_t at = 0;
    while (at < line.len && byte_in(line.ptr[at], "-+>#|• "))
        at++;
    size_t digits = at;
    while (digits < line.len && byte_is_digit(line.ptr[digits]))
        digits++;
    if (digits > at && digits < line.len && byte_in(line.ptr[digits], ".)"))
        at = digits + 1;
    return str_trim(str_from_offset(line, at));
}

static Str skip_separators(Str text)
{
    static const Str dashes[] = {STR_INIT("–"), STR_INIT("—"), STR_INIT("→")};
    for (bool more = true; more;) {
        more = text.len && byte_in(text.ptr[0], SEPARATORS);
        if (more)
            text = str_from_offset(text, 1);
        for (size_t i = 0; i < COUNT(dashes); i++)
            if (str_starts(text, dashes[i])) {
                text = str_from_offset(text, dashes[i].len);
                more = true;
            }
    }
    return text;
}

/* ---- parts of a finding ---- */

typedef struct SeverityWord {
    const char *word;
    bool is_note;
} SeverityWord;

/* Takes a severity off the front; false if the text has no severity. */
static bool take_severity(Str *text, bool *is_note)
{
    static const SeverityWord words[] = {
        {"warning", false}, {"warn", false},     {"error", false}, {"critical", false},
        {"blocker", false}, {"major", false},    {"high", false},  {"medium", false},
        {"severe", false},  {"security", false}, {"bug", false},   {"issue", false},
        {"note", true},     {"minor", true},     {"low", true},    {"info", true},
        {"nit", true},      {"suggestion", true}};
    Str rest = skip_separators(*text);
    size_t end = 0;
    while (end < rest.len && byte_is_alpha(rest.ptr[end]))
        end++;
    for (size_t i = 0; i < COUNT(words); i++) {
        if (!str_equal_nocase(str_slice(rest, 0, end), str_from(words[i].word)))
            continue;
        Str after = str_from_offset(rest, end);
        if (after.len && !byte_in(after.ptr[0], SEPARATORS) && (unsigned char)after.ptr[0] < 0x80)
            return false;
        *is_note = words[i].is_note;
        *text = after;
        return true;
    }
    return false;
}

/* The line number after a path: `:12`, `:12-14`, `:12:3`, `#L12`, ` (line 12)`, ` line 12`. */
static bool take_line(Str *text, uint64_t *number)
{
    static const Str words[] = {STR_INIT("lines"), STR_INIT("line"), STR_INIT("L"), STR_INIT("l")};
    Str rest = *text;
    size_t skipped = 0;
    while (rest.len && byte_in(rest.ptr[0], " :,#(")) {
        rest = str_from_offset(rest, 1);
        skipped++;
    }
    for (size_t i = 0; i < COUNT(words); i++)
        if (str_starts(rest, words[i]) && rest.len > words[i].len &&
            (byte_is_digit(rest.ptr[words[i].len]) || rest.ptr[words[i].len] == ' ')) {
            rest = str_trim(str_from_offset(rest, words[i].len));
            break;
        }
    size_t end = 0;
    while (end < rest.len && byte_is_digit(rest.ptr[end]))
        end++;
    if (!skipped || !end || !str_parse_u64(str_slice(rest, 0, end), number))
        return false;
    while (end < rest.len && (byte_is_digit(rest.ptr[end]) || byte_in(rest.ptr[end], "-:L")))
        end++;
    *text = str_from_offset(rest, end);
    return true;
}

static bool ends_path(char c)
{
    return byte_in(c, " \t:,;#()|\"'<>");
}

/* The first path of the line that is known, or is followed by a line number. */
static bool find_place(Str line, AnswerKnows *knows, const void *context, AnswerPlace *place)
{
    for (size_t at = 0; at < line.len;) {
        size_t end = at;
        while (end < line.len && !ends_path(line.ptr[end]))
            end++;
        Str path = str_slice(line, at, end);
        while (path.len && path.ptr[path.len - 1] == '.')
            path.len--;
        if (str_starts(path, STR("./")))
            path = str_from_offset(path, 2);
        Str rest = str_from_offset(line, end);
        *place = (AnswerPlace){.path = path, .start = at};
        bool numbered = path.len && take_line(&rest, &place->line);
        place->end = line.len - rest.len;
        bool shaped = str_find_byte(path, '.') != STR_NONE || str_find_byte(path, '/') != STR_NONE;
        if (path.len && (knows(context, path) || (numbered && shaped)))
            return true;
        at = end + 1;
    }
    return false;
}

/* Reads `[severity] path:line [severity] text`; false: not a finding. */
static bool read_finding(Str line, const AnswerPlace *place, AnswerFinding *finding)
{
    Str before = str_slice(line, 0, place->start), after = str_from_offset(line, place->end);
    bool is_note = false, said = take_severity(&before, &is_note);
    if (skip_separators(before).len)
        return false;
    said = take_severity(&after, &is_note) || said;
    finding->path = place->path;
    finding->line = place->line;
    finding->is_note = is_note;
    finding->text = str_trim(skip_separators(after));
    while (finding->text.len && byte_in(finding->text.ptr[finding->text.len - 1], "| "))
        finding->text.len--;
    return place->line && (said || finding->text.len);
}

/* ---- the answer ---- */

typedef struct AnswerReader {
    Arena *arena;
    ReviewAnswer answer;
    AnswerKnows *knows;
    const void *context;
    bool none, other; /* lines that say "none", and lines that say something else */
    Str prose;        /* the first line before any finding that is not an introduction */
} AnswerReader;

static bool is_frame(Str line)
{
    for (size_t i = 0; i < line.len; i++)
        if (!byte_in(line.ptr[i], "-=_|:~ "))
            return false;
    return true;
}

static bool says_none(Str line)
{
    while (line.len && byte_in(line.ptr[line.len - 1], ".!"))
        line.len--;
    return str_equal_nocase(line, STR("none"));
}

static void take_prose(AnswerReader *reader, Str line)
{
    ReviewAnswer *answer = &reader->answer;
    AnswerFinding *last =
        answer->findings.len ? &answer->findings.ptr[answer->findings.len - 1] : NULL;
    reader->other = true;
    if (last && !last->text.len)
        last->text = line;
    else if (last)
        *VEC_PUSH(reader->arena, &last->more) = line;
    else if (line.ptr[line.len - 1] != ':' && !reader->prose.len)
        reader->prose = line;
}

static void take_one(AnswerReader *reader, Str raw)
{
    Str line = skip_marks(plain(reader->arena, raw));
    AnswerPlace place;
    AnswerFinding finding = {0};
    if (!line.len || is_frame(line) || str_starts(str_trim(raw), STR("```")))
        return;
    if (says_none(line)) {
        reader->none = true;
        return;
    }
    if (!find_place(line, reader->knows, reader->context, &place)) {
        take_prose(reader, line);
        return;
    }
    reader->other = true;
    if (read_finding(line, &place, &finding))
        *VEC_PUSH(reader->arena, &reader->answer.findings) = finding;
    else if (!reader->answer.unread.len)
        reader->answer.unread = line;
}

ReviewAnswer review_answer_read(Arena *arena, Str text, AnswerKnows *knows, const void *context)
{
    AnswerReader reader = {.arena = arena, .knows = knows, .context = context};
    Str line;
    while (str_take_line(&text, &line))
        take_one(&reader, line);
    reader.answer.says_none = reader.none && !reader.other;
    if (!reader.answer.unread.len)
        reader.answer.unread = reader.prose;
    return reader.answer;
}
