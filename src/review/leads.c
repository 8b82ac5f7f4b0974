/* The lines of both sides are compared: one that was in its place, and is elsewhere now, has lost
   its meaning, although its text is unchanged. */
#include "review/leads.h"

#include "text/lines.h"

/* Lines from the beginning of a file in which such text is looked for. */
#define LEAD_LINES_MAX 200

/* All languages have it: the system reads it. */
static const char *const common[] = {"0#!", NULL};

static Str without_mark(Str text)
{
    return str_starts(text, STR("\xEF\xBB\xBF")) ? str_from_offset(text, 3) : text;
}

static bool starts_nocase(Str text, Str begin)
{
    return text.len >= begin.len && str_equal_nocase(str_slice(text, 0, begin.len), begin);
}

/* Whether a line is one of the row. */
static bool is_of_row(const char *row, Str line)
{
    Str text = str_from(row + 1);
    line = row[0] == '0' ? line : str_trim(without_mark(line));
    if (byte_in(row[0], "0^="))
        return starts_nocase(line, text);
    return line.len && byte_in(line.ptr[0], "#/;-%\"") && str_find(line, text) != STR_NONE;
}

static bool is_of_any(const Language *language, Str line)
{
    const char *const *rows = lang_facts(language)->leads;
    for (; rows && *rows; rows++)
        if (is_of_row(*rows, line))
            return true;
    return str_starts(line, STR("#!"));
}

/* Whether code lies before the offset, other than lines of this kind and strings. */
static bool has_code_before(Arena *arena, const ChangeSide *side, size_t offset)
{
    TokenVec tokens = side->tokens.len ? side->tokens : change_side_tokens(arena, side);
    for (size_t i = 0; i < tokens.len && tokens.ptr[i].start < offset; i++) {
        const Token *token = &tokens.ptr[i];
        if (token->kind == TOKEN_COMMENT || token->kind == TOKEN_INDENT ||
            token->kind == TOKEN_STRING ||
            (token->kind == TOKEN_MARK && side->text.ptr[token->start] == ';'))
            continue;
        Str rest = str_from_offset(side->text, lines_start_at(side->text, token->start)), line;
        if (str_take_line(&rest, &line) && !is_of_any(side->outline.language, str_trim(line)))
            return true;
    }
    return false;
}

/* Whether only comments, without a blank line, lie before the offset. */
static bool follows_comments(Str text, size_t offset)
{
    Str rest = str_slice(text, 0, offset), line;
    while (str_take_line(&rest, &line))
        if (!str_starts(str_trim(line), STR("#")))
            return false;
    return true;
}

static bool is_in_place(Arena *arena, const ChangeSide *side, const char *row, size_t offset,
                        uint32_t line)
{
    switch (row[0]) {
    case '0': return offset == 0;
    case '^': return offset == 0;
    case '1': return line == 1;
    case '2': return line <= 2;
    case '|': return follows_comments(side->text, offset);
    default: return !has_code_before(arena, side, offset);
    }
}

typedef struct Lead {
    Str line;
    uint32_t number; /* 0: the row is not there */
    bool in_place;
} Lead;

/* The first line of the row, or the first one that equals `wanted`. */
static Lead find_lead(Arena *arena, const ChangeSide *side, const char *row, Str wanted)
{
    Str rest = side->text, line;
    for (uint32_t number = 1; number <= LEAD_LINES_MAX; number++) {
        size_t offset = side->text.len - rest.len;
        if (!str_take_line(&rest, &line))
            break;
        bool fits =
            wanted.len ? str_equal(str_trim(without_mark(line)), wanted) : is_of_row(row, line);
        if (fits)
            return (Lead){str_trim(without_mark(line)), number,
                          (row[0] != '0' || line.ptr == side->text.ptr) &&
                              !(row[0] == '0' && !is_of_row(row, line)) &&
                              is_in_place(arena, side, row, offset, number)};
    }
    return (Lead){0};
}

static void look_for(const ReviewFind *find, const ChangedFile *file, const char *row)
{
    Arena *arena = find->review->arena;
    Lead old = find_lead(arena, &file->old, row, (Str){0});
    if (!old.number || !old.in_place)
        return;
    Lead new = find_lead(arena, &file->new, row, old.line);
    if (!new.number || new.in_place)
        return;
    Finding *finding = review_add(
        find, file,
        str_format(arena, "it has lost its place, and means something else or nothing: %.*s",
                   STR_ARG(str_cut_chars(arena, old.line, 80))));
    finding->start = finding->end = new.number;
    finding->key = finding->message;
    finding->suggestion = byte_in(row[0], "=#") ? STR("keep it before the code")
                                                : STR("keep it at the beginning of the file");
}

void leads_find_lost(const ReviewFind *find, const ChangedFile *file)
{
    const char *const *rows = lang_facts(file->new.outline.language)->leads;
    if (file->old.outline.language != file->new.outline.language)
        return;
    for (size_t i = 0; common[i]; i++)
        look_for(find, file, common[i]);
    for (; rows && *rows; rows++)
        look_for(find, file, *rows);
}
